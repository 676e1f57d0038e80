"""What a camera that is a recording gets to play in: a game that is shown, and that nobody's own games know of."""

from __future__ import annotations

from companion.table.zangle.events import Event, SetUp
from companion.table.zangle.live import Answer, ZangleGame
from companion.web.hall import Hall


class Games:
    """The hall, but for games that a camera begins."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    def now_s(self) -> float:
        """The server's time."""
        return self._hall.now_s()

    @property
    def playing(self) -> ZangleGame | None:
        """The game being played."""
        return self._hall.playing

    def submit(self, event: Event, version: int, by: str | None) -> Answer:
        """Give it an event."""
        return self._hall.submit(event, version, by)

    def begin(self, event: SetUp) -> Answer:
        """Show another game."""
        return self._hall.show(event)
