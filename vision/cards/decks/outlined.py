"""The outlines of a photo that are the cards of one deck: which they are, and how large its cards are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.cards.decks.candidates import (
    Candidate,
    bearing_prints,
    cards_on_plane,
    filled,
    good,
    largest_px,
    on_one_plane,
    outlined,
    with_print,
    without_prints,
)
from vision.cards.decks.proportion import better_size
from vision.cards.decks.which_deck import choose_profile, typical_fit
from vision.cards.face.faces import StyleMemory
from vision.cards.face.marked import MarkedCardSighting
from vision.cards.scene_config import PROFILES, SceneConfig
from vision.cards.spots import PrintSpot
from vision.outlines import QuadSighting
from vision.plane import Floats
from vision.quads import middle_of
from vision.rectify import Pyramid


@dataclass(frozen=True, slots=True)
class _Photo:
    """What outlines are looked for in: the photo, its outlines, marked cards and spots, and the decks there may be."""

    pyramid: Pyramid
    quads: list[QuadSighting]
    marked: list[MarkedCardSighting]
    spots: list[PrintSpot]
    profiles: tuple[str, ...]

    def placed(
        self, quads: list[QuadSighting], config: SceneConfig, *sizes_mm: tuple[float, float]
    ) -> tuple[list[Floats] | None, SceneConfig]:
        """Where those of the outlines lie that one plane makes cards of one size, and the config with that size."""
        given = (sizes_mm,) if sizes_mm else ()
        return on_one_plane(self.pyramid, quads, self.marked, self.spots, config, *given)

    def cards(
        self, placed: list[Floats], style: StyleMemory, own: SceneConfig, *, letters: bool = True
    ) -> list[Candidate]:
        """What the cards that lie there show."""
        return cards_on_plane(self.pyramid, placed, self.profiles, style, own, letters=letters)

    def placed_by(self, shown: list[Floats], config: SceneConfig) -> tuple[list[Floats] | None, SceneConfig]:
        """The same of all outlines, where prints stand on what the cards with these corners (4, 2) lie on."""
        places = np.array([[*middle_of(corners), 1.0] for corners in shown])
        return on_one_plane(self.pyramid, self.quads, self.marked, self.spots, config, shown=places)

    def each(self, quads: list[QuadSighting], style: StyleMemory, own: SceneConfig) -> list[Candidate]:
        """What each of the outlines shows for itself."""
        cards = without_prints(quads, self.spots)
        return outlined(self.pyramid, with_print(cards, self.spots), self.profiles, style, own)

    def printed(self) -> list[QuadSighting]:
        """The outlines about whose middle a print stands."""
        return bearing_prints(self.quads, self.spots)


def outlined_cards(
    pyramid: Pyramid,
    quads: list[QuadSighting],
    marked: list[MarkedCardSighting],
    spots: list[PrintSpot],
    profile: str | None,
    style: StyleMemory,
    config: SceneConfig,
) -> tuple[list[Candidate], SceneConfig]:
    """What the outlines that are cards of one deck show, and the config with the deck's own proportions."""
    photo = _Photo(pyramid, quads, marked, spots, (profile,) if profile else PROFILES)
    placed, own = photo.placed(quads, config)
    if placed is None:
        return _each(photo, quads, style, own)
    candidates = photo.cards(placed, style, own)
    if marked:
        return candidates, own
    if _mostly_blank(candidates):
        # The table's tiles are the ones that are alike: only what bears a print can be a card.
        placed, own = photo.placed(photo.printed(), config)
        if placed is None:
            return _each(photo, quads, style, own)
        candidates = photo.cards(placed, style, own)
    if typical_fit([c.face for c in candidates], own.decide) < own.poor_fit:
        candidates, own = _other_size(photo, candidates, own)
        style.last = None
    if not _tell_a_deck(candidates, own):
        candidates, own = _told_apart(photo, config) or (candidates, own)
    return _own_size(photo, candidates, own)


