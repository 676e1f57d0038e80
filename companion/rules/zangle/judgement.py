"""The ruling on what a claim's cards look like, also where some were not read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations_with_replacement, product

from companion.rules.polyform import Motion, Shape
from companion.rules.polyform.cover import tiling, tiling_of_some
from companion.rules.seeds import seed
from companion.rules.verdict import Reason, Verdict
from companion.rules.zangle import clauses
from companion.rules.zangle.claim import CardFacts, Rules
from companion.rules.zangle.profile import Profile, profile_named

MOST_COMPLETIONS = 10_000
"""Ways to give counts to unread cards that are all tried; beyond them nothing is ruled out."""

Facts = tuple[CardFacts, ...]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What claims with equal facts have in common."""

    verdict: Verdict
    target: int | None = None
    tiles: tuple[tuple[int, Motion], ...] = ()
    """The parts by index, with their motions between canonical drawings."""
    stands: tuple[tuple[int, Shape], ...] = ()
    """Shapes of cards whose shape was not read and can be but one."""


@lru_cache(maxsize=1 << 16)
def judgement(facts: Facts, profile: str, rules: Rules) -> Judgement:
    """Judge cards by their facts alone; remembered, since the same few combinations come back all evening."""
    unread = [index for index, (_, size, key) in enumerate(facts) if key is None and size != 0]
    if not unread:
        return _known(facts, rules)
    kind = profile_named(profile)
    forced = {index: only for index in unread if (only := _only_shape(facts[index], kind)) is not None}
    if forced:
        facts = tuple(
            one._replace(key=forced[index].key) if index in forced else one for index, one in enumerate(facts)
        )
    stands = tuple(forced.items())
    still = tuple(index for index in unread if index not in forced)
    return _unread(facts, kind, rules, still) if still else _known(facts, rules, stands)


def _known(facts: Facts, rules: Rules, stands: tuple[tuple[int, Shape], ...] = ()) -> Judgement:
    target = clauses.target_of([size or 0 for _, size, _ in facts], rules)
    broken = _breaks(facts, rules)
    holds = () if broken or target is None else clauses.holds(facts, target, sure=True)
    verdict = Verdict.weigh(broken, _place_doubts(facts), holds)
    tiles = None if target is None else clauses.tiles_of(facts, target)
    return Judgement(verdict, target, tiles or (), stands)


def _unread(facts: Facts, profile: Profile, rules: Rules, unread: tuple[int, ...]) -> Judgement:
    certain = (*clauses.counted(facts), *clauses.places(facts, rules))
    doubts = (*_shape_doubts(facts, unread), *_place_doubts(facts))
    counts = [size for _, size, _ in facts if size is not None]
    if len(counts) == len(facts) and clauses.target_of(counts, rules) is None:
        return Judgement(Verdict.weigh((*certain, clauses.no_target(counts)), (), ()))
    if not _bounded(facts, profile, unread):
        return Judgement(Verdict.weigh((*certain, *_outgrown(facts, profile, unread)), doubts, ()))
    legal: Facts | None = None
    illegal = False
    always: set[str] | None = None
    some: dict[str, set[str]] = {}
    for full in _completions(facts, profile, rules, unread):
        reasons = _breaks(full, rules)
        broken = {reason.clause for reason in reasons}
        if not legal:
            alone = _decided_by(reasons)
            for clause in broken:
                some.setdefault(clause, set()).update(alone)
        always = broken if always is None else always & broken
        if broken:
            illegal = True
        else:
            legal = full
        if legal and illegal:
            return Judgement(Verdict.weigh(certain, doubts, ()))
    if legal is None:
        return Judgement(Verdict.weigh(_never(certain, always or set(), unread, some), (), ()))
    target = clauses.target_of([size or 0 for _, size, _ in legal], rules)
    holds = () if target is None else clauses.holds(legal, target, sure=False)
    return Judgement(Verdict.weigh((), _place_doubts(facts), holds), target)


def _decided_by(broken: Sequence[Reason]) -> set[str]:
    """The option without which nothing would be broken, if there is one."""
    options = {reason.option for reason in broken}
    return {one for one in options if one is not None} if len(options) == 1 else set()


def _breaks(facts: Facts, rules: Rules) -> tuple[Reason, ...]:
    return (*clauses.counted(facts), *clauses.places(facts, rules), *clauses.shapes(facts, rules))


def _only_shape(card: CardFacts, profile: Profile) -> Shape | None:
    """The one shape that a card of this many triangles can have, if it is but one."""
    size = card.triangles
    if size is None or size > profile.largest or len(profile.shapes(size)) > 1:
        return None
    return profile.shapes(size)[0]


def _bounded(facts: Facts, profile: Profile, unread: tuple[int, ...]) -> bool:
    """Whether what the unread cards can be is listed by the profile, and the list short enough to try.

    Beside a home-made card larger than the deck's own, an unread one may be home-made too.
    """
    blank = sum(facts[index].triangles is None for index in unread)
    home_made = any(size is not None and size > profile.largest for _, size, _ in facts)
    unlisted = any((facts[index].triangles or 0) > profile.largest for index in unread)
    return not (unlisted or (home_made and blank)) and (profile.largest + 1) ** blank <= MOST_COMPLETIONS


def _outgrown(facts: Facts, profile: Profile, unread: tuple[int, ...]) -> Iterator[Reason]:
    """The break of one-target that no unread card mends, however many there are: the known ones are too large."""
    sizes = [size for _, size, _ in facts if size is not None]
    most, total = max(sizes, default=0), sum(sizes)
    if most <= profile.largest < total and most < total - most:
        says = f"Whatever {clauses.named(unread)} may show, no card has as many triangles as all the others together."
        yield Reason(clauses.ONE_TARGET, says, unread)


