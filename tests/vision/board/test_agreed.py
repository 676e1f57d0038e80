"""The second look at a board: what both looks agree on."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.board.test_board_photos import PHOTOS, truth_of
from vision.board.cells import CELLS, NUMBER, edges
from vision.board.first_look.doubts import BESIDE, DoubtConfig, Look, Unread, first_look
from vision.board.first_look.doubts import COVERED as OVER
from vision.board.flat import Flat, FlatConfig, flatten
from vision.board.grid.find import FindConfig, find_views
from vision.board.laying.packing import ENDS, INNER, NONE, STATES, PackingConfig
from vision.board.laying.pieces import NEUTRAL, Spot, spots_by_cell
from vision.board.laying.reading import BoardRead, Laid, Reading
from vision.board.second_look.again import Again, AgainConfig, Glimpse, weighed_again
from vision.board.second_look.agreed import DISAGREED, agreed
from vision.board.second_look.agreed_config import AgreedConfig
from vision.board.second_look.likelihood import COVERED, FLAT, Likelihood, likelihood
from vision.board.settle import SettleConfig, settled
from vision.photo import load_photo

SURE = 12.0


def spot(*names: str, neutral: bool = False) -> Spot:
    return next(s for s in spots_by_cell(neutral=neutral)[NUMBER[names[0]]] if set(s.names) == set(names))


LARGE = (NEUTRAL, spot("b2N", "b2E", "b2W", "b2S", "b3S", neutral=True))
DIAMOND = ("petrol", spot("c3E", "d3W"))
HALVES = (("petrol", spot("c3E")), ("petrol", spot("d3W")))
SMALL = (NEUTRAL, spot("a4N", neutral=True))


def seen(*laid: Laid, covered: tuple[str, ...] = ()) -> Likelihood:
    """A board on which these pieces are seen without any doubt."""
    cells = np.full((64, 5), -SURE)
    owner = [0] * 64
    piece = [-1] * 64
    for number, (who, place) in enumerate(laid):
        for cell in place.cells:
            owner[cell], piece[cell] = STATES.index(who), number
    cells[np.arange(64), owner] = 0.0
    for name in covered:
        cells[NUMBER[name]] = -SURE
        cells[NUMBER[name], COVERED] = 0.0
    sides = np.full((104, 3), -SURE)
    for number, edge in enumerate(edges()):
        one, other = piece[edge.left], piece[edge.right]
        sides[number, NONE if one == other == -1 else INNER if one == other else ENDS] = 0.0
    return Likelihood(cells, sides)


def between(board: Likelihood, one: str, other: str, inner: float) -> Likelihood:
    """The same where the side between two cells is within a piece with a chance of `inner`, or else parts two."""
    pair = {NUMBER[one], NUMBER[other]}
    side = next(k for k, edge in enumerate(edges()) if {edge.left, edge.right} == pair)
    board.sides[side] = np.log([inner, 1 - inner, 1e-6])
    return board


def again(board: Likelihood) -> Again:
    return weighed_again(board, 0, 0, AgainConfig())


def test_plain_is_what_is_surely_something_and_not_covered() -> None:
    board = seen(LARGE, DIAMOND, covered=("a1N",))
    doubtful, half = NUMBER["d1N"], NUMBER["d1S"]
    board.cells[doubtful] = np.log([0.96, 1e-4, 1e-4, 1e-4, 0.0397])
    board.cells[half] = np.log([0.6, 1e-4, 1e-4, 0.3987, 1e-3])
    flat = Flat(np.zeros((304, 304, 3), np.float32), 64, 0.375)
    plain = Glimpse(board, 0, flat).plain(AgainConfig())
    assert [cell for cell in range(64) if not plain >> cell & 1] == sorted([NUMBER["a1N"], doubtful, half])


def read(*readings: tuple[float, tuple[Laid, ...]], **more: int) -> BoardRead:
    """What colours and edges leave open."""
    found = tuple(Reading(laid, chance) for chance, laid in readings)
    return BoardRead(found, 0, 0, (None,) * 64, 0.0, frozenset(), fit=0.5, **more)  # type: ignore[arg-type]


def bits(*names: str) -> int:
    return sum(1 << NUMBER[name] for name in names)


def test_a_piece_is_believed_as_far_as_the_weakest_of_its_cells_and_sides() -> None:
    told = again(seen(LARGE, DIAMOND))
    assert set(told.pieces) == {LARGE, DIAMOND}
    assert min(told.pieces.values()) > 0.99
    weak = seen(LARGE, DIAMOND)
    weak.cells[NUMBER["b3S"]] = np.log([0.3, 1e-6, 1e-6, 0.7 - 3e-6, 1e-6])
    told = again(weak)
    # The sides around the cell would leave no doubt, but they are seen in the same pixels.
    assert told.pieces[LARGE] == pytest.approx(0.7, abs=0.01)
    assert told.pieces[DIAMOND] > 0.99
    assert told.bare[NUMBER["b3S"]] < 0.31
    pale = seen(LARGE)
    pale.cells[NUMBER["a4N"]] = np.log([0.7 - 3e-6, 1e-6, 1e-6, 0.3, 1e-6])
    assert again(pale).bare[NUMBER["a4N"]] == pytest.approx(0.7, abs=0.01)


def test_a_board_that_shows_nothing_says_nothing() -> None:
    nothing = Likelihood(np.zeros((64, 5)) - np.log(5), np.zeros((104, 3)) - np.log(3))
    told = weighed_again(nothing, 0, 0, AgainConfig(packing=PackingConfig(effort=3000)))
    assert told.pieces == {}
    assert not told.bare.any()


@pytest.mark.parametrize(
    ("piece", "beneath", "within", "told"),
    [
        (HALVES[0], "d3W", 0.00005, True),
        (HALVES[0], "d3W", 0.001, False),
        (DIAMOND, "d3S", 0.1, True),
        (DIAMOND, "d3S", 0.18, False),
    ],
)
def test_what_may_go_on_beneath_a_hand_is_told_only_where_its_end_is_seen(
    *, piece: Laid, beneath: str, within: float, told: bool
) -> None:
    """What colours are certain of; of a player's piece of one cell they see as little as the network."""
    board = between(seen(LARGE, piece, covered=(beneath,)), piece[1].names[-1], beneath, within)
    found = replace(read((1.0, (LARGE, piece))), covered=bits(beneath))
    first = Look({LARGE: 1.0, piece: 1.0}, (Unread(bits(beneath), OVER),))
    look, _ = agreed(first, again(board), found, AgreedConfig())
    assert set(look.pieces) == ({LARGE, piece} if told else {LARGE})
    doubts = [place for place in look.unread if place.cells & piece[1].mask]
    assert doubts == ([] if told else [Unread(piece[1].mask, BESIDE)])


@pytest.mark.parametrize(
    ("piece", "beneath", "within", "told"),
    [
        (HALVES[0], "d3W", 0.00005, True),
        (HALVES[0], "d3W", 0.001, False),
        (HALVES[0], "d3W", 0.1, False),
        (DIAMOND, "d3S", 0.008, True),
        (DIAMOND, "d3S", 0.035, False),
    ],
)
def test_a_doubt_beside_a_hand_is_cleared_only_where_the_end_is_seen(
    *, piece: Laid, beneath: str, within: float, told: bool
) -> None:
    """A player's piece of one cell has to end more surely: so little may show of a larger one."""
    board = between(seen(LARGE, piece, covered=(beneath,)), piece[1].names[-1], beneath, within)
    found = replace(read((0.6, (LARGE, piece)), (0.4, (LARGE,))), covered=bits(beneath))
    first = Look({LARGE: 1.0}, (Unread(bits(beneath), OVER), Unread(piece[1].mask, "unclear")))
    assert again(board).belief(piece) > AgreedConfig().piece
    look, _ = agreed(first, again(board), found, AgreedConfig())
    assert (piece in look.pieces) == told


