"""What a camera sees of a game: each film's pictures, read one after the other, come to its final ranking."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules.verdict import Ruling
from companion.rules.zigzaggle.position import limits
from companion.table.played import events as ev
from companion.table.played.camera import look, proposed
from companion.table.played.claims import weighed
from companion.table.played.play import State, step
from companion.table.played.watching import PatienceConfig, Watch
from tests.table.films import FILMS, FPS, picture
from tests.table.looking_on import moves_of
from tests.table.parts.sightings import seen_of, tiles_seen
from vision.parts.sighting import PartSighting, PartsSeen

RULINGS = {
    "zigity": [Ruling.LEGAL, Ruling.ILLEGAL, Ruling.LEGAL, Ruling.LEGAL],
    "zont": [Ruling.LEGAL] * 3,
    "zigzaggle": [Ruling.LEGAL] * 2,
}

MOVES = {"zont": ["play A2r, art A3r, score C3b", "play F1y, favors A shows A2r", "score F2b"]}
"""Where what was laid is not what lies open at the end of the turn."""


@pytest.mark.parametrize("name", sorted(FILMS))
def test_a_film_comes_to_its_final_ranking(name: str) -> None:
    film = FILMS[name]()
    state, watch, at_s = step(State(), film.set_up), Watch(), 0.0
    rulings, moves = [], []
    for number, moment in enumerate(film.moments):
        assert state.table is not None
        seen = look(state.table, picture(film, moment, number))
        assert isinstance(seen, PartsSeen)
        for _ in range(moment.held):
            assert state.table is not None
            watch, event = watch.looked(state.table, seen, at_s)
            at_s += 1 / FPS
            if event is None:
                continue
            state = step(state, event)
            assert state.done is not None
            if isinstance(done := state.done.event, ev.Claim):
                rulings.append(done.ruling)
                moves.append(done.move)
    assert rulings == RULINGS[name]
    assert moves == MOVES.get(name, moves)
    assert state.table is not None
    assert state.table.over
    assert tuple((one.seat, one.points, one.rank) for one in state.table.places) == film.ranking


@pytest.fixture
def zigity() -> State:
    state = step(State(), FILMS["zigity"]().set_up)
    return step(state, ev.Show(ev.MIDDLE, ("SA3cg",)))


def test_nothing_is_entered_before_it_has_lain_there(zigity: State) -> None:
    assert zigity.table is not None
    seen = seen_of("zigity", "SA3cg", "SG10rg")
    watch, event = Watch(PatienceConfig(0.5, 3.0, 0.5)).looked(zigity.table, seen, 0.0)
    assert event is None
    watch, event = watch.looked(zigity.table, seen, 0.9)
    assert event is None
    watch, event = watch.looked(zigity.table, seen, 1.0)
    assert event == ev.Claim("Ann", "set SG10rg")
    after = step(zigity, event)
    assert after.table is not None
    for at_s in (2.0, 9.0):
        watch, event = watch.looked(after.table, seen, at_s)
        assert event is None


def test_what_was_undone_is_not_entered_again(zigity: State) -> None:
    assert zigity.table is not None
    seen = seen_of("zigity", "SA3cg", "SG10rg")
    watch, event = Watch(PatienceConfig(0.0, 3.0, 0.0)).looked(zigity.table, seen, 0.0)
    assert event is not None
    undone = step(step(zigity, event), ev.Undo(3))
    assert undone.table is not None
    _, event = watch.looked(undone.table, seen, 99.0)
    assert event is None


def test_a_wrong_set_has_time_to_become_a_right_one(zigity: State) -> None:
    assert zigity.table is not None
    wrong, right = seen_of("zigity", "SA3cg", "DD8rt"), seen_of("zigity", "SA3cg", "SG10rg")
    watch, event = Watch(PatienceConfig(0.5, 5.0, 0.5)).looked(zigity.table, wrong, 0.0)
    watch, event = watch.looked(zigity.table, wrong, 4.9)
    assert event is None
    watch, event = watch.looked(zigity.table, right, 5.0)
    assert event is None
    watch, event = watch.looked(zigity.table, right, 6.0)
    assert event == ev.Claim("Ann", "set SG10rg")


def test_a_dealt_game_and_one_that_stands_still_take_nothing_from_a_camera(zigity: State) -> None:
    assert zigity.table is not None
    seen = seen_of("zigity", "SA3cg", "SG10rg")
    for table in (
        replace(zigity.table, dealt=True),
        replace(zigity.table, paused=True),
        replace(zigity.table, ended=True),
    ):
        assert proposed(table, seen).event is None


def test_a_play_card_that_is_not_seen_is_asked_for(zigity: State) -> None:
    assert zigity.table is not None
    found = proposed(zigity.table, seen_of("zigity", "DD8rt"))
    assert found.event is None
    assert "show the Star Performer with A, 3, a centre part and a guitar" in found.says


def test_patience_has_an_order() -> None:
    with pytest.raises(ValueError, match="settled_s"):
        PatienceConfig(5.0, 1.0)


def test_a_set_laid_card_by_card_is_entered_when_the_last_card_has_lain(zigity: State) -> None:
    """Two cards are a set already, and the third follows more than three seconds later."""
    assert zigity.table is not None
    two, three = (
        seen_of("zigity", "SA3cg", "SG10rg", "DL5rg"),
        seen_of("zigity", "SA3cg", "SG10rg", "DL5rg", "SN6rg"),
    )
    assert proposed(zigity.table, two).ruling is Ruling.LEGAL
    watch, at_s = Watch(), 0.0
    for seen, until_s in ((two, 3.5), (three, 7.4)):
        while at_s < until_s:
            watch, event = watch.looked(zigity.table, seen, at_s)
            assert event is None, at_s
            at_s += 0.25
    _, event = watch.looked(zigity.table, three, 7.5)
    assert isinstance(event, ev.Claim)
    assert sum(name in event.move for name in ("SG10rg", "DL5rg", "SN6rg")) == 3


def test_cards_of_an_earlier_turn_that_were_left_beside_the_pile_are_no_part_of_a_set(zigity: State) -> None:
    """Ben's Bounce lies beside what Ann laid: she has left it where it was judged."""
    state = step(zigity, ev.Claim("Ann", "set SG10rg"))
    assert state.table is not None
    found = proposed(state.table, seen_of("zigity", "SA3cg", "SG10rg", "bounce"))
    assert found.event is None
    assert "The Star Performer with A, 3, a centre part and a guitar was played before" in found.says
    found = proposed(state.table, seen_of("zigity", "SG10rg", "bounce"))
    assert found.event == ev.Claim("Ben", "play bounce")


