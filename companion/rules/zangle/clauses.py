"""Zangle's clauses, each asked of cards that are wholly known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion.rules.polyform import Motion
from companion.rules.polyform.cover import tiling
from companion.rules.verdict import Reason
from companion.rules.zangle.claim import CENTRE, LEAST_CARDS, OTHER, OWN, CardFacts, Rules

AT_LEAST_THREE = "zangle/at-least-three"
BOTH_LOCATIONS = "zangle/both-locations"
NO_OTHERS = "zangle/no-other-players-cards"
Z_IS_NO_TARGET = "zangle/z-is-no-target"
Z_JOINS_ANY = "zangle/z-joins-any"
ONE_TARGET = "zangle/one-target"
IDENTICAL_PAIR = "zangle/identical-pair"
EXACT_COVER = "zangle/exact-cover"
SHAPES_STAY_WHOLE = "zangle/shapes-stay-whole"

Z_FILLS_LOCATION = "z-fills-location"
Z_AS_TARGET = "z-as-target"


def named(cards: Sequence[int]) -> str:
    """The cards in a sentence, counted from 1: "card 2", "cards 1, 3 and 4"."""
    numbers = [str(index + 1) for index in cards]
    if len(numbers) == 1:
        return f"card {numbers[0]}"
    return f"cards {', '.join(numbers[:-1])} and {numbers[-1]}"


def located(facts: Sequence[CardFacts]) -> bool:
    """Whether anybody looked where the cards came from: of no cards there is nothing to look for."""
    return not facts or any(place is not None for place, _, _ in facts)


def target_of(sizes: Sequence[int], rules: Rules) -> int | None:
    """The index of the card that has as many triangles as all the others together.

    Of two, which then have equally many and are the only ones, the first. Among Zs alone the first,
    where the table lets a Z be a target.
    """
    total = sum(sizes)
    if total == 0:
        return 0 if sizes and rules.z_as_target else None
    return next((index for index, size in enumerate(sizes) if 2 * size == total), None)


def tiles_of(facts: Sequence[CardFacts], target: int) -> tuple[tuple[int, Motion], ...] | None:
    """The parts, by index, with the motions that lay them on the target, between canonical drawings."""
    parts = sorted((key, i) for i, (_, _, key) in enumerate(facts) if key is not None and i != target)
    key = facts[target].key
    if key is None:
        return ()
    motions = tiling(key, tuple([key for key, _ in parts]))
    return None if motions is None else tuple(zip([i for _, i in parts], motions, strict=True))


def counted(facts: Sequence[CardFacts]) -> Iterator[Reason]:
    """Breaks that hold whatever the cards show: too few cards, another player's cards."""
    if len(facts) < LEAST_CARDS:
        cards = "card" if len(facts) == 1 else "cards"
        yield Reason(
            AT_LEAST_THREE,
            f"A Zangle takes three cards or more, and this has {len(facts) or 'no'} {cards}.",
            tuple(range(len(facts))),
        )
    others = tuple(index for index, (place, _, _) in enumerate(facts) if place == OTHER)
    if others:
        says = f"{named(others).capitalize()} {_belong(others)} to another player and must stay out."
        yield Reason(NO_OTHERS, says, others)


def places(facts: Sequence[CardFacts], rules: Rules) -> Iterator[Reason]:
    """Breaks of the two locations; a card that may come from anywhere, or may show a shape, may fill one."""
    if not located(facts):
        return
    there = {
        place: [index for index, one in enumerate(facts) if one.place in (place, None)] for place in _BOTH
    }
    found = [one for place in _BOTH for one in _unfilled(facts, place, there[place], rules)]
    yield from found or _one_for_both(facts, there, rules)


_BOTH = {CENTRE: "the centre", OWN: "the claimant's own cards"}


def _unfilled(facts: Sequence[CardFacts], place: str, there: Sequence[int], rules: Rules) -> Iterator[Reason]:
    """The break of one location by all that may come from it."""
    if not there:
        yield Reason(BOTH_LOCATIONS, f"No card comes from {_BOTH[place]}; use at least one.")
    elif not rules.z_fills_location and all(facts[index].triangles == 0 for index in there):
        says = f"Only Zs come from {_BOTH[place]}, and at this table a Z alone does not count for a location."
        yield Reason(BOTH_LOCATIONS, says, tuple(there), Z_FILLS_LOCATION)


def _one_for_both(
    facts: Sequence[CardFacts], there: Mapping[str, Sequence[int]], rules: Rules
) -> Iterator[Reason]:
    """The break where one card alone may fill either location, wherever it came from."""
    may = {index for cards in there.values() for index in cards}
    fill = {index for index in may if rules.z_fills_location or facts[index].triangles != 0}
    if len(fill) == 1:
        option = Z_FILLS_LOCATION if len(may) > 1 else None
        says = f"Only {named([*fill])} counts for a location, and it takes one from the centre and one of one's own."
        yield Reason(BOTH_LOCATIONS, says, tuple(fill), option)