@pytest.mark.parametrize(("within", "told"), [(0.008, True), (0.035, False)])
def test_a_white_piece_of_one_cell_has_to_end_as_surely_as_larger_ones(*, within: float, told: bool) -> None:
    hidden = ("a4E", "a4S", "a4W", "b4W")
    board = seen(LARGE, SMALL, covered=hidden)
    for beneath in ("a4E", "a4W"):
        board = between(board, "a4N", beneath, within)
    found = replace(read((0.6, (LARGE, SMALL)), (0.4, (LARGE,))), covered=bits(*hidden))
    first = Look({LARGE: 1.0}, (Unread(bits(*hidden), OVER), Unread(SMALL[1].mask, "unclear")))
    assert (SMALL in agreed(first, again(board), found, AgreedConfig())[0].pieces) == told


def test_what_is_likeliest_by_the_first_look_and_believed_by_the_second_is_told() -> None:
    open_ones = read((0.7, (LARGE, DIAMOND)), (0.3, (LARGE, *HALVES)))
    first = first_look(open_ones, DoubtConfig())
    assert set(first.pieces) == {LARGE}
    assert first.open_cells == DIAMOND[1].mask
    look, readings = agreed(first, again(seen(LARGE, DIAMOND)), open_ones, AgreedConfig())
    assert set(look.pieces) == {LARGE, DIAMOND}
    assert look.unread == ()
    assert [set(reading.laid) for reading in readings] == [{LARGE, DIAMOND}]
    assert readings[0].probability == pytest.approx(1.0)


def test_a_players_piece_that_only_the_second_look_believes_is_told_where_the_first_is_in_doubt() -> None:
    open_ones = read((0.7, (LARGE, DIAMOND)), (0.3, (LARGE, *HALVES)))
    first = first_look(open_ones, DoubtConfig())
    look, readings = agreed(first, again(seen(LARGE, *HALVES)), open_ones, AgreedConfig())
    assert set(look.pieces) == {LARGE, *HALVES}
    assert look.unread == ()
    assert [set(reading.laid) for reading in readings] == [{LARGE, *HALVES}]
    # Whether the first holds it for possible at all makes no difference.
    never = read((0.5, (LARGE, DIAMOND)), (0.5, (LARGE,)))
    look, readings = agreed(
        first_look(never, DoubtConfig()), again(seen(LARGE, *HALVES)), never, AgreedConfig()
    )
    assert set(look.pieces) == {LARGE, *HALVES}
    assert {frozenset(reading.laid): reading.probability for reading in readings} == {
        frozenset((LARGE, *HALVES)): pytest.approx(1.0)
    }
    unsure = again(between(seen(LARGE, DIAMOND), "c3E", "d3W", 0.85))
    assert agreed(first, unsure, open_ones, AgreedConfig())[0] == first


def test_a_white_piece_that_only_the_second_look_believes_is_told_where_the_first_is_in_doubt() -> None:
    open_ones = read((0.7, (LARGE,)), (0.3, (LARGE, SMALL)))
    first = first_look(open_ones, DoubtConfig())
    assert first.open_cells == SMALL[1].mask
    look, readings = agreed(first, again(seen(LARGE, SMALL)), open_ones, AgreedConfig())
    assert (set(look.pieces), look.unread) == ({LARGE, SMALL}, ())
    assert [set(reading.laid) for reading in readings] == [{LARGE, SMALL}]
    for chance, told in ((0.6, False), (0.9, False), (0.97, True)):
        board = seen(LARGE, SMALL)
        board.cells[NUMBER["a4N"]] = np.log([1 - chance - 3e-6, 1e-6, 1e-6, chance, 1e-6])
        look, _ = agreed(first, again(board), open_ones, AgreedConfig())
        assert (SMALL in look.pieces, look.open_cells) == (told, 0 if told else SMALL[1].mask)


@pytest.mark.parametrize(
    ("likely", "chance", "told"), [(0.6, 0.6, False), (0.6, 0.8, True), (0.4, 0.8, False)]
)
def test_a_white_piece_that_both_looks_hold_for_likelier_is_told_sooner(
    *, likely: float, chance: float, told: bool
) -> None:
    open_ones = read((likely, (LARGE, SMALL)), (1 - likely, (LARGE,)))
    board = seen(LARGE, SMALL)
    board.cells[NUMBER["a4N"]] = np.log([1 - chance - 3e-6, 1e-6, 1e-6, chance, 1e-6])
    look, _ = agreed(first_look(open_ones, DoubtConfig()), again(board), open_ones, AgreedConfig())
    assert (SMALL in look.pieces, look.open_cells) == (told, 0 if told else SMALL[1].mask)


def test_a_bare_cell_that_only_the_second_look_believes_is_told_where_the_first_is_in_doubt() -> None:
    open_ones = read((0.3, (LARGE,)), (0.7, (LARGE, SMALL)))
    first = first_look(open_ones, DoubtConfig())
    assert first.open_cells == SMALL[1].mask
    look, readings = agreed(first, again(seen(LARGE)), open_ones, AgreedConfig())
    assert (set(look.pieces), look.unread) == ({LARGE}, ())
    assert [(set(reading.laid), reading.probability) for reading in readings] == [({LARGE}, 1.0)]
    # Where colours are sure, or nearly, that something lies, it stays in doubt.
    hardly_bare = read((0.05, (LARGE,)), (0.55, (LARGE, SMALL)), (0.4, (LARGE, ("green", SMALL[1]))))
    first = first_look(hardly_bare, DoubtConfig())
    assert first.open_cells == SMALL[1].mask
    assert agreed(first, again(seen(LARGE)), hardly_bare, AgreedConfig())[0] == first
    never = read((0.6, (LARGE, SMALL)), (0.4, (LARGE, ("green", SMALL[1]))))
    first = first_look(never, DoubtConfig())
    assert first.open_cells == SMALL[1].mask
    assert agreed(first, again(seen(LARGE)), never, AgreedConfig())[0] == first


def test_nothing_is_told_upon_what_is_told_though_that_may_go_on() -> None:
    certain = read((1.0, (LARGE, DIAMOND)))
    first = first_look(certain, DoubtConfig())
    going_on = replace(first, unread=(Unread(DIAMOND[1].mask, "This piece may go on."),))
    config = AgreedConfig(borne_out=0.3, piece=0.6, seamless=0.0)
    unsure = again(between(seen(LARGE, DIAMOND), "c3E", "d3W", 0.35))
    assert [unsure.belief(laid) for laid in (DIAMOND, HALVES[0])] == pytest.approx([0.35, 0.65], abs=0.01)
    look, _ = agreed(going_on, unsure, certain, config)
    assert set(look.pieces) == {LARGE, DIAMOND}


