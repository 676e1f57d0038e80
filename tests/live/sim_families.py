"""Rounds of Speedster as families play them: shouts close together, claims entered by phone while cards are pulled,
rows filled up while somebody else lays down, piles that run out, rulings taken back, people who say what lies there.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from functools import partial

from companion.rules.verdict import Ruling
from companion.rules.zangle import Card, Claim
from companion.rules.zangle import judge as rule
from companion.table.zangle import events as ev
from companion.table.zangle.play import judge
from tests.live.sim_players import Game, Told
from tests.live.sim_table import CARDS, SEATS
from tests.live.sim_time import Act

LATE = "cid"
HABITS = frozenset({"shout", "phone", "refill", "scarce", "undo", "say", "join"})


@dataclass
class Family(Game):
    """One round."""

    habits: frozenset[str] = HABITS
    """Which of the above they have."""
    filling: set[str] = field(default_factory=set)
    """Which places are being filled up."""

    def tries(self, event: ev.Event) -> bool:
        """By hand, where the table allows it."""
        if judge(self.state, event, self.state.version).ruling is not Ruling.LEGAL:
            return False
        self.enter(event)
        return True

    # --- the round ----------------------------------------------------------------------------------

    def _round(self) -> Act:
        yield from self._begun_round()
        self._begin_habits()
        for _ in range(self.turns):
            yield self.chance.choice((0.1, 0.3, 1.0, 3.0))
            while self.filling and "refill" not in self.habits:
                yield 0.1
            if not self._goes_on():
                break
            yield from self._turn(self.chance.choice(SEATS))
        while self.filling and not self.wrong:
            yield 0.1
        yield 2.0
        if self._goes_on():
            yield from self._told_hits()
            self._agrees("at the end")
        self.over = True

    def _goes_on(self) -> bool:
        return not self.wrong and self._phase() == "play"

    def _begin_habits(self) -> None:
        if "scarce" in self.habits:
            self._run_short()
        for habit, act in (("say", self._says()), ("join", self._joins())):
            if habit in self.habits:
                self.begin(act)

    def _run_short(self) -> None:
        """Most of the piles was used up before."""
        self._played_before("pile", ev.Place(ev.Kind.PILE), self.chance.choice((0, 1, 2, 4)))
        for seat in SEATS:
            self._played_before(seat, ev.Place(ev.Kind.DRAW, seat), self.chance.choice((0, 1, 3, 8)))

    def _played_before(self, pile: str, place: ev.Place, left: int) -> None:
        away = len(self.table.draw[pile]) - left
        del self.table.draw[pile][: max(0, away)]
        if away > 0:
            self.enter(ev.CorrectCards(place, ev.Place(ev.Kind.ASIDE), away, "played before"))

    def _says(self) -> Act:
        """Somebody says what lies at a place, at times wrongly at first."""
        while True:
            yield self.chance.expovariate(0.3)
            place = self.chance.choice(("centre", *SEATS))
            names = self.table.row[place]
            if self._phase() != "play" or self.busy & set(names) or len(names) != self._held(place):
                continue
            faces = [ev.Face(CARDS[name].triangles, CARDS[name].shape) for name in names]
            self.tries(ev.Seen(place, tuple(faces)))

    def _joins(self) -> Act:
        yield self.chance.uniform(1, 25)
        self.tries(ev.Join(LATE, self.chance.choice((None, *SEATS))))

    # --- a claim ------------------------------------------------------------------------------------

    def _hit(self, seat: str) -> Act:
        # Nobody takes a hit to a row that is being filled up: from which pile a card came, no camera sees.
        while seat in self.filling and len(self.table.row[seat]) < 4 and self.table.draw[seat]:
            yield 0.1
        if not self.table.draw["pile"]:
            return
        yield from super()._hit(seat)

    def _call(self, seat: str) -> None:
        at_s, rival = self.table.now_s, next(one for one in SEATS if one != seat)
        shout = self.chance.choice(("none", "later", "first")) if "shout" in self.habits else "none"
        # Who was a moment late may be heard first.
        late = ev.Call(rival, at_s + self.chance.uniform(0.08, 0.9), 0.01, rival)
        if shout == "first" and self.tries(late):
            self.begin(self._heard(ev.Call(seat, at_s, 0.01, seat), self.chance.uniform(0.05, 0.7)))
            return
        self.begin(self._heard(ev.Call(seat, at_s, 0.01, seat), 0.0))
        if shout == "later":
            late_s = self.chance.uniform(0.08, 0.9)
            self.begin(self._heard(ev.Call(rival, at_s + late_s, 0.01, rival), late_s, once=True))

    def _heard(self, call: ev.Call, after_s: float, *, once: bool = False) -> Act:
        yield after_s
        while not self.tries(call) and not once:
            yield 0.1
            if self._phase() != "play" or self.claimant != call.seat:
                return

    def _claimed(self, seat: str, names: list[str]) -> Act:
        own = {name: self._place_of(name) for name in names}
        if "centre" in self.filling:
            return
        cards = tuple(
            Card(CARDS[name].triangles, CARDS[name].shape, "centre" if place == "centre" else seat)
            for name, place in own.items()
        )
        told = Told(rule(Claim(seat, "iamond", cards)).ruling, own)
        self.busy |= set(names)
        self.claimant = seat
        self.due |= {("claim", seat)}
        self.claims.append(told)
        self._call(seat)
        home = {name: self.table.lying[name] for name in names if name in self.table.lying}
        yield from self._laid_down(seat, names, told)
        yield from self._until(partial(self._told_whole, told), f"claim {told.outcome}", None)
        self.wrong += [told.short] if told.short else []
        if self.wrong:
            self.claimant = None
            return
        if told.outcome not in ("legal", "illegal"):
            self.tries(ev.Replenish(seat))
            self._by_hand(seat, names, told.true, own)
        ruling = told.true
        if "undo" in self.habits:
            ruling = yield from self._second_thoughts(seat, told)
        self.claimant = None
        self.due.discard(("claim", seat))
        if ruling is Ruling.LEGAL:
            yield from self._gone_on(seat, names, own)
        else:
            yield from self._back(seat, names, home)
            self.due.discard(("penalty", seat))
            self.busy -= set(names)

    def _laid_down(self, seat: str, names: list[str], told: Told) -> Act:
        yield self.chance.uniform(0.0, 0.8)
        if "phone" in self.habits and self.chance.random() < 0.4:
            self.begin(self._phoned(seat, names, told))
        yield from self._lays(seat, names, told)

    def _gone_on(self, seat: str, names: list[str], own: dict[str, str]) -> Act:
        for name in names:
            self.table.row[own[name]].remove(name)
        self.filling |= {"centre", seat}
        clear = self._filled(seat, names)
        if "refill" not in self.habits:
            yield from clear
            return
        self.begin(clear)
        while "centre" in self.filling:
            yield 0.1

    def _second_thoughts(self, seat: str, told: Told) -> Generator[float, None, Ruling]:
        """The table takes the ruling back: for a moment, or the other way round."""
        now = self.state.table
        if now is None or self.chance.random() < 0.5:
            return told.true
        yield self.chance.uniform(0.1, 2.0)
        last = self.state.to_undo
        if last is None or not isinstance(last.event, ev.Claim):
            return told.true
        if self.chance.random() < 0.5:
            self.tries(ev.Undo(last.seq))
            yield self.chance.uniform(0.3, 5.0)
            last = self.state.to_undo
            if self.state.to_redo is not None:
                self.tries(ev.Undo(self.state.to_redo))
            elif last is None or not isinstance(last.event, ev.Claim):
                self._by_hand(seat, [*told.own], told.true, told.own)  # Something else was entered since.
            else:
                self.wrong.append(f"{self.table.now_s:.1f}: told again what was undone")
            return told.true
        other = Ruling.ILLEGAL if told.true is Ruling.LEGAL else Ruling.LEGAL
        if self.tries(ev.Overrule(last.seq, other, "the table says so")):
            yield 0.5
            return other
        return told.true

    def _phoned(self, seat: str, names: list[str], told: Told) -> Act:
        """The caller enters the claim on a phone, too."""
        yield self.chance.uniform(0.1, 3.0)
        faces = [ev.Face(CARDS[name].triangles, CARDS[name].shape) for name in names]
        taken = tuple(ev.Taken(told.own[name], face) for name, face in zip(names, faces, strict=True))
        if not told.outcome and self.claimant == seat and self.tries(ev.Claim(seat, taken)):
            told.outcome = told.true.value
            last = self.state.done
            assert last is not None
            assert isinstance(last.event, ev.Claim)
            if last.event.ruling is not told.true:
                self.wrong.append(f"by phone {last.event.ruling}, and is {told.true}")

    def _filled(self, seat: str, names: list[str]) -> Act:
        """The Zangle is gathered up, and the centre and then the row are filled up."""
        leave = self.chance.random() < 0.3
        yield self.chance.uniform(0.2, 1.5)
        for name in [] if leave else names:
            yield from self._lifted(seat, name)
        if self.state.table is not None and self._phase() != "play":
            self.filling.clear()
            return
        for place, pile in (("centre", "pile"), (seat, seat)):
            drew = False
            self.due.add(("replenish", place))
            while len(self.table.row[place]) < 4 and self.table.draw[pile]:
                yield from self.drawn(place, pile)
                drew = True
            if drew:
                yield from self._filled_told(place)
            self.filling.discard(place)
            self.due.discard(("replenish", place))
        for name in names if leave else []:
            yield from self._lifted(seat, name)
        self.busy -= set(names)

    def _filled_told(self, place: str) -> Act:
        """While somebody lays down, rows are not told."""
        begun_s = self.table.now_s
        while self.state.table is not None and self._phase() == "play" and self.state.table.due(place):
            if self.claimant is not None:
                begun_s = self.table.now_s
            if self.table.now_s - begun_s > 14:
                self.missed.append(f"{self.table.now_s:.1f}: replenish {place}")
                self.tries(ev.Replenish(place))
                return
            yield 0.1

    def _lifted(self, seat: str, name: str) -> Act:
        if name in self.table.lying:
            self.table.hand(f"{seat} gathers", (0, 0, 1, 1))
            yield 0.1
            self.table.lift(name)
            self.table.hand(f"{seat} gathers", None)
