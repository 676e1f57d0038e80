"""A round of Zangle as its cards tell it: what lies open and face down, Zangles taken, hits, replenishing.

As in Speedster there are no turns; calls, clocks and penalties are the table's, `companion/table/zangle`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from companion.rules.errors import BadInput, quoted
from companion.rules.judged import Ruled
from companion.rules.polyform import Shape
from companion.rules.seeds import seed
from companion.rules.verdict import Reason, Ruling, Verdict
from companion.rules.zangle.claim import CENTRE, Card, Claim, Rules
from companion.rules.zangle.deck import deck
from companion.rules.zangle.judging import judge as judge_claim

Labels = tuple[str, ...]
"""Cards by what they show, such as `4b`: triangles, and the letter of the shape; `z` for a Z."""
Z, NOTHING = "z", "-"


@dataclass(frozen=True, slots=True)
class Round:
    """Every card of a round that is still in play."""

    profile: str
    centre: Labels
    """Those that lie open in the centre, sorted."""
    pile: Labels
    """The centre's pile, face down, the next card first."""
    rows: tuple[Labels, ...]
    """Each player's open cards, sorted."""
    draws: tuple[Labels, ...]
    """Each player's own pile, face down, the next card first."""

    @property
    def over(self) -> bool:
        """Whether a player has no card left."""
        return any(not row and not draw for row, draw in zip(self.rows, self.draws, strict=True))


@dataclass(frozen=True, slots=True)
class Take:
    """A Zangle taken by a player, numbered from 0, of cards of the centre and of their own."""

    seat: int
    centre: Labels
    own: Labels

    def __str__(self) -> str:
        return f"take by {self.seat + 1} centre {_written(self.centre)} own {_written(self.own)}"


@dataclass(frozen=True, slots=True)
class Hit:
    """The next card of the centre's pile laid to a player's own."""

    seat: int

    def __str__(self) -> str:
        return f"hit by {self.seat + 1}"


Move = Take | Hit


@dataclass(frozen=True, slots=True)
class Taken(Ruled):
    """A judged move; `after` is the round as it was, unless the move is legal."""

    verdict: Verdict
    after: Round


@lru_cache(maxsize=16)
def shapes(profile: str) -> dict[str, Shape | None]:
    """What each label of a profile's printed deck shows."""
    return {card.id.split("-")[1]: card.shape for card in deck(profile)}


@lru_cache(maxsize=16)
def labels(profile: str) -> dict[str, str]:
    """The label of each shape, by the shape's key."""
    return {shape.key: label for label, shape in shapes(profile).items() if shape is not None}


def card_of(profile: str, label: str, source: str) -> Card:
    """A card as a claim has it. Raises KeyError for a label that the deck does not have."""
    shape = shapes(profile)[label]
    return Card(0 if shape is None else shape.size, shape, source)


def deal(seats: int, chance: random.Random, profile: str = "iamond") -> Round:
    """A round of the printed deck. Raises BadInput for a number of players that it is not for."""
    mode, dealing = seed("zangle")["modes"]["speedster"], seed("zangle")["dealing"]
    if not mode["least"] <= seats <= mode["most"]:
        raise BadInput(f"Zangle is for {mode['least']} to {mode['most']} players, not {quoted(seats)}.")
    cards = [card.id.split("-")[1] for card in deck(profile)]
    chance.shuffle(cards)
    hands = [cards[dealing["each"] * n : dealing["each"] * (n + 1)] for n in range(seats)]
    rest = cards[dealing["each"] * seats :]
    centre, pile = rest[: dealing["centre"]], rest[dealing["centre"] :]
    rows = tuple(tuple(sorted(hand[: dealing["open"]])) for hand in hands)
    draws = tuple(tuple(hand[dealing["open"] :]) for hand in hands)
    return Round(profile, tuple(sorted(centre)), tuple(pile), rows, draws)


