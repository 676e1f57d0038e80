"""What a table has to know of a game beyond its rules; this one knows nothing, and so serves any game."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from companion.rules.errors import BadInput
from companion.rules.game import Playthrough, game_named
from companion.rules.verdict import Reason, Verdict
from companion.table.played.unseen_hands import Pinned

MOST_CHOICES = 60


@dataclass(frozen=True, slots=True)
class Line:
    """A part of a player's score, with the clause that gave it."""

    seat: int
    says: str
    points: int
    clause: str


@dataclass(frozen=True, slots=True)
class After:
    """Where a move leads: the position, what it scored, what must be shown before play goes on."""

    position: Any
    lines: tuple[Line, ...] = ()
    due: tuple[int | str, ...] = ()
    """Numbers of players whose hands, or "middle"."""
    pinned: Pinned | None = None
    """What each hand is known to hold; None for as before."""


class Desk:
    """A game at a table, under some options. Nothing here changes anything."""

    page = "any"
    """The fragment of the page that draws it."""
    fewest = False
    """Whether the fewest points lead."""
    unit = "point"
    score_is_held = False
    """Whether the score is how many cards everybody holds: then nothing but the cards can be corrected."""
    people_deal = False
    """Whether it can be played with hands that the program does not know."""
    least_held = 0
    """How many cards everybody holds at least as long as the game goes on."""
    first_by_deal = False
    """Whether what everybody was dealt says who begins: people who deal see it, and say so before every game."""
    nothing_turned_up = ""
    """How people say that nothing is left to be turned up in the middle; empty where something always is."""
    title = ""
    cut_short = ""
    """What is not counted where the table ends a game before it has come to its end, in a sentence."""
    in_sight = False
    """Whether nothing is hidden from anybody: a board. Then nobody deals, and the big screen enters any turn."""
    note = ""
    """What players have to know before the game begins, such as who has which colour."""

    def __init__(self, name: str, options: Mapping[str, bool], *, dealt: bool) -> None:
        if not dealt and not self.people_deal:
            raise BadInput(f"Of {name}, this table can only play games that the program deals.")
        self.name, self.dealt = name, dealt
        self.game = game_named(name).under(dict(options))

    # --- the position -----------------------------------------------------------------------------

    def start(self, seats: int, chance: random.Random, first: int | None) -> After:
        """A new game."""
        return self.begun(self.game.start(seats, chance), first)

    def begun(self, position: Any, first: int | None) -> After:
        """A game from a position on."""
        return After(position)

    def players(self, position: Any) -> int | None:
        """For how many players a position is; None where it does not say."""
        return len(self.hands(position)) or None

    def to_move(self, position: Any) -> int | None:
        """Whose turn it is, as a number."""
        found = getattr(position, "to_move", None)
        return found if type(found) is int else None

    def over(self, position: Any) -> bool:
        """Whether the rules have ended the game."""
        found = getattr(position, "over", None)
        return found if isinstance(found, bool) else next(iter(self.game.moves(position)), None) is None

    def held(self, position: Any) -> tuple[int, ...]:
        """How many cards each player holds; empty where nobody holds any."""
        return tuple(map(len, self.hands(position)))

    def hands(self, position: Any) -> tuple[tuple[Any, ...], ...]:
        """What each player holds; empty where nobody holds anything."""
        found: tuple[tuple[Any, ...], ...] = getattr(position, "hands", getattr(position, "racks", ()))
        return found

    # --- moves ------------------------------------------------------------------------------------

    def move(self, turn: object, position: Any, seat: int) -> Any:
        """A move as a page or a program says it. Raises BadInput."""
        if not isinstance(turn, str):
            raise BadInput("A turn is a line in the game's notation.")
        return self.game.parse(turn)

    def mover(self, position: Any, move: Any) -> int | None:
        """Who makes a move: whose turn it is, unless the move says otherwise."""
        return self.to_move(position)

    def challenges(self, move: Any) -> bool:
        """Whether a move only doubts the one before it."""
        return False

    def taken_up(self, position: Any, seat: int) -> Any:
        """The position in which a log goes on with a seat whose turn it was by what an earlier version made of it."""
        return position

    def chanced(self, position: Any, move: Any, chance: random.Random) -> Any:
        """A move with what chance decides in it, and nothing of that from whoever entered it."""
        return self.game.settled(position, move, chance)

    def arranged(self, position: Any, move: Any, seat: int, pinned: Pinned) -> Any:
        """Where people deal: the same to everybody's eyes, with a move's cards in its hand if they can be."""
        return position

    def doubts(self, position: Any, move: Any) -> tuple[Reason, ...]:
        """What must be shown before a move is told, but for what the rules themselves ask."""
        return ()

    def judged(self, position: Any, move: Any) -> Any:
        """The verdict of the rules, with where the move leads."""
        return self.game.judge(position, move)

    def from_log(self, line: str) -> Any:
        """The position of a line that a log holds. Raises BadInput."""
        return self.game.from_line(line)

    def supposes(self, position: Any) -> bool:
        """Whether what is hidden of a position that a game begins with is only supposed."""
        return False

    def holding(self, position: Any, line: str) -> Any:
        """The position with what lies beside it in another one of the same board. Raises BadInput."""
        raise BadInput("In this game nothing is held that the table does not know.")

    def trusted(self, verdict: Verdict) -> Verdict:
        """Where people deal: the verdict without what it would say of unseen hands."""
        return verdict

    def after(self, before: Any, move: Any, judged: Any, pinned: Pinned) -> After:
        """Where a legal move leads."""
        return After(judged.after)

    def forced(self, position: Any, move: Any, pinned: Pinned) -> After | None:
        """Where a move leads that the table lets pass against the rules; None where it cannot be done."""
        return None

    def as_written(self, after: After, reasons: Sequence[Reason]) -> After:
        """Where a move leads by the reasons that a log has for it, should an earlier version have led elsewhere."""
        return after

    def shown(self, position: Any, seat: int | None, things: tuple[str, ...], pinned: Any) -> Any:
        """The position with what is shown in its place; `seat` is None for the middle. Raises BadInput."""
        raise BadInput("There is nothing to show here.")

    def recounted(self, position: Any, seat: int, count: int, known: Sequence[str]) -> Any:
        """The position with so many cards in a hand; what it is known to hold leaves it last. Raises BadInput."""
        raise BadInput("Nobody's cards are counted in this game.")

    # --- records --------------------------------------------------------------------------------

    def tag_of(self, seat: int) -> str:
        """The line of a record's header that names a player."""
        return f"Player{seat + 1}"

    def record(self, game: Playthrough) -> str:
        """A game as text that `companion.rules.game.playthrough_from_text` reads."""
        return game.to_text()

    # --- the score --------------------------------------------------------------------------------

    def lines(self, position: Any, tally: tuple[Line, ...], open_hands: frozenset[int]) -> tuple[Line, ...]:
        """What everybody's score is made of."""
        seen = self.game.view(position, None)
        points = getattr(seen, "totals", getattr(seen, "scores", None))
        if not isinstance(points, tuple) or not all(type(one) is int for one in points):
            return ()
        return tuple(Line(seat, "Points so far.", had, "table/over") for seat, had in enumerate(points))

    def given_up(self, position: Any) -> int | None:
        """Who has given the game up, and so is last whatever the points."""
        return None

    # --- what is shown ----------------------------------------------------------------------------

    def says(self, move: Any, names: Sequence[str]) -> str:
        """What everybody may hear of a move, after its player's name."""
        return f"plays {move}"

    def public(self, reasons: Sequence[Reason]) -> tuple[Reason, ...]:
        """Reasons without the cards of a hand that they name."""
        return tuple(Reason(one.clause, one.says, (), one.option) for one in reasons)

    def outcome(self, position: Any, move: Any) -> str:
        """What followed from a legal move that was made in a position, in sentences; empty where its score says all."""
        return ""

    def headline(self, position: Any, move: Any) -> str:
        """What a legal move that was made in a position is told by before all else; empty for that it is right."""
        return ""

    def came_to(self, reasons: Sequence[Reason]) -> str:
        """What a legal move came to, in a word or two, by the reasons of its verdict; empty where it is just right."""
        return ""

    def drawn(self, position: Any, move: Any) -> dict[str, Any]:
        """What everybody may see of a move that was made in a position, for the page's fragment."""
        return {}

    def picture(self, position: Any, seat: int | None, names: Sequence[str]) -> dict[str, Any]:
        """The position as a seat sees it, for the page's fragment; None for the big screen."""
        return {"fields": _fields(self.game.view(position, seat))}

    def choices(self, position: Any, seat: int) -> list[dict[str, Any]]:
        """`[{"says", "turn"}]`: what a player can say by one button; of a hand, nothing where people deal."""
        if seat != self.to_move(position):
            return []
        found = []
        for move in self.game.moves(position):
            found.append({"says": str(move), "turn": str(move)})
            if len(found) == MOST_CHOICES:
                break
        return found

    def named(self, card: str) -> str:
        """A card within a sentence; by its code where the game has no better."""
        return card

    def kinds(self) -> list[dict[str, Any]]:
        """Every kind of thing that can be chosen by hand."""
        return []


def _fields(view: Any) -> list[dict[str, str]]:
    if not is_dataclass(view):
        return [{"name": "table", "value": str(view)}]
    return [
        {"name": one.name.replace("_", " "), "value": _text(getattr(view, one.name))} for one in fields(view)
    ]


def _text(value: Any) -> str:
    if (isinstance(value, tuple) and type(value).__str__ is object.__str__) or type(value) is tuple:
        return ", ".join(map(_text, value)) or "none"
    return "none" if value is None else str(value)
