"""Cards found by what is printed on them: where the keypoints of a photo lie as those of a taught card do.

A white card on a white table has no outline, nor has one among others that touch it. First the likeliest cards tell
how the table lies; then each card's size is known, and few keypoints tell where one is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Pixels
from vision.plane import Floats, quad_area, shrunk
from vision.quads import common_area, ends_beyond, middle_of
from vision.taught.heaps import HeapConfig, heaped
from vision.taught.keypoints import KeypointConfig, Keypoints, Known, Pairs, keypoints, turned
from vision.taught.levelling import Table, table_of
from vision.taught.posing import PoseConfig, Posed, posed
from vision.taught.viewing import ViewConfig, table_under


@dataclass(frozen=True, slots=True)
class PrintConfig:
    """What is looked for, and when it is given up."""

    keypoints: KeypointConfig = field(default_factory=KeypointConfig)
    guessed: PoseConfig = field(default_factory=PoseConfig)
    known: PoseConfig = field(default_factory=lambda: PoseConfig(stiffness=0.2, tilt_stiffness=0.5))
    """Where the table's tilt is guessed, and where it is known."""
    at_first: HeapConfig = field(
        default_factory=lambda: HeapConfig(reach=0.3, turn=np.pi / 6, octave=0.5, least=5.0)
    )
    on_table: HeapConfig = field(default_factory=lambda: HeapConfig(reach=0.16, turn=np.pi / 12, octave=0.7))
    most_px: int = 2000
    enough_px: float = 110.0
    """A photo's longer side is shrunk to this; cards whose size is known, to the other."""
    anchors: int = 8
    few: int = 4
    """So many cards tell how the table lies; so few tell it once the likely places were looked at."""
    likely: int = 16
    first_tries: int = 150
    tries: int = 250
    barren: int = 80
    """So many heaps are looked at for the likely cards; for all, and so many after the last one worth a closer look."""
    judged: int = 60
    again: int = 2
    """So many poses of one place at most are judged."""
    least_px: float = 45.0
    beyond: float = 0.12
    """A card may reach so far, over its size, beyond the photo's end: no more than a corner of it is cut off."""
    least_share: float = 0.22
    surely: tuple[int, float] = (12, 0.08)
    """So many of the keypoints on a card are where they were taught, or the first and the second's share of them: that
    is more than chance brings together, however crowded a print is."""
    core: float = 0.4
    """What lies within so much of a card's size around its middle lies on it."""
    size_play: float = 0.6
    """By how much, in doublings, a keypoint's size may be off its card's."""
    overlap: float = 0.3
    same: float = 0.035
    view: ViewConfig = field(default_factory=ViewConfig)
    read: float = 0.025
    """Poses that are off by less than this, over the card's size, are one; one is what was read by its outline."""


_CELL_PX = 4
"""Keypoints are counted so coarsely."""

Judge = Callable[[Floats], tuple[Floats, bool] | None]
"""The corners (4, 2) px, top-left first, of a card that lies about where others are, and whether it is told for
certain; None for none that is like any."""


def find_by_print(
    image: Pixels,
    known: Known,
    cards: Sequence[Floats],
    unread: Sequence[Floats],
    judge: Judge,
    config: PrintConfig,
) -> list[Floats]:
    """The corners (4, 2) px of further cards of a deck in a photo, as `judge` says. `cards`: those already
    found, top-left first as they were taught; `unread`: what was looked at and is none."""
    height, width = image.shape[:2]
    step = max(1.0, max(height, width) / config.most_px)
    if len(cards) >= config.anchors:
        # Keypoints are told on cards no larger than the taught pictures.
        step = max(
            step, min(float(np.sqrt(abs(float(quad_area(card))))) for card in cards) / config.enough_px
        )
    if step > 1:
        size = round(width / step), round(height / step)
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    left = np.full(grey.shape, 255, np.uint8)
    for card in cards:
        cv2.fillConvexPoly(left, np.rint(shrunk(card, step)).astype(np.int32), 0)
    seen = keypoints(grey, config.keypoints.contrast, config.keypoints, left)
    seen = Keypoints((seen.spots + 0.5) * step - 0.5, seen.sizes * step, seen.angles, seen.looks)
    return _Search(seen, known, (width, height), list(cards), list(unread), judge, config).found()


