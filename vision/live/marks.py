"""What vision is told of printed places: which markers and which code stand on them, and where."""

from __future__ import annotations

from dataclasses import dataclass

from vision.plane import Floats, rectangle


@dataclass(frozen=True, slots=True)
class MarkOn:
    """A marker on a printed mark: its top left corner and how long its sides are."""

    number: int
    at_mm: tuple[float, float]
    side_mm: float

    @property
    def corners(self) -> Floats:
        """Its corners (4, 2), top left first, clockwise."""
        return rectangle((self.side_mm, self.side_mm), self.at_mm)


@dataclass(frozen=True, slots=True)
class PrintedMark:
    """A printed sheet or card. Lengths are in millimetres from its top left corner, y down."""

    name: str
    size_mm: tuple[float, float]
    markers: tuple[MarkOn, ...]
    """All that it may bear: one that was printed before bears others than one printed now."""
    code: str
    code_at_mm: tuple[float, float]
    fixed: bool
    """Whether it marks a place that stays though cards lie on it; a control card comes and goes."""
    pile: tuple[tuple[float, float], tuple[float, float]] | None = None
    """Where cards lie face down on it: the top left corner and the size."""

    @property
    def rim(self) -> Floats:
        """Its corners (4, 2), top left first, clockwise."""
        return rectangle(self.size_mm)

    def on_pile(self, at_mm: tuple[float, float]) -> bool:
        """Whether a point on it is where cards lie face down."""
        if self.pile is None:
            return False
        return all(0 <= at - edge <= size for at, edge, size in zip(at_mm, *self.pile, strict=True))


@dataclass(frozen=True, slots=True)
class MarkSet:
    """All printed marks of a kind of print: `family` names the marker dictionary."""

    family: str
    code_mm: float
    marks: tuple[PrintedMark, ...]

    def named(self, name: str) -> PrintedMark | None:
        """The mark of that name."""
        return next((mark for mark in self.marks if mark.name == name), None)
