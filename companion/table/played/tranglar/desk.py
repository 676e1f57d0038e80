"""Tranglar at a table: a board in everybody's sight, petrol against green; nothing is dealt and nothing is hidden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.rules.errors import BadInput
from companion.rules.game import Playthrough
from companion.rules.tranglar import clauses
from companion.rules.tranglar.actions import Action, Attack, Pass
from companion.rules.tranglar.contract import action_from_json
from companion.rules.tranglar.judging import TranglarVerdict
from companion.rules.tranglar.kinds import PLAYERS
from companion.rules.tranglar.options import Rules
from companion.rules.tranglar.playing import after, common_area
from companion.rules.tranglar.position import Position
from companion.rules.tranglar.record import Record, position_from_log
from companion.rules.tranglar.saying import in_words
from companion.rules.tranglar.stock import stock_from
from companion.rules.verdict import Ruling
from companion.table.played.desk import After, Desk, Line
from companion.table.played.unseen_hands import Pinned
from companion.table.tranglar.known import known_board
from companion.table.tranglar.pictured import action_json, flip_json, kinds_json, position_json
from companion.table.tranglar.supplies import likely_supply

_LET_PASS = {clauses.NO_TRAP, clauses.WHITE_LAST, clauses.REPLACE_OTHERS, clauses.PASS}
"""What an action may break and still be done on a board: the table can let it pass."""
_FOLLOWS = {
    clauses.PARALLELOGRAM_STAYS,
    clauses.SWAP_LATER,
    clauses.NEUTRAL_PROTECTS,
    clauses.OVER,
    clauses.SCORE,
}
"""Clauses of a legal action that tell something that came of it, beside what turned over."""


class TranglarDesk(Desk):
    """Tranglar: more triangles of one's own colour win."""

    page = "tranglar"
    title = "Tranglar"
    unit = "triangle"
    people_deal = True
    in_sight = True
    note = "The first player has petrol, the second one green."

    def begun(self, position: Position, first: int | None) -> After:
        """An empty board, or the one that is given."""
        return After(position if first is None else replace(position, to_move=first))

    def players(self, position: Position) -> int:
        """Two, always."""
        return len(PLAYERS)

    def from_log(self, line: str) -> Position:
        """However many white pieces it gives."""
        return position_from_log(line)

    def supposes(self, position: Position) -> bool:
        """Where the supplies of a board that was begun are those that it suggests."""
        laid = known_board(position)
        if not (laid.petrol or laid.green):
            return False
        return stock_from(likely_supply(laid), laid).supply == position.supply

    def holding(self, position: Position, line: str) -> Position:
        """The position with the supplies of another one of the same board."""
        other = self.game.from_line(line)
        if (other.pieces, other.neutral) != (position.pieces, position.neutral):
            raise BadInput("What is held must be said with the pieces that lie on the board.")
        return replace(position, supply=other.supply)

    # --- actions ----------------------------------------------------------------------------------

    def move(self, turn: object, position: Position, seat: int) -> Action:
        """As `companion judge tranglar` reads an action."""
        return action_from_json(turn)

    def forced(self, position: Position, move: Action, pinned: Pinned) -> After | None:
        """What is against the rules and can be done with the pieces that there are."""
        judged = self.judged(position, move)
        broken = {reason.clause for reason in judged.reasons}
        single = (
            isinstance(move, Attack)
            and broken == {clauses.ATTACK_TWO}
            and common_area(move.place) == move.remove
        )
        if judged.ruling is Ruling.LEGAL or not (single or broken <= _LET_PASS):
            return None
        ended, _ = after(position, move)
        return After(ended)

    # --- records --------------------------------------------------------------------------------

    def tag_of(self, seat: int) -> str:
        """By the player's colour."""
        return PLAYERS[seat].capitalize()

    def record(self, game: Playthrough) -> str:
        """In Tranglar's own form, which says who acts and how the game stands."""
        return Record(game.start, game.moves, Rules.of(dict(game.options)), game.tags).to_text()

    # --- the score --------------------------------------------------------------------------------

    def lines(
        self, position: Position, tally: tuple[Line, ...], open_hands: frozenset[int]
    ) -> tuple[Line, ...]:
        """The triangles that show each colour."""
        return tuple(
            Line(seat, f"Triangles that show {PLAYERS[seat]}.", count, clauses.SCORE)
            for seat, count in enumerate(position.score)
        )

    def given_up(self, position: Position) -> int | None:
        """Who conceded."""
        return position.conceded

    # --- what is shown ----------------------------------------------------------------------------

    def says(self, move: Action, names: Sequence[str]) -> str:
        """The action in words, with the cells that it is about."""
        return in_words(move)

    def outcome(self, position: Position, move: Action) -> str:
        """What turned over, who is trapped and stays, and the end."""
        judged = self.judged(position, move)
        count = len(judged.flips)
        told = [flip_json(flip)["says"] for flip in judged.flips[:1]] if count == 1 else []
        if count > 1:
            told = [f"{count} pieces turn over, one after the other as they are numbered."]
        follows = [one.says for one in judged.reasons if one.clause in _FOLLOWS]
        return " ".join(dict.fromkeys((*told, *follows)))

    def drawn(self, position: Position, move: Action) -> dict[str, Any]:
        """What was laid and taken up, and every flip."""
        return action_json(self._done(position, move))

    def _done(self, position: Position, move: Action) -> TranglarVerdict:
        judged: TranglarVerdict = self.judged(position, move)
        return judged

    def picture(self, position: Position, seat: int | None, names: Sequence[str]) -> dict[str, Any]:
        """The board, and what lies beside it."""
        return position_json(position, names)

    def choices(self, position: Position, seat: int) -> list[dict[str, Any]]:
        """Passing where it is allowed, and conceding; all else is put together on the board."""
        if seat != position.to_move or position.over:
            return []
        found = [{"says": "Concede", "turn": "concede", "asks": "Really concede?"}]
        if not position.large and self.judged(position, Pass()).ruling is Ruling.LEGAL:
            found.insert(0, {"says": "Pass", "turn": "pass"})
        return found

    def kinds(self) -> list[dict[str, Any]]:
        """Every kind of piece with its places."""
        return kinds_json()


DESK = TranglarDesk
