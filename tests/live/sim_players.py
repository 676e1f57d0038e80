"""People who play rounds of Speedster or Turn-Style at a true table, and the log laid beside the truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import ClassVar

from companion.rules.verdict import Ruling
from companion.rules.zangle import Card, Claim, find_zangles
from companion.rules.zangle import judge as rule
from companion.rules.zangle.modes import SPEEDSTER, hand
from companion.table.log import Entry
from companion.table.watch.eye import Eye
from companion.table.watch.zones import Zone
from companion.table.zangle import events as ev
from companion.table.zangle.events import kind_of
from companion.table.zangle.live import Answer
from companion.table.zangle.play import State, judge, step
from tests.live.sim_camera import Camera
from tests.live.sim_laid import WAIT_S
from tests.live.sim_table import AREAS, CARDS, SEATS, ZONES, Box, Table, around
from tests.live.sim_time import Act, Acted


@dataclass
class Told:
    """What was made of a claim."""

    true: Ruling
    own: dict[str, str]
    """Each card of it, and the place that it was taken from."""
    outcome: str = ""
    laid_s: float | None = None
    """When the last card lay."""
    ruled_s: float = 0.0
    short: str = ""
    """A right ruling that was told before all of the claim was laid down, until the rest is told, too."""


@dataclass
class Game(Acted):
    """One game: a table, its camera, the companion, and what came of it."""

    seed: int
    plain: bool = False
    troubles: Mapping[str, Callable[[Game], Act]] = field(default_factory=dict)
    turns: int = 4
    mode: str = SPEEDSTER
    """Speedster or Turn-Style."""
    rate: float = 10.0
    seats: ClassVar[tuple[str, ...]] = SEATS
    """Who plays."""
    places: ClassVar[tuple[str, ...]] = SEATS
    """The places beside the centre and the claim zone."""
    areas: ClassVar[dict[str, Box]] = AREAS
    zones: ClassVar[tuple[Zone, ...]] = ZONES
    table: Table = field(init=False)
    chance: Random = field(init=False)
    state: State = field(default_factory=State)
    wrong: list[str] = field(default_factory=list)
    """Everything stated as certain that is not so."""
    missed: list[str] = field(default_factory=list)
    """What people had to enter by hand."""
    claims: list[Told] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    due: set[tuple[str, str | None]] = field(default_factory=set)
    """What the camera may tell now: kinds and places."""
    hits: list[str] = field(default_factory=list)
    """Hits that were taken and are not told yet, by whom."""
    busy: set[str] = field(default_factory=set)
    claimant: str | None = None
    """Who lays down a Zangle at the moment."""
    blind: bool = False

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)
        self.table = Table(self.chance, self.areas)
        self.camera = Camera(self.table, self.chance, plain=self.plain)
        self.eye = Eye(self.zones)

    # --- time -------------------------------------------------------------------------------------

    def play(self) -> Game:
        """All of it."""
        beside = (trouble(self) for _, trouble in sorted(self.troubles.items()))
        self.act_out(self._pictures(), self._round(), *beside)
        return self

    def _set_clock(self, now_s: float) -> None:
        super()._set_clock(now_s)
        self.table.now_s = now_s

    def _pictures(self) -> Act:
        while True:
            if not self.blind:
                self.eye.look(self.camera.picture(), self.state, self.submit)
            slow = "slow" in self.troubles and self.chance.random() < 0.1
            yield self.chance.uniform(0.9, 1.1) / self.rate + (self.chance.uniform(0.2, 1.0) if slow else 0.0)

    # --- the companion ----------------------------------------------------------------------------

    def submit(self, event: ev.Event, version: int, by: str | None) -> Answer:
        """As the hall takes what the camera says, each laid beside the truth."""
        verdict = judge(self.state, event, version)
        if verdict.ruling is not Ruling.LEGAL:
            return Answer(verdict, self.state, None)
        self._checked(event)
        self.state = step(self.state, event)
        assert self.state.done is not None
        told = self.state.done.event
        if isinstance(event, ev.Claim) and isinstance(told, ev.Claim):
            self._ruled(told)
        return Answer(verdict, self.state, Entry(self.state.version, 0.0, by, told))

    def enter(self, event: ev.Event) -> None:
        """By hand."""
        self.log.append(f"{self.table.now_s:.1f} by hand {kind_of(event)}")
        self.state = step(self.state, event)

    def _checked(self, event: ev.Event) -> None:
        kind = kind_of(event)
        place = getattr(event, "seat", getattr(event, "place", None))
        self.log.append(f"{self.table.now_s:.1f} camera {kind} {place or ''}")
        if isinstance(event, ev.Seen):
            return
        if isinstance(event, ev.Undo) and self.claims and self.claims[-1].short:
            return
        if isinstance(event, ev.Hit) and place in self.hits:
            self.hits.remove(place)
        elif (kind, place) not in self.due:
            self.wrong.append(f"{self.table.now_s:.1f}: {kind} {place or ''} that was none")

    def _ruled(self, claim: ev.Claim) -> None:
        if not self.claims:
            return
        told = self.claims[-1]
        told.ruled_s = self.table.now_s
        told.outcome = claim.ruling.value if claim.ruling else ""
        if claim.ruling is Ruling.UNDECIDED:
            return
        sources = sorted(taken.source for taken in claim.cards)
        own = sorted(told.own.values())
        told.short = ""
        if claim.ruling is not told.true or sources != own:
            shown = [f"{one.source} {one.face.id or one.face.shape}" for one in claim.cards]
            said = f"{self.table.now_s:.1f}: {[*told.own]} are {told.true.value} and told {told.outcome} of {shown}"
            if claim.ruling is told.true is Ruling.LEGAL and not Counter(sources) - Counter(own):
                told.short = said
            else:
                self.wrong.append(said)

    def _until(self, there: Callable[[], bool], what: str, by_hand: ev.Event | None) -> Act:
        """Wait until the companion has seen it, and enter it by hand where it has not."""
        begun_s = self.table.now_s
        while not there():
            if self.table.now_s - begun_s > WAIT_S:
                self.missed.append(f"{self.table.now_s:.1f}: {what}")
                if by_hand is not None:
                    self.enter(by_hand)
                return
            yield 0.1

    def _agrees(self, where: str) -> None:
        """Lay the counts beside the truth."""
        now = self.state.table
        assert now is not None
        for place in ("centre", *self.places):
            faces, truth = now.faces(place) or (), self.table.row[place]
            if len(faces) != len(truth):
                self.wrong.append(
                    f"{self.table.now_s:.1f}: {len(faces)} at {place}, and {len(truth)} are {where}"
                )
        for seat in self.seats:
            counted, truth = now.known_seat(seat).draw, self.table.draw[seat]
            if counted != len(truth):
                self.wrong.append(
                    f"{self.table.now_s:.1f}: {seat} draws from {counted}, and {len(truth)} {where}"
                )

    # --- people -----------------------------------------------------------------------------------

    def drawn(self, place: str, frm: str) -> Act:
        """A card from a pile to a place."""
        name = self.table.draw[frm].pop()
        self.busy.add(name)
        self.table.row[place].append(name)
        at = self.table.free(place)
        self.table.hand("drawing", around(at, 15))
        self.table.lay(name, at)
        yield self.chance.uniform(0.1, 0.6)
        self.table.hand("drawing", None)
        self.busy.discard(name)

    def _begun_round(self) -> Act:
        """A game is set up, and a first round dealt and turned up."""
        names = sorted(CARDS)
        self.chance.shuffle(names)
        self.enter(ev.SetUp(self.mode, SEATS))
        yield 0.5
        dealt = hand((), 0, bonus=False)
        self.table.row = {place: [] for place in ("centre", *SEATS)}
        self.table.draw = {seat: [names.pop() for _ in range(dealt.row + dealt.draw)] for seat in SEATS}
        self.table.draw["pile"] = names
        yield from self._dealt_out(dealt.row)

    def _dealt_out(self, row: int) -> Act:
        """Rows of so many cards are dealt, and the centre is turned up."""
        self.due = {("deal", None), ("flip", None)}
        for seat in SEATS:
            for _ in range(row):
                yield from self.drawn(seat, seat)
        yield from self._until(lambda: self._phase() != "gathered", "deal", ev.Deal())
        for _ in range(4):
            yield from self.drawn("centre", "pile")
        yield from self._until(lambda: self._phase() != "dealt", "flip", ev.Flip())
        self.due = set()

    def _round(self) -> Act:
        yield from self._begun_round()
        for _ in range(self.turns):
            yield self.chance.uniform(0.5, 3.0)
            yield from self._told_hits()
            self._agrees("before a turn")
            if self.wrong:
                break
            yield from self._turn(self._next())
            if self.state.table is None or self._phase() != "play":
                break
        yield 2.0
        yield from self._told_hits()
        if not self.wrong:
            self._agrees("at the end")
        self.over = True

    def _next(self) -> str:
        """Who plays: in Speedster anybody."""
        assert self.state.table is not None
        return self.state.table.on_turn or self.chance.choice(self.seats)

    def _phase(self) -> str:
        return "" if self.state.table is None else self.state.table.phase.value

    def _cards(self, place: str) -> list[Card]:
        return [Card(CARDS[name].triangles, CARDS[name].shape, place) for name in self.table.row[place]]

    def _place_of(self, name: str) -> str:
        return next(place for place, names in self.table.row.items() if name in names)

    def _turn(self, seat: str) -> Act:
        """A right claim where there is one, else a wrong one or a hit."""
        zangles = find_zangles(self._cards("centre"), self._cards(seat))
        chosen: list[str] = []
        if zangles and self.chance.random() < 0.8:
            one = self.chance.choice(zangles)
            chosen = [self.table.row["centre"][at] for at in one.centre]
            chosen += [self.table.row[seat][at] for at in one.own]
        elif self.chance.random() < 0.4 and self.table.row["centre"] and len(self.table.row[seat]) > 1:
            chosen = self.chance.sample(self.table.row["centre"], 1)
            chosen += self.chance.sample(self.table.row[seat], 2)
        if not chosen or self.busy & set(chosen):
            yield from self._hit(seat)
            yield from self._passed(seat)
            return
        if self.mode != SPEEDSTER and self.chance.random() < 0.3:
            yield from self._hit(seat)
        while self.busy & set(chosen):
            yield 0.1
        self.chance.shuffle(chosen)
        yield from self._claimed(seat, chosen)
        yield from self._passed(seat)

    def _passed(self, seat: str) -> Act:
        """In Turn-Style whoever has no Zangle ends the turn; with one it ends by itself."""
        yield self.chance.uniform(0.1, 1.0)
        if self.wrong or self.state.table is None or self.state.table.on_turn != seat:
            return
        if judge(self.state, ev.Pass(seat)).ruling is not Ruling.LEGAL:
            yield from self._hit(seat)
        self.enter(ev.Pass(seat))

    def _hit(self, seat: str) -> Act:
        if len(self.table.row[seat]) >= 9:
            return
        self.hits.append(seat)
        yield from self.drawn(seat, "pile")
        yield from self._told_hits()

    def _told_hits(self) -> Act:
        yield from self._until(lambda: not self.hits, "hit", None)
        for seat in self.hits:
            self.enter(ev.Hit(seat))
        self.hits.clear()

    def _held(self, place: str) -> int:
        assert self.state.table is not None
        return len(self.state.table.faces(place) or ())

    def _lays(self, seat: str, names: list[str], told: Told) -> Act:
        """A claim's cards go to the claim zone, one by one or all at once."""
        at_once = self.chance.random() < 0.4
        for name in names:
            yield from self._grip(seat, name)
            if not at_once:
                yield from self._put(seat, name)
        if at_once:
            for name in names:
                yield from self._put(seat, name)
        told.laid_s = self.table.now_s
        self.table.hand(seat, None)

    def _claimed(self, seat: str, names: list[str]) -> Act:
        own = {name: self._place_of(name) for name in names}
        cards = tuple(
            Card(CARDS[name].triangles, CARDS[name].shape, "centre" if place == "centre" else seat)
            for name, place in own.items()
        )
        true = rule(Claim(seat, "iamond", cards)).ruling
        self.busy |= set(names)
        told = Told(true, own)
        self.claimant = seat
        if self.mode == SPEEDSTER:
            self._call(seat)
        self.due = {("claim", seat)}
        home = {name: self.table.lying[name] for name in names if name in self.table.lying}
        self.claims.append(told)
        yield self.chance.uniform(*((0.0, 0.4) if "hasty" in self.troubles else (0.4, 1.0)))
        yield from self._lays(seat, names, told)
        told_whole = partial(self._told_whole, told)
        yield from self._until(told_whole, f"claim {told.outcome}", None)
        self.wrong += [told.short] if told.short else []
        self.claimant = None
        if self.wrong:
            return
        if told.outcome not in ("legal", "illegal"):
            self._by_hand(seat, names, true, own)
        if true is Ruling.LEGAL:
            yield from self._cleared(seat, names, own)
        else:
            yield from self._back(seat, names, home)
        self.busy -= set(names)
        self.due = set()

    def _call(self, seat: str) -> None:
        """With a tie the other calls at once, and the table has to settle who was first."""
        self.enter(ev.Call(seat, self.table.now_s, 0.01, seat))
        if "tied" in self.troubles:
            at_s = max(0.0, self.table.now_s + self.chance.uniform(-0.03, 0.03))
            self.enter(ev.Call(self.rival, at_s, 0.01, self.rival))

    @property
    def rival(self) -> str:
        """Who does not lay down a Zangle."""
        return next(seat for seat in self.seats if seat != self.claimant)

    def _told_whole(self, told: Told) -> bool:
        return told.outcome in ("legal", "illegal") and not told.short

    def _full(self, place: str) -> bool:
        return self._held(place) >= len(self.table.row[place])

    def _by_hand(self, seat: str, names: list[str], true: Ruling, own: dict[str, str]) -> None:
        now = self.state.table
        assert now is not None
        if now.pending is not None:
            self.enter(ev.Overrule(now.pending.seq, true))
            return
        faces = [ev.Face(CARDS[name].triangles, CARDS[name].shape) for name in names]
        claim = ev.Claim(
            seat, tuple(ev.Taken(own[name], face) for name, face in zip(names, faces, strict=True))
        )
        if judge(self.state, claim).ruling is not Ruling.LEGAL:
            # What lies there is said first, as where cards were exchanged and no camera has told that.
            for place in dict.fromkeys(own.values()):
                there = [CARDS[name] for name in self.table.row[place]]
                self.enter(ev.Seen(place, tuple(ev.Face(card.triangles, card.shape) for card in there)))
        self.enter(claim)

    def _grip(self, seat: str, name: str) -> Act:
        if name not in self.table.lying:
            return
        self.table.hand(seat, around(self.table.lying[name], 20))
        yield self.chance.uniform(0.05, 0.25)
        self.table.lift(name)
        self.table.hand(seat, None)
        yield self.chance.uniform(0.05, 0.4)

    def _put(self, seat: str, name: str) -> Act:
        at = self.table.free("claim")
        self.table.hand(seat, around(at, 20))
        self.table.lay(name, at)
        yield self.chance.uniform(0.05, 0.3)
        self.table.hand(seat, None)

    def _cleared(self, seat: str, names: list[str], own: dict[str, str]) -> Act:
        """The Zangle is gathered up, and the centre and then the row are filled up."""
        for name in names:
            self.table.row[own[name]].remove(name)
        self.due = {("replenish", "centre"), ("replenish", seat)}
        leave = self.chance.random() < 0.3
        yield self.chance.uniform(0.2, 2.0)
        for name in [] if leave else names:
            if name in self.table.lying:
                self.table.hand(seat, around(self.table.lying[name], 10))
                yield 0.1
                self.table.lift(name)
                self.table.hand(seat, None)
        for place, pile in (("centre", "pile"), (seat, seat)):
            drew = False
            while len(self.table.row[place]) < 4 and self.table.draw[pile]:
                yield from self.drawn(place, pile)
                drew = True
            if drew:
                event = ev.Replenish(place)
                yield from self._until(partial(self._full, place), f"replenish {place}", event)
        for name in names if leave else []:
            if name in self.table.lying:
                self.table.lift(name)
        self.table.hand(seat, None)

    def _back(self, seat: str, names: list[str], home: dict[str, tuple[float, float]]) -> Act:
        """The cards go back, and one from the pile is paid."""
        for name in names:
            place = self._place_of(name)
            x, y = self.table.free(place) if self.table.taken(home[name]) else home[name]
            at = x + self.chance.uniform(-3, 3), y + self.chance.uniform(-3, 3)
            self.table.hand(seat, around(at, 20))
            self.due.add(("penalty", seat))
            self.table.lay(name, at)
            yield self.chance.uniform(0.1, 0.5)
        self.table.hand(seat, None)
        if self.mode != SPEEDSTER:
            yield 1.0
            return
        if self.table.draw["pile"]:
            self.table.draw[seat].insert(0, self.table.draw["pile"].pop())
        yield from self._until(self._settled, f"penalty of {seat}", ev.Penalty(seat))

    def _settled(self) -> bool:
        return self.state.table is not None and self.state.table.pending is None

    def resting(self) -> list[str]:
        """Cards that nobody has to do with now."""
        return [name for name in sorted(self.table.lying) if name not in self.busy]
