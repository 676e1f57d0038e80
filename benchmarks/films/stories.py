"""What is filmed: what lies on a table one state after the other, for how long, and which hands pass over it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from benchmarks.board_model.arts import GROUNDS, drawn
from benchmarks.board_model.solids import board_of, solids
from benchmarks.board_pairs.scenes import GROUND_ODDS, piece_on
from benchmarks.board_pairs.turns import laid_of, pieces_of
from companion.printing import raster
from companion.rules.tranglar import Position, actions, start
from companion.rules.tranglar.cells import names
from companion.rules.tranglar.generate import large_neutrals
from companion.rules.tranglar.playing import after
from companion.rules.tranglar.record import position_to_line
from companion.table.played.events import SetUp
from companion.table.zangle.events import SetUp as ZangleSetUp
from tests.live import the_round
from tests.live.staging import BACK, FACE_PX_PER_MM, TABLE_MM, Hand
from tests.live.staging import face as zangle_face
from tests.table import films

Picture = np.ndarray[Any, Any]
HAND_S = 0.6
"""How long a hand is over the table between two states."""


@dataclass(frozen=True, slots=True)
class Thing:
    """A flat thing: what is printed on it, (h, w, 4) RGBA, how large it is, where its middle lies, by how much it is
    turned counter-clockwise; x to the right, y away from the viewer."""

    name: str
    printed: Picture
    size_mm: tuple[float, float]
    pose: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture of the film: the number of the state that lies there, and the hands over it, in the table's millimetres
    from its upper left corner."""

    state: int
    hands: tuple[Hand, ...] = ()


@dataclass(frozen=True, slots=True)
class Story:
    """A film to be made: its states are flat things, or objects of a scene as they are."""

    game: str
    set_up: SetUp | ZangleSetUp
    size_mm: tuple[float, float]
    states: tuple[tuple[Thing | dict[str, Any], ...], ...]
    frames: tuple[Frame, ...]
    fps: float
    wanted: tuple[str, ...] = ()
    """The moves that are played, as they are written down, where the story knows them."""


ABOLO = {
    "iamond-1a-05": "abolo-1a-01",
    "iamond-1a-11": "abolo-1a-02",
    "iamond-1a-17": "abolo-1a-03",
    "iamond-2a-01": "abolo-2b-01",
    "iamond-2a-14": "abolo-2c-03",
    "iamond-3a-02": "abolo-3a-02",
    "iamond-3a-07": "abolo-3c-01",
    "iamond-4a-03": "abolo-4m-02",
    "iamond-4a-05": "abolo-4c-02",
    "iamond-4b-02": "abolo-4k-01",
    "iamond-4c-01": "abolo-4h-01",
    "iamond-5a-01": "abolo-5q-01",
    "iamond-5b-02": "abolo-5ad-01",
    "iamond-5c-01": "abolo-5w-01",
    "iamond-5d-04": "abolo-5i-02",
    "iamond-z-01": "abolo-z-01",
    BACK: f"{BACK} abolo",
}
"""Cards of the other deck with which the round's right call is right, and its wrong one wrong."""


def round_of(prefix: str, profile: str = "iamond") -> Story:
    """The opening of a round of Speedster that also ships as a recording; `prefix` is "" or "plain "."""
    film = the_round.direct()
    size = TABLE_MM
    numbers: dict[Any, int] = {}
    frames = [Frame(numbers.setdefault(shot.things, len(numbers)), shot.hands) for shot in film.shots]
    states = []
    for things in numbers:
        laid = []
        for name, at in things:
            bare = name.partition("#")[0]
            card = ABOLO.get(bare, bare) if profile == "abolo" else bare
            called = prefix + card if card.startswith(profile) else card
            face = zangle_face(called)
            rgba = np.dstack([face[..., 2::-1], face[..., 3:] * 255]).astype(np.uint8)
            high, wide = (side / FACE_PX_PER_MM for side in rgba.shape[:2])
            pose = (at.x - size[0] / 2, size[1] / 2 - at.y, -at.degrees)
            laid.append(Thing(called.replace(" ", "-"), rgba, (wide, high), pose))
        states.append(tuple(laid))
    set_up = replace(the_round.SET_UP, profile=profile)
    return Story("zangle", set_up, size, tuple(states), tuple(frames), the_round.FPS)


