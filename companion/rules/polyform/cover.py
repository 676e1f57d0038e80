"""Exact covers of one polyform by others, with the placements as witness.

The search runs on canonical drawings, so that congruent questions share one answer; the witness is
moved back into the target's own coordinates only when somebody looks at it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product

from companion.rules.polyform.lattice import Motion, Point, Triangle, apply
from companion.rules.polyform.shape import Shape, atoms_of

_Tile = tuple[int, Motion]
"""Which part, or which kind of part, and its motion from its canonical drawing into the target's."""
_Spot = tuple[int, Motion]
"""The bits of the canonical target that a placed part fills, and the motion that put it there."""


@dataclass(frozen=True, slots=True)
class Placement:
    """One part laid on the target."""

    part: int
    """Its index among the parts as given."""
    motion: Motion
    """From the part's own drawing to the target's coordinates."""
    triangles: tuple[Triangle, ...]
    """The part's own triangles there; they may be cut otherwise than the target's."""


@dataclass(frozen=True, slots=True)
class Cover:
    """Parts that fill a target with no gap, overlap or leftover."""

    target: Shape
    parts: tuple[Shape, ...]
    tiles: tuple[_Tile, ...]
    """For each part in turn: its index, and its motion between the canonical drawings."""

    @property
    def placements(self) -> tuple[Placement, ...]:
        """Every part in the target's own coordinates, in the order in which the parts were given."""
        home = self.target.frame.inverse()
        placed = []
        for index, tile in sorted(self.tiles, key=lambda tile: tile[0]):
            part = self.parts[index]
            motion = home.after(tile).after(part.frame)
            placed.append(Placement(index, motion, part.moved(motion).triangles))
        return tuple(placed)


def covers(target: Shape, parts: Sequence[Shape], *, labelled: bool = False) -> Iterator[Cover]:
    """Every exact cover of the target by all the parts, each used once, turned and mirrored at will.

    Congruent parts are interchangeable: exchanging them makes no new cover, unless `labelled`. Nor
    does a turn that leaves a part where it lies. Covers that a symmetry of the target takes to one
    another are different covers. A single part covers a target congruent to it.
    """
    parts = tuple(parts)
    if not _fits(target, parts):
        return
    by_kind: dict[str, list[int]] = {}
    for index, part in enumerate(parts):
        by_kind.setdefault(part.key, []).append(index)
    kinds = _largest_first(by_kind)
    for tiles in _Search(target.key, kinds, tuple(len(by_kind[kind]) for kind in kinds)).run():
        orders = [permutations(by_kind[kind]) if labelled else [by_kind[kind]] for kind in kinds]
        for order in product(*orders):
            hands = [iter(indices) for indices in order]
            yield Cover(target, parts, tuple((next(hands[kind]), motion) for kind, motion in tiles))


def first_cover(target: Shape, parts: Sequence[Shape]) -> Cover | None:
    """One exact cover, always the same for the same shapes; None if there is none. Remembers its answers."""
    parts = tuple(parts)
    order = sorted(range(len(parts)), key=lambda index: parts[index].key)
    motions = tiling(target.key, tuple([parts[index].key for index in order]))
    if motions is None:
        return None
    return Cover(target, parts, tuple(zip(order, motions, strict=True)))


@lru_cache(maxsize=1 << 17)
def tiling(target: str, parts: tuple[str, ...]) -> tuple[Motion, ...] | None:
    """The motions that lay the parts on the target, all given by their keys, the parts' sorted.

    In the order of the parts, from canonical drawing to canonical drawing; None if they do not tile it.
    """
    lattice, atoms = atoms_of(target)
    drawn = [atoms_of(part) for part in parts]
    if any(other != lattice for other, _ in drawn) or sum(len(a) for _, a in drawn) != len(atoms):
        return None
    counts = Counter(parts)
    kinds = _largest_first(counts)
    tiles = next(_Search(target, kinds, tuple(counts[kind] for kind in kinds)).run(), None)
    if tiles is None:
        return None
    hands = {kind: iter([motion for k, motion in tiles if kinds[k] == kind]) for kind in kinds}
    return tuple(next(hands[part]) for part in parts)


