"""A claim as it is put down: what was frozen for it, and how soon what it comes to may be told."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.rules.zangle.modes import SPEEDSTER
from companion.table.watch.arrivals import compared
from companion.table.watch.claimed import Claimed
from companion.table.watch.drawing import is_column
from companion.table.watch.ownership import CENTRE, Frozen, Moved, in_claim_zone
from companion.table.watch.placed import Card
from companion.table.watch.unread_laid import Unread
from companion.table.watch.watching_config import WatchingConfig
from companion.table.watch.zones import Use, Zone
from companion.table.zangle.events import Taken
from companion.table.zangle.table import Table
from vision.live.things import How, Scene

Key = tuple[str, str, str]
"""What tells a card of a claim from others: whose it was, its identity and its look, "" where that is not known."""


@dataclass(frozen=True, slots=True)
class Call:
    """What was frozen when a player got the centre, and what became of the claim."""

    seat: str
    frozen: Frozen
    stage: tuple[object, ...] = ()
    """Of the game: with another call, and where there are none after a hit, a Zangle or a turn, it is frozen anew."""
    put: tuple[Key, ...] = ()
    """What the claim last came to; it has been so ..."""
    since_s: float = 0.0
    """... since then."""
    told: tuple[Key, ...] | None = None
    """The claim that was entered."""
    laid: tuple[Moved, ...] = ()
    """What lay in the claim zone in the last picture, with whom it belongs to."""
    unread: tuple[Unread, ...] = ()
    """What lies there and is not read, with what it can be."""
    missed: tuple[tuple[Key, float], ...] = ()
    """The centre's cards that lie nowhere, and since when."""
    cleared: bool = False
    """Whether every card has been back where it belongs since: one that is laid down again is told again."""
    moved: bool = False
    """Whether any card was seen away from where it belongs: what a phone entered alone nobody has laid down."""
    unpaid: bool = False
    """Whether the table has undone the payment for what was told."""
    unseen: bool = False
    """Whether the cards were not seen to lie so, and what was frozen is what the game knows."""
    frozen_s: float = 0.0
    """When that was."""


@dataclass(frozen=True, slots=True)
class Before:
    """What lay where before a call, and how many cards everybody had then."""

    cards: tuple[Card, ...]
    held: tuple[object, ...]


def keys(cards: Iterable[Moved]) -> tuple[Key, ...]:
    """Equal for claims of the same cards."""
    return tuple(sorted(map(key_of, cards)))


def key_of(moved: Moved) -> Key:
    """What tells a card of a claim from others."""
    return str(moved.owner), moved.card.id or "", moved.card.look or ""


def laid(claimed: Claimed, zones: Sequence[Zone]) -> tuple[Moved, ...]:
    """The cards of a claim that lie in the claim zone; the others are nowhere to be seen."""
    return tuple(moved for moved in claimed.cards if in_claim_zone(moved.card, zones))


def strangers(claimed: Claimed, caller: str) -> tuple[Moved, ...]:
    """The cards of a claim that are another player's."""
    own = {None, CENTRE, caller}
    return tuple(
        moved for moved in claimed.cards if moved.owner not in own and not is_column(moved.owner or "")
    )


def of_no_column(claimed: Claimed, places: Iterable[str]) -> tuple[Moved, ...]:
    """In Solitaire the cards of a claim that nobody saw leave the centre or a column. At other tables there are none:
    whoever lays them down has to explain them."""
    if not any(map(is_column, places)):
        return ()
    return tuple(moved for moved in claimed.cards if moved.owner is None)


def drawn_early(table: Table, caller: str, told: Iterable[Taken]) -> bool:
    """Whether a claim, as it would be told, has cards of the caller's that the game does not know there, while their
    row misses some: these were drawn for it, and are theirs to lay down once it is filled up."""
    if table.mode != SPEEDSTER or not table.due(caller):
        return False
    own = [taken.face for taken in told if taken.source == caller]
    return bool(compared(table.faces(caller) or (), own)[1])


def missing(call: Call, held: Iterable[Moved], now_s: float) -> Call:
    """The call, with since when each of the centre's cards is missed that lie nowhere now."""
    before = dict(call.missed)
    return replace(
        call, missed=tuple((key, before.get(key, now_s)) for key in sorted(set(map(key_of, held))))
    )


def taken_later(
    call: Call, held: Iterable[Moved], put: Iterable[Moved], cards: Iterable[Card], later_s: float
) -> tuple[Moved, ...]:
    """Those of the centre's cards that lie nowhere (`held`) that were taken when all that lies in the claim zone had
    been `put` down for `later_s`: the claim lies there as it did before."""
    places, since_s = {moved.card.at_mm for moved in put}, dict(call.missed)
    last_s = max((card.since_s for card in cards if card.lying.at_mm in places), default=math.inf)
    return tuple(moved for moved in held if since_s[key_of(moved)] > last_s + later_s)


def in_hand(claimed: Claimed, put: Sequence[Moved]) -> tuple[Moved, ...]:
    """The centre's cards that lie nowhere, and are not `put` down: they may be in anybody's hand."""
    return tuple(moved for moved in claimed.cards if moved.owner == CENTRE and moved not in put)


def as_in_hand(claimed: Claimed) -> Claimed:
    """The claim with all that may be back under a hand taken for held still. None is so where something else is unsure.

    Either way such a card of the centre was not laid down, and what was is judged without it.
    """
    open_ = claimed.unsure
    if not open_ or any(moved.owner != CENTRE or moved in claimed.cards for moved in open_):
        return claimed
    return Claimed((*claimed.cards, *open_), ())


def doubtful(claimed: Claimed, put: Sequence[Moved]) -> bool:
    """Whether one of the cards that were `put` down may as well be another that lies nowhere: it looks alike and is
    another's, or what was put down is not read.
    """
    gone = [(one.owner, one.card) for one in claimed.cards if one not in put]
    return any(moved.guessed for moved in put) or any(
        moved.owner != owner and moved.card.look == card.look and None in (moved.card.id, card.id)
        for moved in put
        for owner, card in gone
    )


def laying(scene: Scene, cards: Iterable[Card], zones: Iterable[Zone], config: WatchingConfig) -> bool:
    """Whether something moves over the claim zone, or lies there that was not looked at yet."""
    claim = [zone for zone in zones if zone.use is Use.CLAIM]
    return any(card.place == Use.CLAIM.value and card.seen.moving for card in cards) or any(
        scene.restless_share(zone.corners_mm) > config.hand_share for zone in claim
    )


def wait_s(claimed: Claimed, cards: Iterable[Card], zones: Sequence[Zone], config: WatchingConfig) -> float:
    """For how long a claim that the rules call a Zangle has to stay as it is."""
    if len(laid(claimed, zones)) < len(claimed.cards):
        return config.held_s
    shown = [
        card.lying
        for card in cards
        if card.place == Use.CLAIM.value and card.seen.how is How.SEEN and card.seen.card is not None
    ]
    return 0.0 if all(moved.card in shown for moved in claimed.cards) else config.zangle_s
