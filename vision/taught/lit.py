"""What a camera makes of a known face: its light from place to place, and how strong its inks are."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.paper import median
from vision.taught.bending import Plane
from vision.taught.pictured import HIGH, WIDE

Colours = NDArray[np.float32]
"""(h, w, 3), blue, green and red, 1 the paper."""

_SMALL = WIDE // 2, HIGH // 2
"""Light and inks are found on pixels this few: there a face that is a little less sharp looks the same."""
_FEW = np.float32(0.02)
_THIRDS = np.full((1, 3), 1 / 3, np.float32)
_SHARE = 50.0
"""A pixel whose squared difference is 1 / this counts half."""


@dataclass(frozen=True, slots=True)
class LitConfig:
    """How far a camera may change a face's light and inks."""

    around_px: int = 13
    levels: tuple[float, float] = (0.65, 1.5)
    light_hue: float = 0.04
    """Light may differ by so much, and its colours by this share, smoothly within a window of this width in small
    pixels."""
    inks: tuple[float, float] = (0.7, 1.5)
    hue: float = 0.05
    """All inks may be stronger or weaker by so much, their colours by this share."""
    prior: float = 1.0
    hue_prior: float = 4.0
    """So many pixels full of ink have to show it."""
    rounds: int = 2
    balance: float = 1.4
    balanced: float = 1.04
    """Where another of the card's colours was taken for its paper, all of them are off by one factor each: by this much
    at most, and by less than the second it is light."""
    veil_px: int = 9
    veil_hue: float = 0.5
    veil: float = 0.9
    veil_slack: float = 0.05
    veil_prior: float = 0.02
    gains: tuple[float, float] = (0.3, 2.5)
    """Glare adds white to all that lies under it, smoothly within the first, its colours off by such a share: so much
    of the paper's light at most, and hardly more than it brightens the paper there; so many pixels of full contrast
    have to show it. Once it is known, the light itself may be found to differ by the last."""


@dataclass(frozen=True, slots=True)
class Lit:
    """`light`: (h, w, 3) small pixels; `veil`: (h, w, 3), what glare adds, of linear light, less than none where it
    lay on the known face; `strength` and `balance`: (3,), of the inks, and of all colours."""

    light: Colours
    veil: Colours
    strength: NDArray[np.float32]
    balance: NDArray[np.float32] | None

    def colours(self, known: Colours) -> tuple[Colours, Colours]:
        """A known face in this light, and how much of that is glare."""
        if self.balance is not None:
            known = known * self.balance
        plain = (1 - (1 - known) * self.strength) * self._at(self.light, known)
        veiled = self._veiled(plain)
        return veiled, np.asarray(veiled - plain, np.float32)

    def paper(self) -> Plane:
        """How light the known face's paper is in each small pixel."""
        return self._veiled(mean_of(self.light))

    def level(self, known: Plane, colours: Colours) -> Plane:
        """A known face's lightness in this light; `colours` are its own."""
        if self.balance is not None:
            share = mean_of(colours * self.balance) / np.maximum(mean_of(colours), _FEW)
            known = known * self._at(np.asarray(share, np.float32), known)
        return self._veiled((1 - (1 - known) * self.strength.mean()) * self._at(mean_of(self.light), known))

    def _veiled(self, plain: NDArray[np.float32]) -> NDArray[np.float32]:
        veil = self._at(self.veil if plain.ndim == 3 else mean_of(self.veil), plain)
        return np.asarray(np.sqrt(np.maximum(plain * plain + veil, 0)), np.float32)

    @staticmethod
    def _at(light: NDArray[np.float32], known: NDArray[np.float32]) -> NDArray[np.float32]:
        size = known.shape[1], known.shape[0]
        return np.asarray(cv2.resize(light, size, interpolation=cv2.INTER_LINEAR), np.float32)


def lit(seen: Colours, known: Colours, inside: Plane, config: LitConfig) -> Lit:
    """In which light, and how strong in its inks, the known face would look most as the seen one does.

    Both of one size; `inside` is 1 for the pixels that count.
    """
    face, small = _small(seen), _small(known)
    within = np.asarray(_small(inside) > 0.99, np.float32)
    balance = _balance(face, small, within > 0, config)
    ink = 1 - (small if balance is None else small * balance)
    window = (config.around_px, config.around_px)
    weight, strength = within[..., None], np.ones(3, np.float32)
    light = np.ones_like(face)
    most = 1 + config.light_hue
    for _ in range(config.rounds):
        own = 1 - ink * strength
        weighed = weight * own
        both = cv2.blur(weighed * face, window, borderType=cv2.BORDER_REFLECT) + _FEW
        lone = cv2.blur(weighed * own, window, borderType=cv2.BORDER_REFLECT) + _FEW
        found = both / lone
        level = mean_of(found)[..., None]
        light = np.asarray(
            np.clip(level, *config.levels) * np.clip(found / level, 1 / most, most), np.float32
        )
        strength = _strength(1 - face / light, ink, ink * weight, config)
        off = face - (1 - ink * strength) * light
        weight = (within / (1 + np.einsum("hwc,hwc->hw", off, off) * np.float32(_SHARE)))[..., None]
    gain, level = _veil(face, (1 - ink * strength) * light, light, within, config)
    light = np.asarray(light * gain[..., None], np.float32)
    return Lit(light, _hued(face, (1 - ink * strength) * light, level, weight, config), strength, balance)


