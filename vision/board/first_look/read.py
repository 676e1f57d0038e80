"""A flat board to pieces: colours, sides, then all of it together."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.board.cells import touched
from vision.board.first_look.bare import Ground
from vision.board.first_look.behind import Closeup, closeup, look_behind
from vision.board.first_look.cell_labels import cell_labels, cells_of, edges_on_sides, shaped_like_pieces
from vision.board.first_look.flanks import Flanks, beside_cover, grain_beside, look_at, sampled
from vision.board.first_look.glare import glaring, tinted, washed
from vision.board.first_look.joined import Option, combined, product, weighed
from vision.board.first_look.labels import BOARD, GREEN, PETROL, WHITE, Labelling, label_groups
from vision.board.first_look.read_config import ReadConfig
from vision.board.first_look.shades import Shades, shades_of
from vision.board.first_look.sides import (
    edge_width,
    evenness,
    inner_weights,
    line_ratios,
    running_off,
    seams_within,
    seen_ends,
)
from vision.board.first_look.whites import choose_whites
from vision.board.flat import Flat
from vision.board.laying.covers import Partition, connected, partitions
from vision.board.laying.reading import BoardRead, Laid, Reading
from vision.plane import Floats

Known = dict[tuple[int, int, int], list[Partition]]
"""Partitions already searched for, by the colour's region, the other player's, and the part of it."""


@dataclass(frozen=True, slots=True)
class _Solved:
    """The open readings under one labelling and the loss of the best: what it ignores of the sides, and the cells
    (bits) that something covers or that no pieces explain."""

    readings: tuple[Reading, ...]
    loss: float
    covered: int
    unexplained: int
    unlined: int
    perhaps: int


@dataclass(frozen=True, slots=True)
class _Tried:
    """A labelling that was read to the end: its cells' labels, shades and sides, and what came of it."""

    labels: list[str | None]
    shades: Shades
    flanks: Flanks
    cover: int
    cut_off: int
    runs_on: int
    solved: _Solved


@dataclass(frozen=True, slots=True)
class Shown:
    """What a flat board shows, whatever is held of it: its cells, what lies along and across their sides, what follows
    of that, spot by spot, and how large a cell is."""

    shades: Shades
    sides: Floats
    flanks: Flanks
    close: Closeup
    labellings: list[Labelling]
    """Of its colours, the likeliest first."""
    cell_px: float


def shown_by(flat: Flat, config: ReadConfig) -> Shown:
    """Look at a flat board."""
    sides = sampled(flat)
    flanks = replace(look_at(sides, config.flanks), grain=grain_beside(flat))
    shades = shades_of(flat, config.shades)
    return Shown(shades, sides, flanks, closeup(flat), label_groups(shades, config.labels), flat.px)


def read_board(board: Shown, config: ReadConfig, plain: int = 0) -> BoardRead:
    """Read a board: the colours' labels and the pieces under which all that is seen is likeliest together. Nothing lies
    over the `plain` cells (bits)."""
    shades, flanks = board.shades, board.flanks
    tried: list[tuple[float, _Tried]] = []
    known: Known = {}
    done: set[tuple[str | None, ...]] = set()
    best = -np.inf
    for labelling in board.labellings:
        # No reading is worth more than its labels by more than this: the rest, likeliest first, is out of reach.
        if labelling.score + config.most_gained < best - config.label_window:
            break
        labels = cell_labels(shades, labelling, config, plain)
        if tuple(labels) in done:
            continue
        done.add(tuple(labels))
        cover = labels.count(None)
        behind = look_behind(board.close, shades, labels, config.behind, plain)
        shown, labels = flanks, behind.labels
        if behind.strange.any():
            shown = beside_cover(board.sides, flanks, behind.hides, config.flanks)
        cut_off, runs_on = running_off(behind.shades, shown, labels, config)
        cost = config.runs_on * min(runs_on, config.most_run_on)
        cost += config.shaped * shaped_like_pieces(shades, labelling, labels, config)
        most = labelling.score - cost - best + config.label_window
        found = {} if behind.strange.any() else known
        solved = _solve(behind.shades, shown, labels, found, board.cell_px, most, config)
        if solved is None:
            continue
        score = labelling.score - cost - solved.loss
        tried.append((score, _Tried(labels, behind.shades, shown, cover, cut_off, runs_on, solved)))
        best = max(best, score)
    tried.sort(key=lambda pair: -pair[0])
    return _as_read(*tried[0], _merged(tried, config), board.cell_px, config)


def _as_read(
    score: float, best: _Tried, readings: tuple[Reading, ...], cell_px: float, config: ReadConfig
) -> BoardRead:
    """All open readings, and what the likeliest labelling's board, of such a score, does not tell."""
    shades, flanks, labels, solved = best.shades, best.flanks, best.labels, best.solved
    blank = (line_ratios(flanks, 0) < config.blank) & flanks.seen
    play = np.array([config.shades.tint_play, config.shades.tint_play, config.shades.light_play])
    apart = np.linalg.norm((flanks.beside[:, 0] - flanks.beside[:, 1]) / play, axis=1)
    return BoardRead(
        readings,
        solved.covered,
        solved.unexplained,
        tuple(labels),
        float((shades.mixed > config.shades.covered_share).mean()),
        seen_ends(shades, flanks, labels, solved.covered, config),
        seams_within(flanks, labels, cell_px, config),
        frozenset(int(k) for k in np.flatnonzero(blank)),
        frozenset(int(k) for k in np.flatnonzero(blank & (apart < config.same_piece))),
        glaring(shades, labels, config.glare),
        washed(shades, labels, config.glare),
        tinted(shades, labels, config.glare),
        best.cover,
        best.cut_off,
        solved.unlined,
        best.runs_on,
        solved.perhaps,
        score / max(64 - sum(len(spot.cells) for _, spot in readings[0].laid), config.least_bare),
    )


