"""A program's three ends, where whoever started it has closed some of them."""

from __future__ import annotations

import os
import sys


def stand_in_for_what_is_closed() -> bool:
    """Put nothing in the place of a closed standard input, output or error; False where the output was closed.

    Otherwise the next file that is opened takes the number of what is missing, and whatever a library says ends in it.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # It takes the lowest number that is free, which is this one.
    told = sys.stdout is not None
    if sys.stdin is None:
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - as long as the program runs
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - likewise
    return told
