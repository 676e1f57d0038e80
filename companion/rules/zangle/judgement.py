"""The ruling on what a claim's cards look like, also where some were not read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from companion.rules.polyform import Motion, Shape
from companion.rules.seeds import seed
from companion.rules.verdict import Reason, Verdict
from companion.rules.zangle import clauses
from companion.rules.zangle.claim import Look, Rules
from companion.rules.zangle.profile import Profile, profile_named

MOST_COMPLETIONS = 10_000
"""Ways to give counts to unread cards that are all tried; beyond them nothing is ruled out."""

Looks = tuple[Look, ...]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What claims with equal looks have in common."""

    verdict: Verdict
    target: int | None = None
    tiles: tuple[tuple[int, Motion], ...] = ()
    """The parts by index, with their motions between canonical drawings."""
    stands: tuple[tuple[int, Shape], ...] = ()
    """Shapes of cards whose shape was not read and can be but one."""


@lru_cache(maxsize=1 << 16)
def judgement(looks: Looks, profile: str, rules: Rules) -> Judgement:
    """Judge cards by their looks alone; remembered, since the same few combinations come back all evening."""
    unread = [index for index, (_, size, key) in enumerate(looks) if key is None and size != 0]
    if not unread:
        return _known(looks, rules)
    kind = profile_named(profile)
    forced = {index: only for index in unread if (only := _only_shape(looks[index], kind)) is not None}
    if forced:
        looks = tuple(
            (place, size, forced[index].key if index in forced else key)
            for index, (place, size, key) in enumerate(looks)
        )
    stands = tuple(forced.items())
    still = tuple(index for index in unread if index not in forced)
    return _unread(looks, kind, rules, still) if still else _known(looks, rules, stands)


def _known(looks: Looks, rules: Rules, stands: tuple[tuple[int, Shape], ...] = ()) -> Judgement:
    target = clauses.target_of([size or 0 for _, size, _ in looks], rules)
    broken = _breaks(looks, rules)
    holds = () if broken or target is None else clauses.holds(looks, rules, target, sure=True)
    verdict = Verdict.weigh(broken, _place_doubts(looks), holds)
    tiles = None if target is None else clauses.tiles_of(looks, target)
    return Judgement(verdict, target, tiles or (), stands)


def _unread(looks: Looks, profile: Profile, rules: Rules, unread: tuple[int, ...]) -> Judgement:
    certain = (*clauses.counted(looks), *clauses.places(looks, rules))
    doubts = (*_shape_doubts(looks, unread), *_place_doubts(looks))
    counts = [size for _, size, _ in looks if size is not None]
    if len(counts) == len(looks) and clauses.target_of(counts, rules) is None:
        return Judgement(Verdict.weigh((*certain, clauses.no_target(counts)), (), ()))
    if not _bounded(looks, profile, unread):
        return Judgement(Verdict.weigh(certain, doubts, ()))
    legal: Looks | None = None
    illegal = False
    always: set[str] | None = None
    for full in _completions(looks, profile, rules, unread):
        broken = {reason.clause for reason in _breaks(full, rules)}
        always = broken if always is None else always & broken
        if broken:
            illegal = True
        else:
            legal = full
        if legal and illegal:
            return Judgement(Verdict.weigh(certain, doubts, ()))
    if legal is None:
        return Judgement(Verdict.weigh(_never(certain, always or set(), unread), (), ()))
    target = clauses.target_of([size or 0 for _, size, _ in legal], rules)
    holds = () if target is None else clauses.holds(legal, rules, target, sure=False)
    return Judgement(Verdict.weigh((), _place_doubts(looks), holds), target)


def _breaks(looks: Looks, rules: Rules) -> tuple[Reason, ...]:
    return (*clauses.counted(looks), *clauses.places(looks, rules), *clauses.shapes(looks, rules))


def _only_shape(look: Look, profile: Profile) -> Shape | None:
    """The one shape that a card of this many triangles can have, if it is but one."""
    _, size, _ = look
    if size is None or size > profile.largest or len(profile.shapes(size)) > 1:
        return None
    return profile.shapes(size)[0]


def _bounded(looks: Looks, profile: Profile, unread: tuple[int, ...]) -> bool:
    """Whether what the unread cards can be is listed by the profile, and the list short enough to try.

    Beside a home-made card larger than the deck's own, an unread one may be home-made too.
    """
    blank = sum(looks[index][1] is None for index in unread)
    home_made = any(size is not None and size > profile.largest for _, size, _ in looks)
    unlisted = any((looks[index][1] or 0) > profile.largest for index in unread)
    return not (unlisted or (home_made and blank)) and (profile.largest + 1) ** blank <= MOST_COMPLETIONS


def _completions(looks: Looks, profile: Profile, rules: Rules, unread: tuple[int, ...]) -> Iterator[Looks]:
    """The looks with every shape that the unread cards can have.

    Where the counts alone rule out a target, one completion stands for all with these counts.
    """
    known = [looks[index][1] for index in unread]
    for sizes in product(*(range(profile.largest + 1) if size is None else (size,) for size in known)):
        at = dict(zip(unread, sizes, strict=True))
        counts = [at.get(index, size) or 0 for index, (_, size, _) in enumerate(looks)]
        pools = [profile.shapes(size) if size else (None,) for size in sizes]
        if clauses.target_of(counts, rules) is None:
            pools = [pool[:1] for pool in pools]
        for chosen in product(*pools):
            full = list(looks)
            for index, shape in zip(unread, chosen, strict=True):
                full[index] = (looks[index][0], at[index], None if shape is None else shape.key)
            yield tuple(full)


def _shape_doubts(looks: Looks, unread: Sequence[int]) -> Iterator[Reason]:
    for index in unread:
        card = clauses.named([index])
        if looks[index][1] is None:
            says = f"{card.capitalize()} was not read: show it whole."
            yield Reason(clauses.ONE_TARGET, says, (index,))
        else:
            says = f"Of {card} only the colour was read: show its shape."
            yield Reason(clauses.EXACT_COVER, says, (index,))


def _place_doubts(looks: Looks) -> tuple[Reason, ...]:
    lost = tuple(index for index, (place, _, _) in enumerate(looks) if place is None)
    if not lost or len(lost) == len(looks):
        return ()
    says = f"Where {clauses.named(lost)} came from was not seen: say from whom."
    return (Reason(clauses.BOTH_LOCATIONS, says, lost),)


def _never(certain: Sequence[Reason], always: set[str], unread: tuple[int, ...]) -> tuple[Reason, ...]:
    """Why no completion is legal: the clauses that every one breaks, or that each breaks one of them."""
    texts = seed("zangle")["clauses"]
    cited = {reason.clause for reason in certain}
    whatever = f"Whatever {clauses.named(unread)} may show"
    more = tuple(
        Reason(clause, f"{whatever}, this is broken: {texts[clause.partition('/')[2]]}", unread)
        for clause in sorted(always - cited)
    )
    if certain or more:
        return (*certain, *more)
    return (Reason(clauses.EXACT_COVER, f"{whatever}, the cards do not make one card's shape.", unread),)
