"""A camera that plays along: what it follows goes to the game as events, each judged as any other command is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from companion.table.watch.claimed import Claimed
from companion.table.watch.noticing import proposal
from companion.table.watch.watching import Watching
from companion.table.watch.watching_config import WatchingConfig
from companion.table.watch.zones import Zone
from companion.table.zangle import events as ev
from companion.table.zangle.live import Answer
from companion.table.zangle.play import State
from vision.live.things import Scene

BY = "camera"
MOST_EVENTS = 12
"""In one frame: deal, flip and looks at every place."""

Submit = Callable[[ev.Event, int, str | None], Answer]
"""Gives an event to the game: the event, the version of the table it is about, and by whom."""


@dataclass(frozen=True, slots=True)
class Noticed:
    """What one frame came to."""

    answers: tuple[Answer, ...]
    state: State


class Eye:
    """Watches one table. `zones` are those drawn by hand, which go before what printed sheets mark."""

    def __init__(self, zones: Sequence[Zone] = (), config: WatchingConfig | None = None) -> None:
        self._given = tuple(zones)
        self._watching = Watching(given=self._given, config=config or WatchingConfig())

    @property
    def watching(self) -> Watching:
        """What it knows."""
        return self._watching

    @property
    def zones(self) -> tuple[Zone, ...]:
        """The zones as they lie now, in millimetres."""
        return self._watching.zones

    def claimed(self, caller: str) -> Claimed:
        """What the caller puts forward at this moment."""
        return self._watching.claimed(caller)

    def draw_zones(self, zones: Sequence[Zone]) -> None:
        """Take other zones drawn by hand; from any thread, at the latest with the next look."""
        self._given = tuple(zones)
        self._watching = replace(self._watching, given=self._given, zones=(), marks=())

    def begin_anew(self) -> None:
        """Follow on nothing, as after the camera was moved; by the thread that looks."""
        self._watching = self._watching.anew()

    def forget(self) -> None:
        """Begin with another game: nothing that lies there was made anything of."""
        before = self._watching
        self._watching = Watching(given=before.given, config=before.config)

    def look(
        self, scene: Scene, state: State, submit: Submit, clock: Callable[[float], float] = float
    ) -> Noticed:
        """Give the game what a frame shows to have happened. What it refuses is proposed again when things differ.

        `clock` turns the scene's time into the server's, in which calls are compared.
        """
        if self._watching.given is not self._given:
            # They were drawn while the last look was under way.
            self._watching = replace(self._watching, given=self._given, zones=(), marks=())
        self._watching = self._watching.saw(scene)
        answers = []
        for _ in range(MOST_EVENTS):
            names = self._watching.seats
            watching, event = proposal(self._watching, state)
            if event is None:
                if watching.seats == names:
                    self._watching = watching
                    break
                self._watching = watching
                continue
            if isinstance(event, ev.Call):
                event = replace(event, at_s=clock(event.at_s))
            answer = submit(event, state.version, _whose(event))
            answers.append(answer)
            if not answer.accepted and answer.state.version != state.version:
                # Somebody entered something meanwhile: nothing is said of this yet, so it is asked again.
                state = answer.state
                continue
            state = answer.state
            if not answer.accepted:
                # A button has been pressed and a claim was made all the same.
                self._watching = replace(self._watching, acted=watching.acted, call=watching.call)
                break
            self._watching = watching
            if isinstance(event, ev.Seen) and answer.entry is not None:
                self._watching = replace(watching, told_seen=(*watching.told_seen, answer.entry.seq))
        return Noticed(tuple(answers), state)


def _whose(event: ev.Event) -> str:
    seat = getattr(event, "seat", None)
    return seat if isinstance(event, ev.Call | ev.Claim) and isinstance(seat, str) else BY
