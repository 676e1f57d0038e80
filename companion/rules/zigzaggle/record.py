"""A game and a position as text; docs/zig-zaggle.md describes both forms."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion.rules import record_text, switches
from companion.rules.errors import BadInput, quoted
from companion.rules.game import Playthrough
from companion.rules.json_text import NoJson, read_json_text
from companion.rules.words import WordList
from companion.rules.zigzaggle.judging import Judged, replay
from companion.rules.zigzaggle.options import Rules
from companion.rules.zigzaggle.position import (
    Pending,
    Position,
    limits,
    no_more_than_there_are,
    start,
    totals,
)
from companion.rules.zigzaggle.profile import Profile, own_profile, profile_from, profile_to_json
from companion.rules.zigzaggle.turn import Placed, Tiles, Turn, cell_from, lay, parse, tile_from

_TILE = re.compile(r"[A-Z][a-z]|\*")
NOTHING, OVER = "-", "over"
FORM = "board, racks, box, scores, the number of the player to move, runway, passes, and the play just made"


def position_to_line(position: Position) -> str:
    """A position as one line: `j11=Sb,k11=*o SbAr*/Eg* TrTg 12/0 2 west 0 -`."""
    runways = [*(runway.name for runway in position.profile.runways), OVER]
    play = position.pending
    made = NOTHING
    if play is not None:
        numbers = (play.player + 1, play.points, runways[play.runway])
        made = ";".join([*map(str, numbers), _laid(play.placed), _written(play.drawn)])
    fields = (
        _laid(position.board),
        "/".join(map(_written, position.racks)),
        _written(position.box),
        "/".join(map(str, position.scores)),
        str(position.to_move + 1),
        runways[position.runway],
        str(position.passes),
        made,
    )
    return " ".join(fields)


def position_from_line(line: str, profile: Profile | None = None) -> Position:
    """Read what `position_to_line` wrote. Raises BadInput with one sentence for anything else."""
    found = position_from_log(line, profile)
    if found.pending is not None:
        _could_be_taken_back(found.pending, found.board, found.racks)
    everywhere = (*(tile for _, tile in found.board), *(tile for rack in found.racks for tile in rack))
    no_more_than_there_are(found.profile, (*everywhere, *found.box))
    return found


def position_from_log(line: str, profile: Profile | None = None) -> Position:
    """The same, however many there are of a tile and whatever play was the last: once nobody asked. Raises BadInput."""
    profile = profile or own_profile()
    words = line.split()
    if len(words) != 8:
        raise BadInput(f"A position's line has eight fields, not {len(words)}: {FORM}.")
    runways = [*(runway.name for runway in profile.runways), OVER]
    board = _read_laid(words[0])
    racks = tuple(tuple(sorted(_read(word))) for word in words[1].split("/"))
    scores = tuple(_number(word, -100_000, 100_000) for word in words[3].split("/"))
    if len(scores) != len(racks):
        raise BadInput("A position's line has a rack and a score for each player.")
    own = limits()
    if not own.least <= len(racks) <= own.most:
        raise BadInput(f"A position's line has {own.least} to {own.most} racks, not {len(racks)}.")
    if strange := [cell for cell, _ in board if not profile.has(cell)]:
        raise BadInput(f"The board has no cell {strange[0]}.")
    box = _read(words[2])
    every = (*(tile for _, tile in board), *(tile for rack in racks for tile in rack), *box)
    if unknown := sorted({str(tile) for tile in every if not tile.free} - set(profile.letters)):
        raise BadInput(f"The profile has no tile {unknown[0]}; correct the position's line.")
    made: Pending | None = None
    if words[7] != NOTHING:
        parts = words[7].split(";")
        if len(parts) == 6:
            # Once the passes before the play were told too.
            del parts[3]
        if len(parts) != 5:
            raise BadInput("The play just made has player, points, runway, tiles and what was drawn.")
        made = Pending(
            _number(parts[0], 1, len(racks)) - 1,
            _read_laid(parts[3]),
            _read(parts[4]),
            _number(parts[1], 0, 100_000),
            _runway(parts[2], runways),
        )
    return Position(
        profile,
        board,
        racks,
        box,
        scores,
        _number(words[4], 1, len(racks)) - 1,
        _runway(words[5], runways),
        _number(words[6], 0, len(racks)),
        made,
    )


def _could_be_taken_back(made: Pending, board: Placed, racks: tuple[Tiles, ...]) -> None:
    """Raise BadInput for a play just made that is not the board's, or after which something else was drawn."""
    if strange := [f"{cell}={tile}" for cell, tile in made.placed if (cell, tile) not in board]:
        raise BadInput(f"The play just made has {strange[0]}, which is not on the board.")
    if lacking := Counter(made.drawn) - Counter(racks[made.player]):
        raise BadInput(
            f"{next(iter(lacking))} was drawn after the play just made, and is not on its player's rack."
        )


