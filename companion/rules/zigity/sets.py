"""What makes a set: the values that a play card still needs, and what free cards can stand for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from companion.rules.seeds import seed
from companion.rules.zigity.cards import (
    FREE,
    INSTRUMENT,
    NUMBER,
    PART,
    SET,
    Card,
    Cards,
    Value,
    characters,
    values_of,
)
from companion.rules.zigity.lexicon import Lexicon
from companion.rules.zigity.options import Rules
from companion.rules.zigity.turn import Laid, Turn

Need = tuple[Counter[Value], str | None]
"""The values that cards of the hand must add to the play card's, and the word that they spell then."""


def aspect_of(play: Card) -> str | None:
    """What the play card's set is made of; None where no set card shows, or its character was not read."""
    return None if play.character is None else characters()[play.character]


def fillings(
    aspect: str, known: Sequence[Value], wild: int, word: str | None, words: Lexicon | None
) -> list[tuple[Value, ...]]:
    """What `wild` further cards can show so that all together are a set: each way once, sorted, at most two of them.

    `known` are the values of the others, the play card's among them. Without a word the list must be given.
    """
    if aspect == PART:
        missing = [part for part in values_of(PART) if part not in known]
        fits = len(known) + wild == puzzle_size() and len(missing) == wild
        return [tuple(missing)] if fits else []
    if aspect == NUMBER:
        rest = total() - sum(int(number) for number in known)
        return [*sums_to(rest, wild)[:2]]
    if aspect == INSTRUMENT:
        can = set(known) or values_of(INSTRUMENT)
        return [(value,) * wild for value in sorted(can, key=str)][:2] if len(set(known)) < 2 else []
    letters = "".join(map(str, known))
    size = len(known) + wild
    spells: Iterable[str] = _spelt(words, letters, wild, size)
    if word is not None:
        spells = [word] if len(word) == size else []
    have = Counter(letters)
    ways = set[tuple[str, ...]]()
    for one in spells:
        if have <= Counter(one):
            ways.add(tuple(sorted((Counter(one) - have).elements())))
        if len(ways) == 2:
            break
    return [*map(tuple[Value, ...], sorted(ways))]


def _spelt(words: Lexicon | None, letters: str, wild: int, size: int) -> Iterator[str]:
    if words is not None:
        yield from words.spelt(letters, wild, size, size, must=letters)


def spelt_by(known: Sequence[Value], words: Lexicon) -> str | None:
    """A word of just these letters."""
    return next(_spelt(words, "".join(map(str, known)), 0, len(known)), None)


@lru_cache(maxsize=512)
def sums_to(rest: int, count: int, least: int = 1) -> tuple[tuple[int, ...], ...]:
    """The ways to write a number as so many numbers of cards, each way sorted."""
    if count == 0:
        return ((),) if rest == 0 else ()
    return tuple(
        (number, *others)
        for number in map(int, values_of(NUMBER))
        if least <= number <= rest // count
        for others in sums_to(rest - number, count - 1, number)
    )


def total() -> int:
    """What the numbers of a set add up to."""
    return int(seed("zigity")["sets"]["total"])


def puzzle_size() -> int:
    """How many cards complete the puzzle."""
    return int(seed("zigity")["sets"]["puzzle"])


def needs(play: Card, hand: Cards, rules: Rules, words: Lexicon | None, aspect: str) -> Iterator[Need]:
    """What would make a set of the play card with cards of the hand: most cards first, then fewest free ones."""
    own = play.corner(aspect)
    if play.power != SET or own is None:
        return
    have, free = held(hand, aspect), sum(card.name == FREE for card in hand)
    most = have.total() + free
    if aspect == PART:
        found: Iterator[Need] = iter([(Counter(part for part in values_of(PART) if part != own), None)])
    elif aspect == NUMBER:
        rest = total() - int(own)
        found = ((way, None) for count in range(min(rest, most), 0, -1) for way in _sums(rest, count, have))
    elif aspect == INSTRUMENT:
        found = ((Counter({own: count}), None) for count in range(have[own] + free, 0, -1))
    else:
        found = _words(str(own), have, free, rules, words)
    for need, word in found:
        if (need - have).total() <= free:
            yield need, word


def _sums(rest: int, count: int, have: Counter[Value]) -> list[Counter[Value]]:
    """The ways to add up to a number, those first that take the fewest free cards."""
    found: list[Counter[Value]] = [Counter(way) for way in sums_to(rest, count)]
    return sorted(found, key=lambda way: (way - have).total())


def _words(own: str, have: Counter[Value], free: int, rules: Rules, words: Lexicon | None) -> Iterator[Need]:
    if words is None:
        return
    letters = own + "".join(map(str, have.elements()))
    for word in words.spelt(letters, free, rules.least_letters, len(letters) + free, must=own):
        need: Counter[Value] = Counter(word)
        need.subtract([own])
        yield +need, word


def held(hand: Cards, aspect: str) -> Counter[Value]:
    """How often each value of an aspect is there on the hand's set cards, as far as they are read."""
    return Counter(value for card in hand if card.power == SET and (value := card.corner(aspect)) is not None)


def ways(need: Counter[Value], hand: Cards, aspect: str) -> Iterator[tuple[Laid, ...]]:
    """Every choice of cards of the hand that have the needed values, equal cards being one."""
    free = sum(card.name == FREE for card in hand)
    yield from _ways(sorted(need.items(), key=str), hand, aspect, free)


def _ways(need: list[tuple[Value, int]], hand: Cards, aspect: str, free: int) -> Iterator[tuple[Laid, ...]]:
    if not need:
        yield ()
        return
    (value, count), *others = need
    there = sorted((card for card in hand if card.power == SET and card.corner(aspect) == value), key=str)
    for stood in range(max(0, count - len(there)), min(free, count) + 1):
        for chosen in dict.fromkeys(combinations(there, count - stood)):
            laid = (*(Laid(card) for card in chosen), *(Laid(Card(FREE), value) for _ in range(stood)))
            for rest in _ways(others, hand, aspect, free - stood):
                yield (*laid, *rest)


def best_set(
    play: Card, hand: Cards, rules: Rules, words: Lexicon | None, aspect: str | None = None
) -> Turn | None:
    """The set that sheds most cards of the hand, of these one with the fewest free cards; None without a set.

    `aspect` takes the play card as of another character. A set card is left on top where there is one.
    """
    aspect = aspect or aspect_of(play)
    if aspect is None:
        return None
    found = next(needs(play, hand, rules, words, aspect), None)
    if found is None:
        return None
    need, word = found
    laid = next(ways(need, hand, aspect))  # the first way has as few free cards as can be
    return Turn(tuple(sorted(laid, key=lambda one: one.card.name != FREE)), word)
