"""The camera service: one source, its newest frame, and what lies on the table in it.

A live source is read by a thread of its own that keeps the newest frame only, and recognition takes that whenever it
is ready; what takes long to read is read by a third thread while cards are followed on. A recording is taken frame by
frame instead, none left out, at its own pace or slower: the same file gives the same scenes on any machine.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Condition, Event, Lock, Thread
from types import TracebackType
from typing import Any, Self

from vision.live.capture import Capture, Clock, Frame, Open
from vision.live.follow import Follow
from vision.live.health import Flow, HealthConfig, fault_says
from vision.live.mount import Mount
from vision.live.preview import SIDE_PX, jpeg
from vision.live.reading import Known
from vision.live.slow_reading import SlowReader
from vision.live.source_name import BadSource, Kind, SourceName
from vision.live.sources import open_source
from vision.live.things import Scene
from vision.live.video_file import frame_rate, frames

WAIT_S = 0.5

Listener = Callable[[Scene], None]


@dataclass(frozen=True, slots=True)
class Status:
    """How the camera is doing."""

    source: str
    flow: str
    """`starting`, `live`, `stalled`, `lost`, or `ended` for a recording that was shown to its end."""
    says: str
    """One sentence for the table."""
    age_s: float | None
    """How old the newest picture is."""
    size_px: tuple[int, int] | None
    frames_a_second: float
    """How many frames were looked at in the last second or so."""
    notes: tuple[str, ...]
    """What was last said of the camera's place and of the light, newest last."""

    def to_json(self) -> dict[str, Any]:
        """With the same keys."""
        return {
            "source": self.source,
            "flow": self.flow,
            "says": self.says,
            "age_s": None if self.age_s is None else round(self.age_s, 2),
            "size_px": None if self.size_px is None else list(self.size_px),
            "frames_a_second": round(self.frames_a_second, 1),
            "notes": list(self.notes),
        }


