"""What is to be printed of a game, as plain values: things with a face each, and their common back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.printing.pen import Pen, Xy

Draw = Callable[[Pen], None]


@dataclass(frozen=True, slots=True)
class Thing:
    """One card to print: what the manifest says of it, and how its face is drawn.

    `draw` draws within `size_mm`, the corner radius included, on transparent ground.
    """

    id: str
    draw: Draw
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Edition:
    """All things of a game in one profile, alike in size, corner radius and back."""

    game: str
    profile: str | None
    """None for a game that has none."""
    size_mm: Xy
    corner_mm: float
    things: tuple[Thing, ...]
    back: Draw
    facts: Mapping[str, Any]
    """Further keys of the manifest's top level."""


@dataclass(frozen=True, slots=True)
class PrintedSet:
    """The files that were written."""

    pdf: Path
    manifest: Path
    faces: tuple[Path, ...]
    things: int
    """How many things the manifest names; one may have several faces."""
