"""The round that comes with the project: a short film of a table, what it begins with, and the log that it makes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.table.decks import zangle_deck
from companion.table.log import Entry
from companion.table.marks import printed_marks
from companion.table.watch.eye import Eye
from companion.table.zangle.events import SetUp, event_from_json
from companion.table.zangle.live import ZangleGame
from vision.live.follow import Follow
from vision.live.reading import Known
from vision.live.source_name import Kind, SourceName
from vision.live.things import Scene
from vision.live.video_file import frames

FOLDER = Path(__file__).resolve().parents[2] / "static" / "samples"


@dataclass(frozen=True, slots=True)
class Recording:
    """A film of a game, and how the game begins."""

    video: Path
    set_up: SetUp
    notes: tuple[tuple[float, str], ...]
    """What is about to be seen, and when, in seconds of the film."""

    @property
    def source(self) -> SourceName:
        """As a camera's source."""
        return SourceName(Kind.VIDEO, str(self.video), called="The recording")


def recording() -> Recording:
    """The recording that comes with the project."""
    facts = json.loads((FOLDER / "round.json").read_text(encoding="utf-8"))
    set_up = event_from_json(facts["set_up"])
    assert isinstance(set_up, SetUp)
    notes = tuple((float(note["at_s"]), str(note["says"])) for note in facts["notes"])
    return Recording(FOLDER / facts["video"], set_up, notes)


def known(profile: str | None = None) -> Known:
    """What may lie on a table of Zangle."""
    return Known("zangle", zangle_deck(), printed_marks(), profile)


def played(video: Path, set_up: SetUp, game: ZangleGame) -> Iterator[tuple[Scene, tuple[Entry, ...]]]:
    """A film played as fast as it can be read: each frame's scene, and what was written down because of it.

    Nothing depends on a clock: times are those of the film, so the same film makes the same log. Raises BadSource.
    """
    begun = game.submit(set_up, version=game.state.version, at_s=0.0, by="host")
    follow, eye = Follow(known(set_up.profile)), Eye()
    first = (begun.entry,) if begun.entry is not None else ()
    for number, at_s, pixels in frames(video):
        time_s = round(at_s, 3)
        scene = follow.frame(pixels, number, time_s)
        noticed = eye.look(
            scene,
            game.state,
            lambda event, version, by, time_s=time_s: game.submit(  # type: ignore[misc]
                event, version=version, at_s=time_s, by=by
            ),
        )
        entries = tuple(answer.entry for answer in noticed.answers if answer.entry is not None)
        yield scene, (*first, *entries)
        first = ()
