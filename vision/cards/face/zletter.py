"""The Z card: a letter on its paper, told by its form from every other print, however it is drawn.

A silhouette is whitened by its second moments, which takes out place, size, slant, and what is left of the
tilt; up to a turn it can then be laid over letters drawn here, their mirror images, and other print. A Z is
what lies closely over a Z, far less over anything else, and looks the same upside down. An N is a Z on its
side, and told by being too broad for one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from companion.rules.polyform import free_shapes, lattice_named
from vision.cards.face.ink import InkConfig
from vision.plane import Floats

_RADII = 20
_ANGLES = 80
_REACH = 2.5
"""The outer radius of the polar masks; a whitened silhouette has a standard deviation of one along every axis."""
_SIDE = 96
"""Pixels of the unit square in which letters are drawn."""
_THIN = 0.13
"""Strokes are widened to this share of the square root of the letter's hull, so that a hairline can be compared."""

Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class _Templates:
    """Whitened silhouettes, n of them.

    `spectrum`: (_ANGLES // 2 + 1, n, _RADII) transforms of the polar masks along the angle, conjugate; `weight`:
    (n,) their areas; `frame`: (n, 2, 3) maps from whitened coordinates to the unit square they were drawn in.
    """

    spectrum: NDArray[np.complex64]
    weight: NDArray[np.float32]
    frame: Floats


def read_z(ratio: NDArray[np.float32], config: InkConfig, least: float = 0.0) -> tuple[float, Floats] | None:
    """How much a rectified face looks like a Z card, 0..1, and the letter's corners (4, 2) in millimetres.

    `ratio` is the patch (h, w, 3) over its paper in linear light, at the config's pixels per millimetre. The
    corners run from the letter's own top left along its top bar. None where no single figure stands in the middle.
    What is no more like one than `least` is not looked at any further, and told as any likeness up to that.
    """
    share = _ink_share(ratio, config)
    if share is None:
        return None
    best: tuple[float, Floats] | None = None
    tried = 0
    for level, gap in _WAYS:
        figures = _figures(share, level, gap, config)
        for figure in figures:
            # Only the likest counts.
            found = _judge(figure, least if best is None else max(least, best[0]))
            if found is not None and (best is None or found[0] > best[0]):
                best = found[0], (found[1] + 0.5) / config.px_per_mm
        tried += bool(figures)
        if (best is not None and best[0] > 0.75) or (best is None and tried > 1):
            break
    return best


_WAYS = ((0.5, 3), (0.33, 1), (0.68, 3), (0.4, 5))
"""Shares of ink taken as the edge of the print, and pixels across gaps that are closed."""


def _ink_share(ratio: NDArray[np.float32], config: InkConfig) -> NDArray[np.float32] | None:
    """How far each pixel (h, w) is from the paper round it towards the print's own colour, about 0..1."""
    height, width = ratio.shape[:2]
    rim = round(config.rim_mm * config.px_per_mm)
    soft = cv2.GaussianBlur(ratio, (0, 0), 0.7)
    # The light of the paper alone: what is bright in each neighbourhood wider than a stroke.
    small = cv2.resize(ratio, (width // 4, height // 4), interpolation=cv2.INTER_AREA).mean(-1)
    paper = cv2.morphologyEx(
        small, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8), borderType=cv2.BORDER_REPLICATE
    )
    paper = np.clip(cv2.blur(paper, (5, 5)), 0.25, 3.0)
    paper = cv2.resize(paper, (width, height), interpolation=cv2.INTER_LINEAR)
    x, y = max(rim, width // 5), max(rim, height // 5)
    middle = (soft[y:-y:2, x:-x:2] / paper[y:-y:2, x:-x:2, None]).reshape(-1, 3)
    light = middle.sum(-1) + 3 * middle.min(-1)
    inked = light <= np.partition(light, len(light) // 40)[len(light) // 40]
    step = 1 - np.median(middle[inked], axis=0)
    if step.max() < 0.2:
        return None
    step /= step @ step
    part = cv2.transform(soft, step[None].astype(np.float32)) / paper
    share: NDArray[np.float32] = np.asarray(step.sum() - part, np.float32)
    share[:rim] = share[-rim:] = 0
    share[:, :rim] = share[:, -rim:] = 0
    return share


def _figures(share: NDArray[np.float32], level: float, gap: int, config: InkConfig) -> list[Mask]:
    """Filled silhouettes (h, w) of what could be a letter in the middle of the face, largest first, at most three."""
    height, width = share.shape
    mm = config.px_per_mm
    mask = np.asarray(share > level, np.uint8)
    if gap > 1:
        mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8)), np.uint8)
    contours, _ = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    kept = []
    for contour in contours:
        if len(contour) < 30 * mm:
            continue
        x, y, w, h = cv2.boundingRect(contour)
        if max(w, h) < 9 * mm or min(w, h) < 6 * mm or max(w, h) > 70 * mm:
            continue
        if np.hypot((x + w / 2) / width - 0.5, (y + h / 2) / height - 0.5) > 0.25:
            continue
        area = cv2.contourArea(contour)
        hull = cv2.contourArea(cv2.convexHull(contour))
        if not 0.12 * hull < area < 0.88 * hull:
            continue
        kept.append((hull, contour))
    kept.sort(key=lambda item: -item[0])
    figures = []
    for hull, contour in kept[:3]:
        filled = np.zeros_like(mask)
        cv2.drawContours(filled, [contour], -1, 255, cv2.FILLED)
        figures.append(_widened(filled, hull))
    return figures


