"""The pages' eye on a real camera: what they ask is answered from the camera service, and what the camera sees to
happen goes to the game."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace
from threading import Condition, RLock

from companion.eyes.camera_showing import checks, sighted
from companion.eyes.cameras import Phone, camera_named, cameras
from companion.eyes.drawn_zones import DrawnZones, Keep, keep_none
from companion.eyes.following import Following, Games
from companion.eyes.laid_down import laid_down
from companion.rules.errors import BadInput
from companion.table.recording import known, recording
from companion.table.teaching.eye import TaughtEye
from companion.table.watch.watching import Watching
from companion.table.zangle.events import Taken
from companion.web.eye import RECORDING, Area, CameraNow, Choice, NoEyes, Sight
from vision.live.camera import Camera
from vision.live.mount import Mount
from vision.live.reading import Known
from vision.live.things import Scene
from vision.photo import Pixels

NEXT_PICTURE_S = 2.0
"""How long the next picture is waited for where what was laid down is to be judged at once."""
_SIGHTS = {
    "starting": Sight.STARTING,
    "live": Sight.LIVE,
    "stalled": Sight.STALLED,
    "lost": Sight.LOST,
    "ended": Sight.LIVE,
}


class CameraEye:
    """Looks at the table through one source at a time. `close` lets go of it.

    `source` is as `companion serve --camera` takes it, "recording", or None for no camera. With `plays`, the recording
    begins a game of its own; with `loop` it begins anew at its end. Any other film is shown from its beginning whenever
    another game begins, and once: what it shows has happened once. `mount` is what was measured of a camera and the
    table under it; the zones of the table count until others are drawn. `deck` reads cards that were taught, but not in
    the recording. `keep` is given the zones that were drawn when the camera was knocked, as they lie then. Raises
    NoEyes for a source that cannot be.
    """

    def __init__(
        self,
        games: Games,
        source: str | None,
        *,
        plays: bool = True,
        loop: bool = False,
        mount: Mount | None = None,
        deck: TaughtEye | None = None,
        keep: Keep = keep_none,
    ) -> None:
        self._games, self._plays, self._loop, self._deck = games, plays, loop, deck
        self._measured = mount or Mount()
        self._drawn = DrawnZones(keep)
        self._phone = Phone()
        self._source: str | None = None
        self._camera: Camera | None = None
        self._scene: Scene | None = None
        self._number = 0
        self._changed = Condition()
        self._lock = RLock()
        self.choose(source)

    def close(self) -> None:
        """Stop looking."""
        with self._lock:
            if self._camera is not None:
                self._camera.__exit__(None, None, None)
            self._camera = None

    def look(self) -> CameraNow:
        """What is known now."""
        camera, scene = self._camera, self._scene
        if camera is None:
            return CameraNow(Sight.NONE, "No camera: the game goes on by hand.")
        status = camera.status
        sight = _SIGHTS[status.flow]
        watching = self._following.eye.watching
        return CameraNow(
            sight,
            (self._following.claim_waits_for() if sight is Sight.LIVE else None) or status.says,
            self._source,
            self._number,
            status.age_s,
            status.size_px,
            sighted(scene, watching.cards),
            tuple(checks(status, scene, bool(watching.zones))),
        )

    def wait(self, number: int, timeout_s: float) -> CameraNow:
        """What is known once another picture was looked at, or once the time is over."""
        with self._changed:
            self._changed.wait_for(lambda: self._number > number, timeout_s)
        return self.look()

    def picture(self) -> bytes | None:
        """The newest picture as JPEG."""
        return None if self._camera is None else self._camera.jpeg()

    def newest(self) -> Pixels | None:
        """The newest picture as it was taken."""
        frame = None if self._camera is None else self._camera.frame
        return None if frame is None else frame.pixels

    def choices(self) -> tuple[Choice, ...]:
        """The cameras there are, and the recording."""
        return (*cameras(), Choice(RECORDING, "The recording"))

    def choose(self, source: str | None) -> None:
        """Look through another camera, or through none. Raises NoEyes."""
        shown = recording() if source == RECORDING else None
        name = None if source is None else camera_named(source) if shown is None else shown.source
        with self._lock:
            self.close()
            self._source, self._scene = source, None
            self._drawn.lay_anew()
            if shown is None:
                mount, reads = self._measured.of(source), self._known
                following = Following(self._games, mount, self._drawn, reads)
            else:
                # Its table is another one than that which zones were drawn for.
                mount, reads = Mount(), known
                begins = shown.set_up if self._plays else None
                following = Following(self._games, mount, DrawnZones(), begins=begins)
            self._following = following
            if name is None:
                return
            camera = Camera(
                name,
                reads(following.profile),
                loop=self._loop and shown is not None,
                anew=following.is_another_game if shown is None else (lambda: False),
                opener=self._phone.or_opened,
                mount=mount,
            )
            camera.listen(self._saw)
            self._camera = camera
            camera.__enter__()

    def _known(self, profile: str | None) -> Known:
        """What may lie on a table that is played at with such a deck."""
        printed = known(profile)
        return printed if self._deck is None else replace(printed, deck=None, taught=self._deck.followed)

    def offer(self, jpeg: bytes) -> None:
        """A picture from a phone that is the camera. Raises NoEyes where none is waited for, and BadPhoto."""
        self._phone.offer(jpeg, self._source)

    def areas(self) -> tuple[Area, ...]:
        """The zones as they are now, in the picture."""
        return self._following.areas(self._scene)

    @property
    def drawn(self) -> tuple[Area, ...]:
        """The zones that somebody drew, as they lie now."""
        return self._drawn.areas

    def draw(self, areas: tuple[Area, ...]) -> None:
        """Use these zones from now on."""
        self._drawn.draw(areas)
        if not areas:
            self._following.eye.draw_zones(())

    def claimed(self, seat: str) -> tuple[Taken, ...]:
        """The cards that a caller has laid down or taken since the call, in a picture that is taken from now on.

        Raises NoEyes where that is not seen.
        """
        asked_s, camera = time.monotonic(), self._camera
        self._called(seat)
        if camera is None or not self._saw_since(asked_s) or _SIGHTS[camera.status.flow] is not Sight.LIVE:
            raise NoEyes("The camera's picture is old: choose the cards by hand.")
        return laid_down(self._called(seat), seat)

    def _called(self, seat: str) -> Watching:
        watching = None if self._camera is None else self._following.since_call(seat)
        if watching is None:
            raise NoEyes("The camera did not see what lay where at the call: choose the cards by hand.")
        return watching

    def _saw_since(self, asked_s: float) -> bool:
        """Whether a picture was looked at that was taken after a moment of this computer's clock; waits for one. What a
        recording shows at its end stays.
        """

        def seen() -> bool:
            camera, scene = self._camera, self._scene
            if camera is None or scene is None:
                return False
            return camera.status.flow == "ended" or camera.ago_s(scene) <= time.monotonic() - asked_s

        with self._changed:
            return self._changed.wait_for(seen, NEXT_PICTURE_S)

    def _saw(self, scene: Scene) -> None:
        camera = self._camera
        if camera is None:
            return
        # Where the table cannot be written down just now, the page says so to whoever enters something by hand.
        with suppress(BadInput):
            self._following.saw(camera, scene)
        with self._changed:
            self._scene = scene
            self._number += 1
            self._changed.notify_all()
