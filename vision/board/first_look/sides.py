"""What the sides between cells say once the cells are labelled: seams, ends, and colours that run on."""

from __future__ import annotations

import numpy as np

from vision.board.cells import beside_edges, chosen_of, edges
from vision.board.first_look.cell_labels import cells_of
from vision.board.first_look.flanks import Flanks
from vision.board.first_look.labels import BOARD, GREEN, PETROL, WHITE
from vision.board.first_look.likely import looks_like_gap
from vision.board.first_look.read_config import ReadConfig
from vision.board.first_look.seams import seam_weights
from vision.board.first_look.shades import Shades
from vision.board.middle import median, quantile
from vision.plane import Floats


def inner_weights(
    flanks: Flanks, region: int, other: int, cell_px: float, config: ReadConfig
) -> dict[int, float]:
    """For each side within the region how much better it looks like the inside of a piece than like a seam."""
    ratios, within = _within(flanks, region)
    beside, theirs = _within(flanks, other)
    asked = [k for k in within if flanks.seen[k]]
    alike = [k for k in theirs if flanks.seen[k]]
    gaps, their_gaps = (
        looks_like_gap(flanks.peak, flanks.dark, lines, config.likely) for lines in (ratios, beside)
    )
    sides, others = (ratios[asked], gaps[asked]), (beside[alike], their_gaps[alike])
    values = seam_weights(sides, others, cell_px, config.seams)
    # What is no clearer than the grain of both cells may be grain: it is no reason to part them.
    over = np.log(np.maximum(flanks.line[asked], 0.1) / np.maximum(flanks.grain[asked], 0.1))
    low, high = config.over_grain
    values = np.where(values < 0, values * np.clip((over - low) / (high - low), 0.0, 1.0), values)
    says = dict(zip(asked, values.tolist(), strict=True))
    return {k: says.get(k, 0.0) for k in within}


def _within(flanks: Flanks, region: int) -> tuple[Floats, list[int]]:
    """The lines of the sides over the ground of the region, as logarithms (104,), and which sides lie within it."""
    left, right = beside_edges()
    own = chosen_of(region)
    within = [int(k) for k in np.flatnonzero(own[left] & own[right])]
    return (line_ratios(flanks, region) + _steady_ratios(flanks, region)) / 2, within


def line_ratios(flanks: Flanks, region: int) -> Floats:
    """The sides' lines over the ground of the region, as logarithms (104,)."""
    (left, right), within = beside_edges(), chosen_of(region)
    own = within[left] & (within[right] | (right < 0))
    # The quieter ones: many of a small piece's own sides lie close to another piece's edge or shadow.
    quiet = max(float(quantile(flanks.ground[own] if own.any() else flanks.ground, 0.25)), 0.5)
    ground = np.sqrt(quiet * np.clip(flanks.ground, quiet, 1.5 * quiet))
    ratios: Floats = np.log(np.maximum(flanks.line, 0.1) / ground)
    return ratios


def _steady_ratios(flanks: Flanks, region: int) -> Floats:
    """The same (104,) for what both halves of a side show alike."""
    (left, right), within = beside_edges(), chosen_of(region)
    own = within[left] & within[right]
    usual = max(float(median(flanks.steady_ground[own])) if own.any() else 1.0, 0.25)
    ground = np.sqrt(usual * np.clip(flanks.steady_ground, usual, 2 * usual))
    ratios: Floats = np.log(np.maximum(flanks.steady, 0.1) / ground)
    return ratios


def seen_ends(
    shades: Shades, flanks: Flanks, labels: list[str | None], covered: int, config: ReadConfig
) -> frozenset[tuple[int, int]]:
    """(side, cell) for sides to covered cells at which the cell's own piece is seen to end.

    There has to be a line, and right beyond it a colour of the board or of the pieces: not that of a hand.
    """
    told = [label for label in (PETROL, GREEN, WHITE, BOARD) if label in labels]
    colours = np.array(
        [median(shades.values[[k for k in range(64) if labels[k] == label]]) for label in told]
    )
    # A hand's shadow lies on what is beside it: lightness counts for little.
    play = np.array([config.shades.tint_play, config.shades.tint_play, 2 * config.shades.light_play])
    ratios = line_ratios(flanks, 0)
    found = set()
    for k, edge in enumerate(edges()):
        for mine, other, beyond in ((edge.left, edge.right, 1), (edge.right, edge.left, 0)):
            if mine < 0 or other < 0 or not covered >> other & 1 or not told or not flanks.seen[k]:
                continue
            if ratios[k] < config.seam_shown:
                continue
            off = np.linalg.norm((colours - flanks.beside[k, beyond]) / play, axis=1)
            # Its own colour may be the piece itself, with a shadow or a fold between.
            if off.min() < config.shades.apart and told[int(off.argmin())] != labels[mine]:
                found.add((k, mine))
    return frozenset(found)


def seams_within(
    flanks: Flanks, labels: list[str | None], cell_px: float, config: ReadConfig
) -> frozenset[int]:
    """The sides between two cells of one colour that look like a seam."""
    found: set[int] = set()
    for label, other in ((PETROL, GREEN), (GREEN, PETROL), (WHITE, None)):
        weights = inner_weights(
            flanks, cells_of(labels, label), cells_of(labels, other) if other else 0, cell_px, config
        )
        found.update(side for side, weight in weights.items() if weight < -config.clear)
    return frozenset(found)


def running_off(
    shades: Shades, flanks: Flanks, labels: list[str | None], config: ReadConfig
) -> tuple[int, int]:
    """How many sides along the rim have a player's colour right beyond them, twice if it is that of the cell within
    and no line lies between; and how many are of that second kind."""
    play = np.array([config.shades.tint_play, config.shades.tint_play, config.shades.light_play])
    ratios = line_ratios(flanks, 0)
    told = [label for label in (PETROL, GREEN) if label in labels]
    colours = [median(shades.values[[k for k in range(64) if labels[k] == label]]) for label in told]
    count = runs_on = 0
    for k, edge in enumerate(edges()):
        if edge.right < 0:
            inner, outer = flanks.beside[k]
            count += any(np.linalg.norm((outer - colour) / play) < config.same_piece for colour in colours)
            if labels[edge.left] in told:
                off = np.linalg.norm((inner - outer) / play)
                blank = bool(ratios[k] < config.seam_shown and off < config.same_piece)
                count += blank
                # A board's frame is a line too, with the board's own colour on both sides.
                runs_on += bool(blank or off < config.same_frame)
    return count, runs_on


def edge_width(flanks: Flanks, labels: list[str | None], config: ReadConfig) -> float | None:
    """How wide the edges between petrol and green pieces are; None where they do not touch."""
    shared = [
        k
        for k, edge in enumerate(edges())
        if edge.right >= 0
        and {labels[edge.left], labels[edge.right]} == {PETROL, GREEN}
        and flanks.contrast[k] > config.whites.bare.least_contrast
    ]
    return float(median(flanks.width[shared])) if shared else None


def evenness(flanks: Flanks, labels: list[str | None]) -> float:
    """By how much the lightness of the players' pieces varies next to sides that lie within them."""
    inner = [
        k
        for k, edge in enumerate(edges())
        if edge.right >= 0
        and labels[edge.left] in (PETROL, GREEN)
        and labels[edge.left] == labels[edge.right]
        and flanks.line[k] < 2 * flanks.ground[k]
    ]
    usual = 1.5 * float(median(np.abs(flanks.falloff[inner]).ravel())) if inner else 0.008
    return float(np.clip(usual, 0.006, 0.04))
