"""The table at one moment: who holds how many cards, what lies open, whose turn or call it is.

Face-down piles are numbers that events alone change. A card that lies open is a `Face`, unread until
somebody looks.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from companion.rules.verdict import Ruling
from companion.rules.zangle import CENTRE
from companion.rules.zangle.modes import SOLITAIRE, SPEEDSTER, TURN_STYLE, centre_size, deck_size, row_cap
from companion.rules.zangle.scoring import RoundResult, Standing, leaders, standings
from companion.table.zangle.calls import Precedence, precedence
from companion.table.zangle.events import Call, Face, column_name
from companion.table.zangle.options import Options

Faces = tuple[Face, ...]


class Phase(Enum):
    """What the table is about to do."""

    GATHERED = "gathered"
    DEALT = "dealt"
    PLAY = "play"
    CHECK = "check"
    SCORED = "scored"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Seat:
    """A player, and what belongs to them this round."""

    name: str
    level: int = 0
    """Of the equalizer, 0 for none."""
    playing: bool = False
    """Whether they were dealt in."""
    draw: int = 0
    """Face-down cards."""
    row: Faces = ()
    zangles: tuple[Faces, ...] = ()
    """What they have laid down this round, the last one last."""

    @property
    def cards(self) -> int:
        """What would count as points now."""
        return self.draw + len(self.row)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the staircase: face-down cards, and the one on top."""

    hidden: int
    top: Face | None = None

    @property
    def cards(self) -> int:
        """How many lie there."""
        return self.hidden + (self.top is not None)


@dataclass(frozen=True, slots=True)
class Pending:
    """A claim whose verdict is not settled, or that has yet to be paid for."""

    seq: int
    seat: str
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class Turn:
    """Turn-Style: where the lap stands."""

    place: int = 0
    """The player's place in the lap, 0 for who begins."""
    hit: bool = False
    claimed: bool = False
    idle: int = 0
    """Turns in a row that ended without a Zangle."""


