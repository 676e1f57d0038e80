"""One verdict for a board that can be read in several ways: certain where all ways agree, a doubt where not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.rules.tranglar import clauses
from companion.rules.tranglar.cells import names
from companion.rules.tranglar.judging import TranglarVerdict
from companion.rules.tranglar.laid import Laid
from companion.rules.verdict import Reason, Ruling, Verdict

_SHARED = ("score", "to_move", "over", "winner")


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict, and all that its JSON says beside it."""

    verdict: TranglarVerdict
    facts: dict[str, Any]
    ruling: Verdict | None = None
    """What stands in for the verdict's own ruling, where several readings were asked."""

    def to_json(self) -> dict[str, Any]:
        """The answer to a claim."""
        return self.facts if self.ruling is None else {**self.facts, **self.ruling.to_json()}


def agreed(judged: Sequence[Judged], readings: int) -> Judged:
    """The verdict that all readings share, or undecided with the cells to show.

    They agree where all are illegal, and where all are legal and turn the same pieces over and leave
    the same ones trapped. What differs between the boards, before the action, is told apart in
    `doubtful`: `pieces`, `trapped`, `flips` and `supply` keep what all readings have in common.
    """
    first = judged[0]
    common = _in_common(judged)
    doubtful = _doubtful(judged)
    facts = {**first.facts, **common, "doubtful": doubtful, "readings": readings}
    rulings = {one.verdict.ruling for one in judged}
    if rulings == {Ruling.ILLEGAL}:
        return Judged(first.verdict, facts, Verdict(Ruling.ILLEGAL, _always(judged)))
    same = all(one.facts["flips"] == first.facts["flips"] and _cells(one) == _cells(first) for one in judged)
    if len(rulings) == 1 and same:
        shared = [r for r in first.verdict.reasons if all(r in one.verdict.reasons for one in judged)]
        # How many sides are touched may differ: so many are in every reading.
        least = min(judged, key=lambda one: sum(piece["touched"] for piece in one.facts["trapped"]))
        reasons = tuple(shared) or least.verdict.reasons
        return Judged(first.verdict, facts, Verdict(Ruling.LEGAL, reasons))
    return Judged(first.verdict, facts, Verdict(Ruling.UNDECIDED, _doubts(judged, tuple(doubtful))))


def _in_common(judged: Sequence[Judged]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key in ("pieces", "flips", "witness"):
        found[key] = [one for one in judged[0].facts[key] if all(one in other.facts[key] for other in judged)]
    found["trapped"] = [
        {**one, "touched": min(piece["touched"] for piece in alike)}
        for one in judged[0].facts["trapped"]
        if len(alike := [piece for each in judged for piece in _same(one, each)]) == len(judged)
    ]
    for key in ("supply", *_SHARED):
        value = judged[0].facts[key]
        found[key] = value if all(one.facts[key] == value for one in judged) else None
    return found


def _cells(one: Judged) -> list[list[str]]:
    """The cells of every trapped piece."""
    return [piece["cells"] for piece in one.facts["trapped"]]


def _same(piece: dict[str, Any], judged: Judged) -> list[dict[str, Any]]:
    """The same piece as another reading has it trapped, if it does."""
    key = (piece["owner"], piece["cells"])
    return [one for one in judged.facts["trapped"] if (one["owner"], one["cells"]) == key]


def _doubtful(judged: Sequence[Judged]) -> list[str]:
    """The cells of the pieces that not all readings have, as they lay before the action."""
    before = [one.verdict.before for one in judged]
    boards = [frozenset(Laid(*board.pieces, board.neutral).pieces()) for board in before]
    odd = frozenset.union(*boards) - frozenset.intersection(*boards)
    return sorted({cell for _, mask in odd for cell in names(mask)})


def _always(judged: Sequence[Judged]) -> tuple[Reason, ...]:
    """The clauses that every reading breaks; where there is none, what each of them breaks.

    A sentence that is not true of every reading says so.
    """
    shared = set.intersection(*({reason.clause for reason in one.verdict.reasons} for one in judged))
    found: dict[tuple[str, str], Reason] = {}
    for one in judged:
        for reason in one.verdict.reasons:
            if not shared or reason.clause in shared:
                found.setdefault((reason.clause, reason.says), reason)
    return tuple(
        reason
        if all(reason in one.verdict.reasons for one in judged)
        else replace(reason, says=f"Under one reading of the board: {reason.says}")
        for reason in found.values()
    )


def _doubts(judged: Sequence[Judged], doubtful: tuple[str, ...]) -> tuple[Reason, ...]:
    """What to show, with the clauses on which the readings differ: where some forbid the action, those that do."""
    where = doubtful or judged[0].verdict.reasons[0].where
    cells = ", ".join(map(str, where))
    found: dict[str, Reason] = {}
    against = [one for one in judged if one.verdict.ruling is Ruling.ILLEGAL] or judged
    for one in against:
        for reason in one.verdict.reasons:
            everywhere = all(
                any(
                    reason.clause == other.clause and reason.says == other.says
                    for other in each.verdict.reasons
                )
                for each in judged
            )
            if not everywhere and reason.clause not in found:
                says = f"Depending on how {cells} are read: {reason.says} Show these cells."
                found[reason.clause] = Reason(reason.clause, says, where, reason.option)
    if not found:
        says = f"How {cells} are to be read decides what is trapped: show these cells."
        return (Reason(clauses.TRAPPED, says, where),)
    return tuple(found.values())
