"""Tranglar's clauses, each asked of one action: what an action breaks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.rules.tranglar.actions import (
    Action,
    Attack,
    Concede,
    Pass,
    Place,
    PlaceNeutral,
    Replace,
    Swap,
    area_of,
)
from companion.rules.tranglar.cells import FULL, named, names, together
from companion.rules.tranglar.generate import breaks_its_trap, can_act, small_triangle, some_action
from companion.rules.tranglar.kinds import PLAYERS, Spot, kinds, neutral_kinds, neutral_spot_at, spot_at
from companion.rules.tranglar.options import Rules
from companion.rules.tranglar.playing import common_area
from companion.rules.tranglar.position import WHITE, Masks, Position
from companion.rules.tranglar.saying import to_do
from companion.rules.tranglar.supply import count, counted, worth
from companion.rules.tranglar.trapping import is_trapped, touched, trapezes
from companion.rules.verdict import Reason

TURNS = "tranglar/turns"
SET_UP = "tranglar/set-up"
OVER = "tranglar/over"
FREE_CELLS = "tranglar/free-cells"
OWN_SUPPLY = "tranglar/own-supply"
NO_TRAP = "tranglar/no-trap"
WHITE_LAST = "tranglar/white-last"
REPLACE_OWN = "tranglar/replace-own"
REPLACE_SAME_AREA = "tranglar/replace-same-area"
REPLACE_OTHERS = "tranglar/replace-others"
ATTACK_WHOM = "tranglar/attack-whom"
ATTACK_TWO = "tranglar/attack-two"
CAPTURED = "tranglar/captured"
TRAPPED = "tranglar/trapped"
NEUTRAL_PROTECTS = "tranglar/neutral-protects"
FLIPS = "tranglar/flips"
PARALLELOGRAM_STAYS = "tranglar/parallelogram-stays"
TRAPEZE_SWAP = "tranglar/trapeze-swap"
SWAP_LATER = "tranglar/swap-later"
PASS = "tranglar/pass"  # noqa: S105 - a clause, no password
SCORE = "tranglar/score"

CAPTURES_FIRST = "captures-first"
FREE_PASS = "free-pass"  # noqa: S105 - as above


def a_piece(mask: int) -> str:
    """A player's piece in a sentence: "the trapeze on a1E, a1S, b1W"."""
    return f"the {kinds()[spot_at(mask).kind].noun} on {named(mask)}"


def several(masks: Iterable[int]) -> str:
    """Pieces in a sentence, by their cells."""
    words = [named(mask) for mask in masks]
    return words[0] if len(words) == 1 else f"{'; '.join(words[:-1])} and {words[-1]}"


def of_its_sides(spot: Spot, sides: int, whose: str = "its") -> str:
    """How many of a piece's sides touch somebody: "2 of its 3 sides touch"."""
    return f"{sides} of {whose} {len(spot.sides)} sides touch{'es' if sides == 1 else ''}"


def of_the_sides(spot: Spot, sides: int) -> str:
    """The same of a player's piece by its name: "2 of the trapeze's 4 sides touch"."""
    return of_its_sides(spot, sides, f"the {kinds()[spot.kind].noun}'s")


def broken(position: Position, action: Action, rules: Rules) -> tuple[Reason, ...]:
    """Every clause that an action of the player to move breaks. Raises BadInput for a piece of no kind."""
    reasons = (*_in_time(position, action), *_of_its_kind(position, action, rules))
    # Where something else is broken too, no option decides the case.
    return reasons if len(reasons) != 1 else _by_option(position, action, rules, reasons[0])


def _by_option(position: Position, action: Action, rules: Rules, reason: Reason) -> tuple[Reason, ...]:
    """The one clause that an action breaks, with the option under which it would be allowed, if there is one."""
    if isinstance(action, Place) and reason.clause == NO_TRAP:
        decides = not rules.captures_first and breaks_its_trap(position, action.cells)
        return (replace(reason, option=CAPTURES_FIRST if decides else None),)
    if reason.clause != PASS:
        return (reason,)
    told = replace(reason, option=FREE_PASS)
    if not rules.captures_first or can_act(position, rules._replace(captures_first=False)):
        return (told,)
    says = "There is no other action than into a trap that the piece itself breaks."
    return told, Reason(PASS, says, reason.where, CAPTURES_FIRST)


def _in_time(position: Position, action: Action) -> Iterator[Reason]:
    if position.over:
        why = "the board is full" if position.taken == FULL else "both players have passed"
        if position.conceded is not None:
            why = f"{PLAYERS[position.conceded]} has conceded"
        yield Reason(OVER, f"The game is over: {why}.")
    if position.large and not isinstance(action, PlaceNeutral | Concede):
        waiting = " and the ".join(neutral_kinds()[kind].noun for kind in position.large)
        yield Reason(SET_UP, f"First the {waiting} must be laid on the board.")


def _of_its_kind(position: Position, action: Action, rules: Rules) -> Iterator[Reason]:
    if isinstance(action, Place):
        yield from _placing(position, action.cells, rules)
    elif isinstance(action, PlaceNeutral):
        yield from _neutral(position, action.cells)
    elif isinstance(action, Replace):
        yield from _replacing(position, action)
    elif isinstance(action, Attack):
        yield from _attacking(position, action)
    elif isinstance(action, Swap):
        yield from _swapping(position, action.cells)
    elif isinstance(action, Pass) and not rules.free_pass and (other := some_action(position, rules)):
        mover = PLAYERS[position.to_move]
        says = f"{mover.capitalize()} has another action and may not pass: {mover} can {to_do(other)}."
        yield Reason(PASS, says, names(area_of(other)))