def shapes(facts: Sequence[CardFacts], rules: Rules) -> Iterator[Reason]:
    """Breaks of what the shapes make, for cards that are wholly known."""
    everything = tuple(range(len(facts)))
    sizes = [triangles or 0 for _, triangles, _ in facts]
    if everything and not any(sizes):
        if not rules.z_as_target:
            yield Reason(Z_IS_NO_TARGET, "All are Zs, and a Z cannot be the target.", everything, Z_AS_TARGET)
        return
    target = target_of(sizes, rules)
    if target is None:
        yield no_target(sizes)
        return
    if tiles_of(facts, target) is None:
        parts = tuple(index for index in everything if sizes[index] and index != target)
        yield Reason(
            EXACT_COVER,
            f"{named(parts).capitalize()} cannot fill the shape of {named([target])} without gap or overlap, "
            "however they are turned or mirrored.",
            (*parts, target),
        )
        yield Reason(
            SHAPES_STAY_WHOLE,
            "The numbers of triangles agree, but a card's own triangles may not be moved against each other.",
            parts,
        )
    elif len(facts) == 2:
        yield Reason(IDENTICAL_PAIR, "Two identical cards need at least one Z with them.", everything)


def no_target(sizes: Sequence[int]) -> Reason:
    """The break of one-target, for cards whose triangles are counted."""
    if not sizes:
        return Reason(ONE_TARGET, "There is no card, and so none whose shape is made.")
    largest = max(range(len(sizes)), key=sizes.__getitem__)
    most, others = sizes[largest], sum(sizes) - sizes[largest]
    return Reason(
        ONE_TARGET,
        f"No card has as many triangles as all the others together: {named([largest])} has {most}, "
        f"the others have {others}.",
        tuple(range(len(sizes))),
    )


def holds(facts: Sequence[CardFacts], target: int, *, sure: bool) -> Iterator[Reason]:
    """The clauses that decided for a claim that breaks none; `sure` where every shape is known."""
    yield Reason(
        AT_LEAST_THREE, f"There are {len(facts)} cards, and three are enough.", tuple(range(len(facts)))
    )
    yield from _places_hold(facts)
    zs = tuple(index for index, (_, triangles, _) in enumerate(facts) if triangles == 0)
    if len(zs) == len(facts):
        yield from _zs_hold(zs, target)
        return
    parts = tuple(index for index in range(len(facts)) if index not in zs and index != target)
    size = facts[target].triangles
    yield Reason(
        ONE_TARGET,
        f"{named([target]).capitalize()} has {size} triangle{'s' * (size != 1)}, "
        "as many as all the others together.",
        (target,),
    )
    if zs:
        yield Reason(Z_JOINS_ANY, f"{named(zs).capitalize()} counted without adding a triangle.", zs)
    if len(parts) == 1:
        yield Reason(IDENTICAL_PAIR, "Two identical cards are a Zangle with a Z.", (*parts, target))
    fill = f"{named(parts)} {'fills' if len(parts) == 1 else 'fill'} the shape of {named([target])} exactly"
    says = f"{fill}." if sure else f"Whatever the cards that were not read show, {fill}."
    yield Reason(EXACT_COVER, says[0].upper() + says[1:], (*parts, target))


def _zs_hold(zs: tuple[int, ...], target: int) -> Iterator[Reason]:
    """What decided for Zs alone."""
    joined = tuple(index for index in zs if index != target)
    yield Reason(Z_IS_NO_TARGET, "All are Zs, and at this table a Z may be the target.", zs, Z_AS_TARGET)
    says = f"{named([target]).capitalize()} has no triangle, as all the others together."
    yield Reason(ONE_TARGET, says, (target,))
    yield Reason(Z_JOINS_ANY, f"{named(joined).capitalize()} counted without adding a triangle.", joined)
    says = f"There is no triangle to lay on {named([target])}, and none is left over."
    yield Reason(EXACT_COVER, says, (target,))


def _places_hold(facts: Sequence[CardFacts]) -> Iterator[Reason]:
    if not located(facts):
        says = "Where the cards came from was not looked at, so the rule of the two locations is left out."
        yield Reason(BOTH_LOCATIONS, says)
        return
    both = tuple(range(len(facts)))
    for place, words in _BOTH.items():
        there = tuple(index for index, one in enumerate(facts) if one.place == place)
        if all(facts[index].triangles == 0 for index in there):
            says = f"The card from {words} is a Z, which counts for the location at this table."
            yield Reason(BOTH_LOCATIONS, says, there, Z_FILLS_LOCATION)
            return
    yield Reason(BOTH_LOCATIONS, "Cards come from the centre and from the claimant's own.", both)


def _belong(cards: Iterable[int]) -> str:
    return "belongs" if len(tuple(cards)) == 1 else "belong"
