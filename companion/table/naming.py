"""What a player can be called, at whatever table."""

from __future__ import annotations

from companion.table.happenings import LONGEST_NAME


def no_name(name: str) -> str:
    """Why nobody can be called so, in a sentence; nothing where somebody can."""
    if 1 <= len(name) <= LONGEST_NAME and name == name.strip() and name.isprintable():
        return ""
    return f"A name has 1 to {LONGEST_NAME} letters, all of which show, and no space around it."
