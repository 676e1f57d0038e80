"""Why a change between two looks stays undecided, though an action explains it."""

from __future__ import annotations

from companion.rules.tranglar.actions import Pass, PlaceNeutral
from companion.rules.tranglar.cells import listed, named, names
from companion.rules.tranglar.clauses import TRAPEZE_SWAP
from companion.rules.tranglar.explain import Explanation
from companion.rules.tranglar.kinds import PLAYERS
from companion.rules.verdict import Reason
from companion.table.tranglar.told import SUPPLY, TURNS, Told, out_of_turn

TRAPEZES = "Whether {} had to be exchanged hangs on what its captor held: say what each player held."
TOO_MANY = "There are too many ways to read what is shown: show the board more clearly."


def doubts_of(first: Told, others: list[Told], hidden: tuple[str, ...], *, sure: bool) -> list[Reason]:
    """The reasons for which what was told `first` is not certain: `hidden` cells that it hangs on, `others` that it may
    have been where it is not `sure` by how likely they are, and what nobody said."""
    found, best = [], first.best
    if hidden:
        says = f"{listed(hidden)} cannot be told in both photos: uncover them, or come closer."
        found.append(Reason(TURNS, says, hidden))
    if not sure:
        found.append(_read_otherwise(first, others))
    if out_of_turn(best) and (other_way := _wrong_way_up(first)):
        says = f"{PLAYERS[other_way.mover].capitalize()} may as well have laid it the wrong way up."
        found.append(Reason(TURNS, says))
    if first.rival and not first.either:
        says = f"It may as well have been that {first.rival.who_did_what}. Say who was to move."
        found.append(Reason(TURNS, says))
    if first.change.ambiguous:
        found.append(
            Reason(TURNS, f"It may as well have been that {first.change.explanations[1].who_did_what}.")
        )
    if first.guessed and (reason := _hangs_on_supply(best)):
        found.append(reason)
    if first.hangs is not None:
        which = f"the trapeze on {named(first.hangs[0])}" if len(first.hangs) == 1 else "a trapeze"
        found.append(Reason(TRAPEZE_SWAP, TRAPEZES.format(which), names(sum(first.hangs))))
    return found


def _read_otherwise(first: Told, others: list[Told]) -> Reason:
    """What else it may have been, and the cells that tell."""
    if not others:
        return Reason(TURNS, TOO_MANY)
    other = max(others, key=lambda one: one.odds)
    odd = _odd(first, other)
    show = f"Show {listed(odd, 'the {} cells that differ') or 'the board'}."
    if not other.change.explanations:
        return Reason(TURNS, f"Read otherwise, no single action explains it. {show}", odd)
    return Reason(TURNS, f"Read otherwise: {other.change.says[0]} {show}", odd)


def _wrong_way_up(told: Told) -> Explanation | None:
    """A legal action that differs from what was seen in nothing but that what it laid shows the other colour."""
    for one in told.change.explanations:
        laid = {mask for mask, _ in one.forgotten} - {*told.before.petrol, *told.before.green}
        if one.legal and laid and one.deviations == len(laid):
            return one
    return None


def _hangs_on_supply(one: Explanation) -> Reason | None:
    """Why the ruling is open as long as nobody says what the players held; None where it is not."""
    clauses = {reason.clause for reason in one.verdict.reasons}
    if not one.legal:
        if clauses <= SUPPLY:
            says = " ".join(reason.says for reason in one.verdict.reasons)
            return Reason(
                "tranglar/own-supply", f"As far as the board tells: {says} Say what each player held."
            )
        return None
    if isinstance(one.action, Pass) or (
        isinstance(one.action, PlaceNeutral) and "tranglar/white-last" in clauses
    ):
        return Reason(
            "tranglar/own-supply",
            "Whether that was allowed hangs on what was held: say what each player held.",
        )
    return None


def _odd(first: Told, other: Told) -> tuple[str, ...]:
    """The cells where two pairs of readings differ."""
    odd = 0
    for one, two in ((first.before, other.before), (first.after, other.after)):
        odd |= one.differing(two)
    return names(odd)
