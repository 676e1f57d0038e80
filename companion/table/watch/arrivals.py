"""Cards that came to a place: were they drawn, or are they cards of the table that lie elsewhere now?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.table.zangle.events import Face


def compared(lying: Iterable[Face], there: Sequence[Face]) -> tuple[list[Face], list[int]]:
    """The faces that the game has at a place and that none of the cards `there` can be, and the numbers of the cards
    that are none of them. Of cards alike the first are the ones that the game has.
    """
    left = sorted(lying, key=lambda face: not face.known)
    came = []
    for number in sorted(range(len(there)), key=lambda number: not there[number].known):
        card = there[number]
        found = next((face for face in left if face.agrees(card) and (card.known or not face.known)), None)
        if found is None:
            came.append(number)
        else:
            left.remove(found)
    return left, came


def surely_drawn(came: Sequence[Face], missed: Sequence[Face]) -> bool:
    """Whether none of the cards that came can be one that is not in plain sight where the game has it.

    A card that was pushed along its row is remembered where it lay for a while, and one that fell out of another row
    is missed there.
    """
    return not any(face.agrees(other) for face in came for other in missed)
