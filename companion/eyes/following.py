"""A game of Zangle that is followed through one source: what the camera sees to happen goes to the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from companion.eyes.drawn_zones import DrawnZones, area_of
from companion.table.watch.drawing import stage_of
from companion.table.watch.eye import Eye
from companion.table.watch.waiting import waits_for
from companion.table.watch.watching import Watching
from companion.table.watch.zones import measured_zones
from companion.table.zangle.events import Event, SetUp
from companion.table.zangle.live import Answer, ZangleGame
from companion.table.zangle.play import State
from companion.table.zangle.table import Table
from companion.web.eye import Area
from vision.live.camera import Camera
from vision.live.follow import MOVED
from vision.live.mount import Mount
from vision.live.reading import Known
from vision.live.things import Scene


class Games(Protocol):
    """Where games are played: `companion.web.hall.Hall`."""

    def now_s(self) -> float:
        """The server's time."""

    @property
    def playing(self) -> ZangleGame | None:
        """The game being played."""

    def submit(self, event: Event, version: int, by: str | None) -> Answer:
        """Give it an event."""

    @property
    def current_id(self) -> str | None:
        """The id of whatever game is being played."""

    def show(self, event: SetUp, after: str | None) -> str | None:
        """Begin a game that is only shown, where `after` is still played: its id, or None where people began one."""


class Following:
    """Follows whatever game is played, from the first picture of a source on.

    `mount` is what was measured of the source: the zones of its table count until `drawn` ones are there. `known` is
    what may lie on a table whose deck has a profile, or any; None where the source goes on reading as it began. With
    `begins`, its first picture begins a game, and nothing is given to any other.
    """

    def __init__(
        self,
        games: Games,
        mount: Mount,
        drawn: DrawnZones,
        known: Callable[[str | None], Known] | None = None,
        begins: SetUp | None = None,
    ) -> None:
        self._games, self._mount, self._drawn = games, mount, drawn
        self._known, self._begins = known, begins
        self._begun = games.current_id
        """The game that its own game takes the place of, and then that one itself."""
        self.eye = Eye(() if mount.table is None else measured_zones(mount.table))
        self._game_id: str | None = None
        """The game that is followed."""
        self._filmed_for = self._playing_id
        """The game that a film of one's own is shown for."""
        self._reads_as = self.profile
        """The profile that the camera reads the table's deck as; None for whichever it finds."""

    @property
    def table(self) -> Table | None:
        """The table of the game that is played."""
        game = self._games.playing
        return None if game is None else game.state.table

    @property
    def profile(self) -> str | None:
        """That of the deck that it is played with; None for any."""
        table = self.table
        return None if table is None else table.options.profile

    @property
    def _playing_id(self) -> str | None:
        game = self._games.playing
        return None if game is None else game.id

    # --- what is known ----------------------------------------------------------------------------

    def is_another_game(self) -> bool:
        """Whether another game has begun since this was asked last."""
        before, self._filmed_for = self._filmed_for, self._playing_id
        return self._filmed_for not in (None, before)

    def claim_waits_for(self) -> str | None:
        """Why what was laid down is no claim yet, in a sentence; None where nothing is waited for."""
        table = self.table
        return None if table is None else waits_for(self.eye.watching, table)

    def since_call(self, seat: str) -> Watching | None:
        """What is known of the table since this player's call; None where what lay where then was not seen."""
        watching, table = self.eye.watching, self.table
        call = watching.call
        if table is None or call is None or (call.seat, call.stage) != (seat, stage_of(table)):
            return None
        return watching

    def areas(self, scene: Scene | None) -> tuple[Area, ...]:
        """The zones in a scene's picture; those that were drawn where it does not measure the table."""
        zones = self.eye.zones
        if scene is None or scene.to_mm is None or not zones:
            return self._drawn.areas
        return tuple(area_of(zone, scene.to_mm, scene.size_px) for zone in zones)

    # --- what is seen -----------------------------------------------------------------------------

    def saw(self, camera: Camera, scene: Scene) -> None:
        """Give the game what a camera's scene shows to have happened. Raises BadInput where that cannot be written
        down.
        """
        if self._begins is not None and not self._plays(self._begins, scene):
            return
        if MOVED in scene.notes and (self._mount.table is not None or self._drawn.areas):
            # Where zones were drawn or measured something else is seen now. They go with the picture where that shows
            # by how much it has moved; else printed places tell, or somebody draws them anew.
            self._drawn.bumped(scene.moved_px, scene.size_px)
            self.eye.draw_zones(())
            self.eye.begin_anew()
        if (zones := self._drawn.newly_laid(scene)) is not None:
            self.eye.draw_zones(zones)
        game = self._games.playing
        if game is None:
            self.eye.look(scene, State(), self._games.submit)
        elif self._is_read_already(game.id, camera):
            now_s, ago_s = self._games.now_s(), camera.ago_s(scene)

            def clock(at_s: float) -> float:
                return now_s - ago_s - (scene.at_s - at_s)

            self.eye.look(scene, game.state, self._games.submit, clock)

    def _plays(self, begins: SetUp, scene: Scene) -> bool:
        """Whether the game that its pictures show is played; its first picture begins it, once more at each showing.

        People may have begun a game of their own before that: what the pictures show did not happen in it.
        """
        if scene.number > 0:
            return self._begun is not None and self._games.current_id == self._begun
        self.eye.forget()
        self._begun = self._games.show(begins, self._begun)
        return self._begun is not None

    def _is_read_already(self, game_id: str, camera: Camera) -> bool:
        """Whether the camera reads the deck of the game that is played; if not, it does from now on."""
        if game_id == self._game_id:
            return True
        if self._game_id is not None:
            self.eye.forget()
        self._game_id = game_id
        profile = self.profile
        if self._known is None or profile == self._reads_as:
            return True
        # Another deck: what was seen so far was read as the last one's.
        self._reads_as = profile
        camera.know(self._known(profile))
        return False
