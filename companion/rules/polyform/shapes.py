"""All polyforms of a size."""

from __future__ import annotations

from functools import lru_cache

from companion.rules.polyform.lattice import Lattice
from companion.rules.polyform.outline import edges
from companion.rules.polyform.shape import Shape


@lru_cache(maxsize=128)
def free_shapes(lattice: Lattice, n: int) -> tuple[Shape, ...]:
    """Every polyform of n triangles, mirror images counted once, in a fixed order.

    Each is drawn in its canonical place; holes are allowed. Counts: iamond 1, 1, 1, 3, 4, 12;
    abolo 1, 3, 4, 14, 30.
    """
    if n < 1:
        return ()
    if n == 1:
        return (_canonical_drawing(Shape.of(lattice, [lattice.prototile])),)
    found: dict[str, Shape] = {}
    for smaller in free_shapes(lattice, n - 1):
        for edge in sorted({edge for triangle in smaller.triangles for edge in edges(triangle)}):
            for triangle in lattice.triangles_at(edge):
                fresh = lattice.atoms(triangle)
                if fresh is not None and smaller.atoms.isdisjoint(fresh):
                    grown = Shape.of(lattice, [*smaller.triangles, triangle])
                    if grown.key not in found:
                        found[grown.key] = _canonical_drawing(grown)
    return tuple(sorted(found.values(), key=lambda shape: sorted(shape.atoms)))


def _canonical_drawing(shape: Shape) -> Shape:
    return Shape.of(shape.lattice, shape.moved(shape.frame).triangles)
