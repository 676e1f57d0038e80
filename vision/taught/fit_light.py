"""In which light a known face would look as a seen one does: light, glare and inks, fitted to the two.

Pixels that are far off count little: something else may lie there.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.paper import median
from vision.taught.bending import Plane
from vision.taught.lit import FEW, Colours, Haze, Lit, Planes, root_of
from vision.taught.lit_config import LitConfig
from vision.taught.pictured import HIGH, WIDE

_SMALL = WIDE // 2, HIGH // 2
"""Light and inks are found on pixels this few: there a face that is a little less sharp looks the same."""
_SHARE = 50.0
"""A pixel whose squared difference is 1 / this counts half."""


def fit_light(seen: Colours, known: Colours, inside: Plane, config: LitConfig) -> Lit:
    """In which light, and how strong in its inks, the known face would look most as the seen one does.

    Both of one size; `inside` is 1 for the pixels that count.
    """
    # Plane by plane: numpy takes its time over three numbers a pixel.
    face, small = _small_planes(seen), _small_planes(known)
    within = np.asarray(_small(inside) > 0.99, np.float32)
    haze = _haze(face, small, within, config)
    if haze is not None:
        small = haze.planes(small)
    balance = None if haze is not None else _balance(face, small, within > 0, config)
    ink = 1 - (small if balance is None else small * balance[:, None, None])
    weight, strength, hued = within, np.ones(3, np.float32), np.zeros_like(face)
    for again in range(config.unveiled + 1):
        if again and float(np.abs(hued).mean()) < config.unveiled_from:
            break
        bare = root_of(face * face - hued) if again else face
        light, strength, plain, weight = _light(bare, ink, within, weight, strength, config)
        gain, veil = _veil(face, plain, light, within, config)
        light = light * gain
        hued = _hued(face, plain * gain, veil, weight, config)
    return Lit(_interleaved(light), _interleaved(hued), strength, balance, haze)


def _light(
    face: Planes, ink: Planes, within: Plane, weight: Plane, strength: NDArray[np.float32], config: LitConfig
) -> tuple[Planes, NDArray[np.float32], Planes, Plane]:
    """In which light, and how strong, inks are most like a face; what that looks like, and which pixels are like it."""
    most = 1 + config.light_hue
    for _ in range(config.rounds):
        own = 1 - ink * strength[:, None, None]
        weighed = weight * own
        found = _around(weighed * face, config.around_px)
        found += FEW
        lone = _around(weighed * own, config.around_px)
        lone += FEW
        found /= lone
        level = _mean(found)
        found /= level
        light = _between(level, *config.levels) * _between(found, 1 / most, most)
        strength = _strength(1 - face / light, ink, ink * weight, config)
        plain = (1 - ink * strength[:, None, None]) * light
        weight = _weight(within, face - plain)
    return light, strength, plain, weight


def _haze(face: Planes, known: Planes, within: Plane, config: LitConfig) -> Haze | None:
    """What glare all over the face does, by least squares, pixels far off counting little; None where there is none, or
    where it could not be told from another ink."""
    inner = float(within.sum())
    if any(float(within[one.min(0) < config.inked].sum()) < config.mostly * inner for one in (face, known)):
        return None
    seen, plain, weight = face * face, known * known, within
    common, haze = 0.0, None
    parts = np.stack([plain, seen, plain * plain, plain * seen]).reshape(12, -1)
    for _ in range(config.haze_rounds):
        one, other, square, both = (parts @ weight.ravel()).reshape(4, 3) / max(float(weight.sum()), 1.0)
        square = np.maximum(square, FEW * FEW)
        # How much of what one number for all pixels adds is not the same as more light.
        contrast = np.maximum(1 - one * one / square, 0)
        left = other - one * both / square
        common = float(left.sum()) / (float(contrast.sum()) + config.haze_prior)
        own = (left + config.own_prior * common) / (contrast + config.own_prior)
        most = config.haze_hue * abs(common)
        veil = np.clip(np.clip(own, common - most, common + most), -config.haze, config.haze)
        light = np.clip((both - veil * one) / square, *config.haze_light)
        haze = Haze(light.astype(np.float32), veil.astype(np.float32))
        weight = _weight(within, face - haze.planes(known))
    return haze if abs(common) > config.haze_least else None


def _hued(face: Planes, known: Planes, veil: Plane, weight: Plane, config: LitConfig) -> Planes:
    """What glare adds in each colour: it may be of another light than the paper's."""
    left = _around(weight * (face * face - known * known), config.veil_px)
    count = _around(weight[None], config.veil_px)[0] + FEW
    size = np.abs(veil) * np.float32(config.veil_hue)
    found = (left + veil * FEW) / count - veil
    return np.asarray(veil + np.minimum(np.maximum(found, -size), size), np.float32)


