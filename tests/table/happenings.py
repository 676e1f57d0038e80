"""Random happenings at a table: what sensible players do, and what nobody should."""

from __future__ import annotations

import random
from collections.abc import Generator, Sequence

from companion.rules.verdict import Ruling
from companion.rules.zangle import Card, find_zangles
from companion.rules.zangle.modes import Equalizer
from companion.table.past import last_claim
from companion.table.zangle import events as ev
from companion.table.zangle.events import Face, Taken
from companion.table.zangle.overruling import after_a_claim
from companion.table.zangle.play import State
from companion.table.zangle.table import Phase, Table
from tests.table.naive import Naive

NAMES = ("ann", "ben", "cem", "dea", "eli", "fay", "gus", "hal")


def _one_of(rng: random.Random, happenings: Sequence[ev.Event]) -> ev.Event:
    return rng.choice(happenings)


def set_up(rng: random.Random, mode: str) -> ev.SetUp:
    players = NAMES[: 1 if mode == "solitaire" else rng.randint(2, 8)]
    options: dict[str, bool | int] = {}
    for name in ("z-fills-location", "z-as-target", "equalizers", "late-pays-worst"):
        if rng.random() < 0.3:
            options[name] = rng.random() < 0.5
    if mode == "solitaire" and rng.random() < 0.3:
        options["columns"] = rng.randint(5, 12)
    own = rng.random() < 0.3
    levels = tuple(Equalizer(f"Level {n}", rng.randint(1, 6), rng.randint(0, 3)) for n in range(4))
    return ev.SetUp(
        mode,
        players,
        rng.choice(["iamond", "abolo"]),
        tuple(sorted(options.items())),
        levels if own else (),
        rng.choice([None, players[-1]]),
    )


def sensible(rng: random.Random, state: State, truth: Naive) -> ev.Event:
    """What might well happen next; not always allowed."""
    table = state.table
    if table is None:
        return ev.Undo(state.to_redo or 0) if state.to_redo else set_up(rng, "speedster")
    if table.paused:
        return ev.Resume()
    if rng.random() < 0.03:
        return _one_of(
            rng, [ev.Pause(), ev.Join("late" + str(rng.randint(0, 3))), ev.EndRound("nobody finds any")]
        )
    if rng.random() < 0.02 and table.phase in (Phase.PLAY, Phase.DEALT):
        return _correction(rng, table)
    if rng.random() < 0.04 and (claim := last_claim(state, ev.Claim, after_a_claim(table))):
        return ev.Overrule(claim[0].seq, rng.choice([Ruling.LEGAL, Ruling.ILLEGAL]), "we looked again")
    if table.phase is Phase.PLAY:
        return _play(rng, table, truth)
    if table.phase is Phase.GATHERED:
        return ev.Deal()
    if table.phase is Phase.DEALT:
        return ev.Flip()
    if table.phase is Phase.CHECK:
        return ev.RoundCheck(rng.random() < 0.6)
    if table.phase is Phase.SCORED:
        if rng.random() < 0.15:
            return ev.CorrectScore(
                len(table.results), rng.choice(table.names), rng.randint(0, 9), "counted again"
            )
        if table.equalizer_due:
            return ev.Equalize(table.equalizer_due)
        return ev.End() if table.decided or table.mode == "solitaire" else ev.NextRound()
    return ev.Undo(state.version)


def _correction(rng: random.Random, table: Table) -> ev.CorrectCards:
    seat = rng.choice(table.lap)
    alone = table.mode == "solitaire"
    places = [ev.Place(kind) for kind in (ev.Kind.PILE, ev.Kind.ASIDE, ev.Kind.CENTRE)]
    places += [ev.Place(ev.Kind.COLUMN, None, rng.randint(1, len(table.columns)))] if alone else []
    places += [
        ev.Place(kind, None if alone else seat)
        for kind in (ev.Kind.USED, *([] if alone else [ev.Kind.ROW, ev.Kind.DRAW]))
    ]
    source, to = rng.sample(places, 2)
    return ev.CorrectCards(source, to, rng.randint(1, 2), "counted again")


def _play(rng: random.Random, table: Table, truth: Naive) -> ev.Event:
    pending, claimer = table.pending, table.control
    if pending is not None:
        wise = ev.Overrule(pending.seq, rng.choice([Ruling.LEGAL, Ruling.ILLEGAL]), "we looked")
        other = rng.choice(table.lap)
        return _one_of(
            rng,
            [wise, wise, ev.Penalty(pending.seat), ev.Hit(other), ev.Replenish(other), ev.Pass(pending.seat)],
        )
    if table.due("centre") and rng.random() < 0.9:
        return ev.Replenish("centre")
    if table.mode != "solitaire":
        short = [name for name in table.lap if table.due(name) and table.on_turn in (None, name)]
        if short and rng.random() < 0.7:
            return ev.Replenish(rng.choice(short))
    if table.tied:
        return ev.Settle(rng.choice(table.tied))
    if claimer is None or (table.calls and rng.random() < 0.4):
        seat = rng.choice(table.lap)
        at_s = 100 + rng.choice([0.0, 0.01, 0.06, 0.3])
        call = ev.Call(seat, at_s, rng.choice([0.0, 0.02, 0.1]), rng.choice(["board", seat]))
        return ev.Hit(seat) if rng.random() < 0.1 else call
    if rng.random() < 0.15:
        place = rng.choice(["centre", *table.lap, "column 2"])
        return ev.Seen(place, tuple(_lying(truth, place)))
    if (best := _zangle(rng, table, truth, claimer)) and rng.random() < 0.9:
        return best
    if table.mode == "solitaire":
        empty = [n for n, column in enumerate(table.columns, 1) if column.top is None]
        deep = [n for n, column in enumerate(table.columns, 1) if column.hidden]
        if empty and deep:
            return ev.FillColumn(rng.choice(deep), rng.choice(empty))
        return ev.Stuck()
    if table.mode == "speedster":
        return _one_of(rng, [ev.Penalty(claimer), _any_claim(rng, table, truth, claimer), ev.Hit(claimer)])
    return _one_of(rng, [ev.Hit(claimer), ev.Pass(claimer), _any_claim(rng, table, truth, claimer)])


