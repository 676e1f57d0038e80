"""Straight edges of a photo, found at a size that costs little, and what makes them visible: light or colour."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Pixels
from vision.plane import Floats


@dataclass(frozen=True, slots=True)
class SegmentConfig:
    """How straight edges are looked for."""

    search_side_px: int = 1000
    """The photo's longer side while searching; larger finds finer seams and takes longer."""
    least_px: float = 9.0
    """Shorter segments, in pixels of the search, are texture."""
    beside_px: float = 6.0
    """How far beside a segment its colour is looked at."""
    green: float = 0.06
    """By how much the share of green is larger than those of red and blue beside a green piece."""
    most: int = 1500
    """The longest so many are kept: a patterned tablecloth has thousands."""


def find_segments(image: Pixels, config: SegmentConfig) -> Floats:
    """Segments (n, 2, 2) from point to point in pixels of the photo (h, w, 3), the longest first."""
    scale = min(1.0, config.search_side_px / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    with ThreadPoolExecutor() as pool:
        segments = np.concatenate(list(pool.map(_in_channel, channels(np.asarray(small, np.uint8)))))
    lengths = np.linalg.norm(segments[:, 1] - segments[:, 0], axis=1)
    order = np.argsort(-lengths, kind="stable")
    order = order[lengths[order] >= config.least_px][: config.most]
    # Pixel centres are whole numbers before and after.
    kept: Floats = (segments[order] + 0.5) / scale - 0.5
    return kept


def _in_channel(channel: NDArray[np.uint8]) -> Floats:
    lines = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD).detect(channel)[0]
    return np.zeros((0, 2, 2)) if lines is None else np.asarray(lines, float).reshape(-1, 2, 2)


def contrasts(image: Pixels, segments: Floats) -> Floats:
    """By how much the two sides of each segment (n,) differ, in grey levels of the channel that differs most."""
    way = segments[:, 1] - segments[:, 0]
    across = np.stack([-way[:, 1], way[:, 0]], 1) / np.maximum(
        np.linalg.norm(way, axis=1, keepdims=True), 1e-9
    )
    height, width = image.shape[:2]
    sides = []
    for off in (-2.5, 2.5):
        places = segments[:, :1] + way[:, None] * np.array([0.25, 0.5, 0.75])[:, None] + off * across[:, None]
        x, y = np.moveaxis(places.round().astype(int), -1, 0)
        sides.append(image[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)].astype(float))
    found: Floats = np.median(np.abs(sides[1] - sides[0]).max(-1), axis=1)
    return found


def beside_green(image: Pixels, segments: Floats, config: SegmentConfig) -> NDArray[np.bool_]:
    """Which segments (n,) have green on one of their sides: more of green than of red or blue, for this photo."""
    scale = min(1.0, 320 / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.float32)
    # What the light makes of grey, roughly: the photo's own mean.
    even = small / np.maximum(small.mean((0, 1)), 1.0)
    shares = even / np.maximum(even.sum(-1, keepdims=True), 0.1)
    green = shares[..., 1] - np.maximum(shares[..., 0], shares[..., 2])
    way = segments[:, 1] - segments[:, 0]
    across = np.stack([-way[:, 1], way[:, 0]], 1) / np.maximum(
        np.linalg.norm(way, axis=1, keepdims=True), 1e-9
    )
    found = np.zeros(len(segments), bool)
    height, width = green.shape
    for off in (-config.beside_px, config.beside_px):
        x, y = ((segments.mean(1) + off * across) * scale).T.round().astype(int)
        found |= green[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)] > config.green
    return found


def channels(image: Pixels) -> list[NDArray[np.uint8]]:
    """Light, and blue against red, (h, w) each: a dark blue piece on a dark board differs in colour alone."""
    light = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    blue, red = (cv2.extractChannel(image, channel) for channel in (0, 2))
    # What is beyond 0..255 is cut off.
    tint = cv2.addWeighted(blue, 1, red, -1, 128)
    return [np.asarray(light, np.uint8), np.asarray(tint, np.uint8)]
