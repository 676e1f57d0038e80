"""What is stated as certain, and what a table's own pattern is: faces made here, decided on by themselves."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.rules.polyform import Shape, free_shapes, lattice_named
from tests.vision.made_faces import COLOURS, FIVES, GREEN, KINDS, RED, SQUARE, UNIT_MM, face_of, fit_of
from vision.cards.decide_config import DecideConfig
from vision.cards.decks.agree import decided
from vision.cards.decks.candidates import Candidate
from vision.cards.decks.decide import DISAGREE, decide
from vision.cards.decks.like_the_rest import doubtful, of_another_game
from vision.cards.decks.patterns import without_patterns
from vision.cards.decks.which_deck import choose_profile
from vision.cards.decks.without_deck import of_no_deck
from vision.cards.face.faces import Face
from vision.cards.ground.lone import _on_plain_ground
from vision.cards.scene_config import SceneConfig
from vision.plane import Floats

IAMOND = free_shapes(lattice_named("iamond"), 5)[0]


@pytest.mark.parametrize("other", [0.021, 0.023])
def test_of_two_shapes_that_fit_alike_none_is_stated(other: float) -> None:
    seen = decide(
        face_of([fit_of(FIVES[0], 0.02), fit_of(FIVES[1], other)], GREEN),
        "abolo",
        UNIT_MM,
        {},
        DecideConfig(),
    )
    assert seen.triangles is None
    assert seen.why is not None
    assert seen.why.startswith("two shapes")


def test_the_better_of_two_shapes_is_stated_where_it_leads() -> None:
    seen = decide(
        face_of([fit_of(FIVES[0], 0.012), fit_of(FIVES[1], 0.04)], GREEN),
        "abolo",
        UNIT_MM,
        {},
        DecideConfig(),
    )
    assert (seen.triangles, seen.shape) == (5, FIVES[0])


@pytest.mark.parametrize(
    ("error", "unit", "read"),
    [(0.03, 13.0, True), (0.048, 13.0, True), (0.03, 15.0, True), (0.048, 14.3, False), (0.048, 15.0, False)],
)
def test_a_frayed_shape_has_to_be_of_the_deck_s_scale(error: float, unit: float, read: bool) -> None:
    seen = decide(face_of([fit_of(SQUARE, error)], RED), "abolo", unit, {}, DecideConfig())
    assert (seen.triangles == 2) == read


FOUR = next(s for s in free_shapes(lattice_named("abolo"), 4) if len(s.outline()[0]) >= 6)
YELLOW, LIME = np.array([0.9, 0.7, 0.1]), np.array([0.26, 0.33, 0.18])


@pytest.mark.parametrize(
    ("error", "colour", "read"), [(0.045, LIME, False), (0.02, LIME, True), (0.045, YELLOW, True)]
)
def test_a_frayed_shape_in_what_is_more_likely_anothers_colour_is_not_stated(
    error: float, colour: Floats, *, read: bool
) -> None:
    """A washed-out part of a larger shape leaves what is nearly a smaller one."""
    seen = decide(face_of([fit_of(FOUR, error)], colour), "abolo", UNIT_MM, {}, DecideConfig())
    assert (seen.triangles, seen.why) == ((4, None) if read else (None, DISAGREE))


@pytest.mark.parametrize(
    ("line_mm", "colour", "smaller", "error", "read"),
    [
        (0.0, COLOURS[1], 0.8, 0.015, False),  # printed all over, it is not of the deck's scale
        (1.5, COLOURS[1], 0.8, 0.015, True),  # its line runs within its edges
        (1.5, COLOURS[1], 0.6, 0.015, False),
        (1.5, COLOURS[1], 0.8, 0.045, False),
        (1.5, np.array([0.18, 0.12, 0.5]), 0.8, 0.015, False),  # between blue and purple
    ],
)
def test_a_small_figure_in_lines_may_be_smaller_by_its_line(
    line_mm: float, colour: Floats, smaller: float, error: float, *, read: bool
) -> None:
    fit = fit_of(KINDS[1], error)
    fit = replace(
        fit,
        unit_mm=fit.unit_mm * smaller,
        size_mm=fit.size_mm * smaller,
        error_mm=fit.error_mm * smaller,
        outline_mm=fit.outline_mm * smaller,
    )
    face = face_of([fit], colour)
    assert face.blob is not None
    face = replace(face, blob=replace(face.blob, beyond_mm=line_mm / 2))
    assert (decide(face, "abolo", UNIT_MM, {}, DecideConfig()).triangles == 1) == read


@pytest.mark.parametrize(
    ("off", "colour", "clear", "known", "named"),
    [
        ({}, RED, 1.0, 4, True),  # sun and shadow cross its card
        ({}, RED, 1.0, 2, False),
        ({"error_mm": 0.04}, RED, 1.0, 4, False),  # of a tile that is nearly square
        ({"unit_mm": 1.1}, RED, 1.0, 4, False),
        ({}, GREEN, 1.0, 4, False),
        ({}, RED, 0.9, 4, False),
    ],
)
def test_a_print_without_fault_on_paper_of_another_tint_is_named(
    off: dict[str, float], colour: Floats, clear: float, known: int, *, named: bool
) -> None:
    cards, _ = _table(0, np.zeros(0))
    fit = fit_of(SQUARE, 0.012)
    fit = replace(fit, unit_mm=fit.unit_mm * off.get("unit_mm", 1.0))
    if "error_mm" in off:
        fit = replace(fit, error_mm=off["error_mm"] * fit.size_mm)
    face = replace(face_of([fit], colour), paper=np.array([0.4, 0.6, 0.9]), clear=clear)
    seen = decide(face, "abolo", UNIT_MM, {}, DecideConfig())
    teachers = [card.face for card in cards[:known]]
    told = doubtful(face, "abolo", UNIT_MM, seen, teachers, SceneConfig())
    assert (told.triangles, told.why is not None) == (None, named)


@pytest.mark.parametrize(
    ("error", "smaller", "known", "of_another"),
    [
        (0.048, 0.92, 6, True),  # a playing card's diamond
        (0.048, 0.98, 6, False),  # at the deck's own scale: blurred
        (0.026, 0.92, 6, False),
        (0.048, 0.92, 4, False),  # too few tell how well the deck is drawn
    ],
)
def test_a_card_with_another_game_s_diamond_is_not_stated(
    error: float, smaller: float, known: int, *, of_another: bool
) -> None:
    teachers = [face_of([fit_of(KINDS[n], 0.015)], COLOURS[n]) for n in (1, 2, 5, 1, 2, 5)][:known]
    fit = fit_of(SQUARE, error)
    fit = replace(fit, unit_mm=fit.unit_mm * smaller)
    face = face_of([fit], RED)
    seen = decide(face, "abolo", UNIT_MM, {}, DecideConfig())
    told = replace(seen, triangles=2, shape=SQUARE)
    assert of_another_game(face, "abolo", UNIT_MM, told, teachers, SceneConfig()) == of_another
    assert not of_another_game(face, "abolo", UNIT_MM, replace(told, triangles=3), teachers, SceneConfig())


@pytest.mark.parametrize(
    ("count", "colour", "unit", "clear", "read"),
    [
        (1, 1, 15.2, 1.0, True),
        (1, 1, 11.1, 1.0, True),
        (1, 1, 16.4, 1.0, False),
        (1, 1, 15.2, 0.88, False),
        (1, 2, 15.2, 1.0, False),
        (2, 2, 15.2, 1.0, False),
    ],
)
def test_a_line_round_a_single_triangle_may_put_it_off_the_deck_s_scale(
    count: int, colour: int, unit: float, clear: float, read: bool
) -> None:
    face = replace(face_of([fit_of(KINDS[count], 0.02)], COLOURS[colour]), clear=clear)
    seen = decide(face, "abolo", unit, {}, DecideConfig())
    assert (seen.triangles == count) == read
    assert seen.triangles is not None or seen.why is not None


@pytest.mark.parametrize(("count", "unit", "read"), [(1, 0.91, True), (1, 0.88, False), (2, 0.91, False)])
def test_a_dark_line_out_of_focus_makes_a_single_triangle_larger_and_frayed(
    count: int, unit: float, *, read: bool
) -> None:
    face = face_of([fit_of(KINDS[count], 0.048)], COLOURS[count])
    seen = decide(face, "abolo", unit * UNIT_MM, {}, DecideConfig())
    assert (seen.triangles == count) == read


@pytest.mark.parametrize(
    ("px_per_mm", "solid", "read"), [(0.6, 0.95, True), (0.6, 0.89, False), (0.8, 0.89, True)]
)
def test_a_small_shape_has_to_be_sharp(px_per_mm: float, solid: float, read: bool) -> None:
    face = replace(face_of([fit_of(FIVES[0], 0.02)], GREEN, solid), scale_px=px_per_mm)
    seen = decide(face, "abolo", UNIT_MM, {}, DecideConfig())
    assert (seen.triangles == 5) == read
    assert read or "blurred" in (seen.why or "")


def _shown(shape: Shape, colour: Floats, error: float, other: float) -> Face:
    """A face that a model of one profile fits so well and one of the other so."""
    face = face_of([fit_of(shape, error)], colour)
    return replace(face, fits={"abolo": face.fits["abolo"], "iamond": (fit_of(IAMOND, other),)})


@pytest.mark.parametrize(
    ("counts", "told"), [((1, 2, 5, 5), True), ((2, 5, 5, 5), False), ((1, 2, 5), False)]
)
def test_a_few_exact_prints_of_one_scale_tell_the_deck_on_a_table_full_of_things(
    counts: tuple[int, ...], told: bool
) -> None:
    exact = [_shown(KINDS[count], COLOURS[count], 0.012, 0.08) for count in counts]
    others = [_shown(FIVES[k], GREEN, 0.05, 0.05) for k in range(7)]
    assert choose_profile(exact + others, None, DecideConfig()) == ("abolo" if told else None)


@pytest.mark.parametrize(("larger", "read"), [(1.0, 3), (3.0, 0)])
def test_an_outline_that_is_its_print_s_own_tells_no_deck(larger: float, read: int) -> None:
    """No deck's unit edge is so large that its longest shape would not fit on the card."""
    corners = np.array([[0.0, 0.0], [63, 0], [63, 88], [0, 88]])
    fits = [fit_of(FIVES[k], 0.012) for k in range(3)]
    cards = [
        Candidate(
            corners + [100 * k, 0],
            face_of([replace(fit, unit_mm=fit.unit_mm * larger, size_mm=fit.size_mm * larger)], GREEN),
            True,
        )
        for k, fit in enumerate(fits)
    ]
    assert sum(seen.triangles == 5 for _, seen in decided(cards, "abolo", SceneConfig())) == read


