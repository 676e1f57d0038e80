"""Lattices as values: what a unit triangle is, where it may lie, and how the plane may be turned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from companion.rules.errors import BadInput, quoted

Point = tuple[int, int]
Triangle = tuple[Point, Point, Point]
Atoms = tuple[Point, ...]
Matrix = tuple[int, int, int, int]
"""Row by row: (a, b, c, d) takes (x, y) to (a x + b y, c x + d y)."""

IDENTITY: Matrix = (1, 0, 0, 1)


def apply(matrix: Matrix, point: Point) -> Point:
    """The image of a point under a linear map."""
    a, b, c, d = matrix
    x, y = point
    return a * x + b * y, c * x + d * y


def compose(outer: Matrix, inner: Matrix) -> Matrix:
    """The linear map that first does `inner`, then `outer`."""
    a, b, c, d = outer
    e, f, g, h = inner
    return a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h


@dataclass(frozen=True, slots=True)
class Motion:
    """A rigid motion of a lattice onto itself: turn or mirror by `matrix`, then slide by `shift`."""

    matrix: Matrix
    shift: Point

    def __call__(self, point: Point) -> Point:
        """The image of a vertex in the lattice's integer coordinates."""
        x, y = apply(self.matrix, point)
        return x + self.shift[0], y + self.shift[1]

    def after(self, first: Motion) -> Motion:
        """The motion that does `first` and then this one."""
        return Motion(compose(self.matrix, first.matrix), self(first.shift))

    def inverse(self) -> Motion:
        """The motion that undoes this one."""
        a, b, c, d = self.matrix
        det = a * d - b * c  # 1 or -1, so that its inverse is itself
        back: Matrix = (det * d, -det * b, -det * c, det * a)
        x, y = apply(back, self.shift)
        return Motion(back, (-x, -y))

    @property
    def mirrors(self) -> bool:
        """Whether the motion turns the shape over."""
        a, b, c, d = self.matrix
        return a * d - b * c < 0


def _group(generators: tuple[Matrix, ...]) -> tuple[Matrix, ...]:
    """Every product of the generators; finite because they are symmetries of a lattice."""
    found = {IDENTITY}
    fresh = [IDENTITY]
    while fresh:
        fresh = [new for old in fresh for g in generators if (new := compose(g, old)) not in found]
        found.update(fresh)
    # The identity first, then turns before mirrorings: a plain order for whoever lists them.
    return tuple(sorted(found, key=lambda m: (m != IDENTITY, m[0] * m[3] < m[1] * m[2], m)))