def _lying(truth: Naive, place: str) -> list[Face]:
    """What really lies open at a place."""
    if place == "centre":
        return list(truth.box["centre"])
    if place.startswith("column "):
        columns = truth.box["columns"]
        at = int(place[7:]) - 1
        return list(columns[at][-1:]) if at < len(columns) else []
    return list(truth.box["row"].get(place, []))


def _own_places(table: Table, seat: str) -> list[str]:
    if table.mode == "solitaire":
        return [f"column {n}" for n in range(1, len(table.columns) + 1)]
    return [seat]


def _zangle(rng: random.Random, table: Table, truth: Naive, seat: str) -> ev.Claim | None:
    """A Zangle that is really there."""
    centre = _lying(truth, "centre")
    own = [(place, face) for place in _own_places(table, seat) for face in _lying(truth, place)]
    found = find_zangles(
        [Card(face.triangles, face.shape) for face in centre],
        [Card(face.triangles, face.shape) for _, face in own],
        table.options.rules,
    )
    if not found:
        return None
    pick = rng.choice(found[:3])
    cards = [Taken("centre", centre[index]) for index in pick.centre]
    cards += [Taken(own[index][0], own[index][1]) for index in pick.own]
    return ev.Claim(seat, tuple(cards))


def _any_claim(rng: random.Random, table: Table, truth: Naive, seat: str) -> ev.Claim:
    """Cards that lie there, some of them unread, hardly ever a Zangle."""
    lying = [(p, f) for p in ["centre", *_own_places(table, seat)] for f in _lying(truth, p)]
    picked = rng.sample(lying, min(len(lying), rng.randint(0, 4)))
    return ev.Claim(seat, tuple(Taken(p, rng.choice([f, Face()])) for p, f in picked))


def nonsense(rng: random.Random, state: State) -> ev.Event:
    """Anything at all, at any time."""
    who = rng.choice([*NAMES[:4], "nobody", ""])
    place = rng.choice(["centre", who, "column 1", "column 99", "moon"])
    number = rng.choice([-1, 0, 1, 2, state.version, state.version - 1, state.version + 7])

    def spot() -> ev.Place:
        kind = rng.choice(list(ev.Kind))
        return ev.Place(kind, rng.choice([None, who]), rng.choice([None, None, 0, 1, 2]))

    return _one_of(
        rng,
        [
            ev.SetUp("speedster", NAMES[:3]),
            ev.Join(who, rng.choice([None, "ann", "nobody"])),
            ev.Deal(),
            ev.Flip(),
            ev.Hit(who),
            ev.Call(who, rng.random(), rng.choice([-1.0, 0.0, 9.0]), "board"),
            ev.Settle(who),
            ev.Claim(who, (Taken(place), Taken("centre"), Taken(who, Face(3)))),
            ev.Penalty(who),
            ev.Replenish(place),
            ev.Pass(who),
            ev.Seen(place, (Face(),) * rng.randint(0, 6)),
            ev.FillColumn(rng.randint(-1, 6), rng.randint(-1, 6)),
            ev.Stuck(),
            ev.RoundCheck(True),
            ev.Equalize(who),
            ev.EndRound(),
            ev.NextRound(),
            ev.Pause(),
            ev.Resume(),
            ev.Undo(number),
            ev.Overrule(number, rng.choice(list(Ruling)), ""),
            ev.CorrectScore(
                rng.randint(-1, 3), who, rng.choice([-1, 0, 7, 10**6]), rng.choice(["", "miscounted"])
            ),
            ev.CorrectCards(spot(), spot(), rng.randint(-1, 3), rng.choice(["", "miscounted"])),
        ],
    )


def game(
    seed: int, mode: str, length: int, mischief: float = 0.25
) -> Generator[tuple[State, ev.Event, Naive], State, None]:
    """(state before, what is tried next, the real cards); the caller sends back the state after it."""
    rng = random.Random(seed)
    truth = Naive(seed)
    state = State()
    event: ev.Event = set_up(rng, mode)
    for _ in range(length):
        state = yield state, event, truth
        if state.table and state.table.phase is Phase.OVER and rng.random() < 0.4:
            return
        if rng.random() < mischief:
            event = nonsense(rng, state)
        elif rng.random() < mischief / 4 and state.to_undo:
            event = ev.Undo(rng.choice([state.to_undo.seq, state.to_redo or 0]))
        else:
            event = sensible(rng, state, truth)