def _table(squares: int, turns: Floats) -> tuple[list[Candidate], int]:
    """Four cards with an edge, and lone red squares on plain ground; how many of these are read."""
    corners = np.array([[0.0, 0.0], [63, 0], [63, 88], [0, 88]])
    cards = [
        Candidate(
            corners + [100 * k, 0],
            face_of([fit_of(FIVES[k], 0.012), fit_of(FIVES[k + 1], 0.05)], GREEN),
            True,
        )
        for k in range(4)
    ]
    lone = [
        Candidate(corners + [100 * k, 300], face_of([fit_of(SQUARE, 0.012, turn)], RED), False)
        for k, turn in zip(range(squares), turns, strict=True)
    ]
    return cards, sum(seen.triangles == 2 for _, seen in decided(cards + lone, "abolo", SceneConfig())[4:])


def test_a_few_lone_squares_are_cards() -> None:
    assert _table(4, np.zeros(4))[1] == 4


@pytest.mark.parametrize(
    ("solid", "light", "read"), [(0.98, 0.6, True), (0.73, 0.6, False), (0.8, 0.9, True)]
)
def test_a_lone_print_is_of_one_ink_unless_glare_lies_over_it(solid: float, light: float, read: bool) -> None:
    cards, _ = _table(0, np.zeros(0))
    face = replace(face_of([fit_of(FIVES[0], 0.012)], GREEN, solid), paper=np.array([light] * 3))
    (_, seen) = decided(
        [*cards, Candidate(cards[0].corners + [0, 300], face, False)], "abolo", SceneConfig()
    )[-1]
    assert (seen.triangles == 5) == read


