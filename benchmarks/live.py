"""The live table: time a followed frame with 30 cards, beside default ArUco on every frame; from frame to verdict."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from companion.table.log import Entry, write_log
from companion.table.recording import known, played, recording
from companion.table.store import Store
from companion.table.zangle.events import Claim
from companion.table.zangle.live import ZangleGame
from tests.live.staging import Camera, Hand, Laid, Stage
from vision.live.follow import Follow
from vision.live.things import How
from vision.photo import Pixels

FPS = 30
FRAMES = 120
WARM = 12
SIZES = {"720p": (1280, 720), "1080p": (1920, 1080)}


def thirty() -> dict[str, Laid]:
    """Three rows of ten cards, each a little turned."""
    letters = ("1a", "2a", "3a", "4a", "4b", "4c", "5a", "5b", "5c", "5d")
    return {
        f"iamond-{letter}-{row + 1:02}": Laid(50 + 73 * k, 70 + 142 * row, 4.0 * ((k * 7 + row * 3) % 5) - 8)
        for row in range(3)
        for k, letter in enumerate(letters)
    }


def _film(size: tuple[int, int], hands: bool) -> list[Pixels]:
    """Frames of thirty cards: still, or with a hand that goes over the table."""
    stage = Stage(Camera(size_px=size))
    things = thirty()
    pictures = []
    for number in range(FRAMES if hands else 10):
        at = 330.0 + 260.0 * np.cos(number / 19)
        over = (Hand(380.0 + 200.0 * np.sin(number / 23), at, 1),) if hands else ()
        pictures.append(stage.picture(things, over, number=number))
    return pictures


def _measured(act: Callable[[int], object], count: int) -> tuple[list[float], float]:
    """Milliseconds of each, and how many cores were busy on average."""
    wall, cpu = time.perf_counter(), time.process_time()
    times = []
    for number in range(count):
        start = time.perf_counter()
        act(number)
        times.append((time.perf_counter() - start) * 1e3)
    return times, (time.process_time() - cpu) / (time.perf_counter() - wall)


def _told(times: list[float], busy: float) -> str:
    rate = 1e3 / float(np.mean(times))
    core = float(np.mean(times)) * busy / (1e3 / FPS)
    return (
        f"median {np.median(times):.1f} ms, 95 %: {np.percentile(times, 95):.1f} ms; {rate:.0f} frames/s at "
        f"{busy:.1f} cores; at {FPS} frames/s {core:.2f} cores"
    )


def rows() -> list[tuple[str, str]]:
    """The table, a line each."""
    table = []
    peer = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_6X6_250))
    for name, size in SIZES.items():
        for what in ("still", "a hand over it"):
            film = _film(size, what != "still")
            follow = Follow(known("iamond"))
            calm = _film(size, False)
            for number in range(WARM):
                follow.frame(calm[number % len(calm)], number, number / FPS)
            busy_frames = [film[number % len(film)] for number in range(FRAMES)]

            def one(number: int, follow: Follow = follow, film: list[Pixels] = busy_frames) -> object:
                return follow.frame(film[number], WARM + number, (WARM + number) / FPS)

            times, busy = _measured(one, FRAMES)
            scene = follow.frame(calm[0], WARM + FRAMES, (WARM + FRAMES) / FPS)
            read = sum(card.card is not None for card in scene.cards)
            seen = sum(card.how is How.SEEN for card in scene.cards)
            table.append((f"{name}, {read} cards ({seen} in sight), {what}", _told(times, busy)))
            theirs, busy = _measured(lambda number, film=busy_frames: peer.detectMarkers(film[number]), 20)  # type: ignore[misc]
            table.append((f"{name}, default ArUco on every frame, {what}", _told(theirs, busy)))
    return table + _recording()


def _recording() -> list[tuple[str, str]]:
    """The recording, played three times as fast as it goes: are its logs one, and how soon come its verdicts?"""
    film = recording()
    logs, took = [], []
    verdicts: list[str] = []
    for _ in range(3):
        with tempfile.TemporaryDirectory() as folder, Store.open(str(Path(folder) / "games.db")) as store:
            start = time.perf_counter()
            entries: list[Entry] = []
            frames, steps = 0, []
            before = start
            for _scene, new in played(film.video, film.set_up, ZangleGame(store, "round")):
                now = time.perf_counter()
                if any(isinstance(entry.event, Claim) for entry in new):
                    steps.append((now - before) * 1e3)
                before = now
                frames += 1
                entries += new
            took.append(frames / (time.perf_counter() - start))
            logs.append(write_log("round", entries))
            verdicts = [f"{step:.0f} ms" for step in steps]
    return [
        (
            "recording: the same log",
            f"{logs.count(logs[0])} times of {len(logs)}, {logs[0].count('seq')} entries",
        ),
        ("recording: frames a second, all read", ", ".join(f"{one:.0f}" for one in took)),
        ("recording: frame in to verdict out", ", ".join(verdicts)),
    ]