def _widened(filled: Mask, hull: float) -> Mask:
    """The silhouette with strokes of at least the common least width."""
    area = float(np.count_nonzero(filled))
    edge = float(np.count_nonzero(filled != cv2.erode(filled, np.ones((3, 3), np.uint8))))
    stroke = 2 * area / max(edge, 1.0)
    lacking = _THIN * np.sqrt(hull) - stroke
    if lacking < 1:
        return filled
    size = 2 * round(lacking / 2) + 1
    return np.asarray(
        cv2.dilate(filled, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))), np.uint8
    )


def _judge(figure: Mask, least: float = 0.0) -> tuple[float, Floats] | None:
    """A silhouette's likeness to a Z, 0..1, and the letter's corners (4, 2) in pixels; None if far from one.

    It is as like one as the strongest of all doubts allows: where some leave no more than `least`, the others, which
    take longer, are not asked.
    """
    seen = _whiten(figure)
    if seen is None:
        return None
    polar, root, centre = seen
    weighed = polar * _cells()[:, None]
    spectrum = np.fft.rfft(weighed, axis=-1).T.astype(np.complex64)
    power = (spectrum.real**2 + spectrum.imag**2).sum(-1)
    even = float(power[::2].sum() / power.sum())
    if even < _EVEN[0] - 0.05:
        return None
    total = float(weighed.sum())
    family = _letters()
    overlap, turn = _overlap(spectrum, total, family)
    k = int(overlap.argmax())
    proper = float(overlap[k])
    if proper < _PROPER[0] - 0.1:
        return None
    cos, sin = np.cos(turn[k]), np.sin(turn[k])
    # From the drawn letter's unit square to its whitened place, turned, and on to the patch.
    frame = family.frame[k]
    corners = (np.array([[0.0, 0.0], [1, 0], [1, 1], [0, 1]]) - frame[:, 2]) @ np.linalg.inv(frame[:, :2]).T
    corners = corners @ np.array([[cos, -sin], [sin, cos]]).T @ root.T + centre
    along, down = corners[1] - corners[0], corners[3] - corners[0]
    length = float(np.hypot(*along))
    height = float(abs(along[0] * down[1] - along[1] * down[0])) / length
    lean = float(along @ down) / length / height
    like = min(
        _certainty(proper, _PROPER),
        _certainty(even, _EVEN),
        _certainty(length / height, _WIDTH),
        _certainty(abs(lean + 0.06), _LEAN),
    )
    if like > least:
        # Conjugate, the figure is seen in a mirror.
        mirrored = float(_overlap(spectrum.conj(), total, family)[0].max())
        like = min(like, _certainty(proper - mirrored, _OVER_MIRRORED))
    if like > least:
        other = float(_overlap(spectrum, total, _others())[0].max())
        like = min(like, _certainty(proper - other, _OVER_OTHER))
    return like, corners


