"""A lens measured live: frames of a camera to a lens session, until there are views enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from calibration.errors import CannotCalibrate
from calibration.fitted_lens import LensFit
from calibration.session import LensSession
from calibration.target import Target
from vision.live.capture import Capture
from vision.live.health import Flow
from vision.live.source_name import BadSource, Kind, SourceName, named
from vision.live.video_file import frames
from vision.photo import Pixels

Tell = Callable[[str], None]
WAIT_S = 0.5


def lens_from_camera(source: str, target: Target, tell: Tell) -> LensFit:
    """The lens of a source, as `companion serve --camera` takes it; `tell` gets a line whenever there is something new.

    Ends when there are views enough, at a video's end, and with Ctrl-C, with the views that there are. Raises
    CannotCalibrate, with what to do, also for a source that cannot be.
    """
    session, told = LensSession(target), ""
    try:
        # Ctrl-C is how a person says that it is enough.
        with suppress(KeyboardInterrupt):
            for pixels in _pictures(named(source)):
                session = session.step(pixels)
                share = f"{session.coverage.share:.0%} of the picture"
                words = f"{len(session.views)} views, {share}. {session.advice}"
                if words != told:
                    tell(words)
                    told = words
                if session.ready:
                    break
    except BadSource as gone:
        raise CannotCalibrate(str(gone)) from gone
    return session.fit()


def _pictures(name: SourceName) -> Iterator[Pixels]:
    """Every frame of a video; of what is live, the newest one whenever the last is done with."""
    if name.kind is Kind.VIDEO:
        yield from (pixels for _, _, pixels in frames(Path(name.where)))
        return
    if name.kind is Kind.PHONE:
        raise BadSource("A phone's lens is measured from photos: take 10 to 15 and name them.")
    number = 0
    with Capture(name) as capture:
        while True:
            frame = capture.newer(number, WAIT_S)
            if frame is not None:
                number = frame.number
                yield frame.pixels
            elif capture.flow is Flow.LOST:
                raise BadSource(capture.says)