def test_no_two_pieces_are_told_on_one_cell_however_little_is_asked_for() -> None:
    open_ones = read((0.6, (LARGE, DIAMOND)), (0.4, (LARGE, *HALVES)))
    either = again(between(seen(LARGE, DIAMOND), "c3E", "d3W", 0.4))
    assert min(either.belief(laid) for laid in (DIAMOND, *HALVES)) > 0.35
    look, _ = agreed(first_look(open_ones, DoubtConfig()), either, open_ones, AgreedConfig(piece=0.3))
    assert set(look.pieces) == {LARGE, *HALVES}


def hardly(owner: str, chance: float) -> Likelihood:
    """A board with a small piece that is seen so far, or else nothing there."""
    board = seen(LARGE)
    board.cells[NUMBER["a4N"]] = np.log(1e-6)
    board.cells[NUMBER["a4N"], [0, STATES.index(owner)]] = np.log([1 - chance, chance])
    for side, edge in enumerate(edges()):
        if NUMBER["a4N"] in (edge.left, edge.right):
            board.sides[side] = np.log([1e-6, max(chance, 0.5), min(1 - chance, 0.5)])
    return board


@pytest.mark.parametrize(
    ("owner", "chance", "told"),
    [
        ("petrol", 0.76, False),
        ("petrol", 0.82, True),
        (NEUTRAL, 0.25, True),
        (NEUTRAL, 0.15, False),
    ],
)
def test_the_second_look_has_to_bear_out_what_the_first_is_certain_of(
    *, owner: str, chance: float, told: bool
) -> None:
    laid = (owner, SMALL[1] if owner == NEUTRAL else spot("a4N"))
    known = read((1.0, (LARGE, laid)))
    look, _ = agreed(
        first_look(known, DoubtConfig()), again(hardly(owner, chance)), known, AgreedConfig(against=1.1)
    )
    assert (laid in look.pieces) == told
    assert look.open_cells == (0 if told else SMALL[1].mask)


@pytest.mark.parametrize(("chance", "told"), [(0.6, False), (0.85, True)])
def test_where_one_white_piece_ends_has_to_be_borne_out_more(*, chance: float, told: bool) -> None:
    """Of a large one and a small one beside it, either of two cells may be the small one's."""
    small = (NEUTRAL, spot("c2W", neutral=True))
    board = between(seen(LARGE, small), "b2N", "b3S", chance)
    board = between(board, "b2E", "c2W", 1 - chance)
    known = read((1.0, (LARGE, small)))
    second = again(board)
    assert second.coloured(LARGE) > 0.99
    assert second.leads[LARGE] < AgreedConfig().rival_white
    look, _ = agreed(first_look(known, DoubtConfig()), second, known, AgreedConfig())
    assert (LARGE in look.pieces) == told


def test_a_large_white_piece_is_told_where_nothing_else_can_lie_there() -> None:
    """Whatever one of its sides says: four cells that hang together are of no other piece."""
    board = between(seen(LARGE), "b2N", "b3S", 0.05)
    second = again(board)
    assert second.belief(LARGE) < 0.06
    certain = read((1.0, (LARGE,)))
    look, _ = agreed(first_look(certain, DoubtConfig()), second, certain, AgreedConfig())
    assert (set(look.pieces), look.unread) == ({LARGE}, ())
    open_ones = read((0.6, ()), (0.4, (LARGE,)))
    look, readings = agreed(first_look(open_ones, DoubtConfig()), second, open_ones, AgreedConfig())
    assert (set(look.pieces), look.unread) == ({LARGE}, ())
    assert [set(reading.laid) for reading in readings] == [{LARGE}]
    assert look.pieces[LARGE] == AgreedConfig().placed
    # But not where another is not far behind, ...
    near = replace(second, leads={LARGE: 5.0})
    assert agreed(first_look(certain, DoubtConfig()), near, certain, AgreedConfig())[0].pieces == {}
    assert agreed(first_look(open_ones, DoubtConfig()), near, open_ones, AgreedConfig())[0].pieces == {}
    # ... against what colours and edges are certain of, or in tints that they take for something else's.
    fifth = (NEUTRAL, spot("b2N", "b2E", "b2W", "b2S", "c2W", neutral=True))
    other = read((1.0, (fifth,)))
    look, _ = agreed(first_look(other, DoubtConfig()), second, other, AgreedConfig())
    assert look.pieces == {}
    odd = replace(open_ones, odd=bits("b2N"))
    look, _ = agreed(first_look(open_ones, DoubtConfig()), second, odd, AgreedConfig())
    assert look.pieces == {}


@pytest.mark.parametrize(
    ("white", "covered", "told"), [(0.4, (), False), (0.6, (), True), (0.4, ("b3S",), True)]
)
def test_a_large_white_piece_is_told_only_where_all_of_it_that_shows_is_white(
    *, white: float, covered: tuple[str, ...], told: bool
) -> None:
    board = seen(LARGE)
    board.cells[NUMBER["b3S"]] = np.log([1 - white - 3e-6, 1e-6, 1e-6, white, 1e-6])
    second = replace(again(board), leads={LARGE: 6.0})
    open_ones = replace(read((0.6, ()), (0.4, (LARGE,))), covered=bits(*covered))
    look, _ = agreed(first_look(open_ones, DoubtConfig()), second, open_ones, AgreedConfig())
    assert (LARGE in look.pieces) is told


@pytest.mark.parametrize(("also", "told"), [((), True), (((NEUTRAL, spot("d4N", neutral=True)),), False)])
def test_of_a_look_that_took_a_bare_cell_for_white_no_more_is_believed(
    *, also: tuple[Laid, ...], told: bool
) -> None:
    """Colours and edges are certain of a white piece where the network half is, and of another where it sees none."""
    second = again(hardly(NEUTRAL, 0.6))
    assert second.belief(SMALL) == pytest.approx(0.6, abs=0.01)
    # Its sides would leave no doubt otherwise.
    second = replace(second, leads={})
    certain = read((1.0, (LARGE, SMALL, *also)))
    look, _ = agreed(first_look(certain, DoubtConfig()), second, certain, AgreedConfig())
    assert (SMALL in look.pieces) == told
    assert LARGE in look.pieces
    assert not set(also) & set(look.pieces)


def test_a_white_piece_beneath_a_hand_misleads_nobody() -> None:
    """Colours and edges may know what the network does not see there."""
    board = hardly(NEUTRAL, 0.6)
    board.cells[NUMBER["d4N"]] = -SURE
    board.cells[NUMBER["d4N"], COVERED] = 0.0
    second = replace(again(board), leads={})
    assert not second.surely_bare & bits("d4N")
    certain = read((1.0, (LARGE, SMALL, (NEUTRAL, spot("d4N", neutral=True)))))
    assert SMALL in agreed(first_look(certain, DoubtConfig()), second, certain, AgreedConfig())[0].pieces


@pytest.mark.parametrize(("weak", "told"), [(("c3E", "c3N"), True), (("c3E", "d3W"), False)])
def test_a_players_piece_is_borne_out_where_nothing_else_is_likely(
    *, weak: tuple[str, str], told: bool
) -> None:
    """One of its ends may hardly show, if no piece goes on there; where it may be two, either is likely."""
    board = between(seen(LARGE, DIAMOND), *weak, 0.6)
    second = again(board)
    assert second.belief(DIAMOND) < 0.61
    certain = read((1.0, (LARGE, DIAMOND)))
    look, _ = agreed(first_look(certain, DoubtConfig()), second, certain, AgreedConfig())
    assert (DIAMOND in look.pieces) == told


