"""The first look at a photo: outlines, coloured shapes and markers, looked for side by side."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from vision.blobs import BlobSighting, find_blobs
from vision.deck import MarkedDeck
from vision.markers import MarkerSighting, markers_in
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


def first_look(image: Pixels, deck: MarkedDeck | None, config: SceneConfig) -> FirstLook:
    """Look for all three: for the markers, which take as long as the others together, in a second thread."""
    work = work_picture(image, config.outlines)
    with ThreadPoolExecutor(1) as aside:
        markers = aside.submit(markers_in, image, deck, config.markers)
        quads = find_outlines(image, config.outlines, work)
        spots = find_blobs(work.picture, work.step, config.blobs)
        return FirstLook(work, quads, spots, markers.result())
