"""Polyforms: connected sets of unit triangles of one lattice, compared by the region they fill."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Self

from companion.rules.errors import BadInput, quoted
from companion.rules.polyform import outline as _outline
from companion.rules.polyform.lattice import Atoms, Lattice, Motion, Point, Triangle, apply, lattice_named

Xy = tuple[float, float]

MOST_TRIANGLES = 64
"""A quarter-cell board of 4 x 4 cells; anything larger is no shape of a game here."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A polyform as drawn: its lattice, and its unit triangles in integer vertices.

    Two drawings are equal if they have the same triangles; they are congruent if their `key` is the
    same. Raises BadInput unless the triangles are unit triangles of the lattice that do not overlap
    and hang together edge to edge.
    """

    lattice: Lattice
    triangles: tuple[Triangle, ...]
    atoms: frozenset[Point] = field(init=False, compare=False, repr=False)
    """The region: atoms in the lattice's atom coordinates."""
    key: str = field(init=False, compare=False, repr=False)
    """Equal for two shapes exactly if they are congruent, mirror images included."""
    frame: Motion = field(init=False, compare=False, repr=False)
    """The motion from this drawing to the canonical one that `key` spells."""

    def __post_init__(self) -> None:
        atoms = _checked_atoms(self.lattice, self.triangles)
        normal, slide = self.lattice.normal(atoms)
        key, motion = _canonical(self.lattice, normal)
        object.__setattr__(self, "atoms", atoms)
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "frame", motion.after(Motion((1, 0, 0, 1), slide)))

    @classmethod
    def of(cls, lattice: Lattice, triangles: Iterable[Iterable[Point]]) -> Self:
        """The shape with these triangles, in plain order: vertices and triangles sorted."""
        plain: list[Triangle] = []
        for corners in triangles:
            a, b, c = sorted(corners)
            plain.append((a, b, c))
        return cls(lattice, tuple(sorted(plain)))

    @classmethod
    def from_json(cls, data: object, lattice: Lattice | None = None) -> Self:
        """Read `{"lattice": name, "triangles": [[[x, y], [x, y], [x, y]], ...]}`.

        With `lattice` given, a shape of another lattice is refused. Raises BadInput with one
        sentence that names what is wrong.
        """
        if not isinstance(data, dict):
            raise BadInput("A shape must be an object with a lattice and its triangles.")
        name = data.get("lattice", None if lattice is None else lattice.name)
        if not isinstance(name, str):
            raise BadInput("A shape must name its lattice, such as iamond or abolo.")
        if unknown := sorted(map(str, set(data) - {"lattice", "triangles"})):
            raise BadInput(f"A shape has a lattice and triangles, and no {quoted(unknown[0])}.")
        if lattice is not None and name != lattice.name:
            raise BadInput(
                f"A shape of lattice {quoted(name)} cannot be used here; give one of lattice {lattice.name}."
            )
        return cls(lattice_named(name), _read_triangles(data.get("triangles")))

    def to_json(self) -> dict[str, Any]:
        """The JSON value that `from_json` reads."""
        return {"lattice": self.lattice.name, "triangles": [[list(p) for p in t] for t in self.triangles]}

    @property
    def size(self) -> int:
        """How many unit triangles."""
        return len(self.triangles)

    @property
    def area(self) -> float:
        """Area in square unit lengths."""
        (ax, ay), (bx, by) = self.lattice.basis
        (px, py), (qx, qy), (rx, ry) = self.lattice.prototile
        twice = abs((qx - px) * (ry - py) - (qy - py) * (rx - px))
        return self.size * twice * abs(ax * by - ay * bx) / 2

    def moved(self, motion: Motion) -> Self:
        """The same shape after a rigid motion, triangle by triangle in the same order."""
        return type(self)(
            self.lattice, tuple((motion(a), motion(b), motion(c)) for a, b, c in self.triangles)
        )

    def mirrored(self) -> Self:
        """A mirror image."""
        flip = next(m for m in self.lattice.symmetries if Motion(m, (0, 0)).mirrors)
        return self.moved(Motion(flip, (0, 0)))

    @property
    def handed_key(self) -> str:
        """Equal for two shapes exactly if one is the other turned and slid, not mirrored."""
        return _handed(self.lattice, self.lattice.normal(self.atoms)[0])

    @property
    def chiral(self) -> bool:
        """Whether the shape differs from its mirror image."""
        return self.handed_key != self.mirrored().handed_key

    def cartesian(self) -> tuple[tuple[Xy, Xy, Xy], ...]:
        """Its triangles as (x, y) in unit lengths, y upwards."""
        at = self.lattice.cartesian
        return tuple((at(a), at(b), at(c)) for a, b, c in self.triangles)

    def outline(self) -> tuple[tuple[Xy, ...], ...]:
        """Closed loops of (x, y) in unit lengths: the outer one counter-clockwise, then holes clockwise.

        Collinear vertices are merged; no loop visits a vertex twice, not even where the region
        touches itself at a vertex.
        """
        at = self.lattice.cartesian
        return tuple(tuple(map(at, loop)) for loop in _outline.loops(self.triangles))

    def inner_edges(self) -> tuple[tuple[Xy, Xy], ...]:
        """The edges between two of its own triangles, as (x, y) pairs in unit lengths."""
        at = self.lattice.cartesian
        return tuple((at(a), at(b)) for a, b in _outline.inner_edges(self.triangles))


