"""Hands and a stock that nobody sees: how many things lie where is known, and which ones is imagined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T", bound=Hashable)
Pinned = tuple[tuple[str, ...], ...]
"""What each hand is known to hold."""


def of_size(
    hand: Sequence[T],
    stock: Sequence[T],
    size: int,
    leaving: Callable[[Sequence[T]], int] = lambda hand: len(hand) - 1,
) -> tuple[list[T], list[T]]:
    """A hand of another size, and the stock then: more come from its end, fewer go there.

    `leaving` is the place in a hand of what leaves it next. There must be so many.
    """
    held, rest = list(hand), list(stock)
    while len(held) < size:
        held.append(rest.pop())
    while len(held) > size:
        rest.append(held.pop(leaving(held)))
    return held, rest


def swapped(
    hands: Sequence[Sequence[T]],
    stock: Sequence[T],
    seat: int,
    needed: Sequence[T],
    pinned: Sequence[Sequence[str]],
) -> tuple[list[list[T]], list[T]]:
    """Hands and stock with the needed things in a seat's hand as far as they are unseen; each hand as large as before.

    Nothing that a hand is known to hold leaves it.
    """
    held, rest = [list(hand) for hand in hands], list(stock)
    own = held[seat]
    keep = Counter(map(str, pinned[seat])) | Counter(map(str, needed))
    for thing in (Counter(needed) - Counter(own)).elements():
        out = spare(own, keep)
        if out is None:
            break
        if thing in rest:
            place = rest.index(thing)
            rest[place], own[out] = own[out], thing
            continue
        for other, hand in enumerate(held):
            if other != seat and hand.count(thing) > list(pinned[other]).count(str(thing)):
                place = hand.index(thing)
                hand[place], own[out] = own[out], thing
                break
    return held, rest


def beliefs(pinned: Pinned, seat: int) -> Iterator[Pinned]:
    """What hands may be known to hold where the table says that a seat held something, the likeliest first.

    All that is known; else of that seat's hand alone, so that another one may have to give what it was known to hold;
    else nothing.
    """
    yield pinned
    yield tuple(known if at == seat else () for at, known in enumerate(pinned))
    yield ((),) * len(pinned)


def still_known(pinned: Pinned, hands: Sequence[Sequence[Hashable]]) -> Pinned:
    """What each hand is known to hold, without what has left it."""
    return tuple(
        tuple((Counter(known) & Counter(map(str, hand))).elements())
        for known, hand in zip(pinned, hands, strict=True)
    )


def spare(own: Sequence[Hashable], keep: Counter[str]) -> int | None:
    """The place of a card of a hand that is neither needed nor known; None where there is none, or free tiles alone."""
    left = Counter(keep)
    for place, thing in enumerate(own):
        name = str(thing)
        if left[name] > 0:
            left[name] -= 1
        elif name != "*":
            return place
    return None
