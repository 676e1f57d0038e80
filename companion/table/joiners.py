"""Signs that say how their neighbours look and show nothing themselves; emoji of families, and Persian, need them."""

from __future__ import annotations

JOINERS = "\u200c\u200d"
"""The zero-width non-joiner and joiner."""
_NONE = dict.fromkeys(map(ord, JOINERS))


def without_joiners(text: str) -> str:
    """A text as it is but for these."""
    return text.translate(_NONE)


def shows(text: str) -> bool:
    """Whether all of a text can be shown in one line."""
    return without_joiners(text).isprintable()