@pytest.mark.parametrize(("chance", "told"), [(0.95, True), (0.8, False)])
def test_a_small_white_piece_without_a_rival_still_has_to_be_white(*, chance: float, told: bool) -> None:
    """Where white is hardly told from bare: its sides leave nothing else, though one of them is weak."""
    board = between(hardly(NEUTRAL, chance), "a4N", "a4E", 0.4)
    second = replace(again(board), hardly=True)
    assert second.leads[SMALL] >= AgreedConfig().rival_white
    assert second.belief(SMALL) < 0.61
    known = read((1.0, (LARGE, SMALL)))
    look, _ = agreed(first_look(known, DoubtConfig()), second, known, AgreedConfig())
    assert (SMALL in look.pieces) == told


def test_a_bare_cell_without_a_rival_is_in_no_doubt() -> None:
    board = seen(LARGE)
    board.cells[NUMBER["a4N"]] = np.log([0.9, 1e-6, 1e-6, 0.1 - 3e-6, 1e-6])
    second = again(board)
    assert second.belief_bare(NUMBER["a4N"]) < AgreedConfig().bare_borne_out
    certain = read((1.0, (LARGE,)))
    look, _ = agreed(first_look(certain, DoubtConfig()), second, certain, AgreedConfig())
    assert look.unread == ()
    # Where not all that comes near was looked through, no rival is known to be far.
    near = weighed_again(board, 0, 0, AgainConfig(packing=PackingConfig(windows=(1.0, 3.0))))
    assert (max(near.leads.values()), near.surely_bare) == (3.0, 0)
    # Where white is hardly told from bare, it is a rival anywhere.
    hardly_told = weighed_again(board, 0, 0, AgainConfig(), hardly=True)
    assert (second.surely_bare & SMALL[1].mask, hardly_told.surely_bare) == (SMALL[1].mask, 0)
    look, _ = agreed(first_look(certain, DoubtConfig()), near, certain, AgreedConfig())
    assert look.open_cells == SMALL[1].mask


@pytest.mark.parametrize(
    ("likely", "chance", "told"), [(1.0, 0.98, False), (0.6, 0.98, False), (1.0, 0.995, True)]
)
def test_a_small_white_piece_has_to_be_as_good_as_certain_where_no_bare_cell_is_like_it(
    *, likely: float, chance: float, told: bool
) -> None:
    """Whether colours and edges are certain of it or not; on any other board less will do."""
    board = seen(LARGE, SMALL)
    board.cells[SMALL[1].cells[0]] = np.log([1 - chance - 3e-6, 1e-6, 1e-6, chance, 1e-6])
    known = read((likely, (LARGE, SMALL)), (1 - likely, (LARGE,)))
    first = first_look(known, DoubtConfig())
    assert SMALL in agreed(first, again(board), known, AgreedConfig())[0].pieces
    for laid, apart in ((SMALL, told), (LARGE, True)):
        unlike = replace(again(board), unlike=laid[1].mask)
        assert (laid in agreed(first, unlike, known, AgreedConfig())[0].pieces) == apart


@pytest.mark.parametrize(
    ("laid", "chance", "told"), [(SMALL, 0.85, False), (SMALL, 0.92, True), (LARGE, 0.85, True)]
)
def test_a_small_white_piece_has_to_be_surer_where_white_is_hardly_told_from_bare(
    *, laid: Laid, chance: float, told: bool
) -> None:
    board = seen(LARGE, SMALL)
    board.cells[laid[1].cells[0]] = np.log([1 - chance - 3e-6, 1e-6, 1e-6, chance, 1e-6])
    known = read((1.0, (LARGE, SMALL)))
    first = first_look(known, DoubtConfig())
    assert laid in agreed(first, again(board), known, AgreedConfig())[0].pieces
    hardly_told = replace(again(board), hardly=True)
    assert (laid in agreed(first, hardly_told, known, AgreedConfig())[0].pieces) == told


@pytest.mark.parametrize(
    ("chance", "open_cells"),
    [(0.005, 0), (0.03, SMALL[1].mask), (0.5, SMALL[1].mask), (0.96, SMALL[1].mask), (0.98, 0)],
)
def test_a_cell_that_only_the_first_look_holds_for_bare(*, chance: float, open_cells: int) -> None:
    """It is told if the second does not object, in doubt if it does, and a piece if it is next to certain of one."""
    bare = read((1.0, (LARGE,)))
    look, _ = agreed(first_look(bare, DoubtConfig()), again(hardly(NEUTRAL, chance)), bare, AgreedConfig())
    assert look.open_cells == open_cells
    assert (SMALL in look.pieces) == (chance > 0.97)


@pytest.mark.parametrize(
    ("chance", "alike", "told"),
    [(0.02, False, False), (0.007, False, True), (0.007, True, False), (0.003, True, True)],
)
def test_a_bare_cell_of_which_the_first_look_is_in_doubt_has_to_be_as_sure(
    *, chance: float, alike: bool, told: bool
) -> None:
    """And surer still where white is hardly told from bare."""
    unsure = read((0.8, (LARGE,)), (0.2, (LARGE, SMALL)))
    second = replace(again(hardly(NEUTRAL, chance)), hardly=alike)
    look, _ = agreed(first_look(unsure, DoubtConfig()), second, unsure, AgreedConfig())
    assert look.open_cells == (0 if told else SMALL[1].mask)


@pytest.mark.parametrize(("within", "told"), [(0.987, False), (0.999, True)])
def test_a_piece_in_tints_that_the_first_look_does_not_know_is_told_if_the_second_has_no_doubt(
    *, within: float, told: bool
) -> None:
    board = between(seen(LARGE, DIAMOND, *PAIR), "c3E", "d3W", within)
    found = read((1.0, (LARGE, *PAIR)))
    first = Look(dict.fromkeys((LARGE, *PAIR), 1.0), (Unread(DIAMOND[1].mask, OVER),))
    look, readings = agreed(first, again(board), replace(found, odd=DIAMOND[1].mask), AgreedConfig())
    assert (DIAMOND in look.pieces, look.open_cells) == (told, 0 if told else DIAMOND[1].mask)
    assert [set(one.laid) for one in readings] == [{LARGE, *PAIR} | ({DIAMOND} if told else set())]
    # Where that is no question of tints, less is enough.
    likely = read((0.9, (LARGE, DIAMOND, *PAIR)), (0.1, (LARGE, *PAIR)))
    assert DIAMOND in agreed(first, again(board), likely, AgreedConfig())[0].pieces


@pytest.mark.parametrize(("chance", "told"), [(0.005, False), (1e-5, True)])
def test_a_bare_cell_in_tints_that_the_first_look_does_not_know(*, chance: float, told: bool) -> None:
    found = read((1.0, (LARGE,)))
    first = Look({LARGE: 1.0}, (Unread(SMALL[1].mask, OVER),))
    second = again(hardly(NEUTRAL, chance))
    look, _ = agreed(first, second, replace(found, odd=SMALL[1].mask), AgreedConfig())
    assert look.open_cells == (0 if told else SMALL[1].mask)
    assert agreed(first, second, found, AgreedConfig())[0].open_cells == 0


