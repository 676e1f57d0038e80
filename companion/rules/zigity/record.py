"""A game and a position as text; docs/zigity.md describes both forms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion.rules import record_text, switches
from companion.rules.errors import BadInput, quoted
from companion.rules.game import Playthrough
from companion.rules.zigity.cards import Cards, by_name, card_from
from companion.rules.zigity.judging import ZigityVerdict, replay
from companion.rules.zigity.lexicon import Lexicon
from companion.rules.zigity.options import Rules
from companion.rules.zigity.position import Position, limits, start
from companion.rules.zigity.turn import Turn, count_from, parse

NOTHING = "-"
FORM = "hands, draw pile, played cards, the number of the player to move, direction, debt, idle turns, running or over"
DIRECTIONS = {"+": 1, "-": -1}


def position_to_line(position: Position) -> str:
    """A position as one line: `CA1lp,free/dodge WA3rt CC6ld 1 + 0 0 running`."""
    fields = [
        "/".join(map(_written, position.hands)),
        _written(position.draw),
        _written(position.played),
        str(position.to_move + 1),
        "+" if position.direction > 0 else "-",
        str(position.debt),
        str(position.idle),
        "over" if position.over else "running",
    ]
    return " ".join(fields)


def position_from_line(line: str) -> Position:
    """Read what `position_to_line` wrote. Raises BadInput with one sentence for anything else."""
    words = line.split()
    if len(words) != 8:
        raise BadInput(f"A position's line has eight fields, not {len(words)}: {FORM}.")
    hands = tuple(by_name(_read(word)) for word in words[0].split("/"))
    draw, played = _read(words[1]), _read(words[2])
    least, most = limits()
    if not least <= len(hands) <= most:
        raise BadInput(f"A position's line has {least} to {most} hands, not {len(hands)}.")
    if not played:
        raise BadInput("A position's line has at least one played card, the play card.")
    mover, debt, idle = (count_from(words[place]) for place in (3, 5, 6))
    if not 1 <= mover <= len(hands):
        raise BadInput(f"There is no player {mover} to move in a position's line.")
    if words[4] not in DIRECTIONS:
        raise BadInput(f"{quoted(words[4])} is no direction; write + or -.")
    if words[7] not in ("running", "over"):
        raise BadInput(f"{quoted(words[7])} is no stage of a game; write running or over.")
    direction = DIRECTIONS[words[4]]
    return Position(hands, draw, played, mover - 1, direction, debt, idle, words[7] == "over")


@dataclass(frozen=True, slots=True)
class Record:
    """A game from its deal on: what was done, under which options, and what is said of it. It holds hidden cards."""

    players: int
    cards: Cards
    """The whole deck, in the order in which it was dealt and drawn."""
    turns: tuple[Turn, ...]
    rules: Rules
    tags: Mapping[str, str] = field(default_factory=dict)
    """Further lines of the header, such as names."""

    def replay(
        self, words: Lexicon | None = None
    ) -> tuple[Position, tuple[ZigityVerdict, ...], ZigityVerdict | None]:
        """What `replay` gives: (state, done, stop). Without a list, the words of the record are taken as words."""
        if words is None:
            words = Lexicon(turn.word for turn in self.turns if turn.word is not None)
        return replay(start(self.players, self.cards), self.turns, self.rules, words)

    def playthrough(self) -> Playthrough:
        """The same as any game is written, for a table."""
        options, begun = tuple(self.rules.switched().items()), start(self.players, self.cards)
        return Playthrough("zigity", options, begun, self.turns, self.tags)

    def to_text(self) -> str:
        """The record as text: a header in brackets, and a line for each turn."""
        header = {
            "Game": "Zigity",
            **self.tags,
            "Players": str(self.players),
            "Deck": " ".join(map(str, self.cards)),
        }
        if switched := self.rules.switched():
            header["Options"] = switches.to_text(switched)
        header["Result"] = self.result()
        return record_text.written(header, self.turns)

    def result(self) -> str:
        """How many cards each player is left with, such as `3 0 5`; a star before them as long as the game goes on."""
        ended, _, _ = self.replay()
        counts = " ".join(str(len(hand)) for hand in ended.hands)
        return counts if ended.over else f"* {counts}"


def record_from_text(text: str) -> Record:
    """Read what `Record.to_text` wrote; nothing is judged. Raises BadInput that names the line."""
    tags, turns = record_text.read_of("Zigity", text, parse)
    players, cards = record_text.players_of(tags), tuple(map(card_from, tags.pop("Deck", "").split()))
    rules = Rules.of(switches.from_text(tags.pop("Options", "")))
    start(players, cards)
    return Record(players, cards, turns, rules, tags)


def _written(cards: Iterable[object]) -> str:
    return ",".join(map(str, cards)) or NOTHING


def _read(word: str) -> Cards:
    cards = () if word == NOTHING else tuple(map(card_from, word.split(",")))
    if not all(card.is_read for card in cards):
        raise BadInput("A position's line names each card in full; a card with a ? is not known.")
    return cards