Bounds = tuple[float, float]
"""A measure's value where it could be a Z or not, and its value where it leaves no doubt."""
_PROPER: Bounds = (0.74, 0.88)
_OVER_MIRRORED: Bounds = (0.13, 0.28)
_OVER_OTHER: Bounds = (0.06, 0.22)
_EVEN: Bounds = (0.87, 0.96)
_WIDTH: Bounds = (1.08, 0.95)
"""Bars over height: turned a quarter, an N is a Z, but a broader one than any type has."""
_LEAN: Bounds = (0.5, 0.25)
"""Sideways over height, on either side of a slight slant to the right."""
_EVEN_ODDS = 0.62


def _certainty(value: float, bounds: Bounds) -> float:
    """0..1, straight through even odds at the first bound and one at the second."""
    doubt, sure = bounds
    return float(np.clip(_EVEN_ODDS + (1 - _EVEN_ODDS) * (value - doubt) / (sure - doubt), 0, 1))


def _whiten(figure: Mask) -> tuple[NDArray[np.float32], Floats, Floats] | None:
    """The polar mask (_RADII, _ANGLES) of a whitened silhouette, and the map back: root (2, 2) and centre (2,)."""
    m = cv2.moments(figure, True)
    if m["m00"] < 20:
        return None
    centre = np.array([m["m10"], m["m01"]]) / m["m00"]
    spread = np.array([[m["mu20"], m["mu11"]], [m["mu11"], m["mu02"]]]) / m["m00"]
    values, vectors = np.linalg.eigh(spread)
    if values[0] < 1:
        return None
    root = (vectors * np.sqrt(values)) @ vectors.T
    places = _spokes() @ root.T.astype(np.float32) + centre.astype(np.float32)
    polar = cv2.remap(figure, places[..., 0].copy(), places[..., 1].copy(), cv2.INTER_LINEAR)
    return np.asarray(polar / np.float32(255), np.float32), root, centre


