"""A program ends with its status and says nothing, whatever a library's threads are doing then."""

from __future__ import annotations

import subprocess
import sys

import pytest

AT_WORK = """
import sys, threading
import cv2
import numpy as np
from companion.ending import end, expect_threads
picture = np.random.default_rng(0).integers(0, 256, (400, 600, 3), np.uint8)
begun = threading.Barrier(4)
def work():
    begun.wait()
    while True:
        cv2.imencode(".jpg", picture)
for _ in range(3):
    threading.Thread(target=work, daemon=True).start()
begun.wait()
if sys.argv[1] == "expected":
    expect_threads()
print("said", end="")
end(3)
"""


@pytest.mark.parametrize("number", range(4))
def test_threads_inside_a_library_do_not_take_the_program_down(number: int) -> None:
    done = subprocess.run([sys.executable, "-c", AT_WORK, "expected"], capture_output=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (3, b"said", b"")


def test_without_threads_it_is_an_ordinary_end() -> None:
    program = "import atexit; from companion.ending import end, expect_threads\n"
    program += "atexit.register(print, 'wound up', end=''); expect_threads(); end(2)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (2, b"wound up", b"")