def test_no_board_that_is_open_lacks_what_is_told() -> None:
    open_ones = read((0.6, (LARGE, DIAMOND)), (0.36, (LARGE, DIAMOND, SMALL)), (0.04, (LARGE, SMALL)))
    first = first_look(open_ones, DoubtConfig())
    assert set(first.pieces) == {LARGE, DIAMOND}
    unsure = seen(LARGE, DIAMOND)
    unsure.cells[NUMBER["a4N"]] = np.log([0.5 - 3e-6, 1e-6, 1e-6, 0.5, 1e-6])
    look, readings = agreed(first, again(unsure), open_ones, AgreedConfig())
    assert look.open_cells == SMALL[1].mask
    chances = {frozenset(one.laid): one.probability for one in readings}
    assert chances == {
        frozenset((LARGE, DIAMOND)): pytest.approx(0.625),
        frozenset((LARGE, DIAMOND, SMALL)): pytest.approx(0.375),
    }


def test_a_cell_is_told_to_be_bare_only_where_colours_and_edges_say_something() -> None:
    open_ones = read((0.8, (LARGE,)), (0.2, (LARGE, SMALL)))
    first = first_look(open_ones, DoubtConfig())
    assert first.open_cells == SMALL[1].mask
    bare = again(seen(LARGE))
    look, readings = agreed(first, bare, open_ones, AgreedConfig())
    assert look.unread == ()
    assert [set(reading.laid) for reading in readings] == [{LARGE}]
    shining = replace(open_ones, glaring=bits("a4N"))
    dim = first_look(shining, DoubtConfig())
    assert dim.open_cells >> NUMBER["a4N"] & 1
    unsure = again(hardly(NEUTRAL, 0.002))
    assert agreed(dim, unsure, shining, AgreedConfig())[0].open_cells >> NUMBER["a4N"] & 1


@pytest.mark.parametrize(("chance", "told"), [(0.002, False), (0.0002, True)])
@pytest.mark.parametrize("spoilt", ["glaring", "washed"])
def test_what_glare_seems_to_wash_out_is_bare_if_the_second_look_is_certain(
    *, spoilt: str, chance: float, told: bool
) -> None:
    """In a shadow under the open sky a bare cell is as blue as a pale piece, and beside dark ground as light as glare;
    where light is burnt out that says nothing."""
    small = ("petrol", spot("a4N"))
    likely = (0.8, (LARGE,)), (0.2, (LARGE, small))
    found = read(*likely) if spoilt == "glaring" else read((1.0, (LARGE, small)))
    bits_there = bits("a4N")
    glaring, washed = (bits_there, ()) if spoilt == "glaring" else (0, (bits_there,))
    shining = replace(found, glaring=glaring, washed=washed)
    first = first_look(shining, DoubtConfig())
    assert first.open_cells == bits_there
    second = again(hardly("petrol", chance))
    look, readings = agreed(first, second, shining, AgreedConfig())
    assert look.open_cells == (0 if told else bits_there)
    assert not any(small in reading.laid for reading in readings) or not told
    burnt = replace(second, burnt=bits_there)
    assert agreed(first, burnt, shining, AgreedConfig())[0].open_cells == bits_there


@pytest.mark.parametrize(
    ("owner", "chance", "told"), [(NEUTRAL, 0.005, False), (NEUTRAL, 0.0003, True), ("petrol", 0.0003, False)]
)
def test_of_a_small_white_piece_for_certain_the_second_look_may_know_better(
    *, owner: str, chance: float, told: bool
) -> None:
    """But where light is burnt out, or white is hardly told from bare, nobody knows better."""
    small = (owner, spot("a4N", neutral=owner == NEUTRAL))
    certain = read((1.0, (LARGE, small)))
    first = first_look(certain, DoubtConfig())
    assert small in first.pieces
    second = again(hardly(NEUTRAL, chance))
    look, readings = agreed(first, second, certain, AgreedConfig())
    assert look.open_cells == (0 if told else bits("a4N"))
    assert [small in reading.laid for reading in readings] == [False]
    for spoilt in (replace(second, burnt=bits("a4N")), replace(second, hardly=True)):
        assert agreed(first, spoilt, certain, AgreedConfig())[0].open_cells == bits("a4N")


@pytest.mark.parametrize(("chance", "kept"), [(0.84, True), (0.5, False), (0.1, False)])
def test_a_piece_that_seems_to_reach_under_a_hand_is_open_if_the_second_look_sees_it_there(
    *, chance: float, kept: bool
) -> None:
    small = ("petrol", spot("a4N"))
    found = read((1.0, (LARGE, small)))
    first = Look({LARGE: 1.0}, (Unread(bits("a4N"), BESIDE),))
    look, readings = agreed(first, again(hardly("petrol", chance)), found, AgreedConfig())
    assert [small in reading.laid for reading in readings] == [kept]
    assert [place.why for place in look.unread if place.cells & bits("a4N")] == [
        BESIDE if kept else DISAGREED
    ]


def test_what_is_guessed_is_no_open_reading() -> None:
    """Glare shows what lies under it as white in every reading: anything may lie there."""
    certain = read((0.9, (LARGE, SMALL)), (0.1, (LARGE, DIAMOND, SMALL)))
    shining = replace(certain, glaring=bits("a4N"))
    first = first_look(shining, DoubtConfig())
    unsure = seen(LARGE, DIAMOND)
    unsure.cells[NUMBER["a4N"]] = np.log([0.3, 0.3, 0.1, 0.299, 0.001])
    _, readings = agreed(first, again(unsure), shining, AgreedConfig())
    assert all(SMALL not in reading.laid for reading in readings)
    assert any(
        SMALL in reading.laid for reading in agreed(first, again(seen(SMALL)), certain, AgreedConfig())[1]
    )


def test_what_the_first_look_is_certain_of_is_in_doubt_where_the_second_sees_something_else() -> None:
    certain = read((1.0, (LARGE, DIAMOND)))
    first = first_look(certain, DoubtConfig())
    assert set(first.pieces) == {LARGE, DIAMOND}
    assert first.unread == ()
    parted = again(between(seen(LARGE, DIAMOND), "c3E", "d3W", 0.1))
    look, readings = agreed(first, parted, certain, AgreedConfig())
    assert set(look.pieces) == {LARGE}
    assert [(place.cells, place.why) for place in look.unread] == [(DIAMOND[1].mask, DISAGREED)]
    # Anything may lie there: no board that is open has a piece in its place.
    assert readings == (Reading((LARGE,), 1.0),)
    open_ones = read((0.5, (LARGE, DIAMOND)), (0.5, (LARGE, DIAMOND, SMALL)))
    look, readings = agreed(first_look(open_ones, DoubtConfig()), parted, open_ones, AgreedConfig())
    assert set(look.pieces) == {LARGE}
    # Where the second is sure that nothing lies, nothing does.
    assert [set(one.laid) for one in readings] == [{LARGE}]
    assert readings[0].probability == pytest.approx(1.0)
    # What it is next to certain of is told all the same.
    look, readings = agreed(first, again(seen(LARGE, *HALVES)), certain, AgreedConfig())
    assert (set(look.pieces), look.unread) == ({LARGE, *HALVES}, ())
    assert [set(one.laid) for one in readings] == [{LARGE, *HALVES}]
    within = read((0.6, (LARGE, *HALVES)), (0.4, (LARGE, DIAMOND)))
    merged = agreed(
        replace(
            first_look(within, DoubtConfig()),
            pieces={LARGE: 1.0, DIAMOND: 1.0, HALVES[0]: 1.0, HALVES[1]: 1.0},
        ),
        again(seen(LARGE)),
        within,
        AgreedConfig(),
    )[1]
    assert merged == (Reading((LARGE,), 1.0),)
    unsure = again(between(seen(LARGE, DIAMOND), "c3E", "d3W", 0.85))
    assert agreed(first, unsure, certain, AgreedConfig(seamless=0.0)) == (first, certain.readings)


