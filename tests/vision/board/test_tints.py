"""What petrol and green are beside white: the same under every light, and told from wood, skin and grey."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.board.first_look.labels import LabelConfig
from vision.board.first_look.tints import TintConfig, likely_tints, one_colour, ratios, too_light
from vision.board.flat import shade_values

CONFIG = TintConfig()
WHITE = np.array([0.333, 0.333])
channels = st.tuples(*[st.floats(0.25, 1.0)] * 3)


def _beside(tint: tuple[float, float], white: tuple[float, float] = (0.333, 0.333)) -> np.ndarray:
    return ratios(np.array(tint)) - ratios(np.array(white))


@settings(deadline=None)
@given(paint=channels, light=channels)
def test_light_of_any_tint_changes_no_colour_beside_white(
    paint: tuple[float, float, float], light: tuple[float, float, float]
) -> None:
    white, lit = np.array([0.9, 0.9, 0.9]), np.array(light)
    plain = shade_values(np.array([white, white * paint]))[:, :2]
    tinted = shade_values(np.array([white * lit, white * lit * paint]))[:, :2]
    assert np.allclose(ratios(plain[1]) - ratios(plain[0]), ratios(tinted[1]) - ratios(tinted[0]), atol=0.005)


def test_wood_and_skin_are_neither_petrol_nor_green() -> None:
    # Seen beside white of (0.313, 0.347): a green piece, a petrol one, the wood of the board, and a hand.
    beside = np.array(
        [
            _beside(tint, (0.313, 0.347))
            for tint in [(0.253, 0.24), (0.202, 0.443), (0.397, 0.215), (0.374, 0.295)]
        ]
    )
    petrol, green = likely_tints(beside, None, 0.45, CONFIG)
    assert green[0] > -2 > -10 > petrol[0]
    assert petrol[1] > -2 > -10 > green[1]
    assert (
        max(petrol[2], green[2], petrol[3], green[3])
        < LabelConfig().board_density - LabelConfig().player_density
    )


def test_what_is_paler_is_lighter() -> None:
    full, pale = _beside((0.25, 0.4)), 0.25 * _beside((0.25, 0.4))
    assert abs(too_light(full, -2.2, 0, CONFIG)) < 0.4
    assert too_light(pale, -2.2, 0, CONFIG) < too_light(full, -2.2, 0, CONFIG)
    dark, light = (likely_tints(pale, np.array(value), 0.45, CONFIG)[0] for value in (-3.0, -1.7))
    assert light > dark + 2


def test_glare_makes_a_colour_paler_and_lighter_but_not_another() -> None:
    one = np.append(_beside((0.25, 0.4)), -2.1)
    washed = np.append(0.4 * one[:2], -1.4)
    assert one_colour(one, washed, CONFIG) < 1.5
    assert one_colour(washed, one, CONFIG) == one_colour(one, washed, CONFIG)
    assert one_colour(one, np.append(0.4 * one[:2], -3.0), CONFIG) > 4
    assert one_colour(one, np.append(_beside((0.35, 0.25)), -1.5), CONFIG) > 6
