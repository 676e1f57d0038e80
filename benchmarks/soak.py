"""A long evening: the server with the recording shown over and over, and what it uses, sampled into a file.

    python -m benchmarks.soak --hours 2

One client reads what a page reads: the event stream, what the camera sees, a picture a second. Whatever the server
holds is read off `/proc`, so that measuring it costs it nothing; that is Linux alone.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterable, Sequence
from dataclasses import asdict, astuple, dataclass, fields
from itertools import pairwise
from pathlib import Path
from threading import Event, Thread

import numpy as np

WARM_S = 600.0
"""Memory is not judged before: the first plays fill caches."""
MOST_MB_AN_HOUR = 4.0
"""Growth that an evening of six hours would not notice; more is called growth where it is no chance."""
WIDTH, HEIGHT = 60, 8


@dataclass(frozen=True, slots=True)
class Sample:
    """What the server uses at one moment, and how far it has come."""

    at_s: float
    rss_mb: float
    threads: int
    files: int
    """Open files and connections."""
    frames: int
    """Looked at so far."""
    entries: int
    """Of the history, as they came to the page."""
    answer_ms: float
    """What asking for the state took."""


class Page:
    """What a page asks for, as long as it is open."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.entries, self.frames = 0, 0
        self.failed: list[str] = []
        self._ended = Event()
        for reads in (self._stream, self._camera):
            Thread(target=self._reading, args=(reads,), daemon=True).start()

    def close(self) -> None:
        """Ask for no more."""
        self._ended.set()

    def _reading(self, reads: object) -> None:
        assert callable(reads)
        while not self._ended.is_set():
            try:
                reads()
            except (OSError, ValueError) as error:
                if not self._ended.is_set():
                    self.failed.append(f"{type(error).__name__}: {error}")
            self._ended.wait(0.5)

    def _stream(self) -> None:
        with urllib.request.urlopen(f"{self.url}api/events", timeout=60) as lines:
            for line in lines:
                self.entries += line.startswith(b"event: entry")
                if self._ended.is_set():
                    return

    def _camera(self) -> None:
        while not self._ended.wait(1.0):
            look = _ask(f"{self.url}api/camera?after={self.frames}")
            self.frames = json.loads(look)["number"]
            _ask(f"{self.url}api/camera/picture")


