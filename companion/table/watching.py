"""From what a camera follows to what happens in a game: cards that come and go become deals, hits, calls and claims.

    watching = watching.saw(scene)                    # each frame
    watching, event = watching.proposal(state)        # until there is none; the game judges each

Face-down piles are never looked at: what is drawn from them is known by the cards that come to lie open. Nothing here
decides anything. The game's own rules accept or refuse what is proposed, and any of it can be undone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.rules.verdict import Ruling
from companion.rules.zangle import CENTRE
from companion.rules.zangle.modes import SOLITAIRE, SPEEDSTER, hand
from companion.table.arrivals import compared, surely_drawn
from companion.table.claiming import Before, Call, laid, laying, may_grow, signature, wait_s
from companion.table.drawing import May, held_of, is_column, may_draw, owners, stage_of
from companion.table.ownership import Claimed, Lying, Moved, claim_of, freeze
from companion.table.placed import Card, out_of_sight, without_ghosts
from companion.table.pressing import (
    CONTROLS,
    END,
    LATEST,
    MINE,
    NEXT,
    PAUSE,
    UNDO,
    Mine,
    laid_mine,
    lay_there,
)
from companion.table.sheet_zones import zones_of
from companion.table.telling import claim_order, face_of, in_order, same_faces
from companion.table.watching_config import WatchingConfig
from companion.table.zangle import events as ev
from companion.table.zangle.events import Face, Taken
from companion.table.zangle.play import State, with_verdict
from companion.table.zangle.table import Phase, Table
from companion.table.zones import Use, Zone, zone_at
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
    before: Before | None = None
    """How all lay in the last picture in which nobody had called."""
    faces: Mapping[str, Face] = field(default_factory=dict)
    """What every look met so far shows."""

    # --- what is seen -----------------------------------------------------------------------------

    def saw(self, scene: Scene) -> Watching:
        """After a frame."""
        if self.scene is not None and _begins_anew(self.scene, scene):
            return self._anew().saw(scene)
        marks = [mark for mark in scene.marks if mark.name not in CONTROLS]
        watching = replace(self, scene=scene, begun_s=scene.at_s if self.scene is None else self.begun_s)
        if self._zones_moved(marks):
            zones = self._zones(marks)
            watching = replace(watching, zones=zones, marks=tuple(marks))
        before = {card.seen.key: card for card in self.cards}
        cards = []
        for seen in scene.cards:
            if seen.at_mm is None:
                continue
            place = watching._place(seen)
            old = before.get(seen.key)
            stays = old is not None and old.place == place
            cards.append(Card(seen, place, old.since_s if stays and old is not None else scene.at_s))
        there = {(card.seen.key, card.place) for card in cards}
        lying = {mark.name for mark in scene.marks if mark.name in CONTROLS}
        mine, called = laid_mine(self.mine, scene, watching.zones, self.times, self.config.call_moved_mm)
        known = {name: since_s for name, since_s in self.pressed if not (called and name == MINE)}
        acted = self.acted - {MINE} if called else self.acted
        pressed = tuple(sorted((name, known.get(name, scene.at_s)) for name in lying))
        new = {
            card.seen.look: replace(face_of(card.seen), id=None)
            for card in cards
            if card.seen.look is not None and card.seen.look not in self.faces
        }
        # What lies there from the beginning was not put there to be pressed.
        first = lay_there(scene, watching.begun_s, mine)
        return replace(
            watching,
            cards=tuple(cards),
            accounted=frozenset(one for one in self.accounted if one in there),
            pressed=pressed,
            mine=mine,
            times=(*self.times, scene.at_s)[-LATEST:],
            acted=frozenset(lying) if self.scene is None else (acted | first) & lying,
            faces={**self.faces, **new} if new else self.faces,
        )

    def _anew(self) -> Watching:
        """What is kept where nothing that was followed is followed on: cards that are missed were not taken."""
        return Watching(self.seats, self.given, self.config, faces=self.faces)

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

    # --- what it means ----------------------------------------------------------------------------

    def proposal(self, state: State) -> tuple[Watching, ev.Event | None]:
        """What the table shows to have happened next, if anything, and the watching that has said so."""
        table = state.table
        if table is None or self.scene is None:
            return self, None
        names = owners(table)
        if names != self.seats:
            watching = replace(self, seats=names, zones=(), marks=())
            return watching.saw(self.scene), None
        watching, pressed = self._pressed(state, table)
        if pressed is not None or table.paused:
            return watching, pressed
        if table.phase is Phase.GATHERED:
            return watching._deal(table)
        if table.phase is Phase.DEALT:
            return watching._flip(table)
        if table.phase is Phase.PLAY:
            return watching._play(table)
        return replace(watching, call=None), None

    def _pressed(self, state: State, table: Table) -> tuple[Watching, ev.Event | None]:
        """The next control card that has not had its effect, and what it does."""
        assert self.scene is not None
        if table.paused and self.paused and PAUSE not in dict(self.pressed):
            return replace(self, paused=False), ev.Resume()
        due_s = self.scene.at_s - self.config.settled_s / 2
        for name, since_s in self.pressed:
            if name in self.acted or since_s > due_s:
                continue
            event = self._control(name, state, table)
            if event is not None or name != MINE or (self.mine is not None and self.mine.seat is not None):
                pausing = self.paused or isinstance(event, ev.Pause)
                return replace(self, acted=self.acted | {name}, paused=pausing), event
        return self, None

    def _control(self, name: str, state: State, table: Table) -> ev.Event | None:
        if name == PAUSE:
            return None if table.paused else ev.Pause("a card on the table says so")
        if name == UNDO and state.to_undo is not None and not isinstance(state.to_undo.event, ev.SetUp):
            return ev.Undo(state.to_undo.seq)
        if name == NEXT and table.phase is Phase.SCORED:
            return ev.NextRound()
        if name == END:
            return ev.End("a card on the table says so")
        mine = self.mine
        if name == MINE and table.phase is Phase.PLAY and table.mode == SPEEDSTER and mine and mine.seat:
            return ev.Call(mine.seat, mine.laid_s, max(mine.doubt_s, self.config.call_uncertainty_s), DEVICE)
        return None

    def _deal(self, table: Table) -> tuple[Watching, ev.Event | None]:
        if table.mode == SOLITAIRE:
            ready = all(self._settled(column) for column in self.seats)
            return (self._all_accounted(), ev.Deal()) if ready else (self, None)
        levels = table.options.levels
        dealt = table.tied_for_first if table.bonus else table.names
        for seat in table.seats:
            if seat.name in dealt:
                row = hand(levels, seat.level, bonus=table.bonus).row
                if len(self._settled(seat.name)) < row:
                    return self, None
        return self._all_accounted(), ev.Deal()

    def _flip(self, table: Table) -> tuple[Watching, ev.Event | None]:
        if table.hidden and len(self._settled(CENTRE)) >= table.hidden:
            return self._all_accounted(), ev.Flip()
        return self, None

    def _play(self, table: Table) -> tuple[Watching, ev.Event | None]:
        if table.mode == SPEEDSTER and table.control is not None:
            return self._claim(table, table.control)
        watching = self
        if table.mode == SPEEDSTER:
            watching = replace(self, call=None, before=self._before(table))
        if table.tied:
            return watching, None
        for place, may in may_draw(table).items():
            watching, event = watching._drawn(table, place, may)
            if event is not None:
                return watching, event
        filled = watching._filled(table)
        if filled is not None:
            return watching, filled
        watching, seen = watching._looks(table)
        if seen is not None or table.mode == SPEEDSTER or (table.turn is not None and table.turn.claimed):
            return watching, seen
        # Without calls, whoever has the turn may lay down as soon as all lies at rest.
        return watching._claim(table, str(table.control)) if table.control is not None else (watching, None)

    def _drawn(self, table: Table, place: str, may: May) -> tuple[Watching, ev.Event | None]:
        """What the cards that came to a place were drawn for, if they were."""
        due = table.due(place)
        # Of cards alike the ones that were there before are the game's, and then those that are hidden.
        there = sorted(self._settled(place), key=lambda card: (self._fresh(card), card.seen.how is How.SEEN))
        missing, more = compared(table.faces(place) or (), [face_of(card.seen) for card in there])
        came = [there[number] for number in more]
        filled = may.replenish and due and len(came) >= due
        # Some may have come while a claim was laid, or no picture: each is a hit of its own.
        hit = may.hit and not due and came and table.pile
        if missing or not any(map(self._fresh, came)) or not (filled or hit):
            return self, None
        if any(card.seen.how is not How.SEEN for card in came):
            return self, None
        others = [card for card in self.cards if card not in came]
        hidden = out_of_sight(others, table, (CENTRE, *self.seats))
        if not surely_drawn([face_of(card.seen) for card in came], hidden):
            return self, None
        if filled:
            return self._accounted(self._at(place)), ev.Replenish(place)
        return self._accounted([card for card in self._at(place) if card not in came[1:]]), ev.Hit(place)

    def _filled(self, table: Table) -> ev.Event | None:
        """Solitaire: a column that was empty shows the card that lay on top of another."""
        for to, column in enumerate(table.columns, 1):
            there = self._settled(ev.column_name(to)) if column.top is None else []
            for source, other in enumerate(table.columns, 1):
                if len(there) != 1 or other.top is None or not other.hidden:
                    continue
                here = [face_of(card.seen) for card in self._at(ev.column_name(source))]
                if same_faces([face_of(there[0].seen)], [other.top]) and not same_faces(here, [other.top]):
                    return ev.FillColumn(source, to)
        return None

    def _looks(self, table: Table) -> tuple[Watching, ev.Event | None]:
        """What lies open at a place, where that is not known yet, or known otherwise."""
        for place in (CENTRE, *(self.seats if table.mode == SOLITAIRE else table.lap)):
            lying = table.faces(place) or ()
            there = self._settled(place)
            if not there or len(there) != len(lying):
                continue
            faces = tuple(in_order(card.seen for card in there))
            filling = (place == CENTRE or table.mode != SOLITAIRE) and table.due(place) > 0
            if filling and any(face.known for face in compared(lying, faces)[0]):
                continue  # One that was drawn lies there already, and one that belongs there lies elsewhere.
            if all(face.known for face in faces) and not same_faces(faces, lying):
                return self, ev.Seen(place, faces)
        return self, None

    # --- claims -----------------------------------------------------------------------------------

    def _claim(self, table: Table, caller: str) -> tuple[Watching, ev.Event | None]:
        assert self.scene is not None
        now_s = self.scene.at_s
        stage = stage_of(table)
        if self.call is None or self.call.seat != caller or self.call.stage != stage:
            cards = self._called_over(table, caller)
            if cards is None:
                return replace(self, call=None), None
            frozen = freeze([card.lying for card in cards], self.zones)
            return replace(self, call=Call(caller, frozen, stage, since_s=now_s)), None
        claimed = self.claimed(caller)
        put = signature(claimed)
        call = self.call
        busy = laying(self.scene, self.cards, self.zones, self.config)
        if put != call.put or claimed.unsure or busy:
            call = replace(call, put=put, since_s=now_s)
        watching = replace(self, call=call)
        lain_s = now_s - call.since_s
        if table.pending is not None and table.pending.ruling is Ruling.ILLEGAL:
            if claimed.cards or lain_s < self.config.settled_s or table.mode != SPEEDSTER:
                return watching, None
            return watching._all_accounted(), ev.Penalty(caller)
        if not claimed.cards or claimed.unsure or put == call.told or busy:
            return watching, None
        event = ev.Claim(caller, self.claimed_cards(caller))
        grows = may_grow(table, event, [card for card in self.cards if card.place in (CENTRE, caller)])
        if lain_s < wait_s(claimed, self.cards, self.zones, self.config, grows=grows):
            return watching, None
        judged = with_verdict(table, event)
        assert isinstance(judged, ev.Claim)
        if judged.ruling is not Ruling.LEGAL:
            if self._taken_by_another(table, event, claimed):
                return watching, None
            unread = judged.ruling is Ruling.UNDECIDED
            if lain_s < (self.config.unread_s if unread else self.config.patience_s):
                return watching, None
        return replace(watching, call=replace(call, told=put)), event

    def _before(self, table: Table) -> Before | None:
        """How all lies before anybody calls, where no card is missed."""
        whole = all(len(self._at(place)) >= len(table.faces(place) or ()) for place in (CENTRE, *self.seats))
        return Before(self.cards, held_of(table)) if whole else None

    def _called_over(self, table: Table, caller: str) -> tuple[Card, ...] | None:
        """The cards as they lay at the call: as they lie, or as they lay just before where the caller was faster than
        the pictures. None where that was not seen.
        """
        if table.mode != SPEEDSTER:
            return self.cards if self._at_rest(table, caller) else None
        if self._whole(table, caller):
            return without_ghosts(self.cards, table, (CENTRE, *self.seats))
        known = self.before is not None and self.before.held == held_of(table)
        return self.before.cards if known and self.before is not None else None

    def claimed(self, caller: str) -> Claimed:
        """What the caller puts forward now; nothing before the call was seen."""
        if self.call is None or self.scene is None:
            return Claimed((), ())
        lying = [card.lying for card in self.cards]
        own = tuple(name for name in self.seats if is_column(name))
        claimed = claim_of(self.call.frozen, lying, self.zones, caller, self.scene.covered, own)
        if own and not any(card.place == Use.CLAIM.value for card in self.cards):
            return Claimed((), ())  # In Solitaire cards go from column to column, too.
        # One that nobody saw leave, while its like lies hidden under an arm, may be that one: whose it is shows later.
        doubted = tuple(moved for moved in claimed.cards if moved.owner is None and self._hidden(moved.card))
        return replace(claimed, unsure=claimed.unsure + doubted)

    def _hidden(self, card: Lying) -> bool:
        """Whether a card like this one is remembered somewhere outside the claim zone."""
        return any(
            one.seen.how is How.REMEMBERED and one.place != Use.CLAIM.value and one.seen.look == card.look
            for one in self.cards
            if one.seen.id is None or card.id is None
        )

    def claimed_cards(self, caller: str) -> tuple[Taken, ...]:
        """The same as the game writes it down: the centre's first, then the caller's, each by what it is."""
        return claim_order((self._taken(moved, caller) for moved in self.claimed(caller).cards), caller)

    def _taken(self, moved: Moved, caller: str) -> Taken:
        """A card of a claim as the game writes it down; one that nobody saw leave is the caller's to explain."""
        face = self.faces.get(moved.card.look, Face()) if moved.card.look is not None else Face()
        return Taken(moved.owner or caller, replace(face, id=moved.card.id))

    def _whole(self, table: Table, caller: str) -> bool:
        """Whether no card of the centre and of the caller's row is missed yet, as after a start in the midst of a call.

        What left them before nobody saw leave, and a claim would be told by half.
        """
        return all(len(self._at(place)) >= len(table.faces(place) or ()) for place in (CENTRE, caller))

    def _at_rest(self, table: Table, caller: str) -> bool:
        """Whether as many cards lie open in the centre and before the caller as the game says."""
        own = [name for name in self.seats if is_column(name)] or [caller]
        return all(len(self._settled(place)) == len(table.faces(place) or ()) for place in (CENTRE, *own))

    def _taken_by_another(self, table: Table, claim: ev.Claim, claimed: Claimed) -> bool:
        """Whether the cards in the claim zone are a Zangle without those that nobody has laid down: who has these in
        the hand, and what for, does not show.
        """
        put = laid(claimed, self.zones)
        if not put or len(put) == len(claimed.cards):
            return False
        cards = tuple(self._taken(moved, claim.seat) for moved in put)
        judged = with_verdict(table, replace(claim, cards=cards))
        return isinstance(judged, ev.Claim) and judged.ruling is Ruling.LEGAL

    # --- bookkeeping ------------------------------------------------------------------------------

    def _at(self, place: str) -> list[Card]:
        return [card for card in self.cards if card.place == place]

    def _settled(self, place: str) -> list[Card]:
        """The cards at a place that have lain there for a while and are read."""
        assert self.scene is not None
        since_s = self.scene.at_s - self.config.settled_s
        return [
            card
            for card in self._at(place)
            if card.since_s <= since_s and card.seen.card is not None and not card.seen.moving
        ]

    def _fresh(self, card: Card) -> bool:
        """Whether nothing was made yet of a card's coming to its place."""
        return (card.seen.key, card.place) not in self.accounted

    def _accounted(self, cards: Sequence[Card]) -> Watching:
        own = {(card.seen.key, card.place) for card in cards if card.place is not None}
        return replace(self, accounted=self.accounted | own)

    def _all_accounted(self) -> Watching:
        return self._accounted(self.cards)


def _begins_anew(before: Scene, scene: Scene) -> bool:
    """Whether pictures of another size come, as of a phone that was turned, or a film is at its beginning again."""
    return scene.size_px != before.size_px or scene.at_s < before.at_s
