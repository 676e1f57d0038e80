"""A game and a position as text; docs/zont.md describes both forms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion.rules import record_text, switches
from companion.rules.errors import BadInput, quoted
from companion.rules.game import Playthrough
from companion.rules.zont.cards import Cards, all_cards, card_from, zeros
from companion.rules.zont.judging import ZontVerdict, replay
from companion.rules.zont.options import Rules
from companion.rules.zont.piles import Pile, by_name
from companion.rules.zont.position import Position, score_of, start
from companion.rules.zont.turn import Turn, parse

_CARD = re.compile(r"[A-Z]\d[a-z]?")
_PILE = re.compile(r"(?:\(([^()]+)\))?([^()]+)")
NOTHING = "-"
FORM = "piles, hands, score piles, deck, the number of the player to move, and how far the game is"
STAGES = ("running", "final", "over")


def position_to_line(position: Position) -> str:
    """A position as one line: `A0/(C0C1r)C2b/F0/Z0/G0 A1rA2b.../... -/G3b C3y... 1 running`."""
    stage = "over" if position.over else "final" if position.final else "running"
    piles = "/".join((f"({_written(p.mixed)})" if p.mixed else "") + _written(p.laid) for p in position.piles)
    fields = [piles, *("/".join(map(_written, cards)) for cards in (position.hands, position.scores))]
    return " ".join([*fields, _written(position.deck), str(position.to_move + 1), stage])


def position_from_line(line: str) -> Position:
    """Read what `position_to_line` wrote. Raises BadInput with one sentence for anything else."""
    found = position_from_log(line)
    if lacking := [zero for zero, pile in zip(zeros(), found.piles, strict=True) if zero not in pile.cards]:
        raise BadInput(f"A pile of the position's line lacks {lacking[0]}, which never leaves it.")
    return found


def position_from_log(line: str) -> Position:
    """The same with piles that lack their 0, which once nobody asked for. Raises BadInput."""
    words = line.split()
    if len(words) != 6:
        raise BadInput(f"A position's line has six fields, not {len(words)}: {FORM}.")
    piles = tuple(_read_pile(word) for word in words[0].split("/"))
    hands, scores = (tuple(map(_read, word.split("/"))) for word in words[1:3])
    deck = _read(words[3])
    everything = [card for pile in piles for card in (*pile.mixed, *pile.laid)]
    everything += [card for cards in (*hands, *scores, deck) for card in cards]
    if len(set(everything)) < len(everything) or not set(everything) <= set(all_cards()):
        raise BadInput("A position's line names a card twice; each is there once.")
    if len(piles) != 5 or any(card.suit != suit for suit, pile in enumerate(piles) for card in pile.cards):
        raise BadInput("A position's line has five piles, each of one suit, in the order A, C, F, Z, G.")
    if len(hands) != len(scores) or not words[4].isdecimal() or not 1 <= int(words[4]) <= len(hands):
        raise BadInput(
            "A position's line has a hand and a score pile for each player, and one of them is to move."
        )
    if words[5] not in STAGES:
        raise BadInput(f"{quoted(words[5])} is no stage of a game; write {', '.join(STAGES)}.")
    return Position(
        piles,
        tuple(map(by_name, hands)),
        scores,
        deck,
        int(words[4]) - 1,
        words[5] != "running",
        words[5] == "over",
    )


@dataclass(frozen=True, slots=True)
class Record:
    """A game from its deal on: what was done, under which options, and what is said of it."""

    players: int
    cards: Cards
    """All but the zeros, in the order in which they were dealt and drawn."""
    turns: tuple[Turn, ...]
    rules: Rules
    tags: Mapping[str, str] = field(default_factory=dict)
    """Further lines of the header, such as names."""

    def replay(self) -> tuple[Position, tuple[ZontVerdict, ...], ZontVerdict | None]:
        """What `replay` gives: (state, done, stop)."""
        return replay(start(self.players, self.cards), self.turns, self.rules)

    def playthrough(self) -> Playthrough:
        """The same as any game is written, for a table."""
        options, begun = tuple(self.rules.switched().items()), start(self.players, self.cards)
        return Playthrough("zont", options, begun, self.turns, self.tags)

    def to_text(self) -> str:
        """The record as text: a header in brackets, and a line for each turn."""
        header = {"Game": "Zont", **self.tags, "Players": str(self.players), "Deck": _written(self.cards)}
        if switched := self.rules.switched():
            header["Options"] = switches.to_text(switched)
        header["Result"] = self.result()
        return record_text.written(header, self.turns)

    def result(self) -> str:
        """The points where the record ends, such as `12 14 18`; a star before them as long as the game goes on."""
        ended, _, _ = self.replay()
        points = " ".join(str(score_of(cards, ended.piles).total) for cards in ended.scores)
        return points if ended.over else f"* {points}"


def record_from_text(text: str) -> Record:
    """Read what `Record.to_text` wrote; nothing is judged. Raises BadInput that names the line."""
    tags, turns = record_text.read_of("Zont", text, parse)
    players, cards = record_text.players_of(tags), _read(tags.pop("Deck", ""))
    rules = Rules.of(switches.from_text(tags.pop("Options", "")))
    start(players, cards)
    return Record(players, cards, turns, rules, tags)


def _written(cards: Iterable[object]) -> str:
    return "".join(map(str, cards)) or NOTHING


def _read(word: str) -> Cards:
    if word == NOTHING:
        return ()
    found = _CARD.findall(word)
    if not found or "".join(found) != word:
        raise BadInput(f"{quoted(word)} names no cards; write such as A2rZ4.")
    return tuple(map(card_from, found))


def _read_pile(word: str) -> Pile:
    found = _PILE.fullmatch(word)
    if found is None:
        raise BadInput(
            f"{quoted(word)} is no pile; write its cards from the lowest, those in no known order in brackets first."
        )
    laid = _read(found[2])
    if not laid:
        raise BadInput(f"{quoted(word)} is a pile on which no card shows; at least its 0 must lie there.")
    return Pile(by_name(_read(found[1])) if found[1] else (), laid)