def test_an_action_card_that_was_left_beside_the_next_one_is_no_part_of_a_set(zigity: State) -> None:
    state = zigity
    for seat, move in (("Ann", "play draw2"), ("Ben", "play draw3")):
        state = step(state, ev.Claim(seat, move))
    assert state.table is not None
    found = proposed(state.table, seen_of("zigity", "draw2", "draw3", "dodge"))
    assert found.event is None
    assert "Draw 2 was played before" in found.says


# --- what lies beneath other cards of Zont's piles -------------------------------------------------------


def zont_of(line: str) -> State:
    return step(State(), ev.SetUp("zont", ("Ann", "Ben"), position=line))


def piles_of(tops: str, scores: str = "") -> PartsSeen:
    """Five piles in a row and, apart from them, the tops of score piles."""
    row = seen_of("zont", *tops.split(), apart_mm=76.0).parts
    below = []
    for number, name in enumerate(scores.split()):
        x, y = number * 240.0, 160.0
        corners = ((x, y), (x + 63.0, y), (x + 63.0, y + 88.0), (x, y + 88.0))
        below.append(PartSighting(name, name, "card", "up", corners, corners, 1.0, ("marker",)))
    return PartsSeen("zont", (1000, 1000), (*row, *below))


def watched(state: State, *looks: PartsSeen) -> tuple[ev.Event | None, str]:
    """What a second at each look comes to."""
    watch, event, at_s = Watch(), None, 0.0
    assert state.table is not None
    for seen in looks:
        for _ in range(5):
            watch, event = watch.looked(state.table, seen, at_s)
            at_s += 0.25
            if event is not None:
                return event, watch.says
    return event, watch.says