PAIR = (("petrol", spot("a1N", "a1E")), ("petrol", spot("a1S", "a1W")))
"""Two pieces of one colour, edge to edge."""


def test_where_no_seam_of_a_colour_shows_a_piece_that_may_be_two_is_in_doubt() -> None:
    certain = read((1.0, (LARGE, DIAMOND)))
    first = first_look(certain, DoubtConfig())
    hardly_one = between(seen(LARGE, DIAMOND), "c3E", "d3W", 0.975)
    look, _ = agreed(first, again(hardly_one), certain, AgreedConfig())
    assert (set(look.pieces), look.unread) == ({LARGE}, (Unread(DIAMOND[1].mask, DISAGREED),))
    one = again(between(seen(LARGE, DIAMOND), "c3E", "d3W", 0.99))
    assert agreed(first, one, certain, AgreedConfig())[0] == first
    # Where others show theirs, this would.
    certain = read((1.0, (LARGE, DIAMOND, *PAIR)))
    first = first_look(certain, DoubtConfig())
    shown = between(seen(LARGE, DIAMOND, *PAIR), "c3E", "d3W", 0.91)
    assert agreed(first, again(shown), certain, AgreedConfig())[0] == first
    # Not if theirs is hardly seen, or another colour's is.
    faint = again(between(shown, "a1N", "a1W", 0.25))
    faint = replace(faint, seen=between(faint.seen, "a1E", "a1S", 0.25))
    assert DIAMOND not in agreed(first, faint, certain, AgreedConfig())[0].pieces
    green = tuple(("green", place) for _, place in PAIR)
    certain = read((1.0, (LARGE, DIAMOND, *green)))
    other = between(seen(LARGE, DIAMOND, *green), "c3E", "d3W", 0.91)
    look, _ = agreed(first_look(certain, DoubtConfig()), again(other), certain, AgreedConfig())
    assert set(look.pieces) == {LARGE, *green}


@pytest.mark.parametrize(
    ("certain", "within", "told"), [(0.99, 0.991, True), (0.96, 0.991, False), (0.96, 0.998, True)]
)
def test_a_piece_of_a_colour_without_seams_is_one_for_both_looks(
    certain: float, within: float, told: bool
) -> None:
    likely = read((certain, (LARGE, DIAMOND)), (1 - certain, (LARGE, *HALVES)))
    first = first_look(likely, DoubtConfig())
    assert DIAMOND in first.pieces
    board = again(between(seen(LARGE, DIAMOND), "c3E", "d3W", within))
    assert (DIAMOND in agreed(first, board, likely, AgreedConfig())[0].pieces) is told


def test_of_a_piece_in_doubt_every_inner_side_has_to_be_likely_one() -> None:
    for shown, likely, chances in (
        ((), 0.6, (0.99, 0.998)),
        (PAIR, 0.85, (0.91, 0.97)),
        (PAIR, 0.75, (0.985, 0.992)),
        (PAIR, 0.2, (0.985, 0.992)),
    ):
        # Where the photo shows a seam of this colour, another one would show too; colours and edges may see one.
        open_ones = read((likely, (LARGE, DIAMOND, *shown)), (1 - likely, (LARGE, *HALVES, *shown)))
        first = first_look(open_ones, DoubtConfig())
        assert first.open_cells == DIAMOND[1].mask
        for chance, told in zip(chances, (False, True), strict=True):
            board = between(seen(LARGE, DIAMOND, *shown), "c3E", "d3W", chance)
            look, _ = agreed(first, again(board), open_ones, AgreedConfig())
            assert (DIAMOND in look.pieces) is told
    # Of a side beside what something lies over nothing is known.
    half_seen = between(seen(LARGE, DIAMOND, covered=("d3W",)), "c3E", "d3W", 0.6)
    assert again(half_seen).undivided(DIAMOND[1]) == 1.0
    # A cell that is less likely its colour says nothing of seams.
    pale = seen(LARGE, DIAMOND)
    pale.cells[NUMBER["c3E"]] = np.log([0.1, 0.87, 0.01, 0.01, 0.01])
    assert DIAMOND in agreed(first, again(pale), open_ones, AgreedConfig())[0].pieces


@pytest.mark.parametrize(("chance", "told"), [(0.985, False), (0.992, True)])
def test_against_what_the_first_look_is_certain_of_a_piece_has_to_be_surer(
    *, chance: float, told: bool
) -> None:
    certain = read((1.0, (LARGE, *HALVES, *PAIR)))
    board = between(seen(LARGE, DIAMOND, *PAIR), "c3E", "d3W", chance)
    look, _ = agreed(first_look(certain, DoubtConfig()), again(board), certain, AgreedConfig())
    assert (DIAMOND in look.pieces, set(HALVES) & look.pieces.keys()) == (told, set())


def test_what_only_the_second_look_sees_something_over_is_in_doubt() -> None:
    certain = read((1.0, (LARGE,)))
    first = first_look(certain, DoubtConfig())
    hidden = again(seen(LARGE, covered=("a4N",)))
    over = (Unread(SMALL[1].mask, OVER),)
    assert agreed(first, hidden, certain, AgreedConfig())[0] == replace(first, unread=over)
    both = read((1.0, (LARGE, SMALL)))
    look, readings = agreed(first_look(both, DoubtConfig()), hidden, both, AgreedConfig())
    assert (set(look.pieces), look.open_cells) == ({LARGE}, SMALL[1].mask)
    assert readings == certain.readings


def test_where_light_is_burnt_out_the_second_look_has_to_be_surer_of_a_bare_cell() -> None:
    everywhere = (1 << 64) - 1
    open_ones = read((0.8, (LARGE,)), (0.2, (LARGE, SMALL)))
    unsure = first_look(open_ones, DoubtConfig())
    nearly = weighed_again(hardly(NEUTRAL, 0.005), 0, everywhere, AgainConfig())
    assert agreed(unsure, nearly, open_ones, AgreedConfig())[0] == unsure
    assert agreed(unsure, replace(nearly, burnt=0), open_ones, AgreedConfig())[0].unread == ()
    sure = weighed_again(seen(LARGE), 0, everywhere, AgainConfig())
    assert agreed(unsure, sure, open_ones, AgreedConfig())[0].unread == ()
    # A white piece that shows all the same is.
    white = weighed_again(seen(LARGE, SMALL), 0, everywhere, AgainConfig())
    look, _ = agreed(unsure, white, open_ones, AgreedConfig())
    assert (set(look.pieces), look.unread) == ({LARGE, SMALL}, ())


def test_where_no_layings_are_known_cells_and_sides_speak_alone() -> None:
    certain = read((1.0, (LARGE, DIAMOND)))
    first = first_look(certain, DoubtConfig())

    def in_a_few_steps(board: Likelihood) -> Again:
        found = weighed_again(board, 0, 0, AgainConfig(packing=PackingConfig(effort=3)))
        assert not found.explained
        return found

    same = in_a_few_steps(seen(LARGE, DIAMOND))
    assert agreed(first, same, certain, AgreedConfig()) == (first, certain.readings)
    # Without layings no piece is told that the first look does not hold for one.
    look, _ = agreed(first, in_a_few_steps(seen(LARGE, *HALVES)), certain, AgreedConfig())
    assert look.open_cells == DIAMOND[1].mask
    look, _ = agreed(first, in_a_few_steps(seen(LARGE, DIAMOND, SMALL)), certain, AgreedConfig())
    assert look.open_cells == SMALL[1].mask
    # Nor is a doubtful cell told to be bare.
    open_ones = read((0.7, (LARGE, DIAMOND)), (0.3, (LARGE, DIAMOND, SMALL)))
    unsure = first_look(open_ones, DoubtConfig())
    assert unsure.open_cells == SMALL[1].mask
    assert agreed(unsure, same, open_ones, AgreedConfig())[0].open_cells == SMALL[1].mask


