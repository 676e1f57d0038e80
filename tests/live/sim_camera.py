"""What following makes of a table, picture by picture, with the tracker's own rules of who is who and no pixels."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
from numpy.typing import NDArray

from tests.live.sim_table import CARDS, HEIGHT_MM, WIDTH_MM, Box, Table, around, corners, shared_mm2
from vision.live.matching import merged
from vision.live.things import Found, How, Scene, SeenCard, Thing, look_of
from vision.live.tracked import TrackConfig
from vision.sighting import CardSighting

SCALE = 0.1
SETTLE_S, HAND_KNOWN_S = 0.1, 0.6
RING_MM = 10.0
SAME_MM = 2.5
"""A card that was pushed farther than this no longer looks as it did where it lay."""


class Camera:
    """Follows a table. `plain` cards bear no markers; some pictures miss what they could read."""

    def __init__(self, table: Table, chance: Random, *, plain: bool, missed: float = 0.15) -> None:
        self._table, self._chance, self._plain, self._missed = table, chance, plain, missed
        self._config = TrackConfig()
        self._things: tuple[Thing, ...] = ()
        self._faces: dict[int, tuple[str, float, float]] = {}
        """What each thing looked like where it was read: a card's look, and where."""
        self._left: dict[str, int] = {}
        self._next_key, self._number = 1, -1

    def picture(self) -> Scene:
        """The scene at this moment."""
        self._number += 1
        now_s, things = self._table.now_s, []
        for thing in self._things:
            looked = self._look(thing, now_s)
            if looked is None and thing.named and not thing.named.startswith("look "):
                self._left[thing.named] = thing.key
            things += [looked] if looked is not None else []
        merge = merged(things, self._found(things, now_s), now_s, self._next_key, self._left)
        self._things, self._next_key = merge.things, merge.next_key
        for thing in self._things:
            if thing.key in merge.touched:
                x, y = map(float, thing.middle)
                self._faces[thing.key] = self._shows((x, y)), x, y
        return self._scene(now_s)

    def _shows(self, at: tuple[float, float]) -> str:
        """The look of the card that lies there."""
        near = min(self._table.lying.items(), key=lambda one: abs(one[1][0] - at[0]) + abs(one[1][1] - at[1]))
        return self._look_of(near[0])

    def _look_of(self, name: str) -> str:
        return look_of(self._sighting(name, (0.0, 0.0))) if self._plain else name

    def _look(self, thing: Thing, now_s: float) -> Thing | None:
        look, x, y = self._faces[thing.key]
        box = around((x, y))
        there = [
            name
            for name, at in self._table.lying.items()
            if abs(at[0] - x) <= SAME_MM and abs(at[1] - y) <= SAME_MM and self._look_of(name) == look
            if not self._table.buried(name)
        ]
        if there and there[0] not in self._table.glared and 1 - self._covered(box) >= self._config.seen_share:
            return replace(thing, how=How.SEEN, moving=False, gone=0, seen_s=now_s)
        moving = self._table.moved_s(box) > now_s - SETTLE_S
        lost = replace(thing, how=How.REMEMBERED, moving=moving, gone=0)
        ring = around((x, y), RING_MM)
        if moving or self._table.moved_s(ring) > now_s - SETTLE_S or self._handed(ring):
            return lost
        if thing.gone + 1 >= self._config.gone_frames:
            return None
        return replace(lost, gone=thing.gone + 1)

    def _covered(self, box: Box) -> float:
        area = (box[2] - box[0]) * (box[3] - box[1])
        return max((shared_mm2(box, hand) / area for hand, _ in self._table.hands.values()), default=0.0)

    def _handed(self, box: Box) -> bool:
        return self._covered(box) > 0

    def _found(self, things: list[Thing], now_s: float) -> list[Found]:
        found = []
        known = {
            thing.key: thing
            for thing in things
            if thing.how is How.SEEN
            and (
                thing.reading is not None
                or thing.asked >= (self._config.most_asked if thing.named else self._config.most_asked_unread)
            )
        }
        taken = [self._faces[key] for key in known]
        for name, at in self._table.lying.items():
            if any(abs(at[0] - x) <= SAME_MM and abs(at[1] - y) <= SAME_MM for _, x, y in taken):
                continue
            box = around(at)
            if (
                self._table.buried(name)
                or self._covered(box) > 0.1
                or self._table.moved_s(box) > now_s - SETTLE_S
            ):
                continue
            if name in self._table.glared or self._chance.random() < self._missed:
                continue
            off = self._chance.uniform(-1, 1), self._chance.uniform(-1, 1)
            card = self._sighting(name, (at[0] + off[0], at[1] + off[1]))
            if name in self._table.unreadable:
                found.append(Found(card.corners_px, why="glare"))
            else:
                found.append(Found(card.corners_px, card, confidence=0.97))
        return found

    def _sighting(self, name: str, at: tuple[float, float]) -> CardSighting:
        card = CARDS[name]
        own = None if self._plain else name
        return CardSighting(own, card.triangles, card.shape, corners(at), 0.97, ("marker",))

    def _scene(self, now_s: float) -> Scene:
        shape = (round(HEIGHT_MM * SCALE), round(WIDTH_MM * SCALE))
        over, restless = np.zeros(shape, bool), np.zeros(shape, bool)
        for hand, since_s in self._table.hands.values():
            if since_s > now_s - HAND_KNOWN_S:
                _mark(over, hand)
                _mark(restless, hand)
        for thing in self._things:
            if thing.how is How.REMEMBERED:
                _mark(over, around(self._faces[thing.key][1:]))
        lying = [self._faces[thing.key][1:] for thing in self._things]
        for at in self._table.lying.values():
            if not any(abs(at[0] - x) <= 25 and abs(at[1] - y) <= 25 for x, y in lying):
                _mark(over, around(at))
                _mark(restless, around(at))
        cards = [self._card(thing) for thing in self._things]
        self._chance.shuffle(cards)
        return Scene(
            self._number,
            now_s,
            (WIDTH_MM, HEIGHT_MM),
            tuple(cards),
            (),
            np.eye(3),
            over,
            restless,
            SCALE,
            False,
        )

    def _card(self, thing: Thing) -> SeenCard:
        at, reading = self._faces[thing.key][1:], thing.reading
        card = None if reading is None else reading.card
        return SeenCard(thing.key, card, corners(at), thing.how, thing.moving, thing.why, at)


def _mark(mask: NDArray[np.bool_], box: Box) -> None:
    left, top, right, bottom = (max(0, round(value * SCALE)) for value in box)
    mask[top:bottom, left:right] = True
