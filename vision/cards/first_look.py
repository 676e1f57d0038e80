"""The first look at a photo: outlines, coloured shapes and markers, looked for side by side."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from vision.cards.scene_config import SceneConfig
from vision.cards.spots import (
    Channels,
    PrintSpot,
    find_spots,
    local_ratio,
    over_lightest,
    ratio_of,
    tint_of,
)
from vision.deck import MarkedDeck
from vision.markers import MarkerSighting, cards_of_lone_markers, markers_in, markers_within
from vision.outlines import QuadSighting, WorkPicture, find_outlines, work_picture
from vision.photo import Pixels

Spots = Future[list[PrintSpot]]
"""Shapes that another thread looks for."""


@dataclass(frozen=True, slots=True)
class FirstLook:
    """What stands out in a photo, in its own pixels, and the smaller picture that was looked at."""

    work: WorkPicture
    quads: list[QuadSighting]
    spots: list[PrintSpot]
    markers: list[MarkerSighting]
    later: Spots
    bright: bool = False
    """Whether the spots are the bright prints already."""

    def faint(self) -> list[PrintSpot]:
        """Coloured shapes so pale that a table shows many, and such as show by their tint alone: glare or a shadow lies
        over them, or they are none. Letters beside paper that lies in shade itself."""
        return self.later.result()

    def of_bright_prints(self, config: SceneConfig) -> FirstLook:
        """The same with the coloured shapes and letters that are lighter than the dark grey paper about them. In the
        picture's negative they are darker than what is light there, as prints on white are."""
        negative = np.asarray(255 - self.work.picture, np.uint8)
        over = over_lightest(negative, config.spots)
        found = find_spots(negative, ratio_of(over), self.work.step, config.spots)
        turned = [replace(spot, ink=_negative_of(spot.ink), paper=_negative_of(spot.paper)) for spot in found]
        none: Spots = Future()
        none.set_result([])
        return replace(
            self, spots=[spot for spot in turned if _dark_grey(spot.paper)], later=none, bright=True
        )


def _negative_of(colour: tuple[float, float, float]) -> tuple[float, float, float]:
    blue, green, red = colour
    return 255 - blue, 255 - green, 255 - red


def _dark_grey(colour: tuple[float, float, float]) -> bool:
    """Paper of a tint changes what a bright ink over it is taken for: purple on navy is red."""
    return max(colour) < DARK and max(colour) - min(colour) < GREY


DARK, GREY = 120.0, 30.0
"""Of 255: how light dark paper is at most, and how far apart its channels are."""


def first_look(image: Pixels, deck: MarkedDeck | None, config: SceneConfig) -> FirstLook:
    """Look for all three in a photo (h, w, 3): for the markers and the shapes, which take as long as the outlines, in a
    second thread.

    That goes on to the faint shapes, which nearly every photo is asked for once its cards are read.
    """
    work = work_picture(image, config.outlines)
    aside = ThreadPoolExecutor(1)
    markers = aside.submit(markers_in, image, deck, config.markers)
    spots, faint = _shapes_last(aside, work, config)
    quads = find_outlines(image, config.outlines, work)
    found = markers.result()
    if deck is not None:
        likely = sorted(quads, key=lambda quad: -min(quad.support))
        places = [*(quad.corners for quad in likely), *cards_of_lone_markers(found, deck)]
        found += markers_within(image, deck, places, found, config.markers)
    return FirstLook(work, quads, spots.result(), found, faint)


def look_again(image: Pixels, first: FirstLook, config: SceneConfig) -> FirstLook:
    """Look for outlines and shapes in a photo (h, w, 3) once more, by other sizes; markers are where they were."""
    work = work_picture(image, config.outlines)
    spots, faint = _shapes_last(ThreadPoolExecutor(1), work, config)
    quads = find_outlines(image, config.outlines, work)
    return FirstLook(work, quads, spots.result(), first.markers, faint)


def _shapes_last(aside: ThreadPoolExecutor, work: WorkPicture, config: SceneConfig) -> tuple[Spots, Spots]:
    """The shapes, and then the faint ones, as the last that a thread looks for."""
    over = aside.submit(over_lightest, work.picture, config.spots)
    spots = aside.submit(lambda: find_spots(work.picture, ratio_of(over.result()), work.step, config.spots))
    faint = aside.submit(lambda: _faint(work, over.result(), config))
    aside.shutdown(wait=False)
    return spots, faint


def _faint(work: WorkPicture, over: Channels, config: SceneConfig) -> list[PrintSpot]:
    """The faint shapes of the smaller picture, whose channels are given over the lightest of their neighbourhood."""
    picture, step = work.picture, work.step
    pale = find_spots(picture, ratio_of(over), step, config.faint_spots)
    tinted = find_spots(picture, tint_of(over), step, config.shaded_spots)
    near = local_ratio(picture, config.shaded_letters)
    letters = find_spots(picture, near, step, config.shaded_letters)
    return [
        *(spot for spot in pale if not spot.dark),
        *(spot for spot in tinted if not spot.dark),
        *(spot for spot in letters if spot.dark),
    ]
