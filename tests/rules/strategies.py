"""Random polyforms, motions and claims."""

from __future__ import annotations

from hypothesis import strategies as st

from companion.rules.polyform import ABOLO, IAMOND, QUARTER, Lattice, Motion, Shape, free_shapes
from companion.rules.polyform.outline import edges
from companion.rules.zangle import Card, deck

LATTICES = st.sampled_from([IAMOND, ABOLO, QUARTER])
DECKS = st.sampled_from([IAMOND, ABOLO])
PLACES = st.sampled_from(["centre", "ann"])


@st.composite
def motions(draw: st.DrawFn, lattice: Lattice) -> Motion:
    far = st.integers(-9, 9).map(lambda n: n * lattice.step)
    return Motion(draw(st.sampled_from(lattice.symmetries)), (draw(far), draw(far)))


@st.composite
def polyforms(draw: st.DrawFn, lattice: Lattice, largest: int = 8) -> Shape:
    """Grown triangle by triangle at any side, so of any form, holes included, and cut anyhow."""
    triangles = [lattice.prototile]
    atoms = set(lattice.atoms(lattice.prototile) or ())
    for _ in range(draw(st.integers(0, largest - 1))):
        grows = sorted(
            {
                new
                for old in triangles
                for edge in edges(old)
                for new in lattice.triangles_at(edge)
                if atoms.isdisjoint(lattice.atoms(new) or ())
            }
        )
        new = draw(st.sampled_from(grows))
        triangles.append(new)
        atoms.update(lattice.atoms(new) or ())
    return Shape(lattice, tuple(triangles)).moved(draw(motions(lattice)))


@st.composite
def deck_cards(draw: st.DrawFn, lattice: Lattice, source: st.SearchStrategy[str] = PLACES) -> Card:
    card = draw(st.sampled_from(deck(lattice.name)))
    shape = None if card.shape is None else card.shape.moved(draw(motions(lattice)))
    return Card(card.triangles, shape, draw(source))


@st.composite
def likely_zangles(draw: st.DrawFn, lattice: Lattice) -> tuple[Card, ...]:
    """Cards whose triangles add up: about half are Zangles but for their places."""
    size = draw(st.integers(1, 5))
    sizes = [size]
    left = size
    while left:
        part = draw(st.integers(1, left))
        sizes.append(part)
        left -= part
    cards = []
    for triangles in sizes:
        shape = draw(st.sampled_from(free_shapes(lattice, triangles))).moved(draw(motions(lattice)))
        cards.append(Card(triangles, shape, draw(PLACES)))
    cards += [Card(0, None, draw(PLACES)) for _ in range(draw(st.integers(0, 2)))]
    return tuple(draw(st.permutations(cards)))
