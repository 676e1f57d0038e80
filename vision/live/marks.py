"""What vision is told of printed places: which markers and which code stand on them, and where."""

from __future__ import annotations

from dataclasses import dataclass

from vision.plane import Floats, rectangle


@dataclass(frozen=True, slots=True)
class PrintedMark:
    """A printed sheet or card. Lengths are in millimetres from its top left corner, y down."""

    name: str
    size_mm: tuple[float, float]
    markers: tuple[tuple[int, tuple[float, float]], ...]
    """Id and top left corner of each."""
    code: str
    code_at_mm: tuple[float, float]
    fixed: bool
    """Whether it marks a place that stays though cards lie on it; a control card comes and goes."""

    @property
    def rim(self) -> Floats:
        """Its corners (4, 2), top left first, clockwise."""
        return rectangle(self.size_mm)


@dataclass(frozen=True, slots=True)
class MarkSet:
    """All printed marks of a kind of print: `family` names the marker dictionary."""

    family: str
    marker_mm: float
    code_mm: float
    marks: tuple[PrintedMark, ...]

    def named(self, name: str) -> PrintedMark | None:
        """The mark of that name."""
        return next((mark for mark in self.marks if mark.name == name), None)


def square(at_mm: tuple[float, float], side_mm: float) -> Floats:
    """The corners (4, 2) of a square, top left first, clockwise."""
    return rectangle((side_mm, side_mm), at_mm)
