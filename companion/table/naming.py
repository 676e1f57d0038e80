"""What a player can be called, at whatever table."""

from __future__ import annotations

import unicodedata

from companion.rules.errors import quoted
from companion.table.happenings import LONGEST_NAME
from companion.table.joiners import JOINERS, shows, without_joiners

_STYLES = dict.fromkeys(map(ord, "\ufe0e\ufe0f"))
"""Whether a sign is drawn in black or as an emoji."""


def no_name(name: str) -> str:
    """Why nobody can be called so, in a sentence; nothing where somebody can."""
    # A joiner joins what stands on both of its sides.
    loose = name.startswith(tuple(JOINERS)) or name.endswith(tuple(JOINERS))
    if 1 <= len(name) <= LONGEST_NAME and not loose and name == name.strip() and shows(name):
        return ""
    rule = f"1 to {LONGEST_NAME} letters, all of which show, and no space around it"
    return (
        f"Nobody can be called {quoted(name)}: a name has {rule}." if name.strip() else f"A name has {rule}."
    )


def look_of(name: str) -> str:
    """Equal for names that nobody can tell apart: capitals, and what does not show by itself, make no other name."""
    return unicodedata.normalize("NFC", without_joiners(name).translate(_STYLES)).casefold()
