"""A camera that films nothing."""

from __future__ import annotations

from vision.live.camera import Status
from vision.live.reading import Known
from vision.live.things import Scene


class Shown:
    """A camera whose scenes the test gives."""

    flow = "live"
    ago: float = 0.0

    def __init__(self) -> None:
        self.profiles: list[str | None] = []

    def know(self, known: Known) -> None:
        self.profiles.append(known.profile)

    @property
    def status(self) -> Status:
        return Status("", self.flow, "", 0.0, None, 0.0, ())

    def ago_s(self, scene: Scene) -> float:
        return self.ago

    def __exit__(self, *_: object) -> None:
        pass
