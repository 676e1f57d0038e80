"""The frames of a video file: one after the other as a camera has them, or all of them with their times."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2

from vision.live.decoding import checked, silent
from vision.live.source_name import BadSource
from vision.photo import Pixels

LEAST_FPS, MOST_FPS, USUAL_FPS = 1.0, 240.0, 30.0


class VideoFile:
    """The frames of a file in order, none left out; at the end from the beginning if `loop`."""

    def __init__(self, path: Path, *, loop: bool = True) -> None:
        self._path, self._loop, self._read = path, loop, 0
        self._capture = _opened(path)
        self.pace_s: float | None = 1 / frames_a_second(self._capture)

    def read(self) -> Pixels | None:
        """The next frame. Raises BadSource at the end, or where the file is gone or damaged."""
        with silent():
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


def frames(path: Path) -> Iterator[tuple[int, float, Pixels]]:
    """All frames of a video file in order: number from 0, time in seconds by the file's own rate, pixels (h, w, 3).

    Raises BadSource.
    """
    capture = _opened(path)
    fps = frames_a_second(capture)
    number = 0
    try:
        while True:
            with silent():
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


def _opened(path: Path) -> cv2.VideoCapture:
    if not path.is_file():
        raise BadSource(f"{path}: there is no such file any more, check the name.")
    with silent():
        capture = cv2.VideoCapture(str(path))
    if not capture.isOpened():
        raise BadSource(f"{path} is no video that can be read: use MP4, AVI, MKV or WebM.")
    return capture
