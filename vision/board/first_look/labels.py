"""Whose colour each group of cells has: judged of all groups together, relative to one another and to what is white.

Nothing here knows how bright or how warm the light is. Petrol is bluer and much darker than white, green is yellower
and somewhat darker; what is neither is white or the board itself. Every tint of light is tried, and the assignment
under which all groups together are likeliest is taken.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product

import numpy as np

from vision.board.first_look.pairs import PairConfig, Pairs, shadowed
from vision.board.first_look.shades import Shades
from vision.board.first_look.tints import likely_tints, ratios
from vision.board.middle import median
from vision.plane import Floats

PETROL, GREEN, WHITE, BOARD = "petrol", "green", "neutral", "board"
LABELS = (PETROL, GREEN, WHITE, BOARD)


@dataclass(frozen=True, slots=True)
class LabelConfig:
    """What the colours are, relative to white under the same light: (red share, blue share, lightness)."""

    petrol: tuple[float, float, float] = (-0.125, 0.095, -2.1)
    green: tuple[float, float, float] = (0.03, -0.14, -1.15)
    pairs: PairConfig = field(default_factory=PairConfig)
    player_density: float = 5.5
    """The natural logarithm of how likely the usual tint of a player's colour is."""
    light_play: float = 0.45
    white_play: float = 0.012
    """By how much a white piece's shares may differ from the light's."""
    light_shares: tuple[float, float] = (0.335, 0.333)
    """The shares of the light itself, ordinary daylight, and by how much that varies."""
    light_spread: float = 0.032
    board_density: float = 2.3
    """The natural logarithm of how likely any tint is for a board."""
    uneven: float = 25.0
    """What it costs that a group of pieces is mixed, times the share of it that is."""
    most_cells: int = 39
    """Cells that all of a player's pieces cover."""
    too_many: float = 2.0
    """What each cell beyond that costs."""
    most_white: int = 16
    no_board: float = 1.5
    """What it costs that no cell is bare: all white ones are pieces, at most `most_white`."""
    main_cells: int = 4
    """Groups of fewer cells are judged by the others."""
    small_window: float = 4.0
    """What else a small group may be is looked at if it is not much less likely."""
    most_groups: int = 6
    most_labellings: int = 10
    window: float = 14.0
    """Labellings so much less likely than the best are not looked at."""


@dataclass(frozen=True, slots=True)
class Labelling:
    """A label for each group that was judged, the largest first, and the logarithm of how likely they are."""

    labels: tuple[str, ...]
    score: float


def label_groups(shades: Shades, config: LabelConfig) -> list[Labelling]:
    """The likeliest labellings of the groups, best first: the large groups together, then each small one by these."""
    main = [group for group in shades.groups if len(group) >= config.main_cells] or [*shades.groups[:2]]
    main = main[: config.most_groups]
    small = [group for group in shades.groups if group not in main]
    means = np.array([median(shades.values[list(group)]) for group in main])
    sizes = np.array([min(len(group), 8) / 4 for group in main])
    cells = np.array([len(group) for group in main])
    lights = _lights(config)
    tints = _tint_scores(means, lights, config)
    # A piece's face is of one shade up to its edge.
    uneven = config.uneven * np.array([median(shades.mixed[list(group)]) for group in main])
    tints[:, :, :3] -= np.minimum(uneven, 4.0)[None, :, None]
    prior = -0.5 * ((lights[:, 0] - config.light_shares[0]) / config.light_spread) ** 2
    every = np.array(list(product(range(4), repeat=len(main))))
    each = prior[:, None]
    for number, size in enumerate(sizes):
        each = (each[:, :, None] + size * tints[:, number, None]).reshape(len(lights), -1)
    most, by_light = each.max(0), each.argmax(0)
    scored: list[tuple[float, tuple[int, ...], int]] = []
    best = -np.inf
    pairs = Pairs(means, cells, config.pairs)
    for k in np.argsort(-most, kind="stable"):
        # What the labels say together only takes away: the rest is out of reach.
        if most[k] < best - config.window:
            break
        score = float(most[k]) + _together(pairs, every[k].tolist(), config)
        best = max(best, score)
        scored.append((score, tuple(int(label) for label in every[k]), int(by_light[k])))
    scored.sort(key=lambda triple: (-triple[0], triple[1]))
    found = []
    for score, labels, light in scored[: config.most_labellings]:
        if score > scored[0][0] - config.window:
            known = {tuple(group): LABELS[label] for group, label in zip(main, labels, strict=True)}
            found += _with_small(shades, known, small, lights[light], score, config)
    found.sort(key=lambda labelling: -labelling.score)
    return found[: config.most_labellings]


