"""What troubles a board beside its players: hands that stay, pieces lifted or pushed, a camera that is knocked or
stops, light that changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.rules.tranglar.kinds import spots
from tests.live.sim_board import BoardGame
from tests.live.sim_room import burst, hand_that_stays, nothing
from tests.live.sim_time import Act


def _unrest(game: BoardGame, pause_s: float) -> Act:
    """All is as it was again, and the board has lain still since."""
    yield pause_s
    game.still_s = max(game.still_s, game.now_s)


def _lifted(game: BoardGame) -> Act:
    """A piece is taken up and put back."""
    while True:
        yield game.chance.expovariate(0.25)
        if not (pieces := game.resting()):
            continue
        mask = game.chance.choice(pieces)
        owner = game.lying[mask]
        game.fiddled.add(mask)
        yield from game.lifted(mask, "fiddler")
        yield game.chance.choice((0.2, 1.0, 3.0, 7.0))
        yield from game.laid(mask, owner, whose="fiddler")
        game.fiddled.discard(mask)
        yield from _unrest(game, 0.1)


def _slid(game: BoardGame) -> Act:
    """A piece is pushed onto free cells beside its own, and back."""
    while True:
        yield game.chance.expovariate(0.25)
        pieces = [mask for mask in game.resting() if game.lying[mask] != "neutral"]
        if not pieces or game.done:
            # A piece that was just laid and lies beside its place for long was laid there.
            continue
        mask = game.chance.choice(pieces)
        taken = sum(game.lying) & ~mask
        kind = spots()[mask].kind
        near = [one for one, spot in spots().items() if spot.kind == kind and one & mask and one != mask]
        if not (near := [one for one in near if not one & taken]):
            continue
        other, owner = game.chance.choice(near), game.lying[mask]
        game.fiddled |= {mask, other}
        for gone, come, pause_s in (
            (mask, other, game.chance.choice((0.3, 1.5, 4.0))),
            (other, mask, 0.1),
        ):
            game.reach("sleeve", gone)
            yield 0.2
            game.lying.pop(gone)
            game.lying[come] = owner
            yield 0.1
            game.hands.pop("sleeve")
            yield pause_s
        game.fiddled -= {mask, other}
        yield from _unrest(game, 0.1)


def _knocked(game: BoardGame) -> Act:
    """The camera is knocked by some pixels."""
    while True:
        yield game.chance.expovariate(0.3)
        game.shift = game.chance.uniform(-5, 5), game.chance.uniform(-5, 5)


def _light(game: BoardGame) -> Act:
    """A lamp goes on or off, and the camera's exposure follows."""
    while True:
        yield game.chance.expovariate(0.3)
        to = game.chance.choice((0.12, 0.35, 0.6, 1.7))
        steps = game.chance.choice((1, 1, 8))
        for at in range(1, steps + 1):
            game.light = 1.0 + (to - 1.0) * at / steps
            yield 0.2
        yield game.chance.choice((0.2, 1.0, 4.0))
        while abs(game.light - 1.0) > 0.02:
            game.light += (1.0 - game.light) * 0.4
            yield 0.2
        game.light = 1.0


BOARD_TROUBLES: Mapping[str, Callable[[BoardGame], Act]] = {
    "burst": burst,
    "crooked": nothing,
    "forgotten": nothing,
    "hand": hand_that_stays((-0.5, 3), (-0.5, 3), (0.5, 2.5), (0.5, 2.5)),
    "hasty": nothing,
    "knocked": _knocked,
    "lifted": _lifted,
    "light": _light,
    "slid": _slid,
    "takenback": nothing,
    "wrongflip": nothing,
}
