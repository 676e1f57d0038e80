"""The Z card: a letter on its paper, told by its form from every other print, however it is drawn.

A silhouette is whitened by its second moments, which takes out place, size, slant, and what is left of the
tilt; up to a turn it can then be laid over letters drawn here, their mirror images, and other print. A Z is
what lies closely over a Z, far less over anything else, and looks the same upside down. An N is a Z on its
side, and told by being too broad for one.
"""

from __future__ import annotations

from math import cos, hypot, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.face.ink import InkConfig
from vision.cards.face.whitened import Mask, Whitened, overlap, whiten
from vision.cards.face.zprints import letters, others, widened
from vision.paper import median
from vision.plane import Floats


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
    small = cv2.resize(ratio, (width // 4, height // 4), interpolation=cv2.INTER_AREA)
    small = (small[..., 0] + small[..., 1] + small[..., 2]) / np.float32(3)
    paper = cv2.morphologyEx(
        small, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8), borderType=cv2.BORDER_REPLICATE
    )
    paper = np.clip(cv2.blur(paper, (5, 5)), 0.25, 3.0)
    paper = cv2.resize(paper, (width, height), interpolation=cv2.INTER_LINEAR)
    x, y = max(rim, width // 5), max(rim, height // 5)
    light_of = paper[y:-y:2, x:-x:2]
    blue, green, red = (np.asarray(soft[y:-y:2, x:-x:2, k] / light_of, np.float32).ravel() for k in range(3))
    light = blue + green + red + 3 * np.minimum(np.minimum(blue, green), red)
    inked = np.flatnonzero(light <= np.partition(light, len(light) // 40)[len(light) // 40])
    step = np.array([1 - median(channel[inked]) for channel in (blue, green, red)], np.float32)
    if step.max() < 0.2:
        return None
    step /= step @ step
    part = cv2.transform(soft, step[None]) / paper
    share: NDArray[np.float32] = np.asarray(step.sum() - part, np.float32)
    share[:rim] = share[-rim:] = 0
    share[:, :rim] = share[:, -rim:] = 0
    return share


def _figures(share: NDArray[np.float32], level: float, gap: int, config: InkConfig) -> list[Mask]:
    """Filled silhouettes (h, w) of what could be a letter in the middle of the face, largest first, at most three."""
    height, width = share.shape
    mm = config.px_per_mm
    mask = (share > level).view(np.uint8)
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
        if hypot((x + w / 2) / width - 0.5, (y + h / 2) / height - 0.5) > 0.25:
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
        figures.append(widened(filled, hull))
    return figures


def _judge(figure: Mask, least: float = 0.0) -> tuple[float, Floats] | None:
    """A silhouette's likeness to a Z, 0..1, and the letter's corners (4, 2) in pixels; None if far from one.

    It is as like one as the strongest of all doubts allows: where some leave no more than `least`, the others, which
    take longer, are not asked.
    """
    seen = whiten(figure)
    if seen is None:
        return None
    spectrum, area = seen.spectrum, seen.area
    power = (spectrum.real**2 + spectrum.imag**2).sum(-1)
    even = float(power[::2].sum() / power.sum())
    if even < _EVEN[0] - 0.05:
        return None
    likest = overlap(spectrum, area, letters())
    proper = likest.shared
    if proper < _PROPER[0] - 0.1:
        return None
    corners = _letter_corners(seen, letters().frame[likest.number], likest.turn)
    width, lean = _build(corners)
    like = min(
        _certainty(proper, _PROPER),
        _certainty(even, _EVEN),
        _certainty(width, _WIDTH),
        _certainty(abs(lean + 0.06), _LEAN),
    )
    if like > least:
        # Conjugate, the figure is seen in a mirror.
        mirrored = overlap(spectrum.conj(), area, letters()).shared
        like = min(like, _certainty(proper - mirrored, _OVER_MIRRORED))
    if like > least:
        other = overlap(spectrum, area, others()).shared
        like = min(like, _certainty(proper - other, _OVER_OTHER))
    return like, corners


def _letter_corners(seen: Whitened, frame: Floats, turn: float) -> Floats:
    """Where the unit square (4, 2) of a drawn letter, whose `frame` (2, 3) maps to it, lies on the patch, in pixels."""
    c, s = cos(turn), sin(turn)
    corners = (np.array([[0.0, 0.0], [1, 0], [1, 1], [0, 1]]) - frame[:, 2]) @ np.linalg.inv(frame[:, :2]).T
    placed: Floats = corners @ np.array([[c, s], [-s, c]]) @ seen.root.T + seen.centre
    return placed


def _build(corners: Floats) -> tuple[float, float]:
    """A letter's width over its height, and how far it leans sideways over its height."""
    along, down = corners[1] - corners[0], corners[3] - corners[0]
    length = hypot(*along.tolist())
    height = float(abs(along[0] * down[1] - along[1] * down[0])) / length
    return length / height, float(along @ down) / length / height


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
    return min(max(_EVEN_ODDS + (1 - _EVEN_ODDS) * (value - doubt) / (sure - doubt), 0.0), 1.0)