ZONT = "A0/C0/F0F2bF3r/Z0/G0 A2rA3rF1yG2bC3bZ1yZ2y/C1bF2r -/- A1bA1rC1rC2rC3r 1 running"


def test_art_that_covers_the_card_before_it_is_read() -> None:
    laid, covered = piles_of("A2r C0 F3r Z0 G0"), piles_of("A3r C0 F3r Z0 G0", "C3b")
    event, _ = watched(zont_of(ZONT), laid, covered)
    assert event == ev.Claim("Ann", "play A2r, art A3r, score C3b")
    # The same look alone tells of one card.
    event, _ = watched(zont_of(ZONT), covered)
    assert event == ev.Claim("Ann", "play A3r, score C3b")


def test_a_card_that_was_taken_back_is_forgotten() -> None:
    looks = [piles_of("A2r C0 F3r Z0 G0"), piles_of("A0 C0 F3r Z0 G0"), piles_of("A3r C0 F3r Z0 G0", "C3b")]
    event, _ = watched(zont_of(ZONT), *looks)
    assert event == ev.Claim("Ann", "play A3r, score C3b")


def test_a_shuffle_of_the_pile_that_was_just_laid_on_is_read() -> None:
    laid, shuffled = piles_of("A0 C0 F1y Z0 G0"), piles_of("A0 C0 F2b Z0 G0", "C3b")
    # The pile is in somebody's hands for a while.
    event, _ = watched(zont_of(ZONT), laid, piles_of("A0 C0 Z0 G0"), shuffled)
    assert event == ev.Claim("Ann", "play F1y, favors F shows F2b, score C3b")
    event, says = watched(zont_of(ZONT), shuffled)
    assert event is None
    assert "which card went to the middle" in says


@pytest.mark.parametrize("dealt", [False, True])
def test_after_a_shuffle_that_may_have_turned_up_the_same_card_nobody_knows_a_piles_order(
    dealt: bool,
) -> None:
    event, _ = watched(zont_of(ZONT), piles_of("A0 C0 F1y Z0 G0", "C3b"))
    assert event == ev.Claim("Ann", "play F1y, score C3b")
    assert isinstance(event, ev.Claim)
    # Ben takes the pile's top card: of those beneath any may show then.
    line = ZONT.replace("C1bF2r", "C1yF2r")
    state = step(State(), ev.SetUp("zont", ("Ann", "Ben"), dealt, position=line))
    table = step(state, event).table
    assert table is not None
    pile = table.position.piles[2]
    assert str(pile.top) == "F1y"
    assert [str(card) for card in pile.next_ones()] == (["F3r"] if dealt else ["F0", "F2b", "F3r"])
    ruled = {
        shows: weighed(table, ev.Claim("Ben", f"play C1y, change F shows {shows}, score F2r")).verdict.ruling
        for shows in ("F3r", "F2b", "F0")
    }
    other = Ruling.ILLEGAL if dealt else Ruling.LEGAL
    assert ruled == {"F3r": Ruling.LEGAL, "F2b": other, "F0": other}
    # A card without that power, or one of which it is told, leaves the order known.
    table = step(state, ev.Claim("Ann", "play F1y, favors A shows A0, score C3b")).table
    assert table is not None
    assert [str(card) for card in table.position.piles[2].next_ones()] == ["F3r"]
    table = step(state, ev.Claim("Ann", "play Z1y, score C3b")).table
    assert table is not None
    assert [str(card) for card in table.position.piles[2].next_ones()] == ["F2b"]


def test_a_card_that_change_took_and_that_is_scored_lay_on_its_pile_long_before() -> None:
    state = zont_of("A0/C0/F0F2bF3b/Z0/G0 A2rA3rC3bG2bZ1yZ2y/C1bF2r -/- A1bA1rC1rC2rF1yG3b 1 running")
    before, taken = piles_of("A0 C0 F3b Z0 G0"), piles_of("A0 C3b F2b Z0 G0", "F3b")
    assert moves_of(state, (before, 9.0), (taken, 1.5)) == [
        ("play C3b, change F shows F2b, score F3b", Ruling.LEGAL)
    ]


