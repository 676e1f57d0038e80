"""The camera of a table that all games but Zangle share, as the pages ask of it: which source, and what it shows."""

from __future__ import annotations

import time
from threading import Condition, RLock

from companion.eyes.cameras import Phone, camera_named, cameras
from companion.eyes.drawn_zones import Keep, keep_none, zones_moved
from companion.eyes.parts_looking import PartsLooking, Shown, Tables
from companion.eyes.parts_showing import checks, sighted
from companion.table.played.watching import PatienceConfig
from companion.table.teaching.eye import TaughtEye
from companion.table.zangle.events import Taken
from companion.web.eye import Area, CameraNow, Check, Choice, NoEyes, SeesNoZangle, Sight
from vision.live.bumps import Bump
from vision.live.capture import Capture
from vision.live.mount import Mount
from vision.live.preview import jpeg
from vision.photo import Pixels

STALE_S = 6.0
NEXT_PICTURE_S = 2.0
"""How long the next picture is waited for where the table is to be read at once."""
ZONES_LOST = Check("The camera has moved: draw Zangle's zones anew before that is played.", False)


class PartsEye(SeesNoZangle):
    """Looks at the table through one source, at printed parts, a board or a taught `deck` of the game that is played.

    Of what was measured of a camera, `mount`, the lens is used. `keep` is given the zones that were drawn for Zangle
    when the camera was knocked, as they lie then. `close` lets go of it. Raises NoEyes for a source that cannot be.
    """

    def __init__(
        self,
        tables: Tables,
        source: str | None,
        config: PatienceConfig | None = None,
        deck: TaughtEye | None = None,
        mount: Mount | None = None,
        keep: Keep = keep_none,
    ) -> None:
        self.knocked = False
        """Whether the camera stands elsewhere than when it was chosen: what was measured of its table is no more so."""
        self._keep, self._zones_lost = keep, False
        self._tables, self._config = tables, config or PatienceConfig()
        self._taught, self._measured = deck, mount or Mount()
        self._phone = Phone()
        self._changed = Condition()
        self._lock = RLock()
        self._source: str | None = None
        self._standing = False
        """Whether it looks for a taught deck's cards."""
        self._looking: PartsLooking | None = None
        self.choose(source)

    def close(self) -> None:
        """Stop looking."""
        with self._lock:
            if self._looking is not None:
                self._looking.end()

    # --- what the pages ask -----------------------------------------------------------------------

    def look(self) -> CameraNow:
        """What is known now."""
        looking, source = self._looking, self._source
        if looking is None or source is None:
            return CameraNow(Sight.NONE, "No camera: the game goes on by hand.")
        if (failed := looking.failed) is not None:
            return CameraNow(Sight.LOST, failed, source)
        newest, capture = looking.newest, looking.capture
        if capture is not None and (flow := Sight(capture.flow.value)) is not Sight.LIVE:
            return _without(flow, capture, newest, source)
        if newest is None:
            return CameraNow(Sight.STARTING, "The camera is starting.", source)
        age_s = 0.0 if looking.over else time.monotonic() - newest.at_s
        # A live camera's pictures come, though the newest that was read may be an older one.
        sight = Sight.LIVE if capture is not None or age_s < STALE_S else Sight.STALLED
        size = (newest.pixels.shape[1], newest.pixels.shape[0])
        says = newest.says or ("The table is read." if sight is Sight.LIVE else "The camera sends nothing.")
        told = checks(newest.seen, taught=self._standing)
        told += (ZONES_LOST,) if self._zones_lost else ()
        return CameraNow(sight, says, source, newest.number, age_s, size, sighted(newest.seen), told)

    def wait(self, number: int, timeout_s: float) -> CameraNow:
        """What is known once another picture was looked at, or once the time is over."""

        def newer() -> bool:
            newest = self._newest
            return newest is not None and newest.number > number

        with self._changed:
            self._changed.wait_for(newer, timeout_s)
        return self.look()

    @property
    def _newest(self) -> Shown | None:
        looking = self._looking
        return None if looking is None else looking.newest

    def picture(self) -> bytes | None:
        """The newest picture as JPEG."""
        newest = self._newest
        return None if newest is None else jpeg(newest.pixels)

    def newest(self) -> Pixels | None:
        """The newest picture as it was taken: of a live camera one that comes from now on, for what was laid down just
        before is to be in it. Raises NoEyes where none comes."""
        looking = self._looking
        if looking is None:
            return None
        if (failed := looking.failed) is not None:
            raise NoEyes(failed)
        capture = looking.capture
        if capture is None:
            newest = looking.newest
            return None if newest is None else newest.pixels
        before = capture.newest
        frame = capture.newer(0 if before is None else before.number, NEXT_PICTURE_S)
        if frame is None:
            raise NoEyes(f"The table is not read by an old picture. {capture.says}")
        return frame.pixels

    def choices(self) -> tuple[Choice, ...]:
        """The cameras there are."""
        return cameras()

    def choose(self, source: str | None) -> None:
        """Look through another camera, or through none. Raises NoEyes."""
        name = None if source is None else camera_named(source)
        with self._lock:
            self.close()
            deck = None if self._taught is None else self._taught.standing()
            self._source, self._standing, self._looking = source, deck is not None, None
            if name is None:
                return
            self._looking = PartsLooking(
                self._tables,
                name,
                self._config,
                deck=deck,
                mount=self._measured.of(source),
                opened=self._phone.or_opened,
                changed=self._changed,
                bumped=self._bumped,
            )
            self._looking.start()

    def _bumped(self, bump: Bump, size_px: tuple[int, int]) -> None:
        """What the game's own parts show is found in every picture anew; zones that were drawn lie elsewhere now."""
        self.knocked = True
        if self._areas:
            self._areas = zones_moved(self._areas, bump.moved_px, size_px)
            self._zones_lost = not self._areas
            self._keep(self._areas)

    def draw(self, areas: tuple[Area, ...]) -> None:
        """Keep them for a game of Zangle to come."""
        self._zones_lost = False
        super().draw(areas)

    def offer(self, jpeg: bytes) -> None:
        """A picture from a phone that is the camera. Raises NoEyes where none is waited for, and BadPhoto."""
        self._phone.offer(jpeg, self._source)

    def claimed(self, seat: str) -> tuple[Taken, ...]:
        """Nothing of Zangle's is seen."""
        raise NoEyes("This camera reads another game's cards.")


def _without(flow: Sight, capture: Capture, newest: Shown | None, source: str) -> CameraNow:
    """While no picture comes: what the last one showed may have changed, and is not told."""
    number = 0 if newest is None else newest.number
    return CameraNow(flow, capture.says, source, number, capture.age_s)
