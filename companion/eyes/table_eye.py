"""Whatever looks at the table: Zangle's own camera, or the one that reads the other games' printed parts.

Which of them it is follows from what is played; only one has the camera at a time.
"""

from __future__ import annotations

from dataclasses import replace
from threading import RLock

from companion.eyes.camera_eye import CameraEye
from companion.eyes.drawn_zones import Keep, keep_none
from companion.eyes.parts_eye import PartsEye
from companion.table.log import GAME
from companion.table.teaching.eye import TaughtEye
from companion.table.zangle.events import Taken
from companion.web.eye import RECORDING, Area, CameraNow, Choice, NoEyes, Sight
from companion.web.hall import Hall
from vision.live.mount import Mount
from vision.photo import Pixels


class TableEye:
    """Looks through `source`, as `companion serve --camera` takes it, "recording", or None. Raises NoEyes.

    `game` is what will be played, as long as nothing is; `deck` a taught one, for the game that it is of. `keep` is
    given the zones that were drawn when the camera was knocked, as they lie then.
    """

    def __init__(
        self,
        hall: Hall,
        source: str | None,
        *,
        mount: Mount | None = None,
        game: str = GAME,
        deck: TaughtEye | None = None,
        keep: Keep = keep_none,
    ) -> None:
        self._deck, self._keep = deck, keep
        self._hall, self._mount, self._game = hall, mount, game
        self._source = source
        self._lock = RLock()
        self._gone: str | None = None
        """Why the source that was chosen cannot be looked through any more."""
        self._eye: CameraEye | PartsEye = self._made(source)

    def close(self) -> None:
        """Stop looking."""
        with self._lock:
            self._eye.close()

    @property
    def _parts(self) -> bool:
        """Whether it is the other games' camera that is wanted."""
        waits = self._hall.at is None and self._game != GAME
        return self._hall.played is not None or waits

    @property
    def _zangle_deck(self) -> TaughtEye | None:
        return self._deck if self._deck is not None and self._deck.game == GAME else None

    def _made(self, source: str | None) -> CameraEye | PartsEye:
        if self._parts:
            source = None if source == RECORDING else source
            return PartsEye(self._hall, source, deck=self._deck, mount=self._mount, keep=self._keep)
        return CameraEye(
            self._hall,
            source,
            loop=True,
            mount=self._mount,
            deck=self._zangle_deck,
            keep=self._keep,
        )

    def _now(self) -> CameraEye | PartsEye:
        with self._lock:
            wanted = PartsEye if self._parts else CameraEye
            if not isinstance(self._eye, wanted):
                self._eye.close()
                drawn = self._eye.drawn
                if isinstance(self._eye, PartsEye) and self._eye.knocked and self._mount is not None:
                    self._mount = replace(self._mount, table=None)
                try:
                    self._eye, self._gone = self._made(self._source), None
                except NoEyes as gone:
                    # A stick that was pulled out: the game goes on by hand, and another camera can be chosen.
                    self._eye, self._gone = self._made(None), str(gone)
                if drawn:
                    self._eye.draw(drawn)
            return self._eye

    def look(self) -> CameraNow:
        """What is known now."""
        return self._told(self._now().look())

    def wait(self, number: int, timeout_s: float) -> CameraNow:
        """What is known once another picture was looked at."""
        return self._told(self._now().wait(number, timeout_s))

    def _told(self, look: CameraNow) -> CameraNow:
        gone = self._gone
        return look if gone is None else replace(look, sight=Sight.LOST, says=gone, source=self._source)

    def picture(self) -> bytes | None:
        """The newest picture as JPEG."""
        return self._now().picture()

    def newest(self) -> Pixels | None:
        """The newest picture as it was taken."""
        return self._now().newest()

    def choices(self) -> tuple[Choice, ...]:
        """The cameras there are."""
        return self._now().choices()

    def choose(self, source: str | None) -> None:
        """Look through another camera, or through none. Raises NoEyes."""
        with self._lock:
            eye = self._now()
            if source == RECORDING and isinstance(eye, PartsEye):
                raise NoEyes("The recording is of Zangle: choose a camera for this game.")
            eye.choose(source)
            self._source, self._gone = source, None

    def offer(self, jpeg: bytes) -> None:
        """A picture from a phone that is the camera."""
        self._now().offer(jpeg)

    def areas(self) -> tuple[Area, ...]:
        """The zones as they are now."""
        return self._now().areas()

    def draw(self, areas: tuple[Area, ...]) -> None:
        """Use these zones from now on."""
        self._now().draw(areas)

    def claimed(self, seat: str) -> tuple[Taken, ...]:
        """The cards that a caller has laid down or taken since."""
        return self._now().claimed(seat)
