"""What a camera's look at the table says was played: one event to enter, or what to show.

Only what lies open is told. A card that is drawn, a pass, a word that is said: these are entered by hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import Protocol

from companion.rules.errors import BadInput
from companion.rules.verdict import Ruling
from companion.rules.zigity.cards import card_from as card_named
from companion.rules.zigity.position import Position
from companion.rules.zigzaggle.position import limits
from companion.rules.zigzaggle.turn import FREE
from companion.rules.zont.cards import Card, card_from
from companion.rules.zont.position import Position as ZontPosition
from companion.rules.zont.turn import Art, Change, Favors, Turn
from companion.table.parts import GAMES, look_at_parts
from companion.table.played import boards
from companion.table.played.boards import BoardLook, News, look_at_board, proposed_board
from companion.table.played.claims import after_claim, weighed
from companion.table.played.events import MIDDLE, Claim, Event, Show
from companion.table.played.table import Table
from companion.table.zigity.laid import zigity_table
from companion.table.zigzaggle.laid import ZigZaggleTable, change_between, zigzaggle_table
from companion.table.zont.laid import ZontTable, zont_table
from vision.parts.sighting import PartSighting, PartsSeen
from vision.photo import Pixels, load_photo_bytes

NOTHING = "Nothing new lies open on the table."
AS_IT_WAS = "The board is as the table has it."
BY_HAND = "The program deals this game: nothing is read from the table."


@dataclass(frozen=True, slots=True)
class Proposed:
    """What a look comes to."""

    event: Event | None
    says: str
    """Where there is no event, what to show, or that nothing happened."""
    ruling: Ruling | None = None
    """Of a claim, the rules' own."""
    grows: bool = False
    """Whether more cards or tiles may follow that belong to it."""
    news: News | None = None
    """Of a board: what to show that is not entered."""


Seen = PartsSeen | BoardLook
"""What lies in a picture: cards and tiles, or a board with its pieces."""


def reads(game: str) -> bool:
    """Whether the printed parts of a game, or its board, can be read."""
    return game in GAMES or reads_board(game)


def reads_board(game: str) -> bool:
    """Whether it is a board that is read."""
    return game == boards.GAME


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


def proposed(table: Table, seen: Seen, laid: frozenset[str] = frozenset()) -> Proposed:
    """The event that a look shows to have happened; `laid` is what `laid_on_piles` told. Never raises."""
    if isinstance(seen, BoardLook):
        return _on_board(table, seen)
    if table.dealt:
        return Proposed(None, BY_HAND)
    if table.over or table.paused or table.game not in _READERS:
        return Proposed(None, NOTHING)
    try:
        found = _READERS[table.game](table, seen, laid)
        if isinstance(found.event, Claim):
            return replace(found, ruling=weighed(table, found.event).verdict.ruling)
    except BadInput as wrong:
        return Proposed(None, str(wrong))
    return found


def _on_board(table: Table, seen: BoardLook) -> Proposed:
    if table.over or table.paused or not reads_board(table.game):
        return Proposed(None, NOTHING)
    found = proposed_board(table, seen)
    return Proposed(found.event, "" if found.event else found.says or AS_IT_WAS, news=found.news)


def laid_on_piles(table: Table, seen: PartsSeen, laid: frozenset[str]) -> frozenset[str]:
    """The cards that lay open on a pile of Zont since the last turn, `laid` before this look; no other game has any."""
    if table.game != "zont" or table.dealt:
        return frozenset()
    # What a turn that was entered by hand put away is settled.
    laid -= {str(card) for pile in table.position.piles for card in pile.cards}
    found = zont_table(seen)
    if found.doubts:
        return laid
    for (_, part), pile in zip(found.tops, table.position.piles, strict=True):
        top = card_from(part.name)
        if top == pile.top:
            # As it was: what lay on it was taken back, or shuffled in, and this does not tell which.
            laid = frozenset(name for name in laid if card_from(name).suit != top.suit)
        elif top not in pile.cards:
            laid |= {str(top)}
    return laid


