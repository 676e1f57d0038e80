"""Ending a program whose threads may still be inside a library.

When Python winds up, a daemon thread that comes back from a library is torn down in the middle of that library's C++
code, and the whole process dies of it: "FATAL: exception not rethrown". Whatever had to be kept or closed has been by
then, so a program with such threads ends without winding up.
"""

from __future__ import annotations

import os
import sys
import threading
from typing import NoReturn

_expected = threading.Event()


def expect_threads() -> None:
    """From now on the program ends at once where threads are left over, such as a camera's read that hangs."""
    _expected.set()


def end(status: int) -> NoReturn:
    """End the program with a status; call it when all is closed."""
    if _expected.is_set() and any(thread.daemon for thread in threading.enumerate()):
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except OSError:
                continue  # Nobody reads it any more.
        os._exit(status)
    sys.exit(status)
