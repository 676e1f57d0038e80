"""Why a legal action is legal, and why what happened after it happened: the clauses that decided."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.sentences import sentence, so_many
from companion.rules.tranglar import clauses
from companion.rules.tranglar.actions import Action, Attack, Pass, Place, PlaceNeutral, Replace, Swap
from companion.rules.tranglar.cells import FULL, named, names
from companion.rules.tranglar.generate import can_act
from companion.rules.tranglar.kinds import PLAYERS, kinds, neutral_spot_at, spot_at
from companion.rules.tranglar.options import Rules
from companion.rules.tranglar.position import WHITE, Position
from companion.rules.tranglar.stays import stays
from companion.rules.tranglar.trapping import Settled, is_trapped, touched
from companion.rules.verdict import Reason


def holds(
    position: Position, action: Action, after: Position, settled: Settled, rules: Rules
) -> tuple[Reason, ...]:
    """The clauses that a legal action rests on, and those by which pieces turned over or did not."""
    return (
        *_action(position, action, rules),
        *_flips(settled),
        *stays(position, action, after, settled),
        *_end(after),
    )


def _action(position: Position, action: Action, rules: Rules) -> Iterator[Reason]:
    if isinstance(action, Place):
        yield from _placed(position, action.cells)
    elif isinstance(action, PlaceNeutral):
        yield from _neutral_placed(position, action.cells)
    elif isinstance(action, Replace):
        yield from _replaced(position, action)
    elif isinstance(action, Attack):
        yield from _attacked(position, action)
    elif isinstance(action, Swap):
        yield from _swapped(position, action.cells)
    elif isinstance(action, Pass):
        yield _passed(position, rules)


def _placed(position: Position, mask: int) -> Iterator[Reason]:
    where, spot = names(mask), spot_at(mask)
    kind = kinds()[spot.kind]
    mover, other = PLAYERS[position.to_move].capitalize(), PLAYERS[position.other]
    yield Reason(clauses.FREE_CELLS, f"All cells of the {kind.noun} are free.", where)
    yield Reason(clauses.OWN_SUPPLY, f"{mover}'s supply has a {kind.noun_and_hand}.", where)
    opponent = position.held[position.other]
    sides = touched(spot, opponent)
    if sides >= spot.needs:
        says = f"{clauses.of_the_sides(spot, sides)} {other}, but placing it breaks the trap."
        yield Reason(clauses.NO_TRAP, says, where, clauses.CAPTURES_FIRST)
        return
    says = f"{clauses.of_the_sides(spot, sides)} {other}; {spot.needs} would trap it."
    yield Reason(clauses.NO_TRAP, says, where)
    neutral = sum(position.neutral)
    guarded = [side for side in spot.sides if side.beyond & neutral and not side.beyond & opponent]
    if sides + len(guarded) >= spot.needs:
        says = f"A neutral piece protects {len(guarded)} of its sides."
        yield Reason(clauses.NEUTRAL_PROTECTS, says, where)


def _neutral_placed(position: Position, mask: int) -> Iterator[Reason]:
    where = names(mask)
    if neutral_spot_at(mask).kind != WHITE:
        yield Reason(clauses.SET_UP, "A large neutral piece of the set-up, on free cells.", where)
        return
    mover = PLAYERS[position.to_move].capitalize()
    yield Reason(clauses.WHITE_LAST, f"{mover} has no small triangle left to place.", where)
    yield Reason(clauses.FREE_CELLS, "All its cells are free.", where)


def _replaced(position: Position, action: Replace) -> Iterator[Reason]:
    own = PLAYERS[position.to_move]
    where = tuple(name for mask in action.place for name in names(mask))
    yield Reason(clauses.REPLACE_OWN, f"{own.capitalize()} replaces pieces of {own}'s own.", where)
    yield Reason(clauses.REPLACE_SAME_AREA, "What is laid covers exactly what was taken up.", where)
    yield Reason(clauses.REPLACE_OTHERS, "What is laid is another set of pieces.", where)
    yield Reason(clauses.OWN_SUPPLY, f"{own.capitalize()}'s supply has all that is laid.", where)


def _attacked(position: Position, action: Attack) -> Iterator[Reason]:
    own, other = PLAYERS[position.to_move], PLAYERS[position.other]
    where = names(action.remove)
    yield Reason(clauses.ATTACK_WHOM, f"The piece is {other}'s and larger than a small triangle.", where)
    yield Reason(clauses.ATTACK_TWO, f"{clauses.several(action.place)} cover exactly its area.", where)
    yield Reason(clauses.OWN_SUPPLY, f"{own.capitalize()}'s supply has all that is laid.", where)
    yield Reason(clauses.CAPTURED, f"The piece joins {own}'s supply, turned over.", where)


def _swapped(position: Position, mask: int) -> Iterator[Reason]:
    own, label = PLAYERS[position.to_move], kinds()[spot_at(mask).kind].label
    yield Reason(clauses.SWAP_LATER, f"The trapeze was trapped before and {own} has a {label}.", names(mask))


def _passed(position: Position, rules: Rules) -> Reason:
    mover = PLAYERS[position.to_move].capitalize()
    if rules.free_pass and can_act(position, rules):
        return Reason(clauses.PASS, f"{mover} may pass at any time.", (), clauses.FREE_PASS)
    if not rules.free_pass and can_act(position, rules._replace(captures_first=True)):
        says = f"{mover} has no other action than into a trap that the piece itself would break."
        return Reason(clauses.PASS, says, (), clauses.CAPTURES_FIRST)
    return Reason(clauses.PASS, f"{mover} has no other action.")


def _flips(settled: Settled) -> Iterator[Reason]:
    for flip in settled.flips:
        spot = spot_at(flip.mask)
        where = names(flip.mask)
        if flip.swapped:
            says = f"The trapped trapeze on {named(flip.mask)} gives way to one of {PLAYERS[flip.to]}'s."
            yield Reason(clauses.TRAPEZE_SWAP, says, where)
        else:
            count = f"{touched(spot, flip.by)} of {len(spot.sides)} sides"
            one = sentence(clauses.a_piece(flip.mask))
            says = f"{one} is trapped on {count} and turns to {PLAYERS[flip.to]}."
            yield Reason(clauses.FLIPS, says, where)


def _end(after: Position) -> Iterator[Reason]:
    if not after.over:
        return
    if after.conceded is not None:
        yield Reason(clauses.OVER, f"{PLAYERS[after.conceded].capitalize()} concedes: the game is over.")
        winner = PLAYERS[1 - after.conceded]
        says = f"Who concedes has lost, whatever triangles each player has: {winner} wins."
        yield Reason(clauses.SCORE, says)
        return
    why = "The board is full" if after.taken == FULL else "Both players have passed"
    yield Reason(clauses.OVER, f"{why}: the game is over.")
    petrol, green = after.score
    won = "a draw" if after.winner is None else f"{PLAYERS[after.winner]} wins"
    ours = so_many(petrol, "triangle")
    yield Reason(clauses.SCORE, f"Petrol has {ours} and green {green}: {won}.")


def report(position: Position) -> tuple[Reason, ...]:
    """What a position shows where no action is asked about: who is trapped, or that nobody is."""
    found = []
    for player in (0, 1):
        opponent = position.held[1 - player]
        for mask in position.pieces[player]:
            spot = spot_at(mask)
            sides = touched(spot, opponent)
            if is_trapped(mask, opponent):
                says = f"{sides} of the {len(spot.sides)} sides of {clauses.a_piece(mask)} touch {PLAYERS[1 - player]}."
                found.append(Reason(clauses.TRAPPED, says, names(mask)))
    return tuple(found) or (Reason(clauses.TRAPPED, "No piece is trapped."),)