class Camera:
    """A source that is watched from `with` on. Everything may be asked from any thread.

    `lockstep` takes a video file frame by frame; it is the default for one. `loop` begins it anew at its end, with
    frame numbers from 0 again; so does any picture of it once `anew`, which is asked by the recognising thread, says
    so. Everything is told of straight frames where `mount` has a lens.
    """

    def __init__(
        self,
        name: SourceName,
        known: Known,
        *,
        lockstep: bool | None = None,
        loop: bool = False,
        anew: Callable[[], bool] = lambda: False,
        opener: Open = open_source,
        clock: Clock = time.monotonic,
        config: HealthConfig | None = None,
        mount: Mount | None = None,
    ) -> None:
        self.name = name
        self._mount = mount or Mount()
        opener = self._mount.opener(opener)
        self.known = known
        self.lockstep = name.kind is Kind.VIDEO if lockstep is None else lockstep
        self._loop, self._anew, self._clock = loop, anew, clock
        self._capture = None if self.lockstep else Capture(name, opener=opener, clock=clock, config=config)
        self._frame: Frame | None = None
        self._scene: Scene | None = None
        self._failed: str | None = None
        self._ended = Event()
        self._over = False
        self._changed = Condition()
        self._listeners: list[Listener] = []
        self._notes: tuple[str, ...] = ()
        self._times: tuple[float, ...] = ()
        self._begun_s = clock()
        self._jpeg: tuple[int, int, bytes] | None = None
        self._jpeg_lock = Lock()
        self._thread = Thread(target=self._run, name="recognition", daemon=True)

    def __enter__(self) -> Self:
        if self._capture is not None:
            self._capture.__enter__()
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        with self._changed:
            self._changed.notify_all()
        if self._capture is not None:
            self._capture.__exit__(kind, error, trace)
        # Both threads come to an end by themselves, on a busy machine after a while.
        self._thread.join()

    # --- what may be asked ------------------------------------------------------------------------

    def know(self, known: Known) -> None:
        """What may lie on the table from now on, as when another deck is played: all is looked at anew."""
        self.known = known

    def listen(self, listener: Listener) -> None:
        """Have every scene told from now on, one after the other, by the recognising thread."""
        self._listeners.append(listener)

    @property
    def scene(self) -> Scene | None:
        """What lay on the table in the last frame that was looked at."""
        return self._scene

    def newer(self, number: int, timeout_s: float) -> Scene | None:
        """The last scene once its number is another than `number`; None where none came in time."""

        def other() -> bool:
            return self._scene is not None and self._scene.number != number

        with self._changed:
            self._changed.wait_for(lambda: self._ended.is_set() or other(), timeout_s)
            return self._scene if other() else None

    @property
    def frame(self) -> Frame | None:
        """The newest frame, looked at or not."""
        return self._frame if self._capture is None else self._capture.newest

    def jpeg(self, side_px: int = SIDE_PX) -> bytes | None:
        """The newest frame as JPEG, no larger than a page needs; made once a frame, however many ask."""
        frame = self.frame
        if frame is None:
            return None
        with self._jpeg_lock:
            if self._jpeg is None or self._jpeg[:2] != (frame.number, side_px):
                self._jpeg = (frame.number, side_px, jpeg(frame.pixels, side_px))
            return self._jpeg[2]

    @property
    def age_s(self) -> float | None:
        """How old the newest frame is; a recording at its end does not age."""
        frame = self.frame
        if frame is None:
            return None
        return 0.0 if self._over else max(0.0, self._clock() - frame.at_s)

    def ago_s(self, scene: Scene) -> float:
        """How long ago a scene was, by this computer's clock."""
        shown_s = self._begun_s + scene.at_s if self.lockstep else scene.at_s
        return max(0.0, self._clock() - shown_s)

    @property
    def status(self) -> Status:
        """How it is doing."""
        frame = self.frame
        size = None if frame is None else (frame.pixels.shape[1], frame.pixels.shape[0])
        flow, says = self._flow()
        rate = 0.0
        times = self._times
        if len(times) > 1 and self._clock() - times[-1] < 2:
            rate = (len(times) - 1) / max(1e-6, times[-1] - times[0])
        return Status(self.name.shown, flow, says, self.age_s, size, rate, self._notes)

    def _flow(self) -> tuple[str, str]:
        if self._failed is not None:
            return Flow.LOST.value, self._failed
        if self._capture is not None:
            return self._capture.flow.value, self._capture.says
        if self._over:
            return "ended", f"{self.name.shown} was shown to its end."
        if self._frame is None:
            return Flow.STARTING.value, f"{self.name.shown} is starting."
        return Flow.LIVE.value, f"{self.name.shown} is being shown."

    # --- threads ----------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            if self._capture is None:
                self._play()
            else:
                self._follow(self._capture)
        except BadSource as gone:
            self._fail(str(gone))
        except Exception as error:  # whatever it is, a picture that nobody looks at must not be called live
            logging.getLogger(__name__).exception("recognition stopped")
            self._fail(fault_says(error))

    def _fail(self, says: str) -> None:
        self._failed = says
        with self._changed:
            self._changed.notify_all()

    def _play(self) -> None:
        """A recording, frame by frame, as often as it is to be shown."""
        path = Path(self.name.where)
        while not self._ended.is_set():
            pace_s = 1 / frame_rate(path)
            if not self._shown(path) or self._ended.is_set():
                continue
            if self._loop:
                self._ended.wait(pace_s)
            elif not self._kept_at_its_end():
                return

    def _shown(self, path: Path) -> bool:
        """A recording from its first frame; whether it was shown to its end."""
        known = self.known
        follow = Follow(known, mount=self._mount)
        self._begun_s = self._clock()
        for number, at_s, taken in frames(path):
            if number and self._anew():
                return False
            pixels = self._mount.straight(taken)
            late_s = self._clock() - (self._begun_s + at_s)
            if late_s > 0:
                self._begun_s += late_s  # It is shown slower than it was filmed; nothing is left out.
            elif self._ended.wait(-late_s):
                return False
            if self._ended.is_set():
                return False
            self._frame = Frame(number, self._clock(), pixels)
            if self.known is not known:
                known = self.known
                follow = Follow(known, mount=self._mount)
            self._tell(follow.frame(pixels, number, at_s))
        return True

    def _kept_at_its_end(self) -> bool:
        """Its last frame stays; whether it is to be shown anew by now."""
        self._over = True
        with self._changed:
            self._changed.notify_all()
        while not self._ended.is_set():
            if self._anew():
                self._over = False
                return True
            self._ended.wait(WAIT_S)
        return False

    def _follow(self, capture: Capture) -> None:
        """The newest frame, whenever the last one is done with."""
        number = 0
        while not self._ended.is_set():
            number = self._follow_knowing(self.known, capture, number)

    def _follow_knowing(self, known: Known, capture: Capture, number: int) -> int:
        """The same after the frame of a number, for as long as that is what may lie there; the last frame's number."""
        with SlowReader(known) as reader:
            follow = Follow(known, read=reader.read, mount=self._mount)
            while not self._ended.is_set() and self.known is known:
                frame = capture.newer(number, WAIT_S)
                if frame is None:
                    continue
                number = frame.number
                scene = follow.frame(frame.pixels, number, frame.at_s, reader.answers())
                reader.begin()
                self._tell(scene)
        return number

    def _tell(self, scene: Scene) -> None:
        now_s = self._clock()
        with self._changed:
            self._scene = scene
            self._notes = (*self._notes, *scene.notes)[-5:]
            self._times = (*self._times, now_s)[-30:]
            self._changed.notify_all()
        for listener in tuple(self._listeners):
            listener(scene)
