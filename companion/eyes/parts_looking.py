"""One source that is looked through for all games but Zangle: its pictures are read, what is played is entered.

A recording is taken picture by picture from its beginning when a game begins, a live camera's newest one is.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Condition, Event, Thread
from typing import Protocol

import cv2

from calibration.lens import BadLens
from companion.rules.errors import BadInput
from companion.table.played import events as ev
from companion.table.played.camera import Seen, reads, reads_board
from companion.table.played.camera import look as look_at
from companion.table.played.live import PlayedAnswer, PlayedGame
from companion.table.played.news import News
from companion.table.played.table import Table
from companion.table.played.tranglar.seen import PicturedBoard
from companion.table.played.tranglar.watching import BoardWatch
from companion.table.played.watching import PatienceConfig, Watch
from companion.table.teaching.eye import StandingEye
from vision.errors import BadPhoto
from vision.live.bumps import Bump, Bumps
from vision.live.capture import Capture, Frame
from vision.live.health import fault_says
from vision.live.mount import Mount
from vision.live.rest import Rest, same
from vision.live.source_name import BadSource, Kind, SourceName
from vision.live.sources import PHOTO_S, PhotoFolder, Source
from vision.live.video_file import frame_rate, frames
from vision.photo import Pixels

BY = "camera"
PAUSE_S = 0.1
WAIT_S = 0.5
EMPTY_S = 1.0
"""How often a folder without photos is looked into again."""
JOIN_S = 10.0
"""How long the picture that is being read is waited for at the end; it may take longer, and tells nothing then."""
NO_GAME = "The picture is shown, and read once a game is set up."
BOARD_REST = Rest(small_px=96, spot=10.0, after_hands=True)
"""A white piece is little lighter than a pale board, at this size by 36 of 255 on the printed one; noise with a
deviation of 6 leaves at most 7 in pictures of 640 x 480, and 4 in those of 1280 x 720."""
AnyWatch = Watch | BoardWatch
"""What looks on at a game: at printed or taught cards and tiles, or at a board."""


class Tables(Protocol):
    """What it needs of a hall of games."""

    @property
    def played(self) -> PlayedGame | None:
        """The game being played."""

    def enter(self, event: ev.Event, version: int, by: str | None, about: str | None = None) -> PlayedAnswer:
        """Give it an event; `about` is the game that it is of."""

    def tell(self, game_id: str, version: int, news: News | None) -> None:
        """Tell what was made of the board at that version of a game, and is not entered."""

    def news(self, game_id: str, version: int) -> News | None:
        """What was told of it last."""


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """The newest picture that was looked at: its number from 1 on, when it was taken, the picture, what was seen and
    what is said."""

    number: int
    at_s: float
    pixels: Pixels
    seen: Seen | None
    says: str


class PartsLooking:
    """Looks through one source from `start` to `end`, in a thread of its own; another source is another of these.

    `newest`, `failed`, `over` and `capture` may be asked from any thread; `changed` is told of each new picture.
    `bumped` is called, by the thread that looks, when a live camera was bumped, with the size of its pictures.
    """

    def __init__(
        self,
        tables: Tables,
        name: SourceName,
        config: PatienceConfig,
        *,
        deck: StandingEye | None,
        mount: Mount,
        opened: Callable[[SourceName], Source],
        changed: Condition,
        bumped: Callable[[Bump, tuple[int, int]], None] = lambda _bump, _size_px: None,
    ) -> None:
        self._tables, self._name, self._config = tables, name, config
        self._deck, self._mount, self._opened = deck, mount, opened
        self._changed, self._bumped = changed, bumped
        self._bumps = Bumps()
        self._ended = Event()
        self._rest = Rest()
        self.newest: Shown | None = None
        self.failed: str | None = None
        self.over = False
        """Whether a recording is at its end: its last picture does not age."""
        self.capture: Capture | None = None
        self._thread = Thread(target=self._run, name="parts", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def end(self) -> None:
        """Look no more. What is being read still tells nothing, and is not entered."""
        with self._changed:
            self._ended.set()
        self._thread.join(timeout=JOIN_S)

    def _run(self) -> None:
        try:
            while not self._ended.is_set():
                # Before a game is set up the pictures are shown: whoever sets it up sees what the camera sees.
                game = self._tables.played
                game_id = None if game is None else game.id
                if self._name.kind is Kind.VIDEO:
                    self._play(Path(self._name.where), game_id)
                elif self._name.kind is Kind.FOLDER:
                    self._leaf(Path(self._name.where), game_id)
                else:
                    self._follow(game_id)
        except BadSource as gone:
            self._say_failed(str(gone))
        except Exception as error:  # whatever it is, a picture that nobody looks at must not be called live
            logging.getLogger(__name__).exception("recognition stopped")
            self._say_failed(fault_says(error))

    def _say_failed(self, says: str | None) -> None:
        with self._changed:
            self.failed = says
            self._changed.notify_all()

    def _goes_on(self, game_id: str | None) -> bool:
        """Whether it still looks on, at the same game or still at none."""
        game = self._tables.played
        return not self._ended.is_set() and game_id == (None if game is None else game.id)

    def _still(self, game_id: str | None) -> PlayedGame | None:
        """The game, if it is still the one that is played."""
        game = self._tables.played
        return game if game is not None and game.id == game_id else None

    # --- the kinds of sources ---------------------------------------------------------------------

    def _play(self, path: Path, game_id: str | None) -> None:
        """A recording from its beginning, picture by picture, at its own pace or slower; then its last picture."""
        watch, self.over = self._watch(self._config), False
        begun_s, pace_s = time.monotonic(), 1 / frame_rate(path)
        for number, at_s, taken in frames(path):
            if not self._goes_on(game_id):
                return
            picture = Frame(number + 1, time.monotonic(), self._mount.straight(taken))
            watch = self._looked(watch, picture, at_s, game_id)
            late_s = time.monotonic() - begun_s - at_s - pace_s
            if late_s < 0 and self._ended.wait(-late_s):
                return
            begun_s += max(0.0, late_s)
            if game_id is None:
                break
        self.over = True
        while self._goes_on(game_id):
            self._ended.wait(PAUSE_S)

    def _leaf(self, path: Path, game_id: str | None) -> None:
        """A folder's photos one after the other; an empty one is looked into until somebody puts one there."""
        # Each photo is of a table at rest, and is followed by another one soon.
        config = PatienceConfig(0.0, min(self._config.patience_s, PHOTO_S / 2), 0.0)
        watch, number, begun_s = self._watch(config), 0, time.monotonic()
        source: PhotoFolder | None = None
        while self._goes_on(game_id):
            try:
                source = source or PhotoFolder(path)
                taken = source.read()
            except BadSource as empty:
                source = None
                self._say_failed(str(empty))
                self._ended.wait(EMPTY_S)
                continue
            if self.failed is not None:
                self._say_failed(None)
            if taken is not None:
                number += 1
                picture = Frame(number, time.monotonic(), self._mount.straight(taken))
                watch = self._looked(watch, picture, picture.at_s - begun_s, game_id)
            self._ended.wait(source.pace_s or 0.0)

    def _follow(self, game_id: str | None) -> None:
        """A live camera's newest picture, whenever the last one is read; one that is lost is opened anew."""
        watch, number = self._watch(self._config), 0
        with Capture(self._name, opener=self._mount.opener(self._opened)) as capture:
            self.capture = capture
            try:
                while self._goes_on(game_id):
                    frame = capture.newer(number, WAIT_S)
                    if frame is not None:
                        number = frame.number
                        self._eye_on(frame)
                        watch = self._looked(watch, frame, frame.at_s, game_id)
            finally:
                self.capture = None

    def _eye_on(self, frame: Frame) -> None:
        self._bumps, bump = self._bumps.saw(frame.pixels, frame.at_s)
        if bump is not None:
            self._bumped(bump, (frame.pixels.shape[1], frame.pixels.shape[0]))

    def _watch(self, config: PatienceConfig) -> AnyWatch:
        """What looks on at the game that is played."""
        game = self._tables.played
        table = None if game is None else game.state.table
        if game is None or table is None or not reads_board(table.game):
            return Watch(config)
        self._rest = BOARD_REST
        return BoardWatch.begun(config, game.state)

    # --- one picture ------------------------------------------------------------------------------

    def _looked(self, watch: AnyWatch, picture: Frame, at_s: float, game_id: str | None) -> AnyWatch:
        """After a picture, which is of `at_s` by the source's own clock."""
        game = self._still(game_id)
        if game is None or game_id is None:
            self._tell(picture, None, NO_GAME)
            return watch
        state = game.state
        table = state.table
        if table is None or not reads(table.game):
            self._tell(picture, None, "")
            return watch
        before = self.newest
        seen = (
            None if before is None or before.seen is None or before.seen.game != table.game else before.seen
        )
        due = self._is_due(watch, table, picture.pixels, at_s)
        if self._takes_long(table) and self._rest.moving and not due and seen is not None:
            self._tell(picture, seen, watch.says)
            return watch
        if seen is None or due:
            try:
                seen = look_at(table, picture.pixels, self._deck)
            except (BadInput, BadLens, BadPhoto, cv2.error) as wrong:
                self._tell(picture, None, str(wrong))
                return watch
        looked, event = _after(watch, table, seen, at_s)
        self._tell(picture, seen, looked.says)
        if self._ended.is_set():
            return watch
        if isinstance(looked, BoardWatch) and isinstance(watch, BoardWatch):
            self._tell_news(watch, looked, game_id, state.version)
        elif looked.news != watch.news:
            self._tables.tell(game_id, state.version, looked.news)
        if event is None:
            return looked
        # What cannot be written down now is entered by hand: the page says why.
        with suppress(BadInput):
            answer = self._tables.enter(event, state.version, BY, game_id)
            if answer.entry is None and answer.state.version != state.version:
                # Something was entered while the picture was read: the next one is of the table as it is now.
                return watch
            if answer.entry is None:
                self._tell(picture, seen, " ".join(one.says for one in answer.verdict.reasons))
        return looked

    def _takes_long(self, table: Table) -> bool:
        """Whether what lies there is not known by its markers at once."""
        return self._deck is not None or reads_board(table.game)

    def _is_due(self, watch: AnyWatch, table: Table, pixels: Pixels, at_s: float) -> bool:
        """Whether a picture shows more than the last one: what takes long to read is read once the hands are away."""
        if not self._takes_long(table):
            before = self.newest
            return before is None or not same(before.pixels, pixels)
        self._rest, due = self._rest.saw(pixels, at_s)
        return due or (isinstance(watch, BoardWatch) and watch.wants_another)

    def _tell_news(self, watch: BoardWatch, looked: BoardWatch, game_id: str, version: int) -> None:
        """Tell what is new; what somebody has had read meanwhile stays for as long as the board shows it."""
        if looked.news is None:
            if looked.found is watch.found:
                return
            if looked.found.news is not None and looked.found.news == self._tables.news(game_id, version):
                return
        self._tables.tell(game_id, version, looked.news)

    def _tell(self, picture: Frame, seen: Seen | None, says: str) -> None:
        with self._changed:
            last = 0 if self.newest is None else self.newest.number
            number = max(picture.number, last + 1)
            self.newest = Shown(number, picture.at_s, picture.pixels, seen, says)
            self._changed.notify_all()


def _after(watch: AnyWatch, table: Table, seen: Seen, at_s: float) -> tuple[AnyWatch, ev.Event | None]:
    """After another look by whichever looks on."""
    if isinstance(watch, BoardWatch):
        return watch.looked(table, seen, at_s) if isinstance(seen, PicturedBoard) else (watch, None)
    return (watch, None) if isinstance(seen, PicturedBoard) else watch.looked(table, seen, at_s)
