"""The camera of a table that all games but Zangle share: printed parts or a board are read, what is played is entered.

A recording is taken picture by picture from its beginning when a game begins, a live camera's newest one is.
"""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from pathlib import Path
from threading import Condition, Event, Thread
from typing import Protocol

import cv2

from calibration.lens import BadLens
from companion.parts_showing import checks, sighted
from companion.rules.errors import BadInput
from companion.table.played import events as ev
from companion.table.played.board_watching import BoardWatch
from companion.table.played.boards import BoardLook, News
from companion.table.played.camera import Seen, reads, reads_board
from companion.table.played.camera import look as look_at
from companion.table.played.live import PlayedAnswer, PlayedGame
from companion.table.played.table import Table
from companion.table.played.watching import PatienceConfig, Watch
from companion.table.teaching.eye import StandingEye, TaughtEye
from companion.table.zangle.events import Taken
from companion.web.eye import Choice, Look, NoEyes, SeesNoZangle, Sight
from vision.errors import BadPhoto
from vision.live.capture import Capture
from vision.live.health import fault_says
from vision.live.mount import Mount
from vision.live.preview import jpeg
from vision.live.rest import Rest, same
from vision.live.sources import (
    PHOTO_S,
    BadSource,
    Kind,
    Offered,
    PhotoFolder,
    Source,
    SourceName,
    devices,
    frame_rate,
    frames,
    named,
    open_source,
)
from vision.photo import Pixels

BY = "camera"
STALE_S = 6.0
PAUSE_S = 0.1
WAIT_S = 0.5
BOARD_REST = Rest(small_px=96, spot=10.0, after_hands=True)
"""A white piece is little lighter than a pale board, at this size by 36 of 255 on the printed one; noise with a
deviation of 6 leaves at most 7 in pictures of 640 x 480, and 4 in those of 1280 x 720."""
Watching = Watch | BoardWatch


class Tables(Protocol):
    """What it needs of a hall of games."""

    @property
    def played(self) -> PlayedGame | None:
        """The game being played."""

    def enter(self, event: ev.Event, version: int, by: str | None) -> PlayedAnswer:
        """Give it an event."""

    def tell(self, game_id: str, version: int, news: News | None) -> None:
        """Tell what was made of the board at that version of a game, and is not entered."""

    def news(self, game_id: str, version: int) -> News | None:
        """What was told of it last."""


