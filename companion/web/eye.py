"""What the pages need of whatever looks at the table: plain values, so that any camera will do, or none.

Places in the picture are fractions of its width and height, so that they hold at any size.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol

from companion.rules.errors import BadInput
from companion.table.values import to_json
from companion.table.zangle.events import Face, Taken
from vision.photo import Pixels

Spot = tuple[float, float]
"""A point of the picture: 0 to 1 from the left, 0 to 1 from the top."""

UNREAD = Face()


def spot_at(x: float, y: float, size_px: tuple[int, int]) -> Spot:
    """Where a pixel lies in a picture (width, height); what is beyond its edge, on it."""
    width, height = size_px
    return min(1.0, max(0.0, x / width)), min(1.0, max(0.0, y / height))


class NoEyes(BadInput):
    """Nothing looks at the table, or it cannot do what was asked; the message says what to do."""


class Sight(Enum):
    """How it is with the camera."""

    NONE = "none"
    STARTING = "starting"
    LIVE = "live"
    STALLED = "stalled"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Sighted:
    """A card in the picture."""

    corners: tuple[Spot, ...]
    """Four, clockwise."""
    face: Face = UNREAD
    owner: str | None = None
    """ "centre", "claim", or a player's name, as the zones have it."""
    remembered: bool = False
    """Covered now; this is where it lay."""
    why: str = ""
    """Why it was not read."""


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the self-check, in words that say what to do where it is not well."""

    says: str
    well: bool


RECORDING = "recording"
"""The source's name for the film that comes with the project."""


@dataclass(frozen=True, slots=True)
class CameraNow:
    """What is known of the camera and of its newest picture."""

    sight: Sight
    says: str
    """In a sentence, such as "The camera has sent nothing for 4 s." """
    source: str | None = None
    number: int = 0
    """Of the newest picture; 0 where there is none yet."""
    age_s: float | None = None
    size_px: tuple[int, int] | None = None
    cards: tuple[Sighted, ...] = ()
    checks: tuple[Check, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """As the pages get it."""
        found: dict[str, Any] = to_json(self)
        return found


@dataclass(frozen=True, slots=True)
class Area:
    """A zone as it is drawn over the picture."""

    use: str
    """`centre`, `seat` or `claim`."""
    corners: tuple[Spot, ...]
    seat: str | None = None

    def __post_init__(self) -> None:
        if self.use not in ("centre", "seat", "claim"):
            raise BadInput("A zone is the centre, a seat's or the claim's.")
        if (self.use == "seat") != bool(self.seat):
            raise BadInput("A player's zone names the player, and the other zones name nobody.")
        if not 3 <= len(self.corners) <= 12:
            raise BadInput("A zone has 3 to 12 corners.")
        if any(len(corner) != 2 or not all(0 <= part <= 1 for part in corner) for corner in self.corners):
            raise BadInput("The corners of a zone lie in the picture: two numbers from 0 to 1 each.")


@dataclass(frozen=True, slots=True)
class Choice:
    """A camera that can be chosen."""

    source: str
    says: str


class Eye(Protocol):
    """Something that looks at the table. Every method answers at once unless it says otherwise."""

    def look(self) -> CameraNow:
        """What is known now."""

    def wait(self, number: int, timeout_s: float) -> CameraNow:
        """What is known once there is a picture after `number`, or once the time is over."""

    def picture(self) -> bytes | None:
        """The newest picture as JPEG."""

    def newest(self) -> Pixels | None:
        """The newest picture as it was taken, to be read; a live camera's next one is waited for. None where there is
        none. Raises NoEyes where none comes."""

    def choices(self) -> tuple[Choice, ...]:
        """Which cameras there are; may take a second."""

    def choose(self, source: str | None) -> None:
        """Look through another camera, or through none. Raises NoEyes."""

    def offer(self, jpeg: bytes) -> None:
        """A picture from a phone that is the camera. Raises NoEyes where none is waited for, and BadPhoto."""

    def areas(self) -> tuple[Area, ...]:
        """The zones as they are now."""

    def draw(self, areas: tuple[Area, ...]) -> None:
        """Use these zones from now on. Raises BadInput."""

    def claimed(self, seat: str) -> tuple[Taken, ...]:
        """The cards that a caller has laid down or taken since. Raises NoEyes where that was not seen."""


class SeesNoZangle:
    """What a camera that follows no game of Zangle answers: zones are kept, and nothing is made of calls."""

    _areas: tuple[Area, ...] = ()

    def areas(self) -> tuple[Area, ...]:
        """What was drawn."""
        return self._areas

    @property
    def drawn(self) -> tuple[Area, ...]:
        """The same."""
        return self._areas

    def draw(self, areas: tuple[Area, ...]) -> None:
        """Keep them for a game, or a camera, to come."""
        self._areas = areas


class NoEye(SeesNoZangle):
    """No camera: zones can be drawn all the same, and everything else is entered by hand."""

    def look(self) -> CameraNow:
        """That there is none."""
        return CameraNow(Sight.NONE, "No camera: the game goes on by hand.")

    def wait(self, number: int, timeout_s: float) -> CameraNow:
        """The same; no picture will come."""
        return self.look()

    def picture(self) -> bytes | None:
        """None."""
        return None

    def newest(self) -> Pixels | None:
        """None."""
        return None

    def choices(self) -> tuple[Choice, ...]:
        """None."""
        return ()

    def choose(self, source: str | None) -> None:
        """Only none can be chosen."""
        if source is not None:
            raise NoEyes("This table was started without a camera: start it with --camera to use one.")

    def offer(self, jpeg: bytes) -> None:
        """Nothing waits for it."""
        raise NoEyes("This table takes no pictures from phones: start it with --camera phone.")

    def claimed(self, seat: str) -> tuple[Taken, ...]:
        """Nothing is seen."""
        raise NoEyes("No camera sees the table: choose the cards by hand.")