def _completions(facts: Facts, profile: Profile, rules: Rules, unread: tuple[int, ...]) -> Iterator[Facts]:
    """Facts that stand for everything that the unread cards can show.

    No clause asks more of the shapes than whether they can be laid. So for each way to give counts
    one choice that can be laid and one that cannot stand for all, where there are such.
    """
    for at in _counted(facts, profile, unread):
        counts = [at.get(index, size) or 0 for index, (_, size, _) in enumerate(facts)]
        pools = {
            index: tuple(shape.key for shape in profile.shapes(size)) for index, size in at.items() if size
        }
        target = clauses.target_of(counts, rules)
        if target is None or not pools:
            choices: tuple[dict[int, str] | None, ...] = ({index: pool[0] for index, pool in pools.items()},)
        else:
            choices = (_that_fit(facts, pools, target), _that_do_not(facts, pools, target))
        for chosen in choices:
            if chosen is not None:
                yield tuple(
                    CardFacts(place, at.get(index, size), chosen.get(index, key))
                    for index, (place, size, key) in enumerate(facts)
                )


def _counted(facts: Facts, profile: Profile, unread: tuple[int, ...]) -> Iterator[dict[int, int]]:
    """Every way to give counts to the unread cards; blank ones from one place are interchangeable."""
    known = {index: size for index in unread if (size := facts[index].triangles) is not None}
    blanks: dict[str | None, list[int]] = {}
    for index in unread:
        if index not in known:
            blanks.setdefault(facts[index].place, []).append(index)
    sizes = range(profile.largest + 1)
    for picks in product(*(combinations_with_replacement(sizes, len(group)) for group in blanks.values())):
        at = dict(known)
        for group, pick in zip(blanks.values(), picks, strict=True):
            at.update(zip(group, pick, strict=True))
        yield at


def _that_fit(facts: Facts, pools: dict[int, tuple[str, ...]], target: int) -> dict[int, str] | None:
    """Shapes for the unread cards with which the parts can be laid on the target."""
    key = facts[target].key
    parts = {i: (k,) for i, (_, _, k) in enumerate(facts) if k is not None and i != target} | {
        i: pool for i, pool in pools.items() if i != target
    }
    order = sorted(parts, key=parts.__getitem__)
    asked = tuple([parts[index] for index in order])
    for aim in pools.get(target, ()) if key is None else (key,):
        if (found := tiling_of_some(aim, asked)) is not None:
            chosen = {i: k for i, k in zip(order, found, strict=True) if i in pools}
            return {**chosen, target: aim} if target in pools else chosen
    return None


def _that_do_not(facts: Facts, pools: dict[int, tuple[str, ...]], target: int) -> dict[int, str] | None:
    """Shapes for the unread cards with which the parts cannot be laid on the target."""
    key = facts[target].key
    known = [k for i, (_, _, k) in enumerate(facts) if k is not None and i != target]
    groups: dict[tuple[str, ...], list[int]] = {}
    for index, pool in pools.items():
        if index != target:
            groups.setdefault(pool, []).append(index)
    picks = [list(combinations_with_replacement(pool, len(group))) for pool, group in groups.items()]
    for aim in pools.get(target, ()) if key is None else (key,):
        for pick in product(*picks):
            if tiling(aim, tuple(sorted([*known, *chain.from_iterable(pick)]))) is None:
                at = zip(chain.from_iterable(groups.values()), chain.from_iterable(pick), strict=True)
                return {**dict(at), target: aim} if target in pools else dict(at)
    return None


def _shape_doubts(facts: Facts, unread: Sequence[int]) -> Iterator[Reason]:
    for index in unread:
        card = clauses.named([index])
        if facts[index].triangles is None:
            says = f"{card.capitalize()} was not read: show it whole."
            yield Reason(clauses.ONE_TARGET, says, (index,))
        else:
            says = f"Of {card} only the colour was read: show its shape."
            yield Reason(clauses.EXACT_COVER, says, (index,))


def _place_doubts(facts: Facts) -> tuple[Reason, ...]:
    lost = tuple(index for index, (place, _, _) in enumerate(facts) if place is None)
    if not lost or len(lost) == len(facts):
        return ()
    says = f"Where {clauses.named(lost)} came from was not seen: say from whom."
    return (Reason(clauses.BOTH_LOCATIONS, says, lost),)


def _never(
    certain: Sequence[Reason], always: set[str], unread: tuple[int, ...], some: Mapping[str, set[str]]
) -> tuple[Reason, ...]:
    """Why no completion is legal: the clauses that every one breaks, or else all of which each breaks one.

    `some` are the clauses that any completion breaks, with the options that alone decided against one by it.
    """
    texts = seed("zangle")["clauses"]
    cited = {reason.clause for reason in certain}
    whatever = f"Whatever {clauses.named(unread)} may show"
    more = tuple(
        Reason(clause, f"{whatever}, this is broken: {texts[clause.partition('/')[2]]}", unread)
        for clause in sorted(always - cited)
    )
    if certain or more:
        return (*certain, *more)
    return tuple(
        Reason(
            clause,
            f"{whatever}, something is broken, and for some readings this: {texts[clause.partition('/')[2]]}",
            unread,
            option,
        )
        for clause in sorted(some)
        for option in sorted(some[clause]) or (None,)
    )
