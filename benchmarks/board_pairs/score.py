"""What is said of photographed pairs, beside what the true boards give.

python -m benchmarks.board_pairs.score SCENES PHOTOS

Counts a pair as *same* where ruling, clauses, action, flips, forgotten and wrong ones are those that the true boards
give, seen from any one side of the table; as *undecided* where nothing is ruled; as *wrong* otherwise.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.commands.board_photos import judge_two, look_at
from companion.rules.tranglar.actions import parse
from companion.table.tranglar import judge_change
from companion.table.tranglar.look import BoardLook, look_of_boards
from companion.table.tranglar.turning import turned

SIDES = 4


def main() -> None:
    """Print a line for every pair, and how many are what."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("scenes", type=Path)
    parser.add_argument("photos", type=Path)
    chosen = parser.parse_args()
    counts = {"same": 0, "undecided": 0, "wrong": 0}
    for path in sorted(chosen.scenes.glob("*.turn.json")):
        stem = path.name.removesuffix(".turn.json")
        pair = [chosen.photos / f"{stem}-{which}.jpg" for which in ("before", "after")]
        if not all(photo.exists() for photo in pair):
            continue
        turn = json.loads(path.read_text())
        told = judge_two(*(look_at(str(photo), None) for photo in pair), to_move=turn["mover"])
        result = compared(turn, told)
        counts[result] += 1
        print(
            f"{stem} {turn['name']}: {result}" + ("" if result == "same" else f"  {said(told)}"), flush=True
        )
    print(", ".join(f"{count} {name}" for name, count in counts.items()))


def compared(turn: Mapping[str, Any], told: Mapping[str, Any]) -> str:
    """`same`, `undecided` or `wrong`."""
    right = [_happened(true) for true in _truths(turn)]
    if _happened(told) in right:
        return "same"
    return "undecided" if told["ruling"] == "undecided" else "wrong"


def said(told: Mapping[str, Any]) -> str:
    """What was said, on a line."""
    return f"{told['ruling']}: {told['action']}; " + " ".join(reason["says"] for reason in told["reasons"])


def _truths(turn: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What the true boards give, seen from each side of the table."""
    looks = [_look(turn[which]) for which in ("before", "after")]
    return [
        judge_change(*(turned(look, quarters) for look in looks), to_move=turn["mover"])
        for quarters in range(SIDES)
    ]


def _look(pieces: Sequence[Mapping[str, Any]]) -> BoardLook:
    return look_of_boards([[dict(piece) for piece in pieces]], (), (), found=True)


def _happened(told: Mapping[str, Any]) -> tuple[Any, ...]:
    """What is compared: all that is said but in which words and order."""
    action = None if told["action"] is None else parse(told["action"])
    turned_over = [
        sorted((*sorted(one["cells"]), one["to"]) for one in told[key])
        for key in ("flips", "forgotten", "wrong")
    ]
    return told["ruling"], {reason["clause"] for reason in told["reasons"]}, action, *turned_over


if __name__ == "__main__":
    main()