def _veil(
    face: Planes, known: Planes, light: Planes, within: Plane, config: LitConfig
) -> tuple[Plane, Plane]:
    """By what the light has to change in each place, and what glare adds there, for a known face in that light to be
    most like the seen one."""
    seen, plain = face * face, known * known
    lit_paper = _mean(light * light)
    gain, veil = np.ones_like(within), np.zeros_like(within)
    slack, inner = np.float32(config.veil_slack), np.flatnonzero(within)
    parts = np.stack(
        [
            np.full_like(veil, 3),
            plain[0] + plain[1] + plain[2],
            seen[0] + seen[1] + seen[2],
            np.einsum("chw,chw->hw", plain, plain),
            np.einsum("chw,chw->hw", plain, seen),
        ]
    )
    for _ in range(config.rounds):
        weight = _weight(within, face - np.sqrt(np.maximum(plain * gain + veil, np.float32(0))))
        count, one, other, square, both = _around(parts * weight, config.veil_px)
        # Where the print has no contrast, all that is brighter is light.
        contrast = count * square - one * one
        veil = (other * square - one * both) / (contrast + np.float32(config.veil_prior) * square + FEW * FEW)
        paper = (both - veil * one) / np.maximum(square, FEW * FEW) * lit_paper + veil
        more = paper - median(paper.ravel()[inner])
        veil = np.maximum(veil, np.minimum(more, np.float32(0)) - slack)
        veil = np.minimum(veil, np.maximum(more, np.float32(0)) + slack)
        veil = _between(veil, -config.veil, config.veil)
        gain = _between((both - veil * one + FEW) / (square + FEW), *config.gains)
    return np.sqrt(gain), veil


def _balance(
    face: Planes, known: Planes, within: NDArray[np.bool_], config: LitConfig
) -> NDArray[np.float32] | None:
    """By what factor most of the face's colours are off the known one's, each; None where that may be light."""
    shares, inner = (face + FEW) / (known + FEW), np.flatnonzero(within)
    factors = np.array([median(one.ravel()[inner]) for one in shares])
    level = float(factors.mean())
    if np.abs(np.log(factors / level)).max() < np.log(config.balanced):
        return None
    hue = np.clip(factors / level, 1 / config.balance, config.balance)
    return np.asarray(hue * np.clip(level, 1 / config.balance, config.balance), np.float32)


def _strength(seen_ink: Planes, ink: Planes, weighed: Planes, config: LitConfig) -> NDArray[np.float32]:
    pixels = WIDE * HIGH / (_SMALL[0] * _SMALL[1])
    seen = np.einsum("chw,chw->c", seen_ink, weighed) * pixels
    known = np.einsum("chw,chw->c", ink, weighed) * pixels
    low, high = config.inks
    strength = min(max((float(seen.sum()) + config.prior) / (float(known.sum()) + config.prior), low), high)
    most = 1 + config.hue
    return _between((seen / strength + config.hue_prior) / (known + config.hue_prior), 1 / most, most) * (
        np.float32(strength)
    )


def _weight(within: Plane, off: Planes) -> Plane:
    """How much the pixels of `within` count that are off by so much."""
    return np.asarray(within / (1 + np.einsum("chw,chw->hw", off, off) * np.float32(_SHARE)), np.float32)


def _around(planes: Planes, window_px: int) -> Planes:
    """The mean of each plane around each pixel."""
    window, found = (window_px, window_px), np.empty_like(planes)
    for plane, out in zip(planes, found, strict=True):
        cv2.blur(plane, window, dst=out, borderType=cv2.BORDER_REFLECT)
    return found


def _between(values: NDArray[Any], low: float, high: float) -> NDArray[np.float32]:
    # numpy's own clip takes twice as long for so few.
    return np.asarray(np.minimum(np.maximum(values, np.float32(low)), np.float32(high)), np.float32)


def _mean(planes: Planes) -> Plane:
    return np.asarray((planes[0] + planes[1] + planes[2]) * np.float32(1 / 3), np.float32)


def _interleaved(planes: Planes) -> Colours:
    return np.asarray(cv2.merge(list(planes)), np.float32)


def _small_planes(colours: Colours) -> Planes:
    return np.asarray(cv2.split(_small(colours)), np.float32)


def _small(planes: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(cv2.resize(planes, _SMALL, interpolation=cv2.INTER_AREA), np.float32)
