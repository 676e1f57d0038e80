"""Everything that can happen in a game of Zangle, each a value with JSON both ways.

`docs/table.md` lists them. A reader of version 1 reads every log of version 1; what changes in
meaning gets a new `V`, and its reader keeps the old one.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.rules.errors import BadInput
from companion.rules.polyform import Shape
from companion.rules.verdict import Reason, Ruling
from companion.rules.zangle import CENTRE
from companion.rules.zangle.claim import MOST_CARDS, Card
from companion.rules.zangle.modes import Equalizer
from companion.table import happenings
from companion.table.happenings import LONGEST_NAME, Bounds, Codec
from companion.table.joiners import without_joiners
from companion.table.values import as_object

V = 1
MOST_COUNT = 10_000


@dataclass(frozen=True, slots=True)
class Face:
    """A card that lies face up, as far as it was read; all None where nobody looked yet."""

    triangles: int | None = None
    shape: Shape | None = None
    id: str | None = None

    def __post_init__(self) -> None:
        if self.id is not None and not (len(self.id) <= LONGEST_NAME and self.id.isprintable()):
            raise BadInput(f"A card's id is one line of at most {LONGEST_NAME} letters.")
        card = Card(self.triangles, self.shape)
        object.__setattr__(self, "triangles", card.triangles)

    def agrees(self, other: Face) -> bool:
        """Whether both may be the same card."""
        if self.id is not None and other.id is not None:
            return self.id == other.id
        if None not in (self.triangles, other.triangles) and self.triangles != other.triangles:
            return False
        return self.shape is None or other.shape is None or self.shape.key == other.shape.key

    @property
    def known(self) -> bool:
        """Whether it is known what it shows."""
        return self.shape is not None or self.triangles == 0


UNREAD = Face()
"""A card that lies open and that nobody has named."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A card of a claim: what it shows, and the place it lay at when the call came."""

    source: str
    """"centre", a player's name, or in Solitaire "column 1" and so on."""
    face: Face = Face()


class Kind(Enum):
    """Where cards can be."""

    CENTRE = "centre"
    PILE = "centre pile"
    DISCARD = "discard"
    ASIDE = "aside"
    ROW = "row"
    DRAW = "draw pile"
    USED = "used"
    COLUMN = "column"


@dataclass(frozen=True, slots=True)
class Place:
    """One place; `seat` for what belongs to a player, `column` for the staircase."""

    kind: Kind
    seat: str | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class SetUp:
    """A game begins: mode, players in seating order to the left, options."""

    mode: str
    players: tuple[str, ...]
    profile: str = "iamond"
    options: tuple[tuple[str, bool | int], ...] = as_object()
    equalizers: tuple[Equalizer, ...] = ()
    """Four of the table's own; none for those of the rules."""
    dealer: str | None = None


@dataclass(frozen=True, slots=True)
class Join:
    """A player comes late and sits down to the left of `after`, or last."""

    seat: str
    after: str | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of a round are dealt."""


@dataclass(frozen=True, slots=True)
class Flip:
    """The centre is turned up and the round starts."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A player takes the top card of the centre pile, face up."""

    seat: str


@dataclass(frozen=True, slots=True)
class Call:
    """A player calls. `at_s` is in the server's time, as the device's clock was measured."""

    seat: str
    at_s: float
    uncertainty_s: float
    device: str
    """Calls from one device share its clock."""


@dataclass(frozen=True, slots=True)
class Settle:
    """The table says who called first."""

    seat: str


@dataclass(frozen=True, slots=True)
class Claim:
    """A player lays down cards; the verdict is the one that the rules gave at the time."""

    seat: str
    cards: tuple[Taken, ...]
    ruling: Ruling | None = None
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Penalty:
    """A call came to nothing: one card from the centre pile to the caller's draw pile."""

    seat: str


@dataclass(frozen=True, slots=True)
class Replenish:
    """The centre, or a player's row, is filled up."""

    place: str


@dataclass(frozen=True, slots=True)
class Pass:
    """A player ends a turn without a Zangle."""

    seat: str


@dataclass(frozen=True, slots=True)
class Seen:
    """What lies face up at a place; fewer cards than lie there leave the others unread."""

    place: str
    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class FillColumn:
    """An emptied column of the staircase takes the face-up card of another; columns count from 1."""

    source: int
    to: int


@dataclass(frozen=True, slots=True)
class Stuck:
    """No Zangle is found in Solitaire: new open cards for the centre."""


@dataclass(frozen=True, slots=True)
class RoundCheck:
    """The winner of a round has shown the Zangles: are they all right?"""

    correct: bool


@dataclass(frozen=True, slots=True)
class Equalize:
    """The winner of a round gets the next equalizer."""

    seat: str


@dataclass(frozen=True, slots=True)
class EndRound:
    """The table ends a round in which nobody can go on."""

    why: str = ""


@dataclass(frozen=True, slots=True)
class NextRound:
    """All cards are gathered for the next round."""


End = happenings.End
Pause = happenings.Pause
Resume = happenings.Resume
Undo = happenings.Undo
Overrule = happenings.Overrule


@dataclass(frozen=True, slots=True)
class CorrectScore:
    """The table writes down other points for a finished round."""

    round: int
    seat: str
    points: int
    why: str


@dataclass(frozen=True, slots=True)
class CorrectCards:
    """The table says that cards lie elsewhere than counted."""

    source: Place
    to: Place
    count: int
    why: str


Event = (
    SetUp | Join | Deal | Flip | Hit | Call | Settle | Claim | Penalty | Replenish | Pass | Seen | FillColumn
    | Stuck | RoundCheck | Equalize | EndRound | NextRound | End | Pause | Resume | Undo | Overrule
    | CorrectScore | CorrectCards
)  # fmt: skip


_CODEC: Codec[Event] = Codec(Event, V, Bounds(-MOST_COUNT, MOST_COUNT * 1000, MOST_CARDS))
KINDS = _CODEC.kinds
kind_of = _CODEC.kind_of
event_to_json = _CODEC.to_json
event_from_json = _CODEC.from_json


def column_name(number: int) -> str:
    """What a column of the staircase is called as a place."""
    return f"column {number}"


def is_reserved(name: str) -> bool:
    """Whether a name means a place on the table, so that no player can have it."""
    low = without_joiners(name).strip().lower()
    return low in {CENTRE, "center", "claim", "table", *(kind.value for kind in Kind)} or (
        low.startswith("column ") and low[7:].isdigit()
    )
