"""A game and a position as text; docs/tranglar.md describes both forms."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.rules import record_text, switches
from companion.rules.errors import BadInput, quoted
from companion.rules.game import Playthrough
from companion.rules.tranglar.actions import Action, check_kinds, parse
from companion.rules.tranglar.cells import names, read_spelt, spelt
from companion.rules.tranglar.judging import TranglarVerdict, replay
from companion.rules.tranglar.kinds import PLAYERS, kinds, neutral_kinds
from companion.rules.tranglar.laid import MOST_WHITES, laid_from
from companion.rules.tranglar.options import Rules
from companion.rules.tranglar.position import LARGE, Masks, Position, start
from companion.rules.tranglar.supply import MOST, counted, packed

_COUNT = re.compile(r"([1-9][0-9]*)([A-Z][LR]?)")
NOTHING = "-"
FORM = "pieces of petrol, green and nobody, the player to move, both supplies, white triangles, large pieces, passes"


def position_to_line(position: Position) -> str:
    """A position as one line, such as `a1ES,b2N c3S - petrol 4S3G... 4S4G... 3/3 th 0`."""
    fields = [*(_pieces(masks) for masks in (*position.pieces, position.neutral))]
    fields.append(PLAYERS[position.to_move])
    fields += [_supply(supply) for supply in position.supply]
    fields.append("/".join(map(str, position.whites)))
    fields.append("".join(neutral_kinds()[kind].code for kind in position.large) or NOTHING)
    gone = "" if position.conceded is None else f"x{PLAYERS[position.conceded][0]}"
    fields.append(f"{position.passed}{gone}")
    return " ".join(fields)


def position_from_line(line: str) -> Position:
    """Read what `position_to_line` wrote. Raises BadInput with one sentence for anything else."""
    words = line.split()
    if len(words) != 9:
        raise BadInput(f"A position's line has nine fields, not {len(words)}: {FORM}.")
    petrol, green, neutral = (_read_pieces(word) for word in words[:3])
    owners = (("petrol", petrol), ("green", green), ("neutral", neutral))
    laid = laid_from([{"owner": owner, "cells": names(mask)} for owner, masks in owners for mask in masks])
    if words[3] not in PLAYERS:
        raise BadInput(f"{quoted(words[3])} is not to move in a position's line; write petrol or green.")
    supplies = (_read_supply(words[4]), _read_supply(words[5]))
    whites = re.fullmatch(r"([0-3])/([0-3])", words[6])
    large = re.fullmatch(r"-|t?h?", words[7])
    passed = re.fullmatch(r"([0-2])(x[pg])?", words[8])
    if not (whites and large and passed):
        raise BadInput(
            f"{quoted(' '.join(words[6:]))} cannot end a position's line; write such as: 3/3 th 0."
        )
    each = (int(whites[1]), int(whites[2]))
    waiting = tuple(kind for kind in LARGE if neutral_kinds()[kind].code in words[7])
    if wrong := laid.excess(supplies, sum(each), waiting):
        raise BadInput(f"The position's line cannot be right: {wrong}")
    conceded = None if passed[2] is None else "pg".index(passed[2][1])
    return Position(
        (laid.petrol, laid.green),
        laid.neutral,
        supplies,
        each,
        waiting,
        PLAYERS.index(words[3]),
        int(passed[1]),
        conceded,
    )


def position_from_log(line: str) -> Position:
    """The same of a line that a table's log holds: older ones may give players together more white triangles than the
    board leaves, of which there are as many as it does. Raises BadInput."""
    words = line.split()
    if len(words) == 9 and (whites := re.fullmatch(r"([0-3])/([0-3])", words[6])):
        left = MOST_WHITES - sum(mask.bit_count() == 1 for mask in _read_pieces(words[2]))
        petrol = min(int(whites[1]), left)
        words[6] = f"{petrol}/{min(int(whites[2]), left - petrol)}"
    return position_from_line(" ".join(words))


@dataclass(frozen=True, slots=True)
class Record:
    """A game from a position on: what was done, under which options, and what is said of it."""

    start: Position
    actions: tuple[Action, ...]
    rules: Rules
    tags: Mapping[str, str] = field(default_factory=dict)
    """Further lines of the header, such as the players' names."""

    def replay(self) -> tuple[Position, tuple[TranglarVerdict, ...], TranglarVerdict | None]:
        """What `replay` gives: (state, done, stop)."""
        return replay(self.start, self.actions, self.rules)

    def playthrough(self) -> Playthrough:
        """The same as any game is written, for a table."""
        return Playthrough(
            "tranglar", tuple(self.rules.switched().items()), self.start, self.actions, self.tags
        )

    def to_text(self) -> str:
        """The record as text: a header in brackets, and a line for each action."""
        header = {"Game": "Tranglar", **self.tags, "First": PLAYERS[self.start.to_move]}
        if self.start != start(self.start.to_move):
            header["Position"] = position_to_line(self.start)
        if switched := self.rules.switched():
            header["Options"] = switches.to_text(switched)
        header["Result"] = self.result()
        first = self.start.to_move
        lines = (f"{PLAYERS[(first + turn) % 2]} {action}" for turn, action in enumerate(self.actions))
        return record_text.written(header, lines)

    def result(self) -> str:
        """How the game stands where the record ends, such as `petrol 34-22`, `draw 20-20` or `* 12-7`."""
        ended, _, _ = self.replay()
        petrol, green = ended.score
        who = "*" if not ended.over else "draw" if ended.winner is None else PLAYERS[ended.winner]
        return f"{who} {petrol}-{green}"