def test_nothing_under_a_hand_is_told() -> None:
    open_ones = read((0.7, (LARGE, DIAMOND)), (0.3, (LARGE, *HALVES)))
    first = first_look(open_ones, DoubtConfig())
    look, _ = agreed(first, again(seen(LARGE, DIAMOND, covered=("d3W",))), open_ones, AgreedConfig())
    assert look == first


SQUARE = ("petrol", spot("d1N", "d1E", "d1S", "d1W"))


def test_a_doubt_beside_a_hand_is_about_the_end_there_and_not_about_the_rest() -> None:
    board = between(seen(LARGE, DIAMOND, *PAIR, covered=("c3N",)), "c3E", "d3W", 0.987)
    found = replace(read((0.85, (LARGE, DIAMOND, *PAIR)), (0.15, (LARGE, *PAIR))), covered=bits("c3N"))
    first = Look(
        dict.fromkeys((LARGE, *PAIR), 1.0), (Unread(bits("c3N"), OVER), Unread(DIAMOND[1].mask, "unclear"))
    )
    assert AgreedConfig().piece < again(board).belief(DIAMOND) < AgreedConfig().under
    assert DIAMOND in agreed(first, again(board), found, AgreedConfig())[0].pieces


@pytest.mark.parametrize(("chance", "told"), [(0.98, False), (0.995, True)])
def test_a_white_piece_in_a_hands_shadow_has_to_be_surer(*, chance: float, told: bool) -> None:
    board = hardly(NEUTRAL, chance)
    board.cells[NUMBER["a4W"]] = -SURE
    board.cells[NUMBER["a4W"], COVERED] = 0.0
    found = replace(read((0.6, (LARGE, SMALL)), (0.4, (LARGE,))), covered=bits("a4W"))
    first = Look({LARGE: 1.0}, (Unread(bits("a4W"), OVER), Unread(SMALL[1].mask, "unclear")))
    assert (SMALL in agreed(first, again(board), found, AgreedConfig())[0].pieces) == told


@pytest.mark.parametrize(
    ("likely", "chance", "told"),
    [(0.6, 0.81, True), (0.6, 0.6, False), (0.4, 0.96, False)],
)
def test_a_large_white_piece_beside_a_hand_is_told_where_both_looks_hold_it_for_likelier(
    *, likely: float, chance: float, told: bool
) -> None:
    """Its fifth cell may be the one beneath the hand, beside a small one."""
    board = seen(LARGE, covered=("b1N",))
    board.cells[NUMBER["b3S"]] = np.log([1 - chance - 3e-6, 1e-6, 1e-6, chance, 1e-6])
    for number, edge in enumerate(edges()):
        if NUMBER["b1N"] in (edge.left, edge.right):
            board.sides[number] = np.log(1 / 3)
        if NUMBER["b3S"] in (edge.left, edge.right):
            board.sides[number] = np.log([1e-6, chance, 1 - chance])
    board = between(between(board, "b2N", "b3S", chance), "b2S", "b1N", 0.5)
    found = replace(read((likely, (LARGE,)), (1 - likely, ())), covered=bits("b1N"))
    first = Look({}, (Unread(bits("b1N"), OVER), Unread(LARGE[1].mask, "unclear")))
    assert (LARGE in agreed(first, again(board), found, AgreedConfig())[0].pieces) == told


@pytest.mark.parametrize(
    ("covered", "within", "told"),
    [
        (("d1N",), 0.99, True),
        (("d1N",), 0.97, False),  # A piece of three may lie there, and end at the hand.
        (("d1N", "d1E"), 0.99, False),  # Half of it shows.
    ],
)
def test_a_piece_reaching_under_a_hand_is_told_where_most_of_it_shows_and_goes_on(
    *, covered: tuple[str, ...], within: float, told: bool
) -> None:
    board = seen(LARGE, SQUARE, covered=covered)
    for one in ("d1E", "d1W"):
        between(board, one, "d1N", within)
    found = replace(read((0.6, (LARGE,)), (0.4, (LARGE, SQUARE))), covered=bits(*covered))
    first = Look({LARGE: 1.0}, (Unread(bits(*covered), OVER), Unread(SQUARE[1].mask, "unclear")))
    look, readings = agreed(first, again(board), found, AgreedConfig())
    assert (SQUARE in look.pieces) == told
    assert bool(look.open_cells & SQUARE[1].mask) is not told
    assert not told or all(SQUARE in reading.laid for reading in readings)


def test_no_piece_reaches_under_what_hid_one_that_colours_were_certain_of() -> None:
    board = seen(LARGE, SQUARE)
    # Perhaps a finger in the very colour.
    for name in ("d1N", "d1E"):
        board.cells[NUMBER[name]] = np.log([1e-6, 0.8, 1e-6, 1e-6, 0.2 - 3e-6])
    certain = read((1.0, (LARGE, SQUARE)))
    look, _ = agreed(first_look(certain, DoubtConfig()), again(board), certain, AgreedConfig())
    assert set(look.pieces) == {LARGE}
    assert look.open_cells & SQUARE[1].mask == SQUARE[1].mask


@pytest.mark.parametrize(("within", "told"), [(0.999, True), (0.97, False)])
def test_a_piece_over_one_cell_of_which_something_may_lie_is_told_if_the_rest_shows_it(
    *, within: float, told: bool
) -> None:
    board = between(seen(LARGE, SQUARE, *PAIR), "d1E", "d1S", within)
    board.cells[NUMBER["d1N"]] = np.log([1e-6, 0.3, 1e-6, 1e-6, 0.7 - 3e-6])
    certain = read((1.0, (LARGE, SQUARE, *PAIR)))
    look, _ = agreed(first_look(certain, DoubtConfig()), again(board), certain, AgreedConfig())
    assert (SQUARE in look.pieces) == told


def test_a_piece_reaches_under_what_only_the_second_look_sees_over_a_bare_cell() -> None:
    board = seen(LARGE, covered=("b2S",))
    found = read((0.6, ()), (0.4, (LARGE,)))
    told = bits("b2S")
    first = Look({}, (Unread(LARGE[1].mask & ~told, "unclear"),))
    assert LARGE[1].mask & told
    assert LARGE in agreed(first, again(board), found, AgreedConfig())[0].pieces


def test_no_more_than_one_cell_of_a_piece_lies_beneath_a_hand() -> None:
    """But of a large white one, where nothing else can lie there."""
    for covered in (("b3S",), ("b2S", "b3S")):
        board = seen(LARGE, covered=covered)
        found = replace(read((0.6, ()), (0.4, (LARGE,))), covered=bits(*covered))
        first = Look({}, (Unread(bits(*covered), OVER), Unread(LARGE[1].mask, "unclear")))
        assert again(board).belief(LARGE) > AgreedConfig().under
        look, _ = agreed(first, replace(again(board), leads={}), found, AgreedConfig())
        assert (LARGE in look.pieces) == (len(covered) == 1)
        assert LARGE in agreed(first, again(board), found, AgreedConfig())[0].pieces


