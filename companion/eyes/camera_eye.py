"""The pages' eye on a real camera: what they ask is answered from the camera service, and what the camera sees to
happen goes to the game."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from threading import Condition, RLock
from typing import Protocol

import numpy as np

from companion.eyes.camera_checks import checks
from companion.eyes.laid_down import laid_down
from companion.eyes.zones_moved import zones_moved
from companion.rules.errors import BadInput
from companion.table.recording import known, recording
from companion.table.teaching.eye import TaughtEye
from companion.table.watch.drawing import stage_of
from companion.table.watch.eye import Eye
from companion.table.watch.telling import face_of
from companion.table.watch.waiting import waits_for
from companion.table.watch.watching import Watching
from companion.table.watch.zones import Use, Zone, measured_zones
from companion.table.zangle.events import Event, SetUp, Taken
from companion.table.zangle.live import Answer, ZangleGame
from companion.table.zangle.play import State
from companion.web.eye import Area, Choice, Look, NoEyes, Sight, Sighted, spot_at
from vision.live.camera import Camera
from vision.live.follow import MOVED
from vision.live.mount import Mount
from vision.live.reading import Known
from vision.live.source_name import BadSource, Kind, SourceName, devices, named
from vision.live.sources import Offered, Source, open_source
from vision.live.things import How, Scene, SeenCard
from vision.photo import Pixels
from vision.plane import Floats, apply

RECORDING = "recording"
"""The source's name for the film that comes with the project."""
NEXT_PICTURE_S = 2.0
"""How long the next picture is waited for where what was laid down is to be judged at once."""
_SIGHTS = {
    "starting": Sight.STARTING,
    "live": Sight.LIVE,
    "stalled": Sight.STALLED,
    "lost": Sight.LOST,
    "ended": Sight.LIVE,
}


