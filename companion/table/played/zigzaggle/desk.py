"""Zig Zaggle at a table: the board lies open, racks of people who deal themselves are known by their size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.rules.errors import BadInput
from companion.rules.sentences import so_many
from companion.rules.verdict import Reason, Verdict
from companion.rules.words import english
from companion.rules.zigzaggle import clauses
from companion.rules.zigzaggle.claim import Challenged, turn_from_json
from companion.rules.zigzaggle.judging import Judged, facts_of
from companion.rules.zigzaggle.position import Position, after, deductions, limits, points_for
from companion.rules.zigzaggle.record import position_from_log
from companion.rules.zigzaggle.scoring import TAKE_OFF, score_lines, words_made
from companion.rules.zigzaggle.turn import Challenge, Exchange, Lay, Turn, tile_from
from companion.table.played.desk import After, Desk, Line
from companion.table.played.unseen_hands import Pinned, still_known, swapped
from companion.table.played.zigzaggle.pictured import kinds_json, move_json, seen_json
from companion.table.played.zigzaggle.unseen import believed, holding, resized, with_racks


class ZigZaggleDesk(Desk):
    """Zig Zaggle: the most points lead."""

    page = "zigzaggle"
    title = "Zig Zaggle"
    people_deal = True
    first_by_deal = True
    cut_short = "The table ended the game: letters on racks that were not laid open are not taken off."

    def begun(self, position: Position, first: int | None) -> After:
        """Where people deal, they say who has the letter nearest to Z."""
        if first is not None:
            position = replace(position, to_move=first)
        tally = tuple(
            Line(seat, "Points carried over.", points, clauses.LETTERS)
            for seat, points in enumerate(position.scores)
            if points
        )
        return After(position, tally, self._due(position))

    def from_log(self, line: str) -> Position:
        """However many there are of a tile, and whatever play was the last."""
        return position_from_log(line)

    def move(self, turn: object, position: Position, seat: int) -> Turn:
        """As `companion judge zigzaggle` reads it; a challenge is of the play just made."""
        if isinstance(turn, Mapping) and set(turn) == {"exchange"} and type(turn["exchange"]) is int:
            letters = [tile for tile in position.racks[seat] if not tile.free]
            if self.dealt:
                raise BadInput("Say which letters are exchanged.")
            if not 1 <= turn["exchange"] <= len(letters):
                raise BadInput(
                    f"The rack has {len(letters)} letters beside its free tiles: say how many of them are exchanged."
                )
            return Exchange(tuple(letters[: turn["exchange"]]))
        if isinstance(turn, str) and turn.strip() == "challenge":
            return Challenge(seat)
        found = turn_from_json(turn)
        if not isinstance(found, Challenged):
            return found
        if position.pending is not None and found.lay.placed != position.pending.placed:
            raise BadInput(
                "A challenge is of the play just made: name its tiles, or say no more than challenge."
            )
        return Challenge(seat)

    def mover(self, position: Position, move: Turn) -> int | None:
        """A challenge is anybody's."""
        return move.by if isinstance(move, Challenge) else position.to_move

    def challenges(self, move: Turn) -> bool:
        """A challenge is of the play just made."""
        return isinstance(move, Challenge)

    def arranged(self, position: Position, move: Turn, seat: int, pinned: Pinned) -> Position:
        """Unseen are the other racks and the box."""
        if not isinstance(move, Lay | Exchange):
            return position
        # Free tiles are dealt once and never drawn again: everybody knows how many a player has left.
        free = sum(tile.free for tile in position.racks[seat])
        if isinstance(move, Lay) and sum(tile.on_rack.free for _, tile in move.placed) > free:
            move = replace(move, placed=tuple(one for one in move.placed if not one[1].on_rack.free))
        return holding(position, move, seat, pinned)

    def judged(self, position: Position, move: Turn) -> Judged:
        """Without who has won: the table's scores say it, with what was corrected and once all racks lie open."""
        found: Judged = super().judged(position, move)
        if self.dealt:
            says = f"Taken off for what is left on the racks: {', '.join(map(str, deductions(found.after)))}."
        else:
            says = "What is left on the racks is taken off once they lie open."
        reasons = (
            replace(one, says=says) if one.clause == clauses.DEDUCTION else one for one in found.reasons
        )
        return replace(found, verdict=Verdict(found.ruling, tuple(reasons)))

    def after(self, before: Position, move: Turn, judged: Judged, pinned: Pinned) -> After:
        """With the lines of the turn's score."""
        lines = tuple(Line(before.to_move, line.says, line.points, line.clause) for line in judged.score)
        return self._after(before, move, judged.after, lines, pinned)

    def _after(
        self, before: Position, move: Turn, ended: Position, lines: tuple[Line, ...], pinned: Pinned
    ) -> After:
        known = list(pinned)
        if isinstance(move, Challenge) and before.pending is not None:
            play, stake = before.pending, points_for("challenge")
            gained = ended.scores[move.by] - before.scores[move.by]
            if gained > 0:
                says = "The challenge was right: the play is taken back."
                lines = (
                    Line(play.player, "The play was challenged and is taken back.", -play.points, _RIGHT),
                    Line(move.by, says, stake, _RIGHT),
                )
                back = tuple(str(tile.on_rack) for _, tile in play.placed)
                known[play.player] = (*known[play.player], *back)
            else:
                lines = (
                    Line(play.player, "The play was challenged, and is right.", stake, _WRONG),
                    Line(move.by, "The challenge was wrong.", -stake, _WRONG),
                )
        elif isinstance(move, Lay):
            laid = Counter(str(tile.on_rack) for _, tile in move.placed)
            known[before.to_move] = tuple((Counter(known[before.to_move]) - laid).elements())
        elif isinstance(move, Exchange):
            known[before.to_move] = ()
        return After(ended, lines, self._due(ended), tuple(known))

    def _due(self, position: Position) -> tuple[int, ...]:
        if self.dealt or not position.over:
            return ()
        return tuple(seat for seat, rack in enumerate(position.racks) if any(not tile.free for tile in rack))

    def forced(self, position: Position, move: Turn, pinned: Pinned) -> After | None:
        """Tiles of the rack on empty cells, with every word that they make."""
        if not isinstance(move, Lay) or position.over:
            return None
        if not self.dealt:
            position = believed(position, move, pinned)
        facts = facts_of(position, self.game.rules, english())
        taken = dict(position.board)
        if any(not position.profile.has(cell) or cell in taken for cell, _ in move.placed):
            return None
        made = words_made(facts.board, move.placed)
        first = 0 if facts.board else points_for("first-word")
        lines = tuple(score_lines(made, facts.profile, facts.runway, facts.rules, first=first))
        took_off = any(line.clause == TAKE_OFF for line in lines)
        try:
            ended = after(position, move, sum(line.points for line in lines), took_off=took_off, right=False)
        except (ValueError, IndexError):
            return None
        told = tuple(Line(position.to_move, line.says, line.points, line.clause) for line in lines)
        return self._after(position, move, ended, told, still_known(pinned, position.racks))

    def as_written(self, after: After, reasons: Sequence[Reason]) -> After:
        """Once passes were counted on over a play that a challenge took back, and ended a runway earlier."""
        position = after.position
        if not position.passes or all(one.clause != clauses.EMERGENCY for one in reasons):
            return after
        position = replace(position, runway=position.runway + 1, passes=0)
        return replace(after, position=position, due=self._due(position))

    def shown(
        self, position: Position, seat: int | None, things: tuple[str, ...], pinned: Pinned
    ) -> Position:
        """A rack laid open at the end."""
        if seat is None:
            raise BadInput("The board lies open by itself; show what is left on a rack.")
        tiles = tuple(sorted(tile_from(name, laid=False) for name in things))
        rack = position.racks[seat]
        if sum(tile.free for tile in tiles) != sum(tile.free for tile in rack):
            free = sum(tile.free for tile in rack)
            raise BadInput(f"The rack has {free} free tiles left: show each as *.")
        full = limits()[-1]
        if not len(rack) <= len(tiles) <= max(full, len(rack)):
            raise BadInput(
                f"The rack has {len(rack)} tiles, and {len(tiles)} were shown: "
                "count them again, or correct how many there are."
            )
        # Some fill their rack up after the last play too.
        position = resized(position, seat, len(tiles), pinned[seat])
        # What lies open is believed before what the rack was known to hold.
        others = (*pinned[:seat], (), *pinned[seat + 1 :])
        racks, box = swapped(position.racks, position.box, seat, tiles, others)
        if tuple(sorted(racks[seat])) != tiles:
            raise BadInput("Such tiles lie elsewhere already: look at the rack again.")
        return with_racks(position, racks, box)

    def recounted(self, position: Position, seat: int, count: int, known: Sequence[str]) -> Position:
        """More letters come from the box, fewer go beneath those in it."""
        if position.pending is not None and not position.over:
            raise BadInput("Count the tiles once the play just made can be challenged no more.")
        return resized(position, seat, count, known)

    def lines(
        self, position: Position, tally: tuple[Line, ...], open_hands: frozenset[int]
    ) -> tuple[Line, ...]:
        """All that was scored, and once the game is over what is taken off for the letters left."""
        if not position.over:
            return tally
        due = set(self._due(position)) - open_hands
        off = tuple(
            Line(seat, "Letters left on the rack.", -points, clauses.DEDUCTION)
            for seat, points in enumerate(deductions(position))
            if seat not in due and points
        )
        return tally + off

    # --- what is shown ----------------------------------------------------------------------------

    def says(self, move: Turn, names: Sequence[str]) -> str:
        """The turn in words; which letters were exchanged stays hidden."""
        if isinstance(move, Lay):
            tiles = ", ".join(f"{tile.letter} on {cell}" for cell, tile in move.placed)
            return f"lays {tiles or 'nothing'}"
        if isinstance(move, Exchange):
            count = len(move.tiles)
            return f"exchanges {so_many(count, 'letter')}"
        return "challenges the play" if isinstance(move, Challenge) else "passes"

    def outcome(self, position: Position, move: Turn) -> str:
        """What became of a challenged play, and what to do with its tiles."""
        if not isinstance(move, Challenge) or position.pending is None:
            return ""
        reason = self.game.judge(position, move).reasons[0]
        if reason.clause != _RIGHT or self.dealt:
            return str(reason.says)
        return f"{reason.says} Take its tiles off the board, and put back what was drawn."

    def headline(self, position: Position, move: Turn) -> str:
        """The words that a play makes, the one along it first."""
        made = words_made(dict(position.board), move.placed) if isinstance(move, Lay) else ()
        return ", ".join(word.text.upper() for word in made)

    def came_to(self, reasons: Sequence[Reason]) -> str:
        """Whether a challenged play stays: anybody may challenge, and it is no challenge that is right then."""
        return next((_CAME_TO[one.clause] for one in reasons if one.clause in _CAME_TO), "")

    def drawn(self, position: Position, move: Turn) -> dict[str, Any]:
        """The tiles that were laid."""
        return move_json(move)

    def picture(self, position: Position, seat: int | None, names: Sequence[str]) -> dict[str, Any]:
        """The board as it is printed with the tiles that lie on it, and one's own rack."""
        exchange = 0 if position.over or seat is None else _most_exchanged(position, seat)
        seen = seen_json(self.game.view(position, seat), position.profile, rack=self.dealt)
        return {**seen, "exchange": exchange}

    def choices(self, position: Position, seat: int) -> list[dict[str, Any]]:
        """Passing and challenging; words are laid by hand."""
        found = []
        if seat == position.to_move and not position.over:
            found.append({"says": "Pass", "turn": "pass"})
        if position.pending is not None and position.pending.player != seat:
            found.append({"says": "Challenge the play", "turn": "challenge"})
        return found

    def kinds(self) -> list[dict[str, Any]]:
        """A tile of each letter and colour there is; and a free one."""
        return kinds_json()


_RIGHT, _WRONG = clauses.CHALLENGE_RIGHT, clauses.CHALLENGE_WRONG
_CAME_TO = {_RIGHT: "Taken back", _WRONG: "The play stands"}


def _most_exchanged(position: Position, seat: int) -> int:
    letters = sum(not tile.free for tile in position.racks[seat])
    return min(letters, len(position.box)) if seat == position.to_move else 0


DESK = ZigZaggleDesk