def test_no_piece_takes_a_cell_on_which_something_may_lie_over_another_that_colours_were_certain_of() -> None:
    corner = ("petrol", spot("d1N"))
    board = seen(LARGE, SQUARE)
    board.cells[NUMBER["d1N"]] = np.log([1e-6, 0.8, 1e-6, 1e-6, 0.2 - 3e-6])
    found = read((0.6, (LARGE, corner)), (0.4, (LARGE, corner, ("petrol", spot("d1E")))))
    first = Look({LARGE: 1.0, corner: 1.0}, (Unread(SQUARE[1].mask & ~corner[1].mask, "unclear"),))
    look, _ = agreed(first, again(board), found, AgreedConfig())
    assert set(look.pieces) == {LARGE}


def test_what_could_not_go_on_beneath_a_hand_is_told_without_an_end() -> None:
    board = between(seen(LARGE, SQUARE, covered=("c1E",)), "d1W", "c1E", 0.2)
    found = replace(read((0.6, (LARGE,)), (0.4, (LARGE, SQUARE))), covered=bits("c1E"))
    first = Look({LARGE: 1.0}, (Unread(bits("c1E"), OVER), Unread(SQUARE[1].mask, "unclear")))
    assert SQUARE in agreed(first, again(board), found, AgreedConfig())[0].pieces


def test_what_may_lie_over_a_part_of_a_cell_says_nothing_of_its_state() -> None:
    board = seen(LARGE, DIAMOND)
    for name, state in (("c3E", STATES.index("petrol")), ("a1N", 0)):
        board.cells[NUMBER[name]] = np.log([1e-6] * 5)
        board.cells[NUMBER[name], [state, COVERED]] = np.log([0.6, 0.4 - 3e-6])
    told = again(board)
    assert told.pieces[DIAMOND] > 0.99
    assert told.bare[NUMBER["a1N"]] > 0.99
    assert replace(told, explained=False).belief_bare(NUMBER["a1N"]) > 0.99


def test_a_piece_that_could_not_go_on_beneath_a_hand_need_not_show_its_end() -> None:
    half, whole = HALVES[0], again(between(seen(LARGE, SQUARE, covered=("c1E",)), "d1W", "c1E", 0.4))
    assert whole.belief(SQUARE) > 0.99
    # It is a whole triangle that may; beside a cell that shows, every end counts.
    assert again(between(seen(LARGE, half, covered=("d3W",)), "c3E", "d3W", 0.4)).belief(half) < 0.61
    assert again(between(seen(LARGE, SQUARE), "d1W", "c1E", 0.4)).belief(SQUARE) < 0.61
    # All that a white triangle may be a part of has cells that show.
    small = (NEUTRAL, spot("a1S", neutral=True))
    assert again(between(seen(LARGE, small, covered=("a1W",)), "a1S", "a1W", 0.4)).belief(small) > 0.99
    within = seen(LARGE, small, covered=("a1W", "a1N", "a1E", "b1W"))
    assert again(between(within, "a1S", "a1W", 0.4)).belief(small) < 0.61
    # A piece of two may be one of four if the hand hides all that lacks, and not if a part of that is bare.
    two = ("petrol", spot("d1E", "d1N"))
    open_side = between(seen(LARGE, two, covered=("d1S",)), "d1E", "d1S", 0.4)
    assert again(open_side).belief(two) < 0.61
    far = between(seen(LARGE, two, covered=("c1N",)), "d1N", "d1W", 0.1)
    assert again(far).belief(two) == pytest.approx(0.9, abs=0.01)


def flat_of(name: str) -> Flat:
    photo = load_photo(PHOTOS / f"{name}.jpg")
    view = find_views(photo, FindConfig())[0].view
    return flatten(photo, settled(flatten(photo, view, FlatConfig()), view, SettleConfig()), FLAT)


def test_the_network_sees_what_lies_there() -> None:
    """On boards that it was not trained on: nearly every cell at once, and most sides."""
    right = asked = 0
    for name in ("board-06", "board-08", "board-17"):
        found = likelihood(flat_of(name), views=2)
        assert found.cells.shape == (64, 5)
        assert found.sides.shape == (104, 3)
        assert np.allclose(np.exp(found.cells).sum(1), 1)
        assert np.allclose(np.exp(found.sides).sum(1), 1)
        true = np.zeros(64, int)
        for piece in truth_of(name)["pieces"]:
            true[[NUMBER[cell] for cell in piece["cells"]]] = STATES.index(piece["owner"])
        right += int((found.cells.argmax(1) == true).sum())
        asked += len(CELLS)
    assert right >= 0.97 * asked


def test_a_turned_board_is_seen_turned() -> None:
    """With all eight views the turn of the picture makes no difference but where things are."""
    flat = flat_of("board-07")
    pixels = np.ascontiguousarray(cv2.rotate(flat.pixels, cv2.ROTATE_180))
    upright = likelihood(flat, views=8)
    turned = likelihood(Flat(np.asarray(pixels, np.float32), flat.px, flat.border), views=8)
    opposite = [
        NUMBER[f"{'dcba'['abcd'.index(name[0])]}{5 - int(name[1])}{'SWNE'['NESW'.index(name[2])]}"]
        for name in CELLS
    ]
    assert np.abs(np.exp(upright.cells) - np.exp(turned.cells[opposite])).max() < 1e-3


@pytest.mark.parametrize(("chance", "told"), [(0.05, True), (0.2, False), (0.9, False)])
def test_what_the_second_look_sees_something_over_is_not_told(chance: float, told: bool) -> None:
    """A finger may have a player's very colour; colours alone told three wrong pieces so."""
    board = seen(LARGE, DIAMOND)
    for name in ("c3E", "b1N"):
        own = board.cells[NUMBER[name]]
        board.cells[NUMBER[name]] = np.log(np.exp(own) * (1 - chance) + chance * np.eye(5)[COVERED])
    sure = read((1.0, (LARGE, DIAMOND)))
    first = first_look(sure, DoubtConfig())
    assert set(first.pieces) == {LARGE, DIAMOND}
    look, readings = agreed(first, again(board), sure, AgreedConfig())
    assert set(look.pieces) == ({LARGE, DIAMOND} if told else {LARGE})
    assert look.open_cells & DIAMOND[1].mask == (0 if told else DIAMOND[1].mask)
    assert {place.why for place in look.unread} == (set() if told else {OVER})
    # A bare cell is doubted only where it is rather covered.
    assert bool(look.open_cells & bits("b1N")) is (chance > 0.5)
    assert all(LARGE in reading.laid for reading in readings)


def test_what_both_see_something_over_is_doubted_once() -> None:
    sure = replace(read((1.0, (LARGE, DIAMOND))), covered=bits("d1N", "d1S"))
    board = seen(LARGE, DIAMOND, covered=("d1N", "d1S"))
    first = first_look(sure, DoubtConfig())
    look, _ = agreed(first, weighed_again(board, sure.covered, 0, AgainConfig()), sure, AgreedConfig())
    assert set(look.pieces) == {LARGE, DIAMOND}
    assert sum(place.cells.bit_count() for place in look.unread) == 2
    assert {place.why for place in look.unread} == {OVER}
