"""A deck whose colours are not the game's: one ink for all, or any colour on any card.

A shape that is like no other of another count tells its number by its form alone. Where more of these contradict their
colours than agree with them, colours tell nothing of this deck, and a triangle may be one or four.
"""

from __future__ import annotations

from collections.abc import Sequence

from vision.cards.decide_config import DecideConfig
from vision.cards.decks.candidates import LEAST_PAPERY, Candidate, least_error
from vision.cards.decks.decide import DISAGREE, Decision
from vision.cards.decks.likely_fits import fits_well
from vision.cards.face.colours import count_likelihood, hue_of

WHY = "the deck is not printed in the game's colours, and cards are told by these: teach the deck first"
LEAST = 2
"""So many at least contradict their colours, one may be veiled by glare; but for one that has the very hue of another
number's."""
LEAST_LONE = 3
"""... and so many, where no card's edge is seen, ..."""
MOST_ERROR_LONE = 0.035
"""... if they differ from a shape by less: prints did by .014 to .03, another game's waves and bars by .043 to .058."""
SAME_HUE_DEG = 15.0
"""The game's own are 47 apart and more."""


def of_other_colours(
    found: list[tuple[Candidate, Decision]], profile: str, config: DecideConfig
) -> list[tuple[Candidate, Decision]]:
    """The decisions. Where the photo's own shapes say that colours tell nothing, what hangs on a colour is in doubt."""
    telling = [
        (c, seen, counts)
        for c, seen in found
        if c.outlined
        and (seen.triangles or seen.why == DISAGREE)
        and len(counts := counts_of(c, profile, config)) == 1
    ]
    read = [(c, {seen.triangles}) for c, seen in found if seen.triangles]
    forms = [(c, counts) for c, _, counts in telling]
    odd = [
        _of_two_numbers(c, counts, forms)
        or (not _coloured(c, counts, config) and _of_two_numbers(c, counts, read))
        for c, counts in forms
    ]
    alike = sum(odd)
    agree = sum(
        bool(seen.triangles) and not is_odd for (_, seen, _), is_odd in zip(telling, odd, strict=True)
    )
    refused = sum(seen.why == DISAGREE for _, seen, _ in telling)
    if alike <= agree and (refused < LEAST or refused <= agree):
        return found
    return [
        (c, Decision(None, None, seen.confidence, WHY, True))
        if seen.why == DISAGREE or (seen.triangles and len(counts_of(c, profile, config)) > 1)
        else (c, seen)
        for c, seen in found
    ]


def counts_of(c: Candidate, profile: str, config: DecideConfig) -> set[int]:
    """The numbers of triangles that a print may have by its form alone."""
    if c.face.blob is None or c.face.clear < config.least_clear:
        return set()
    return {fit.shape.size for fit in c.face.fits.get(profile, ()) if fits_well(c.face, fit, config)}


def in_other_colours(
    candidates: Sequence[Candidate], profiles: Sequence[str], config: DecideConfig
) -> list[Candidate]:
    """Where no deck is told: the cards of one that is not printed in the game's colours, if they seem to be of one.

    Those of which no edge shows count where there are more, on paper, very like the shapes and of one ink: a cloth and
    another game's cards have shapes of their own.
    """
    outlined = [c for c in candidates if c.outlined]
    lone = [c for c in candidates if c.face.papery > LEAST_PAPERY and least_error(c.face) < MOST_ERROR_LONE]
    for profile in profiles:
        if strange := _strange(outlined, profile, LEAST, config):
            return strange
        strange = _strange(lone, profile, LEAST_LONE, config)
        if strange and all(_alike(strange[0], other) for other in strange):
            return strange
    return []


def _strange(
    candidates: Sequence[Candidate], profile: str, least: int, config: DecideConfig
) -> list[Candidate]:
    """The candidates that may be a profile's shapes, if at least so many, of two kinds or more, contradict their
    colours."""
    cards = [c for c in candidates if counts_of(c, profile, config)]
    telling = [c for c in cards if len(counts_of(c, profile, config)) == 1]
    against = [c for c in telling if not _coloured(c, counts_of(c, profile, config), config)]
    if len(against) < least or 2 * len(against) <= len(telling):
        return []
    kinds = {fit.shape for c in against for fit in c.face.fits[profile] if fits_well(c.face, fit, config)}
    return cards if len(kinds) >= LEAST else []


def _of_two_numbers(c: Candidate, counts: set[int], others: list[tuple[Candidate, set[int]]]) -> bool:
    """Whether a print has the hue of one of another number."""
    return any(counts != ones and _alike(c, other) for other, ones in others)


def _alike(one: Candidate, other: Candidate) -> bool:
    """Whether two prints are of one hue."""
    if one.face.blob is None or other.face.blob is None:
        return False
    apart = hue_of(one.face.blob.counted) - hue_of(other.face.blob.counted)
    return abs((apart + 180) % 360 - 180) < SAME_HUE_DEG


def _coloured(c: Candidate, counts: set[int], config: DecideConfig) -> bool:
    assert c.face.blob is not None
    colour = count_likelihood(c.face.blob.counted)
    return any(colour[count - 1] >= config.least_colour for count in counts)
