"""Whole games of Zigity beside the naive twin, set finding by trying everything, records, and what views show."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.verdict import Ruling
from companion.rules.words import english
from companion.rules.zigity import (
    Card,
    Laid,
    Lexicon,
    Position,
    Record,
    Rules,
    Turn,
    best_set,
    judge,
    parse,
    play,
    position_from_line,
    position_to_line,
    printed_deck,
    record_from_text,
    sets,
    shuffled,
    start,
    turns,
    view,
    winners,
    with_shuffles,
)
from companion.rules.zigity.cards import Cards, card_from, characters
from companion.rules.zigity.turn import stands_for_from
from tests.rules.zigity_twin import (
    ACTIONS,
    WORDS,
    MustShuffle,
    Refused,
    Said,
    Table,
    all_sets,
    is_set_card,
    shows,
)

LEXICON = Lexicon(WORDS)
COUNT, GAMES = 80, 200
DECK = [str(card) for card in printed_deck()]
ASPECTS = {"C": "part", "W": "letter", "D": "number", "S": "instrument"}


def begun(seed: int, players: int) -> tuple[Position, Table]:
    cards = shuffled(random.Random(seed))
    return start(players, cards), Table.dealt(players, [str(card) for card in cards])


def seen(card: str, character: str) -> str:
    return shows(card, character) if is_set_card(card) and character in ASPECTS else ""


def twin_played(table: Table, turn: Turn, rules: Rules) -> Table:
    said: list[Said] | None = None
    if turn.laid is not None:
        play_ = table.middle[-1]
        said = [
            (
                str(one.card),
                str(one.stands_for) if one.stands_for is not None else seen(str(one.card), play_[0]),
            )
            for one in turn.laid
        ]
    return table.played(
        said,
        turn.word,
        str(turn.actions[0]) if turn.actions else None,
        turn.draws,
        [[str(card) for card in cards] for cards in turn.shuffled],
        rules.one_letter_words,
        rules.voluntary_draw,
    )  # fmt: skip


def same(position: Position, table: Table) -> bool:
    return (
        [sorted(map(str, cards)) for cards in position.hands] == [sorted(cards) for cards in table.hands]
        and [str(card) for card in position.draw] == table.pile
        and [str(card) for card in position.played] == table.middle
        and (position.to_move, position.idle, position.over) == (table.turn, table.idle, table.over)
        # Nothing asks for a debt or the order of play once the game is over.
        and (position.over or (position.debt, position.direction > 0) == (table.owed, table.clockwise))
    )


def some_turn(position: Position, rules: Rules, chance: random.Random) -> Turn:
    return with_shuffles(position, chance.choice([*islice(turns(position, rules, LEXICON), 30)]), chance)


def everything(position: Position) -> Cards:
    return tuple(card for cards in (*position.hands, position.draw, position.played) for card in cards)


def test_the_cards_are_those_of_the_printed_deck() -> None:
    assert len(DECK) == COUNT
    assert Counter(code for code in DECK if code in {*ACTIONS, "free"}) == {
        "free": 6, "dodge": 4, "bounce": 4, "draw2": 3, "draw3": 3
    }  # fmt: skip
    set_cards = [code for code in DECK if code not in {*ACTIONS, "free"}]
    assert len(set(set_cards)) == 60
    assert set(Counter(code[0] for code in set_cards).values()) == {15}
    assert Counter(code[-2] for code in set_cards) == {"l": 20, "c": 20, "r": 20}
    assert set(Counter(code[2:-2] for code in set_cards).values()) == {6}
    assert all(str(card_from(code)) == code for code in DECK)


@given(st.integers(0, 2**32), st.integers(2, 8), st.sampled_from([(0, 0), (0, 1), (1, 0), (1, 1)]))
@settings(max_examples=25, deadline=None)
def test_games_to_the_end_beside_the_twin(seed: int, players: int, switched: tuple[int, int]) -> None:
    chance, rules = random.Random(seed), Rules(bool(switched[0]), bool(switched[1]))
    position, table = begun(seed, players)
    assert same(position, table)
    for _ in range(150):
        if position.over or max(map(len, position.hands)) > 12:
            break
        turn = some_turn(position, rules, chance)
        assert parse(str(turn)) == turn
        judged = judge(position, turn, rules, LEXICON)
        assert judged.ruling is Ruling.LEGAL, (position_to_line(position), str(turn), judged.reasons)
        assert judged.turn == turn
        table, position = twin_played(table, turn, rules), judged.after
        assert same(position, table)
        assert Counter(everything(position)) == Counter(printed_deck())
        assert position_from_line(position_to_line(position)) == position


def test_games_end_with_every_card_there() -> None:
    """Cards are conserved, somebody wins, and what is left over is what the record says."""
    ended = Counter[str]()
    deck = Counter(printed_deck())
    for seed in range(GAMES):
        chance, rules = random.Random(seed), Rules(seed % 3 == 0, seed % 7 == 0)
        position = start(2 + seed % 7, shuffled(chance))
        done: list[Turn] = []
        cards = shuffled(random.Random(seed))
        while not position.over:
            turn = with_shuffles(position, next(iter(_eager(position, rules, chance))), chance)
            done.append(turn)
            position = play(position, turn, rules, LEXICON)
            assert len(done) < 2000
        assert Counter(everything(position)) == deck
        assert position.hand == () or position.idle >= len(position.hands)
        assert [*turns(position, rules, LEXICON)] == []
        ended["won" if position.hand == () else "blocked"] += 1
        ended["shuffled"] += any(turn.shuffled for turn in done)
        if seed % 20 == 0:
            record = Record(2 + seed % 7, cards, tuple(done), rules, {"Evening": "Friday"})
            again = record_from_text(record.to_text())
            assert again == record
            state, judged, stop = again.replay(LEXICON)
            assert (state, len(judged), stop) == (position, len(done), None)
            assert again.result() == " ".join(str(len(hand)) for hand in position.hands)
    assert ended["won"] > 0.98 * GAMES
    assert ended["shuffled"] > 0.02 * GAMES


def _eager(position: Position, rules: Rules, chance: random.Random) -> list[Turn]:
    """One of the first few turns: large sets, so that games end soon."""
    offered = [*islice(turns(position, rules, LEXICON), 5)]
    laying = [turn for turn in offered if turn.laid]
    return [chance.choice(laying or offered)]


def hand_of(chance: random.Random, size: int, most_free: int) -> tuple[str, list[str]]:
    cards = [code for code in DECK if code != "free"]
    chance.shuffle(cards)
    play_ = next(code for code in cards if code not in ACTIONS)
    free = chance.randint(0, most_free)
    return play_, [*[code for code in cards if code != play_][: size - free], *["free"] * free]


@pytest.mark.parametrize("one_letter", [False, True])
@pytest.mark.parametrize("character", "CWDS")
def test_sets_are_those_of_trying_everything(character: str, one_letter: bool) -> None:
    chance, rules = random.Random(character), Rules(one_letter, False)
    found_any = 0
    for _ in range(30):
        play_, codes = hand_of(chance, 6, 1 if character == "W" else 2)
        play_ = character + play_[1:]
        card, hand = card_from(play_), tuple(map(card_from, codes))
        expected = {
            tuple(sorted(way)) for way in all_sets(play_, codes, character, one_letter)
        }  # fmt: skip
        offered = [*sets(card, hand, rules, LEXICON)]
        assert len(set(offered)) == len(offered)
        got = {
            tuple(sorted(
                (str(one.card), str(one.stands_for) if one.stands_for else shows(str(one.card), character))
                for one in turn.laid or ()
            ))
            for turn in offered
        }  # fmt: skip
        assert got == expected, (play_, codes)
        best = best_set(card, hand, rules, LEXICON)
        if not expected:
            assert best is None
            continue
        found_any += 1
        most = max(map(len, expected))
        assert best is not None
        assert len(best.cards) == most
        fewest = min(sum(code == "free" for code, _ in way) for way in expected if len(way) == most)
        assert sum(code.name == "free" for code in best.cards) == fewest
    assert found_any > 3


class Counted(Lexicon):
    """A word list that counts the words it was made to tell."""

    told = 0

    def spelt(
        self, letters: Iterable[str], free: int, least: int, most: int, must: str = ""
    ) -> Iterator[str]:
        for word in super().spelt(letters, free, least, most, must):
            self.told += 1
            yield word


def test_the_best_set_and_the_first_turns_need_few_words_of_many() -> None:
    """The table asks for them after every turn, so neither goes through all that a hand with free cards can spell."""
    words, rules = Counted(english()), Rules(False, False)
    hand = tuple(map(card_from, [*["CC6ld", "CT10cd", "DE9cd", "DN4cp", "WS9lg", "WR8cd"], *["free"] * 6]))
    best = best_set(card_from("WA3rt"), hand, rules, words)
    assert best is not None
    assert len(best.cards) == 12
    assert words.told == 1
    position = Position((hand, hand), (), (card_from("WA3rt"),))
    words.told = 0
    assert best.word == next(sets(card_from("WA3rt"), hand, rules, words)).word
    assert len([*islice(turns(position, rules, words), 20)]) == 20
    assert words.told <= 22


@given(st.integers(0, 2**32), st.data())
@settings(max_examples=60, deadline=None)
def test_a_turn_that_the_twin_refuses_is_refused_with_a_clause(seed: int, data: st.DataObject) -> None:
    """Turns of any cards, with free cards told: legal is what the twin takes, and offered is what is legal."""
    chance, rules = random.Random(seed), Rules(False, False)
    position, table = begun(seed % 1000, 2 + seed % 4)
    for _ in range(chance.randint(0, 12)):
        if position.over or max(map(len, position.hands)) > 10:
            return
        turn = some_turn(position, rules, chance)
        position, table = play(position, turn, rules, LEXICON), twin_played(table, turn, rules)
    near = [*position.hand, *position.hand, *printed_deck()[:: data.draw(st.integers(7, 40))]]
    for _ in range(12):
        turn = _any_turn(chance, position, near)
        judged = judge(position, turn, rules, LEXICON)
        try:
            if turn.actions and len(turn.actions) > 1:
                raise Refused
            twin_played(table, turn, rules)
        except Refused:
            assert judged.ruling is Ruling.ILLEGAL, (position_to_line(position), str(turn), judged.reasons)
            assert judged.after == position
        except MustShuffle:
            assert judged.ruling is Ruling.UNDECIDED
        else:
            assert judged.ruling is Ruling.LEGAL, (position_to_line(position), str(turn), judged.reasons)
            assert _alike(turn) in [_alike(one) for one in turns(position, rules, LEXICON)]


def _any_turn(chance: random.Random, position: Position, near: Sequence[Card]) -> Turn:
    form = chance.choice(["set", "set", "action", "draw"])
    cards = [card_from(str(card)) for card in chance.sample(near, chance.choice((1, 1, 2, 2, 3)))]
    if form == "draw":
        return Turn(draws=chance.choice((0, 1, 1, position.debt, 2)))
    if form == "action":
        return Turn(actions=tuple(cards[: chance.choice((1, 1, 1, 2))]))
    aspect = ASPECTS[str(position.play_card)[0]] if position.play_card.name == "set" else "letter"
    if aspect == "number":
        cards = [card for card in cards if card.name == "set" or not card.is_action]
    laid = []
    for card in cards:
        value = chance.choice([*"AETO"]) if aspect == "letter" else None
        if aspect == "number":
            value = str(chance.randint(1, 10))
        elif value is None:
            value = chance.choice(["left", "centre", "right", "guitar", "drum"])
        laid.append(Laid(card, stands_for_from(value)) if card.name == "free" else Laid(card))
    word = chance.choice(WORDS) if aspect == "letter" else None
    return Turn(tuple(laid), word)


def _alike(turn: Turn) -> object:
    laid = turn.laid
    return None if laid is None else (sorted(map(str, laid)), laid[-1:]), turn.word, turn.actions, turn.draws


@given(st.integers(0, 2**32), st.integers(2, 8))
@settings(max_examples=25, deadline=None)
def test_what_is_hidden_is_in_no_view(seed: int, players: int) -> None:
    """A view is the same whatever lies hidden: other hands, draw pile and covered cards exchanged change nothing."""
    chance, rules = random.Random(seed), Rules(False, False)
    position = start(players, shuffled(chance))
    for _ in range(chance.randint(0, 20)):
        if position.over:
            break
        position = play(position, some_turn(position, rules, chance), rules, LEXICON)
    for seat in (None, *range(players)):
        hidden = [card for n, cards in enumerate(position.hands) if n != seat for card in cards]
        hidden += [*position.draw, *position.played[:-1]]
        chance.shuffle(hidden)
        hands = []
        for n, cards in enumerate(position.hands):
            if n != seat:
                hands.append(tuple(hidden[: len(cards)]))
                hidden = hidden[len(cards) :]
            else:
                hands.append(cards)
        draw, below = hidden[: len(position.draw)], hidden[len(position.draw) :]
        other = Position(
            tuple(hands), tuple(draw), (*below, position.play_card), position.to_move, position.direction,
            position.debt, position.idle, position.over,
        )  # fmt: skip
        assert view(other, seat) == view(position, seat)


def test_winners_are_those_with_the_fewest_cards() -> None:
    position = position_from_line("CA1lp/CA4cd/CA4cd,free - CC6ld 1 + 0 2 running")
    assert winners(position) == (0, 1)
    assert set(characters().values()) == set(ASPECTS.values())
