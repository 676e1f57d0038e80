"""What the table knows of a claim's cards: one that was named without its face may have been seen to lie there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.rules.zangle import Profile, profile_named
from companion.table.zangle.cards import matched
from companion.table.zangle.events import Claim, Face, Taken
from companion.table.zangle.table import Faces, Table


def with_faces(table: Table, claim: Claim) -> Claim:
    """The claim with the faces of cards that can be but one thing of what lies at their place."""
    cards, profile = list(claim.cards), profile_named(table.options.profile)
    for source in dict.fromkeys(taken.source for taken in cards):
        there = [index for index, taken in enumerate(cards) if taken.source == source]
        lying = tuple(_whole(face, profile) for face in table.faces(source) or ())
        told = _told([cards[index].face for index in there], lying)
        for index, face in zip(there, told, strict=True):
            cards[index] = Taken(source, face)
    return replace(claim, cards=tuple(cards))


def _whole(face: Face, profile: Profile) -> Face:
    """The face, with its shape where the colour leaves but one."""
    if face.known or face.triangles is None or face.triangles > profile.largest:
        return face
    shapes = profile.shapes(face.triangles)
    return replace(face, shape=shapes[0]) if len(shapes) == 1 else face


def _told(asked: Sequence[Face], lying: Faces) -> list[Face]:
    told, left = list(asked), list(lying)
    open_ = sorted(range(len(asked)), key=lambda index: (asked[index].id is None, not asked[index].known))
    for index in tuple(open_):
        fits = _may_be(asked[index], left)
        if fits and all(face.known and face.agrees(replace(fits[0], id=None)) for face in fits):
            told[index] = _shown(asked[index], fits[0])
            left.remove(fits[0])
            open_.remove(index)
    # Where all that is left is taken, it does not matter which of them is which.
    if len(open_) == len(left) and all(face.known for face in left):
        at = matched([asked[index] for index in open_], left)
        for index, place in zip(open_, at or (), strict=False):
            told[index] = _shown(asked[index], left[place])
    return told


def _may_be(want: Face, lying: Sequence[Face]) -> list[Face]:
    """The cards that one may be; by its id rather than by what shows."""
    named = [face for face in lying if want.id is not None and face.id == want.id]
    return named or [face for face in lying if want.agrees(face)]


def _shown(want: Face, face: Face) -> Face:
    return want if want.known else replace(want, triangles=face.triangles, shape=face.shape)
