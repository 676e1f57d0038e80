"""A flat board to pieces: colours, sides, then all of it together."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.board.bare import Ground
from vision.board.behind import BehindConfig, closeup, look_behind
from vision.board.cells import around, beside_edges, edges
from vision.board.covers import Partition, connected, partitions
from vision.board.flanks import FlankConfig, Flanks, beside_cover, look_at, sampled
from vision.board.flat import Flat
from vision.board.glare import GlareConfig, glaring, washed
from vision.board.labels import BOARD, GREEN, PETROL, WHITE, LabelConfig, Labelling, label_groups
from vision.board.likely import LikelyConfig, clipped, looks_like_gap, own_likely, plain, seam
from vision.board.middle import median, quantile
from vision.board.over import OverConfig, uncover
from vision.board.pairs import shadowed
from vision.board.pieces import KINDS, Spot, spots
from vision.board.shades import ShadeConfig, Shades, shades_of
from vision.board.whites import WhiteConfig, choose_whites
from vision.plane import Floats

Laid = tuple[str, Spot]
"""A piece on the board: its owner, and where it lies."""

Known = dict[tuple[int, int, int], list[Partition]]
"""Partitions already searched for, by the colour's region, the other player's, and the part of it."""


@dataclass(frozen=True, slots=True)
class ReadConfig:
    """The configs of all stages of reading a flat board, and when a reading is in doubt."""

    flanks: FlankConfig = field(default_factory=FlankConfig)
    shades: ShadeConfig = field(default_factory=ShadeConfig)
    labels: LabelConfig = field(default_factory=LabelConfig)
    likely: LikelyConfig = field(default_factory=LikelyConfig)
    inner: LikelyConfig = field(
        default_factory=lambda: LikelyConfig(
            plain=(-0.15, 0.3), seam=(3.2, 0.8), hidden=0.0005, stray=0.0002, most=9.0
        )
    )
    """The same for sides within one colour, of which both halves are asked."""
    whites: WhiteConfig = field(default_factory=WhiteConfig)
    over: OverConfig = field(default_factory=OverConfig)
    behind: BehindConfig = field(default_factory=BehindConfig)
    glare: GlareConfig = field(default_factory=GlareConfig)
    windows: tuple[float, ...] = (7.0, 14.0, 28.0)
    """How much evidence a partition may ignore; the next one is tried where none is left."""
    effort: int = 6000
    """Steps of the search for the partitions of one region."""
    extra_piece: float = 2.5
    """What each piece beyond a player's own supply costs: it may be one that was turned over."""
    piece: float = 0.4
    """What each piece costs."""
    small_piece: float = 0.8
    """What each piece beyond the fewest that fill the same cells costs besides: over the boards of random games one
    piece is three to ten times as frequent as two in its place."""
    seam_shown: float = 1.5
    """The logarithm of line over ground from which a side beside a covered cell may be a piece's end."""
    clear: float = 4.0
    """By how much a side has to look more like a seam than not, as a logarithm, to be the end of a piece that may reach
    under a hand: the hand's shadow ends along lines too."""
    blank: float = 1.0
    """The logarithm of line over ground below which nothing shows at a side."""
    same_piece: float = 1.0
    """Shades no farther apart than this many plays, right beside a side, are one piece's."""
    same_frame: float = 0.6
    """The same across a line along the rim."""
    same_tint: float = 0.02
    """By how much the board's tint may differ from one of its groups of cells to the next."""
    veil: float = 0.75
    veil_play: float = 0.01
    """How far towards white a window may wash out a part of the board, and how far off that way its tint may be."""
    ragged: float = 0.2
    """The share of mixed cells from which a further colour is no board's, but something that lies over it."""
    two_lights: float = 0.25
    """The share of a cell that differs from its middle shade where it is partly in the sun."""
    most_white: int = 16
    """Cells that the white pieces cover at most, all together."""
    covered_cell: float = 0.7
    most_covered: int = 22
    many_covered: float = 1.5
    """What each covered cell beyond `most_covered` costs besides: who looks at a board leaves most of it free."""
    unexplained_cell: float = 3.0
    """What a cell that is not read costs, beside other ways to label the colours."""
    edge_on_side: float = 1.0
    """What each side of a cell costs along which something that lies over the board ends exactly, up to
    `most_on_sides` of them: a hand does not keep to the grid."""
    most_on_sides: int = 8
    shaped: float = 4.0
    """What it costs that a further colour of the board has just the cells of a piece, three at least."""
    runs_on: float = 2.0
    """What each side along the rim over which a player's colour runs on costs a labelling, up to `most_run_on`."""
    most_run_on: int = 6
    most_gained: float = 5.0
    """The most that white pieces are worth together, beside bare board."""
    label_window: float = 5.0
    """Other labellings that are less likely by more than this, as logarithms, are dropped."""
    label_trust: float = 0.7
    """How far differences between labellings are believed: the model of colours is a rough one."""
    kept: int = 12
    """Whole readings that are handed on at most."""
    open_share: float = 0.03
    """A reading is open if it is at least this likely beside the best."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A whole board and its probability among all that are open."""

    laid: tuple[Laid, ...]
    probability: float


