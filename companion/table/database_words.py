"""What a database says when it fails, and what a person can do about it."""

from __future__ import annotations

TAKEN = ("locked", "lock timeout")
"""What their sentences hold where somebody else has what is asked for."""
ADVICE = (
    *((sign, "another program has it: close that one, and try again") for sign in TAKEN),
    ("full", "make room on that disk, and try again"),
    ("readonly", "see that the file is there and may be written"),
    ("unable to open", "name a file in a folder that is there, and that you may use"),
    ("malformed", "restore it from a copy, or name another file"),
    ("not a database", "restore it from a copy, or name another file"),
    ("no such column", "it is of another program or version: name another file"),
    ("connect", "see that its server runs and the address is right"),
)
"""By what its sentence holds, the first that fits."""
OTHERWISE = "see that it is there and may be used, or name another"


def is_taken(words: str) -> bool:
    """Whether a database says that another program has it."""
    return any(sign in words for sign in TAKEN)


def failure(name: str, words: str) -> str:
    """One sentence about the database of this name, out of its own words."""
    told = " ".join(words.split()).rstrip(".?")
    advice = next((advice for sign, advice in ADVICE if sign in told), OTHERWISE)
    return f"{name} cannot be used: {told}; {advice}."
