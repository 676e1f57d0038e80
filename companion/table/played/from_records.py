"""Text records as the log of an evening in which just that was played, to be judged and counted as any other."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from itertools import pairwise

from companion.rules.errors import BadInput
from companion.rules.game import Playthrough, playthrough_from_text
from companion.rules.verdict import Ruling
from companion.table.log import Entry, checked_id
from companion.table.played.desk import Desk
from companion.table.played.desks import desk_for, desk_kind
from companion.table.played.events import Claim, End, Event, Join, NextGame, SetUp
from companion.table.played.play import State, judge, step, with_verdict

BEGINS = "[Game "
"""What every record begins with."""
UNNAMED = "record"
CUT = "The record ends here."
_HEADER = re.compile(r'(?:\s*#.*\n)*\s*\[\w+ "')


def is_record(text: str) -> bool:
    """Whether a text begins as records do, be it after remarks."""
    return _HEADER.match(text) is not None


def entries_of(text: str) -> tuple[str, tuple[Entry, ...]]:
    """The id and the log of records such as `as_records.records_text` writes, or of one in a game's own form.

    Every move counts as one that was made: where the rules do not allow it, playing the log again tells so. Raises
    BadInput with one sentence for what is no record, and for records of several tables.
    """
    games = [playthrough_from_text(one) for one in _parted(text)]
    if not games:
        raise BadInput(f"This is no record: it must begin with {BEGINS}and the name of a game.")
    desk = _desk(games[0])
    evening = _Evening(desk)
    for game in games:
        if (game.name, game.options) != (games[0].name, games[0].options):
            raise BadInput("The records are of several games or options: give those of one table's evening.")
        evening.begin(game)
        if not all(evening.goes_on(move) for move in game.moves):
            break
    told = checked_id(games[0].tags.get("Id", UNNAMED))
    return told, tuple(Entry(seq, 0.0, None, event) for seq, event in enumerate(evening.events, 1))


@dataclass(slots=True)
class _Evening:
    """A log as it grows."""

    desk: Desk
    state: State = field(default_factory=State)
    events: list[Event] = field(default_factory=list)

    def begin(self, game: Playthrough) -> None:
        """Begin a game; the one before ends where its record does. Raises BadInput."""
        line = self.desk.game.to_line(game.start)
        if self.desk.game.from_line(line) != game.start:
            raise BadInput("This record is of a board of its own: the table has the printed one alone.")
        table, names = self.state.table, _names(self.desk, game)
        if table is None:
            self._happens(SetUp(game.name, names, self.desk.dealt, game.options, None, line))
            return
        if names[: len(table.names)] != table.names:
            raise BadInput(
                "The records are of several tables: whoever plays in one plays in the next as well."
            )
        if not table.over:
            self._happens(End(CUT))
        for name in names[len(table.names) :]:
            self._happens(Join(name))
        self._happens(NextGame(None, line))

    def goes_on(self, move: object) -> bool:
        """Add a move, as one that was let pass where the rules do not allow it; False where it cannot even be done,
        so that nothing can come after it."""
        table = self.state.table
        if table is None:
            return False
        claim = Claim(table.names[self.desk.mover(table.position, move) or 0], str(move))
        judged = with_verdict(self.state, claim)
        if not (isinstance(judged, Claim) and judged.ruling is Ruling.LEGAL):
            judged = replace(claim, ruling=Ruling.LEGAL)
        return self._happens(judged)

    def _happens(self, event: Event) -> bool:
        self.events.append(event)
        if judge(self.state, event).ruling is not Ruling.LEGAL:
            return False
        self.state = step(self.state, event)
        return True


def _parted(text: str) -> list[str]:
    """Each record by itself; what stands before the first belongs to it."""
    begun = [found.start() for found in re.finditer(rf"^\s*{re.escape(BEGINS)}", text, re.MULTILINE)]
    return [text[start:end] for start, end in pairwise([0, *begun[1:], len(text)])] if begun else []


def _desk(game: Playthrough) -> Desk:
    return desk_for(game.name, dict(game.options), dealt=not desk_kind(game.name).in_sight)


def _names(desk: Desk, game: Playthrough) -> tuple[str, ...]:
    tags = [desk.tag_of(seat) for seat in range(desk.players(game.start) or desk.game.seats[0])]
    return tuple(game.tags.get(tag, tag) for tag in tags)