class Games(Protocol):
    """Where games are played: `companion.web.hall.Hall`."""

    def now_s(self) -> float:
        """The server's time."""

    @property
    def playing(self) -> ZangleGame | None:
        """The game being played."""

    def submit(self, event: Event, version: int, by: str | None) -> Answer:
        """Give it an event."""

    def begin(self, event: SetUp) -> Answer:
        """Set up another game."""


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
        keep: Callable[[tuple[Area, ...]], None] = lambda _areas: None,
    ) -> None:
        self._deck, self._keep = deck, keep
        self._games, self._plays, self._loop = games, plays, loop
        self._mounts = mount or Mount()
        self._mount = Mount()
        self._eye = Eye()
        self._camera: Camera | None = None
        self._offered = Offered()
        self._source: str | None = None
        self._areas: tuple[Area, ...] = ()
        self._drawn_on: Floats | None = None
        self._game_id: str | None = None
        self._filmed_for: str | None = None
        """The game that a film of one's own is shown for."""
        self._reads_as: str | None = None
        """The profile that the camera reads the table's deck as; None for whichever it finds."""
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

    # --- what the pages ask -----------------------------------------------------------------------

    def look(self) -> Look:
        """What is known now."""
        camera, scene = self._camera, self._scene
        if camera is None:
            return Look(Sight.NONE, "No camera: the game goes on by hand.")
        status = camera.status
        sight = _SIGHTS[status.flow]
        seen = () if scene is None else tuple(self._sighted(card, scene) for card in scene.cards)
        return Look(
            sight,
            (self._claim_waits_for() if sight is Sight.LIVE else None) or status.says,
            self._source,
            self._number,
            status.age_s,
            status.size_px,
            seen,
            tuple(checks(status, scene, bool(self._eye.zones))),
        )

    def wait(self, number: int, timeout_s: float) -> Look:
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
        """The cameras of this computer, a phone, and the recording."""
        own = [Choice(str(number), f"Camera {number}") for number in devices()]
        return (*own, Choice(Kind.PHONE.value, "A phone"), Choice(RECORDING, "The recording"))

    def choose(self, source: str | None) -> None:
        """Look through another camera, or through none. Raises NoEyes."""
        try:
            name = None if source is None else recording().source if source == RECORDING else named(source)
        except BadSource as wrong:
            raise NoEyes(str(wrong)) from wrong
        with self._lock:
            self.close()
            self._source, self._scene, self._drawn_on = source, None, None
            self._mount = mount = Mount() if source == RECORDING else self._mounts.of(source)
            self._eye = Eye(() if mount.table is None else measured_zones(mount.table))
            if name is None:
                return
            self._reads_as, self._filmed_for = self._profile(), self._playing_id
            shows = source == RECORDING
            camera = Camera(
                name,
                self._known(source),
                loop=self._loop and shows,
                anew=(lambda: False) if shows else self._is_another_game,
                opener=self._opened,
                mount=mount,
            )
            camera.listen(self._saw)
            self._camera = camera
            camera.__enter__()

    def offer(self, jpeg: bytes) -> None:
        """A picture from a phone that is the camera. Raises NoEyes where none is waited for, and BadPhoto."""
        if self._source != Kind.PHONE.value:
            raise NoEyes("No phone is the camera now: choose it in the set-up first.")
        self._offered.offer(jpeg)

    def areas(self) -> tuple[Area, ...]:
        """The zones as they are now, in the picture."""
        scene = self._scene
        if scene is None or scene.to_mm is None or not self._eye.zones:
            return self._drawn
        return tuple(_area(zone, scene) for zone in self._eye.zones)

    @property
    def drawn(self) -> tuple[Area, ...]:
        """The zones that somebody drew, as they lie now."""
        return self._areas

    def draw(self, areas: tuple[Area, ...]) -> None:
        """Use these zones from now on."""
        self._areas, self._drawn_on = areas, None
        if not areas:
            self._eye.draw_zones(())

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
        """What is known of the table since this player's call. Raises NoEyes where what lay where then was not seen."""
        watching, game = self._eye.watching, self._games.playing
        table = None if game is None else game.state.table
        call = watching.call
        if (
            self._camera is None
            or table is None
            or call is None
            or (call.seat, call.stage) != (seat, stage_of(table))
        ):
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

    # --- what the camera sees ---------------------------------------------------------------------

    @property
    def _drawn(self) -> tuple[Area, ...]:
        """The zones that somebody drew: of a table of their own, which the recording does not show."""
        return () if self._source == RECORDING else self._areas

    def _claim_waits_for(self) -> str | None:
        game = self._games.playing
        table = None if game is None else game.state.table
        return None if table is None else waits_for(self._eye.watching, table)

    def _opened(self, name: SourceName) -> Source:
        return self._offered if name.kind is Kind.PHONE else open_source(name)

    def _known(self, source: str | None) -> Known:
        known_here = known(self._profile())
        if self._deck is None or source == RECORDING:
            return known_here
        return replace(known_here, deck=None, taught=self._deck.followed)

    @property
    def _playing_id(self) -> str | None:
        game = self._games.playing
        return None if game is None else game.id

    def _is_another_game(self) -> bool:
        """Whether another game has begun since this was asked last."""
        before, self._filmed_for = self._filmed_for, self._playing_id
        return self._filmed_for not in (None, before)

    def _profile(self) -> str | None:
        game = self._games.playing
        table = None if game is None else game.state.table
        return None if table is None else table.options.profile

    def _saw(self, scene: Scene) -> None:
        camera = self._camera
        if camera is None:
            return
        try:
            if scene.number == 0 and self._source == RECORDING and self._plays:
                self._eye.forget()
                self._games.begin(recording().set_up)
            if MOVED in scene.notes and (self._mount.table is not None or self._drawn):
                self._move_zones(scene)
            self._follow(camera, scene)
        except BadInput:
            # The table cannot be written down just now: the page says so to whoever enters something by hand.
            pass
        with self._changed:
            self._scene = scene
            self._number += 1
            self._changed.notify_all()

    def _move_zones(self, scene: Scene) -> None:
        """The camera was bumped: where zones were drawn or measured something else is seen now.

        They go with the picture where that shows by how much it has moved; else printed places tell, or somebody draws
        them anew.
        """
        if self._areas:
            self._areas = zones_moved(self._areas, scene.moved_px, scene.size_px)
            self._keep(self._areas)
        self._drawn_on = None
        self._eye.draw_zones(())
        self._eye.begin_anew()

    def _follow(self, camera: Camera, scene: Scene) -> None:
        if self._drawn and scene.to_mm is not None and scene.to_mm is not self._drawn_on:
            self._drawn_on = scene.to_mm
            self._eye.draw_zones([_zone(area, scene) for area in self._drawn])
        game = self._games.playing
        if game is None:
            self._eye.look(scene, State(), self._games.submit)
            return
        if game.id != self._game_id:
            if self._game_id is not None:
                self._eye.forget()
            self._game_id = game.id
            if self._source != RECORDING and self._profile() != self._reads_as:
                # Another deck: what was seen so far was read as the last one's.
                self._reads_as = self._profile()
                camera.know(self._known(self._source))
                return
        now_s = self._games.now_s()
        ago_s = camera.ago_s(scene)

        def clock(at_s: float) -> float:
            return now_s - ago_s - (scene.at_s - at_s)

        self._eye.look(scene, game.state, self._games.submit, clock)

    def _sighted(self, card: SeenCard, scene: Scene) -> Sighted:
        place = next((one.place for one in self._eye.watching.cards if one.seen.key == card.key), None)
        face = face_of(card)
        spots = tuple(spot_at(x, y, scene.size_px) for x, y in card.corners_px)
        return Sighted(spots, face, place, card.how is How.REMEMBERED, card.why)


def _area(zone: Zone, scene: Scene) -> Area:
    assert scene.to_mm is not None
    seen = apply(np.linalg.inv(scene.to_mm), np.array(zone.corners_mm))
    spots = tuple(spot_at(float(x), float(y), scene.size_px) for x, y in seen)
    return Area(zone.use.value, spots[:12], zone.seat)


def _zone(area: Area, scene: Scene) -> Zone:
    assert scene.to_mm is not None
    flat = apply(scene.to_mm, np.array(area.corners) * scene.size_px)
    return Zone(Use(area.use), tuple((float(x), float(y)) for x, y in flat), area.seat)