@pytest.mark.parametrize(
    ("like", "light", "read", "named"),
    [
        (0.80, 0.6, True, False),
        (0.70, 0.6, False, True),
        (0.60, 0.6, False, True),
        (0.50, 0.6, False, False),  # any letter is as like one
        (0.80, 0.1, False, False),  # the paper is another one
        (0.60, 0.1, False, False),
    ],
)
def test_a_lone_letter_that_may_be_a_z_is_named(like: float, light: float, read: bool, named: bool) -> None:
    cards, _ = _table(0, np.zeros(0))
    face = replace(
        face_of([fit_of(FIVES[0], 0.012)], GREEN), blob=None, fits={}, z=like, paper=np.array([light] * 3)
    )
    beyond = cards[0].corners + [0, 300]
    (_, seen) = decided([*cards, Candidate(beyond, face, False)], "abolo", SceneConfig())[-1]
    assert (seen.triangles == 0, seen.why is not None) == (read, named)
    # On a card whose edge shows less will do.
    (_, seen) = decided([*cards, Candidate(beyond, face, True)], "abolo", SceneConfig())[-1]
    assert (seen.triangles == 0) == (like > 0.66 and light > 0.3)


def test_a_shape_in_doubt_keeps_its_reason_though_it_is_a_little_like_a_z() -> None:
    cards, _ = _table(0, np.zeros(0))
    alike = face_of([fit_of(FIVES[0], 0.02), fit_of(FIVES[1], 0.021)], GREEN)
    whys = []
    for like in (0.0, 0.6):
        lone = Candidate(cards[0].corners + [0, 300], replace(alike, z=like), False)
        (_, seen) = decided([*cards, lone], "abolo", SceneConfig())[-1]
        whys.append(seen.why)
    assert whys[0] == whys[1] is not None