def parts_of(game: str) -> Story:
    """A short game of Zigity, Zont or Zig Zaggle, as the tests film it."""
    film = films.FILMS[game]()
    wide, high = film.size_mm

    def pose(x: float, y: float, turn: float) -> tuple[float, float, float]:
        return x - wide / 2, high / 2 - y, turn

    sheets = []
    if game == "zigzaggle":
        for number, (pixels, at) in enumerate(films._boards()):
            size = (pixels.shape[1] / (raster.PX_PER_MM / 2), pixels.shape[0] / (raster.PX_PER_MM / 2))
            x, y = (films.BOARD_AT_MM[k] + at[k] + size[k] / 2 for k in range(2))
            sheets.append(Thing(f"panel-{number}", pixels, size, pose(x, y, 0.0)))
    states = []
    for moment in film.moments:
        laid = []
        for part in moment.parts:
            rgba = films.face(game, part.name)
            size = (rgba.shape[1] / films.FACE_PX_PER_MM, rgba.shape[0] / films.FACE_PX_PER_MM)
            laid.append(Thing(part.name, rgba, size, pose(part.x, part.y, part.turn)))
        states.append((*sheets, *laid))
    held_s = [moment.held / films.FPS for moment in film.moments]
    frames = _held(held_s, film.size_mm, fps=5.0)
    return Story(game, film.set_up, film.size_mm, tuple(states), frames, 5.0)


def _held(held_s: Sequence[float], size_mm: tuple[float, float], fps: float) -> tuple[Frame, ...]:
    """Each state for a while, and a hand over the middle of the table from one to the next."""
    frames = []
    for state, seconds in enumerate(held_s):
        if state:
            for step in range(max(2, round(HAND_S * fps))):
                reach = size_mm[1] * (0.75 - 0.1 * step)
                shown = state - 1 if step < HAND_S * fps / 2 else state
                frames.append(Frame(shown, (Hand(size_mm[0] / 2, reach),)))
        frames += [Frame(state)] * max(1, round(seconds * fps))
    return tuple(frames)


def board_game(seed: int, turns: int = 6) -> Story:
    """Some turns of a game of Tranglar played at random, all that has to turn over turned."""
    rng = np.random.default_rng(seed)
    position = _begun(rng)
    line = position_to_line(position)
    positions = [position]
    moves: list[str] = []
    while len(moves) < turns and not position.over:
        there = [one for one in actions(position) if str(one).split()[0] in ("place", "replace", "attack")]
        kinds = sorted({str(one).split()[0] for one in there})
        kind = "place" if rng.random() < 0.6 and "place" in kinds else str(rng.choice(kinds))
        there = [one for one in there if str(one).split()[0] == kind]
        chosen = there[int(rng.integers(len(there)))]
        moves.append(str(chosen))
        position, _ = after(position, chosen)
        positions.append(position)
    art = drawn(rng, str(rng.choice(list(GROUNDS), p=GROUND_ODDS)), "full")
    turn_deg, tints = float(rng.uniform(0, 360)), int(rng.integers(2**32))
    states = []
    for one in positions:
        lying = [piece_on(owner, names(mask)) for owner, mask in pieces_of(laid_of(one))]
        pieces = solids(np.random.default_rng(tints), art, lying, turn_deg, wide=False, tight=False)
        printed = np.dstack([art.picture, np.full(art.picture.shape[:2], 255, np.uint8)])
        board = board_of(art, turn_deg) | {"printed": printed}
        states.append((board, *pieces))
    side = art.size_mm * 1.5
    set_up = SetUp("tranglar", ("Ann", "Ben"), position=line)
    frames = _held([4.0] * len(states), (side, side), 5.0)
    return Story("tranglar", set_up, (side, side), tuple(states), frames, 5.0, tuple(moves))


def _begun(rng: np.random.Generator) -> Position:
    while True:
        position, wanted = start(int(rng.integers(2))), int(rng.integers(5, 13))
        while not position.over:
            if sum(map(len, (*position.pieces, position.neutral))) >= wanted:
                return position
            there: list[Any] = list(large_neutrals(position)) if position.large else []
            there = there or [one for one in actions(position) if str(one).startswith("place")]
            if not there:
                break
            position, _ = after(position, there[int(rng.integers(len(there)))])


STORIES: dict[str, Callable[[int], Story]] = {
    "round": lambda _: round_of(""),
    "round-plain": lambda _: round_of("plain "),
    "round-abolo": lambda _: round_of("", "abolo"),
    "round-abolo-plain": lambda _: round_of("plain ", "abolo"),
    "zigity": lambda _: parts_of("zigity"),
    "zont": lambda _: parts_of("zont"),
    "zigzaggle": lambda _: parts_of("zigzaggle"),
    "tranglar": board_game,
}
"""Each film by its name, from a seed."""
