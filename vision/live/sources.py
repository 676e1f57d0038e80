"""Where frames come from: a device, a video file, a folder of photos, a stream; each read one frame after the other."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Protocol

import cv2

from vision.errors import BadPhoto
from vision.live.decoding import checked, silent
from vision.live.source_name import PICTURES, BadSource, Kind, SourceName
from vision.live.video_file import VideoFile
from vision.photo import Pixels, load_photo, load_photo_bytes

OPEN_TIMEOUT_MS, READ_TIMEOUT_MS = 8000, 8000
PHOTO_S = 4.0
"""How long each photo of a folder is shown."""
PHOTO_PACE_S = 0.25
OFFER_WAIT_S = 0.5
MAX_OFFERED_PIXELS = 16_000_000
"""More than any phone films, and a still of 12 megapixels."""


class Source(Protocol):
    """Frames one after the other. `pace_s` is how far apart they are meant to be shown, None where they come live."""

    pace_s: float | None

    def read(self) -> Pixels | None:
        """The next frame (h, w, 3) uint8 BGR; None where none came this time. Raises BadSource where none will come."""

    def close(self) -> None:
        """Let go of it."""


def open_source(name: SourceName, *, loop: bool = True) -> Source:
    """Begin to read a source; `loop` begins a video anew at its end. Raises BadSource."""
    if name.kind is Kind.FOLDER:
        return PhotoFolder(Path(name.where))
    if name.kind is Kind.VIDEO:
        return VideoFile(Path(name.where), loop=loop)
    if name.kind is Kind.DEVICE:
        return Device(int(name.where))
    if name.kind is Kind.PHONE:
        return Offered()
    return Stream(name)


class Device:
    """A camera of this computer."""

    pace_s: float | None = None

    def __init__(self, number: int) -> None:
        self._number = number
        with silent():
            self._capture = cv2.VideoCapture(number)
        if not self._capture.isOpened():
            raise BadSource(
                f"Camera {number} is not there, or another program has it: plug it in, close the other."
            )
        # The driver's own queue would show what happened some frames ago.
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        if self._capture.get(cv2.CAP_PROP_FRAME_WIDTH) < 1280:
            self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, 1920)
            self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, 1080)

    def read(self) -> Pixels | None:
        """The next frame; a device that fails to give one is asked again."""
        done, frame = self._capture.read()
        return checked(frame) if done else None

    def close(self) -> None:
        """Let go of the device."""
        self._capture.release()


class Stream:
    """Motion JPEG over http, or RTSP."""

    pace_s: float | None = None

    def __init__(self, name: SourceName) -> None:
        self._name = name
        limits = [
            cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
            OPEN_TIMEOUT_MS,
            cv2.CAP_PROP_READ_TIMEOUT_MSEC,
            READ_TIMEOUT_MS,
        ]
        with silent():
            self._capture = cv2.VideoCapture(name.where, cv2.CAP_FFMPEG, limits)
        if not self._capture.isOpened():
            raise BadSource(f"{name.shown} does not answer with pictures: check the address and the network.")

    def read(self) -> Pixels | None:
        """The next frame. Raises BadSource where the stream has ended."""
        with silent():
            done, frame = self._capture.read()
        if not done:
            raise BadSource(f"{self._name.shown} sends no more: check the camera and the network.")
        return checked(frame)

    def close(self) -> None:
        """Close the connection."""
        self._capture.release()


class Offered:
    """Pictures that are handed in, as by a phone; the newest only is kept."""

    pace_s: float | None = None

    def __init__(self) -> None:
        self._waiting: SimpleQueue[Pixels] = SimpleQueue()
        self._decoding = Lock()

    def offer(self, data: bytes) -> None:
        """Hand in a picture as JPEG, PNG or WebP. Raises BadPhoto, and the last one stays."""
        # One at a time: a small file may unfold into many pixels.
        with self._decoding:
            pixels = load_photo_bytes(data, "The phone's picture", MAX_OFFERED_PIXELS)
        while not self._waiting.empty():
            with suppress(Empty):
                self._waiting.get_nowait()
        self._waiting.put(pixels)

    def read(self) -> Pixels | None:
        """The newest picture once there is one; None where none came for a while."""
        try:
            return self._waiting.get(timeout=OFFER_WAIT_S)
        except Empty:
            return None

    def close(self) -> None:
        """Nothing is held open."""


class PhotoFolder:
    """The photos of a folder in the order of their names, each for some seconds, over and over.

    The folder is looked at anew for each, so that a photo copied into it is shown. What cannot be read is passed over.
    """

    pace_s: float | None = PHOTO_PACE_S

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._last: Path | None = None
        self._shown: Pixels | None = None
        self._left = 0
        if not self._photos():
            raise BadSource(f"{folder} holds no photo: put JPEG, PNG or WebP pictures into it.")

    def read(self) -> Pixels | None:
        """The photo whose turn it is. Raises BadSource where none is left."""
        if self._left <= 0 or self._shown is None:
            self._shown, self._left = self._next(), round(PHOTO_S / PHOTO_PACE_S)
        self._left -= 1
        return self._shown

    def close(self) -> None:
        """Nothing is held open."""

    def _photos(self) -> list[Path]:
        try:
            return sorted(path for path in self._folder.iterdir() if path.suffix.lower() in PICTURES)
        except OSError as error:
            why = error.strerror or "it failed"
            raise BadSource(f"{self._folder} cannot be read: {why}; check the folder.") from error

    def _next(self) -> Pixels:
        photos = self._photos()
        after = [path for path in photos if self._last is None or path > self._last]
        for path in [*after, *photos]:
            self._last = path
            try:
                return load_photo(path)
            except BadPhoto:
                continue
        raise BadSource(
            f"{self._folder} holds no photo that can be read: put JPEG, PNG or WebP pictures into it."
        )
