"""Solitaire from pictures: columns on piles of backs, turned up, claimed from and taken over before a camera."""

from __future__ import annotations

from pathlib import Path

from companion.rules.verdict import Ruling
from companion.table.recording import known
from companion.table.store import Store
from companion.table.watch.eye import Eye
from companion.table.zangle import events as ev
from companion.table.zangle.events import kind_of
from companion.table.zangle.live import ZangleGame
from tests.live.staging import BACK, Director, Laid, Stage, filmed
from vision.live.follow import Follow

FPS = 10
TOPS = ("iamond-2a-01", "iamond-3a-02", "iamond-1a-05", "iamond-4c-01", "iamond-3a-07")
CENTRE = ("iamond-5a-01", "iamond-4b-02", "iamond-4b-05")
CENTRE_AT = (Laid(130, 110, 1.0), Laid(198, 110, -1.7), Laid(424, 110, 0.6))
CLAIMED = (CENTRE[0], TOPS[0], TOPS[1])
CLAIM_AT = (Laid(590, 75, 0.8), Laid(656, 75, -1.3), Laid(722, 75, 1.9))
NEW, SECOND, THIRD = "iamond-4a-03", "iamond-5c-01", "iamond-1a-11"
TILT = (1.5, -2.0, 0.7, -1.1, 2.4)


def column(number: int) -> Laid:
    """Where a column's open card lies; columns count from 1."""
    return Laid(110.0 * number - 20, 300, TILT[number - 1])


def pile(number: int) -> str:
    return f"{BACK}#{number}"


def directed() -> Director:
    """Cards without markers: a claim of the first two columns' tops; the second shows its next card, the third's top
    goes to the first."""
    prefix, film = "plain ", Director(fps=FPS)
    film.things = {
        "mark centre": Laid(309, 110, 0.5),
        "mark claim": Laid(660, 110, -0.7),
        **{f"mark seat {at}": Laid(110.0 * at - 20, 392, 90) for at in range(1, 6)},
        f"{BACK}#centre": Laid(285.8, 110, 0.5),
    }
    film.wait(0.5)
    for at, name in enumerate(TOPS, 1):
        if at > 1:
            film.things[pile(at)] = Laid(110.0 * at - 20, 300)
        film.lay({prefix + name: column(at)}, 1)
    film.wait(0.7)
    film.lay({prefix + name: at for name, at in zip(CENTRE, CENTRE_AT, strict=True)}, 1)
    film.wait(0.9)
    film.move({prefix + name: at for name, at in zip(CLAIMED, CLAIM_AT, strict=True)}, 1)
    film.wait(1.5)
    film.take([prefix + name for name in CLAIMED], 1)
    film.wait(0.3)
    film.lay({prefix + NEW: CENTRE_AT[0]}, 1)
    film.wait(0.6)
    film.things.pop(pile(2))
    film.lay({prefix + SECOND: column(2)}, 1)
    film.wait(0.8)
    film.move({prefix + TOPS[2]: column(1)}, 1)
    film.wait(0.4)
    film.lay({prefix + THIRD: column(3)}, 1)
    film.wait(1.2)
    return film


def test_a_turn_is_told_from_pictures(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "games.db")) as store:
        game = ZangleGame(store, "solitaire")
        game.submit(ev.SetUp("solitaire", ("Ann",)), version=0, at_s=0.0, by="host")
        follow, eye = Follow(known("iamond")), Eye()
        refused: list[object] = []
        for number, pixels in enumerate(filmed(Stage(), directed().shots)):
            at_s = round(number / FPS, 3)
            scene = follow.frame(pixels, number, at_s)
            noticed = eye.look(
                scene,
                game.state,
                lambda event, version, by, at_s=at_s: game.submit(  # type: ignore[misc]
                    event, version=version, at_s=at_s, by=by
                ),
            )
            refused += [answer.verdict for answer in noticed.answers if not answer.accepted]
        events = [entry.event for entry in store.entries("solitaire")]
    assert refused == []
    kinds = [kind_of(event) for event in events if not isinstance(event, ev.Seen)]
    assert kinds == ["set-up", "deal", "flip", "claim", "replenish", "fill-column"]
    (claim,) = (event for event in events if isinstance(event, ev.Claim))
    assert claim.ruling is Ruling.LEGAL
    assert sorted(taken.source for taken in claim.cards) == ["centre", "column 1", "column 2"]
    table = game.state.table
    assert table is not None
    # Backs show beneath whatever is taken: none of them counts as a card that lies open.
    assert all(face.known for face in table.centre)
    assert [one.hidden for one in table.columns] == [0, 0, 1, 3, 4]
    want = (TOPS[2], SECOND, THIRD, *TOPS[3:])
    shapes = [None if one.top is None else one.top.triangles for one in table.columns]
    assert shapes == [int(name.split("-")[1][0]) for name in want]
