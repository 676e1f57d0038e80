"""What is asked of Zont's players where it does not show which of several turns was played: a button each."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from companion.rules.verdict import Ruling
from companion.rules.zont.cards import Card, Cards
from companion.rules.zont.clauses import name_of, starting, suit_name
from companion.rules.zont.position import Position
from companion.rules.zont.turn import Art, Change, Favors, Turn
from companion.table.played.news import News, Way
from companion.table.played.proposal import Proposed, ruled
from companion.table.played.table import Table

TITLE = "Can\u2019t tell yet"
MOST = 10
"""Of more buttons nobody finds the one that is meant: the turn is entered by hand then."""


def asked(table: Table, says: str, turns: Iterable[Turn], named: Callable[[Turn], str]) -> Proposed:
    """Which of these turns it was, of those that the rules allow; `named` is what tells each from the others.

    The sentence alone where there are too many, or none.
    """
    legal = [turn for turn in dict.fromkeys(turns) if ruled(table, turn) is Ruling.LEGAL]
    if not legal or len(legal) > MOST:
        return Proposed(None, says)
    names = [named(turn) for turn in legal]
    # What a pile showed once it was shuffled tells two turns apart that are told alike.
    told = (
        name if names.count(name) == 1 else name + _shown(turn)
        for name, turn in zip(names, legal, strict=True)
    )
    ways = tuple(Way(str(turn), name) for turn, name in zip(legal, told, strict=True))
    return Proposed(None, says, news=News("open", TITLE, says, seat=table.on_turn, ways=ways))


def _shown(turn: Turn) -> str:
    power = turn.power
    if not isinstance(power, Change | Favors) or power.shows is None:
        return ""
    return f", and {name_of(power.shows)} was turned up"


def by_power(turn: Turn) -> str:
    """What the power did."""
    power = turn.power
    if isinstance(power, Change):
        return f"The top card of {suit_name(power.pile)} was taken"
    if isinstance(power, Favors):
        return f"{suit_name(power.pile)} was shuffled"
    if isinstance(power, Art):
        return f"{starting(power.card)} was laid by Art"
    return "No power was used"


def by_turn(turn: Turn) -> str:
    """The card to the middle, and what its power did."""
    return f"{by_middle(turn)}: {by_power(turn)}"


def by_middle(turn: Turn) -> str:
    """The card to the middle."""
    return "" if turn.middle is None else starting(turn.middle)


def by_beneath(turn: Turn) -> str:
    """What the card on top was laid on."""
    if turn.middle is not None and isinstance(turn.power, Art):
        return f"Art laid it on {name_of(turn.middle)}"
    return "It was laid by itself" if turn.power is None else f"{by_power(turn)}, and it was turned up"


def unseen_cards(position: Position, *but: Card | None) -> Cards:
    """The cards of the hands and the deck, but for some, sorted."""
    found = {*position.deck, *(card for hand in position.hands for card in hand)}
    return tuple(sorted(found.difference(but), key=str))
