"""Whether a part shows the colour that its marker says: printed patches beside the white paper around the marker.

The paper next to a marker is lit as the patch is, so their ratio is the print's own colour, whatever the lamp and the
white balance are. Blur mixes paper into narrow patches; a colour mixed with paper counts as that colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.parts.deck import Mark, MarkedParts, Patch, Srgb
from vision.photo import Pixels
from vision.plane import Floats, apply, homography, rectangle
from vision.srgb import linear_rgb


@dataclass(frozen=True, slots=True)
class ColourConfig:
    """How alike a patch and a printed colour have to be; distances are of CIE Lab, lightness counted less."""

    px_per_mm: float = 3.0
    lightness: float = 0.35
    near: float = 22.0
    """A patch within this of a colour may show it ..."""
    margin: float = 6.0
    """... if no other colour of the game is nearer by so much."""
    least_ink: float = 0.45
    """The least share of colour in a patch that blur has mixed with paper."""
    ring_mm: float = 1.1
    """How far the white around a marker reaches at least."""


def colours_of(parts: MarkedParts) -> tuple[Srgb, ...]:
    """All colours that patches of a game show."""
    return tuple(sorted({patch.srgb for part in parts.parts for patch in part.patches}))


def colour_agrees(
    image: Pixels,
    to_px: Floats,
    mark: Mark,
    patches: Sequence[Patch],
    colours: Sequence[Srgb],
    config: ColourConfig,
) -> bool | None:
    """Whether some patch shows its colour; False if none does and half of them show one other; None if nobody can tell.

    `to_px` (3, 3) maps the part's millimetres to pixels of the photo (h, w, 3); `mark` is one that was seen, around
    which the paper is looked at."""
    if not patches:
        return None
    paper = paper_around(image, to_px, mark, config)
    if paper is None:
        return None
    own = patches[0].srgb
    shown = [shown_in(image, to_px, patch, paper, colours, config) for patch in patches]
    if own in shown:
        return True
    others = [colour for colour in shown if colour is not None]
    most = max((others.count(colour) for colour in set(others)), default=0)
    return False if 2 * most > len(patches) else None


def shown_in(
    image: Pixels, to_px: Floats, patch: Patch, paper: Floats, colours: Sequence[Srgb], config: ColourConfig
) -> Srgb | None:
    """Which of the game's colours a patch shows over its paper's light (3,), `to_px` (3, 3) from its millimetres; None
    where that is not clear."""
    seen = light_in(image, to_px, patch.at_mm, patch.size_mm, config)
    if seen is None:
        return None
    ratio = np.median(seen, axis=0) / paper
    away = {colour: _distance(ratio, colour, config) for colour in colours}
    order = sorted(away, key=lambda colour: away[colour])
    first = order[0]
    second = away[order[1]] if len(order) > 1 else np.inf
    return first if away[first] < config.near and second - away[first] > config.margin else None


def _distance(ratio: Floats, colour: Srgb, config: ColourConfig) -> float:
    """From a patch's colour over its paper's, linear RGB, to a printed colour mixed with as much paper as suits it."""
    printed = linear_rgb(np.array(colour, np.uint8))
    shares = np.linspace(config.least_ink, 1.0, 8)[:, None]
    mixed = shares * printed + (1 - shares)
    off = lab(ratio[None]) - lab(mixed)
    off[:, 0] *= config.lightness
    return float(np.sqrt((off**2).sum(-1)).min())


def paper_around(image: Pixels, to_px: Floats, mark: Mark, config: ColourConfig) -> Floats | None:
    """The light (3,) of the paper around a marker, linear RGB, `to_px` (3, 3) from its millimetres: the brighter part
    of a ring, past what blur makes grey."""
    (x, y), side, ring = mark.at_mm, mark.side_mm, config.ring_mm
    strips = (
        ((x, y - ring), (side, ring)),
        ((x, y + side), (side, ring)),
        ((x - ring, y), (ring, side)),
        ((x + side, y), (ring, side)),
    )
    found = [light_in(image, to_px, at, size, config) for at, size in strips]
    seen = [one for one in found if one is not None]
    if not seen:
        return None
    light = np.concatenate(seen)
    bright = light[light.sum(1) >= np.percentile(light.sum(1), 70)]
    paper: Floats = bright.mean(0)
    return paper if float(paper.min()) > 0.004 else None


def light_in(
    image: Pixels,
    to_px: Floats,
    at_mm: tuple[float, float],
    size_mm: tuple[float, float],
    config: ColourConfig,
) -> Floats | None:
    """A rectangle of a part as linear RGB (n, 3); None where it leaves the photo."""
    width, height = (max(2, round(length * config.px_per_mm)) for length in size_mm)
    corners = apply(to_px, rectangle(size_mm, at_mm))
    if (
        not np.isfinite(corners).all()
        or (corners < 0).any()
        or (corners > np.array(image.shape[1::-1])).any()
    ):
        return None
    target = rectangle((width, height)) - 0.5
    flat = cv2.warpPerspective(
        image, homography(target, corners), (width, height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    )
    return linear_rgb(np.asarray(flat, np.uint8).reshape(-1, 3)[:, ::-1])


_TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def lab(rgb: Floats) -> Floats:
    """CIE Lab (n, 3) of linear RGB (n, 3), white being (1, 1, 1)."""
    xyz = rgb @ _TO_XYZ.T / _TO_XYZ.sum(1)
    f = np.where(xyz > 0.008856, np.cbrt(np.maximum(xyz, 1e-9)), 7.787 * xyz + 16 / 116)
    found: Floats = np.stack([116 * f[:, 1] - 16, 500 * (f[:, 0] - f[:, 1]), 200 * (f[:, 1] - f[:, 2])], -1)
    return found
