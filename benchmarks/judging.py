"""Judging claims beside general solvers: exact cover by OR-tools CP-SAT and by the exact-cover package.

    python -m benchmarks.judging [--claims 400] [--seed 7]

Each claim is a target and parts whose triangles add up; about half can be laid. The solvers get the
placements of the parts ready made, so that only building their model and solving it are timed; our
judging does everything, all clauses and the reasons included. It remembers, so it is timed three times:
a claim whose like was ruled on before is looked up; with the rulings forgotten it asks every clause
anew; with the covers forgotten too it searches, as the solvers do. The places of a part on a shape
stay ready made throughout, for all alike. The answers must agree, or the bench stops.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.rules.polyform import Shape, free_shapes, placements
from companion.rules.polyform.cover import tiling
from companion.rules.verdict import Ruling
from companion.rules.zangle import Card, Claim, deck, find_zangles, judge, profile_named
from companion.rules.zangle.judgement import judgement

Option = tuple[int, tuple[int, ...]]
"""One way to lay one part: the part's number, and the numbers of the atoms it fills."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A claim, and the same as an exact cover for a general solver."""

    claim: Claim
    parts: int
    atoms: int
    options: tuple[Option, ...]


class Remembers(Protocol):
    """A function that remembers its answers."""

    def cache_clear(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds a claim. A solver sees at once that a part has no place, so its times fall in two heaps:
    neither figure alone says it all.
    """

    mean: float
    median: float

    def __str__(self) -> str:
        return f"{self.mean * 1e6:,.1f} µs (median {self.median * 1e6:,.1f})"

    def over(self, other: Times) -> str:
        return f"{self.mean / other.mean:,.1f} times (medians {self.median / other.median:,.1f})"


def rows(claims: int = 400, seed: int = 7) -> list[tuple[str, str]]:
    """The table: what was measured, and the figure with its unit. Times are means a claim, medians beside them."""
    table: list[tuple[str, str]] = []
    for profile in ("iamond", "abolo"):
        chance = random.Random(seed)
        puzzles = [_puzzle(profile, chance) for _ in range(claims)]
        truth = [judge(puzzle.claim).ruling is Ruling.LEGAL for puzzle in puzzles]
        again = _each(puzzles, _judged, truth)
        known = _each(puzzles, _judged, truth, (judgement,))
        first = _each(puzzles, _judged, truth, (judgement, tiling))
        sat = _each(puzzles, cp_sat, truth)
        dlx = _each(puzzles, exact_cover_package, truth)
        table += [
            (f"{profile}: claims, of which legal", f"{claims}, {sum(truth)}"),
            (f"{profile}: judge, a claim like one met before (looked up)", f"{again}"),
            (f"{profile}: judge, known shapes from other places (no search)", f"{known}"),
            (f"{profile}: judge, a new combination of shapes (searched)", f"{first}"),
            (f"{profile}: OR-tools CP-SAT, build and solve", f"{sat}"),
            (f"{profile}: exact-cover package, build and solve", f"{dlx}"),
            (f"{profile}: CP-SAT / judge, looked up", sat.over(again)),
            (f"{profile}: CP-SAT / judge, no search", sat.over(known)),
            (f"{profile}: CP-SAT / judge, searched", sat.over(first)),
            (f"{profile}: exact-cover / judge, looked up", dlx.over(again)),
            (f"{profile}: exact-cover / judge, no search", dlx.over(known)),
            (f"{profile}: exact-cover / judge, searched", dlx.over(first)),
            (f"{profile}: all Zangles among 30 cards", _finding(profile, chance)),
        ]
    return table


def cp_sat(puzzle: Puzzle) -> bool:
    """Whether the parts tile the target, by CP-SAT with its default parameters."""
    from ortools.sat.python import cp_model  # noqa: PLC0415 - the bench without it can still be imported

    model = cp_model.CpModel()
    at_atom: list[list[cp_model.IntVar]] = [[] for _ in range(puzzle.atoms)]
    of_part: list[list[cp_model.IntVar]] = [[] for _ in range(puzzle.parts)]
    for part, atoms in puzzle.options:
        chosen = model.new_bool_var("")
        of_part[part].append(chosen)
        for atom in atoms:
            at_atom[atom].append(chosen)
    for choices in (*at_atom, *of_part):
        model.add_exactly_one(choices)
    status = cp_model.CpSolver().solve(model)
    return status in (cp_model.OPTIMAL, cp_model.FEASIBLE)


def exact_cover_package(puzzle: Puzzle) -> bool:
    """Whether the parts tile the target, by the exact-cover package (dancing links in C)."""
    import exact_cover  # noqa: PLC0415 - as above
    import numpy as np  # noqa: PLC0415 - as above

    if not puzzle.options:
        return False
    matrix = np.zeros((len(puzzle.options), puzzle.parts + puzzle.atoms), dtype=np.int32)
    for row, (part, atoms) in enumerate(puzzle.options):
        matrix[row, part] = 1
        matrix[row, [puzzle.parts + atom for atom in atoms]] = 1
    try:
        return bool(len(exact_cover.get_exact_cover(matrix)))
    except exact_cover.error.NoSolution:
        return False


def _puzzle(profile: str, chance: random.Random) -> Puzzle:
    """A target of four or five triangles and two or more parts with as many."""
    lattice = profile_named(profile).lattice
    target = chance.choice(free_shapes(lattice, chance.choice((4, 5))))
    parts: list[Shape] = []
    left = target.size
    while left:
        size = chance.randint(1, min(left, target.size - 1))
        parts.append(chance.choice(free_shapes(lattice, size)))
        left -= size
    sources = ["centre", *("ann" for _ in parts)]
    # A Z each, so that no claim fails for its number of cards.
    cards = [Card(0, None, "ann")] + [
        Card(shape.size, shape, source) for shape, source in zip((target, *parts), sources, strict=True)
    ]
    atoms = {atom: i for i, atom in enumerate(sorted(target.atoms))}
    options = tuple(
        (number, tuple(atoms[atom] for atom in part.moved(place.motion).atoms))
        for number, part in enumerate(parts)
        for place in placements(target, part)
    )
    return Puzzle(Claim("ann", profile, tuple(cards)), len(parts), len(atoms), options)


def _judged(puzzle: Puzzle) -> bool:
    return judge(puzzle.claim).ruling is Ruling.LEGAL


def _each(
    puzzles: Sequence[Puzzle],
    decide: Callable[[Puzzle], bool],
    truth: Sequence[bool],
    forget: Sequence[Remembers] = (),
) -> Times:
    """The times of all claims, the best of three tries each; what is in `forget` is emptied before every try."""
    times = []
    for puzzle, right in zip(puzzles, truth, strict=True):
        tries = []
        for _ in range(3):
            for remembered in forget:
                remembered.cache_clear()
            start = time.perf_counter()
            answer = decide(puzzle)
            tries.append(time.perf_counter() - start)
            if answer is not right:
                raise AssertionError(f"{decide.__name__} disagrees on {puzzle.claim}")
        times.append(min(tries))
    return Times(statistics.mean(times), statistics.median(times))


def _finding(profile: str, chance: random.Random) -> str:
    """All Zangles in 10 centre cards and a row of 20, over random hands of the deck."""
    times, counts = [], []
    everything = [Card(card.triangles, card.shape) for card in deck(profile)]
    find_zangles(everything)  # lists the dissections of every shape, once for as long as the program runs
    for _ in range(50):
        cards = [Card(card.triangles, card.shape) for card in chance.sample(deck(profile), 30)]
        start = time.perf_counter()
        found = find_zangles(cards[:10], cards[10:])
        times.append(time.perf_counter() - start)
        counts.append(len(found))
    times.sort()
    median, worst = statistics.median(times), times[int(0.95 * len(times))]
    return f"{median * 1e3:.2f} ms (95 %: {worst * 1e3:.2f} ms; {statistics.mean(counts):.0f} found)"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--claims", type=int, default=400)
    parser.add_argument("--seed", type=int, default=7)
    chosen = parser.parse_args()
    for what, figure in rows(chosen.claims, chosen.seed):
        print(f"{what:<60} {figure}")


if __name__ == "__main__":
    main()