@dataclass(frozen=True, slots=True)
class Table:
    """One moment of a game. Every card of the deck is counted in exactly one place."""

    options: Options
    seats: tuple[Seat, ...]
    """In seating order, to the left."""
    dealer: str
    phase: Phase = Phase.GATHERED
    paused: bool = False
    round: int = 1
    bonus: bool = False
    aside: int = 0
    """Cards that are not dealt: all while gathered, those left over in Solitaire."""
    pile: int = 0
    hidden: int = 0
    """Cards of the centre that are dealt and not yet turned up."""
    centre: Faces = ()
    discard: int = 0
    columns: tuple[Column, ...] = ()
    used: tuple[Faces, ...] = ()
    """What Solitaire has laid down."""
    calls: tuple[Call, ...] = ()
    settled: str | None = None
    pending: Pending | None = None
    turn: Turn | None = None
    results: tuple[RoundResult, ...] = ()
    winner: str | None = None
    """Who ran out of cards first this round."""
    equalized: bool = False
    """Whether the winner of the round just played has got an equalizer."""
    late: tuple[str, ...] = ()
    """Who sat down after the game was set up, in the order in which they came."""

    @property
    def mode(self) -> str:
        """The name of the mode."""
        return self.options.mode.name

    @property
    def names(self) -> tuple[str, ...]:
        """All players, in seating order."""
        return tuple(seat.name for seat in self.seats)

    @property
    def came(self) -> tuple[str, ...]:
        """All players in the order in which they came: nobody's number changes where somebody sits down between two."""
        return (*(name for name in self.names if name not in self.late), *self.late)

    @property
    def deck(self) -> int:
        """How many cards there are."""
        return deck_size(self.options.profile)

    @property
    def counted(self) -> int:
        """How many cards are somewhere; always the whole deck."""
        held = sum(seat.cards + sum(map(len, seat.zangles)) for seat in self.seats)
        stairs = sum(column.cards for column in self.columns)
        middle = self.aside + self.pile + self.hidden + len(self.centre) + self.discard
        return middle + held + stairs + sum(map(len, self.used))

    def seat(self, name: str) -> Seat | None:
        """The player of that name."""
        return next((seat for seat in self.seats if seat.name == name), None)

    def known_seat(self, name: str) -> Seat:
        """The player of that name, who has to be there."""
        found = self.seat(name)
        if found is None:
            raise LookupError(f"nobody called {name!r} sits here")
        return found

    def with_seat(self, changed: Seat) -> Table:
        """The table with one player's cards changed."""
        seats = tuple(changed if seat.name == changed.name else seat for seat in self.seats)
        return replace(self, seats=seats)

    @property
    def lap(self) -> tuple[str, ...]:
        """Who plays this round, from the dealer on to the left."""
        start = self.names.index(self.dealer)
        around = self.seats[start:] + self.seats[:start]
        return tuple(seat.name for seat in around if seat.playing)

    @property
    def on_turn(self) -> str | None:
        """Whose turn it is, in Turn-Style."""
        return self.lap[self.turn.place] if self.turn is not None and self.phase is Phase.PLAY else None

    @property
    def first(self) -> Precedence | None:
        """Who called first, as far as the clocks tell; None where nobody called."""
        return precedence(self.calls) if self.calls else None

    @property
    def control(self) -> str | None:
        """Who may lay down a Zangle: the caller in Speedster, who is on turn, the one of Solitaire."""
        if self.phase is not Phase.PLAY:
            return None
        if self.mode == SPEEDSTER:
            return self.settled or (self.first.first if self.first else None)
        return self.on_turn if self.mode == TURN_STYLE else self.names[0]

    @property
    def tied(self) -> tuple[str, ...]:
        """Callers between whom the table has to settle."""
        return () if self.settled or self.first is None else self.first.tied

    def cap(self, place: str) -> int:
        """How many face-up cards a place is replenished to."""
        if place == CENTRE:
            return centre_size(self.mode)
        return row_cap(self.options.levels, self.known_seat(place).level)

    def due(self, place: str) -> int:
        """How many cards replenishing would bring to the centre or to a player's row now."""
        if place == CENTRE:
            return max(0, min(self.cap(place) - len(self.centre), self.pile))
        seat = self.known_seat(place)
        return max(0, min(self.cap(place) - len(seat.row), seat.draw))

    def faces(self, place: str) -> Faces | None:
        """What lies open at a place; None where there is no such place."""
        if place == CENTRE:
            return self.centre
        if self.mode == SOLITAIRE:
            tops = {column_name(number): column.top for number, column in enumerate(self.columns, 1)}
            if place not in tops:
                return None
            top = tops[place]
            return () if top is None else (top,)
        seat = self.seat(place)
        return None if seat is None else seat.row

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Everyone's place after the rounds that are done."""
        return standings(self.names, self.results, late_pays_worst=self.options.late_pays_worst)

    @property
    def tied_for_first(self) -> tuple[str, ...]:
        """Who leads; several share the lead."""
        return leaders(self.names, self.results, late_pays_worst=self.options.late_pays_worst)

    @property
    def equalizer_won(self) -> str | None:
        """Who won an equalizer with the round just played, and has not got it."""
        if self.phase is not Phase.SCORED or self.equalized or not self.options.equalizers:
            return None
        return self.results[-1].winner if self.results[-1].honest else None

    @property
    def equalizer_due(self) -> str | None:
        """Who is to get an equalizer now: as the scores stand there is a round to be played under it."""
        return None if self.decided else self.equalizer_won

    @property
    def more_rounds(self) -> bool:
        """Whether a round of the mode's own is still to come after those that are done."""
        return len(self.results) < self.options.mode.rounds

    @property
    def deals_in(self) -> bool:
        """Whether a round is still to come that a late player could be dealt in to."""
        started = self.phase not in (Phase.GATHERED, Phase.SCORED)
        return not self.bonus and len(self.results) + started < self.options.mode.rounds

    @property
    def full(self) -> bool:
        """Whether nobody else can join."""
        return len(self.seats) >= self.options.mode.most or not self.deals_in

    @property
    def decided(self) -> bool:
        """Whether all rounds are done and somebody leads alone."""
        return not self.more_rounds and len(self.tied_for_first) == 1
