"""The round that ships as a recording: what happens, where, and what the log of it has to say.

Ann (seat 1, below) and Ben (seat 2, above) play the opening of a Speedster round: deal, a wrong call with its penalty,
a hand over the table, a hit that is undone, a right call, replenishing, a pause, the end.
"""

from __future__ import annotations

from companion.table.zangle.events import SetUp
from tests.live.staging import BACK, Director, Laid

PLAYERS = ("Ann", "Ben")
SET_UP = SetUp("speedster", PLAYERS)
FPS = 15

ANN = ("iamond-2a-01", "iamond-3a-02", "iamond-1a-05", "iamond-4c-01")
BEN = ("iamond-3a-07", "iamond-1a-11", "iamond-4a-05", "iamond-5c-01")
CENTRE = ("iamond-5a-01", "iamond-4b-02", "iamond-z-01", "iamond-5d-04")
HIT = "iamond-2a-14"
NEW_CENTRE = "iamond-4a-03"
NEW_ROW = ("iamond-5b-02", "iamond-1a-17")

WRONG = ("iamond-5d-04", "iamond-4a-05", "iamond-1a-11")
RIGHT = ("iamond-5a-01", "iamond-2a-01", "iamond-3a-02")

_TILT = (1.6, -2.1, 0.8, -1.2, 2.4, -0.7)
CENTRE_X = (126.0, 194.0, 424.0, 492.0)
CLAIM_AT = ((606.0, 206.0), (674.0, 212.0), (732.0, 222.0))

SHEETS = {
    "mark centre": Laid(309, 212, 0.6),
    "mark claim": Laid(664, 214, -0.8),
    "mark seat 1": Laid(48, 372, 0.5),
    "mark seat 2": Laid(50, 54, 180.4),
}
"""The printed places."""


def row_of(seat: int, place: int) -> Laid:
    """A place of a row: seat 1 below, seat 2 above, whose cards lie the other way up."""
    x = 118.0 + 68 * place
    tilt = _TILT[(place + 2 * seat) % 6]
    return Laid(x, 372.0, tilt) if seat == 1 else Laid(x, 54.0, 180 + tilt)


def centre_at(place: int) -> Laid:
    """A place of the open cards beside the centre sheet."""
    return Laid(CENTRE_X[place], 212.0, _TILT[(place + 3) % 6])


def claim_at(place: int, side: int) -> Laid:
    """A place in the claim zone."""
    x, y = CLAIM_AT[place]
    return Laid(x, y, _TILT[place] + (0 if side > 0 else 180))


def direct() -> Director:
    """The round, shot by shot."""
    film = Director(fps=FPS)
    film.things = SHEETS | {
        BACK: Laid(285.8, 211.8, 0.6),
        f"{BACK}#1": Laid(604, 372, 3.0),
        f"{BACK}#2": Laid(606, 52, 178.0),
    }
    film.wait(0.8)
    film.note("the deal")
    film.lay({name: row_of(1, place) for place, name in enumerate(ANN)}, 1)
    film.lay({name: row_of(2, place) for place, name in enumerate(BEN)}, -1)
    film.wait(0.7)
    film.note("the centre is turned up")
    film.lay({name: centre_at(place) for place, name in enumerate(CENTRE)}, 1)
    film.wait(0.9)
    _wrong_call(film)
    film.note("a hand rests over the table")
    film.cover((450.0, 190.0), 1, 1.4)
    film.wait(0.5)
    _hit_undone(film)
    _right_call(film)
    film.note("a pause")
    film.lay({"mark pause": Laid(692, 372, -2.0)}, 1)
    film.wait(0.8)
    film.take(["mark pause"], 1)
    film.wait(0.7)
    film.note("the end")
    film.lay({"mark end": Laid(692, 372, 1.0)}, 1)
    film.wait(1.3)
    return film


def _wrong_call(film: Director) -> None:
    film.note("Ben calls")
    film.lay({"mark mine": Laid(458, 54, 181.0)}, -1)
    film.wait(0.6)
    home = {name: film.things[name] for name in WRONG}
    film.note("Ben lays down three cards that are no Zangle")
    film.move({name: claim_at(place, -1) for place, name in enumerate(WRONG)}, -1)
    film.wait(2.7)
    film.note("Ben puts them back, and takes a penalty card")
    film.move(home, -1)
    film.wait(0.7)
    film.take(["mark mine"], -1)
    film.wait(0.4)


def _hit_undone(film: Director) -> None:
    film.note("Ann takes a hit")
    film.lay({HIT: row_of(1, 4)}, 1)
    film.wait(0.8)
    film.note("and thinks better of it: undo")
    film.lay({"mark undo": Laid(692, 372, 2.0)}, 1)
    film.wait(0.7)
    film.take([HIT], 1)
    film.take(["mark undo"], 1)
    film.wait(0.6)


def _right_call(film: Director) -> None:
    film.note("Ann calls")
    film.lay({"mark mine": Laid(458, 372, -1.0)}, 1)
    film.wait(0.6)
    film.note("Ann lays down a Zangle")
    film.move({name: claim_at(place, 1) for place, name in enumerate(RIGHT)}, 1)
    film.wait(1.3)
    film.note("Ann takes it away and replenishes")
    film.take([*RIGHT], 1)
    film.take(["mark mine"], 1)
    film.lay({NEW_CENTRE: centre_at(0)}, 1)
    film.wait(0.6)
    film.lay({NEW_ROW[0]: row_of(1, 0), NEW_ROW[1]: row_of(1, 1)}, 1)
    film.wait(0.9)
