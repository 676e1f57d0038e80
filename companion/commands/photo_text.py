"""What was seen in a photo, as lines for a person and as an annotated picture in a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands.out_files import out_file, write_whole
from companion.commands.saying import Unusable
from companion.rules.sentences import so_many
from companion.rules.tranglar.cells import CELLS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.board.sighting import BoardSeen
    from vision.sighting import Outline, Seen

PICTURES = (".png", ".jpg", ".jpeg", ".webp")


def drawings(draw: str | None, photos: Sequence[str], *read: str | None) -> list[Path | None]:
    """The picture that is drawn for each photo, if any: OUT.png itself for one, OUT-1.png and so on for several.

    Raises Unusable where one cannot be written, or is a photo or what else is `read`.
    """
    if draw is None:
        return [None] * len(photos)
    out = Path(draw)
    if out.suffix.lower() not in PICTURES:
        raise Unusable(f"--draw {draw}: name a picture that ends in {', '.join(PICTURES)}.")
    several = len(photos) > 1
    targets = [out.with_stem(f"{out.stem}-{n}") if several else out for n in range(1, len(photos) + 1)]
    kept = [*photos, *(one for one in read if one is not None)]
    return [out_file(str(target), "--draw", kept) for target in targets]


def write_picture(out: Path, pixels: NDArray[np.uint8]) -> None:
    """Write a picture (height, width, 3) in the format that its name ends in.

    Raises `Unusable` where that cannot be.
    """
    import cv2

    done, data = cv2.imencode(out.suffix.lower(), pixels)
    if not done:
        raise Unusable(f"{out}: a picture of this size cannot be written in this format; use .png.")
    write_whole(out, data.tobytes())


def board_text(photo: str, seen: BoardSeen) -> list[str]:
    """What lies on a board, a piece a line."""
    count = len(seen.pieces)
    lines = [f"{photo}: {so_many(count, 'piece')}, {len(seen.unread)} unread"]
    for piece in seen.pieces:
        hand = f" {piece.hand}" if piece.hand else ""
        name = piece.kind.removeprefix("neutral ")
        lines.append(f"  {piece.owner:<8}{name}{hand}  {' '.join(piece.cells)}  {piece.confidence:.0%}")
    return lines + [
        f"  ?       {'  '.join((_spelt(place.cells), place.why)).strip()}" for place in seen.unread
    ]


def _spelt(cells: Sequence[str]) -> str:
    return "the whole board" if len(cells) == len(CELLS) else " ".join(cells)


def seen_text(photo: str, seen: Seen) -> list[str]:
    """What lies on a table, a card a line, and then what is unread."""
    from vision.sighting import CardSighting
    from vision.taught.sighting import TaughtSighting

    cards: tuple[CardSighting | Outline, ...] = seen.cards
    found = so_many(len(cards), "card")
    lines = [f"{photo}: {found}{f', {seen.profile}' if seen.profile else ''}, {len(seen.unread)} unread"]
    for number, card in enumerate(cards, 1):
        x, y = (round(sum(axis) / 4) for axis in zip(*card.corners_px, strict=True))
        what = ""
        if isinstance(card, CardSighting):
            count = "Z" if card.shape is None else so_many(card.triangles, "triangle")
            name = f" {card.id}" if card.id else ""
            what = f"  {count}{name}  {card.confidence:.0%} by {'+'.join(card.read_by)}"
        elif isinstance(card, TaughtSighting):
            what = f"  {card.name}  {card.confidence:.0%}"
        lines.append(f"  {number:>2}{what}  at {x},{y}")
    for thing in seen.unread:
        x, y = (round(sum(axis) / 4) for axis in zip(*thing.corners_px, strict=True))
        lines.append(f"   ?  {thing.why}  at {x},{y}")
    return lines
