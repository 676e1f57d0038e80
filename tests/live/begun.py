"""Films that begin alike are followed from where they part: what they have in common is followed once."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import lru_cache

from companion.table.recording import known
from tests.live.staging import Shot, Stage
from vision.live.follow import Follow
from vision.live.reading import read_quickly
from vision.live.there import PatientReader, waits
from vision.live.things import Found, Scene
from vision.live.tracked import Want
from vision.photo import Pixels
from vision.plane import Floats

FPS = 15


class Watched:
    """A reading of all that is asked, that remembers which of it was read as a photo is."""

    def __init__(self) -> None:
        self.known = known("iamond")
        self.patient = PatientReader(self.known)
        self.as_photo: list[Want] = []
        self.there: list[Want] = []

    def read(self, pixels: Pixels, want: Want, plane: Floats | None) -> Sequence[Found] | None:
        if not want.slow:
            return read_quickly(pixels, want.box, self.known, plane, agreed=want.agreed)
        found = self.patient.look_there(pixels, want, plane)
        if found is not None:
            self.there.append(want)
            return found
        if waits(want):
            return None
        self.as_photo.append(want)
        return self.patient.read_slowly(pixels, want.box, want)


class Following:
    """A film being followed, its pictures taken on a stage."""

    def __init__(self, stage: Stage) -> None:
        self.watched = Watched()
        self.follow = Follow(self.watched.known, read=self.watched.read)
        self.scenes: list[Scene] = []
        self._stage = stage

    def go_on(self, shots: Sequence[Shot]) -> Following:
        """Follow what comes next."""
        for number, shot in enumerate(shots, len(self.scenes)):
            things = dict(shot.things)
            pixels = self._stage.picture(
                things, shot.hands, light=shot.light, number=number, shake=shot.shake
            )
            self.scenes.append(self.follow.frame(pixels, number, number / FPS))
        return self

    def copied(self) -> Following:
        """One that goes on by itself: what is known of a table is never changed, but replaced."""
        other, watched = copy(self), copy(self.watched)
        watched.patient = copy(watched.patient)
        watched.as_photo, watched.there = [*watched.as_photo], [*watched.there]
        other.watched, other.scenes, other.follow = watched, [*self.scenes], copy(self.follow)
        other.follow._read = watched.read
        return other


@lru_cache(maxsize=4)
def _begun(shots: tuple[Shot, ...]) -> Following:
    return Following(Stage()).go_on(shots)


def followed(shots: Sequence[Shot], alike: int) -> Following:
    """A film followed to its end; the first pictures, so many, are those of other films too."""
    return _begun(tuple(shots[:alike])).copied().go_on(shots[alike:])
