"""`companion photo --game tranglar`: one photo says who is trapped, two say what was played between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from calibration.files import read_at_most
from companion.rules.json_text import NoJson, read_json_bytes
from companion.table.tranglar import judge_board, judge_facing, look_of
from vision.board.see import see_board
from vision.photo import load_photo

if TYPE_CHECKING:
    from calibration.lens import Lens
    from vision.board.sighting import BoardSeen
    from vision.photo import Pixels

BESIDE = ("supply", "witness", "to_move", "over", "winner")
"""What a verdict says of a game, and a photo of the board alone cannot tell."""


MOST_SUPPLY_BYTES = 1_000_000


class BadSupply(Exception):
    """A supply file that cannot be read; the message says what to do."""


@dataclass(frozen=True, slots=True)
class BoardPhoto:
    """A photo and what was seen in it."""

    name: str
    pixels: Pixels
    seen: BoardSeen

    def to_json(self) -> dict[str, Any]:
        """As `companion see` prints it."""
        return self.seen.to_json(self.name)


def look_at(photo: str, lens: Lens | None) -> BoardPhoto:
    """Load and read a photo. Raises vision.errors.BadPhoto and calibration.lens.BadLens."""
    pixels = load_photo(photo)
    return BoardPhoto(photo, pixels, see_board(pixels, lens=lens))


def judge_one(photo: BoardPhoto) -> dict[str, Any]:
    """Which pieces are trapped: what was seen, and the verdict of `companion judge tranglar` without an action."""
    seen = photo.to_json()
    verdict = judge_board(look_of(seen))
    said = {key: value for key, value in verdict.items() if key not in (*BESIDE, "flips")}
    # The pieces and readings as they were seen, which have their places in the photo.
    return {**said, **seen}


def judge_two(
    before: BoardPhoto,
    after: BoardPhoto,
    *,
    to_move: str | None = None,
    supply: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """What was played between two photos, of whatever sides of the table; docs/commands.md has the form.

    Raises companion.rules.errors.BadInput for a supply that is none.
    """
    then, now = (look_of(photo.to_json()) for photo in (before, after))
    turn, told = judge_facing(then, now, to_move=to_move, supply=supply)
    return {"game": "tranglar", "photos": [before.to_json(), after.to_json()], "turn": turn, **told}


def supply_from(path: str) -> Any:
    """The supplies in a file of JSON. Raises BadSupply."""
    try:
        held = read_json_bytes(read_at_most(path, MOST_SUPPLY_BYTES))
    except OSError as error:
        raise BadSupply(f"{path}: {error.strerror or 'cannot be read'}; give a file of JSON.") from error
    except NoJson as error:
        raise BadSupply(
            f"{path}: this is no JSON that can be used ({error}); give what both held, as companion judge takes it."
        ) from error
    if held is None:
        raise BadSupply(f"{path} says nothing of what was held: give it, or leave --supply out.")
    return held


def change_text(told: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """The change as lines for a person."""
    ruling = str(told["ruling"]).upper()
    lines = [f"{names[0]} to {names[1]}", f"{ruling}  {told['action']}" if told["action"] else ruling]
    lines += [f"  {says}" for says in told["says"]]
    for flip in told["flips"]:
        lines.append(f"  turns to {flip['to']}: {' '.join(flip['cells'])}")
    said = set(told["says"])
    lines += [f"  {r['says']}  [{r['clause']}]" for r in told["reasons"] if r["says"] not in said]
    return lines


def trapped_text(told: Mapping[str, Any]) -> list[str]:
    """Who is trapped, a piece a line."""
    lines = [
        f"  trapped: {piece['owner']} {' '.join(piece['cells'])}, {piece['touched']} of {piece['sides']} sides touched"
        for piece in told["trapped"]
    ]
    return lines