def test_a_card_that_is_gone_from_its_pile_is_asked_for() -> None:
    laid, other = piles_of("A2r C0 F3r Z0 G0"), piles_of("A1b C0 F3r Z0 G0", "C3b")
    event, says = watched(zont_of(ZONT.replace("A1bA1r", "A1r")), laid, other)
    assert event is None
    assert "became of the red Art 2" in says


def test_a_card_that_its_own_pile_was_shuffled_over_leaves_the_middle_as_it_was() -> None:
    """The shuffle turned up what showed before: that nothing went to the middle would be wrong."""
    looks = [piles_of("A0 C0 F1y Z0 G0"), piles_of("A0 C0 F3r Z0 G0"), piles_of("A0 C0 F3r Z0 G0", "C3b")]
    event, says = watched(zont_of(ZONT), *looks)
    assert event is None
    assert "which card went to the middle" in says
    # In the final round a card that is scored is a turn.
    event, _ = watched(zont_of(ZONT.removesuffix("running") + "final"), looks[-1])
    assert event == ev.Claim("Ann", "score C3b")


def test_cards_of_a_turn_that_was_wrong_count_anew_once_they_were_taken_back() -> None:
    state = zont_of(ZONT.removesuffix("running") + "final")
    wrong, bare, right = (
        (piles_of("A2r C0 F3r Z0 G0", "C3b"), 6.0),
        (piles_of("A0 C0 F3r Z0 G0"), 1.0),
        ((piles_of("A2r C0 F3r Z0 G0"), 0.5), (piles_of("A3r C0 F3r Z0 G0"), 5.0)),
    )
    assert moves_of(state, wrong, bare, *right) == [
        ("play A2r, score C3b", Ruling.ILLEGAL),
        ("play A2r, art A3r", Ruling.LEGAL),
    ]
    # Laid over a card that still lies there, it may be Art, or be there in the other's place.
    assert moves_of(state, wrong, right[1]) == [("play A2r, score C3b", Ruling.ILLEGAL)]
    watch = Watch()
    for number, (seen, done) in enumerate([(wrong[0], True), (right[1][0], False)]):
        for quarter in range(24):
            assert state.table is not None
            watch, event = watch.looked(state.table, seen, 6.0 * number + quarter / 4)
            assert done or event is None
            state = state if event is None else step(state, event)
    assert watch.says == "It does not show what became of the red Art 2: enter the turn by hand."


def test_two_turns_between_two_looks_make_nobodys_turn_wrong() -> None:
    """In the final round two players lay a card each; in another one the score piles tell whose turn was missed."""
    final = zont_of(ZONT.removesuffix("running") + "final").table
    assert final is not None
    found = proposed(final, piles_of("A2r C0 F3r Z1y G0"))
    assert found.event is None
    assert "Two turns" in found.says
    table = zont_of(ZONT.replace("-/-", "G1b/G2r")).table
    assert table is not None
    found = proposed(table, piles_of("A2r C0 F3r Z0 G0", "G1b C3b"))
    assert found.event is None
    assert "The blue Change 3 lies on another player's score pile" in found.says
    assert proposed(table, piles_of("A2r C0 F3r Z0 G0", "C3b G2r")).ruling is Ruling.LEGAL
    # Fanned, they do not tell.
    assert proposed(table, piles_of("A2r C0 F3r Z0 G0", "C3b G1b G2r")).ruling is Ruling.LEGAL


@pytest.mark.parametrize(
    ("laid", "says"),
    [
        # NONE by Ann, and then ON by Ben, down to its first N.
        ({"g10": "Nb", "h10": "Ob", "i10": "Ng", "g9": "Or"}, "Two turns"),
        (
            {"g10": "Nb", "h10": "*", "i10": "*"},
            "Free tiles were laid on h10 and i10, and a word may have one",
        ),
        ({"g10": "Nb", "h10": "*", "i10": "Ng"}, "Say which letter the free tile on h10 stands for"),
        ({"g10": "Nb", "h10": "*", "i10": "Bg"}, "No letter for the free tile on h10 makes this right"),
        ({"g10": "Nb", "h10": "Ob", "i10": "Ng", "g9": "Tr"}, None),
    ],
    ids=["two words", "two free tiles", "nine or none", "no letter", "no words"],
)
def test_what_two_players_may_have_laid_is_no_wrong_word(laid: dict[str, str], says: str | None) -> None:
    line = "j10=Eb ObNbNg**/TrTgOr SgEgAg 0/0 1 west 0 -"
    table = step(State(), ev.SetUp("zigzaggle", ("Ann", "Ben"), position=line)).table
    assert table is not None
    found = proposed(table, tiles_seen({"j10": "Eb", **laid}))
    if says is None:
        assert found.ruling is Ruling.ILLEGAL
    else:
        assert found.event is None
        assert says in found.says