def _each(
    photo: _Photo, quads: list[QuadSighting], style: StyleMemory, config: SceneConfig
) -> tuple[list[Candidate], SceneConfig]:
    """What each of the outlines shows, where no plane made cards of them: as the usual card's, or on the plane of those
    that turn out to bear a print if what is printed fits better so. A bright print on a large black card is no spot."""
    candidates = photo.each(quads, style, config)
    shown = [c for c in candidates if c.face.blob is not None and c.face.clear >= config.decide.least_clear]
    if photo.marked or len(shown) < LEAST_SHOWN:
        return candidates, config
    placed, own = photo.placed_by([c.corners for c in shown], config)
    if placed is None or len(placed) < LEAST_SHOWN:
        return candidates, config
    anew = photo.cards(placed, StyleMemory(), own)
    fits = [typical_fit([c.face for c in found], own.decide) for found in (candidates, anew)]
    if fits[1] <= fits[0]:
        return candidates, config
    style.last = None
    return _own_size(photo, anew, own)


LEAST_SHOWN = 3
"""Fewer cards tell no plane."""


def _told_apart(photo: _Photo, config: SceneConfig) -> tuple[list[Candidate], SceneConfig] | None:
    """What the outlines show that look like cards by more than their size, if they tell a deck where all that lie on
    one plane told none: a cloth's squares outnumber a few cards, and agree on a size of their own."""
    for read in (_printed_alone, _as_filled):
        anew, own = read(photo, config)
        if _tell_a_deck(anew, own):
            return anew, own
    return None


def _tell_a_deck(candidates: list[Candidate], config: SceneConfig) -> bool:
    """Whether what shows are shapes of a deck at all, whichever was named."""
    clear = [c for c in candidates if c.face.clear >= config.decide.least_clear and good(c.face, config)]
    return bool(clear) and choose_profile([c.face for c in candidates], None, config.decide) is not None


def _printed_alone(photo: _Photo, config: SceneConfig) -> tuple[list[Candidate], SceneConfig]:
    """What the outlines show that bear a print."""
    printed = photo.printed()
    placed, own = photo.placed(printed, config)
    style = StyleMemory()
    shown = photo.each(printed, style, own) if placed is None else photo.cards(placed, style, own)
    return shown, own


def _as_filled(photo: _Photo, config: SceneConfig) -> tuple[list[Candidate], SceneConfig]:
    """What all outlines show that lie on the plane of those which are of one colour to their edges: cards may be
    printed in the colour of their count, and bear no print that stands out from white paper."""
    full = filled(photo.quads, photo.spots)
    if len(full) < LEAST_SHOWN:
        return [], config
    placed, own = photo.placed_by([quad.corners for quad in full], config)
    return ([] if placed is None else photo.cards(placed, StyleMemory(), own)), own


def _own_size(
    photo: _Photo, candidates: list[Candidate], config: SceneConfig
) -> tuple[list[Candidate], SceneConfig]:
    """The cards read anew in the proportions that their own prints tell, as long as the prints fit better so."""
    for _ in range(2):
        size_mm = better_size(candidates, config.faces.size_mm, config)
        if size_mm is None:
            break
        placed, own = photo.placed(photo.quads, config, size_mm)
        if placed is None or len(placed) < 0.8 * len(candidates):
            break
        anew = photo.cards(placed, StyleMemory(), own)
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
    photo: _Photo, candidates: list[Candidate], config: SceneConfig
) -> tuple[list[Candidate], SceneConfig]:
    """The cards read anew as cards of the size under which their shapes fit best, if any fits clearly better.

    Cards that lie all one way look alike under another size and another tilt: only what is printed on them tells.
    """
    best = typical_fit([c.face for c in candidates], config.decide) + config.clearly_better
    chosen = None
    for size_mm in config.other_sizes_mm:
        placed, own = photo.placed(photo.quads, config, size_mm)
        if size_mm == config.faces.size_mm or placed is None or len(placed) < 0.6 * len(candidates):
            continue
        tried = photo.cards(placed[:6], StyleMemory(), own, letters=False)
        fit = typical_fit([c.face for c in tried], own.decide)
        if fit > best and len(tried) > 1:
            best, chosen = fit, (placed, own)
    if chosen is None:
        return candidates, config
    return photo.cards(chosen[0], StyleMemory(), chosen[1]), chosen[1]