def known_to_lie(table: Table) -> frozenset[str]:
    """What the table has on its piles, or on its board and on which cells, covered or not."""
    position = table.position
    if table.game == "zont":
        cards = [*(pile.cards for pile in position.piles), *position.scores]
        return frozenset(str(card) for some in cards for card in some)
    if table.game == "zigity":
        return frozenset(map(str, position.played))
    if table.game == "zigzaggle":
        return frozenset(name for cell, tile in position.board for name in (str(cell), str(tile.on_rack)))
    return frozenset()


def _claim(table: Table, move: object, *, grows: bool = False) -> Proposed:
    if table.on_turn is None:
        return Proposed(None, NOTHING)
    return Proposed(Claim(table.on_turn, str(move)), "", grows=grows)


def _doubt(doubts: tuple[str, ...]) -> Proposed:
    return Proposed(None, " ".join(dict.fromkeys(doubts)))


# --- Zigity ---------------------------------------------------------------------------------------------


def _zigity(table: Table, seen: PartsSeen, _laid: frozenset[str]) -> Proposed:
    if MIDDLE in table.due:
        found = zigity_table(seen)
        if found.doubts or found.play is None:
            return _doubt(found.doubts)
        return Proposed(Show(MIDDLE, (str(found.play.name),)), "")
    found = zigity_table(seen, play=str(table.position.play_card))
    if found.doubts:
        return _doubt(found.doubts)
    if still := _still_lying(table.position, [str(card.name) for card in found.laid]):
        return Proposed(None, STILL_LYING.format(card=still))
    claim = found.claim()
    if claim is None or "turn" not in claim:
        return Proposed(None, NOTHING)
    move = table.desk.move(claim["turn"], table.position, table.position.to_move)
    return _claim(table, move, grows=True)


STILL_LYING = "{card} was played before: lay what was played onto the pile, or enter the turn by hand."


def _still_lying(position: Position, laid: Sequence[str]) -> str | None:
    """A card beside the play card that was played in an earlier turn, and is not of the set that is laid now."""
    beneath = Counter(map(str, position.played[:-1]))
    others = {str(card) for cards in (*position.hands, position.draw) for card in cards}
    before = str(position.played[-2]) if len(position.played) > 1 else None
    for name in laid:
        if beneath[name] and name not in others:
            return name
        # Of an action card there are copies: no set has one, so it is that on which the last one was played.
        if name == before and len(laid) > 1 and card_named(name).is_action:
            return name
    return None


# --- Zont -----------------------------------------------------------------------------------------------


def _zont(table: Table, seen: PartsSeen, laid: frozenset[str]) -> Proposed:
    found = zont_table(seen)
    if found.doubts:
        return _doubt(found.doubts)
    score = _scored(table, found)
    if isinstance(score, str):
        return Proposed(None, score)
    if score is not None and _on_other_pile(table.position, found):
        return Proposed(None, OTHER_PILE.format(card=score, seat=table.on_turn))
    if score is not None and _pile_unseen(table.position, found):
        return Proposed(None, WHOSE_PILE.format(card=score))
    tops = [card_from(card.name) for _, card in found.tops]
    piles = table.position.piles
    new = [top for top, pile in zip(tops, piles, strict=True) if top not in pile.cards]
    back = [top for top, pile in zip(tops, piles, strict=True) if top in pile.cards and top != pile.top]
    if not new and not back and score is None:
        return Proposed(None, NOTHING)
    hidden = _hidden(table, laid, {*new, score})
    turns = _over(hidden[0], new, back, score) if hidden else _turns(new, back, score)
    if not turns or (score is None and not table.position.final):
        return Proposed(None, LEFT_UNSEEN.format(card=hidden[0]) if hidden and not turns else NOT_OVER)
    if turns[0].middle is None and not table.position.final:
        return Proposed(None, NO_MIDDLE)
    legal = [turn for turn in turns if _ruled(table, turn) is Ruling.LEGAL]
    if hidden and (len(hidden) > 1 or not legal):
        return Proposed(None, LEFT_UNSEEN.format(card=hidden[0]))
    if not legal and score is None:
        return Proposed(None, TWO_TURNS)
    if len({frozenset(_laid(turn)) for turn in legal}) > 1 or len({type(one.power) for one in legal}) > 1:
        return Proposed(None, "It does not show which power was used: enter the turn by hand.")
    return _claim(table, (legal or turns)[0], grows=score is None)