def test_what_may_still_grow_is_told(zigity: State) -> None:
    whole, last = zont_of(ZONT).table, zont_of(ZONT.removesuffix("running") + "final").table
    assert zigity.table is not None
    assert whole is not None
    assert last is not None
    assert proposed(zigity.table, seen_of("zigity", "SA3cg", "SG10rg")).grows
    assert not proposed(whole, piles_of("A2r C0 F3r Z0 G0", "C3b")).grows
    # In the final round a card to the middle is the whole turn, unless Art adds one.
    assert proposed(last, piles_of("A2r C0 F3r Z0 G0")).grows
    assert not proposed(last, piles_of("A0 C0 F3r Z0 G0", "C3b")).grows


# --- turns that follow one another faster than they are entered ------------------------------------------

BARE = piles_of("A0 C0 F3r Z0 G0")
FIRST = piles_of("A2r C0 F3r Z0 G0", "C3b")
BOTH = piles_of("A2r C1b F3r Z0 G0", "C3b F2r")
TWO = [("play A2r, score C3b", Ruling.LEGAL), ("play C1b, score F2r", Ruling.LEGAL)]


def test_of_two_turns_the_first_is_told_where_it_was_seen_by_itself() -> None:
    assert moves_of(zont_of(ZONT), (BARE, 1.0), (FIRST, 0.25), (BOTH, 4.0)) == TWO
    # A card of the second turn lies there before it is whole.
    begun = piles_of("A2r C1b F3r Z0 G0", "C3b")
    assert moves_of(zont_of(ZONT), (BARE, 1.0), (FIRST, 0.5), (begun, 0.5), (BOTH, 4.0)) == TWO


def test_the_first_of_two_turns_waits_anew_for_the_second() -> None:
    assert moves_of(zont_of(ZONT), (BARE, 1.0), (FIRST, 0.75), (BOTH, 0.75)) == []
    assert moves_of(zont_of(ZONT), (BARE, 1.0), (FIRST, 0.75), (BOTH, 1.25)) == TWO[:1]


def test_what_shows_while_a_hand_covers_some_of_it_was_no_turn_by_itself() -> None:
    """Both turns, then a hand over the second one's score pile, then both again."""
    some = piles_of("A2r C0 F3r Z0 G0", "C3b")
    assert moves_of(zont_of(ZONT), (BARE, 1.0), (BOTH, 0.5), (some, 0.5), (BOTH, 6.0)) == []


def test_of_two_turns_that_came_at_once_none_is_told() -> None:
    assert moves_of(zont_of(ZONT), (BARE, 1.0), (BOTH, 9.0)) == []


def test_of_two_turns_the_first_is_not_told_before_the_second_is_right() -> None:
    begun = piles_of("A2r C1b F3r Z0 G0", "C3b")
    assert moves_of(zont_of(ZONT), (BARE, 1.0), (FIRST, 0.5), (begun, 4.0)) == []


def test_two_words_that_two_players_laid_fast_are_told_one_after_the_other() -> None:
    line = "j10=Eb ObNbNg**/TrTgOr SgEgAg 0/0 1 west 0 -"
    state = step(State(), ev.SetUp("zigzaggle", ("Ann", "Ben"), position=line))
    none = {"j10": "Eb", "g10": "Nb", "h10": "Ob", "i10": "Ng"}
    looks = tiles_seen({"j10": "Eb"}), tiles_seen(none), tiles_seen({**none, "g9": "Or"})
    told = moves_of(state, (looks[0], 1.0), (looks[1], 1.0), (looks[2], 10.0))
    assert [ruling for _, ruling in told] == [Ruling.LEGAL, Ruling.LEGAL]
    assert [move.count("=") for move, _ in told] == [3, 1]


