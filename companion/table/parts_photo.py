"""A photo of printed parts of Zigity, Zont or Zig Zaggle, or of a taught deck of theirs, and what the rules say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from calibration.lens import Lens
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
from vision.parts.sighting import PartsSeen
from vision.photo import Pixels, load_photo_bytes

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


def read_parts_photo(data: bytes, name: str, *, game: str, deck: TaughtEye | None = None) -> PartsPhoto:
    """Read a photo as it was uploaded. Raises BadPhoto; `name` is used in its sentence."""
    return looked_at(name, load_photo_bytes(data, name), game, None, deck=deck)


def looked_at(
    name: str,
    pixels: Pixels,
    game: str,
    lens: Lens | None,
    *,
    play_card: str | None = None,
    deck: TaughtEye | None = None,
) -> PartsPhoto:
    """Read a photo (h, w, 3), of printed parts or a taught `deck`. Raises BadLens, and BadInput for a play card that is
    none."""
    play = None if play_card is None else str(card_from(play_card))
    seen = look_at_parts(pixels, game=game, lens=lens) if deck is None else deck.parts(pixels, lens)
    if game == "zigity":
        return PartsPhoto(name, pixels, seen, zigity_table(seen, play=play))
    return PartsPhoto(name, pixels, seen, zont_table(seen) if game == "zont" else zigzaggle_table(seen))


def judge_one(photo: PartsPhoto, *, word: str | None = None) -> dict[str, Any]:
    """Zigity: is what lies there a set? Zont: what do the piles count? Raises BadInput for a word that is none."""
    return {**photo.to_json(), **verdict_on(photo, word=word)}


def verdict_on(photo: PartsPhoto, *, word: str | None = None) -> dict[str, Any]:
    """The verdict of that alone."""
    table = photo.table
    assert not isinstance(table, ZigZaggleTable)
    return judge_set(table, word=word) if isinstance(table, ZigityTable) else judge_piles(table)


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
