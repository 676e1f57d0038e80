"""In which ways a polyform falls into smaller ones."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from companion.rules.polyform.cover import spots
from companion.rules.polyform.lattice import Lattice
from companion.rules.polyform.shape import atoms_of
from companion.rules.polyform.shapes import free_shapes

Multiset = tuple[str, ...]
"""Keys of shapes, sorted, as often as each is used."""


@lru_cache(maxsize=4096)
def dissection_keys(target: str) -> tuple[Multiset, ...]:
    """Every multiset of two or more smaller shapes that tile a shape, by keys; small multisets first.

    Meant for shapes of a deck (some six triangles): the number grows steeply with the size. Whether given parts tile a
    target of any size is asked of `cover.tiling`.
    """
    lattice, atoms = atoms_of(target)
    smaller = _smaller(lattice, len(atoms) // len(lattice.cut))
    return dissection_keys_within(target, dict.fromkeys(smaller, len(atoms)))


def dissection_keys_within(target: str, have: Mapping[str, int]) -> tuple[Multiset, ...]:
    """The multisets of two or more shapes that tile the target, out of so many of each kind, by keys."""
    _, atoms = atoms_of(target)
    by_lowest: dict[int, list[tuple[int, str]]] = {}
    for part in have:
        if part != target:
            for bits, _ in spots(target, part):
                by_lowest.setdefault(bits & -bits, []).append((bits, part))
    known: dict[int, frozenset[Multiset]] = {0: frozenset([()])}
    found = _split((1 << len(atoms)) - 1, by_lowest, have, known)
    return tuple(sorted(found, key=lambda keys: (len(keys), keys)))


@lru_cache(maxsize=64)
def _smaller(lattice: Lattice, size: int) -> tuple[str, ...]:
    return tuple(shape.key for n in range(1, size) for shape in free_shapes(lattice, n))


def _split(
    still: int,
    by_lowest: dict[int, list[tuple[int, str]]],
    have: Mapping[str, int],
    known: dict[int, frozenset[Multiset]],
) -> frozenset[Multiset]:
    """The multisets that tile the bits that are still open; `known` remembers them for this search."""
    if still not in known:
        known[still] = frozenset(
            tuple(sorted((part, *rest)))
            for bits, part in by_lowest.get(still & -still, ())
            if bits & still == bits
            for rest in _split(still ^ bits, by_lowest, have, known)
            if rest.count(part) < have[part]
        )
    return known[still]
