"""Is there any? All Zangles in the cards that lie open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from companion.rules.polyform.dissect import dissection_keys, dissection_keys_within
from companion.rules.polyform.shape import atoms_of
from companion.rules.zangle.claim import Card, Rules, default_rules

_TABLED = 5
"""Up to this many triangles all dissections are listed once; larger targets ask for what lies there."""


@dataclass(frozen=True, slots=True)
class Zangle:
    """One Zangle by kinds, with the cards that make the most of it."""

    target: str | None
    """The key of the target's shape; None where a Z is the target."""
    parts: tuple[str, ...]
    """The keys of the parts, sorted."""
    centre: tuple[int, ...]
    """Indices of the cards used from the centre (or from the one set of cards there is)."""
    own: tuple[int, ...]
    """Indices of the cards used from the player's row."""


@dataclass(frozen=True, slots=True)
class _Pile:
    """The cards of one place by kind."""

    kinds: dict[str, list[int]] = field(default_factory=dict)
    zs: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, cards: Iterable[Card]) -> _Pile:
        pile = cls()
        for index, card in enumerate(cards):
            if card.shape is not None:
                pile.kinds.setdefault(card.shape.key, []).append(index)
            elif card.is_z:
                pile.zs.append(index)
        return pile

    def count(self, kind: str) -> int:
        return len(self.kinds.get(kind, ()))


def find_zangles(
    centre: Sequence[Card], row: Sequence[Card] | None = None, rules: Rules | None = None
) -> tuple[Zangle, ...]:
    """Every Zangle in a centre and a player's row, the best first; cards that were not read are passed over.

    One for each kind of target and multiset of kinds of parts: identical cards do not multiply it. Of
    the ways to pick the cards it takes the one with the most of the player's own, then the most
    cards; so all Zs join. The best is the one with the most own cards, then the most cards. Without
    `row` the cards are one set, and the two locations are left out.
    """
    rules = rules or default_rules()
    there, own = _Pile.of(centre), _Pile.of(row or ())
    found = [
        zangle
        for target, parts in _by_kinds(there, own, rules)
        if (zangle := _picked(target, parts, there, own, rules, located=row is not None))
    ]
    return tuple(sorted(found, key=lambda z: (-len(z.own), -len(z.centre), z.target or "", z.parts)))


def _by_kinds(there: _Pile, own: _Pile, rules: Rules) -> Iterator[tuple[str | None, tuple[str, ...]]]:
    """Targets with parts that are there in sufficient number and tile them."""
    kinds = sorted(there.kinds.keys() | own.kinds.keys())
    have = {kind: there.count(kind) + own.count(kind) for kind in kinds}
    for target in kinds:
        if have[target] >= 2:
            yield target, (target,)
        for parts, needs in _dissections(target, have):
            if all(have.get(kind, 0) >= count for kind, count in needs):
                yield target, parts
    if rules.z_as_target:
        yield None, ()


def _dissections(
    target: str, have: dict[str, int]
) -> Iterable[tuple[tuple[str, ...], tuple[tuple[str, int], ...]]]:
    lattice, atoms = atoms_of(target)
    if len(atoms) <= _TABLED * len(lattice.cut):
        return _table(target)
    return ((parts, tuple(Counter(parts).items())) for parts in dissection_keys_within(target, have))


@lru_cache(maxsize=4096)
def _table(target: str) -> tuple[tuple[tuple[str, ...], tuple[tuple[str, int], ...]], ...]:
    return tuple((parts, tuple(Counter(parts).items())) for parts in dissection_keys(target))


def _picked(
    target: str | None, parts: tuple[str, ...], there: _Pile, own: _Pile, rules: Rules, *, located: bool
) -> Zangle | None:
    """The best choice of cards for a Zangle of these kinds, or None if no choice is legal."""
    need = Counter(parts if target is None else (target, *parts))
    mine = {kind: min(count, own.count(kind)) for kind, count in need.items()}
    if located and not _reaches_both(mine, need.total(), there, own, rules):
        return None
    from_row = [index for kind, count in mine.items() for index in own.kinds.get(kind, [])[:count]]
    from_centre = [
        index for kind, count in need.items() for index in there.kinds.get(kind, [])[: count - mine[kind]]
    ]
    if len(from_row) + len(from_centre) + len(own.zs) + len(there.zs) < 3:
        return None
    return Zangle(
        target, parts, tuple(sorted((*from_centre, *there.zs))), tuple(sorted((*from_row, *own.zs)))
    )


def _reaches_both(mine: dict[str, int], shapes: int, there: _Pile, own: _Pile, rules: Rules) -> bool:
    """Whether both locations can be met; takes a shape off `mine` where the centre must give one more."""
    zs_count = rules.z_fills_location
    if sum(mine.values()) == shapes and not (zs_count and there.zs):
        given = next((kind for kind, count in mine.items() if count and there.count(kind)), None)
        if given is None:
            return False
        mine[given] -= 1
    return any(mine.values()) or bool(zs_count and own.zs)
