"""A camera that looks on at a board: what was played is entered once it has lain there, what is in dispute is told."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from companion.rules.tranglar.actions import area_of
from companion.rules.tranglar.cells import mask_of, names
from companion.table.played.claims import after_claim, parsed
from companion.table.played.events import Claim, Event
from companion.table.played.news import News
from companion.table.played.play import State
from companion.table.played.table import Table
from companion.table.played.tranglar.proposal import BoardProposed
from companion.table.played.tranglar.proposing import proposed_board
from companion.table.played.tranglar.seen import PicturedBoard
from companion.table.played.watching import PatienceConfig
from companion.table.tranglar.known import known_board
from companion.table.tranglar.standing_told import COVERED
from companion.table.tranglar.turning import turned, turned_cells

LOOKS = 2
"""So many pictures have to say the same of an action before it is entered, where there are more than one."""
UNDONE = "What lies on the board was taken back: clear it, or enter it by hand."


@dataclass(frozen=True, slots=True)
class BoardWatch:
    """What is known from one picture to the next."""

    config: PatienceConfig = field(default_factory=PatienceConfig)
    found: BoardProposed = field(default_factory=BoardProposed)
    """What the last look came to ..."""
    of: tuple[Table, PicturedBoard] | None = None
    """... of this table and this picture, which are not weighed again as long as they are the same."""
    since_s: float = 0.0
    """Since when it comes to that."""
    looks: int = 0
    """How many pictures have said so."""
    seams: Table | None = None
    """The table whose board was seen with every seam in its place."""
    turn: int | None = None
    """By how many quarters the board was turned when it was last read."""
    right: tuple[Claim, ...] = ()
    """What was played as the table stands, if each by itself lay there in one picture at least."""
    new: int = 0
    """The cells, as a mask, of every piece that was seen since the table stands so and is not the table's."""
    acted: tuple[Event, object] | None = None
    """What was entered last, and in which position: when it is taken back there, it is not entered again."""
    news: News | None = None
    """What is to be told and not to be entered."""
    says: str = ""

    @classmethod
    def begun(cls, config: PatienceConfig, state: State) -> BoardWatch:
        """From now on, in a game that may go on after a restart: what was taken back last is not entered again."""
        last = None if state.undone is None else state.undone.done
        if last is None or state.table is None or not isinstance(last.event, Claim):
            return cls(config)
        return cls(config, acted=(replace(last.event, ruling=None, reasons=()), state.table.position))

    def looked(self, table: Table, seen: PicturedBoard, at_s: float) -> tuple[BoardWatch, Event | None]:
        """After another look, and the event to enter now."""
        watch = self._weighed(table, seen, at_s)
        found = watch.found
        if found.event is not None:
            return watch._entering(found.event, table, at_s)
        waited = at_s - watch.since_s >= watch.config.patience_s
        told = found.news if waited and not found.likely_same else None
        if found.news is not None and found.news == self.news:
            told = self.news
        return replace(watch, news=told, says=found.says), None

    @property
    def wants_another(self) -> bool:
        """Whether another picture has to say the same before anything is entered."""
        return self.found.event is not None and self.looks < LOOKS and self.config.laying_s > 0

    def _weighed(self, table: Table, seen: PicturedBoard, at_s: float) -> BoardWatch:
        if self.of is not None and self.of[0] is table and self.of[1] is seen:
            return self
        if table.over or table.paused:
            return replace(self, of=(table, seen), found=BoardProposed(), news=None)
        seams = self.seams is not None and self.seams.position == table.position
        found = proposed_board(table, seen, turn=self.turn, seams=seams)
        before = self.of is not None and self.of[0].position == table.position
        right, new = (self.right, self.new) if before else ((), 0)
        if found.event is None and not found.same and (first := _first_of_two(table, seen, right, self.turn)):
            found = first
        elif found.event is not None and found.event not in right and not seen.look.hidden:
            # Under what is hidden the turn before it may lie.
            right = (*right, found.event)
        new |= _new_cells(table, seen, self.turn if found.turn is None else found.turn)
        watch = replace(self._not_anew(table, seen, found), right=right, new=new)
        if (found.event, found.news) != (self.found.event, self.found.news):
            watch = replace(watch, since_s=at_s, looks=0)
        turn = self.turn if found.turn is None else found.turn
        fresh = self.of is None or self.of[1] is not seen
        return replace(
            watch,
            of=(table, seen),
            found=found,
            turn=turn,
            looks=watch.looks + fresh,
            seams=table if found.same else self.seams,
        )

    def _not_anew(self, table: Table, seen: PicturedBoard, found: BoardProposed) -> BoardWatch:
        """What was there as the table had it, and is not any more though nobody touched it, was taken back by hand."""
        if found.same and self.acted is not None and self.acted[1] == table.position:
            return replace(self, acted=None)
        stays = self.of is not None and self.of[1] is seen and self.found.same
        if stays and found.event is not None:
            return replace(self, acted=(found.event, table.position))
        return self

    def _covered(self, event: Claim, table: Table) -> str:
        """The cells that cannot be seen now and on which something else new was seen before, in words; "" for none."""
        if self.of is None:
            return ""
        hidden = mask_of(turned_cells(self.of[1].look.hidden, self.turn or 0))
        return ", ".join(names(hidden & self.new & ~area_of(parsed(table, event))))

    def _entering(self, event: Claim, table: Table, at_s: float) -> tuple[BoardWatch, Event | None]:
        if self.acted == (event, table.position):
            return replace(self, news=None, says=UNDONE), None
        if covered := self._covered(event, table):
            # What was laid there may lie there still, and what shows be of the turn after it.
            return replace(self, news=None, says=COVERED.format(cells=covered), looks=0, since_s=at_s), None
        watch = replace(self, news=None, says="")
        if at_s - self.since_s < self.config.laying_s or self.wants_another:
            return watch, None
        return replace(watch, acted=(event, table.position)), event


def _new_cells(table: Table, seen: PicturedBoard, turn: int | None) -> int:
    known = {*known_board(table.position).pieces()}
    new = 0
    for piece in turned(seen.look, turn or 0).pieces:
        mask = mask_of(piece["cells"])
        new |= 0 if (piece["owner"], mask) in known else mask
    return new


def _first_of_two(
    table: Table, seen: PicturedBoard, right: tuple[Claim, ...], turn: int | None
) -> BoardProposed | None:
    """What was played and lay there by itself, if the board is it and one right action of the next player's by now;
    None where it is not, or where more than one could be it."""
    found = []
    for claim in right:
        then = after_claim(table, claim)
        if then is not None and proposed_board(then, seen, turn=turn).event is not None:
            found.append(BoardProposed(claim, turn=turn))
    return found[0] if len(found) == 1 else None