def atoms_of(key: str) -> tuple[Lattice, Atoms]:
    """The lattice and the canonical atoms that a shape's key spells."""
    name, _, text = key.partition(":")
    numbers = list(map(int, text.split(",")))
    return lattice_named(name), tuple(zip(numbers[::2], numbers[1::2], strict=True))


def _spell(lattice: Lattice, atoms: Atoms) -> str:
    return f"{lattice.name}:" + ",".join(f"{x},{y}" for x, y in atoms)


def _images(lattice: Lattice, atoms: Atoms, *, mirrors: bool) -> Iterable[tuple[Atoms, Motion]]:
    for matrix in lattice.symmetries if mirrors else lattice.rotations:
        image, slide = lattice.normal(apply(matrix, atom) for atom in atoms)
        yield image, Motion(matrix, slide)


@lru_cache(maxsize=65536)
def _canonical(lattice: Lattice, atoms: Atoms) -> tuple[str, Motion]:
    image, motion = min(_images(lattice, atoms, mirrors=True), key=lambda pair: pair[0])
    return _spell(lattice, image), motion


@lru_cache(maxsize=65536)
def _handed(lattice: Lattice, atoms: Atoms) -> str:
    return _spell(lattice, min(image for image, _ in _images(lattice, atoms, mirrors=False)))


def _checked_atoms(lattice: Lattice, triangles: tuple[Triangle, ...]) -> frozenset[Point]:
    if not triangles:
        raise BadInput("A shape needs at least one triangle.")
    if len(triangles) > MOST_TRIANGLES:
        raise BadInput(f"A shape has at most {MOST_TRIANGLES} triangles, not {len(triangles)}.")
    atoms: set[Point] = set()
    for number, triangle in enumerate(triangles, 1):
        fresh = lattice.atoms(triangle)
        if fresh is None:
            raise BadInput(f"Triangle {number} of the shape must be {lattice.triangle_words}.")
        if not atoms.isdisjoint(fresh):
            raise BadInput(f"Triangle {number} of the shape overlaps one before it; draw each place once.")
        atoms.update(fresh)
    if not _outline.connected(triangles):
        raise BadInput("The shape falls apart: join its triangles edge to edge.")
    return frozenset(atoms)


def _read_triangles(data: object) -> tuple[Triangle, ...]:
    if not isinstance(data, list | tuple):
        raise BadInput("A shape's triangles must be a list of triangles of three vertices [x, y].")
    return tuple(_read_triangle(number, corners) for number, corners in enumerate(data, 1))


def _read_triangle(number: int, data: object) -> Triangle:
    if not isinstance(data, list | tuple) or len(data) != 3:
        raise BadInput(f"Triangle {number} of the shape must have three vertices [x, y].")
    points = []
    for corner in data:
        if not isinstance(corner, list | tuple) or len(corner) != 2:
            raise BadInput(f"Triangle {number} of the shape must have three vertices [x, y].")
        x, y = corner
        # True is an int to Python, and no coordinate.
        if type(x) is not int or type(y) is not int:
            raise BadInput(f"The vertices of triangle {number} must be whole numbers in the lattice's basis.")
        points.append((x, y))
    return points[0], points[1], points[2]
