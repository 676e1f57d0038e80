"""What the camera of all games but Zangle sees, as the pages show it."""

from __future__ import annotations

from companion.table.played.camera import Seen
from companion.table.played.tranglar.seen import PicturedBoard
from companion.web.eye import Check, Sighted, spot_at


def sighted(seen: Seen | None) -> tuple[Sighted, ...]:
    """Where in the picture what was seen lies, and what could not be read."""
    if seen is None:
        return ()
    if isinstance(seen, PicturedBoard):
        places = [(piece.corners_px, "") for piece in seen.seen.pieces]
        # Where there is no board, that is said, and nothing is drawn.
        places += [(one.corners_px, one.why) for one in seen.seen.unread if one.cells]
    else:
        places = [(part.corners_px, "") for part in seen.parts]
        places += [(one.corners_px, one.why) for one in seen.unread]
    return tuple(
        Sighted(tuple(spot_at(x, y, seen.size_px) for x, y in corners), why=why) for corners, why in places
    )


def checks(seen: Seen | None, *, taught: bool = False) -> tuple[Check, ...]:
    """In plain words: is the picture good enough to play by? `taught` is whether a deck that was taught is read."""
    if seen is None:
        return ()
    if isinstance(seen, PicturedBoard):
        return tuple(_board_checks(seen))
    if not seen.parts:
        what = "card of the taught deck" if taught else "printed card or tile"
        return (Check(f"No {what} is seen yet: lay one face up on the table.", False),)
    well = Check("The taught cards are read." if taught else "Printed cards and tiles are read.", True)
    unread = f"{len(seen.unread)} cannot be read: keep glare and hands off."
    return (well, Check(unread, False)) if seen.unread else (well,)


def _board_checks(board: PicturedBoard) -> list[Check]:
    if board.seen.grid_px is None:
        return [Check(next((one.why for one in board.seen.unread), "No board is seen."), False)]
    whys = dict.fromkeys(one.why for one in board.seen.unread)
    return [Check("The board is seen.", True), *(Check(why, False) for why in whys)]
