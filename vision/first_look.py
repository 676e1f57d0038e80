"""The first look at a photo: outlines, coloured shapes and markers, looked for side by side."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from vision.blobs import (
    BlobSighting,
    Channels,
    find_blobs,
    local_ratio,
    over_lightest,
    ratio_of,
    tint_of,
)
from vision.deck import MarkedDeck
from vision.markers import MarkerSighting, cards_of_lone_markers, markers_in, markers_within
from vision.outlines import QuadSighting, WorkPicture, find_outlines, work_picture
from vision.photo import Pixels
from vision.scene_config import SceneConfig


@dataclass(frozen=True, slots=True)
class FirstLook:
    """What stands out in a photo, in its own pixels, and the smaller picture that was looked at."""

    work: WorkPicture
    quads: list[QuadSighting]
    spots: list[BlobSighting]
    markers: list[MarkerSighting]
    over: Channels
    """The smaller picture's channels over the lightest of their neighbourhood ..."""
    ratio: Pixels
    """... and its pixels' weakest of them."""

    def faint(self, config: SceneConfig) -> list[BlobSighting]:
        """Coloured shapes so pale that a table shows many, and such as show by their tint alone: glare or a shadow lies
        over them, or they are none. Letters beside paper that lies in shade itself."""
        picture, step = self.work.picture, self.work.step
        pale = find_blobs(picture, self.ratio, step, config.faint_blobs)
        tint = tint_of(self.over)
        near = local_ratio(picture, config.shaded_letters)
        letters = find_blobs(picture, near, step, config.shaded_letters)
        return [
            *(spot for spot in pale if not spot.dark),
            *(spot for spot in find_blobs(picture, tint, step, config.shaded_blobs) if not spot.dark),
            *(spot for spot in letters if spot.dark),
        ]


def first_look(image: Pixels, deck: MarkedDeck | None, config: SceneConfig) -> FirstLook:
    """Look for all three: for the markers, which take as long as the others together, in a second thread."""
    work = work_picture(image, config.outlines)
    with ThreadPoolExecutor(1) as aside:
        markers = aside.submit(markers_in, image, deck, config.markers)
        quads = find_outlines(image, config.outlines, work)
        over = over_lightest(work.picture, config.blobs)
        ratio = ratio_of(over)
        spots = find_blobs(work.picture, ratio, work.step, config.blobs)
        found = markers.result()
    if deck is not None:
        likely = sorted(quads, key=lambda quad: -min(quad.support))
        places = [*(quad.corners for quad in likely), *cards_of_lone_markers(found, deck)]
        found += markers_within(image, deck, places, found, config.markers)
    return FirstLook(work, quads, spots, found, over, ratio)