NOT_OVER = "The turn is not over: a card goes to the middle, and one to the score pile."
NO_MIDDLE = "It does not show which card went to the middle: lay it there, or enter the turn by hand."
"""Where the middle is as before: a shuffle of the pile that the card went to may have turned up what showed before."""
OTHER_PILE = (
    "{card} lies on another player's score pile, and it is {seat}'s turn: enter what was played by hand."
)
WHOSE_PILE = "It does not show whose score pile {card} lies on: show all of them."
TWO_TURNS = "Two turns or more may have been played since the table was read: enter them by hand, one after the other."
LEFT_UNSEEN = "It does not show what became of {card}: enter the turn by hand."


def _hidden(table: Table, laid: frozenset[str], shown: set[Card | None]) -> list[Card]:
    """Cards that were laid on a pile in this turn and do not show any more."""
    position = table.position
    known = {card for pile in (*(one.cards for one in position.piles), *position.scores) for card in pile}
    return [card for card in map(card_from, sorted(laid)) if card not in known | shown]


def _over(hidden: Card, new: list[Card], back: list[Card], score: Card | None) -> list[Turn]:
    """Turns that leave nothing to see of the card that began them: Art over it, or its own pile shuffled."""
    if len(new) == 1 and not back and new[0].suit == hidden.suit:
        return [Turn(hidden, Art(new[0]), score)]
    if len(back) == 1 and not new and back[0].suit == hidden.suit:
        return [Turn(hidden, Favors(hidden.suit, back[0]), score)]
    return []


def _scored(table: Table, found: ZontTable) -> Card | str | None:
    """The card that came to a score pile; a sentence where there are several."""
    known = {card for cards in table.position.scores for card in cards}
    lying = [card_from(card.name) for pile in found.scores for card in pile]
    new = [card for card in lying if card not in known]
    if len(new) > 1:
        return "Several cards that nobody has scored lie beside the piles: leave one."
    return new[0] if new else None


def _on_other_pile(position: ZontPosition, found: ZontTable) -> bool:
    """Whether the mover's score pile shows the same card as before, and another one does not."""
    open_ = _piles_changed(position, found)
    return any(open_) and not open_[position.to_move]


def _piles_changed(position: ZontPosition, found: ZontTable) -> list[bool]:
    """Of which score piles the card that showed does not show now; of one without a card nobody knows."""
    lying = {str(card.name) for pile in found.scores for card in pile}
    return [not cards or str(cards[-1]) not in lying for cards in position.scores]


def _pile_unseen(position: ZontPosition, found: ZontTable) -> bool:
    """Whether two players' score piles show other cards than before: one was laid on, and the other is covered."""
    changed = _piles_changed(position, found)
    return sum(one and bool(cards) for one, cards in zip(changed, position.scores, strict=True)) > 1


def _turns(new: list[Card], back: list[Card], score: Card | None) -> list[Turn]:
    if len(new) == 1 and not back:
        return [Turn(new[0], None, score)]
    if len(new) == 2 and not back:
        return [Turn(one, Art(other), score) for one, other in (new, new[::-1])]
    if len(new) == 1 and len(back) == 1:
        shown = back[0]
        return [Turn(new[0], power(shown.suit, shown), score) for power in (Change, Favors)]
    return [Turn(None, None, score)] if not new and not back and score is not None else []


def _laid(turn: Turn) -> list[Card]:
    return [card for card in (turn.middle, getattr(turn.power, "card", None)) if card is not None]


def _ruled(table: Table, move: object) -> Ruling:
    return weighed(table, Claim(str(table.on_turn), str(move))).verdict.ruling


# --- Zig Zaggle -----------------------------------------------------------------------------------------