def test_many_squares_that_lie_all_one_way_are_a_cloth_s() -> None:
    assert _table(9, np.repeat(0.3, 9))[1] == 0


def test_nine_squares_that_lie_every_way_may_be_cards() -> None:
    assert _table(9, np.arange(9) * 0.17)[1] == 9


def test_a_dozen_of_one_kind_are_a_pattern_however_they_lie() -> None:
    assert _table(14, np.arange(14) * 0.11)[1] == 0


@pytest.mark.parametrize(("count", "read"), [(2, 2), (6, 0)])
def test_a_shape_of_many_corners_over_and_over_all_one_way_is_a_cloth_s(count: int, read: int) -> None:
    cards, _ = _table(0, np.zeros(0))
    face = face_of([fit_of(FIVES[0], 0.012)], GREEN)
    lone = [Candidate(cards[0].corners + [150 * k, 400], face, False) for k in range(count)]
    seen = decided(cards + lone, "abolo", SceneConfig())[len(cards) :]
    assert sum(one.triangles == 5 for _, one in seen) == read


def test_squares_of_a_cloth_tell_no_deck() -> None:
    """Nine of one colour go before the deck is asked for, if more of them lie round about or all lie one way; those on
    plain paper that lie as it comes stay, and so does a print of that kind in a deeper ink."""
    cards, _ = _table(0, np.zeros(0))

    def squares(turns: Floats, plain: float, ink: float = 0.4) -> list[Candidate]:
        found = []
        for k, turn in enumerate(turns):
            face = face_of([fit_of(SQUARE, 0.012, turn)], GREEN)
            assert face.blob is not None
            face = replace(face, plain=plain, blob=replace(face.blob, saturation=ink))
            found.append(Candidate(cards[0].corners + [150 * k, 400], face, False))
        return found

    lie = np.arange(9) * 0.17, np.full(9, 0.3)
    cards += squares(np.array([0.9]), 1.0, 0.85)
    every_way, amid_more, one_way, few = (
        squares(lie[0], 1.0),
        squares(lie[0], 0.8),
        squares(lie[1], 1.0),
        squares(lie[1][:5], 1.0),
    )
    for cloth, left in ((every_way, every_way), (amid_more, []), (one_way, []), (few, few)):
        seen = without_patterns(cards + cloth, ("abolo",), SceneConfig())
        assert [id(one) for one in seen] == [id(one) for one in cards + left]


def test_a_square_of_the_deck_s_scale_counts_in_two_lights_though_another_count_makes_the_same_square() -> (
    None
):
    """Two triangles of the larger unit edge have the same outline, and come first."""
    four = next(s for s in free_shapes(lattice_named("abolo"), 4) if len(s.outline()[0]) == 4 and s.size == 4)
    larger, own = replace(fit_of(SQUARE, 0.015), unit_mm=UNIT_MM * 2**0.5), fit_of(four, 0.015)
    face = replace(face_of([larger, own], RED), plain=0.7, in_two_lights=0.95)
    assert _on_plain_ground(face, UNIT_MM, SceneConfig())
    assert not _on_plain_ground(replace(face, fits={"abolo": (larger,)}), UNIT_MM, SceneConfig())
    assert not _on_plain_ground(face, 0.8 * UNIT_MM, SceneConfig())


def test_a_card_of_no_deck_is_named_once_however_often_it_was_outlined() -> None:
    """By its edge, by its shadow and by a line within, as a lone card on a pale table is."""
    face = face_of([fit_of(FIVES[0], 0.04)], GREEN)
    card = np.array([[100.0, 100.0], [163.0, 100.0], [163.0, 188.0], [100.0, 188.0]])
    middle = card.mean(0)
    several = [Candidate(middle + (card - middle) * size, face, True) for size in (1.0, 1.06, 0.93)]
    beside = Candidate(card + 200, face, True)
    named = of_no_deck([*several, beside], [], SceneConfig())
    assert [place.corners_px[0] for place in named] == [(100.0, 100.0), (300.0, 300.0)]
    assert of_no_deck([*several, beside], named[:1], SceneConfig()) == named[1:]
    assert of_no_deck([Candidate(card, face, False)], [], SceneConfig()) == []