def _placing(position: Position, mask: int, rules: Rules) -> Iterator[Reason]:
    spot = spot_at(mask)
    yield from _on_free_cells(position, mask)
    yield from lacking(position, (mask,))
    opponent = position.held[position.other]
    sides = touched(spot, opponent)
    if sides >= spot.needs and (
        not rules.captures_first or mask & position.taken or not breaks_its_trap(position, mask)
    ):
        says = f"{sides} of its {len(spot.sides)} sides would touch {PLAYERS[position.other]}: a trap."
        yield Reason(NO_TRAP, says, names(mask))


def _neutral(position: Position, mask: int) -> Iterator[Reason]:
    spot = neutral_spot_at(mask)
    yield from _on_free_cells(position, mask)
    if spot.kind != WHITE:
        if spot.kind not in position.large:
            name = neutral_kinds()[spot.kind].noun
            yield Reason(SET_UP, f"The {name} is laid in the set-up, and once.", names(mask))
        return
    if position.large:
        yield Reason(SET_UP, "First the large neutral pieces must be laid on the board.", names(mask))
    own = count(position.supply[position.to_move], small_triangle())
    if own:
        says = f"{_mover(position)} still has small triangles to place ({own})."
        yield Reason(WHITE_LAST, says, names(mask))
    if not position.whites[position.to_move]:
        says = f"{_mover(position)} has no small neutral triangle left."
        yield Reason(OWN_SUPPLY, says, names(mask))


def _on_free_cells(position: Position, mask: int) -> Iterator[Reason]:
    if taken := mask & position.taken:
        yield Reason(FREE_CELLS, f"{', '.join(names(taken))}: not free.", names(taken))


def lacking(position: Position, masks: Masks) -> Iterator[Reason]:
    """A reason for every kind of piece that the mover's supply has too few of."""
    have = position.supply[position.to_move]
    for kind, needed in counted(worth(masks)):
        if (there := count(have, kind)) < needed:
            where = tuple(name for mask in masks if spot_at(mask).kind == kind for name in names(mask))
            left = f"only {there}" if there else "none"
            says = f"{_mover(position)}'s supply has {left} of the {needed} needed: {kinds()[kind].label}."
            yield Reason(OWN_SUPPLY, says, where)


def _replacing(position: Position, action: Replace) -> Iterator[Reason]:
    own = position.pieces[position.to_move]
    for mask in (*action.remove, *action.place):
        spot_at(mask)
    if foreign := tuple(mask for mask in action.remove if mask not in own):
        says = f"{_mover(position)} has no piece on exactly {several(foreign)}."
        yield Reason(REPLACE_OWN, says, names(together(foreign)))
    area, laid = common_area(action.remove), common_area(action.place)
    if area is None or laid is None or area != laid:
        says = "What is laid does not cover exactly the area of what is taken up."
        yield Reason(REPLACE_SAME_AREA, says, names(_odd(action.remove, action.place)))
    if worth(action.remove) == worth(action.place):
        says = "What is laid is the same set of pieces as what is taken up."
        yield Reason(REPLACE_OTHERS, says, tuple(name for mask in action.place for name in names(mask)))
    yield from lacking(position, action.place)


def _attacking(position: Position, action: Attack) -> Iterator[Reason]:
    where = names(action.remove)
    for mask in action.place:
        spot_at(mask)
    if action.remove not in position.pieces[position.other]:
        yield Reason(ATTACK_WHOM, _none_to_attack(position, action.remove), where)
    elif action.remove.bit_count() == 1:
        yield Reason(ATTACK_WHOM, "A small triangle cannot be attacked.", where)
    if common_area(action.place) != action.remove:
        odd = _odd((action.remove,), action.place)
        yield Reason(ATTACK_TWO, "What is laid does not cover exactly the attacked piece's area.", names(odd))
    if len(action.place) < 2:
        yield Reason(ATTACK_TWO, "An attacked piece must be covered by two pieces or more.", where)
    yield from lacking(position, action.place)


def _odd(remove: Masks, place: Masks) -> int:
    """The cells that are taken up or laid alone, or twice."""
    return together(remove) ^ together(place) | _twice(remove) | _twice(place)


def _twice(masks: Masks) -> int:
    """The cells on which pieces overlap."""
    once = found = 0
    for mask in masks:
        found |= once & mask
        once |= mask
    return found


def _none_to_attack(position: Position, mask: int) -> str:
    """What lies on these cells in the place of a piece of the opponent's."""
    own, other = PLAYERS[position.to_move], PLAYERS[position.other]
    if mask in position.pieces[position.to_move]:
        return f"The piece on {named(mask)} is {own}'s own: only one of {other}'s can be attacked."
    if mask in position.neutral:
        return f"The piece on {named(mask)} is neutral: only one of {other}'s can be attacked."
    return f"{other.capitalize()} has no piece on exactly {named(mask)}."


def _swapping(position: Position, mask: int) -> Iterator[Reason]:
    spot = spot_at(mask)
    if spot.kind not in trapezes() or mask not in position.pieces[position.other]:
        says = f"There is no trapeze of {PLAYERS[position.other]}'s on exactly {named(mask)} to exchange."
        yield Reason(TRAPEZE_SWAP, says, names(mask))
        return
    if not is_trapped(mask, position.held[position.to_move]):
        sides = touched(spot, position.held[position.to_move])
        says = f"The trapeze is not trapped: {of_its_sides(spot, sides)} {PLAYERS[position.to_move]}, not 3."
        yield Reason(TRAPPED, says, names(mask))
    if not count(position.supply[position.to_move], spot.kind):
        label = kinds()[spot.kind].label
        yield Reason(TRAPEZE_SWAP, f"{_mover(position)} has no {label} to put in its place.", names(mask))


def _mover(position: Position) -> str:
    return PLAYERS[position.to_move].capitalize()
