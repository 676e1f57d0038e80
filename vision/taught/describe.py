"""A card's face as a grid of small descriptions: which way its edges run, and its colours over its paper.

Both are taken from the face laid flat, in the order of its own sides, so that scale, turn and tilt are gone; colours
are ratios to the face's own paper, so that most of the light is gone too. No picture can be made of them again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.paper import Planes, over_paper
from vision.photo import Pixels
from vision.plane import Floats
from vision.rectify import Pyramid, face_map, rectify

COLUMNS, ROWS = 20, 28
"""Fields of the grid, across an upright card and down it."""

WAYS = 8
"""Directions in which edges are told apart."""

TONES = 3
"""Lightness, red against green, and both against blue."""

STEP_PX = 6
WIDTH_PX, HEIGHT_PX = (COLUMNS + 1) * STEP_PX, (ROWS + 1) * STEP_PX
"""A face laid flat; the fields' middles lie STEP_PX apart and from its sides."""

_Plane = NDArray[np.float32]

Described = NDArray[np.float32]
"""(WAYS + TONES, ROWS, COLUMNS): edges 0..1, tones about -1..1.5."""

HEADROOM = 1.6
"""What is bright on a face has no more than so many times its paper's light: a coloured ground has hardly any of some
colours, and what is printed on it far more."""

_KERNEL_PX = 13
_FLAT_PX_PER_MM = 2.0
_COARSER = 3


@dataclass(frozen=True, slots=True)
class LightConfig:
    """What shadows and glare may do to a face, and what they may not."""

    around_px: int = 31
    """The paper shows somewhere within a window of this width, between what is printed."""
    hue: float = 0.08
    levels: tuple[float, float] = (0.5, 1.4)
    """They change hue and lightness by this much at most; what differs more is print."""
    rim_px: int = 3


@dataclass(frozen=True, slots=True)
class DescribeConfig:
    """How a face is smoothed and normed before it is described."""

    smooth_px: float = 0.6
    pool_px: float = 2.2
    """What lies so near a field's middle takes part in it."""
    around_px: int = 12
    faint: float = 0.012
    """Edges much weaker than this, as a share of the paper's light per pixel, count for nothing."""
    pale: float = 0.08
    """Differences in colour count in full up to so much colour, and ever less above."""
    light: LightConfig = field(default_factory=LightConfig)
    brightest: float = 1.6
    """Glare is cut at so many times the paper's light, on the eye's scale."""


@dataclass(frozen=True)
class TurnedFace:
    """A face in one turn, described at every pixel: the face that was laid flat, as it lies there or `upside` down."""

    turn: int
    flat: FlatFace
    upside: bool = False

    @cached_property
    def maps(self) -> NDArray[np.float32]:
        """(WAYS + TONES, HEIGHT_PX, WIDTH_PX)"""
        return upside_down(self.flat.maps) if self.upside else self.flat.maps

    @property
    def planes(self) -> Planes:
        """What it was described from, over its paper, (3, HEIGHT_PX, WIDTH_PX)."""
        planes = self.flat.planes
        return np.ascontiguousarray(planes[:, ::-1, ::-1]) if self.upside else planes

    def at(self, dx: int, dy: int) -> Described:
        """The fields with their grid moved by whole pixels, fewer than STEP_PX - 1 either way."""
        if self.upside:
            # The last pixel of a flat face lies as far from its side as the first, the grid's last field one nearer.
            return upside_down(_fields_at(self.flat.maps, -1 - dx, -1 - dy))
        return _fields_at(self.flat.maps, dx, dy)


@dataclass(frozen=True, slots=True)
class FlatFace:
    """A face laid flat: `planes` (3, HEIGHT_PX, WIDTH_PX) over its paper, `maps` as `described`."""

    planes: Planes
    maps: NDArray[np.float32]


def _fields_at(maps: NDArray[np.float32], dx: int, dy: int) -> Described:
    rows = slice(STEP_PX + dy, HEIGHT_PX - 1 + dy, STEP_PX)
    return maps[:, rows, STEP_PX + dx : WIDTH_PX - 1 + dx : STEP_PX]


def flat(pyramid: Pyramid, corners: Floats) -> Pixels:
    """The face within corners (4, 2), the first one top-left, as (HEIGHT_PX, WIDTH_PX, 3)."""
    to_px = face_map(corners, (float(WIDTH_PX), float(HEIGHT_PX)))
    return _rectified(pyramid, to_px)


def _rectified(pyramid: Pyramid, to_px: Floats) -> Pixels:
    # A pixel of the flat face is what rectify calls a millimetre, times its scale.
    scale = _FLAT_PX_PER_MM
    grown = to_px @ np.diag([scale, scale, 1.0])
    return rectify(pyramid, grown, (WIDTH_PX / scale, HEIGHT_PX / scale), scale)[0]