@dataclass(frozen=True, slots=True)
class BoardRead:
    """Every open reading, the likeliest first, and what is not read.

    `covered`: the cells (bits) that something lies over; `unexplained`: those that no pieces fill. `mixed` is the
    share of cells with more than one shade. `ends` holds (side, cell) where a piece on this cell is seen to end at
    this side, whatever covers the cell beyond.
    """

    readings: tuple[Reading, ...]
    covered: int
    unexplained: int
    labels: tuple[str | None, ...]
    mixed: float
    ends: frozenset[tuple[int, int]]
    parted: frozenset[int] = frozenset()
    """Sides between two cells of one colour at which a seam shows."""
    blank: frozenset[int] = frozenset()
    """Sides at which nothing shows: no seam, no line, no piece's edge."""
    going_on: frozenset[int] = frozenset()
    """Those of them at which the colours on both sides are one."""
    glaring: int = 0
    """Cells (bits) that shine: whatever lies there may be of any colour."""
    washed: tuple[int, ...] = ()
    """Groups of cells (bits) whose colour glare has washed out."""
    over: int = 0
    """How many cells something lies over, in part at least."""
    cut_off: int = 0
    """Sides along the rim beyond which players' pieces seem to lie: then this is not where the board ends."""
    unlined: int = 0
    """Bare cells (bits) between which the board's lines do not show."""
    runs_on: int = 0
    """Sides along the rim over which a player's colour runs on without a line: then it is the board's."""

    @property
    def spoilt(self) -> float:
        """The share of cells that are mixed, covered or unexplained, a cell that is two of it counted twice."""
        return self.mixed + (max(self.over, self.covered.bit_count()) + self.unexplained.bit_count()) / 64


@dataclass(frozen=True, slots=True)
class _Solved:
    """The open readings under one labelling and the loss of the best: what it ignores of the sides, and the cells
    (bits) that something covers or that no pieces explain."""

    readings: tuple[Reading, ...]
    loss: float
    covered: int
    unexplained: int
    unlined: int


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


def read_board(flat: Flat, config: ReadConfig) -> BoardRead:
    """Read a flat board: the colours' labels and the pieces under which all that is seen is likeliest together."""
    shades = shades_of(flat, config.shades)
    sides = sampled(flat)
    flanks = look_at(sides, config.flanks)
    close = closeup(flat)
    tried: list[tuple[float, _Tried]] = []
    known: Known = {}
    done: set[tuple[str | None, ...]] = set()
    best = -np.inf
    for labelling in label_groups(shades, config.labels):
        # No reading is worth more than its labels by more than this: the rest, likeliest first, is out of reach.
        if labelling.score + config.most_gained < best - config.label_window:
            break
        labels = cell_labels(shades, labelling, config)
        if tuple(labels) in done:
            continue
        done.add(tuple(labels))
        cover = labels.count(None)
        behind = look_behind(close, shades, labels, config.behind)
        shown, labels = flanks, behind.labels
        if behind.strange.any():
            shown = beside_cover(sides, flanks, behind.hides, config.flanks)
        cut_off, runs_on = _cut_off(behind.shades, shown, labels, config)
        cost = config.runs_on * min(runs_on, config.most_run_on)
        cost += config.shaped * _shaped_like_pieces(shades, labelling, labels, config)
        most = labelling.score - cost - best + config.label_window
        solved = _solve(behind.shades, shown, labels, {} if behind.strange.any() else known, most, config)
        if solved is None:
            continue
        score = labelling.score - cost - solved.loss
        tried.append((score, _Tried(labels, behind.shades, shown, cover, cut_off, runs_on, solved)))
        best = max(best, score)
    tried.sort(key=lambda pair: -pair[0])
    return _as_read(tried[0][1], _merged(tried, config), config)


