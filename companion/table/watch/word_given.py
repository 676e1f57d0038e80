"""What a person has said lies at a place: it stands as long as the same cards lie there, whatever the camera reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from companion.table.watch.arrivals import compared
from companion.table.watch.placed import Card
from companion.table.watch.telling import in_order
from companion.table.zangle import events as ev
from companion.table.zangle.events import Face
from companion.table.zangle.play import State
from companion.table.zangle.table import Table


@dataclass(frozen=True, slots=True)
class Word:
    """A person's look at a place."""

    place: str
    faces: tuple[Face, ...]
    """What is known of its cards by it."""
    cards: tuple[tuple[int, str | None], ...]
    """Key and look of each card that lay there then."""

    def stands(self, there: Iterable[Card], faces: Sequence[Face]) -> bool:
        """Whether all that lay there still does, and the camera's `faces` say otherwise than the person did."""
        return self.added(there) is not None and bool(compared(self.faces, faces)[0])

    def added(self, there: Iterable[Card]) -> list[Card] | None:
        """What of the cards `there` came since; None where one that lay there does no more. One that was pushed may
        have another key, and looks as it did."""
        keys = {key for key, _ in self.cards}
        present = {card.seen.key for card in there}
        gone = Counter(look for key, look in self.cards if key not in present)
        came = []
        for card in there:
            if card.seen.key not in keys and gone[card.seen.look]:
                gone[card.seen.look] -= 1
            elif card.seen.key not in keys:
                came.append(card)
        return None if gone.total() else came

    def with_added(self, lying: Sequence[Face], there: Sequence[Card]) -> tuple[Face, ...]:
        """What the game knows to lie there, with what came since where that is all that is unread."""
        known = tuple(face for face in lying if face.known)
        came = self.added(there) or []
        return (*known, *in_order(card.seen for card in came)) if len(known) + len(came) == len(lying) else ()


def words_given(
    before: Iterable[Word],
    since: int | None,
    own: Collection[int],
    state: State,
    table: Table,
    cards: Sequence[Card],
) -> tuple[Word, ...]:
    """The words that the game still goes by, with those that people have given after the version `since`; none are
    new where that is None. `own` are the numbers of the camera's looks.
    """
    words = {word.place: word for word in before}
    given: dict[str, ev.Seen] = {}
    for done in state.in_effect:
        if since is None or done.seq <= since:
            break
        if isinstance(done.event, ev.Seen) and done.seq not in own:
            given.setdefault(done.event.place, done.event)
    for place, seen in given.items():
        lay = tuple((card.seen.key, card.seen.look) for card in cards if card.place == place)
        words[place] = Word(place, tuple(face for face in seen.cards if face.known), lay)
    # Of cards that the camera did not see then it cannot tell whether they are still the same.
    kept = (word for word in words.values() if 0 < len(word.faces) <= len(word.cards))
    return tuple(word for word in kept if not compared(word.faces, table.faces(word.place) or ())[0])
