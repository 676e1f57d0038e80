"""The outlines of a photo that are the cards of one deck: which they are, and how large its cards are."""

from __future__ import annotations

from vision.blobs import BlobSighting
from vision.candidates import (
    Candidate,
    bears_print,
    cards_on_plane,
    largest_px,
    on_one_plane,
    outlined,
    with_print,
)
from vision.decide import choose_profile, typical_fit
from vision.faces import Pyramid, Style
from vision.marked import MarkedCardSighting
from vision.outlines import QuadSighting
from vision.proportion import better_size
from vision.scene_config import PROFILES, SceneConfig


def outlined_cards(
    pyramid: Pyramid,
    quads: list[QuadSighting],
    marked: list[MarkedCardSighting],
    spots: list[BlobSighting],
    profile: str | None,
    style: list[Style],
    config: SceneConfig,
) -> tuple[list[Candidate], SceneConfig]:
    """What the outlines that are cards of one deck show, and the config with the deck's own proportions."""
    profiles = (profile,) if profile else PROFILES
    placed, own = on_one_plane(quads, marked, spots, pyramid.size_px, config)
    if placed is None:
        return outlined(pyramid, with_print(quads, spots), profiles, style, own), own
    candidates = cards_on_plane(pyramid, placed, profiles, style, own)
    if not marked and _mostly_blank(candidates):
        # The table's tiles are the ones that are alike: only what bears a print can be a card.
        printed = [q for q in quads if bears_print(q, spots)]
        placed, own = on_one_plane(printed, marked, spots, pyramid.size_px, config)
        if placed is None:
            return outlined(pyramid, with_print(quads, spots), profiles, style, own), own
        candidates = cards_on_plane(pyramid, placed, profiles, style, own)
    if not marked and typical_fit([c.face for c in candidates], own.decide) < own.poor_fit:
        candidates, own = _other_size(pyramid, quads, spots, candidates, profiles, own)
        style.clear()
    if not marked and choose_profile([c.face for c in candidates], profile, own.decide) is None:
        candidates, own = _printed_alone(pyramid, quads, spots, candidates, profiles, own, config)
    if not marked:
        candidates, own = _own_size(pyramid, quads, spots, candidates, profiles, own)
    return candidates, own


def _printed_alone(
    pyramid: Pyramid,
    quads: list[QuadSighting],
    spots: list[BlobSighting],
    candidates: list[Candidate],
    profiles: tuple[str, ...],
    own: SceneConfig,
    config: SceneConfig,
) -> tuple[list[Candidate], SceneConfig]:
    """What the outlines show that bear a print, if they tell a deck where all that lie on one plane told none: a
    cloth's squares outnumber a few cards, and agree on a size of their own."""
    printed = [q for q in quads if bears_print(q, spots)]
    placed, other = on_one_plane(printed, [], spots, pyramid.size_px, config)
    anew = (
        outlined(pyramid, with_print(printed, spots), profiles, [], other)
        if placed is None
        else cards_on_plane(pyramid, placed, profiles, [], other)
    )
    told = choose_profile([c.face for c in anew], None, other.decide)
    return (anew, other) if told else (candidates, own)


def _own_size(
    pyramid: Pyramid,
    quads: list[QuadSighting],
    spots: list[BlobSighting],
    candidates: list[Candidate],
    profiles: tuple[str, ...],
    config: SceneConfig,
) -> tuple[list[Candidate], SceneConfig]:
    """The cards read anew in the proportions that their own prints tell, as long as the prints fit better so."""
    for _ in range(2):
        size_mm = better_size(candidates, config.faces.size_mm, config)
        if size_mm is None:
            break
        placed, own = on_one_plane(quads, [], spots, pyramid.size_px, config, (size_mm,))
        if placed is None or len(placed) < 0.8 * len(candidates):
            break
        anew = cards_on_plane(pyramid, placed, profiles, [], own)
        if typical_fit([c.face for c in anew], own.decide) <= typical_fit(
            [c.face for c in candidates], config.decide
        ):
            break
        candidates, config = anew, own
    return candidates, config


def _mostly_blank(candidates: list[Candidate]) -> bool:
    """Whether most of the outlines have nothing printed in them."""
    blank = sum(largest_px(c.face) < LEAST_PRINT_PX and c.face.z < 0.5 for c in candidates)
    return len(candidates) >= 6 and blank > 0.6 * len(candidates)


LEAST_PRINT_PX = 8.0
"""A speck smaller than this is no print."""


def _other_size(
    pyramid: Pyramid,
    quads: list[QuadSighting],
    spots: list[BlobSighting],
    candidates: list[Candidate],
    profiles: tuple[str, ...],
    config: SceneConfig,
) -> tuple[list[Candidate], SceneConfig]:
    """The cards read anew as cards of the size under which their shapes fit best, if any fits clearly better.

    Cards that lie all one way look alike under another size and another tilt: only what is printed on them tells.
    """
    best = typical_fit([c.face for c in candidates], config.decide) + config.clearly_better
    chosen = None
    for size_mm in config.other_sizes_mm:
        placed, own = on_one_plane(quads, [], spots, pyramid.size_px, config, (size_mm,))
        if size_mm == config.faces.size_mm or placed is None or len(placed) < 0.6 * len(candidates):
            continue
        tried = cards_on_plane(pyramid, placed[:6], profiles, [], own)
        fit = typical_fit([c.face for c in tried], own.decide)
        if fit > best and len(tried) > 1:
            best, chosen = fit, (placed, own)
    if chosen is None:
        return candidates, config
    return cards_on_plane(pyramid, chosen[0], profiles, [], chosen[1]), chosen[1]
