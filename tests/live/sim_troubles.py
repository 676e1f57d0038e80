"""What troubles a table beside the players: hands, nudges, dropped cards, glare, a camera that stops or begins anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.table.watch.eye import Eye
from companion.table.zangle import events as ev
from tests.live.sim_camera import Camera
from tests.live.sim_players import Game
from tests.live.sim_room import no_picture, nothing
from tests.live.sim_table import around
from tests.live.sim_time import Act


def _nudged(game: Game) -> Act:
    while True:
        yield game.chance.expovariate(1.0)
        if names := game.resting():
            name = game.chance.choice(names)
            x, y = game.table.lying[name]
            game.table.lay(name, (x + game.chance.uniform(-6, 6), y + game.chance.uniform(-4, 4)))


def _hand_over(game: Game) -> Act:
    while True:
        yield game.chance.expovariate(0.3)
        left, top = game.chance.uniform(0, 800), game.chance.uniform(0, 300)
        box = left, top, left + game.chance.uniform(60, 300), top + game.chance.uniform(60, 200)
        game.table.hand("resting", box)
        yield game.chance.choice((0.3, 1.0, 3.0, 6.0))
        game.table.hand("resting", None)


def _swapped(game: Game) -> Act:
    while True:
        yield game.chance.expovariate(0.3)
        place = game.chance.choice(game.places)
        names = [name for name in game.resting() if name in game.table.row.get(place, ())]
        if len(names) < 2:
            continue
        one, other = game.chance.sample(names, 2)
        game.busy |= {one, other}
        here, there = game.table.lying[one], game.table.lying[other]
        game.table.hand("swapping", game.areas[place])
        yield 0.3
        game.table.lay(one, there)
        game.table.lay(other, here)
        yield game.chance.uniform(0.1, 1.0)
        game.table.hand("swapping", None)
        game.busy -= {one, other}


def _sorted(game: Game) -> Act:
    """A card of a row is laid to its end."""
    while True:
        yield game.chance.expovariate(0.3)
        place = game.chance.choice(game.places)
        names = [name for name in game.resting() if name in game.table.row.get(place, ())]
        if not names:
            continue
        name = game.chance.choice(names)
        game.busy.add(name)
        old = around(game.table.lying[name], 10)
        game.table.hand("sorting", old)
        yield 0.2
        at = game.table.free(place)
        game.table.lay(name, at)
        yield game.chance.uniform(0.1, 1.5)
        game.table.hand("sorting", None)
        game.busy.discard(name)


def _dropped(game: Game) -> Act:
    """A card falls somewhere and is picked up again."""
    while True:
        yield game.chance.expovariate(0.2)
        if not (names := game.resting()):
            continue
        name = game.chance.choice(names)
        home = game.table.lying[name]
        game.busy.add(name)
        game.table.lay(name, game.table.free(game.chance.choice(sorted(game.areas))))
        yield game.chance.choice((0.2, 0.6, 2.0))
        place = next((place for place, names in game.table.row.items() if name in names), "claim")
        game.table.lay(name, game.table.free(place) if game.table.taken(home) else home)
        game.busy.discard(name)


def _unread(game: Game) -> Act:
    while True:
        yield game.chance.expovariate(0.3)
        if names := sorted(game.table.lying):
            name = game.chance.choice(names)
            game.table.unreadable.add(name)
            yield game.chance.choice((0.5, 2.0, 8.0))
            game.table.unreadable.discard(name)


def _glared(game: Game) -> Act:
    while True:
        yield game.chance.expovariate(0.3)
        if names := sorted(game.table.lying):
            name = game.chance.choice(names)
            game.table.glared.add(name)
            yield game.chance.choice((0.2, 0.8))
            game.table.glared.discard(name)
            if name in game.table.lying:
                game.table.stir(around(game.table.lying[name]))


def _begun_anew(game: Game, pauses_s: tuple[float, ...]) -> Act:
    """The program stops, and after a while knows nothing of what it saw."""
    game.blind = True
    yield game.chance.choice(pauses_s)
    game.camera = Camera(game.table, game.chance, plain=game.plain)
    game.eye = Eye(game.zones)
    game.blind = False


def _restarted(game: Game) -> Act:
    while True:
        yield game.chance.expovariate(0.1)
        yield from _begun_anew(game, (0.5, 2.0))


def _midclaim(game: Game) -> Act:
    """The program begins anew in the midst of a claim."""
    while True:
        yield game.chance.uniform(0.1, 0.6)
        if game.claimant is None or game.claims[-1].outcome or game.chance.random() < 0.5:
            continue
        yield from _begun_anew(game, (0.3, 0.8, 2.0))
        yield 6.0


def _crossed(game: Game) -> Act:
    """A card of each of two places is put down at the other one, and people go by where they lie."""
    while True:
        yield game.chance.expovariate(0.15)
        if game.claimant is not None:
            continue
        places = game.chance.sample(("centre", *game.places), 2)
        names = [[name for name in game.resting() if name in game.table.row.get(one, ())] for one in places]
        if not all(names):
            continue
        one, other = map(game.chance.choice, names)
        game.busy |= {one, other}
        here, there = game.table.lying[one], game.table.lying[other]
        for whose, at in (("one hand", here), ("other hand", there)):
            game.table.hand(whose, around(at, 15))
        yield 0.15
        game.table.lift(one)
        game.table.lift(other)
        yield 0.2
        for whose, name, at in (("one hand", one, there), ("other hand", other, here)):
            game.table.lay(name, at)
            game.table.hand(whose, None)
        for place, name, new in zip(places, (one, other), (other, one), strict=True):
            row = game.table.row[place]
            row[row.index(name)] = new
        game.busy -= {one, other}
        yield 8.0


def _hits(game: Game) -> Act:
    """The other player takes hits while somebody lays down a Zangle."""
    while True:
        yield game.chance.expovariate(0.5)
        told = next((told for told in game.claims[-1:] if not told.outcome), None)
        if told is None or game.claimant is None:
            continue
        other = game.rival
        for _ in range(game.chance.choice((1, 1, 2))):
            if len(game.table.row[other]) < 9 and len(game.table.row[other]) >= 4:
                game.hits.append(other)
                yield from game.drawn(other, "pile")
                yield 0.3


def _rival(game: Game) -> Act:
    """The other player grabs a card of the centre a moment later, and puts it back."""
    while True:
        yield game.chance.expovariate(0.5)
        if game.claimant is None or not (
            names := [name for name in game.resting() if name in game.table.row["centre"]]
        ):
            continue
        name = game.chance.choice(names)
        home = game.table.lying[name]
        game.busy.add(name)
        game.table.hand("rival", around(home, 20))
        yield 0.1
        game.table.lift(name)
        game.table.hand("rival", None)
        yield game.chance.choice((0.5, 2.0, 4.0))
        game.table.lay(name, game.table.free("centre") if game.table.taken(home) else home)
        game.busy.discard(name)


def _late(game: Game) -> Act:
    """The other player, who was a moment late, takes up cards of their own row, lays them there at times, and back."""
    while True:
        yield game.chance.expovariate(0.7)
        if game.claimant is None:
            continue
        rival = game.rival
        names = [name for name in game.resting() if name in game.table.row[rival]]
        chosen = game.chance.sample(names, min(len(names), game.chance.choice((1, 1, 2))))
        home = {name: game.table.lying[name] for name in chosen}
        lays = game.chance.random() < 0.5
        game.busy |= set(chosen)
        for name in chosen:
            yield from _moved(game, name, game.table.free("claim") if lays else None)
        yield game.chance.choice((0.3, 1.0, 3.0))
        for name in chosen:
            back = game.table.free(rival) if game.table.taken(home[name]) else home[name]
            yield from _moved(game, name, back)
        game.busy -= set(chosen)


def _moved(game: Game, name: str, to: tuple[float, float] | None) -> Act:
    """The rival takes up a card, if it lies, and lays it down elsewhere, or holds it."""
    if name in game.table.lying:
        game.table.hand("rival", around(game.table.lying[name], 20))
        yield 0.1
        game.table.lift(name)
        game.table.hand("rival", None)
    yield 0.15
    if to is not None:
        game.table.hand("rival", around(to, 20))
        game.table.lay(name, to)
        yield 0.15
        game.table.hand("rival", None)


def _tied(game: Game) -> Act:
    """Both call at once, and the table settles it in its own time."""
    while True:
        yield 0.1
        table = game.state.table
        if table is not None and table.tied and game.claimant is not None:
            yield game.chance.uniform(0.4, 4.0)
            game.enter(ev.Settle(game.claimant))


TROUBLES: Mapping[str, Callable[[Game], Act]] = {
    "crossed": _crossed,
    "dropped": _dropped,
    "glared": _glared,
    "hand": _hand_over,
    "hasty": nothing,
    "hits": _hits,
    "late": _late,
    "midclaim": _midclaim,
    "nudged": _nudged,
    "restarted": _restarted,
    "rival": _rival,
    "slow": nothing,
    "sorted": _sorted,
    "stopped": no_picture(0.15, (0.5, 1.5, 4.0)),
    "swapped": _swapped,
    "tied": _tied,
    "unread": _unread,
}
