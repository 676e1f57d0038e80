"""The cameras that a table can be looked at through: this computer's own, and a phone that sends its pictures."""

from __future__ import annotations

from companion.web.eye import Choice, NoEyes
from vision.live.source_name import BadSource, Kind, SourceName, devices, named
from vision.live.sources import Offered, Source, open_source


def cameras() -> tuple[Choice, ...]:
    """All of them; looking for them may take a second."""
    own = [Choice(str(number), f"Camera {number}") for number in devices()]
    return (*own, Choice(Kind.PHONE.value, "A phone"))


def camera_named(source: str) -> SourceName:
    """A source as `companion serve --camera` takes it. Raises NoEyes."""
    try:
        return named(source)
    except BadSource as wrong:
        raise NoEyes(str(wrong)) from wrong


class Phone:
    """A phone that is the camera: its pictures come when it sends them."""

    def __init__(self) -> None:
        self._offered = Offered()

    def offer(self, jpeg: bytes, source: str | None) -> None:
        """A picture, while this `source` is looked through. Raises NoEyes where that is no phone, and BadPhoto."""
        if source != Kind.PHONE.value:
            raise NoEyes("No phone is the camera now: choose it in the set-up first.")
        self._offered.offer(jpeg)

    def or_opened(self, name: SourceName) -> Source:
        """Its pictures, if the name is a phone's, or another source. Raises BadSource."""
        return self._offered if name.kind is Kind.PHONE else open_source(name)
