"""Polyforms on lattices of triangles: congruence, enumeration, outlines, exact covers."""

from companion.rules.polyform.cover import Cover, Placement, covers, first_cover, placements
from companion.rules.polyform.lattice import (
    ABOLO,
    IAMOND,
    QUARTER,
    Lattice,
    Motion,
    Point,
    Triangle,
    lattice_named,
)
from companion.rules.polyform.shape import Shape
from companion.rules.polyform.shapes import free_shapes

__all__ = [
    "ABOLO",
    "IAMOND",
    "QUARTER",
    "Cover",
    "Lattice",
    "Motion",
    "Placement",
    "Point",
    "Shape",
    "Triangle",
    "covers",
    "first_cover",
    "free_shapes",
    "lattice_named",
    "placements",
]
