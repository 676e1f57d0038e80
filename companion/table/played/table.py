"""A table of a game of the protocol at one moment: who plays, the position, what was scored, what must be shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.table.played.desk import Desk, Line
from companion.table.played.desks import desk_for
from companion.table.played.events import MIDDLE
from companion.table.played.unseen_hands import Pinned


@dataclass(frozen=True, slots=True)
class Place:
    """Where a player stands."""

    seat: str
    points: int
    rank: int
    """From 1; equal points share a place."""


@dataclass(frozen=True, slots=True)
class Result:
    """A game of the evening that is over."""

    number: int
    places: tuple[Place, ...]
    winners: tuple[str, ...]

    def place(self, name: str) -> Place | None:
        """Where a player ended; None for one who came later."""
        return next((one for one in self.places if one.seat == name), None)


@dataclass(frozen=True, slots=True)
class Correction:
    """Points that the table wrote down."""

    seat: str
    points: int
    why: str


@dataclass(frozen=True, slots=True)
class Table:
    """One moment of an evening."""

    game: str
    names: tuple[str, ...]
    """In the order of their turns; those who have come late are not among them yet."""
    dealt: bool
    options: tuple[tuple[str, bool], ...]
    position: Any
    """As the rules have it. Where people deal, what nobody has seen is put anywhere."""
    pinned: Pinned
    """Where people deal: what each hand is known to hold."""
    due: tuple[int | str, ...] = ()
    """What must be shown before play goes on: "middle", or the numbers of players whose hands must be."""
    tally: tuple[Line, ...] = ()
    open_hands: frozenset[int] = frozenset()
    corrections: tuple[Correction, ...] = ()
    results: tuple[Result, ...] = ()
    waiting: tuple[str, ...] = ()
    paused: bool = False
    played: bool = False
    """Whether anybody has made a move in this game."""
    ended: bool = False
    """Whether the table ended the game."""
    ruled: bool = False
    """Whether the table has ruled on what was claimed last: it has decided, and play goes on from there."""
    supposed: bool = False
    """Whether what lies beside the board is only supposed: the game began with a board that somebody looked at."""

    @property
    def desk(self) -> Desk:
        """What is known of its game."""
        return desk_for(self.game, dict(self.options), dealt=self.dealt)

    @property
    def full(self) -> bool:
        """Whether nobody else can join."""
        most: int = self.desk.game.seats[1]
        return len(self.names) + len(self.waiting) >= most

    @property
    def number(self) -> int:
        """Which game of the evening it is, from 1."""
        return len(self.results) + 1

    @property
    def by_rules(self) -> bool:
        """Whether the rules have ended the game; hands may still have to be shown."""
        return self.desk.over(self.position)

    @property
    def over(self) -> bool:
        """Whether the game is ranked."""
        return self.ended or (self.by_rules and not self.due)

    @property
    def on_turn(self) -> str | None:
        """Whose turn it is."""
        at = None if self.by_rules or self.ended else self.desk.to_move(self.position)
        return None if at is None else self.names[at]

    @property
    def lines(self) -> tuple[Line, ...]:
        """What everybody's score is made of, corrections included."""
        scored = self.desk.lines(self.position, self.tally, self.open_hands)
        corrected = (
            Line(self.names.index(one.seat), f"Corrected: {one.why}", one.points, "table/correction")
            for one in self.corrections
        )
        return (*scored, *corrected)

    @property
    def places(self) -> tuple[Place, ...]:
        """How everybody stands, in the order of their seats."""
        points = [0] * len(self.names)
        for line in self.lines:
            points[line.seat] += line.points
        sign = -1 if self.desk.fewest else 1
        last = self.desk.given_up(self.position)
        order = [(seat != last, sign * had) for seat, had in enumerate(points)]
        return tuple(
            Place(name, had, 1 + sum(other > own for other in order))
            for name, had, own in zip(self.names, points, order, strict=True)
        )

    @property
    def ranked(self) -> bool:
        """Whether anything was counted yet by which players stand before others."""
        return bool(self.lines) or self.desk.fewest

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won this game; nobody before it is over, nor where it ended as it began, with all equal."""
        if not self.over or not self.ranked:
            return ()
        places = self.places
        first = tuple(place.seat for place in places if place.rank == 1)
        scored = not self.desk.score_is_held and any(place.points for place in places)
        return first if self.played or scored or len(first) < len(self.names) else ()

    @property
    def wins(self) -> dict[str, int]:
        """How many games of the evening everybody has won, the one that is over now included; a shared win counts."""
        won = [*(result.winners for result in self.results), self.winners]
        return {name: sum(name in winners for winners in won) for name in (*self.names, *self.waiting)}

    @property
    def waits_for(self) -> str | None:
        """The place that must be shown next: "middle" or a player's name."""
        if not self.due:
            return None
        first = self.due[0]
        return MIDDLE if isinstance(first, str) else self.names[first]
