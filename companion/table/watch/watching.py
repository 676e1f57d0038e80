"""What is known of a table that a camera follows: which cards lie where and whose they are, and what was made of it.

    watching = watching.saw(scene)                    # each frame

What it shows to have happened is for `noticing` to say.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from companion.table.watch.amending import Told
from companion.table.watch.claimed import Claimed, claim_of
from companion.table.watch.claiming import Before, Call
from companion.table.watch.drawing import is_column
from companion.table.watch.left_lately import Left, left_lately
from companion.table.watch.lying import Lying
from companion.table.watch.ownership import Moved
from companion.table.watch.placed import Card
from companion.table.watch.pressing import (
    CONTROLS,
    LATEST,
    MINE,
    Mine,
    laid_mine,
    lay_there,
)
from companion.table.watch.sheet_zones import zones_of
from companion.table.watch.telling import claim_order, face_of
from companion.table.watch.unread_laid import may_be_of
from companion.table.watch.watching_config import WatchingConfig
from companion.table.watch.word_given import Word
from companion.table.watch.zones import Use, Xy, Zone, zone_at
from companion.table.zangle.events import Event, Face, Seen, Taken
from vision.live.things import How, Scene, SeenCard, SeenMark

DEVICE = "camera"


@dataclass(frozen=True, slots=True)
class Watching:
    """What is known of the table, and what was already made of it."""

    seats: tuple[str, ...] = ()
    """The players from seat 1 on."""
    given: tuple[Zone, ...] = ()
    """Zones drawn by hand; they go before what sheets mark."""
    config: WatchingConfig = field(default_factory=WatchingConfig)
    zones: tuple[Zone, ...] = ()
    marks: tuple[SeenMark, ...] = ()
    """Those that the zones were made of."""
    cards: tuple[Card, ...] = ()
    scene: Scene | None = None
    begun_s: float = 0.0
    """When the first picture was taken."""
    accounted: frozenset[tuple[int, str]] = frozenset()
    """Cards by key and place that something was already made of."""
    played: frozenset[tuple[int, str]] = frozenset()
    """Cards by key and place that lay there when the last round was played, as long as they do ..."""
    played_in: int = 0
    """... and which round that was, 0 for none that was seen."""
    pressed: tuple[tuple[str, float], ...] = ()
    """Control cards that lie on the table, and since when."""
    mine: Mine | None = None
    times: tuple[float, ...] = ()
    """Of the last pictures, the newest last."""
    acted: frozenset[str] = frozenset()
    """Those that have had their effect, until they are taken away."""
    paused: bool = False
    """Whether it was a card that paused the game."""
    call: Call | None = None
    told: Told | None = None
    """The Zangle that was told last, as long as more may be laid to it."""
    before: Before | None = None
    """How all lay in the last picture in which nobody had called."""
    exchanged: tuple[Seen, ...] = ()
    """Looks at places whose cards were put down the wrong way round, that are still to be told."""
    zangle_s: float = -math.inf
    """When the Zangle that was told last lay in the claim zone ..."""
    zangle_by: str | None = None
    """... and whose it is."""
    piles: tuple[tuple[Xy, float], ...] = ()
    """Where Zangles lie gathered up, and when a card last lay there."""
    lay: frozenset[int] = frozenset()
    """The keys of what lies in the centre, as of the last picture."""
    left: tuple[Left, ...] = ()
    """Cards of which nothing was made that have left their place lately."""
    words: tuple[Word, ...] = ()
    """What people have said lies somewhere ..."""
    heard: int | None = None
    """... up to this version of the game ..."""
    told_seen: tuple[int, ...] = ()
    """... after which these are looks of the camera's own."""
    stuck: int | None = None
    """The entry of new cards for a stuck centre, if it is the last one ..."""
    stale: frozenset[int] = frozenset()
    """... and what lay there before, as long as it does."""
    undone: Event | None = None
    """What the table has undone last, if nothing else was entered since."""
    faces: Mapping[str, Face] = field(default_factory=dict)
    """What every look met so far shows."""

    # --- what is seen -----------------------------------------------------------------------------

    def saw(self, scene: Scene) -> Watching:
        """After a frame."""
        if self.scene is not None and _begins_anew(self.scene, scene):
            return self.anew().saw(scene)
        first = self.scene is None
        watching = replace(self, scene=scene, begun_s=scene.at_s if first else self.begun_s)
        watching = watching._with_zones(scene)._with_controls(scene, first=first)
        cards = watching._placed(scene)
        there = {(card.seen.key, card.place) for card in cards}
        new = {
            card.seen.look: replace(face_of(card.seen), id=None)
            for card in cards
            if card.seen.look is not None and card.seen.look not in self.faces
        }
        return replace(
            watching,
            cards=cards,
            left=left_lately(self.left, filter(self.fresh, self.cards), there, scene.at_s),
            accounted=frozenset(one for one in self.accounted if one in there),
            times=(*self.times, scene.at_s)[-LATEST:],
            faces={**self.faces, **new} if new else self.faces,
        )

    def _with_zones(self, scene: Scene) -> Watching:
        marks = [mark for mark in scene.marks if mark.name not in CONTROLS]
        if not self._zones_moved(marks):
            return self
        return replace(self, zones=self._zones(marks), marks=tuple(marks))

    def _with_controls(self, scene: Scene, *, first: bool) -> Watching:
        """With the control cards that lie there, and since when; in the first picture none is pressed."""
        lying = {mark.name for mark in scene.marks if mark.name in CONTROLS}
        mine, called = laid_mine(self.mine, scene, self.zones, self.times, self.config.call_moved_mm)
        known = {name: since_s for name, since_s in self.pressed if not (called and name == MINE)}
        pressed = tuple(sorted((name, known.get(name, scene.at_s)) for name in lying))
        acted = self.acted - {MINE} if called else self.acted
        # What lies there from the beginning was not put there to be pressed.
        from_first = lay_there(scene, self.begun_s, mine)
        acted = frozenset(lying) if first else (acted | from_first) & lying
        return replace(self, pressed=pressed, mine=mine, acted=acted)

    def _placed(self, scene: Scene) -> tuple[Card, ...]:
        """The scene's cards, each with the place where it lies and since when it lies there."""
        before = {card.seen.key: card for card in self.cards}
        cards = []
        for seen in scene.cards:
            if seen.at_mm is None:
                continue
            place, old = self._place(seen), before.get(seen.key)
            stays = old is not None and old.place == place
            cards.append(Card(seen, place, old.since_s if stays and old is not None else scene.at_s))
        return tuple(cards)

    def anew(self) -> Watching:
        """What is kept where nothing that was followed is followed on: cards that are missed were not taken."""
        words, heard = self.words, self.heard
        return Watching(self.seats, self.given, self.config, words=words, heard=heard, faces=self.faces)

    def _zones_moved(self, marks: Sequence[SeenMark]) -> bool:
        before = {mark.name: mark for mark in self.marks}
        if not self.zones and (marks or self.given):
            return True
        for mark in marks:
            old = before.get(mark.name)
            if mark.how is not How.SEEN or mark.moving or mark.corners_mm is None:
                continue
            if old is None or old.corners_mm is None:
                return True
            apart = max(
                abs(a - b)
                for p, q in zip(mark.corners_mm, old.corners_mm, strict=True)
                for a, b in zip(p, q, strict=True)
            )
            if apart > self.config.zone_play_mm:
                return True
        return False

    def _zones(self, marks: Sequence[SeenMark]) -> tuple[Zone, ...]:
        drawn = {(zone.use, zone.seat) for zone in self.given}
        marked = zones_of(marks, self.seats)
        return (*self.given, *(zone for zone in marked if (zone.use, zone.seat) not in drawn))

    def _place(self, seen: SeenCard) -> str | None:
        assert seen.at_mm is not None
        zone = zone_at(self.zones, seen.at_mm)
        if zone is None:
            return None
        return zone.use.value if zone.use is not Use.SEAT else zone.seat

    # --- claims -----------------------------------------------------------------------------------

    def claimed(self, caller: str) -> Claimed:
        """What the caller puts forward now; nothing before the call was seen."""
        if self.call is None or self.scene is None:
            return Claimed((), ())
        columns = tuple(name for name in self.seats if is_column(name))
        # What nobody saw lie there may be in a hand, or under one since before the camera began.
        covered = (lambda _at_mm: True) if self.call.unseen else self.scene.covered
        claimed = claim_of(
            self.call.frozen,
            self.lying,
            self.zones,
            caller,
            covered=covered,
            columns=columns,
            lay=self.call.laid,
            may_be=partial(may_be_of, self.call.unread),
        )
        if columns and not any(card.place == Use.CLAIM.value for card in self.cards):
            return Claimed((), ())  # In Solitaire cards go from column to column, too.
        # One that nobody saw leave, while its like lies hidden under an arm, may be that one: whose it is shows later.
        doubted = tuple(
            moved
            for moved in claimed.cards
            if moved.owner is None and (self.call.unseen or self._hidden(moved.card))
        )
        return replace(claimed, unsure=claimed.unsure + doubted)

    def _hidden(self, card: Lying) -> bool:
        """Whether a card like this one is remembered somewhere outside the claim zone."""
        return any(
            one.seen.how is How.REMEMBERED and one.place != Use.CLAIM.value and one.seen.look == card.look
            for one in self.cards
            if one.seen.id is None or card.id is None
        )

    def told_of(self, cards: Iterable[Moved], caller: str) -> tuple[Taken, ...]:
        """Cards of a claim as the game writes them down: the centre's first, then the caller's, each by what it is."""
        return claim_order((self.taken(moved, caller) for moved in cards), caller)

    def taken(self, moved: Moved, caller: str) -> Taken:
        """A card of a claim as the game writes it down; one that nobody saw leave is the caller's to explain."""
        face = self.faces.get(moved.card.look, Face()) if moved.card.look is not None else Face()
        return Taken(moved.owner or caller, replace(face, id=moved.card.id))

    def word_on(self, place: str) -> Word | None:
        """What a person has said lies at a place, and the game goes by."""
        return next((word for word in self.words if word.place == place), None)

    # --- bookkeeping ------------------------------------------------------------------------------

    @property
    def now_s(self) -> float:
        """When the last picture was taken; there has to be one."""
        assert self.scene is not None
        return self.scene.at_s

    @property
    def gap_s(self) -> float:
        """How long before the last picture the one before it was taken."""
        return self.times[-1] - self.times[-2] if len(self.times) > 1 else 0.0

    @property
    def lying(self) -> list[Lying]:
        """All cards, as ownership wants them."""
        return [card.lying for card in self.cards]

    def at(self, place: str) -> list[Card]:
        """The cards at a place."""
        return [card for card in self.cards if card.place == place]

    def settled(self, place: str) -> list[Card]:
        """The cards at a place that have lain there for a while and are read."""
        since_s = self.now_s - self.config.settled_s
        return [
            card
            for card in self.at(place)
            if card.since_s <= since_s and card.seen.card is not None and not card.seen.moving
        ]

    def fresh(self, card: Card) -> bool:
        """Whether nothing was made yet of a card's coming to its place."""
        return (card.seen.key, card.place) not in self.accounted

    def accounted_for(self, cards: Sequence[Card]) -> Watching:
        """Something was made of these cards' coming to their places."""
        own = {(card.seen.key, card.place) for card in cards if card.place is not None}
        return replace(self, accounted=self.accounted | own)

    def all_accounted(self) -> Watching:
        """The same of all that lie there."""
        return self.accounted_for(self.cards)


def _begins_anew(before: Scene, scene: Scene) -> bool:
    """Whether pictures of another size come, as of a phone that was turned, or a film is at its beginning again."""
    return scene.size_px != before.size_px or scene.at_s < before.at_s
