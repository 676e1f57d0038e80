"""Zig Zaggle as two really lay it, tile by tile, with all that goes wrong between, and what a camera reads of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice

from companion.rules.words import english
from companion.rules.zigzaggle.finding import plays
from companion.rules.zigzaggle.judging import facts_of, play
from companion.rules.zigzaggle.options import default_rules
from companion.rules.zigzaggle.position import Position, shuffled, start
from companion.rules.zigzaggle.profile import Cell
from companion.rules.zigzaggle.record import position_to_line
from companion.rules.zigzaggle.turn import Lay
from companion.table.played import events as ev
from companion.table.played.play import State, step
from tests.live.sim_laid import SEATS, Box, LaidGame
from tests.live.sim_room import burst, hand_that_stays, lights_out, nothing
from tests.live.sim_time import Act
from tests.table.parts.sightings import on_cell, rectangle, tiles_seen
from vision.parts.sighting import PartsSeen

TILE_MM = 20.0
CHOICE, LONGEST = 40, 5
"""Words are chosen among so many, of so many tiles at most."""


@dataclass
class TilesGame(LaidGame[Cell]):
    """A game of tiles."""

    turns: int = 3
    before: int = 2
    lying: dict[Cell, str] = field(default_factory=dict, init=False)
    between: set[Cell] = field(default_factory=set, init=False)
    """Cells of tiles that lie half on the next one."""
    position: Position = field(init=False)

    def _laid_out(self) -> None:
        position = start(len(SEATS), shuffled(self.chance))
        racks = tuple(tuple(tile for tile in rack if not tile.free) for rack in position.racks)
        spare = tuple(tile for rack in position.racks for tile in rack if tile.free)
        self.position = replace(position, racks=racks, box=(*(t for t in position.box if not t.free), *spare))
        for _ in range(self.before):
            turn = self._chosen()
            self.position = self.position if turn is None else play(self.position, turn)
        self.position = replace(self.position, pending=None)
        self.lying = {cell: str(tile) for cell, tile in self.position.board}
        self.state = step(State(), ev.SetUp("zigzaggle", SEATS, position=position_to_line(self.position)))

    def _chosen(self) -> Lay | None:
        found = plays(facts_of(self.position, default_rules(), english()))
        fit = (
            one.turn
            for one in found
            if len(one.turn.placed) <= LONGEST and not any(tile.free for _, tile in one.turn.placed)
        )
        every = list(islice(fit, CHOICE))
        return self.chance.choice(every) if every else None

    def _as_true(self, told: str, move: str, _position: Position) -> bool:
        return told == move

    def _seen(self) -> PartsSeen:
        over = {
            cell for box in self.hands.values() for cell in _within(box) if self.position.profile.has(cell)
        }
        over |= {cell for cell in self.lying if self.chance.random() < self.dark}
        shown = {str(cell): name for cell, name in self.lying.items() if cell not in over}
        seen = tiles_seen(shown, tuple(map(str, over)))
        if not self.between:
            return seen
        parts = []
        for cell, part in zip(shown, seen.parts, strict=True):
            off = (9.0, 2.0) if cell in map(str, self.between) else (0.0, 0.0)
            quad = rectangle(on_cell(cell, off), (TILE_MM, TILE_MM))
            parts.append(replace(part, corners_px=quad, corners_mm=quad))
        return replace(seen, parts=tuple(parts))

    # --- players --------------------------------------------------------------------------------------

    def _game(self) -> Act:
        yield self.chance.uniform(0.5, 1.5)
        for _ in range(self.turns):
            turn = self._chosen()
            if self.wrong or turn is None or self.position.over:
                break
            yield from self._laid_down(turn)
            if "hasty" in self.troubles and self.chance.random() < 0.5:
                yield self.chance.choice((0.5, 1.5))
                continue
            yield from self._told()
        yield from self._told()
        self.over = True

    def _laid_down(self, turn: Lay) -> Act:
        later = replace(play(self.position, turn), pending=None)
        placed = [(cell, str(tile)) for cell, tile in turn.placed]
        if self.chance.random() < 0.2:
            self.chance.shuffle(placed)
        if "takenback" in self.troubles and self.chance.random() < 0.6:
            yield from self._tried(placed[0])
        for at, (cell, name) in enumerate(placed):
            if at == len(placed) - 1:
                self._played(turn, later)
            yield from self.laid(cell, name, askew="crooked" in self.troubles and self.chance.random() < 0.5)
        self.position = later

    def _tried(self, tile: tuple[Cell, str]) -> Act:
        """The first tile is laid beside its place, and taken back."""
        free = [one for one in _beside(tile[0]) if self._free(one)]
        if free:
            cell = self.chance.choice(free)
            yield from self.laid(cell, tile[1])
            yield self.chance.choice((0.3, 1.0, 2.0))
            yield from self.lifted(cell)

    def _free(self, cell: Cell) -> bool:
        return self.position.profile.has(cell) and cell not in self.lying

    def reach(self, whose: str, cell: Cell) -> None:
        """A hand comes over a cell and what is about it."""
        self.hands[whose] = cell.column - 0.6, cell.row - 0.6, cell.column + 1.6, cell.row + 2.6

    def laid(self, cell: Cell, name: str, *, askew: bool = False, whose: str = "mover") -> Act:
        """A hand lays a tile, at times half on the next cell at first."""
        while whose == "mover" and cell in self.fiddled:
            yield 0.1
        self.busy.add(cell)
        self.reach(whose, cell)
        yield self.chance.uniform(0.1, 0.4)
        self.lying[cell] = name
        yield self.chance.uniform(0.05, 0.3)
        self.hands.pop(whose, None)
        if askew:
            self.between.add(cell)
            yield self.chance.choice((0.4, 1.5, 2.5))
            self.reach(whose, cell)
            yield self.chance.uniform(0.1, 0.4)
            self.between.discard(cell)
            self.hands.pop(whose, None)
        self.busy.discard(cell)
        yield self.chance.choice((0.1, 0.4, 1.2))

    def lifted(self, cell: Cell, whose: str = "mover") -> Act:
        """A hand takes a tile up."""
        self.reach(whose, cell)
        yield self.chance.uniform(0.1, 0.4)
        self.lying.pop(cell)
        self.hands.pop(whose, None)
        yield self.chance.choice((0.1, 0.4))

    def resting(self) -> list[Cell]:
        """Cells of tiles that were told, with which nobody has to do now."""
        known = {cell for cell, _ in self.table.position.board}
        return [cell for cell in sorted(self.lying) if cell in known and cell not in self.busy | self.fiddled]


def _within(box: Box) -> Iterator[Cell]:
    for column in range(max(0, round(box[0])), round(box[2])):
        for row in range(max(0, round(box[1])), round(box[3])):
            yield Cell(column, row)


def _beside(cell: Cell) -> list[Cell]:
    around = ((1, 0), (-1, 0), (0, 1), (0, -1))
    return [Cell(cell.column + x, cell.row + y) for x, y in around]


def _lifted(game: TilesGame) -> Act:
    """A tile is taken up and put back, or pushed onto a cell beside it first."""
    while True:
        yield game.chance.expovariate(0.3)
        if not (cells := game.resting()):
            continue
        cell = game.chance.choice(cells)
        name = game.lying[cell]
        taken = game.busy | game.fiddled
        free = [one for one in _beside(cell) if game._free(one) and one not in taken]
        other = game.chance.choice(free) if free and "slid" in game.troubles else None
        game.fiddled |= {cell} | ({other} if other is not None else set())
        yield from game.lifted(cell, "fiddler")
        if other is not None:
            yield from game.laid(other, name, whose="fiddler")
        yield game.chance.choice((0.2, 1.0, 3.0, 7.0))
        if other is not None:
            yield from game.lifted(other, "fiddler")
        yield from game.laid(cell, name, whose="fiddler")
        game.fiddled -= {cell, other}


TILE_TROUBLES: Mapping[str, Callable[[TilesGame], Act]] = {
    "burst": burst,
    "crooked": nothing,
    "hand": hand_that_stays((3, 14), (3, 14), (1, 5), (1, 5)),
    "hasty": nothing,
    "lifted": _lifted,
    "light": lights_out,
    "slid": _lifted,
    "takenback": nothing,
}