class PartsEye(SeesNoZangle):
    """Looks at the table through one source, at printed parts, a board or a taught `deck` of the game that is played.

    Of what was measured of a camera, `mount`, the lens is used. `close` lets go of it. Raises NoEyes for a source that
    cannot be.
    """

    def __init__(
        self,
        tables: Tables,
        source: str | None,
        config: PatienceConfig | None = None,
        deck: TaughtEye | None = None,
        mount: Mount | None = None,
    ) -> None:
        self._taught = deck
        self._mounts = mount or Mount()
        self._mount = Mount()
        self._deck: StandingEye | None = None
        self._tables, self._config = tables, config or PatienceConfig()
        self._source: str | None = None
        self._offered = Offered()
        self._changed = Condition()
        self._ended = Event()
        self._thread: Thread | None = None
        self._capture: Capture | None = None
        self._newest: tuple[int, float, Pixels] | None = None
        self._seen: Seen | None = None
        self._rest = Rest()
        self._says = ""
        self._failed: str | None = None
        self._over = False
        self.choose(source)

    def close(self) -> None:
        """Stop looking."""
        self._ended.set()
        if self._thread is not None:
            self._thread.join(timeout=10)
        self._thread = None

    # --- what the pages ask -----------------------------------------------------------------------

    def look(self) -> Look:
        """What is known now."""
        if self._source is None:
            return Look(Sight.NONE, "No camera: the game goes on by hand.")
        if self._failed is not None:
            return Look(Sight.LOST, self._failed, self._source)
        newest, seen, capture = self._newest, self._seen, self._capture
        if capture is not None and (flow := Sight(capture.flow.value)) is not Sight.LIVE:
            return self._without(flow, capture, newest)
        if newest is None:
            return Look(Sight.STARTING, "The camera is starting.", self._source)
        number, at_s, pixels = newest
        age_s = 0.0 if self._over else time.monotonic() - at_s
        sight = Sight.LIVE if age_s < STALE_S else Sight.STALLED
        size = (pixels.shape[1], pixels.shape[0])
        says = self._says or ("The table is read." if sight is Sight.LIVE else "The camera sends nothing.")
        told = checks(seen, taught=self._deck is not None)
        return Look(sight, says, self._source, number, age_s, size, sighted(seen), told)

    def _without(self, flow: Sight, capture: Capture, newest: tuple[int, float, Pixels] | None) -> Look:
        """While no picture comes: what the last one showed may have changed, and is not told."""
        number = 0 if newest is None else newest[0]
        return Look(flow, capture.says, self._source, number, capture.age_s)

    def wait(self, number: int, timeout_s: float) -> Look:
        """What is known once another picture was looked at, or once the time is over."""
        with self._changed:
            self._changed.wait_for(lambda: self._newest is not None and self._newest[0] > number, timeout_s)
        return self.look()

    def picture(self) -> bytes | None:
        """The newest picture as JPEG."""
        newest = self._newest
        return None if newest is None else jpeg(newest[2])

    def newest(self) -> Pixels | None:
        """The newest picture as it was taken."""
        newest = self._newest
        return None if newest is None else newest[2]

    def choices(self) -> tuple[Choice, ...]:
        """The cameras of this computer, and a phone."""
        own = [Choice(str(number), f"Camera {number}") for number in devices()]
        return (*own, Choice(Kind.PHONE.value, "A phone"))

    def choose(self, source: str | None) -> None:
        """Look through another camera, or through none. Raises NoEyes."""
        try:
            name = None if source is None else named(source)
        except BadSource as wrong:
            raise NoEyes(str(wrong)) from wrong
        self.close()
        self._source, self._newest, self._seen, self._failed = source, None, None, None
        self._mount = self._mounts.of(source)
        self._rest = Rest()
        self._deck = None if self._taught is None else self._taught.standing()
        self._ended = Event()
        if name is not None:
            self._thread = Thread(target=self._run, args=(name, self._ended), name="parts", daemon=True)
            self._thread.start()

    def offer(self, jpeg: bytes) -> None:
        """A picture from a phone that is the camera. Raises NoEyes where none is waited for, and BadPhoto."""
        if self._source != Kind.PHONE.value:
            raise NoEyes("No phone is the camera now: choose it in the set-up first.")
        self._offered.offer(jpeg)

    def claimed(self, seat: str) -> tuple[Taken, ...]:
        """Nothing of Zangle's is seen."""
        raise NoEyes("This camera reads another game's cards.")

    # --- looking ----------------------------------------------------------------------------------

    def _run(self, name: SourceName, ended: Event) -> None:
        try:
            while not ended.is_set():
                game = self._tables.played
                if game is None:
                    ended.wait(PAUSE_S)
                elif name.kind is Kind.VIDEO:
                    self._play(Path(name.where), game.id, ended)
                elif name.kind is Kind.FOLDER:
                    self._leaf(Path(name.where), game.id, ended)
                else:
                    self._follow(name, game.id, ended)
        except BadSource as gone:
            self._fail(str(gone))
        except Exception as error:  # whatever it is, a picture that nobody looks at must not be called live
            logging.getLogger(__name__).exception("recognition stopped")
            self._fail(fault_says(error))

    def _fail(self, says: str) -> None:
        with self._changed:
            self._failed = says
            self._changed.notify_all()

    def _still(self, game_id: str) -> PlayedGame | None:
        """The game, if it is still the one that is played."""
        game = self._tables.played
        return game if game is not None and game.id == game_id else None

    def _play(self, path: Path, game_id: str, ended: Event) -> None:
        """A recording from its beginning, picture by picture, at its own pace or slower; then its last picture."""
        watch, self._over = self._watch(self._config), False
        begun_s, pace_s = time.monotonic(), 1 / frame_rate(path)
        for number, at_s, taken in frames(path):
            if ended.is_set() or self._still(game_id) is None:
                return
            watch = self._looked(watch, number + 1, at_s, self._mount.straight(taken), game_id)
            late_s = time.monotonic() - begun_s - at_s - pace_s
            if late_s < 0 and ended.wait(-late_s):
                return
            begun_s += max(0.0, late_s)
        self._over = True
        while not ended.is_set() and self._still(game_id) is not None:
            ended.wait(PAUSE_S)

    def _leaf(self, path: Path, game_id: str, ended: Event) -> None:
        """A folder's photos one after the other."""
        source = PhotoFolder(path)
        # Each photo is of a table at rest, and is followed by another one soon.
        config = PatienceConfig(0.0, min(self._config.patience_s, PHOTO_S / 2), 0.0)
        watch, number, begun_s = self._watch(config), 0, time.monotonic()
        while not ended.is_set() and self._still(game_id) is not None:
            if (taken := source.read()) is not None:
                number += 1
                pixels = self._mount.straight(taken)
                watch = self._looked(watch, number, time.monotonic() - begun_s, pixels, game_id)
            ended.wait(source.pace_s or 0.0)

    def _follow(self, name: SourceName, game_id: str, ended: Event) -> None:
        """A live camera's newest picture, whenever the last one is read; one that is lost is opened anew."""
        watch, number = self._watch(self._config), 0
        with Capture(name, opener=self._mount.opener(self._opened)) as capture:
            self._capture = capture
            try:
                while not ended.is_set() and self._still(game_id) is not None:
                    frame = capture.newer(number, WAIT_S)
                    if frame is not None:
                        number = frame.number
                        watch = self._looked(watch, number, frame.at_s, frame.pixels, game_id)
            finally:
                self._capture = None

    def _opened(self, name: SourceName) -> Source:
        return self._offered if name.kind is Kind.PHONE else open_source(name)

    def _watch(self, config: PatienceConfig) -> Watching:
        """What looks on at the game that is played."""
        game = self._tables.played
        table = None if game is None else game.state.table
        if game is None or table is None or not reads_board(table.game):
            return Watch(config)
        self._rest = BOARD_REST
        return BoardWatch.begun(config, game.state)

    def _looked(self, watch: Watching, number: int, at_s: float, pixels: Pixels, game_id: str) -> Watching:
        game = self._still(game_id)
        state = None if game is None else game.state
        table = None if state is None else state.table
        before, seen = self._newest, self._seen
        if state is None or table is None or not reads(table.game):
            self._tell(number, pixels, None, "")
            return watch
        if self._deck is None and not reads_board(table.game):
            due = before is None or not same(before[2], pixels)
        else:
            # What takes long to read is read once the hands are away.
            self._rest, due = self._rest.saw(pixels, at_s)
            due = due or (isinstance(watch, BoardWatch) and watch.wants_another)
            if self._rest.moving and not due and seen is not None and seen.game == table.game:
                self._tell(number, pixels, seen, watch.says)
                return watch
        if seen is None or seen.game != table.game or due:
            try:
                seen = look_at(table, pixels, self._deck)
            except (BadInput, BadLens, BadPhoto, cv2.error) as wrong:
                self._tell(number, pixels, None, str(wrong))
                return watch
        looked, event = _after(watch, table, seen, at_s)
        self._tell(number, pixels, seen, looked.says)
        if isinstance(looked, BoardWatch) and isinstance(watch, BoardWatch):
            self._tell_news(watch, looked, game_id, state.version)
        if event is not None:
            # What cannot be written down now is entered by hand: the page says why.
            with suppress(BadInput):
                answer = self._tables.enter(event, state.version, BY)
                if answer.entry is None and answer.state.version != state.version:
                    # Something was entered while the picture was read: the next one is of the table as it is now.
                    return watch
                if answer.entry is None:
                    self._says = " ".join(one.says for one in answer.verdict.reasons)
        return looked

    def _tell_news(self, watch: BoardWatch, looked: BoardWatch, game_id: str, version: int) -> None:
        """Tell what is new; what somebody has had read meanwhile stays for as long as the board shows it."""
        if looked.news is None:
            if looked.found is watch.found:
                return
            if looked.found.news is not None and looked.found.news == self._tables.news(game_id, version):
                return
        self._tables.tell(game_id, version, looked.news)

    def _tell(self, number: int, pixels: Pixels, seen: Seen | None, says: str) -> None:
        with self._changed:
            last = 0 if self._newest is None else self._newest[0]
            self._newest = (max(number, last + 1), time.monotonic(), pixels)
            self._seen, self._says = seen, says
            self._changed.notify_all()


def _after(watch: Watching, table: Table, seen: Seen, at_s: float) -> tuple[Watching, ev.Event | None]:
    """After another look by whichever looks on."""
    if isinstance(watch, BoardWatch):
        return watch.looked(table, seen, at_s) if isinstance(seen, BoardLook) else (watch, None)
    return (watch, None) if isinstance(seen, BoardLook) else watch.looked(table, seen, at_s)
