"""`companion see` and `companion photo` for Zigity, Zont and Zig Zaggle: what was given, and what a person reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.rules.errors import BadInput, quoted
from companion.rules.sentences import so_many
from companion.table.parts_photo import PartsPhoto, judge_one, judge_two, laid_ids, looked_at
from companion.table.zigity.laid import ZigityTable
from companion.table.zigzaggle.laid import ZigZaggleTable
from companion.table.zont.laid import ZontTable

__all__ = ["free_from", "judge_one", "judge_two", "laid_ids", "looked_at", "seen_text", "verdict_text"]


def free_from(given: Sequence[str]) -> dict[str, str]:
    """Letters of free tiles from words such as j10=S. Raises BadInput."""
    found = {}
    for one in given:
        cell, _, letter = one.partition("=")
        plain = len(letter) == 1 and letter.isascii() and letter.isalpha()
        if not plain or not cell[:1].isalpha() or not cell[1:].isdigit():
            raise BadInput(
                f"{quoted(one)} says no free tile's letter; write its cell and the letter, such as j10=S."
            )
        found[cell.lower()] = letter.upper()
    return found


def seen_text(photo: PartsPhoto) -> list[str]:
    """What lies there, a part a line, and how it lies."""
    seen, what = photo.seen, "tile" if photo.seen.game == "zigzaggle" else "card"
    count = len(seen.parts)
    lines = [f"{photo.name}: {so_many(count, what)}, {len(seen.unread)} unread"]
    table = photo.table
    cells = {id(tile): cell for cell, tile in table.tiles} if isinstance(table, ZigZaggleTable) else {}
    for number, part in enumerate(seen.parts, 1):
        x, y = (round(value) for value in part.centre_px)
        name = "face down" if part.name is None else part.name
        cell = f"  on {cells[id(part)]}" if id(part) in cells else ""
        by = "+".join(part.read_by)
        lines.append(f"  {number:>2}  {name}{cell}  {part.confidence:.0%} by {by}  at {x},{y}")
    for place in seen.unread:
        x, y = (round(sum(axis) / 4) for axis in zip(*place.corners_px, strict=True))
        lines.append(f"   ?  {place.why}  at {x},{y}")
    if isinstance(table, ZigityTable):
        lines.append(f"  play card: {'?' if table.play is None else table.play.name}")
        lines.append(f"  laid: {' '.join(str(card.name) for card in table.laid) or 'nothing'}")
    elif isinstance(table, ZontTable):
        lines += [f"  {suit}: {card.name}" for suit, card in table.tops]
        for number, pile in enumerate(table.scores, 1):
            lines.append(f"  pile {number}: {' '.join(str(card.name) for card in pile)}")
    return lines + [f"   ?  {says}" for says in table.doubts]


def verdict_text(told: Mapping[str, Any]) -> list[str]:
    """What the rules say, with every line of a score."""
    lines = [str(told["ruling"]).upper()]
    lines += [f"  {reason['says']}  [{reason['clause']}]" for reason in told["reasons"]]
    for line in told.get("score", {}).get("lines", ()):
        lines.append(f"  {line['points']:>4}  {line['says']}  [{line['clause']}]")
    if told.get("score", {}).get("lines"):
        lines.append(f"  {told['score']['total']:>4}  in all")
    for name, points in told.get("points", {}).items():
        parts = ", ".join(f"{one['cards']} x {one['suit']} at {one['each']}" for one in points["lines"])
        lines.append(f"  {name}: {points['total']} ({parts})")
    return lines
