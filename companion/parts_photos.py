"""`companion see` and `companion photo` for Zigity, Zont and Zig Zaggle: printed parts, and what they mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.rules.errors import BadInput, quoted
from companion.rules.zigity.cards import card_from
from companion.table.parts import look_at_parts
from companion.table.teaching.eye import TaughtEye
from companion.table.zigity.laid import ZigityTable, zigity_table
from companion.table.zigity.photo import judge_set
from companion.table.zigzaggle.laid import ZigZaggleTable, zigzaggle_table
from companion.table.zigzaggle.play import judge_play
from companion.table.zont.laid import ZontTable, zont_table
from companion.table.zont.photo import judge_piles
from vision.parts.draw import annotate_parts

if TYPE_CHECKING:
    from calibration.lens import Lens
    from vision.parts.sighting import PartsSeen
    from vision.photo import Pixels

Table = ZigityTable | ZontTable | ZigZaggleTable


@dataclass(frozen=True, slots=True)
class PartsPhoto:
    """A photo, what was seen in it, and how that lies."""

    name: str
    pixels: Pixels
    seen: PartsSeen
    table: Table

    def to_json(self) -> dict[str, Any]:
        """As `companion see` prints it."""
        seen, cells = self.seen, {}
        if isinstance(self.table, ZigZaggleTable):
            cells = {id(tile): cell for cell, tile in self.table.tiles}
        parts = [part.to_json() for part in seen.parts]
        if seen.game == "zigzaggle":
            parts = [
                {**told, "cell": cells.get(id(part))} for part, told in zip(seen.parts, parts, strict=True)
            ]
        told: dict[str, Any] = {
            "photo": self.name,
            "game": seen.game,
            "profile": None,
            "size_px": list(seen.size_px),
        }
        if seen.game == "zigzaggle":
            told["board"] = None if seen.board is None else seen.board.to_json()
        told["pieces" if seen.game == "zigzaggle" else "cards"] = parts
        return {**told, "unread": [place.to_json() for place in seen.unread], "table": self.table.to_json()}

    def picture(self, marked: Sequence[str | None] = ()) -> Pixels:
        """The annotated picture; parts with the ids `marked` stand out, or those that the game asks for."""
        ids = [one for one in marked if one is not None]
        if not ids and isinstance(self.table, ZigityTable) and self.table.play is not None:
            ids = [str(self.table.play.id)]
        if not ids and isinstance(self.table, ZontTable):
            ids = [str(card.id) for _, card in self.table.tops]
        return annotate_parts(self.pixels, self.seen, ids)


def looked_at(
    name: str,
    pixels: Pixels,
    game: str,
    lens: Lens | None,
    *,
    play_card: str | None = None,
    deck: TaughtEye | None = None,
) -> PartsPhoto:
    """Read a photo, of printed parts or a taught `deck`. Raises BadLens, and BadInput for a play card that is none."""
    play = None if play_card is None else str(card_from(play_card))
    seen = look_at_parts(pixels, game=game, lens=lens) if deck is None else deck.parts(pixels, lens)
    if game == "zigity":
        return PartsPhoto(name, pixels, seen, zigity_table(seen, play=play))
    return PartsPhoto(name, pixels, seen, zont_table(seen) if game == "zont" else zigzaggle_table(seen))


def judge_one(photo: PartsPhoto, *, word: str | None = None) -> dict[str, Any]:
    """Zigity: is what lies there a set? Zont: what do the piles count? Raises BadInput for a word that is none."""
    table = photo.table
    assert not isinstance(table, ZigZaggleTable)
    verdict = judge_set(table, word=word) if isinstance(table, ZigityTable) else judge_piles(table)
    return {**photo.to_json(), **verdict}


def judge_two(
    before: PartsPhoto, after: PartsPhoto, *, runway: str | None, free: Mapping[str, str]
) -> dict[str, Any]:
    """Zig Zaggle: what was laid between two photos of the board. Raises BadInput for a runway that is none."""
    first, second = before.table, after.table
    assert isinstance(first, ZigZaggleTable)
    assert isinstance(second, ZigZaggleTable)
    verdict = judge_play(first, second, runway=runway, free=free)
    return {"game": "zigzaggle", "photos": [before.to_json(), after.to_json()], **verdict}


def laid_ids(after: PartsPhoto, told: Mapping[str, Any]) -> list[str | None]:
    """The tiles that were laid between two photos."""
    table = after.table
    assert isinstance(table, ZigZaggleTable)
    return [tile.id for cell, tile in table.tiles if cell in told["laid"]]


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
    lines = [f"{photo.name}: {count} {what}{'' if count == 1 else 's'}, {len(seen.unread)} unread"]
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
