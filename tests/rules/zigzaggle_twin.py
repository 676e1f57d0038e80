"""Zig Zaggle done naively on a grid of strings: what is legal, which words are made, what they score, what can be laid.

Shares no code with `companion.rules.zigzaggle` and was written from the rules alone.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path

DATA = tomllib.loads(
    (Path(__file__).resolve().parents[2] / "seeds" / "zigzaggle.toml").read_text(encoding="utf-8")
)
OWN = DATA["profiles"]["own"]
GRID = OWN["grid"]
Tiles = dict[tuple[int, int], str]
"""Tiles by (column, row), as they are written on the board; a free one is such as `*S`."""


def words(before: Tiles, laid: Tiles) -> list[list[tuple[int, int]]]:
    """The words that are new, found by reading whole rows and columns of the board."""
    whole, found = {**before, **laid}, []
    size = max((max(cell) for cell in whole), default=0) + 1
    lines = [[(x, y) for x in range(size)] for y in sorted({y for _, y in laid})]
    lines += [[(x, y) for y in range(size)] for x in sorted({x for x, _ in laid})]
    for line in lines:
        run: list[tuple[int, int]] = []
        for cell in [*line, (-1, -1)]:
            if cell in whole:
                run.append(cell)
                continue
            if len(run) > 1 and set(run) & laid.keys():
                found.append(run)
            run = []
    return found


def letter(tile: str) -> str:
    return tile.strip("*")[0]


def spelt(whole: Tiles, word: list[tuple[int, int]]) -> str:
    return "".join(letter(whole[cell]) for cell in word).lower()


def possible(before: Tiles, laid: Tiles) -> bool:
    """Whether these tiles can have been laid by somebody, on some runway, be it as words that are none."""
    for x, y in laid:
        if (x, y) in before or not (y < len(GRID) and x < len(GRID[0])) or GRID[y][x] == ".":
            return False
    whole, made = {**before, **laid}, words(before, laid)
    if not made or not any(laid.keys() <= set(word) for word in made):
        return False
    if any(sum(whole[c][0] == "*" for c in w) > 1 for w in made):
        return False
    if not before:
        return any(GRID[y][x] == "S" for x, y in laid)
    return any(set(word) & before.keys() for word in made)


def legal(before: Tiles, laid: Tiles, rack: list[str], runway: str, known: set[str]) -> bool:
    left = list(rack)
    for tile in laid.values():
        held = "*" if tile[0] == "*" else tile
        if held not in left:
            return False
        left.remove(held)
    if not possible(before, laid):
        return False
    whole = {**before, **laid}
    if any(spelt(whole, word) not in known for word in words(before, laid)):
        return False
    return not before or any(runway in OWN["areas"].get(GRID[y][x], []) for x, y in laid)


def score(before: Tiles, laid: Tiles, runway: str) -> int:
    whole = {**before, **laid}
    arm = next(one for one in OWN["runways"] if one["name"] == runway)
    total, off = 0 if before else 10, False
    for word in words(before, laid):
        points = sum(0 if whole[c][0] == "*" else OWN["values"][whole[c][0]] for c in word)
        pure = all(whole[c][1] == arm["code"] and whole[c][0] != "*" for c in word)
        if pure and all(runway in OWN["areas"].get(GRID[y][x], []) for x, y in word):
            points *= 2 if len(word) < 5 else 3 if len(word) < 8 else 5
        total += points
        across = word[0][1] == word[1][1]
        for x, y in (word[0], word[-1]):
            if runway not in OWN["areas"].get(GRID[y][x], []):
                continue
            line = arm["line"]
            off |= (across and line.get("column") == x + 1) or (not across and line.get("row") == y + 1)
    return total + (arm["bonus"] if off else 0)


def every_play(before: Tiles, rack: list[str], runway: str, known: set[str]) -> Iterator[Tiles]:
    """Every lay that is legal: each word at each place, with each choice of tiles; some more than once."""
    for word in known:
        for x, y, across in product(range(len(GRID[0])), range(len(GRID)), (True, False)):
            cells = [(x + n, y) if across else (x, y + n) for n in range(len(word))]
            fresh = [(cell, one.upper()) for cell, one in zip(cells, word, strict=True) if cell not in before]
            if cells[-1][0] >= len(GRID[0]) or cells[-1][1] >= len(GRID) or len(fresh) > len(rack):
                continue
            if len({one for _, one in fresh} - {tile[0] for tile in rack}) > 1:
                continue
            if any(
                cell in before and letter(before[cell]) != one.upper()
                for cell, one in zip(cells, word, strict=True)
            ):
                continue
            can = [
                {tile for tile in rack if tile[0] == one} | {"*" + one for tile in rack if tile == "*"}
                for _, one in fresh
            ]
            for tiles in product(*can):
                laid = {cell: tile for (cell, _), tile in zip(fresh, tiles, strict=True)}
                if (
                    sum(tile[0] == "*" for tile in tiles) < 2
                    and laid
                    and legal(before, laid, rack, runway, known)
                ):
                    yield laid