def test_a_card_that_came_to_the_middle_after_the_score_pile_waits_or_is_of_another_turn() -> None:
    scored = piles_of("A0 C0 F3r Z0 G0", "C3b")
    assert moves_of(zont_of(ZONT), (BARE, 1.0), (scored, 1.0), (FIRST, 4.75)) == []
    assert moves_of(zont_of(ZONT), (BARE, 1.0), (scored, 1.0), (FIRST, 6.0)) == TWO[:1]
    assert moves_of(zont_of(ZONT), (BARE, 1.0), (scored, 4.0), (FIRST, 9.0)) == []
    # In their order they are entered at once.
    middle = piles_of("A2r C0 F3r Z0 G0")
    assert moves_of(zont_of(ZONT), (BARE, 1.0), (middle, 1.0), (FIRST, 1.25)) == TWO[:1]


def test_what_was_covered_a_moment_ago_is_waited_for() -> None:
    several = piles_of("A2r C0 F3r Z0 G0", "C3b F2r")
    assert moves_of(zont_of(ZONT), (BARE, 1.0), (several, 0.5), (FIRST, 1.75)) == []
    assert moves_of(zont_of(ZONT), (BARE, 1.0), (several, 0.5), (FIRST, 3.0)) == TWO[:1]


def test_where_two_score_piles_show_other_cards_it_is_asked_whose_the_new_one_is() -> None:
    table = zont_of(ZONT.replace("-/-", "G1b/G1r")).table
    assert table is not None
    found = proposed(table, piles_of("A2r C0 F3r Z0 G0", "C3b"))
    assert found.event is None
    assert "whose score pile the blue Change 3 lies on" in found.says


def words_state() -> State:
    line = "j10=Eb ObNbNg**/TrTgOr SgEgAg 0/0 1 west 0 -"
    return step(State(), ev.SetUp("zigzaggle", ("Ann", "Ben"), position=line))


def test_a_word_that_is_laid_slowly_is_one_word() -> None:
    """NO downwards is a word, and NONE is what was meant."""
    state = step(words_state(), ev.Claim("Ann", "lay g10=Nb h10=Ob i10=Ng"))
    first = {"j10": "Eb", "g10": "Nb", "h10": "Ob", "i10": "Ng"}
    some, whole = {**first, "g9": "Or"}, {**first, "g9": "Or", "g8": "Tr"}
    assert state.table is not None
    for seen in (some, whole):
        assert proposed(state.table, tiles_seen(seen)).ruling is Ruling.LEGAL
    told = moves_of(state, (tiles_seen(some), 3.75), (tiles_seen(whole), 4.5))
    assert [(move.count("="), ruling) for move, ruling in told] == [(2, Ruling.LEGAL)]


def test_a_part_of_the_board_that_is_covered_is_waited_for() -> None:
    bare, word = {"j10": "Eb"}, {"j10": "Eb", "g10": "Nb", "h10": "Ob", "i10": "Ng"}
    hidden = tiles_seen(word, hidden=("p16", "q16"))
    state = words_state()
    assert moves_of(state, (tiles_seen(bare), 1.0), (hidden, 9.0)) == []
    assert len(moves_of(state, (tiles_seen(bare), 1.0), (hidden, 5.0), (tiles_seen(word), 0.5))) == 1
    # What nobody can see for long, such as under a lamp, keeps nobody waiting.
    assert len(moves_of(state, (tiles_seen(bare), 1.0), (hidden, 12.0))) == 1


