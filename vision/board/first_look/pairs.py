"""What the colour groups of one photo cost beside each other: each pair is asked once, whatever labels are tried."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from vision.board.first_look.tints import TintConfig, one_colour, ratios, too_light
from vision.plane import Floats


@dataclass(frozen=True, slots=True)
class PairConfig:
    """How far apart two groups of one colour may be, and what further colours of the board cost."""

    tints: TintConfig = field(default_factory=TintConfig)
    white_light_play: float = 0.3
    """By how much two groups of white differ in lightness."""
    light_play: float = 0.5
    """The same for a player's colour, where white is not known."""
    white_same_play: float = 0.013
    same_play: float = 0.022
    """How far apart the shares of two groups of one colour may be."""
    other_board: float = 3.5
    """What a further colour of the board costs."""
    shadow: float = 1.0
    """What it costs if that may be a shadow on the first."""


class Pairs:
    """What the groups of one photo (n, 3) cost beside each other, each asked for once."""

    def __init__(self, means: Floats, cells: Floats, config: PairConfig) -> None:
        self.light: list[float] = means[:, 2].tolist()
        self.cells: list[int] = cells.tolist()
        self._means, self._config = means, config
        self._beside: dict[tuple[int, int], Floats] = {}
        self._known: dict[tuple[object, ...], float] = {}

    def _once(self, key: tuple[object, ...], work: Callable[[], float]) -> float:
        if key not in self._known:
            self._known[key] = work()
        return self._known[key]

    def beside(self, group: int, white: int) -> Floats:
        """A shade's ratios and lightness (3,) beside those of white."""
        if (group, white) not in self._beside:
            one, other = self._means[group], self._means[white]
            self._beside[group, white] = np.append(ratios(one[:2]) - ratios(other[:2]), one[2] - other[2])
        return self._beside[group, white]

    def one_colour(self, one: int, other: int, white: int) -> float:
        """What it costs that two groups are of one player."""
        a, b = self.beside(one, white), self.beside(other, white)
        return self._once(("one", one, other, white), lambda: one_colour(a, b, self._config.tints))

    def alike(self, one: int, other: int, label: int) -> float:
        """The same where white is not known, or for white itself."""
        config = self._config
        play = config.white_same_play if label == 2 else config.same_play
        light_play = config.white_light_play if label == 2 else config.light_play

        def work() -> float:
            gap = self._means[other] - self._means[one]
            return 0.5 * float(((gap[:2] / play) ** 2).sum()) + 0.5 * float(gap[2] / light_play) ** 2

        return self._once(("alike", one, other, label == 2), work)

    def too_light(self, group: int, white: int, label: int) -> float:
        """By how much a player's group is lighter than its colour."""
        beside = self.beside(group, white)
        config = self._config.tints
        return self._once(
            ("light", group, white, label), lambda: too_light(beside[:2], float(beside[2]), label, config)
        )

    def other_board(self, one: int, other: int) -> float:
        """What it costs that both groups are the board's."""
        config = self._config
        return self._once(
            ("board", one, other),
            lambda: config.shadow if shadowed(self._means[one], self._means[other]) else config.other_board,
        )


def shadowed(one: Floats, other: Floats) -> bool:
    """Whether one shade (3,), as `shade_values` has it, may be the other in a shadow: darker, and no redder or
    yellower, for the sky is blue."""
    if one[2] < other[2]:
        one, other = other, one
    red, blue, light = other - one
    return bool(light > -1.3 and -0.05 < red < 0.01 and -0.01 < blue < 0.05)