@lru_cache(maxsize=1 << 13)
def tiling_of_some(target: str, pools: tuple[tuple[str, ...], ...]) -> tuple[str, ...] | None:
    """Keys, one out of each pool in turn, of parts that tile the target; None if no choice does.

    The parts of one pool are of one size. One search for all choices, where trying each would take
    as many searches as the pools' sizes multiply to.
    """
    lattice, atoms = atoms_of(target)
    drawn = [atoms_of(key) for pool in pools for key in pool]
    sizes = sum(len(atoms_of(pool[0])[1]) for pool in pools)
    if any(other != lattice for other, _ in drawn) or sizes != len(atoms):
        return None
    counts = Counter(pools)
    ordered = sorted(counts, key=lambda pool: (-len(atoms_of(pool[0])[1]), pool))
    kinds = tuple(key for pool in ordered for key in pool)
    purse = tuple(number for number, pool in enumerate(ordered) for _ in pool)
    tiles = next(_Search(target, kinds, tuple(counts[pool] for pool in ordered), purse).run(), None)
    if tiles is None:
        return None
    hands = {
        pool: iter([kinds[kind] for kind, _ in tiles if purse[kind] == number])
        for number, pool in enumerate(ordered)
    }
    return tuple(next(hands[pool]) for pool in pools)


def placements(target: Shape, part: Shape, *, mirrored: bool = True) -> tuple[Placement, ...]:
    """Every way to lay one part inside the target, each region once; `mirrored` allows turning it over.

    `part` is 0 in each. This is what a board needs: with the board's cells as target, where a piece can lie.
    """
    if target.lattice != part.lattice:
        return ()
    home = target.frame.inverse()
    found: dict[frozenset[Point], Placement] = {}
    for _, tile in _all_spots(target.key, part.key):
        motion = home.after(tile).after(part.frame)
        if motion.mirrors and not mirrored:
            continue
        placed = part.moved(motion)
        found.setdefault(placed.atoms, Placement(0, motion, placed.triangles))
    return tuple(found[atoms] for atoms in sorted(found, key=sorted))


def _fits(target: Shape, parts: Sequence[Shape]) -> bool:
    return all(part.lattice == target.lattice for part in parts) and sum(p.size for p in parts) == target.size


def _largest_first(kinds: Counter[str] | dict[str, list[int]]) -> tuple[str, ...]:
    # Large parts have the fewest places: trying them first fails early. The keys make it definite.
    return tuple(sorted(kinds, key=lambda key: (-len(atoms_of(key)[1]), key)))


@lru_cache(maxsize=1 << 14)
def _all_spots(target: str, part: str) -> tuple[_Spot, ...]:
    """Every motion of the canonical part into the canonical target, with the bits it fills.

    Bit i is the target's i-th atom in sorted order. A symmetric part fills the same bits by several motions.
    """
    lattice, atoms = atoms_of(target)
    bit = {atom: 1 << i for i, atom in enumerate(atoms)}
    scale, step = lattice.atom_scale, lattice.step
    found = []
    for matrix in lattice.symmetries:
        image = [apply(matrix, atom) for atom in atoms_of(part)[1]]
        x0, y0 = image[0]
        for x, y in atoms:
            dx, dy = x - x0, y - y0
            if dx % (scale * step) or dy % (scale * step):
                continue
            bits = [bit.get((a + dx, b + dy), 0) for a, b in image]
            if all(bits):
                found.append((sum(bits), Motion(matrix, (dx // scale, dy // scale))))
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def spots(target: str, part: str) -> tuple[_Spot, ...]:
    """Every set of the target's bits that the part can fill, each once, with one motion that does it."""
    found: dict[int, Motion] = {}
    for bits, motion in _all_spots(target, part):
        found.setdefault(bits, motion)
    return tuple(found.items())


class _Search:
    """Depth first over the lowest open bit, remembering what cannot be finished."""

    __slots__ = ("by_lowest", "counts", "dead", "full", "purse")

    def __init__(
        self, target: str, kinds: tuple[str, ...], counts: tuple[int, ...], purse: Sequence[int] | None = None
    ) -> None:
        self.counts = counts
        # Which count a kind is taken from: its own, unless several kinds share one.
        self.purse = range(len(kinds)) if purse is None else purse
        self.full = (1 << len(atoms_of(target)[1])) - 1
        self.by_lowest: dict[int, list[tuple[int, int, Motion]]] = {}
        for kind, key in enumerate(kinds):
            for bits, motion in spots(target, key):
                self.by_lowest.setdefault(bits & -bits, []).append((bits, kind, motion))
        self.dead: set[tuple[int, tuple[int, ...]]] = set()

    def run(self) -> Iterator[tuple[_Tile, ...]]:
        """Every cover as (kind, motion) in the order of the target's bits."""
        return self._from(self.full, self.counts)

    def _from(self, still: int, left: tuple[int, ...]) -> Iterator[tuple[_Tile, ...]]:
        if not still:
            yield ()
            return
        if (still, left) in self.dead:
            return
        alive = False
        for bits, kind, motion in self.by_lowest.get(still & -still, ()):
            own = self.purse[kind]
            if left[own] and bits & still == bits:
                rest = (*left[:own], left[own] - 1, *left[own + 1 :])
                for tiles in self._from(still ^ bits, rest):
                    alive = True
                    yield ((kind, motion), *tiles)
        if not alive:
            self.dead.add((still, left))
