"""Tranglar's legal actions beside python-chess, random playouts beside OpenSpiel's games, boards read.

    python -m benchmarks.tranglar [--positions 1000] [--playouts 200] [--seed 7]

python-chess is GPL, so that it is no part of the bench's libraries: `pip install chess` beside them to
compare. OpenSpiel comes with the bench. What is missing is said in the table.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import cv2
import numpy as np

from companion.rules.tranglar import Position, actions, generate, judge, start
from companion.rules.tranglar.actions import Action, Concede, Pass
from companion.rules.tranglar.options import default_rules
from companion.rules.tranglar.playing import after
from companion.rules.tranglar.replacing import replacements
from companion.table.tranglar import judge_board, judge_change, look_of
from vision.board.see import see_board
from vision.photo import load_photo

T = TypeVar("T")
BOARDS = Path(__file__).parents[1] / "static" / "tranglar" / "samples"
LONGEST = 120
"""Actions of a playout: a random game of replacements can go on for ever."""
SPIEL = ("breakthrough", "go(board_size=9)", "python_tic_tac_toe", "python_block_dominoes")


def rows(positions: int = 1000, playouts: int = 200, seed: int = 7) -> list[tuple[str, str]]:
    """The table: what was measured, and the figure with its unit."""
    first = time.perf_counter()
    list(actions(start()))
    table = [("tables built once, at the first question", f"{(time.perf_counter() - first) * 1e3:.0f} ms")]
    chance = random.Random(seed)
    mid = middle_games(positions, chance)
    own_count, own_s = _timed(mid, lambda position: len(list(actions(position))))
    own_each = own_s / own_count
    table.append(
        (
            f"legal actions of {positions} mid-game positions",
            f"{own_s:.3f} s, {own_count / positions:.0f} a position, {own_each * 1e6:.2f} µs an action, "
            f"{positions / own_s:,.0f} positions a second",
        )
    )
    table += _chess(positions, seed, own_each)
    judged = [(position, next(actions(position))) for position in mid]
    _, judge_s = _timed(judged, lambda pair: bool(judge(*pair).reasons))
    table.append(("judge one action with its reasons", f"{judge_s / len(judged) * 1e6:.0f} µs"))
    turns, play_s = _timed(range(playouts), lambda number: _playout(random.Random(number)))
    table.append(("random playouts, up to 120 actions", _a_second(playouts, turns, play_s)))
    table += _open_spiel(playouts)
    table += _boards()
    return table


def middle_games(count: int, chance: random.Random) -> list[Position]:
    """Positions after 14 to 34 random actions, every kind of action as likely as the others."""
    found: list[Position] = []
    while len(found) < count:
        position = start()
        for _ in range(chance.randint(14, 34)):
            if position.over:
                break
            by_kind: dict[str, list[Action]] = {}
            for action in islice(actions(position), 600):
                if not isinstance(action, Concede):
                    by_kind.setdefault(type(action).__name__, []).append(action)
            position, _ = after(position, chance.choice(by_kind[chance.choice(sorted(by_kind))]))
        if not position.over:
            found.append(position)
    return found


def _playout(chance: random.Random) -> int:
    """A game of random actions; how many there were.

    The kind of action is drawn first, and a replacement out of the first fifty: to list all of them only to
    draw one would measure the list again, and a player who does so replaces pieces for ever.
    """
    position, rules = start(), default_rules()
    for turn in range(LONGEST):
        if position.over:
            return turn
        if position.large:
            offered: list[Sequence[Action]] = [generate.large_neutrals(position)]
        else:
            own, supply = position.pieces[position.to_move], position.supply[position.to_move]
            offered = [
                generate.placements(position, rules),
                generate.whites(position),
                list(generate.attacks(position)),
                list(generate.swaps(position)),
                list(islice(replacements(own, supply), 50)),
            ]
        offered = [group for group in offered if group] or [[Pass()]]
        position, _ = after(position, chance.choice(chance.choice(offered)))
    return LONGEST


def _chess(positions: int, seed: int, own_each: float) -> list[tuple[str, str]]:
    try:
        import chess  # noqa: PLC0415 - the bench without it says so
    except ImportError:
        return [("python-chess", "not installed: pip install chess to compare")]
    chance = random.Random(seed)
    boards: list[Any] = []
    while len(boards) < positions:
        board = chess.Board()
        for _ in range(chance.randint(14, 60)):
            offered = list(board.legal_moves)
            if not offered:
                break
            board.push(chance.choice(offered))
        if not board.is_game_over():
            boards.append(board)
    count, seconds = _timed(boards, lambda board: len(list(board.legal_moves)))
    each = seconds / count
    return [
        (
            f"python-chess, legal moves of {positions} mid-game positions",
            f"{seconds:.3f} s, {count / positions:.0f} a position, {each * 1e6:.2f} µs a move, "
            f"{positions / seconds:,.0f} positions a second",
        ),
        ("time a listed action / a listed move of python-chess", f"{own_each / each:.2f} (aim: 3 or less)"),
    ]


def _open_spiel(playouts: int) -> list[tuple[str, str]]:
    try:
        import pyspiel  # noqa: PLC0415 - as above
        from open_spiel.python import games  # noqa: F401, PLC0415 - registers the games in Python
    except ImportError:
        return [("OpenSpiel", "not installed: pip install open_spiel to compare")]
    table = []
    for name in SPIEL:
        game = pyspiel.load_game(name)

        def play(number: int, game: Any = game) -> int:
            chance = random.Random(number)
            state = game.new_initial_state()
            turns = 0
            while not state.is_terminal():
                state.apply_action(chance.choice(state.legal_actions()))
                turns += 1
            return turns

        turns, seconds = _timed(range(playouts), play)
        table.append((f"OpenSpiel {name}, random playouts", _a_second(playouts, turns, seconds)))
    return table


def _boards() -> list[tuple[str, str]]:
    """What reading a photo of a board takes, and judging it; decoding is left out."""
    table = []
    photos = [load_photo(path) for path in sorted(BOARDS.glob("*.jpg"))]
    larger = [
        np.asarray(cv2.resize(photo, (1440, 1080), interpolation=cv2.INTER_CUBIC), np.uint8)
        for photo in photos
    ]
    for size, group in (("1024 x 768", photos), ("1440 x 1080 (enlarged)", larger)):
        times = [seconds for photo in group for seconds in _seconds(partial(see_board, photo), 5)]
        table.append((f"see a board, {size}", f"median {np.median(times) * 1e3:.0f} ms"))
    looks = [look_of(see_board(photo).to_json("a board")) for photo in photos]
    table.append(("who is trapped on a board that was seen", _median(partial(judge_board, looks[0]))))
    table.append(("what was played between two", _median(partial(judge_change, *looks))))
    return table


def _median(act: Callable[[], object]) -> str:
    return f"median {np.median(_seconds(act, 20)) * 1e3:.1f} ms"


def _seconds(act: Callable[[], object], rounds: int) -> list[float]:
    act()
    times = []
    for _ in range(rounds):
        begun = time.perf_counter()
        act()
        times.append(time.perf_counter() - begun)
    return times


def _a_second(playouts: int, turns: int, seconds: float) -> str:
    each = turns / playouts
    return f"{playouts / seconds:,.1f} a second, {each:.0f} actions each, {seconds / turns * 1e6:.1f} µs an action"


def _timed(things: Sequence[T], count: Callable[[T], int]) -> tuple[int, float]:
    """The sum of the counts, and the seconds that the better of two rounds took."""
    best = float("inf")
    total = 0
    for _ in range(2):
        begun = time.perf_counter()
        total = sum([count(thing) for thing in things])
        best = min(best, time.perf_counter() - begun)
    return total, best


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--playouts", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7)
    chosen = parser.parse_args()
    for what, figure in rows(chosen.positions, chosen.playouts, chosen.seed):
        print(f"{what:<60} {figure}", flush=True)


if __name__ == "__main__":
    main()