@pytest.mark.parametrize("by_hand", [True, False])
@pytest.mark.parametrize("back", [ev.Claim("Ben", "challenge by 2"), ev.Undo(2)], ids=["challenge", "undo"])
def test_tiles_that_were_taken_back_are_no_turn_as_long_as_they_lie_there(
    back: ev.Event, by_hand: bool
) -> None:
    """NRRE is no word; NONE is told once none of those tiles lies where it lay, whatever was covered before."""
    line = "j10=Eb NbRrRg**/NgNrOr SgEgAg 0/0 1 west 0 -"
    state = step(State(), ev.SetUp("zigzaggle", ("Ann", "Ben"), False, (("check-words", False),), None, line))
    bare, wrong = {"j10": "Eb"}, {"j10": "Eb", "g10": "Nb", "h10": "Rr", "i10": "Rg"}
    covered = {cell: tile for cell, tile in wrong.items() if cell != "g10"}
    right = {"j10": "Eb", "g10": "Ng", "h10": "Or", "i10": "Nr"}
    laid = ev.Claim("Ann", "lay g10=Nb h10=Rr i10=Rg") if by_hand else (tiles_seen(wrong), 4.5)
    told = moves_of(
        state,
        (tiles_seen(bare), 1.0),
        laid,
        (tiles_seen(wrong), 0.25),
        back,
        (tiles_seen(wrong), 6.0),
        (tiles_seen(covered, hidden=("g10",)), 3.0),
        (tiles_seen(wrong), 20.0),
        (tiles_seen(covered), 12.0),
        (tiles_seen(right), 6.0),
    )
    assert told[0 if by_hand else 1 :] == [("lay g10=Ng h10=Or i10=Nr", Ruling.LEGAL)]


def test_a_cell_on_which_the_table_has_a_tile_again_is_not_to_be_cleared() -> None:
    """The blue O of NONE was read as a red one, taken back, and entered by hand."""
    state = words_state()
    misread, watch = tiles_seen({"j10": "Eb", "g10": "Nb", "h10": "Or", "i10": "Ng"}), Watch()
    wrong = ev.Claim("Ann", "lay g10=Nb h10=Or i10=Ng", Ruling.LEGAL)
    events: list[ev.Event] = [wrong, ev.Undo(2), ev.Claim("Ann", "lay g10=Nb h10=Ob i10=Ng")]
    for at_s, event in enumerate(events):
        state = step(state, event)
        assert state.table is not None
        watch, _ = watch.looked(state.table, misread, float(at_s))
        assert ("any more: take off" in watch.says) is isinstance(event, ev.Undo)
    assert watch.says.startswith("Ob is gone from h10")


def test_what_happened_while_no_picture_came_is_seen_to_lie_there_first() -> None:
    table = words_state().table
    assert table is not None
    looks = tiles_seen({"j10": "Eb"}), tiles_seen({"j10": "Eb", "g10": "Nb", "h10": "Ob", "i10": "Ng"})
    watch, event = Watch().looked(table, looks[0], 0.0)
    for at_s in (1.0, 9.0, 10.0, 11.0):
        watch, event = watch.looked(table, looks[1], at_s)
        assert event is None
    _, event = watch.looked(table, looks[1], 12.0)
    assert event is not None


@pytest.mark.parametrize("more", [{}, {"m13": "Eg"}], ids=["three words", "and a tile anywhere"])
def test_three_words_that_were_laid_between_two_looks_are_no_wrong_word(more: dict[str, str]) -> None:
    """NONE, ON down to its first N, and AS that makes SON of it."""
    table = words_state().table
    assert table is not None
    words = {"j10": "Eb", "g10": "Nb", "h10": "Ob", "i10": "Ng", "g9": "Or", "f8": "Ag", "g8": "Sg"}
    found = proposed(table, tiles_seen({**words, **more}))
    if more:
        assert found.ruling is Ruling.ILLEGAL
    else:
        assert found.event is None
        assert "Two turns" in found.says


def test_more_tiles_than_a_rack_holds_are_no_wrong_word() -> None:
    table = words_state().table
    assert table is not None
    cells = [f"{column}10" for column in "abcdefghiklmnopqrs"]
    names = ["Bg", "Cg", "Dg", "Fg", "Gg", "Hg", "Kg", "Lg", "Mg", "Pg", "Wg", "Yg", "Bb"]
    line = dict(zip(cells, names, strict=False))
    assert len(line) == limits()[-1] + 1
    assert proposed(table, tiles_seen({"j10": "Eb", **line})).event is None
    del line[cells[0]]
    assert proposed(table, tiles_seen({"j10": "Eb", **line})).ruling is Ruling.ILLEGAL
