"""From scenes to events, on plain scenes without a picture: each rule of what is made of what is seen."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import numpy as np
from numpy.typing import NDArray

from companion.rules.verdict import Ruling
from companion.rules.zangle.deck import deck
from companion.table.watch.eye import Eye
from companion.table.watch.zones import Use, Zone
from companion.table.zangle import events as ev
from companion.table.zangle.events import column_name, kind_of
from companion.table.zangle.live import Answer
from companion.table.zangle.play import State, judge, step
from vision.live.things import How, Scene, SeenCard, SeenMark
from vision.sighting import CardSighting, Quad

CARDS = {card.id: card for card in deck("iamond")}
ANN = ("iamond-2a-01", "iamond-3a-02", "iamond-1a-05", "iamond-4c-01")
BEN = ("iamond-3a-07", "iamond-1a-11", "iamond-4a-05", "iamond-5c-01")
CENTRE = ("iamond-5a-01", "iamond-4b-02", "iamond-4b-05", "iamond-5d-04")
RIGHT = ("iamond-5a-01", "iamond-2a-01", "iamond-3a-02")
WRONG = ("iamond-5d-04", "iamond-4a-05", "iamond-1a-11")


def box(left: float, top: float, right: float, bottom: float) -> tuple[tuple[float, float], ...]:
    return ((left, top), (right, top), (right, bottom), (left, bottom))


ZONES = (
    Zone(Use.CENTRE, box(0, 100, 400, 200)),
    Zone(Use.CLAIM, box(500, 100, 900, 200)),
    Zone(Use.SEAT, box(0, 210, 900, 300), "ann"),
    Zone(Use.SEAT, box(0, 0, 900, 90), "ben"),
)
Y = {"centre": 150.0, "claim": 150.0, "ann": 250.0, "ben": 45.0}


def quad(x: float, y: float) -> Quad:
    return ((x - 30, y - 40), (x + 30, y - 40), (x + 30, y + 40), (x - 30, y + 40))


@dataclass
class Played:
    """A table on which cards are put by hand, a tenth of a second a frame."""

    lying: dict[str, tuple[float, float]] = field(default_factory=dict)
    hidden: set[str] = field(default_factory=set)
    moving: set[str] = field(default_factory=set)
    unread: set[str] = field(default_factory=set)
    buttons: dict[str, tuple[float, float]] = field(default_factory=dict)
    state: State = field(default_factory=State)
    log: list[ev.Event] = field(default_factory=list)
    refused: list[ev.Event] = field(default_factory=list)
    eye: Eye = field(default_factory=lambda: Eye(ZONES))
    frames: int = 0
    mode: str = "speedster"
    chance: Random | None = None
    """Shakes places by millimetres, and mixes keys and the order in which cards are told."""
    keys: dict[str, int] = field(default_factory=dict)
    restless: NDArray[np.bool_] = field(default_factory=lambda: np.zeros((300, 900), bool))
    """Where something moves."""
    over: NDArray[np.bool_] = field(default_factory=lambda: np.zeros((300, 900), bool))
    """Where something is that was not looked at."""
    size_px: tuple[int, int] = (900, 300)
    plain: bool = False
    """Whether cards bear no markers, so that those that look alike are alike."""

    def submit(self, event: ev.Event, version: int, by: str | None) -> Answer:
        verdict = judge(self.state, event, version)
        if verdict.ruling is not Ruling.LEGAL:
            self.refused.append(event)
            return Answer(verdict, self.state, None)
        self.state = step(self.state, event)
        done = self.state.done
        self.log.append(event if done is None or isinstance(event, ev.Undo) else done.event)
        return Answer(verdict, self.state, None)

    def scene(self) -> Scene:
        cards = []
        for name, at in self.lying.items():
            known = CARDS[name]
            off = (
                (0.0, 0.0)
                if self.chance is None
                else (self.chance.uniform(-4, 4), self.chance.uniform(-4, 4))
            )
            x, y = at[0] + off[0], at[1] + off[1]
            own = None if self.plain else name
            sighting = CardSighting(own, known.triangles, known.shape, quad(x, y), 0.99, ("marker",))
            how = How.REMEMBERED if name in self.hidden else How.SEEN
            shown = None if name in self.unread else sighting
            key = self.keys.get(name) or sorted(CARDS).index(name) + 1
            cards.append(SeenCard(key, shown, quad(x, y), how, name in self.moving, "", (x, y)))
        marks = tuple(
            SeenMark(name, quad(*at), How.SEEN, False, quad(*at)) for name, at in self.buttons.items()
        )
        if self.chance is not None:
            self.chance.shuffle(cards)
        time_s, plane = self.frames / 10, np.eye(3)
        return Scene(
            self.frames,
            time_s,
            self.size_px,
            tuple(cards),
            marks,
            plane,
            self.over,
            self.restless,
            1.0,
            False,
        )

    def look(self, frames: int = 8) -> list[str]:
        """Let time pass; the kinds of what was made of it."""
        before = len(self.log)
        for _ in range(frames):
            self.frames += 1
            # An answer without an entry is refused to the eye: give it one that was accepted.
            self.eye.look(self.scene(), self.state, self._accepted)
        return [kind_of(event) for event in self.log[before:] if not isinstance(event, ev.Seen)]

    def _accepted(self, event: ev.Event, version: int, by: str | None) -> Answer:
        from companion.table.log import Entry

        answer = self.submit(event, version, by)
        if answer.verdict.ruling is not Ruling.LEGAL:
            return answer
        return Answer(answer.verdict, self.state, Entry(self.state.version, 0.0, by, event))

    def put(self, place: str, *names: str) -> None:
        for name in names:
            taken = {x for other, (x, y) in self.lying.items() if y == Y[place] and other != name}
            start = 540.0 if place == "claim" else 40.0
            self.lying[name] = (
                next(x for x in (start + 70 * k for k in range(12)) if x not in taken),
                Y[place],
            )

    def take(self, *names: str) -> None:
        for name in names:
            del self.lying[name]


def dealt(table: Played | None = None) -> Played:
    table = table or Played()
    table.state = step(table.state, ev.SetUp(table.mode, ("ann", "ben")))
    table.look(2)
    table.put("ann", *ANN)
    table.put("ben", *BEN)
    assert table.look() == ["deal"]
    table.put("centre", *CENTRE)
    assert table.look() == ["flip"]
    return table


def call(table: Played, seat: str) -> None:
    table.state = step(table.state, ev.Call(seat, table.frames / 10, 0.01, seat))
    table.look(2)


def test_a_deal_waits_for_every_row_and_for_cards_to_rest() -> None:
    table = Played()
    table.state = step(table.state, ev.SetUp("speedster", ("ann", "ben")))
    table.put("ann", *ANN)
    table.put("ben", *BEN[:3])
    assert table.look(20) == []
    table.put("ben", BEN[3])
    assert table.look(2) == []
    table.moving = {BEN[0]}
    assert table.look(20) == []
    table.moving = set()
    assert table.look() == ["deal"]


def test_what_lies_open_is_looked_at_once() -> None:
    table = dealt()
    seen = {event.place: event for event in table.log if isinstance(event, ev.Seen)}
    assert set(seen) == {"centre", "ann", "ben"}
    assert {face.id for face in seen["centre"].cards} == set(CENTRE)
    before = len(table.log)
    table.look(30)
    assert len(table.log) == before


def test_a_right_claim_is_judged_soon_and_then_replenished() -> None:
    table = dealt()
    call(table, "ann")
    table.put("claim", *RIGHT)
    assert table.look(6) == ["claim"]
    claim = table.log[-1]
    assert isinstance(claim, ev.Claim)
    assert claim.ruling is Ruling.LEGAL
    assert {(taken.source, taken.face.id) for taken in claim.cards} == {
        ("centre", RIGHT[0]),
        ("ann", RIGHT[1]),
        ("ann", RIGHT[2]),
    }
    table.take(*RIGHT)
    assert table.look() == []
    table.put("ann", "iamond-5b-02", "iamond-1a-17")
    assert table.look() == []  # the centre comes first
    table.put("centre", "iamond-4a-03")
    assert table.look() == ["replenish", "replenish"]


def test_a_right_claim_in_plain_sight_is_judged_in_the_same_picture() -> None:
    table = dealt()
    call(table, "ann")
    table.put("claim", *RIGHT)
    assert table.look(1) == ["claim"]


def test_a_right_claim_waits_for_the_hand_that_lays_it() -> None:
    table = dealt()
    call(table, "ann")
    table.put("claim", *RIGHT)
    table.restless[:, 520:] = True
    assert table.look(30) == []
    table.restless[:] = False
    assert table.look(1) == ["claim"]


def test_a_hand_elsewhere_keeps_no_claim_waiting() -> None:
    table = dealt()
    call(table, "ann")
    table.put("claim", *RIGHT)
    table.restless[:, :400] = True
    assert table.look(1) == ["claim"]


def test_cards_that_are_only_taken_are_a_claim_too() -> None:
    table = dealt()
    call(table, "ann")
    table.take(*RIGHT)
    assert table.look() == ["claim"]


def test_a_wrong_claim_is_given_time_and_costs_a_card_once_it_is_put_back() -> None:
    table = dealt()
    home = {name: table.lying[name] for name in WRONG}
    call(table, "ben")
    table.put("claim", *WRONG)
    assert table.look(15) == []
    assert table.look(15) == ["claim"]
    assert table.log[-1].ruling is Ruling.ILLEGAL  # type: ignore[union-attr]
    assert table.look(30) == []
    table.lying.update(home)
    assert table.look() == ["penalty"]
    assert table.look(30) == []
    assert table.state.table is not None
    assert table.state.table.counted == 120


def test_a_claim_waits_while_cards_are_still_laid() -> None:
    table = dealt()
    call(table, "ben")
    for name in WRONG:
        table.put("claim", name)
        assert table.look(15) == []
    assert table.look(15) == ["claim"]


def the_log(chance: Random | None = None) -> list[ev.Event]:
    """A wrong claim that is put back, a right one, and what is drawn after it."""
    keys = list(range(1, len(CARDS) + 1))
    if chance is not None:
        chance.shuffle(keys)
    table = dealt(Played(chance=chance, keys=dict(zip(CARDS, keys, strict=True))))
    home = {name: table.lying[name] for name in WRONG}
    call(table, "ben")
    table.put("claim", *WRONG)
    table.look(30)
    table.lying.update(home)
    table.look()
    call(table, "ann")
    table.put("claim", *RIGHT)
    table.look()
    table.take(*RIGHT)
    table.put("centre", "iamond-4a-03")
    # One lies above the other.
    table.lying["iamond-5b-02"], table.lying["iamond-1a-17"] = (40.0, 222.0), (42.0, 282.0)
    table.look(20)
    return table.log


def test_the_log_says_nothing_of_the_order_in_which_vision_tells() -> None:
    plain = the_log()
    assert [kind_of(event) for event in plain].count("claim") == 2
    for number in range(5):
        assert the_log(Random(number)) == plain


def test_a_covered_card_is_not_taken() -> None:
    table = dealt()
    call(table, "ann")
    table.hidden = set(CENTRE)
    assert table.look(30) == []
    table.hidden = set()
    table.put("claim", *RIGHT)
    assert table.look(6) == ["claim"]


def test_a_claimed_card_that_is_not_read_in_the_zone_is_known_by_where_it_left() -> None:
    table = dealt()
    call(table, "ann")
    table.put("claim", *RIGHT)
    table.unread = {RIGHT[0]}
    assert table.look(6) == ["claim"]
    assert table.log[-1].ruling is Ruling.LEGAL  # type: ignore[union-attr]


def test_a_hit_is_seen_and_an_undone_one_is_not_seen_again() -> None:
    table = dealt()
    table.put("ann", "iamond-2a-14")
    assert table.look() == ["hit"]
    table.buttons["undo"] = (800, 250)
    seq = table.state.to_undo
    assert seq is not None
    table.look()
    assert isinstance(table.state.done, object)
    assert table.state.table is not None
    assert len(table.state.table.faces("ann") or ()) == 4
    assert table.look(30) == []
    table.take("iamond-2a-14")
    del table.buttons["undo"]
    assert table.look() == []
    table.put("ann", "iamond-2a-14")
    assert table.look() == ["hit"]


def test_buttons_work_once_until_they_are_taken_away() -> None:
    table = dealt()
    table.buttons["pause"] = (800, 150)
    assert table.look(30) == ["pause"]
    del table.buttons["pause"]
    assert table.look() == ["resume"]
    table.buttons["mine"] = (800, 45)
    assert table.look(30) == ["call"]
    found = [event for event in table.log if isinstance(event, ev.Call)]
    assert [one.seat for one in found] == ["ben"]
    table.buttons["end"] = (800, 150)
    assert table.look() == ["end"]


def test_what_lies_there_from_the_beginning_was_not_pressed() -> None:
    table = Played()
    table.state = step(table.state, ev.SetUp("speedster", ("ann", "ben")))
    table.buttons = {"end": (800, 150), "pause": (800, 160)}
    assert table.look(30) == []


def test_turning_up_cards_makes_a_next_round_only_by_its_button() -> None:
    table = dealt()
    table.buttons["next"] = (800, 150)
    assert table.look(20) == []
    assert table.refused == []


def test_without_a_game_nothing_is_made_of_cards() -> None:
    table = Played()
    table.put("centre", *CENTRE)
    assert table.look() == []


def ruled(table: Played) -> Ruling | None:
    """How the last claim was ruled."""
    return next(event.ruling for event in reversed(table.log) if isinstance(event, ev.Claim))


def test_turn_style_is_followed_hits_turns_and_all() -> None:
    table = dealt(Played(mode="turn-style"))
    # Nobody draws out of turn, and nobody calls.
    table.put("ben", "iamond-2a-14")
    assert table.look() == []
    table.take("iamond-2a-14")
    table.look()
    table.put("ann", "iamond-2a-14")
    assert table.look() == ["hit"]
    table.put("claim", *RIGHT)
    assert table.look(20) == ["claim"]
    assert ruled(table) == Ruling.LEGAL
    table.take(*RIGHT)
    table.put("centre", "iamond-4a-03")
    table.put("ann", "iamond-5b-02")
    assert table.look() == ["replenish", "replenish"]
    now = table.state.table
    assert now is not None
    assert now.on_turn == "ben"
    # Ben's is none; he puts it back, takes a hit, and tries once more.
    home = {name: table.lying[name] for name in WRONG}
    table.put("claim", *WRONG)
    assert table.look(40) == ["claim"]
    assert ruled(table) == Ruling.ILLEGAL
    table.lying.update(home)
    assert table.look() == []
    table.put("ben", "iamond-1a-17")
    assert table.look() == ["hit"]
    table.put("claim", *WRONG)
    assert table.look(40) == ["claim"]
    now = table.state.table
    assert now is not None
    assert now.on_turn == "ann"
    assert table.look(40) == []
    assert table.refused == []
    assert now.counted == 120


STAIRS = tuple(Zone(Use.SEAT, box(100 * k, 210, 100 * k + 100, 300), column_name(k + 1)) for k in range(5))
TOPS = ("iamond-2a-01", "iamond-3a-02", "iamond-1a-05", "iamond-2a-09", "iamond-5c-01")


def test_solitaire_is_followed_by_its_columns() -> None:
    table = Played(eye=Eye((*ZONES[:2], *STAIRS)))
    table.state = step(table.state, ev.SetUp("solitaire", ("ann",)))
    table.look(2)
    at = {name: (50.0 + 100 * k, 250.0) for k, name in enumerate(TOPS)}
    table.lying |= dict(list(at.items())[:4])
    assert table.look(20) == []
    table.lying |= at
    assert table.look() == ["deal"]
    table.put("centre", *CENTRE[:3])
    assert table.look() == ["flip"]
    seen = {event.place for event in table.log if isinstance(event, ev.Seen)}
    assert seen == {"centre", *(column_name(number) for number in range(1, 6))}

    # The tops of the first two columns cover a card of the centre.
    table.put("claim", *RIGHT)
    assert table.look() == ["claim"]
    claim = table.log[-1]
    assert isinstance(claim, ev.Claim)
    assert claim.ruling is Ruling.LEGAL
    assert {(one.source, one.face.id) for one in claim.cards} == {
        ("centre", RIGHT[0]),
        ("column 1", RIGHT[1]),
        ("column 2", RIGHT[2]),
    }
    table.take(*RIGHT)
    table.put("centre", "iamond-4a-03")
    table.lying["iamond-4c-01"] = (150.0, 250.0)
    assert table.look() == ["replenish"]
    assert table.state.table is not None
    tops = [column.top for column in table.state.table.columns]
    assert [top and top.id for top in tops[:3]] == [None, "iamond-4c-01", "iamond-1a-05"]

    # The empty column takes another's top; that is no claim, and what lay below is turned up.
    table.lying["iamond-1a-05"] = (50.0, 250.0)
    assert table.look(40) == ["fill-column"]
    table.lying["iamond-3a-07"] = (250.0, 250.0)
    assert table.look() == []
    tops = [column.top for column in table.state.table.columns]
    assert [top and top.id for top in tops[:3]] == ["iamond-1a-05", "iamond-4c-01", "iamond-3a-07"]
    assert table.refused == []