def _with_small(
    shades: Shades,
    known: dict[tuple[int, ...], str],
    small: list[tuple[int, ...]],
    light: Floats,
    score: float,
    config: LabelConfig,
) -> list[Labelling]:
    """The small groups' likeliest labels beside those of the larger ones, and the next likeliest for one that is in
    doubt: what shines a little more than its neighbour is like that, and not like its colour elsewhere."""
    best: dict[tuple[int, ...], str] = dict(known)
    others: list[tuple[float, tuple[int, ...], str]] = []
    play = np.array([config.pairs.same_play, config.pairs.same_play, config.light_play])
    usual = np.array([config.petrol[2], config.green[2], 0.0])
    white = _white_lightness(shades, known, usual)
    for group in small:
        mean = median(shades.values[list(group)])
        says = _tint_scores(mean[None], light[None], config, white)[0, 0] - 1.5
        boards = [median(shades.values[list(own)]) for own, label in known.items() if label == BOARD]
        if boards:
            says[3] -= min(
                config.pairs.shadow if shadowed(mean, b) else config.pairs.other_board for b in boards
            )
        for other, label in best.items():
            off = (median(shades.values[list(other)]) - mean) / play
            k = LABELS.index(label)
            says[k] = max(says[k], 4.0 - 0.5 * float((off**2).sum()))
        order = np.argsort(-says)
        best[group] = LABELS[order[0]]
        others.append((float(says[order[0]] - says[order[1]]), group, LABELS[order[1]]))
    found = [Labelling(_in_order(shades, best), score)]
    for less, group, label in sorted(others)[:2]:
        if less < config.small_window:
            found.append(Labelling(_in_order(shades, {**best, group: label}), score - less))
    return found


def _white_lightness(shades: Shades, known: dict[tuple[int, ...], str], usual: Floats) -> float:
    """How light white is here: by white groups, else by the players' pieces, else by the lightest group of all."""
    for label in (WHITE, GREEN, PETROL):
        groups = sorted((len(group), group) for group, own in known.items() if own == label)
        if groups:
            middle = float(median(shades.values[list(groups[-1][1]), 2]))
            return middle - float(usual[LABELS.index(label)])
    return max(float(median(shades.values[list(group), 2])) for group in known)


def _in_order(shades: Shades, labels: dict[tuple[int, ...], str]) -> tuple[str, ...]:
    return tuple(labels[tuple(group)] for group in shades.groups)


def _lights(config: LabelConfig) -> Floats:
    """Tints of light (n, 2): from cold to warm, each a little to the green and to the magenta."""
    red = config.light_shares[0] + np.linspace(-0.05, 0.07, 13)
    blue = config.light_shares[1] - 1.1 * (red - config.light_shares[0])
    lights: Floats = np.array(
        [[r, b + o] for r, b in zip(red, blue, strict=True) for o in (-0.02, 0.0, 0.02)]
    )
    return lights


def _tint_scores(means: Floats, lights: Floats, config: LabelConfig, white: float | None = None) -> Floats:
    """Log likelihoods (lights, groups, labels) of tints under each light, and of lightnesses where white's is known."""
    out = np.empty((len(lights), len(means), 4))
    darker = None if white is None else means[None, :, 2] - white
    beside = ratios(means[:, :2]) - ratios(lights)[:, None]
    likely = likely_tints(beside, darker, config.light_play, config.pairs.tints)
    for k in range(2):
        out[:, :, k] = config.player_density + likely[k]
    gap = (means[:, :2] - lights[:, None]) / config.white_play
    out[:, :, 2] = -0.5 * (gap**2).sum(-1) - np.log(2 * np.pi * config.white_play**2)
    # White is worth no more than a player's colour: a grey board has its tint too.
    out[:, :, 2] = np.minimum(out[:, :, 2], config.player_density)
    if darker is not None:
        out[:, :, 2] -= np.minimum(0.5 * (darker / config.pairs.white_light_play) ** 2, 8.0)
    out[:, :, 3] = config.board_density
    floor = -12.0
    return np.maximum(out, floor)


def _odd_lightness(pairs: Pairs, of: list[list[int]], config: LabelConfig) -> float:
    """What it costs that players' groups are lighter or darker than their colours are beside white, or, where there
    is no white, beside each other. `of`: the groups of each label."""
    off = [
        pairs.too_light(mine, white, label) for white in of[2][:1] for label in range(2) for mine in of[label]
    ]
    if of[0] and of[1] and not of[2]:
        off.append(pairs.light[of[0][0]] - pairs.light[of[1][0]] - (config.petrol[2] - config.green[2]))
    return sum(min(0.5 * (gap / config.light_play) ** 2, 30.0) for gap in off)


def _together(pairs: Pairs, labels: list[int], config: LabelConfig) -> float:
    """What the groups' labels say of each other: lightnesses, and one colour in several groups."""
    score = 0.0
    of = [[group for group, own in enumerate(labels) if own == label] for label in range(4)]
    cells = [sum(pairs.cells[group] for group in own) for own in of]
    for label in range(3):
        for other in of[label][1:]:
            first = of[label][0]
            if label < 2 and of[2]:
                score -= pairs.one_colour(first, other, of[2][0])
            else:
                score -= pairs.alike(first, other, label)
    for label in range(2):
        score -= config.too_many * max(0, cells[label] - config.most_cells)
    if not of[3] and cells[2] <= config.most_white:
        score -= config.no_board
    score -= _odd_lightness(pairs, of, config)
    if of[2]:
        # Hardly any board is brighter than a white piece in the same light.
        for board in of[3]:
            over = max(pairs.light[board] - pairs.light[of[2][0]] - 0.15, 0.0)
            score -= min(0.5 * (over / 0.15) ** 2, 20.0)
    # The board's own groups, or a white one that is too large for pieces.
    boards = of[3]
    if cells[2] > config.most_white:
        boards = [of[2][0], *boards]
        if len(boards) == 2 and pairs.other_board(*boards) != config.pairs.shadow:
            score += config.pairs.other_board
    for other in boards[1:]:
        score -= pairs.other_board(boards[0], other)
    return score