def record_from_text(text: str) -> Record:
    """Read what `Record.to_text` wrote; nothing is judged.

    Raises BadInput that names the line. The result is worked out anew, whatever the header says.
    """
    tags, turns = record_text.read_of("Tranglar", text, _turn)
    first = tags.pop("First", None)
    if first not in (None, *PLAYERS):
        raise BadInput(f"The record says that {quoted(first)} is first; write petrol or green.")
    line, options = tags.pop("Position", ""), tags.pop("Options", "")
    begun = position_from_line(line) if line else start(PLAYERS.index(first or PLAYERS[0]))
    mover = PLAYERS[begun.to_move]
    if first not in (None, mover):
        raise BadInput(
            f"The record says that {first} is first, and its position that {mover} moves: make them agree."
        )
    for number, (player, _) in enumerate(turns):
        if player != (begun.to_move + number) % len(PLAYERS):
            raise BadInput(
                f"Line {number + 1}. of the record is not {PLAYERS[player]}'s turn: players take turns, and {mover} is "
                f'first; where that is not so, write [First "{PLAYERS[1 - begun.to_move]}"].'
            )
    return Record(begun, tuple(action for _, action in turns), Rules.of(switches.from_text(options)), tags)


def _turn(text: str) -> tuple[int, Action]:
    player, *action = text.split(maxsplit=1)
    if player not in PLAYERS or not action:
        raise BadInput(f"{quoted(text)} is no player with an action; write such as petrol place a1N.")
    told = parse(action[0])
    check_kinds(told)
    return PLAYERS.index(player), told


def _pieces(masks: Masks) -> str:
    return ",".join(map(spelt, masks)) or NOTHING


def _read_pieces(word: str) -> Masks:
    return () if word == NOTHING else tuple(map(read_spelt, word.split(",")))


def _supply(supply: int) -> str:
    return "".join(f"{number}{kinds()[kind].code}" for kind, number in counted(supply)) or NOTHING


def _read_supply(word: str) -> int:
    if word == NOTHING:
        return 0
    codes = {kind.code: number for number, kind in enumerate(kinds())}
    parts = _COUNT.findall(word)
    if "".join(number + code for number, code in parts) != word or any(
        code not in codes for _, code in parts
    ):
        raise BadInput(
            f"{quoted(word)} is no supply; write counts with codes of pieces, such as 4S4G3M1TL1TR1F."
        )
    if len({code for _, code in parts}) < len(parts) or any(int(number) > MOST for number, _ in parts):
        raise BadInput(f"The supply {quoted(word)} cannot be right; give each piece's count once.")
    return packed({codes[code]: int(number) for number, code in parts})