def described(planes: Planes, config: DescribeConfig) -> NDArray[np.float32]:
    """The maps (WAYS + TONES, HEIGHT_PX, WIDTH_PX) of a face laid flat, (3, HEIGHT_PX, WIDTH_PX) over its paper."""
    # Equal steps to the eye: print is designed for it, and dark colours keep apart.
    seen = np.minimum(np.sqrt(planes / paper_light(planes, config.light)), np.float32(config.brightest))
    blue, green, red = (
        np.asarray(cv2.GaussianBlur(plane, (0, 0), config.smooth_px), np.float32) for plane in seen
    )
    maps = np.empty((WAYS + TONES, HEIGHT_PX, WIDTH_PX), np.float32)
    pool = cv2.getGaussianKernel(_KERNEL_PX, config.pool_px, cv2.CV_32F)
    _edges((blue, green, red), maps, pool, config)
    tones = (blue + green + red) * np.float32(1 / 3), red - green, (red + green) * np.float32(0.5) - blue
    for k, tone in enumerate(tones, WAYS):
        cv2.sepFilter2D(tone, -1, pool, pool, dst=maps[k])
    # What is strongly coloured is off by a share of its colour, what is nearly white by next to nothing.
    colour = cv2.magnitude(maps[-2], maps[-1])
    colour += np.float32(1e-6)
    colour *= np.float32(1 / config.pale)
    # The area's sine, by its logarithm: numpy's own takes longer than all the rest.
    maps[-2:] *= cv2.log(colour + np.sqrt(colour * colour + np.float32(1))) / colour
    return maps


def paper_light(planes: Planes, config: LightConfig) -> Planes:
    """What shadows and glare do to each place (3, h, w): its paper's light over the whole face's, as far as light may
    do it."""
    # Light has no detail, so a ninth of the pixels do; along the rim the table may show.
    rim, (height, width) = config.rim_px, planes.shape[1:]
    size = (width - 2 * rim) // _COARSER, (height - 2 * rim) // _COARSER
    inner = [cv2.resize(plane[rim:-rim, rim:-rim], size, interpolation=cv2.INTER_AREA) for plane in planes]
    near = cv2.blur(cv2.merge(inner), (2, 2))
    around = round(config.around_px / _COARSER) | 1
    near = cv2.morphologyEx(near, cv2.MORPH_CLOSE, np.ones((around, around), np.uint8))
    found = np.asarray(cv2.split(cv2.blur(near, (around // 2,) * 2)), np.float32)
    level = np.maximum((found[0] + found[1] + found[2]) * np.float32(1 / 3), np.float32(1e-3))
    most = 1 + config.hue
    light = np.clip(found / level, 1 / most, most) * np.clip(level, *config.levels)
    spread = np.empty_like(planes)
    for plane, out in zip(light, spread, strict=True):
        whole = cv2.resize(plane, (width - 2 * rim, height - 2 * rim), interpolation=cv2.INTER_LINEAR)
        cv2.copyMakeBorder(whole, rim, rim, rim, rim, cv2.BORDER_REPLICATE, dst=out)
    return spread


def _edges(seen: tuple[_Plane, ...], maps: NDArray[np.float32], pool: Any, config: DescribeConfig) -> None:
    """How much edge runs each way near each pixel, over how much there is around it, into maps (WAYS..., h, w)."""
    gx, gy, strength = _steepest(seen)
    strength += 1e-6
    gx, gy = gx / strength, gy / strength
    none = np.float32(0)
    half = WAYS // 2
    for k in range(half):
        angle = 2 * np.pi * k / WAYS
        along = gx * np.float32(np.cos(angle)) + gy * np.float32(np.sin(angle))
        cubed = along * along * along * strength
        cv2.sepFilter2D(np.maximum(cubed, none), -1, pool, pool, dst=maps[k])
        cv2.sepFilter2D(np.maximum(-cubed, none), -1, pool, pool, dst=maps[k + half])
    energy = cv2.blur(np.einsum("khw,khw->hw", maps[:WAYS], maps[:WAYS]), (2 * config.around_px + 1,) * 2)
    maps[:WAYS] *= 1 / np.sqrt(energy + np.float32(config.faint**2))


def _steepest(seen: tuple[_Plane, ...]) -> tuple[_Plane, _Plane, _Plane]:
    """The gradient of the colour that changes most at each pixel, across and down, and its strength."""
    best: tuple[_Plane, _Plane, _Plane] | None = None
    for plane in seen:
        gx = np.asarray(cv2.Sobel(plane, cv2.CV_32F, 1, 0, scale=1 / 8), np.float32)
        gy = np.asarray(cv2.Sobel(plane, cv2.CV_32F, 0, 1, scale=1 / 8), np.float32)
        strength = gx * gx + gy * gy
        if best is None:
            best = gx, gy, strength
            continue
        more = (strength > best[2]).view(np.uint8)
        for held, new in zip(best, (gx, gy, strength), strict=True):
            cv2.copyTo(new, more, held)
    assert best is not None
    np.sqrt(best[2], out=best[2])
    return best


def turned_faces(
    pyramid: Pyramid, corners: Floats, config: DescribeConfig, turns: Sequence[int] = (0, 1)
) -> list[TurnedFace]:
    """The face within corners (4, 2) px, clockwise, in its four turns; turn k has corner k as its top-left.

    `turns` says which to take, each together with the same upside down.
    """
    found = []
    for k in turns:
        planes, _ = over_paper(flat(pyramid, np.roll(corners, -k, axis=0)), STEP_PX, HEADROOM)
        face = FlatFace(planes, described(planes, config))
        found += [TurnedFace(k, face), TurnedFace(k + 2, face, upside=True)]
    return sorted(found, key=lambda face: face.turn)


def upside_down(maps: NDArray[np.float32]) -> NDArray[np.float32]:
    """What the maps or fields (WAYS + TONES, h, w) of a face are the other way up: its edges run the opposite way."""
    half = WAYS // 2
    order = [*range(half, WAYS), *range(half), *range(WAYS, WAYS + TONES)]
    turned: NDArray[np.float32] = maps[order, ::-1, ::-1]
    return turned
