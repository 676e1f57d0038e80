"""What vision is told of the places that the project prints."""

from __future__ import annotations

from functools import lru_cache

from companion.rules.places import CONTROL, places
from vision.live.marks import MarkOn, MarkSet, PrintedMark


@lru_cache(maxsize=1)
def printed_marks() -> MarkSet:
    """The sheets and cards that `companion print places` makes, and made."""
    known = places()
    marks = tuple(
        PrintedMark(
            face.name,
            face.size_mm,
            tuple(
                MarkOn(marker.number, marker.at_mm, marker.side_mm) for marker in face.markers + face.earlier
            ),
            face.code,
            face.code_at,
            face.kind != CONTROL,
            face.pile,
        )
        for face in known.faces
    )
    return MarkSet(known.family, known.code_mm, marks)