def main() -> None:
    """Run it, and say how it went."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--hours", type=float, default=2.0)
    asked.add_argument("--every", type=float, default=30.0, metavar="SECONDS", help="between two samples")
    asked.add_argument("--csv", type=Path, default=Path("build/soak.csv"), help="where samples are written")
    options = asked.parse_args()
    if not Path("/proc/self/status").is_file():
        sys.exit("The soak reads /proc, which this system does not have: run it on Linux.")
    options.csv.parent.mkdir(parents=True, exist_ok=True)
    samples: list[Sample] = []
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "companion.cli", "serve", "--port", "0", "--json"]
        command += ["--camera", "recording", "--log", str(Path(folder) / "games.db")]
        env = {**os.environ, "XDG_DATA_HOME": folder}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as serving:
            assert serving.stdout is not None
            page = Page(str(json.loads(serving.stdout.readline())["url"]))
            try:
                for sample in _sampled(serving, page, options.hours * 3600, options.every):
                    samples.append(sample)
                    _write(options.csv, samples)
            except KeyboardInterrupt:
                print("Ended before its time.", file=sys.stderr)
            page.close()
            serving.terminate()
    for line in told(samples, page.failed):
        print(line)


def _sampled(serving: subprocess.Popen[str], page: Page, lasts_s: float, every_s: float) -> Iterable[Sample]:
    begun_s, number = time.monotonic(), 0
    url = page.url
    while (now_s := time.monotonic() - begun_s) <= lasts_s:
        if serving.poll() is not None:
            sys.exit(f"The server ended by itself after {now_s:.0f} s, with {serving.returncode}.")
        asked_s = time.perf_counter()
        _ask(f"{url}api/state")
        answer_ms = (time.perf_counter() - asked_s) * 1e3
        yield _sample(serving.pid, now_s, page, answer_ms)
        number += 1
        time.sleep(max(0.0, begun_s + number * every_s - time.monotonic()))


def _sample(pid: int, at_s: float, page: Page, answer_ms: float) -> Sample:
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace").splitlines()
    facts = dict(line.split(":", 1) for line in lines if ":" in line)
    files = len(list(Path(f"/proc/{pid}/fd").iterdir()))
    rss_mb = int(facts["VmRSS"].split()[0]) / 1024
    return Sample(
        round(at_s, 1),
        round(rss_mb, 2),
        int(facts["Threads"]),
        files,
        page.frames,
        page.entries,
        round(answer_ms, 1),
    )


def _ask(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=60) as answer:
        found: bytes = answer.read()
        return found


def _write(file: Path, samples: Sequence[Sample]) -> None:
    """The last sample; the first brings the head along."""
    with file.open("w" if len(samples) == 1 else "a", encoding="utf-8", newline="") as lines:
        writer = csv.writer(lines)
        if len(samples) == 1:
            writer.writerow(field.name for field in fields(Sample))
        writer.writerow(astuple(samples[-1]))


def read(file: Path) -> list[Sample]:
    """Samples as they were written."""
    with file.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    kinds = asdict(Sample(0.0, 0.0, 0, 0, 0, 0, 0.0))
    return [Sample(**{name: type(kinds[name])(row[name]) for name in kinds}) for row in rows]


def slope(times_h: Sequence[float], values: Sequence[float]) -> tuple[float, float]:
    """By least squares how much a value grows an hour, and its standard error."""
    hours, grown = np.asarray(times_h), np.asarray(values)
    if len(hours) < 3:
        return 0.0, float("inf")
    matrix = np.column_stack([hours - hours.mean(), np.ones_like(hours)])
    (rate, level), *_ = np.linalg.lstsq(matrix, grown, rcond=None)
    off = grown - matrix @ [rate, level]
    error = np.sqrt(float(off @ off) / (len(hours) - 2) / float(matrix[:, 0] @ matrix[:, 0]))
    return float(rate), float(error)


def told(samples: Sequence[Sample], failed: Sequence[str] = ()) -> Iterable[str]:
    """The verdict and a curve of the memory."""
    if len(samples) < 3:
        yield "Too short to tell anything."
        return
    last = samples[-1]
    warm = [one for one in samples if one.at_s >= min(WARM_S, last.at_s / 4)]
    hours = [one.at_s / 3600 for one in warm]
    yield (
        f"{last.at_s / 60:.0f} minutes, {last.frames} frames, {last.entries} entries on the page, "
        f"{len(samples)} samples; judged from minute {warm[0].at_s / 60:.0f} on"
    )
    rate, error = slope(hours, [one.rss_mb for one in warm])
    grows = rate - 2 * error > 0 and rate > MOST_MB_AN_HOUR
    memory = [one.rss_mb for one in warm]
    yield (
        f"memory {min(memory):.0f} to {max(memory):.0f} MB, last {last.rss_mb:.0f} MB; "
        f"{rate:+.2f} MB an hour (standard error {error:.2f}): {'GROWS' if grows else 'does not grow'}"
    )
    for what, counts in (
        ("threads", [one.threads for one in warm]),
        ("open files", [one.files for one in warm]),
    ):
        rate, error = slope(hours, counts)
        yield f"{what} {min(counts)} to {max(counts)}; {rate:+.2f} an hour (standard error {error:.2f})"
    answers = sorted(one.answer_ms for one in warm)
    paces = [(b.frames - a.frames) / max(0.1, b.at_s - a.at_s) for a, b in pairwise(warm)]
    yield (
        f"the state in {answers[len(answers) // 2]:.0f} ms, at most {answers[-1]:.0f} ms; "
        f"{min(paces):.1f} to {max(paces):.1f} frames a second"
    )
    yield f"requests that failed: {len(failed)}{': ' + failed[0] if failed else ''}"
    yield ""
    yield from curve([one.at_s / 60 for one in samples], [one.rss_mb for one in samples])


def curve(minutes: Sequence[float], values: Sequence[float]) -> Iterable[str]:
    """A small picture of values over time, in signs."""
    low, high = min(values), max(values)
    step = max(1e-9, (high - low) / (HEIGHT - 1))
    columns: dict[int, list[float]] = {}
    for minute, value in zip(minutes, values, strict=True):
        columns.setdefault(round(minute / max(1e-9, minutes[-1]) * (WIDTH - 1)), []).append(value)
    for row in reversed(range(HEIGHT)):
        line = "".join(
            "*" if any(round((value - low) / step) == row for value in columns.get(column, ())) else " "
            for column in range(WIDTH)
        )
        yield f"{low + row * step:6.1f} MB |{line}".rstrip()
    yield f"{'':10}+{'-' * WIDTH}"
    yield f"{'':10} 0{f'{minutes[-1]:.0f} min':>{WIDTH - 1}}"


if __name__ == "__main__":
    main()
