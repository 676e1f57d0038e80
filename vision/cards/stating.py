"""What is stated of the candidates for cards on one ground, and what is named as not read."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.cards.cut_out import goes_on, of_another_paper
from vision.cards.decks.agree import decided, resolve
from vision.cards.decks.candidates import LEAST_PAPERY, Candidate
from vision.cards.decks.decide import Decision
from vision.cards.decks.equally_near import of_one_distance
from vision.cards.decks.one_kind import NOTHING_READ, of_several_kinds
from vision.cards.decks.other_colours import of_other_colours
from vision.cards.decks.strewn import among_strays
from vision.cards.decks.words import without_words
from vision.cards.face.marked import MarkedCardSighting
from vision.cards.first_look import FirstLook
from vision.cards.gaps import without_gaps
from vision.cards.ground.on_ground import TableReading
from vision.cards.lone_places import places_of
from vision.cards.no_card import Doubt, without_pattern
from vision.cards.place import print_off_middle
from vision.cards.scene_config import SceneConfig
from vision.cards.vouch import vouched
from vision.ground import Ground
from vision.outlines import QuadSighting
from vision.quads import any_at, as_quad, ends_beyond, inside
from vision.sighting import CardSighting, Unread

LEAST_EVEN = 0.3
"""The share of a face from which it is paper that the bars of a blind lie over: of one it is .35, of twenty backs .22
at most."""

CUT_OFF = 0.004
"""Of the picture's longer side: an outline that ends so near the picture's edge is cut off by it."""

Doubtful = list[tuple[MarkedCardSighting, Unread]]
"""Cards that markers name and prints do not bear out, and why."""


def stated_of(
    reading: TableReading,
    named: Sequence[CardSighting],
    doubtful: Doubtful,
    quads: list[QuadSighting],
    look: FirstLook,
    config: SceneConfig,
) -> tuple[list[CardSighting], list[Unread]]:
    """The cards that are stated beside those that markers have `named`, and the places of what is not read. The
    reading's profile is known."""
    profile = reading.profile
    assert profile is not None
    places = [np.array(card.corners_px) for card in named]
    left = [c for c in reading.candidates if not any(inside(c.middle, corners) for corners in places)]
    everyone = _decided(reading.taught + left, profile, doubtful, config, named=bool(named))
    settled = without_gaps(resolve(everyone[len(reading.taught) :]), places, profile)
    settled = without_words(settled, look.spots)
    unsettled = _unsettled(settled, reading, look, config)
    by_two, still, settled = vouched(doubtful, settled)
    told = bool(named or reading.marked)
    cards, doubts = _said(settled, quads, reading.ground, look, config, told=told)
    stated = [*by_two, *cards]
    read = [(c, seen) for c, seen in settled if seen.triangles is not None]
    unread = without_pattern(
        [*unsettled, *doubts], read, [*named, *stated], look.spots, reading.ground, profile
    )
    return stated, [*still, *unread]


def _decided(
    candidates: list[Candidate],
    profile: str,
    doubtful: Doubtful,
    config: SceneConfig,
    *,
    named: bool,
) -> list[tuple[Candidate, Decision]]:
    """What each shows. The deck is told by a marker that has `named` a card, or by a doubtful one by which its shape
    stands: one that nothing stands by may be no card's."""
    found = decided(candidates, profile, config)
    told = named or bool(vouched(doubtful, found)[0])
    found = of_other_colours(found, profile, config.decide)
    found = of_several_kinds(found, profile, config.decide, told=told)
    return among_strays(of_one_distance(found, profile))


def _said(
    settled: list[tuple[Candidate, Decision]],
    quads: list[QuadSighting],
    ground: Ground,
    look: FirstLook,
    config: SceneConfig,
    *,
    told: bool,
) -> tuple[list[CardSighting], list[Doubt]]:
    """What is read without a marker, and the places of what is not. `told`: markers say how large cards are."""
    cards, doubts = [], []
    whole = [
        c.face.blob.centroid_mm for c, d in settled if c.outlined and d.triangles and c.face.blob is not None
    ]
    off_mm = print_off_middle(np.array(whole), config.faces.size_mm)
    lone = [c for c, _ in settled if not c.outlined]
    scaled = told or len(lone) < len(settled)
    placed = iter(places_of(lone, quads, ground, look.work, off_mm, config.size_play, scaled=scaled))
    for c, d in settled:
        corners = c.corners if c.outlined else next(placed)
        if d.why is None and d.triangles is not None:
            by = ("outline", "shape") if c.outlined else ("shape",)
            cards.append(CardSighting(None, d.triangles, d.shape, as_quad(corners), d.confidence, by))
        elif d.why:
            doubts.append((c, Unread(as_quad(corners), d.why)))
    return cards, doubts


def _unsettled(
    settled: list[tuple[Candidate, Decision]], reading: TableReading, look: FirstLook, config: SceneConfig
) -> list[Doubt]:
    """Cards of the deck's size in their neighbours' plane, face up, on which nothing could be read.

    To leave such a card out in silence would make a claim that it belongs to look certain. What the edge of the
    picture cuts off anybody can see to be out of it, and it may be anything; what is of another paper than the cards
    and goes on beyond its outline is a table's or another sheet's.
    """
    height, width = (round(side * look.work.step) for side in look.work.picture.shape[:2])
    marked = [m.corners for m in reading.marked]
    taken = np.array([c.corners for c, _ in settled] + marked).reshape(-1, 4, 2)
    read = [c for c, d in settled if d.triangles is not None]
    papers = [c.face.paper for c in [*read, *reading.taught]]
    places = [*(c.corners for c in read), *marked]
    return [
        (c, Unread(as_quad(c.corners), NOTHING_READ))
        for c in reading.candidates
        if c.outlined
        and (c.face.papery > LEAST_PAPERY or c.face.even > LEAST_EVEN)
        and not any_at(c.corners, taken)
        and ends_beyond(c.corners, (width, height)) < -CUT_OFF * max(width, height)
        and reading.ground.card_sized(c.corners, c.middle, config.size_play)
        and not (of_another_paper(c.face.paper, papers) and goes_on(c.corners, look.work, places))
    ]