def _overlap(
    seen: NDArray[np.complex64], total: float, templates: _Templates
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Intersection over union (n,) with each template at its best turn, and that turn in radians (n,).

    `seen`: (_ANGLES // 2 + 1, _RADII), the figure's spectrum, each cell weighed by its area; `total`: its area.
    """
    common = np.fft.irfft((templates.spectrum @ seen[..., None])[..., 0].T, n=_ANGLES, axis=-1)
    best = common.argmax(-1)
    most = common[np.arange(len(common)), best]
    shared: NDArray[np.float32] = (most / np.maximum(total + templates.weight - most, 1e-6)).astype(
        np.float32
    )
    return shared, (best * (2 * np.pi / _ANGLES)).astype(np.float32)


@lru_cache(maxsize=1)
def _cells() -> NDArray[np.float32]:
    """The area of a polar cell at each radius, (_RADII,)."""
    radius = (np.arange(_RADII) + 0.5) * (_REACH / _RADII)
    return np.asarray(radius * (_REACH / _RADII) * (2 * np.pi / _ANGLES), np.float32)


@lru_cache(maxsize=1)
def _spokes() -> NDArray[np.float32]:
    """Whitened places of the polar cells, (_RADII, _ANGLES, 2)."""
    radius = ((np.arange(_RADII) + 0.5) * (_REACH / _RADII))[:, None, None]
    angle = np.arange(_ANGLES) * (2 * np.pi / _ANGLES)
    return np.asarray(radius * np.stack([np.cos(angle), np.sin(angle)], -1)[None], np.float32)


def _templates(pictures: list[Mask], alike: float = 1.0) -> _Templates:
    """Drawings, whose unit square is the middle (_SIDE, _SIDE) of a picture twice as wide, made ready to compare.

    A drawing that shares more than `alike` with an earlier one is left out.
    """
    spectra: list[NDArray[np.complex64]] = []
    weights: list[float] = []
    frames: list[Floats] = []
    for picture in pictures:
        points = cv2.findNonZero(picture)
        seen = _whiten(_widened(picture, cv2.contourArea(cv2.convexHull(points))))
        assert seen is not None
        polar, root, centre = seen
        weighed = polar * _cells()[:, None]
        spectrum = np.fft.rfft(weighed, axis=-1).T.astype(np.complex64)
        if spectra and alike < 1:
            before = _packed(spectra, weights, frames)
            if _overlap(spectrum, float(weighed.sum()), before)[0].max() > alike:
                continue
        spectra.append(np.fft.rfft(polar, axis=-1).astype(np.complex64))
        weights.append(float(weighed.sum()))
        frames.append(np.column_stack([root / _SIDE, (centre + 0.5) / _SIDE - 0.5]))
    return _packed(spectra, weights, frames)


def _packed(spectra: list[NDArray[np.complex64]], weights: list[float], frames: list[Floats]) -> _Templates:
    across = np.ascontiguousarray(np.stack(spectra).conj().transpose(2, 0, 1))
    return _Templates(across, np.array(weights, np.float32), np.stack(frames))


@lru_cache(maxsize=1)
def _letters() -> _Templates:
    """Zs over the usual range of bars and diagonals, without serifs and with."""
    pictures = [
        _draw_z(bar, slant, 0.0)
        for bar in (0.10, 0.16, 0.22, 0.28, 0.34)
        for slant in (0.14, 0.22, 0.30, 0.40, 0.52)
    ]
    pictures += [
        _draw_z(bar, slant, tick)
        for bar in (0.06, 0.10, 0.16)
        for slant in (0.18, 0.28, 0.38)
        for tick in (0.18, 0.28)
    ]
    return _templates(pictures)


def _draw_z(bar: float, slant: float, tick: float) -> Mask:
    """A Z in the unit square: bars so high, a diagonal so wide along the bar, serifs hanging so far from the edge."""
    picture = np.zeros((2 * _SIDE, 2 * _SIDE), np.uint8)
    wide = max(0.09, 0.7 * bar)
    parts = [
        [(0, 0), (1, 0), (1, bar), (0, bar)],
        [(0, 1 - bar), (1, 1 - bar), (1, 1), (0, 1)],
        [(1 - slant, bar), (1, bar), (slant, 1 - bar), (0, 1 - bar)],
    ]
    if tick:
        parts += [[(0, 0), (wide, 0), (wide * 0.7, tick), (0, tick)]]
        parts += [[(1, 1), (1 - wide, 1), (1 - wide * 0.7, 1 - tick), (1, 1 - tick)]]
    for part in parts:
        _fill(picture, np.array(part, float))
    return picture


def _fill(picture: Mask, loop: Floats) -> None:
    """Fill a polygon (s, 2) of unit-square coordinates."""
    points = np.round(((loop + 0.5) * _SIDE - 0.5) * 16).astype(np.int32)
    cv2.fillPoly(picture, [points], 255, shift=4)


@lru_cache(maxsize=1)
def _others() -> _Templates:
    """Print that is no Z: polyforms and their mirror images, and signs that share some of a Z's strokes."""
    pictures: list[Mask] = []
    for name in ("iamond", "abolo"):
        for size in (3, 4, 5):
            for shape in free_shapes(lattice_named(name), size):
                loop = np.array(shape.outline()[0], float)
                loop = (loop - loop.min(0)) / np.ptp(loop, axis=0).max()
                for side in (1, -1):
                    picture = np.zeros((2 * _SIDE, 2 * _SIDE), np.uint8)
                    _fill(picture, (loop - 0.5) * [side, 1] + 0.5)
                    pictures.append(picture)
    font = ImageFont.load_default(size=1.3 * _SIDE)
    for sign, stroke in [(sign, 0) for sign in "S2573ELTFHXKAVMI1?"] + [
        (sign, k) for sign in "S25" for k in (4, 8)
    ]:
        canvas = Image.new("L", (2 * _SIDE, 2 * _SIDE))
        ImageDraw.Draw(canvas).text(
            (_SIDE, _SIDE), sign, font=font, anchor="mm", fill=255, stroke_width=stroke
        )
        drawn = np.asarray(np.asarray(canvas) > 127, np.uint8) * np.uint8(255)
        contours, _ = cv2.findContours(drawn, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        solid = np.zeros_like(drawn)
        cv2.drawContours(solid, contours, -1, 255, cv2.FILLED)
        pictures.append(solid)
    return _templates(pictures, 0.93)