def _zigzaggle(table: Table, seen: PartsSeen, _laid: frozenset[str]) -> Proposed:
    found = zigzaggle_table(seen, table.position.profile)
    if table.due:
        return _rack(table, found)
    change = change_between(_lying(table), found)
    if change.doubts:
        return _doubt(change.doubts)
    if change.gone:
        cell, tile = change.gone[0]
        return Proposed(None, f"{tile} is gone from {cell}: put it back, or enter what happened by hand.")
    if not change.laid:
        return Proposed(None, NOTHING)
    lays = _lays(dict(change.laid))
    legal = [lay for lay in lays if _ruled(table, lay) is Ruling.LEGAL]
    if not legal and _several_words(table, dict(change.laid)):
        return Proposed(None, TWO_TURNS)
    if len(lays) != 1 and len(legal) != 1:
        cells = " and ".join(cell for cell, tile in change.laid if tile == FREE)
        return Proposed(
            None, f"Say which letter the free tile on {cells} stands for: enter the word by hand."
        )
    return _claim(table, (legal or lays)[0], grows=True)


MOST_WORDS = 4
"""So many turns that followed one another between two looks are thought of."""


def _several_words(table: Table, laid: dict[str, str], most: int = MOST_WORDS) -> bool:
    """Whether several players' turns, one after the other, may have laid this, a line of it each; more than a rack
    holds were several in any case."""
    if len(laid) > limits()[-1]:
        return True
    for first in _lines(laid, {str(cell) for cell, _ in table.position.board}):
        rest = {cell: tile for cell, tile in laid.items() if cell not in first}
        if rest and any(_rightly_after(table, lay, rest, most - 1) for lay in _lays(first)):
            return True
    return False


def _lines(laid: dict[str, str], board: Collection[str]) -> Iterator[dict[str, str]]:
    """What was laid on each column and row, and each part of that without a gap."""
    for across in (False, True):
        lines: dict[str, list[str]] = {}
        for cell in sorted(laid, key=lambda cell: (cell[0], int(cell[1:]))):
            lines.setdefault(cell[1:] if across else cell[0], []).append(cell)
        for cells in lines.values():
            runs = [[cells[0]]]
            for cell in cells[1:]:
                gap = _between(runs[-1][-1], cell)
                runs = [*runs, [cell]] if gap - {*board} else [*runs[:-1], [*runs[-1], cell]]
            for one in [cells, *(runs if len(runs) > 1 else [])]:
                yield {cell: laid[cell] for cell in one}


def _between(one: str, other: str) -> set[str]:
    """The cells between two of one column or row, the first of them before the other."""
    columns = range(ord(one[0]), ord(other[0]) + 1)
    rows = range(int(one[1:]), int(other[1:]) + 1)
    return {f"{chr(column)}{row}" for column in columns for row in rows} - {one, other}


def _rightly_after(table: Table, first: str, rest: dict[str, str], most: int) -> bool:
    """Whether the rest is a turn of the next player's after the first one, or several turns."""
    then = after_claim(table, Claim(str(table.on_turn), first))
    if then is None or then.on_turn is None:
        return False
    if any(_ruled(then, lay) is Ruling.LEGAL for lay in _lays(rest)):
        return True
    return most > 1 and _several_words(then, rest, most)


def _lays(laid: dict[str, str]) -> list[str]:
    """What was laid as turns, a free tile standing for each letter; none where there are several, which may be any."""
    free = [cell for cell, tile in laid.items() if tile == FREE]
    if len(free) > 1:
        return []
    told = [{**laid, free[0]: FREE + letter} for letter in ascii_lowercase] if free else [laid]
    return [" ".join(["lay", *(f"{cell}={tile}" for cell, tile in one.items())]) for one in told]


def _lying(table: Table) -> ZigZaggleTable:
    """The board as the game has it, as if it had been looked at."""
    nowhere = ((0.0, 0.0),) * 4
    tiles = tuple(
        (
            str(cell),
            PartSighting(None, str(tile.on_rack), "tile", "up", nowhere, None, 1.0, ()),
        )
        for cell, tile in table.position.board
    )
    return ZigZaggleTable(True, tiles, (), (), ())


def _rack(table: Table, found: ZigZaggleTable) -> Proposed:
    seat = table.waits_for
    if seat is None or not found.beside:
        return Proposed(None, NOTHING)
    return Proposed(Show(seat, tuple(str(tile.name) for tile in found.beside)), "")


_READERS: dict[str, Callable[[Table, PartsSeen, frozenset[str]], Proposed]] = {
    "zigity": _zigity,
    "zont": _zont,
    "zigzaggle": _zigzaggle,
}