def judge(state: Round, move: Move, rules: Rules | None = None) -> Taken:
    """Judge a move; never raises for an illegal one."""
    broken = []
    if state.over:
        broken.append(_reason("out", "A player has no card left: the round is over."))
    if not 0 <= move.seat < len(state.rows):
        broken.append(_reason("at-the-table", f"There is no player {move.seat + 1} in the round."))
        return Taken(Verdict.weigh(broken, (), ()), state)
    if isinstance(move, Hit):
        if not state.pile:
            broken.append(_reason("hit", "The centre pile is used up: there is no card to take."))
        holds = [_reason("hit", f"Player {move.seat + 1} takes a card of the centre pile.")]
        verdict = Verdict.weigh(broken, (), holds)
    else:
        lacking = Counter(move.centre) - Counter(state.centre)
        lacking += Counter(move.own) - Counter(state.rows[move.seat])
        if lacking:
            names = ", ".join(sorted(lacking))
            broken.append(_reason("cards-lie-there", f"No such card lies open there: {names}."))
        known = shapes(state.profile)
        cards = [(label, CENTRE) for label in move.centre] + [(label, "own") for label in move.own]
        claim = Claim(
            "own", state.profile, tuple(card_of(state.profile, *one) for one in cards if one[0] in known)
        )
        told = judge_claim(claim, rules)
        broken += told.reasons if told.ruling is not Ruling.LEGAL else ()
        verdict = Verdict.weigh(
            broken, (), (*told.reasons, _reason("zangle", "All its cards leave the table."))
        )
    return Taken(verdict, _after(state, move) if verdict.ruling is Ruling.LEGAL else state)


def _after(state: Round, move: Move) -> Round:
    """The round after a legal move, replenished: the centre first, then the player's own."""
    rows, draws, pile = list(state.rows), list(state.draws), state.pile
    if isinstance(move, Hit):
        rows[move.seat] = tuple(sorted((*rows[move.seat], pile[0])))
        return replace(state, rows=tuple(rows), pile=pile[1:])
    dealing = seed("zangle")["dealing"]
    centre, pile = _filled(_without(state.centre, move.centre), pile, dealing["centre"])
    rows[move.seat], draws[move.seat] = _filled(
        _without(rows[move.seat], move.own), draws[move.seat], dealing["open"]
    )
    return replace(state, centre=centre, pile=pile, rows=tuple(rows), draws=tuple(draws))


def _without(cards: Labels, taken: Labels) -> Labels:
    return tuple((Counter(cards) - Counter(taken)).elements())


def _filled(cards: Labels, pile: Labels, size: int) -> tuple[Labels, Labels]:
    wanted = max(0, size - len(cards))
    return tuple(sorted((*cards, *pile[:wanted]))), pile[wanted:]


def _reason(clause: str, says: str) -> Reason:
    return Reason(f"zangle/{clause}", says)


def to_line(state: Round) -> str:
    """A round as one line: the profile, the centre, its pile, each player's open cards and own pile."""
    hands = (f"{_written(row)}/{_written(draw)}" for row, draw in zip(state.rows, state.draws, strict=True))
    return " ".join([state.profile, _written(state.centre), _written(state.pile), *hands])


def from_line(line: str) -> Round:
    """Read what `to_line` wrote. Raises BadInput with one sentence for anything else."""
    profile, *words = line.split() or [""]
    hands = [word.split("/") for word in words[2:]]
    if profile not in seed("zangle")["profiles"] or len(hands) < 2 or any(len(hand) != 2 for hand in hands):
        raise BadInput(
            "A round's line is such as: iamond 1a,z 2a 1a,3a/2a 4b/-: profile, centre, pile, players."
        )
    centre, pile = (_read(word, profile) for word in words[:2])
    rows, draws = zip(*((_read(row, profile), _read(draw, profile)) for row, draw in hands), strict=True)
    return Round(
        profile, tuple(sorted(centre)), pile, tuple(tuple(sorted(row)) for row in rows), tuple(draws)
    )


def parse(text: str) -> Move:
    """The move that `str` wrote. Raises BadInput for anything else."""
    match text.split():
        case ["hit", "by", seat] if seat in "12345678":
            return Hit(int(seat) - 1)
        case ["take", "by", seat, "centre", centre, "own", own] if seat in "12345678":
            return Take(int(seat) - 1, tuple(sorted(_read(centre))), tuple(sorted(_read(own))))
    raise BadInput(
        f"{quoted(text.strip())} is no move; write such as: take by 1 centre 1a,2a own 3a; hit by 2."
    )


def _written(cards: Iterable[str]) -> str:
    return ",".join(cards) or NOTHING


def _read(word: str, profile: str | None = None) -> Labels:
    cards = () if word == NOTHING else tuple(word.split(","))
    known = {*shapes("iamond"), *shapes("abolo")} if profile is None else shapes(profile)
    if strange := [card for card in cards if card not in known]:
        raise BadInput(
            f"There is no card {quoted(strange[0])}; write triangles and letter, such as 4b, or z."
        )
    return cards