@dataclass(frozen=True, slots=True)
class Lattice:
    """A tiling of the plane by copies of one triangle, as plain data.

    A triangle's vertices are integers in `basis` (Cartesian, in unit lengths). `prototile` is one
    triangle; all others are its images under the point group that `generators` span about the
    origin, and slides by `step` along each axis. Every triangle falls into *atoms*, triangles given
    by `cut` in coordinates `fine` times as dense; two triangles overlap exactly if they share an
    atom, and a region is a set of atoms. An atom is written as the sum of its three vertices, which
    linear maps respect.
    """

    name: str
    basis: tuple[tuple[float, float], tuple[float, float]] = field(compare=False, repr=False)
    generators: tuple[Matrix, ...] = field(compare=False, repr=False)
    prototile: Triangle = field(compare=False, repr=False)
    cut: tuple[Triangle, ...] = field(compare=False, repr=False)
    fine: int = field(default=1, compare=False, repr=False)
    step: int = field(default=1, compare=False, repr=False)
    triangle_words: str = field(default="", compare=False, repr=False)
    """What a unit triangle is, for the sentence that refuses another."""
    symmetries: tuple[Matrix, ...] = field(init=False, compare=False, repr=False)
    _tiles: dict[frozenset[Point], Atoms] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "symmetries", _group(self.generators))
        tiles: dict[frozenset[Point], Atoms] = {}
        for matrix in self.symmetries:
            corners = [apply(matrix, corner) for corner in self.prototile]
            sums = [(sum(x for x, _ in t), sum(y for _, y in t)) for t in self.cut]
            x0, y0 = self._base(corners, self.step)
            scale = 3 * self.fine
            tiles[frozenset((x - x0, y - y0) for x, y in corners)] = tuple(
                sorted((x - scale * x0, y - scale * y0) for x, y in (apply(matrix, s) for s in sums))
            )
        object.__setattr__(self, "_tiles", tiles)

    @staticmethod
    def _base(points: Iterable[Point], step: int) -> Point:
        xs, ys = zip(*points, strict=True)
        return min(xs) // step * step, min(ys) // step * step

    @property
    def atom_scale(self) -> int:
        """How far an atom's coordinates move when the vertices move by one."""
        return 3 * self.fine

    @property
    def rotations(self) -> tuple[Matrix, ...]:
        """The point group without its mirrorings."""
        return tuple(m for m in self.symmetries if m[0] * m[3] > m[1] * m[2])

    def atoms(self, triangle: Triangle) -> Atoms | None:
        """The atoms of a unit triangle given by its vertices in any order; None if it is no such triangle."""
        x0, y0 = self._base(triangle, self.step)
        offsets = self._tiles.get(frozenset((x - x0, y - y0) for x, y in triangle))
        if offsets is None:
            return None
        scale = self.atom_scale
        return tuple((x + scale * x0, y + scale * y0) for x, y in offsets)

    def triangles_at(self, edge: tuple[Point, Point]) -> Iterator[Triangle]:
        """Every unit triangle that has this edge for a whole side (on either side of it)."""
        for tile in self._tiles:
            for p in sorted(tile):
                x, y = edge[0][0] - p[0], edge[0][1] - p[1]
                if x % self.step or y % self.step:
                    continue
                moved = sorted((a + x, b + y) for a, b in tile)
                if edge[1] in moved:
                    yield moved[0], moved[1], moved[2]

    def normal(self, atoms: Iterable[Point]) -> tuple[Atoms, Point]:
        """Atoms slid to the origin and sorted, with the slide in vertex coordinates that did it."""
        atoms = tuple(atoms)
        scale = self.atom_scale
        x0, y0 = self._base(atoms, scale * self.step)
        return tuple(sorted((x - x0, y - y0) for x, y in atoms)), (-x0 // scale, -y0 // scale)

    def cartesian(self, point: Point) -> tuple[float, float]:
        """A vertex as (x, y) in unit lengths, y upwards."""
        (ax, ay), (bx, by) = self.basis
        x, y = point
        return x * ax + y * bx, x * ay + y * by


_TURN_60: Matrix = (0, -1, 1, 1)
_TURN_90: Matrix = (0, -1, 1, 0)
_SWAP: Matrix = (0, 1, 1, 0)

IAMOND = Lattice(
    name="iamond",
    basis=((1.0, 0.0), (0.5, 0.75**0.5)),
    generators=(_TURN_60, _SWAP),
    prototile=((0, 0), (1, 0), (0, 1)),
    cut=(((0, 0), (1, 0), (0, 1)),),
    triangle_words="an equilateral triangle with unit sides",
)
"""Equilateral triangles with unit sides (polyiamonds)."""

ABOLO = Lattice(
    name="abolo",
    basis=((1.0, 0.0), (0.0, 1.0)),
    generators=(_TURN_90, _SWAP),
    prototile=((0, 0), (1, 0), (0, 1)),
    # Halved from the right angle to the middle of the long side: quarters of the unit square, so
    # that a square is the same region whichever diagonal cuts it.
    cut=(((0, 0), (2, 0), (1, 1)), ((0, 0), (0, 2), (1, 1))),
    fine=2,
    triangle_words="a right isosceles triangle with unit legs along the axes",
)
"""Right isosceles triangles with unit legs, four ways in a unit square (polyaboloes)."""

QUARTER = Lattice(
    name="quarter",
    basis=((0.5, 0.0), (0.0, 0.5)),
    generators=(_TURN_90, _SWAP),
    prototile=((0, 0), (2, 0), (1, 1)),
    cut=(((0, 0), (2, 0), (1, 1)),),
    step=2,
    triangle_words="a quarter of a cell (two corners with even coordinates and the cell's centre)",
)
"""Square cells cut by both diagonals: corners at even coordinates, centres at odd ones, the cell's side 1."""

_LATTICES = (IAMOND, ABOLO, QUARTER)


@lru_cache(maxsize=16)
def lattice_named(name: str) -> Lattice:
    """The lattice of that name; BadInput lists the names there are."""
    for lattice in _LATTICES:
        if lattice.name == name:
            return lattice
    names = ", ".join(lattice.name for lattice in _LATTICES)
    raise BadInput(f"There is no lattice {quoted(name)}; use one of {names}.")
