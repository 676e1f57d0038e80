"""Milliseconds a photo, beside cv2.aruco's default detection alone on the same pictures; peak memory."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from companion.table.decks import zangle_deck
from vision.cards.see import see
from vision.photo import Pixels, load_photo

PHOTOS = Path(__file__).parents[1] / "tests" / "photos"
ROUNDS = 3


def _times_ms(act: Callable[[], object]) -> list[float]:
    act()
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        act()
        times.append((time.perf_counter() - start) * 1e3)
    return times


def _group(photos: list[Pixels]) -> tuple[list[float], list[float], list[float]]:
    """Times of seeing and of the peer, and their ratio photo by photo."""
    peer = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_6X6_250))
    deck = zangle_deck()
    ours: list[float] = []
    theirs: list[float] = []
    ratios: list[float] = []
    for photo in photos:
        mine = _times_ms(partial(see, photo, game="zangle", deck=deck))
        other = _times_ms(partial(peer.detectMarkers, photo))
        ours += mine
        theirs += other
        ratios.append(float(np.median(mine) / np.median(other)))
    return ours, theirs, ratios


def rows() -> list[tuple[str, str]]:
    """The table, a line each."""
    table = []
    names = sorted(PHOTOS.glob("*.jpg"))
    for kind in ("marked", "plain"):
        chosen = [p for p in names if ("marked" in p.stem or p.stem in _MARKED_HOME) == (kind == "marked")]
        photos = [load_photo(p) for p in chosen]
        sizes: dict[str, list[Pixels]] = {
            "720p": [p for p in photos if p.shape[1] == 1280][:8],
            "1080p": [p for p in photos if p.shape[1] == 1920][:8],
        }
        large = sizes["1080p"][:2]
        # No photo of twelve megapixels is committed: these are the 1080p ones enlarged, and say so.
        sizes["12 MP (enlarged)"] = [
            np.asarray(cv2.resize(p, (4032, 2268), interpolation=cv2.INTER_CUBIC), np.uint8) for p in large
        ]
        for size, group in sizes.items():
            if not group:
                continue
            ours, theirs, ratios = _group(group)
            table.append(
                (
                    f"{kind} {size}, {len(group)} photos",
                    f"median {np.median(ours):.0f} ms, 95th percentile {np.percentile(ours, 95):.0f} ms; "
                    f"default ArUco alone {np.median(theirs):.0f} ms; ratio {np.median(ratios):.1f}",
                )
            )
    decode = _times_ms(lambda: load_photo(next(p for p in names if "003" in p.stem)))
    table.append(("decoding one 1080p JPEG", f"{np.median(decode):.0f} ms"))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    table.append(("peak memory", f"{peak:.0f} MB"))
    return table


_MARKED_HOME = {"home-000-iamond", "home-001-abolo", "home-004-iamond", "home-005-abolo"}
