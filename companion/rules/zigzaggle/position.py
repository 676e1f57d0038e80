"""A game in progress: board, racks, box and points. Frozen, hashable, judged by nobody here."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.rules.errors import BadInput, quoted
from companion.rules.seeds import seed
from companion.rules.zigzaggle.profile import Cell, Profile, own_profile
from companion.rules.zigzaggle.turn import FREE, Challenge, Exchange, Pass, Placed, Tile, Tiles, Turn


@dataclass(frozen=True, slots=True)
class Pending:
    """The play just made, for as long as it can be challenged: what is needed to take it back."""

    player: int
    placed: Placed
    drawn: Tiles
    points: int
    runway: int


@dataclass(frozen=True, slots=True)
class Position:
    """All that the rules ask of a game in progress, what is hidden included; `view` leaves that out."""

    profile: Profile
    board: Placed
    """The tiles that lie, sorted by cell."""
    racks: tuple[Tiles, ...]
    """Each player's tiles, sorted."""
    box: Tiles
    """What is still to be drawn, the next one first."""
    scores: tuple[int, ...]
    """Points so far, without what is deducted at the end."""
    to_move: int = 0
    runway: int = 0
    """Which of the profile's runways is in play; as many as there are when the game is over."""
    passes: int = 0
    """How many players have passed in a row; a play ends the row, one that a challenge takes back too."""
    pending: Pending | None = None

    @property
    def over(self) -> bool:
        """Whether the game is over; its last play may still be challenged."""
        return self.runway == len(self.profile.runways)

    @property
    def rack(self) -> Tiles:
        """The rack of the player to move."""
        return self.racks[self.to_move]


class Limits(NamedTuple):
    """For how many players the game is, and how many tiles these have."""

    least: int
    most: int
    letters: int
    """Dealt to each ..."""
    free: int
    """... with so many free tiles."""
    full: int
    """Tiles of a full rack."""


def limits() -> Limits:
    """The game's own."""
    players = seed("zigzaggle")["players"]
    rack = players["rack"]
    return Limits(players["least"], players["most"], rack["letters"], rack["free"], rack["full"])


def points_for(what: str) -> int:
    """The points for `first-word` and `challenge`."""
    return int(seed("zigzaggle")["points"][what])


def shuffled(chance: random.Random, profile: Profile | None = None) -> Tiles:
    """The letter tiles of a profile in a random order."""
    letters = list((profile or own_profile()).letters)
    chance.shuffle(letters)
    return tuple(Tile(name[0], name[1]) for name in letters)


def start(players: int, letters: Sequence[Tile], profile: Profile | None = None) -> Position:
    """A new game; `letters` are all letter tiles in the order in which they are dealt, a rack at a time, and drawn.

    Who holds the letter nearest to Z begins. Raises BadInput for a number of players that the game is not for, for
    tiles other than the profile's and for too few of them.
    """
    profile = profile or own_profile()
    own = limits()
    if not own.least <= players <= own.most:
        raise BadInput(f"Zig Zaggle is for {own.least} to {own.most} players, not {quoted(players)}.")
    if Counter(map(str, letters)) != Counter(profile.letters):
        raise BadInput("The letters must be all those of the profile, each as often as there.")
    dealt = own.letters
    if len(letters) < dealt * players or profile.free < own.free * players:
        raise BadInput(f"The profile has too few tiles for {players} players; add some, or play with fewer.")
    frees = (Tile("", FREE),) * own.free
    racks = tuple(tuple(sorted((*letters[dealt * n : dealt * (n + 1)], *frees))) for n in range(players))
    last = [max(tile.letter for tile in rack) for rack in racks]
    first = last.index(max(last))
    return Position(profile, (), racks, tuple(letters[dealt * players :]), (0,) * players, first)


def no_more_than_there_are(profile: Profile, tiles: Iterable[Tile]) -> None:
    """Raise BadInput where there are more of a tile than a profile has."""
    there = Counter({**Counter(profile.letters), FREE: profile.free})
    if extra := Counter(str(tile.on_rack) for tile in tiles) - there:
        what = "free tiles" if (tile := next(iter(extra))) == FREE else tile
        raise BadInput(f"There are more {what} than the profile has; correct the tiles or the profile.")


def without(rack: Tiles, tiles: Sequence[Tile]) -> Tiles | None:
    """A rack without some of its tiles; None where it does not have them."""
    left = Counter(rack)
    left.subtract(tile.on_rack for tile in tiles)
    return None if min(left.values(), default=0) < 0 else tuple(sorted(left.elements()))


