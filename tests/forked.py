"""`companion` in processes of its own, forked from one that has imported everything it may need.

What these run is the command as it stands, from its arguments to its exit status; how long importing takes, and what
each command imports, is tested where processes are started from nothing (tests/cli/test_door.py, tests/test_wheel.py).
"""

from __future__ import annotations

import io
import multiprocessing
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.reduction import DupFd
from pathlib import Path
from typing import Any

CONTEXT = multiprocessing.get_context("forkserver")
COMMANDS = ("bench", "calibrate", "judge", "games", "photo", "print", "serve", "teach")
LATER = (
    *("companion.web.app", "companion.eyes.table_eye", "companion.printing", "vision.board.see"),
    *("PIL.JpegImagePlugin", "PIL.PngImagePlugin", "numpy.fft", "numpy.ma"),
    *("pypdfium2", "reportlab.pdfgen.canvas"),
)
"""What commands import once they need it: what many tests need, here once."""
CONTEXT.set_forkserver_preload([*(f"companion.commands.{name}" for name in COMMANDS), *LATER, __name__])
Process = multiprocessing.context.ForkServerProcess


def start(
    arguments: Sequence[str],
    folder: Path,
    environment: Mapping[str, str],
    ends: Mapping[int, int],
) -> Process:
    """`companion ARGUMENTS` in `folder`; `ends` gives file descriptors for its own 0, 1 and 2."""
    process = CONTEXT.Process(
        target=_run, args=(list(arguments), str(folder), dict(environment), _Ends(ends)), daemon=True
    )
    process.start()
    return process


def status(process: Process, timeout_s: float) -> int:
    """Wait for its end. Raises TimeoutError, and kills it, where that takes longer."""
    process.join(timeout_s)
    if process.exitcode is None:
        process.kill()
        process.join()
        raise TimeoutError(f"companion was still running after {timeout_s} s")
    return process.exitcode


class _Ends:
    """File descriptors on their way to another process."""

    def __init__(self, ends: Mapping[int, int]) -> None:
        self.ends = dict(ends)

    def __reduce__(self) -> tuple[Any, ...]:
        return _received, ({number: DupFd(end) for number, end in self.ends.items()},)


def _received(ends: Mapping[int, Any]) -> dict[int, int]:
    return {number: end.detach() for number, end in ends.items()}


def _run(arguments: list[str], folder: str, environment: dict[str, str], ends: dict[int, int]) -> None:
    for number, end in ends.items():
        os.dup2(end, number)
        os.close(end)
    sys.stdin = io.TextIOWrapper(io.FileIO(0, closefd=False), encoding="utf-8")
    sys.stdout = io.TextIOWrapper(io.FileIO(1, "w", closefd=False), encoding="utf-8", line_buffering=True)
    sys.stderr = io.TextIOWrapper(io.FileIO(2, "w", closefd=False), encoding="utf-8", line_buffering=True)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    if "PYTHONPATH" in environment:
        # Another checkout is to run than the one that was imported.
        os.execve(sys.executable, [sys.executable, "-m", "companion.cli", *arguments], environment)
    sys.argv = ["companion", *arguments]
    # A daemon may have no children of its own, which some commands start.
    multiprocessing.process.current_process()._config["daemon"] = False  # type: ignore[attr-defined]
    from companion.cli import main

    main()
