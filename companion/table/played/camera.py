"""What a camera's look at the table says was played: one event to enter, or what to show.

Only what lies open is told. A card that is drawn, a pass, a word that is said: these are entered by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from companion.rules.errors import BadInput
from companion.rules.verdict import Ruling
from companion.table.parts import GAMES, look_at_parts
from companion.table.played.claims import weighed
from companion.table.played.events import Claim, Event
from companion.table.played.proposal import NOTHING, Proposed, Wait
from companion.table.played.reader import Lying, Reader
from companion.table.played.seen_since import SeenSince
from companion.table.played.table import Table
from companion.table.played.tranglar.proposing import proposed_board
from companion.table.played.tranglar.seen import GAME as BOARD_GAME
from companion.table.played.tranglar.seen import PicturedBoard, look_at_board
from companion.table.played.zigity.reader import ZigityReader
from companion.table.played.zigzaggle.reader import ZigZaggleReader
from companion.table.played.zont.reader import ZontReader
from vision.parts.sighting import PartsSeen
from vision.photo import Pixels, load_photo_bytes

AS_IT_WAS = "The board is as the table has it."
BY_HAND = "The program deals this game: nothing is read from the table."

Seen = PartsSeen | PicturedBoard
"""What lies in a picture: cards and tiles, or a board with its pieces."""


def reads(game: str) -> bool:
    """Whether the printed parts of a game, or its board, can be read."""
    return game in GAMES or reads_board(game)


def reads_board(game: str) -> bool:
    """Whether it is a board that is read."""
    return game == BOARD_GAME


class Deck(Protocol):
    """A taught deck that reads a game's cards."""

    game: str

    def parts(self, pixels: Pixels) -> PartsSeen:
        """What lies in a picture."""


def look(table: Table, pixels: Pixels, deck: Deck | None = None) -> Seen:
    """What lies in a picture, (height, width, 3) uint8 BGR: printed parts, a board, or a taught deck's cards.

    Raises BadInput for a game without printed parts.
    """
    if reads_board(table.game):
        return look_at_board(pixels)
    if deck is not None and deck.game == table.game:
        return deck.parts(pixels)
    if not reads(table.game):
        raise BadInput(f"No camera knows the parts of {table.game}: enter what is played by hand.")
    return look_at_parts(pixels, game=table.game)


def look_at_photo(table: Table, data: bytes, name: str, deck: Deck | None = None) -> Seen:
    """The same of a photo's file. Raises BadPhoto, BadInput."""
    return look(table, load_photo_bytes(data, name), deck)


def proposed(
    table: Table, seen: Seen, laid: frozenset[str] = frozenset(), since: SeenSince | None = None
) -> Proposed:
    """The event that a look shows to have happened; `laid` is what `laid_on_piles` told, and `since` what was seen
    before, where somebody looked on. Never raises."""
    if isinstance(seen, PicturedBoard):
        return _on_board(table, seen)
    if table.dealt:
        return Proposed(None, BY_HAND)
    if table.over or table.paused:
        return Proposed(None, NOTHING)
    try:
        found = _reader(table).read(table, seen, laid, since)
        if isinstance(found.event, Claim):
            return replace(found, ruling=weighed(table, found.event).verdict.ruling)
    except BadInput as wrong:
        return Proposed(None, str(wrong))
    return found


def _on_board(table: Table, seen: PicturedBoard) -> Proposed:
    if table.over or table.paused or not reads_board(table.game):
        return Proposed(None, NOTHING)
    found = proposed_board(table, seen)
    return Proposed(found.event, "" if found.event else found.says or AS_IT_WAS, news=found.news)


def laid_on_piles(table: Table, seen: PartsSeen, laid: frozenset[str]) -> frozenset[str]:
    """The cards that lay open on a pile since the last turn, `laid` before this look, where people deal."""
    return frozenset() if table.dealt else _reader(table).laid_on_piles(table, seen, laid)


def left_lying(table: Table, was: object, seen: PartsSeen, left: Lying) -> Lying:
    """The cells with tiles that were taken back since the position `was`, or `left` before, and still lie there, where
    people deal."""
    return frozenset() if table.dealt else _reader(table).left_lying(table, was, seen, left)


def known_to_lie(table: Table) -> frozenset[str]:
    """What the table has on its piles, or on its board and on which cells, covered or not."""
    return _reader(table).known_to_lie(table)


def gathered(table: Table, seen: PartsSeen, claim: Claim, since: SeenSince) -> Proposed | None:
    """A right turn that lay there before, now that it was gathered; None where it was not."""
    found = _reader(table).gathered(table, seen, claim, since)
    if found is None or weighed(table, found).verdict.ruling is not Ruling.LEGAL:
        return None
    return Proposed(found, "", Ruling.LEGAL)


def pile_tops(table: Table, seen: PartsSeen) -> Mapping[str, str]:
    """What shows on each pile, where piles have names."""
    return _reader(table).tops(seen)


def doubted(table: Table, event: Event | None, since: SeenSince) -> Proposed | None:
    """What is asked instead where what lay there before leaves open whether this was played."""
    return _reader(table).doubted(table, event, since)


def waits(table: Table, event: Event | None, since: SeenSince) -> Wait | None:
    """How long what was played must lie there, where a part of it may be of somebody who lifts a card for a while, or
    tries the next turn."""
    return _reader(table).waits(table, event, since)


def late_s(table: Table, event: Event | None, since: SeenSince) -> float:
    """For how long what a turn ends with had lain there before what it begins with, in seconds."""
    return _reader(table).late_s(table, event, since)


_READERS: dict[str, Reader] = {
    "zigity": ZigityReader(),
    "zont": ZontReader(),
    "zigzaggle": ZigZaggleReader(),
}
_READS_NONE = Reader()


def _reader(table: Table) -> Reader:
    return _READERS.get(table.game, _READS_NONE)