class _Search:
    def __init__(
        self,
        seen: Keypoints,
        known: Known,
        size: tuple[int, int],
        cards: list[Floats],
        unread: list[Floats],
        judge: Judge,
        config: PrintConfig,
    ) -> None:
        self._config, self._judge, self._size = config, judge, size
        self._cards, self._known = cards, len(cards)
        self._doubted, self._tried, self._unread = list[Floats](), list[Floats](), unread
        self._judged = 0
        self._seen, self._pairs = seen, known.pairs(seen)
        width, height = size
        counts = np.zeros((height // _CELL_PX + 2, width // _CELL_PX + 2), np.intp)
        cells = np.clip(seen.spots / _CELL_PX, 0, np.array(counts.shape)[::-1] - 2).astype(np.intp)
        np.add.at(counts, (cells[:, 1] + 1, cells[:, 0] + 1), 1)
        self._upto = counts.cumsum(0).cumsum(1)

    def found(self) -> list[Floats]:
        """The corners (4, 2) px of each card that its print alone shows, its own upper left one first."""
        c = self._config
        if len(self._seen) < c.guessed.least:
            return []
        guessed = len(self._cards) < c.anchors
        table = (
            table_of([*self._cards, *self._likely()], self._size)
            if guessed
            else table_under(self._cards, self._size, c.view)
        )
        if table is None:
            return []
        self._on_table(table, c.guessed if guessed else c.known)
        if guessed and len(self._cards) >= c.few and (table := table_under(self._cards, self._size, c.view)):
            # What was a guess is known now.
            self._tried.clear()
            self._on_table(table, c.known)
        return self._cards[self._known :]

    def _likely(self) -> list[Floats]:
        """Where cards most likely lie, of whatever size."""
        c, pairs = self._config, self._pairs
        found: list[Floats] = []
        gone = np.zeros(len(self._seen), bool)
        heaps, tries = heaped(pairs, c.at_first), 0
        for number in heaps.one_each(self._crowds(heaps.middles, heaps.sizes), c.at_first):
            if len(found) >= c.likely or tries >= c.first_tries:
                break
            heap = heaps.of(number)
            heap = heap[~gone[pairs.of[heap]]]
            if len(heap) < c.guessed.least:
                continue
            tries += 1
            card = posed(pairs, heap, c.guessed)
            if card is None or not self._full(card, card.corners):
                continue
            gone[card.places] = True
            if not _meets(card.corners, found, c.overlap):
                found.append(card.corners)
        return found

    def _on_table(self, table: Table, pose: PoseConfig) -> None:
        """Look for cards of the size that they have on this table."""
        c = self._config
        laid = _laid(self._pairs, self._seen, table)
        laid = laid.where(np.abs(np.log2(laid.sizes)) < c.size_play)
        done = np.zeros(len(self._seen), bool)
        heaps, tries, last = heaped(laid, c.on_table), 0, 0
        middles = table.photographed(heaps.middles)
        sizes = heaps.sizes / np.sqrt(np.abs(np.linalg.det(table.slopes(middles))))
        for number in heaps.one_each(self._crowds(middles, sizes), c.on_table):
            if tries >= min(c.tries, last + c.barren) or self._judged >= c.judged:
                break
            heap = heaps.of(number)
            heap = heap[~done[laid.of[heap]]]
            if len(heap) < pose.least:
                continue
            tries += 1
            card = posed(laid, heap, pose)
            if card is None:
                continue
            corners = table.photographed(card.corners)
            if not self._worth(card, corners):
                continue
            self._judged, last = self._judged + 1, tries
            self._tried.append(corners)
            card_there = self._judge(corners)
            if card_there is not None:
                there, told = card_there
                done |= _on(self._seen.spots, there)
                (self._cards if told else self._doubted).append(there)

    def _crowds(self, middles: Floats, sizes: Floats) -> NDArray[np.intp]:
        """How many keypoints lie around middles (n, 2) px of cards of such sizes (n,) px."""
        half = self._config.core * sizes[:, None]
        ends = np.clip([middles - half, middles + half], 0, self._size)
        (left, top), (right, bottom) = np.rint(ends / _CELL_PX).astype(np.intp).transpose(0, 2, 1)
        upto = self._upto
        return np.asarray(
            upto[bottom, right] - upto[top, right] - upto[bottom, left] + upto[top, left], np.intp
        )

    def _worth(self, card: Posed, corners: Floats) -> bool:
        """Whether to look closely at a pose."""
        c = self._config
        size = np.sqrt(abs(float(quad_area(corners))))
        if size < c.least_px or ends_beyond(corners, self._size) > c.beyond * size:
            return False
        if _meets(corners, [*self._cards, *self._doubted], c.overlap) or not self._full(card, corners):
            return False
        if any(_off(corners, other, range(4)) < c.read * size for other in self._unread):
            return False
        middle, there = middle_of(corners), 0
        for other in self._tried:
            if _off(corners, other, (0, 2)) < c.same * size:
                return False
            there += np.linalg.norm(middle_of(other) - middle) < 0.5 * size
        return there < c.again

    def _full(self, card: Posed, corners: Floats) -> bool:
        there = int(_on(self._seen.spots, corners).sum())
        some, share = self._config.surely
        return len(card.places) >= min(self._config.least_share * there, some + share * there)


def _laid(pairs: Pairs, seen: Keypoints, table: Table) -> Pairs:
    """Pairs as they lie on the table, of cards of size 1 that are as large as keypoints say."""
    slopes = table.slopes(pairs.spots)
    own_angles = seen.angles[pairs.of] - pairs.angles
    grow = np.linalg.det(slopes)
    # A keypoint's angle is where its lightness rises: that goes across edges, and turns as they do.
    angles = seen.angles[pairs.of]
    rise = np.stack([np.cos(angles), np.sin(angles)], 1)
    back = np.linalg.inv(slopes)
    rise = np.einsum("nji,nj->ni", back, rise)
    turn = np.arctan2(rise[:, 1], rise[:, 0]) - own_angles
    spots = table.laid(pairs.spots)
    sizes = pairs.sizes * np.sqrt(np.abs(grow))
    middles = spots - turned(pairs.own, turn)
    return Pairs(pairs.of, spots, pairs.own, sizes, turn, middles, pairs.weights)


def _on(spots: Floats, corners: Floats) -> NDArray[np.bool_]:
    """Which spots (n, 2) lie within corners (4, 2), clockwise."""
    on = ((spots >= corners.min(0)) & (spots <= corners.max(0))).all(1)
    near = np.flatnonzero(on)
    step = np.roll(corners, -1, axis=0) - corners
    away = spots[near, None] - corners
    on[near] = (step[:, 0] * away[..., 1] - step[:, 1] * away[..., 0] >= 0).all(1)
    return np.asarray(on)


def _off(corners: Floats, other: Floats, turns: Iterable[int]) -> float:
    """How far four corners are off others at most, px, in the best of some turns."""
    return min(float(np.abs(np.roll(other, turn, 0) - corners).max()) for turn in turns)


def _meets(corners: Floats, others: Sequence[Floats], share: float) -> bool:
    """Whether a quadrilateral overlaps another one by more than a share of the smaller."""
    own = abs(float(quad_area(corners)))
    return any(
        common_area(corners, other) > share * min(own, abs(float(quad_area(other)))) for other in others
    )