def _as_read(best: _Tried, readings: tuple[Reading, ...], config: ReadConfig) -> BoardRead:
    """All open readings, and what the likeliest labelling's board does not tell."""
    shades, flanks, labels, solved = best.shades, best.flanks, best.labels, best.solved
    blank = (_ratios(flanks, 0) < config.blank) & flanks.seen
    play = np.array([config.shades.tint_play, config.shades.tint_play, config.shades.light_play])
    apart = np.linalg.norm((flanks.beside[:, 0] - flanks.beside[:, 1]) / play, axis=1)
    return BoardRead(
        readings,
        solved.covered,
        solved.unexplained,
        tuple(labels),
        float((shades.mixed > config.shades.covered_share).mean()),
        _ends(shades, flanks, labels, solved.covered, config),
        _parted(flanks, labels, config),
        frozenset(int(k) for k in np.flatnonzero(blank)),
        frozenset(int(k) for k in np.flatnonzero(blank & (apart < config.same_piece))),
        glaring(shades, labels, config.glare),
        washed(shades, labels, config.glare),
        best.cover,
        best.cut_off,
        solved.unlined,
        best.runs_on,
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


def cell_labels(shades: Shades, labelling: Labelling, config: ReadConfig) -> list[str | None]:
    """For each cell petrol, green, neutral, board, or None where something else covers it."""
    labels: list[str | None] = [None] * 64
    white = [group for group, label in zip(shades.groups, labelling.labels, strict=False) if label == WHITE]
    # More white cells than there are white pieces: the board itself is white, and any other board is something else.
    main = pieces = max(white, key=len, default=None)
    if main is not None and len(main) <= config.most_white:
        main = None
    if main is None:
        boards = [
            group for group, label in zip(shades.groups, labelling.labels, strict=False) if label == BOARD
        ]
        # A hand may be larger than what it leaves of the board, but it keeps to no cells.
        clean = shades.mixed < config.shades.mixed_share
        main = max(boards, key=lambda group: int(clean[[*group]].sum()), default=None)
    for group, label in zip(shades.groups, labelling.labels, strict=False):
        if label == BOARD and main and group != main and not _same_board(shades, main, group, pieces, config):
            continue
        for cell in group:
            labels[cell] = label
    uncover(labels, shades, config.shades, config.over)
    return labels


def _shaped_like_pieces(
    shades: Shades, labelling: Labelling, labels: list[str | None], config: ReadConfig
) -> int:
    """How many groups that are held to be bare board, but not most of it, have just the cells of a piece; twice if they
    are held to be covered."""
    white = labels.count(WHITE)
    bare = max(labels.count(BOARD), white if white > config.most_white else 0)
    masks = {spot.mask for spot in spots() if len(spot.cells) > 2}
    return sum(
        (sum(1 << cell for cell in group) in masks) * (2 if labels[group[0]] is None else 1)
        for group, label in zip(shades.groups, labelling.labels, strict=False)
        if label == BOARD and 2 * len(group) < bare
    )


def _edges_on_sides(shades: Shades, labels: list[str | None], config: ReadConfig) -> int:
    """The sides between covered and other cells along which neither is mixed: there the cover ends exactly."""
    clean = shades.mixed < config.shades.mixed_share
    return sum(
        bool(
            (labels[edge.left] is None) != (labels[edge.right] is None)
            and clean[[edge.left, edge.right]].all()
        )
        for edge in edges()
        if edge.right >= 0
    )


def _same_board(
    shades: Shades,
    main: tuple[int, ...],
    other: tuple[int, ...],
    white: tuple[int, ...] | None,
    config: ReadConfig,
) -> bool:
    """Whether a further group is the board too: in another light, or the other colour of a two-coloured one."""
    a, b = (median(shades.values[list(group)]) for group in (main, other))
    if np.abs(a[:2] - b[:2]).max() < config.same_tint or shadowed(a, b):
        return True
    # A print's second colour keeps to every other square, or to every other quarter; a hand does not.
    squares = [{(cell // 4 % 4 + cell // 16) % 2 for cell in group} for group in (main, other)]
    quarters = [{cell % 2 for cell in group} for group in (main, other)]
    if len(squares[1]) == 1 and squares[0] != squares[1]:
        return True
    # Thick lines make every cell of a board a little mixed.
    usual = max(config.shades.mixed_share, 1.5 * float(median(shades.mixed[list(main)])))
    clean = (shades.mixed[list(other)] > usual).mean() < config.ragged
    if clean and white is not None and _veiled(a, b, median(shades.values[list(white)]), config):
        return True
    return bool(clean and len(quarters[1]) == 1 and quarters[0] != quarters[1])


def _veiled(board: Floats, other: Floats, white: Floats, config: ReadConfig) -> bool:
    """Whether one shade may be the other where a window shines on it: lighter, and some way on towards white's."""
    if other[2] < board[2]:
        board, other = other, board
    way, off = white[:2] - board[:2], other[:2] - board[:2]
    share = float(off @ way) / max(float(way @ way), 1e-9)
    beside = float(np.abs(off - share * way).max())
    return bool(0 < share < config.veil and beside < config.veil_play)


def _solve(
    shades: Shades, flanks: Flanks, labels: list[str | None], known: Known, most: float, config: ReadConfig
) -> _Solved | None:
    """The open readings under these labels; None where the loss of the best must be more than `most`."""
    covered = sum(1 << cell for cell in range(64) if labels[cell] is None)
    unexplained = 0
    choices: list[list[tuple[float, tuple[Laid, ...]]]] = []
    regions = (_region(labels, PETROL), _region(labels, GREEN))
    for owner, region in zip((PETROL, GREEN), regions, strict=True):
        weights = _weights(flanks, region, regions[owner == PETROL], config)
        options: list[tuple[float, tuple[Laid, ...]]] = [(0.0, ())]
        for part in connected(region):
            key = (*regions, part)
            if key not in known:
                known[key] = _partitions(part, weights, config)
            found = known[key]
            if not found:
                unexplained |= part
                continue
            joined = _combined(
                options, [(p.loss, tuple((owner, spot) for spot in p.spots)) for p in found], owner, config
            )
            if not joined:
                unexplained |= part
            options = joined or options
        choices.append(options)
    unread = covered.bit_count() * config.covered_cell + unexplained.bit_count() * config.unexplained_cell
    unread += config.many_covered * max(0, covered.bit_count() - config.most_covered)
    unread += config.edge_on_side * min(_edges_on_sides(shades, labels, config), config.most_on_sides)
    # What the players' pieces cost already may be too much.
    if sum(min(loss for loss, _ in options) for options in choices) + unread - config.most_gained > most:
        return None
    ground = sum(1 << cell for cell in range(64) if labels[cell] in (WHITE, BOARD))
    whites = choose_whites(
        Ground(
            ground,
            sum(1 << cell for cell in range(64) if labels[cell] == WHITE),
            _white_say(labels, config),
            shades.values,
            flanks.beside,
            flanks.ink,
            flanks.place,
            _ratios(flanks, ground),
            flanks.width,
            np.where(flanks.seen, flanks.contrast, 0.0),
            np.where(flanks.seen[:, None], flanks.falloff, np.nan),
            flanks.seen,
            sum(1 << cell for cell in range(64) if any(covered >> other & 1 for other in around()[cell])),
            _sharpness(flanks, labels, config),
            _evenness(flanks, labels),
            shades.mixed > config.two_lights,
        ),
        config.whites,
        config.likely,
    )
    choices.append([(-c.score, tuple((WHITE, spot) for spot in c.spots)) for c in whites])
    # Covered cells have sides too, of which nothing is told: they cost what those of the ground do.
    unread += covered.bit_count() * max(0.0, -whites[0].score) / max(ground.bit_count(), 16)
    readings = _product(choices, config)
    return _Solved(
        _weighed(readings, config), readings[0][0] + unread, covered, unexplained, whites[0].unlined
    )


def _ends(
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
    ratios = _ratios(flanks, 0)
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


def _parted(flanks: Flanks, labels: list[str | None], config: ReadConfig) -> frozenset[int]:
    """The sides between two cells of one colour that look like a seam."""
    found: set[int] = set()
    for label, other in ((PETROL, GREEN), (GREEN, PETROL), (WHITE, None)):
        weights = _weights(flanks, _region(labels, label), _region(labels, other) if other else 0, config)
        found.update(side for side, weight in weights.items() if weight < -config.clear)
    return frozenset(found)


def _cut_off(shades: Shades, flanks: Flanks, labels: list[str | None], config: ReadConfig) -> tuple[int, int]:
    """How many sides along the rim have a player's colour right beyond them, twice if it is that of the cell within
    and no line lies between; and how many are of that second kind."""
    play = np.array([config.shades.tint_play, config.shades.tint_play, config.shades.light_play])
    ratios = _ratios(flanks, 0)
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


def _sharpness(flanks: Flanks, labels: list[str | None], config: ReadConfig) -> float | None:
    """How wide the edges between petrol and green pieces are; None where they do not touch."""
    shared = [
        k
        for k, edge in enumerate(edges())
        if edge.right >= 0
        and {labels[edge.left], labels[edge.right]} == {PETROL, GREEN}
        and flanks.contrast[k] > config.whites.bare.least_contrast
    ]
    return float(median(flanks.width[shared])) if shared else None


def _evenness(flanks: Flanks, labels: list[str | None]) -> float:
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


def _ratios(flanks: Flanks, region: int) -> Floats:
    """The sides' lines over the ground of the region, as logarithms (104,)."""
    own = [
        k
        for k, edge in enumerate(edges())
        if region >> edge.left & 1 and (edge.right < 0 or region >> edge.right & 1)
    ]
    # The quieter ones: many of a small piece's own sides lie close to another piece's edge or shadow.
    quiet = max(float(quantile(flanks.ground[own] if own else flanks.ground, 0.25)), 0.5)
    ground = np.sqrt(quiet * np.clip(flanks.ground, quiet, 1.5 * quiet))
    ratios: Floats = np.log(np.maximum(flanks.line, 0.1) / ground)
    return ratios


def _steady_ratios(flanks: Flanks, region: int) -> Floats:
    """The same (104,) for what both halves of a side show alike."""
    own = [
        k
        for k, edge in enumerate(edges())
        if edge.right >= 0 and region >> edge.left & 1 and region >> edge.right & 1
    ]
    usual = max(float(median(flanks.steady_ground[own])) if own else 1.0, 0.25)
    ground = np.sqrt(usual * np.clip(flanks.steady_ground, usual, 2 * usual))
    ratios: Floats = np.log(np.maximum(flanks.steady, 0.1) / ground)
    return ratios


def _region(labels: list[str | None], label: str) -> int:
    return sum(1 << cell for cell in range(64) if labels[cell] == label)


def _weights(flanks: Flanks, region: int, other: int, config: ReadConfig) -> dict[int, float]:
    """For each side within the region how much better it looks like the inside of a piece than like a seam."""
    ratios, within = _within(flanks, region)
    beside, theirs = _within(flanks, other)
    asked = [k for k in within if flanks.seen[k]]
    gap = looks_like_gap(flanks.peak, flanks.dark, ratios, config.inner)
    inner = own_likely(ratios[asked], gap[asked], beside[[k for k in theirs if flanks.seen[k]]], config.inner)
    values = clipped(plain(ratios, inner) - seam(ratios, inner, gap), inner)
    return {k: float(values[k]) if flanks.seen[k] else 0.0 for k in within}


def _within(flanks: Flanks, region: int) -> tuple[Floats, list[int]]:
    """The lines of the sides over the ground of the region, as logarithms (104,), and which sides lie within it."""
    left, right = beside_edges()
    own = np.array([bool(region >> cell & 1) for cell in range(64)] + [False])
    within = [int(k) for k in np.flatnonzero(own[left] & own[right])]
    return (_ratios(flanks, region) + _steady_ratios(flanks, region)) / 2, within


def _beyond(laid: tuple[Laid, ...], owner: str) -> int | None:
    """How many pieces are beyond the owner's supply; None where not even both players' together suffice."""
    counts: dict[int, int] = {}
    for who, spot in laid:
        if who == owner:
            counts[spot.kind] = counts.get(spot.kind, 0) + 1
    beyond = 0
    for kind, count in counts.items():
        if count > 2 * KINDS[kind].count:
            return None
        beyond += max(0, count - KINDS[kind].count)
    return beyond


def _combined(
    left: list[tuple[float, tuple[Laid, ...]]],
    right: list[tuple[float, tuple[Laid, ...]]],
    owner: str,
    config: ReadConfig,
    most: int = 40,
) -> list[tuple[float, tuple[Laid, ...]]]:
    """The likeliest pairs of one from each; none where all of them are more than the supply holds."""
    if not left or not right:
        return []
    supply = np.array([kind.count for kind in KINDS])
    counts = _counts(left, owner)[:, None] + _counts(right, owner)
    losses = np.array([loss for loss, _ in left])[:, None] + np.array([loss for loss, _ in right])
    # Supply and number of pieces are priced for ranking here and again, in full, in the end.
    pieces = np.array([len(laid) for _, laid in left])[:, None] + np.array([len(laid) for _, laid in right])
    rank = losses + config.extra_piece * np.maximum(counts - supply, 0).sum(-1)
    rank = np.where(
        (counts > 2 * supply).any(-1), np.inf, rank + (config.piece + config.small_piece) * pieces
    )
    best = np.argsort(rank, axis=None, kind="stable")[: min(most, int(np.isfinite(rank).sum()))]
    return [
        (float(losses[a, b]), left[a][1] + right[b][1])
        for a, b in zip(*np.unravel_index(best, rank.shape), strict=True)
    ]


def _counts(options: list[tuple[float, tuple[Laid, ...]]], owner: str) -> NDArray[np.intp]:
    """How many pieces of each kind (n, kinds) the owner has in each option."""
    found = np.zeros((len(options), len(KINDS)), int)
    for row, (_, laid) in zip(found, options, strict=True):
        for who, spot in laid:
            row[spot.kind] += who == owner
    return found


def _product(
    choices: list[list[tuple[float, tuple[Laid, ...]]]], config: ReadConfig
) -> list[tuple[float, tuple[Laid, ...]]]:
    """Whole readings: one choice for each colour, with the price of pieces and of supply, best first."""
    whole: list[tuple[float, tuple[Laid, ...]]] = [(0.0, ())]
    for options in choices:
        fewest = min(len(laid) for _, laid in options)
        priced = []
        for loss, laid in options:
            owner = laid[0][0] if laid else ""
            price = 0.0
            if owner in (PETROL, GREEN):
                price = config.extra_piece * (_beyond(laid, owner) or 0) + config.piece * len(laid)
                price += config.small_piece * (len(laid) - fewest)
            priced.append((loss + price, laid))
        joined = [(a + b, x + y) for a, x in whole for b, y in priced]
        joined.sort(key=lambda pair: pair[0])
        whole = joined[: 4 * config.kept]
    return whole


def _weighed(readings: list[tuple[float, tuple[Laid, ...]]], config: ReadConfig) -> tuple[Reading, ...]:
    """Losses to probabilities; what is far less likely than the best is dropped."""
    best = readings[0][0]
    shares = [(float(np.exp(best - loss)), laid) for loss, laid in readings]
    shares = [(share, laid) for share, laid in shares if share >= config.open_share][: config.kept]
    total = sum(share for share, _ in shares)
    return tuple(Reading(laid, share / total) for share, laid in shares)
