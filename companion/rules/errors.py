"""What the rules say of input that cannot be judged at all."""

from __future__ import annotations

LONGEST_ECHO = 60
"""So much of what was given a sentence repeats."""


class BadInput(ValueError):
    """Unusable input; the message is one sentence that says what to do."""


def quoted(given: object) -> str:
    """What was given, in quotes where it is text, and cut where it is long: for a sentence that repeats it."""
    if isinstance(given, str):
        return repr(given if len(given) <= LONGEST_ECHO else f"{given[:LONGEST_ECHO]}...")
    told = repr(given)
    return told if len(told) <= LONGEST_ECHO else f"{told[:LONGEST_ECHO]}..."
