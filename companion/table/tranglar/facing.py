"""What was played between two looks that were taken from whatever sides of the table."""

from __future__ import annotations

from typing import Any

from companion.rules.tranglar.actions import Pass
from companion.rules.verdict import Reason, Ruling
from companion.table.tranglar.change import judge_change
from companion.table.tranglar.look import BoardLook
from companion.table.tranglar.told import TURNS
from companion.table.tranglar.turning import turned, turns_between


def judge_facing(before: BoardLook, after: BoardLook, **asked: Any) -> tuple[int, dict[str, Any]]:
    """By how many quarters `after` was turned to fit, and what `judge_change` says then; `asked` is what that takes.

    Where the boards fit as well in several ways, as those on which few pieces lie do, it is the way in which an action
    explains the change, an allowed one if there is one, with the fewest pieces moved or turned wrongly.
    """
    told = [
        (turn, judge_change(before, turned(after, turn), **asked)) for turn in turns_between(before, after)
    ]
    turn, best = min(told, key=lambda one: _oddness(one[1]))
    return turn, _unmoved(best)


def _unmoved(told: dict[str, Any]) -> dict[str, Any]:
    """The same, where nothing was laid between the looks, without an action that nobody saw: that it would have been
    against the rules to pass makes nobody's pass illegal."""
    if told["action"] != str(Pass()) or told["ruling"] != Ruling.ILLEGAL.value:
        return told
    reasons = [Reason(TURNS, told["says"][0]).to_json()]
    return {**told, "ruling": Ruling.UNDECIDED.value, "reasons": reasons}


def _oddness(told: dict[str, Any]) -> tuple[bool, bool, int, int]:
    then, now = ({(one["owner"], *one["cells"]) for one in told[key]} for key in ("before", "after"))
    wrong = len(told["forgotten"]) + len(told["wrong"])
    return told["action"] is None, told["ruling"] == "illegal", wrong, len(then ^ now)