def _hued(face: Colours, known: Colours, veil: Plane, weight: Colours, config: LitConfig) -> Colours:
    """What glare adds in each colour: it may be of another light than the paper's."""
    window = (config.veil_px, config.veil_px)
    left = cv2.blur(weight * (face * face - known * known), window, borderType=cv2.BORDER_REFLECT)
    count = cv2.blur(weight[..., 0], window, borderType=cv2.BORDER_REFLECT)[..., None] + _FEW
    own, size = veil[..., None], np.abs(veil)[..., None]
    found = (left + own * _FEW) / count
    return np.asarray(own + np.clip(found - own, -config.veil_hue * size, config.veil_hue * size), np.float32)


def _veil(
    face: Colours, known: Colours, light: Colours, within: Plane, config: LitConfig
) -> tuple[Plane, Plane]:
    """By what the light has to change in each place, and what glare adds there, for a known face in that light to be
    most like the seen one."""
    seen, plain = face * face, known * known
    window = (config.veil_px, config.veil_px)
    lit_paper = mean_of(light * light)
    gain, veil = np.ones_like(within), np.zeros_like(within)

    def around(plane: Plane) -> Plane:
        return np.asarray(cv2.blur(plane, window, borderType=cv2.BORDER_REFLECT), np.float32)

    for _ in range(config.rounds):
        off = face - np.sqrt(np.maximum(plain * gain[..., None] + veil[..., None], 0))
        weight = within / (1 + np.einsum("hwc,hwc->hw", off, off) * np.float32(_SHARE))
        count, one, other = (
            around(weight) * 3,
            around(weight * 3 * mean_of(plain)),
            around(weight * 3 * mean_of(seen)),
        )
        square = around(weight * np.einsum("hwc,hwc->hw", plain, plain))
        both = around(weight * np.einsum("hwc,hwc->hw", plain, seen))
        # Where the print has no contrast, all that is brighter is light.
        contrast = count * square - one * one
        veil = (other * square - one * both) / (contrast + np.float32(config.veil_prior) * square + _FEW**2)
        paper = (both - veil * one) / np.maximum(square, _FEW**2) * lit_paper + veil
        more = paper - median(paper[within > 0])
        slack = np.float32(config.veil_slack)
        veil = np.clip(veil, np.minimum(more, 0) - slack, np.maximum(more, 0) + slack)
        veil = np.asarray(np.clip(veil, -config.veil, config.veil), np.float32)
        gain = np.clip((both - veil * one + _FEW) / (square + _FEW), *config.gains)
    return np.asarray(np.sqrt(gain), np.float32), veil


def _balance(
    face: Colours, known: Colours, within: NDArray[np.bool_], config: LitConfig
) -> NDArray[np.float32] | None:
    """By what factor most of the face's colours are off the known one's, each; None where that may be light."""
    factors = np.array([median(one) for one in ((face[within] + _FEW) / (known[within] + _FEW)).T])
    level = float(factors.mean())
    if np.abs(np.log(factors / level)).max() < np.log(config.balanced):
        return None
    hue = np.clip(factors / level, 1 / config.balance, config.balance)
    return np.asarray(hue * np.clip(level, 1 / config.balance, config.balance), np.float32)


def _strength(seen_ink: Colours, ink: Colours, weighed: Colours, config: LitConfig) -> NDArray[np.float32]:
    pixels = WIDE * HIGH / (_SMALL[0] * _SMALL[1])
    seen = np.einsum("hwc,hwc->c", seen_ink, weighed) * pixels
    known = np.einsum("hwc,hwc->c", ink, weighed) * pixels
    strength = np.clip((seen.sum() + config.prior) / (known.sum() + config.prior), *config.inks)
    most = 1 + config.hue
    hue = np.clip((seen / strength + config.hue_prior) / (known + config.hue_prior), 1 / most, most)
    return np.asarray(strength * hue, np.float32)


def mean_of(colours: Colours) -> Plane:
    """The mean of three colours: numpy's own takes its time over so few."""
    return np.asarray(cv2.transform(np.ascontiguousarray(colours, np.float32), _THIRDS), np.float32)


def _small(planes: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(cv2.resize(planes, _SMALL, interpolation=cv2.INTER_AREA), np.float32)
