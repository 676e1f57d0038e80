"""The legal actions of a position, all of them; `judge` is the authority, and tests hold this to it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from companion.rules.tranglar.actions import Action, Concede, Pass, Place, PlaceNeutral, Swap
from companion.rules.tranglar.covers import attacks_on
from companion.rules.tranglar.kinds import kind_named, spots
from companion.rules.tranglar.options import Rules, default_rules
from companion.rules.tranglar.placing import in_supply, neutral_places, own_places
from companion.rules.tranglar.position import WHITE, Position
from companion.rules.tranglar.replacing import replacements
from companion.rules.tranglar.supply import count, guard, one
from companion.rules.tranglar.trapping import is_trapped, settle, stuck_trapezes, trapezes, trapped


def actions(position: Position, rules: Rules | None = None) -> Iterator[Action]:
    """Every legal action, each once: placements, attacks, exchanges, replacements, pass, concession."""
    if position.over:
        return
    any_at_all = False
    for action in _but_for_passing(position, rules or default_rules()):
        any_at_all = True
        yield action
    if not position.large and (not any_at_all or (rules or default_rules()).free_pass):
        yield Pass()
    yield Concede()


def can_act(position: Position, rules: Rules | None) -> bool:
    """Whether there is an action other than to pass or to concede."""
    return some_action(position, rules) is not None


def some_action(position: Position, rules: Rules | None) -> Action | None:
    """An action other than to pass or to concede, a placement if there is one; None if there is no action."""
    if position.over:
        return None
    return next(_but_for_passing(position, rules or default_rules()), None)


def _but_for_passing(position: Position, rules: Rules) -> Iterator[Action]:
    if position.large:
        yield from large_neutrals(position)
        return
    yield from placements(position, rules)
    yield from whites(position)
    yield from attacks(position)
    yield from swaps(position)
    yield from replacements(position.pieces[position.to_move], position.supply[position.to_move])


def large_neutrals(position: Position) -> list[PlaceNeutral]:
    """Where the large neutral pieces of the set-up can lie."""
    places = neutral_places()
    wanted = sum(places.of_kind[kind] for kind in position.large)
    return [
        action
        for action in places.of(wanted & places.free(position.taken))
        if isinstance(action, PlaceNeutral)
    ]


def placements(position: Position, rules: Rules) -> list[Place]:
    """Where the player to move can place a piece of their own."""
    places = own_places()
    free = places.free(position.taken) & in_supply(position.supply[position.to_move])
    traps = places.traps(position.held[position.other])
    found: list[Place] = places.of(free & ~traps)  # type: ignore[assignment]
    if rules.captures_first:
        found += [
            action
            for action in places.of(free & traps)
            if isinstance(action, Place) and breaks_its_trap(position, action.cells)
        ]
    return found


def breaks_its_trap(position: Position, mask: int) -> bool:
    """Whether a piece placed into a trap is no longer trapped once the opponent's pieces have turned over."""
    mover, other = position.to_move, position.other
    pieces, supply = list(position.pieces), list(position.supply)
    pieces[mover] = (*pieces[mover], mask)
    kind = spots()[mask].kind
    if count(supply[mover], kind):
        # A trapeze that lies in the trap cannot give way for another one.
        supply[mover] -= one(kind)
    stuck = stuck_trapezes(position)
    settled = settle((pieces[0], pieces[1]), (supply[0], supply[1]), mover, stuck, own_too=False)
    return not is_trapped(mask, sum(settled.pieces[other]))


def whites(position: Position) -> list[PlaceNeutral]:
    """Where the player to move can place a small neutral triangle."""
    mover = position.to_move
    if not position.whites[mover] or count(position.supply[mover], small_triangle()):
        return []
    places = neutral_places()
    found: list[PlaceNeutral] = places.of(places.of_kind[WHITE] & places.free(position.taken))  # type: ignore[assignment]
    return found


def attacks(position: Position) -> Iterator[Action]:
    """Every direct attack."""
    clear = guard()
    have = position.supply[position.to_move] | clear
    for mask in position.pieces[position.other]:
        for need, attack in attacks_on(mask):
            if (have - need) & clear == clear:
                yield attack


def swaps(position: Position) -> Iterator[Swap]:
    """Every exchange of a trapeze that was trapped before."""
    mover, table, hands = position.to_move, spots(), trapezes()
    for mask in trapped(position.pieces[position.other], position.held[mover]):
        if table[mask].kind in hands and count(position.supply[mover], table[mask].kind):
            yield Swap(mask)


@lru_cache(maxsize=1)
def small_triangle() -> int:
    """The number of the players' small triangle."""
    return kind_named()["small triangle"]