def after(position: Position, turn: Turn, points: int, *, took_off: bool, right: bool) -> Position:
    """The position after a turn that was judged.

    `points` are those of a lay, `took_off` whether it took off, `right` whether the words of a challenged play are.
    """
    mover = position.to_move
    following = (mover + 1) % len(position.racks)
    if isinstance(turn, Challenge):
        return _challenged(position, turn, right=right)
    if isinstance(turn, Pass):
        passes = position.passes + 1
        closed = passes == len(position.racks)
        return replace(
            position,
            to_move=following,
            runway=position.runway + closed,
            passes=0 if closed else passes,
            pending=None,
        )
    tiles = turn.tiles if isinstance(turn, Exchange) else tuple(tile for _, tile in turn.placed)
    rack = without(position.rack, tiles)
    if rack is None:
        raise ValueError("the rack does not have the tiles")
    if isinstance(turn, Exchange):
        drawn, box = position.box[: len(tiles)], position.box[len(tiles) :]
        racks = _with_rack(position, mover, (*rack, *drawn))
        return replace(position, racks=racks, box=(*box, *tiles), to_move=following, passes=0, pending=None)
    over = took_off and position.runway + 1 == len(position.profile.runways)
    wanted = 0 if over else max(0, limits().full - len(rack))
    drawn = position.box[:wanted]
    return replace(
        position,
        board=tuple(sorted((*position.board, *turn.placed))),
        racks=_with_rack(position, mover, (*rack, *drawn)),
        box=position.box[wanted:],
        scores=_with_points(position.scores, {mover: points}),
        to_move=following,
        runway=position.runway + took_off,
        passes=0,
        pending=Pending(mover, turn.placed, drawn, points, position.runway),
    )


def _challenged(position: Position, turn: Challenge, *, right: bool) -> Position:
    play, at_stake = position.pending, points_for("challenge")
    if play is None:
        raise ValueError("there is no play to challenge")
    if right:
        scores = _with_points(position.scores, {play.player: at_stake, turn.by: -at_stake})
        return replace(position, scores=scores, pending=None)
    rack = without(position.racks[play.player], play.drawn)
    if rack is None:
        raise ValueError("the rack does not have what was drawn")
    back = (*rack, *(tile.on_rack for _, tile in play.placed))
    return replace(
        position,
        board=tuple(one for one in position.board if one not in play.placed),
        racks=_with_rack(position, play.player, back),
        box=(*play.drawn, *position.box),
        scores=_with_points(position.scores, {play.player: -play.points, turn.by: at_stake}),
        runway=play.runway,
        pending=None,
    )


def _with_rack(position: Position, player: int, rack: Sequence[Tile]) -> tuple[Tiles, ...]:
    racks = list(position.racks)
    racks[player] = tuple(sorted(rack))
    return tuple(racks)


def _with_points(scores: tuple[int, ...], more: dict[int, int]) -> tuple[int, ...]:
    return tuple(points + more.get(player, 0) for player, points in enumerate(scores))


def deductions(position: Position) -> tuple[int, ...]:
    """What the letters on each rack are worth."""
    value = position.profile.value
    return tuple(sum(0 if tile.free else value(tile.letter) for tile in rack) for rack in position.racks)


def totals(position: Position) -> tuple[int, ...]:
    """Everybody's points; once the game is over without the letters left."""
    if not position.over:
        return position.scores
    return tuple(had - left for had, left in zip(position.scores, deductions(position), strict=True))


def winners(position: Position) -> tuple[int, ...]:
    """Who has the most points; several share a win."""
    points = totals(position)
    return tuple(player for player, had in enumerate(points) if had == max(points))


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may see; everybody sees the same but for the rack."""

    board: Placed
    rack: Tiles | None
    held: tuple[int, ...]
    box: int
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    to_move: int
    runway: str | None
    """The runway in play; None when the game is over."""
    passes: int
    challengeable: tuple[Cell, ...]
    """Where the tiles of the play lie that may be challenged now."""
    over: bool


def view(position: Position, seat: int | None) -> View:
    """The position as a seat sees it; None for the big screen, which shows no rack."""
    play = position.pending
    return View(
        position.board,
        None if seat is None else position.racks[seat],
        tuple(map(len, position.racks)),
        len(position.box),
        position.scores,
        totals(position),
        position.to_move,
        None if position.over else position.profile.runways[position.runway].name,
        position.passes,
        () if play is None else tuple(cell for cell, _ in play.placed),
        position.over,
    )
