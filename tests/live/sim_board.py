"""A board of Tranglar as it really lies, two who play on it with all that goes wrong between, and a film of it.

The film is drawn by a few polygons a picture: enough for when the board is read. What a reading shows is told from the
truth: pieces that a hand, another piece or the next cell hides are not read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from threading import Condition
from typing import Any
from unittest.mock import patch

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.eyes import parts_looking
from companion.eyes.parts_looking import PartsLooking
from companion.rules.tranglar.actions import Concede, Pass, Place
from companion.rules.tranglar.cells import CELLS, FULL, names, numbers, shape_of
from companion.rules.tranglar.generate import actions
from companion.rules.tranglar.playing import after
from companion.rules.tranglar.position import Position
from companion.rules.tranglar.record import position_from_line, position_to_line
from companion.rules.verdict import Ruling, Verdict
from companion.table.log import Entry
from companion.table.played import events as ev
from companion.table.played.live import PlayedAnswer
from companion.table.played.news import News
from companion.table.played.play import State, judge, step
from companion.table.played.tranglar.seen import PicturedBoard
from companion.table.played.watching import PatienceConfig
from companion.table.tranglar.known import known_board
from companion.table.tranglar.look import look_of_boards
from tests.live.sim_laid import WAIT_S
from tests.live.sim_time import Act, Acted
from vision.board.sighting import BoardSeen, UnreadPlace
from vision.live.capture import Frame
from vision.live.mount import Mount
from vision.live.source_name import named

SEATS = ("ann", "ben")
NEW = "- - - petrol 4S4G3M1TL1TR1F1Q1C1PR 4S4G3M1TL1TR1F1Q1C1PL 3/3 th 0"
SIDE = 160
"""Pixels of a picture, which is the board and a rim."""
RIM, CELL = 16, 32
COLOURS = {"petrol": (120, 90, 10), "green": (60, 150, 60), "neutral": (235, 235, 235)}
GROUND, SKIN = (205, 210, 212), (120, 150, 205)
WHY = "Something lies over the board here: take it away and look again."
GRID = ((0.0, 9.0), (9.0, 9.0), (9.0, 0.0), (0.0, 0.0))
Box = tuple[float, float, float, float]
"""Left, bottom, right, top in cells."""
Colours = dict[int, str]
"""Whose piece lies on which cells."""


@lru_cache(maxsize=4096)
def _loop(mask: int) -> NDArray[np.int32]:
    outline = np.array(shape_of(mask).outline()[0])
    return np.round(np.column_stack([outline[:, 0], 4 - outline[:, 1]]) * CELL + RIM).astype(np.int32)


@lru_cache(maxsize=1)
def _middles() -> NDArray[np.float64]:
    return np.array([np.mean(shape_of(1 << at).outline()[0], axis=0) for at in range(len(CELLS))])


def _within(box: Box) -> int:
    """The cells that a box covers, as a mask."""
    x, y = _middles().T
    inside = (x > box[0]) & (x < box[2]) & (y > box[1]) & (y < box[3])
    return sum(1 << int(at) for at in np.flatnonzero(inside))


def _near(mask: int, reach: float) -> int:
    """The cells about a piece, its own too, as a mask."""
    own = _middles()[list(numbers(mask))]
    away = np.linalg.norm(_middles()[:, None] - own[None], axis=2).min(axis=1)
    return sum(1 << int(at) for at in np.flatnonzero(away <= reach))


def colours_of(position: Position) -> Colours:
    """Whose piece lies where, as a position has it."""
    return {mask: owner for owner, mask in known_board(position).pieces()}


@dataclass
class BoardGame(Acted):
    """A game under a camera, its truth beside what the companion makes of it; as the hall of games it takes events."""

    seed: int
    troubles: Mapping[str, Callable[[BoardGame], Act]] = field(default_factory=dict)
    turns: int = 4
    begun: int = 8
    """Actions that were played before the camera looks on."""
    rate: float = 5.0
    id: str = "board"
    lying: Colours = field(default_factory=dict)
    askew: set[int] = field(default_factory=set)
    """Pieces that lie crooked."""
    hands: dict[str, Box] = field(default_factory=dict)
    light: float = 1.0
    shift: tuple[float, float] = (0.0, 0.0)
    """By how much the camera was knocked, in pixels."""
    blind: bool = False
    busy: set[int] = field(default_factory=set)
    """Pieces that somebody plays with: no trouble touches them."""
    fiddled: set[int] = field(default_factory=set)
    """Pieces, and cells for them, that somebody else plays with."""
    done: list[str] = field(default_factory=list)
    """Actions that were played and are not told yet."""
    still_s: float = 0.0
    """Since when the board lies as the rules have it, with no hand over it; later than now while it does not."""
    wrong: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    told: int = 0
    log: list[str] = field(default_factory=list)
    _news: News | None = None

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)
        self._noise = np.random.default_rng(self.seed)
        self.position = self._opened()
        self.lying = colours_of(self.position)
        line = position_to_line(self.position)
        self.state = step(State(), ev.SetUp("tranglar", SEATS, position=line))
        self._looking = PartsLooking(
            self, named("0"), PatienceConfig(), deck=None, mount=Mount(), opened=_none, changed=Condition()
        )

    def _opened(self) -> Position:
        position = position_from_line(NEW)
        for _ in range(self.begun):
            position = after(position, self._chosen(position))[0]
        return position

    def _chosen(self, position: Position) -> Any:
        every = [one for one in actions(position) if not isinstance(one, Pass | Concede)]
        places = [one for one in every if isinstance(one, Place)]
        return self.chance.choice(places if places and self.chance.random() < 0.7 else every)

    # --- the hall of games --------------------------------------------------------------------------

    @property
    def played(self) -> Any:
        """The game being played."""
        return self

    def enter(self, event: ev.Event, version: int, by: str | None, about: str | None = None) -> PlayedAnswer:
        """What the camera says, laid beside the truth."""
        assert about == self.id
        verdict: Verdict = judge(self.state, event, version)
        if verdict.ruling is not Ruling.LEGAL:
            return PlayedAnswer(verdict, self.state, None)
        move = str(getattr(event, "move", event))
        self.log.append(f"{self.now_s:.1f} camera {move}")
        if not self.done or move != self.done[0]:
            self.wrong.append(f"{self.now_s:.1f}: told {move}, and it is {self.done}")
        self.done, self.told = self.done[1:], self.told + 1
        self._step(event)
        assert self.state.done is not None
        return PlayedAnswer(verdict, self.state, Entry(self.state.version, 0.0, by, self.state.done.event))

    def tell(self, game_id: str, version: int, news: News | None) -> None:
        """Told on every page."""
        assert game_id == self.id
        self._news = news if version == self.state.version else None
        if news is not None:
            self.log.append(f"{self.now_s:.1f} news {news.kind} {news.title}: {news.says}")
            if news.ruling is Ruling.ILLEGAL and self.now_s - self.still_s > 3.0:
                self.wrong.append(
                    f"{self.now_s:.1f}: {news.title}: {news.says}, and all is right: {self.done}"
                )

    def news(self, game_id: str, version: int) -> News | None:
        """What was told last."""
        return self._news

    def _step(self, event: ev.Event) -> None:
        self.state, self._news = step(self.state, event), None

    def by_hand(self) -> None:
        """Enter what was played and is not told."""
        for move in self.done:
            assert self.state.table is not None
            self.log.append(f"{self.now_s:.1f} by hand {move}")
            self._step(ev.Claim(str(self.state.table.on_turn), move))
        self.done = []

    # --- time -------------------------------------------------------------------------------------

    def play(self) -> BoardGame:
        """All of it."""
        with patch.object(parts_looking, "look_at", self._look):
            beside = (trouble(self) for _, trouble in sorted(self.troubles.items()))
            self.act_out(self._film(), self._game(), *beside)
        return self

    def _film(self) -> Act:
        watch, number = self._looking._watch(PatienceConfig()), 0
        while True:
            if not self.blind:
                number += 1
                frame = Frame(number, self.now_s, self._picture())
                watch = self._looking._looked(watch, frame, self.now_s, self.id)
            yield self.chance.uniform(0.9, 1.2) / self.rate

    # --- the picture --------------------------------------------------------------------------------

    def _picture(self) -> NDArray[np.uint8]:
        picture = np.full((SIDE, SIDE, 3), 90, np.uint8)
        cv2.rectangle(picture, (RIM, RIM), (SIDE - RIM, SIDE - RIM), GROUND, -1)
        for at in range(5):
            line = RIM + at * CELL
            cv2.line(picture, (line, RIM), (line, SIDE - RIM), (140, 144, 148), 1)
            cv2.line(picture, (RIM, line), (SIDE - RIM, line), (140, 144, 148), 1)
        for mask, owner in self.lying.items():
            loop = _loop(mask)
            if mask in self.askew:
                turn = cv2.getRotationMatrix2D(tuple(map(float, loop.mean(axis=0))), 12, 1.0)
                loop = np.round(loop @ turn[:, :2].T + turn[:, 2]).astype(np.int32)
            cv2.fillPoly(picture, [loop], COLOURS[owner])
            cv2.polylines(picture, [loop], True, tuple(v * 0.6 for v in COLOURS[owner]), 1)
        for box in self.hands.values():
            left, bottom, right, top = (round(value * CELL + RIM) for value in box)
            cv2.rectangle(picture, (left, SIDE - top), (right, SIDE - bottom), SKIN, -1)
        moved = np.array([[1.0, 0.0, self.shift[0]], [0.0, 1.0, self.shift[1]]])
        shifted = cv2.warpAffine(picture, moved, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
        noisy = shifted * self.light + self._noise.normal(0, 2.0, (SIDE, SIDE, 1))
        return np.asarray(noisy.clip(0, 255), np.uint8)

    def _look(self, _table: Any, _pixels: Any, _deck: Any) -> PicturedBoard:
        """What a reading of this picture shows."""
        hidden = 0
        for box in self.hands.values():
            hidden |= _within(box)
        for mask in self.askew:
            hidden |= _near(mask, 0.4)
        shown = []
        for mask, owner in self.lying.items():
            if mask & hidden or mask in self.askew:
                hidden |= mask
            else:
                shown.append({"owner": owner, "cells": list(names(mask))})
        if hidden == FULL or not 0.2 < self.light < 1.5:
            frame = UnreadPlace(GRID, "No board is seen: show its whole grid from above, in even light.")
            return PicturedBoard(
                BoardSeen((SIDE, SIDE), None, (), (frame,)), look_of_boards([[]], (), (), found=False)
            )
        unread = (UnreadPlace(GRID, WHY, names(hidden)),) if hidden else ()
        look = look_of_boards([shown], names(hidden), (), found=True)
        return PicturedBoard(BoardSeen((SIDE, SIDE), GRID, (), unread), look)

    # --- players --------------------------------------------------------------------------------------

    def _game(self) -> Act:
        yield self.chance.uniform(0.5, 1.5)
        for _ in range(self.turns):
            if self.wrong:
                break
            yield from self._turn()
            if "hasty" in self.troubles and self.chance.random() < 0.5:
                continue
            yield from self._told()
        yield from self._told()
        self.over = True

    def _told(self) -> Act:
        """Wait until all is told, and enter by hand what is not."""
        self.still_s = begun_s = self.now_s
        while self.done and not self.wrong:
            if self.now_s - begun_s > WAIT_S:
                self.missed.append(f"{self.now_s:.1f}: {self.done}")
                self.by_hand()
            yield 0.2
        yield self.chance.choice((0.1, 0.5, 2.0))

    def _turn(self) -> Act:
        action = self._chosen(self.position)
        later = after(self.position, action)[0]
        if later.over:
            return
        was, will = colours_of(self.position), colours_of(later)
        mover = ("petrol", "green")[self.position.to_move]
        self.still_s = np.inf
        new = [mask for mask in will if mask not in was]
        self.busy |= {*new, *was} if len(new) != 1 else {*new}
        if "takenback" in self.troubles and len(new) == 1 and self.chance.random() < 0.6:
            yield from self._tried(new[0], mover)
        for mask in [mask for mask in was if mask not in will]:
            yield from self.lifted(mask)
        self.chance.shuffle(new)
        for mask in new:
            owner = "neutral" if will[mask] == "neutral" else mover
            yield from self.laid(mask, owner, askew="crooked" in self.troubles)
        while any(mask not in self.lying for mask in will):
            yield 0.1
        flips = [mask for mask, owner in will.items() if self.lying[mask] != owner]
        self.busy |= {*flips}
        if not flips:
            self._played(action, later)
        if "wrongflip" in self.troubles and self.chance.random() < 0.5:
            yield from self._flipped_wrongly(flips)
        if flips and "forgotten" in self.troubles and self.chance.random() < 0.6:
            yield self.chance.choice((2.5, 6.0, 9.0))
        for mask in flips:
            yield from self.flipped(mask, will[mask])
        if flips:
            self._played(action, later)
        self.busy.clear()
        self.still_s = self.now_s

    def _played(self, action: Any, later: Position) -> None:
        self.position = later
        self.done.append(str(action))
        self.log.append(f"{self.now_s:.1f} played {action}")

    def _tried(self, mask: int, owner: str) -> Act:
        """The piece is laid somewhere else first, and taken back."""
        free = [
            one.cells
            for one in actions(self.position)
            if isinstance(one, Place) and one.cells != mask and not one.cells & sum(self.lying)
        ]
        if not free or owner == "neutral":
            return
        other = self.chance.choice(free)
        self.busy.add(other)
        yield from self.laid(other, owner)
        yield self.chance.choice((0.05, 0.5))
        yield from self.lifted(other)

    def _flipped_wrongly(self, flips: list[int]) -> Act:
        others = [mask for mask in self.resting() if self.lying[mask] != "neutral" and mask not in flips]
        if not others:
            return
        mask = self.chance.choice(others)
        owner = self.lying[mask]
        self.busy.add(mask)
        yield from self.flipped(mask, "green" if owner == "petrol" else "petrol")
        yield self.chance.choice((1.0, 4.0, 8.0))
        yield from self.flipped(mask, owner)

    def reach(self, whose: str, mask: int) -> None:
        """A hand comes over some cells."""
        at = _middles()[list(numbers(mask))]
        low, high = at.min(axis=0) - 0.6, at.max(axis=0) + 0.6
        self.hands[whose] = float(low[0]), float(low[1]), float(high[0]), float(high[1])

    def laid(self, mask: int, owner: str, *, askew: bool = False, whose: str = "mover") -> Act:
        """A hand lays a piece, at times crooked at first."""
        while whose == "mover" and any(mask & other for other in self.fiddled):
            yield 0.1
        self.reach(whose, mask)
        yield self.chance.uniform(0.1, 0.5)
        self.lying[mask] = owner
        yield self.chance.uniform(0.1, 0.4)
        if askew:
            self.askew.add(mask)
            self.hands.pop(whose)
            yield self.chance.choice((0.4, 2.0, 6.0))
            self.reach(whose, mask)
            yield self.chance.uniform(0.1, 0.4)
            self.askew.discard(mask)
        self.hands.pop(whose)
        yield self.chance.choice((0.05, 0.3, 0.8))

    def lifted(self, mask: int, whose: str = "mover") -> Act:
        """A hand takes a piece up."""
        while whose == "mover" and mask in self.fiddled:
            yield 0.1
        self.reach(whose, mask)
        yield self.chance.uniform(0.1, 0.5)
        self.lying.pop(mask)
        self.hands.pop(whose)
        yield self.chance.choice((0.05, 0.3, 0.8))

    def flipped(self, mask: int, owner: str) -> Act:
        """A piece is turned over where it lies."""
        yield from self.lifted(mask)
        yield from self.laid(mask, owner)

    def resting(self) -> list[int]:
        """Pieces that nobody has to do with now."""
        return [mask for mask in sorted(self.lying) if mask not in self.busy | self.fiddled]


def _none(_name: object) -> Any:
    raise AssertionError("nothing is opened")
