"""Taught decks: milliseconds a card, and what is read of 100 kinds and of 100 others that were never taught."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import numpy as np

from calibration.taught import TaughtDeck
from tests.vision.taught.faces import compose, picture_card
from vision.plane import Floats
from vision.rectify import Pyramid
from vision.sighting import Unread
from vision.taught.describe import DescribeConfig, turned_faces
from vision.taught.faces import FaceReader
from vision.taught.learn import Named, Shown, empty, learn
from vision.taught.order import upright

KINDS = 100
A_PHOTO = 12


def _shots(
    numbers: list[int], seed: int, **light: object
) -> Iterator[tuple[list[int], Pyramid, list[Floats]]]:
    rng = np.random.default_rng(seed)
    for start in range(0, len(numbers), A_PHOTO):
        some = numbers[start : start + A_PHOTO]
        image, corners = compose([picture_card(k) for k in some], rng, **light)  # type: ignore[arg-type]
        yield some, Pyramid(image), [c + rng.normal(0, 0.7, c.shape) for c in corners]


def _taught() -> TaughtDeck:
    deck = empty("bench")
    for some, pyramid, corners in _shots(list(range(KINDS)), 1):
        faces = [
            Shown(upright(c), tuple(turned_faces(pyramid, upright(c), DescribeConfig()))) for c in corners
        ]
        deck, _ = learn(deck, faces, [Named(str(k), {}) for k in some])
    return deck


def rows() -> Iterator[tuple[str, str]]:
    """The table's rows."""
    deck = _taught()
    reader = FaceReader(deck)
    yield f"{KINDS} kinds, the deck's file", f"{len(json.dumps(deck.to_json())) / 1e3:.0f} kB"
    times, busy, right, wrong, refused, strange = [], [], 0, 0, 0, 0
    for some, pyramid, corners in _shots(list(range(KINDS)), 2, tilt=0.25, turned=True, tint=(0.7, 0.9, 1.0)):
        for number, outline in zip(some, corners, strict=True):
            start, worked = time.perf_counter(), time.process_time()
            (seen,) = reader.read_all(pyramid, [outline])
            times.append((time.perf_counter() - start) * 1e3)
            busy.append((time.process_time() - worked) * 1e3)
            if not isinstance(seen, Unread):
                right += seen.to_json()["id"] == str(number)
                wrong += seen.to_json()["id"] != str(number)
    for _, pyramid, corners in _shots(list(range(1000, 1000 + KINDS)), 3, tilt=0.25, turned=True):
        read = reader.read_all(pyramid, corners)
        refused += sum(isinstance(seen, Unread) for seen in read)
        strange += len(read)
    yield (
        f"a card at {KINDS} kinds",
        f"median {np.median(times):.1f} ms, 95th percentile {np.quantile(times, 0.95):.1f} ms; "
        f"{np.median(busy):.1f} ms of processor time",
    )
    yield "cards of the deck", f"{KINDS}: {right} right, {wrong} wrong, {KINDS - right - wrong} unread"
    yield "cards that were never taught", f"{strange}: {refused} refused"
