"""Where frames come from: a device, a video file, a folder of photos, a stream; each read one frame after the other."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Protocol

import cv2
import numpy as np

from vision.errors import BadPhoto
from vision.photo import MIN_SIDE_PX, Pixels, load_photo, load_photo_bytes

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".webp"})
VIDEOS = frozenset({".mp4", ".avi", ".mkv", ".mov", ".webm", ".m4v", ".mjpg", ".mjpeg"})
OPEN_TIMEOUT_MS, READ_TIMEOUT_MS = 8000, 8000
PHOTO_S = 4.0
"""How long each photo of a folder is shown."""
PHOTO_PACE_S = 0.25
LEAST_FPS, MOST_FPS, USUAL_FPS = 1.0, 240.0, 30.0


class BadSource(ValueError):
    """No frames can come from there; the message is one sentence that says what to do."""


class Kind(Enum):
    """What frames come from."""

    DEVICE = "device"
    VIDEO = "video"
    FOLDER = "folder"
    STREAM = "stream"
    PHONE = "phone"


@dataclass(frozen=True, slots=True)
class SourceName:
    """A source as a person named it."""

    kind: Kind
    where: str
    called: str | None = None
    """How sentences call it, where not by what a person named."""

    @property
    def shown(self) -> str:
        """For sentences; without what an address may hold of a password."""
        if self.called is not None:
            return self.called
        if self.kind is Kind.DEVICE:
            return f"camera {self.where}"
        if self.kind is Kind.PHONE:
            return "the phone"
        return re.sub(r"//[^/@]*@", "//", self.where) if self.kind is Kind.STREAM else self.where

    @property
    def remedy(self) -> str:
        """What to do where it sends no picture, within a sentence."""
        return "keep its page open and its screen on" if self.kind is Kind.PHONE else "check its cable"


class Source(Protocol):
    """Frames one after the other. `pace_s` is how far apart they are meant to be shown, None where they come live."""

    pace_s: float | None

    def read(self) -> Pixels | None:
        """The next frame (h, w, 3) uint8 BGR; None where none came this time. Raises BadSource where none will come."""

    def close(self) -> None:
        """Let go of it."""


def named(text: str) -> SourceName:
    """What a person calls a source: a device number, a file, a folder, an address. Raises BadSource."""
    text = text.strip()
    if text.lower() == Kind.PHONE.value:
        return SourceName(Kind.PHONE, text.lower())
    if re.fullmatch(r"\d{1,3}", text):
        return SourceName(Kind.DEVICE, str(int(text)))
    if match := re.match(r"([a-zA-Z][a-zA-Z0-9+.-]*)://", text):
        if match[1].lower() not in ("http", "https", "rtsp", "rtsps"):
            raise BadSource(f"{text[:200]}: streams come by http, https or rtsp; check the address.")
        return SourceName(Kind.STREAM, text)
    path = Path(text)
    try:
        is_folder, is_file = bool(text) and path.is_dir(), path.is_file()
    except (OSError, ValueError):  # a name that no file can have
        is_folder = is_file = False
    if is_folder:
        return SourceName(Kind.FOLDER, text)
    if is_file:
        if path.suffix.lower() in PICTURES:
            raise BadSource(f"{text} is one photo: name the folder that it lies in, or a video file.")
        return SourceName(Kind.VIDEO, text)
    if path.suffix.lower() in VIDEOS or not text or os.sep in text:
        shown = text[:200] or "A source without a name"
        raise BadSource(f"{shown}: there is no such file or folder, check the name.")
    raise BadSource(
        f"{text[:200]} is no camera: name a device number such as 0, a video file, a folder of photos, "
        "or an http or rtsp address."
    )


def devices() -> tuple[int, ...]:
    """The numbers of the cameras of this computer; where the system does not list them, 0 and 1 are as good a guess."""
    listed = Path("/sys/class/video4linux")
    if listed.is_dir():
        found = (re.fullmatch(r"video(\d+)", path.name) for path in listed.iterdir())
        return tuple(sorted(int(match[1]) for match in found if match))
    return () if os.name == "posix" and os.uname().sysname == "Linux" else (0, 1)


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
        with _silent():
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
        with _silent():
            self._capture = cv2.VideoCapture(name.where, cv2.CAP_FFMPEG, limits)
        if not self._capture.isOpened():
            raise BadSource(f"{name.shown} does not answer with pictures: check the address and the network.")

    def read(self) -> Pixels | None:
        """The next frame. Raises BadSource where the stream has ended."""
        with _silent():
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


OFFER_WAIT_S = 0.5
MAX_OFFERED_PIXELS = 16_000_000
"""More than any phone films, and a still of 12 megapixels."""


class VideoFile:
    """The frames of a file in order, none left out; at the end from the beginning if `loop`."""

    def __init__(self, path: Path, *, loop: bool = True) -> None:
        self._path, self._loop, self._read = path, loop, 0
        self._capture = _opened(path)
        self.pace_s: float | None = 1 / frames_a_second(self._capture)

    def read(self) -> Pixels | None:
        """The next frame. Raises BadSource at the end, or where the file is gone or damaged."""
        with _silent():
            done, frame = self._capture.read()
        if done:
            self._read += 1
            return checked(frame)
        if not self._read:
            raise BadSource(f"{self._path} holds no picture that can be read: record it again.")
        if not self._loop:
            raise BadSource(f"{self._path} is at its end.")
        self._capture.release()
        self._capture, self._read = _opened(self._path), 0
        return None

    def close(self) -> None:
        """Close the file."""
        self._capture.release()


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


def frames(path: Path) -> Iterator[tuple[int, float, Pixels]]:
    """All frames of a video file in order: number from 0, time in seconds by the file's own rate, pixels.

    Raises BadSource.
    """
    capture = _opened(path)
    fps = frames_a_second(capture)
    number = 0
    try:
        while True:
            with _silent():
                done, frame = capture.read()
            if not done:
                break
            picture = checked(frame)
            if picture is not None:
                yield number, number / fps, picture
            number += 1
    finally:
        capture.release()
    if not number:
        raise BadSource(f"{path} holds no picture that can be read: record it again.")


def frame_rate(path: Path) -> float:
    """Frames a second of a video file. Raises BadSource."""
    capture = _opened(path)
    try:
        return frames_a_second(capture)
    finally:
        capture.release()


def frames_a_second(capture: cv2.VideoCapture) -> float:
    """The rate that a file gives, or the usual one where it gives none that can be true."""
    fps = float(capture.get(cv2.CAP_PROP_FPS))
    return fps if LEAST_FPS <= fps <= MOST_FPS else USUAL_FPS


def checked(frame: object) -> Pixels | None:
    """A frame as (h, w, 3) uint8; None for what is no picture, or is too small for one of a table."""
    if not isinstance(frame, np.ndarray) or frame.dtype != np.uint8 or frame.ndim not in (2, 3):
        return None
    if min(frame.shape[:2]) < MIN_SIDE_PX:
        return None
    channels = 1 if frame.ndim == 2 else frame.shape[2]
    if channels == 3:
        return frame
    if channels not in (1, 4):
        return None
    code = cv2.COLOR_GRAY2BGR if channels == 1 else cv2.COLOR_BGRA2BGR
    return np.asarray(cv2.cvtColor(frame, code), np.uint8)


def _opened(path: Path) -> cv2.VideoCapture:
    if not path.is_file():
        raise BadSource(f"{path}: there is no such file any more, check the name.")
    with _silent():
        capture = cv2.VideoCapture(str(path))
    if not capture.isOpened():
        raise BadSource(f"{path} is no video that can be read: use MP4, AVI, MKV or WebM.")
    return capture


@contextmanager
def _silent() -> Iterator[None]:
    """OpenCV tells what fails on standard error by itself: what has to be said is said by who called."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    before = cv2.utils.logging.getLogLevel()
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        yield
    finally:
        cv2.utils.logging.setLogLevel(before)