@dataclass(frozen=True, slots=True)
class Record:
    """A game from its deal on: what was done, under which options, and what is said of it."""

    players: int
    letters: Tiles
    """All letter tiles in the order in which they were dealt and drawn."""
    turns: tuple[Turn, ...]
    rules: Rules
    tags: Mapping[str, str] = field(default_factory=dict)
    """Further lines of the header, such as names."""
    profile: Profile = field(default_factory=own_profile)

    def replay(self, words: WordList | None = None) -> tuple[Position, tuple[Judged, ...], Judged | None]:
        """What `replay` gives: (state, done, stop)."""
        return replay(start(self.players, self.letters, self.profile), self.turns, self.rules, words)

    def playthrough(self) -> Playthrough:
        """The same as any game is written, for a table."""
        options, begun = tuple(self.rules.switched().items()), start(self.players, self.letters, self.profile)
        return Playthrough("zigzaggle", options, begun, self.turns, self.tags)

    def to_text(self, words: WordList | None = None) -> str:
        """The record as text: a header in brackets, and a line for each turn."""
        letters = _written(self.letters)
        header = {"Game": "Zig Zaggle", **self.tags, "Players": str(self.players), "Letters": letters}
        if switched := self.rules.switched():
            header["Options"] = switches.to_text(switched)
        if own := profile_to_json(self.profile):
            header["Profile"] = json.dumps(own)
        ended, _, _ = self.replay(words)
        points = " ".join(map(str, totals(ended)))
        header["Result"] = points if ended.over else f"* {points}"
        return record_text.written(header, self.turns)


def record_from_text(text: str) -> Record:
    """Read what `Record.to_text` wrote; nothing is judged. Raises BadInput that names the line."""
    tags, turns = record_text.read_of("Zig Zaggle", text, parse)
    profile = _profile(tags.pop("Profile", "{}"))
    letters = _read(tags.pop("Letters", ""))
    players = record_text.players_of(tags)
    rules = Rules.of(switches.from_text(tags.pop("Options", "")))
    start(players, letters, profile)
    return Record(players, letters, turns, rules, tags, profile)


def _profile(text: str) -> Profile:
    try:
        data = read_json_text(text, one_line=True)
    except NoJson as wrong:
        raise BadInput(
            f"The profile of the record is no JSON that can be used ({wrong}); leave the line out for the printed set."
        ) from wrong
    return profile_from(data)


def _laid(placed: Placed) -> str:
    return ",".join(f"{cell}={tile}" for cell, tile in placed) or NOTHING


def _read_laid(word: str) -> Placed:
    if word == NOTHING:
        return ()
    parts = [part.partition("=") for part in word.split(",")]
    placed = lay(tuple((cell_from(cell), tile_from(tile, laid=True)) for cell, _, tile in parts)).placed
    if len(dict(placed)) < len(placed):
        raise BadInput("A position's line has two tiles on one cell.")
    return placed


def _written(tiles: Iterable[object]) -> str:
    return "".join(map(str, tiles)) or NOTHING


def _read(word: str) -> Tiles:
    if word == NOTHING:
        return ()
    found = _TILE.findall(word)
    if not found or "".join(found) != word:
        raise BadInput(f"{quoted(word)} names no tiles; write such as SbAr*.")
    return tuple(tile_from(tile, laid=False) for tile in found)


def _number(word: str, least: int, most: int) -> int:
    if not re.fullmatch(r"-?[0-9]{1,7}", word) or not least <= int(word) <= most:
        raise BadInput(f"{quoted(word)} of a position's line must be a whole number from {least} to {most}.")
    return int(word)


def _runway(word: str, runways: list[str]) -> int:
    if word not in runways:
        raise BadInput(f"There is no runway {quoted(word)}; use {', '.join(runways)}.")
    return runways.index(word)