def _merged(tried: list[tuple[float, _Tried]], config: ReadConfig) -> tuple[Reading, ...]:
    """The readings of the best labelling, and beside these those of all that are nearly as good."""
    best = tried[0][0]
    shares: dict[frozenset[Laid], float] = {}
    laid_of: dict[frozenset[Laid], tuple[Laid, ...]] = {}
    for score, other in tried:
        if score > best - config.label_window:
            for reading in other.solved.readings:
                key = frozenset(reading.laid)
                laid_of.setdefault(key, reading.laid)
                shares[key] = max(
                    shares.get(key, 0.0),
                    reading.probability * float(np.exp((score - best) * config.label_trust)),
                )
    top = max(shares.values())
    kept = sorted(
        ((s, k) for k, s in shares.items() if s >= config.open_share * top), key=lambda pair: -pair[0]
    )
    kept = kept[: config.kept]
    total = sum(share for share, _ in kept)
    return tuple(Reading(laid_of[key], share / total) for share, key in kept)


def _solve(
    shades: Shades,
    flanks: Flanks,
    labels: list[str | None],
    known: Known,
    cell_px: float,
    most: float,
    config: ReadConfig,
) -> _Solved | None:
    """The open readings under these labels; None where the loss of the best must be more than `most`."""
    covered = sum(1 << cell for cell in range(64) if labels[cell] is None)
    choices, unexplained = _of_players(flanks, labels, known, cell_px, config)
    unread = covered.bit_count() * config.covered_cell + unexplained.bit_count() * config.unexplained_cell
    unread += config.many_covered * max(0, covered.bit_count() - config.most_covered)
    unread += config.edge_on_side * min(edges_on_sides(shades, labels, config), config.most_on_sides)
    # What the players' pieces cost already may be too much.
    cost = sum(min(loss for loss, _ in options) for options in choices) + unread
    if cost - config.most_gained > most:
        return None
    ground = _ground_of(shades, flanks, labels, covered, config)
    whites = choose_whites(ground, config.whites, config.likely, cost - most)
    if not whites:
        return None
    choices.append([(-c.score, tuple((WHITE, spot) for spot in c.spots)) for c in whites])
    # Covered cells have sides too, of which nothing is told: they cost what those of the ground do.
    unread += covered.bit_count() * max(0.0, -whites[0].score) / max(ground.cells.bit_count(), 16)
    readings = product(choices, config)
    return _Solved(
        weighed(readings, config),
        readings[0][0] + unread,
        covered,
        unexplained,
        whites[0].unlined,
        whites[0].perhaps,
    )


def _of_players(
    flanks: Flanks, labels: list[str | None], known: Known, cell_px: float, config: ReadConfig
) -> tuple[list[list[Option]], int]:
    """Every likely way to lay each player's pieces, petrol's and then green's, and the cells (bits) of theirs that no
    pieces explain."""
    choices: list[list[Option]] = []
    unexplained = 0
    regions = (cells_of(labels, PETROL), cells_of(labels, GREEN))
    for owner, region in zip((PETROL, GREEN), regions, strict=True):
        options: list[Option] = [(0.0, ())]
        parts = list(connected(region))
        fresh = [part for part in parts if (*regions, part) not in known]
        if fresh:
            weights = inner_weights(flanks, region, regions[owner == PETROL], cell_px, config)
            known.update({(*regions, part): _partitions(part, weights, config) for part in fresh})
        for part in parts:
            ways = [(p.loss, tuple((owner, spot) for spot in p.spots)) for p in known[*regions, part]]
            joined = combined(options, ways, owner, config)
            if not joined:
                unexplained |= part
            options = joined or options
        choices.append(options)
    return choices, unexplained


def _ground_of(
    shades: Shades, flanks: Flanks, labels: list[str | None], covered: int, config: ReadConfig
) -> Ground:
    """What the cells show that are no player's and that nothing covers."""
    cells = sum(1 << cell for cell in range(64) if labels[cell] in (WHITE, BOARD))
    return Ground(
        cells,
        sum(1 << cell for cell in range(64) if labels[cell] == WHITE),
        _white_say(labels, config),
        shades.values,
        flanks.beside,
        flanks.ink,
        flanks.place,
        line_ratios(flanks, cells),
        flanks.width,
        np.where(flanks.seen, flanks.contrast, 0.0),
        np.where(flanks.seen[:, None], flanks.falloff, np.nan),
        flanks.seen,
        sum(1 << cell for cell in range(64) if touched(cell, covered)),
        edge_width(flanks, labels, config),
        evenness(flanks, labels),
        shades.mixed > config.two_lights,
    )


def _partitions(part: int, weights: dict[int, float], config: ReadConfig) -> list[Partition]:
    """A connected region's partitions that ignore least; none where no pieces fill it."""
    for window in config.windows:
        if found := partitions(part, weights, neutral=False, window=window, effort=config.effort):
            return found
    return []


def _white_say(labels: list[str | None], config: ReadConfig) -> Floats:
    """What the groups' labels say for a cell's being white, where the board has a colour of its own."""
    say = np.zeros(64)
    if BOARD in labels and WHITE in labels and labels.count(WHITE) <= config.most_white:
        for cell, label in enumerate(labels):
            say[cell] = {WHITE: 1.0, BOARD: -1.0}.get(label or "", 0.0) * config.whites.group_say
    elif BOARD in labels:
        for cell, label in enumerate(labels):
            say[cell] = -config.whites.group_say if label == BOARD else 0.0
    return say
