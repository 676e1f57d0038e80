"""A set as it was laid: what it breaks, what it leaves open, and what its free cards stand for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.rules.verdict import Reason
from companion.rules.zigity import clauses
from companion.rules.zigity.cards import (
    FREE,
    INSTRUMENT,
    LETTER,
    NUMBER,
    PART,
    SET,
    Card,
    Value,
    characters,
    values_of,
)
from companion.rules.zigity.clauses import Facts, character_of, name_of, plural, starting
from companion.rules.zigity.sets import aspect_of, fillings, puzzle_size, spelt_by, total
from companion.rules.zigity.turn import Turn

SET_CLAUSES = {
    PART: clauses.CREATIVE_CAT,
    LETTER: clauses.WORD_WORM,
    NUMBER: clauses.DATA_HEAD,
    INSTRUMENT: clauses.STAR_PERFORMER,
}


@dataclass(frozen=True, slots=True)
class Weighed:
    """A turn, or the set of one, that was weighed; `turn` has filled in what can be one thing only."""

    broken: tuple[Reason, ...]
    doubts: tuple[Reason, ...]
    holds: tuple[Reason, ...]
    turn: Turn


def weigh_set(facts: Facts, turn: Turn) -> Weighed:
    """Weigh the set of a turn against every clause of sets."""
    laid = turn.laid or ()
    broken = [
        Reason(
            clauses.SET_CARDS, f"{name_of(one.card)} is an action card, no part of a set.", (str(one.card),)
        )
        for one in laid
        if one.card.is_action
    ]
    if facts.play.power != SET:
        says = f"{starting(facts.play)} shows, no set card, so there is no set to play."
        broken.append(Reason(clauses.PLAY_CARD, says, (str(facts.play),)))
        return Weighed(tuple(broken), (), (), turn)
    aspect = aspect_of(facts.play)
    if aspect is None:
        anyhow = (weigh_set(replace(facts, play=one), turn).broken for one in _as_any_character(facts.play))
        if not broken and all(anyhow):
            says = "Whatever character the play card is, these cards make no set with it."
            broken.append(Reason(clauses.PLAY_CARD, says, (str(facts.play),)))
        doubt = Reason(clauses.READ, "Show the character of the play card.", (str(facts.play),))
        return Weighed(tuple(broken), (doubt,), (), turn)
    if turn.word is not None and aspect != LETTER:
        says = f"The play card is {character_of(facts.play)}, so its set is made of {aspect}s, not of a word."
        broken.append(Reason(clauses.PLAY_CARD, says, (str(facts.play),)))
    broken += [
        Reason(clauses.FREE_STANDS_FOR, f"A free card stands for a {aspect} here, not for {one.stands_for}.",
               (str(one),))
        for one in laid
        if one.stands_for is not None and one.stands_for not in values_of(aspect)
    ]  # fmt: skip
    return _Weighing(facts, turn, aspect).weighed(broken)


def _as_any_character(play: Card) -> Iterator[Card]:
    return (play._replace(character=name) for name in characters())


class _Weighing:
    """One set of one aspect: which values are known, which cards are open."""

    def __init__(self, facts: Facts, turn: Turn, aspect: str) -> None:
        self.facts, self.turn, self.aspect = facts, turn, aspect
        self.laid = turn.laid or ()
        self.known: list[Value] = []
        self.unread: list[Card] = []
        self.undeclared: list[int] = []
        own = facts.play.corner(aspect)
        self.known += [own] if own is not None else []
        self.unread += [facts.play] if own is None else []
        for place, one in enumerate(self.laid):
            if one.card.power == SET:
                value = one.card.corner(aspect)
            elif one.card.name == FREE:
                value = one.stands_for if one.stands_for in values_of(aspect) else None
            else:
                continue
            if value is not None:
                self.known.append(value)
            elif one.card.name == FREE:
                self.undeclared.append(place)
            else:
                self.unread.append(one.card)

    @property
    def wild(self) -> int:
        return len(self.unread) + len(self.undeclared)

    def weighed(self, broken: list[Reason]) -> Weighed:
        """Certain breaks first; then what is open; then what holds, with free cards told."""
        word_broken, word_doubts = self._word()
        found = self._fillings()
        where = (str(self.facts.play), *(str(one) for one in self.laid))
        if found == [] or (self.aspect == INSTRUMENT and not self.laid):
            broken.append(Reason(SET_CLAUSES[self.aspect], self._why_none(), where))
        broken += word_broken
        if broken:
            return Weighed(tuple(broken), (), (), self.turn)
        if not word_doubts and self._whatever_the_play_card_shows():
            return Weighed((), (), tuple(self._holds(self.turn, where)), self.turn)
        doubts = word_doubts
        doubts += [
            Reason(clauses.READ, f"Show the {self.aspect} of {name_of(card)}.", (str(card),))
            for card in self.unread
        ]
        if self.undeclared and (found is None or len(found) > 1):
            says = f"Say which {self.aspect} each free card stands for: it can be several."
            doubts.append(Reason(clauses.FREE_DECLARED, says, (FREE,)))
        if doubts or not found:
            return Weighed((), tuple(doubts), (), self.turn)
        turn = self._told(found[0])
        return Weighed((), (), tuple(self._holds(turn, where)), turn)

    def _fillings(self) -> list[tuple[Value, ...]] | None:
        """None where a word list would have to tell."""
        if self.aspect == LETTER and self.turn.word is None and self.facts.words is None:
            return None
        word = self.turn.word if self.aspect == LETTER else None
        return fillings(self.aspect, self.known, self.wild, word, self.facts.words)

    def _whatever_the_play_card_shows(self) -> bool:
        """Whether the play card alone was not read, and the free cards stand for one thing by each of its readings."""
        if self.unread != [self.facts.play] or not self.undeclared:
            return False
        free, word, words = len(self.undeclared), self.turn.word, self.facts.words
        return all(
            len(fillings(self.aspect, [*self.known, value], free, word, words)) == 1
            for value in values_of(self.aspect)
        )

    def _word(self) -> tuple[list[Reason], list[Reason]]:
        """What is wrong with the word as a word, and what is open about it."""
        if self.aspect != LETTER:
            return [], []
        word, words, rules = self.turn.word, self.facts.words, self.facts.rules
        size = len(self.known) + self.wild if word is None else len(word)
        broken = []
        if size < rules.least_letters:
            says = f"A word has {rules.least_letters} letters or more, and this has {size}."
            broken.append(
                Reason(clauses.WORD_LENGTH, says, () if word is None else (word,), clauses.ONE_LETTER)
            )
        if word is None:
            says = "Say which word the set spells."
            return broken, [Reason(clauses.WORD_LIST, says)] if words is None else []
        if words is None:
            return broken, [
                Reason(clauses.WORD_LIST, f"Give a word list that tells whether {word} is a word.")
            ]
        if word not in words:
            broken.append(Reason(clauses.WORD_LIST, f"{word} is not in the word list.", (word,)))
        return broken, []

    def _why_none(self) -> str:
        count = len(self.known) + self.wild
        if self.aspect == PART:
            if count != puzzle_size():
                return f"A puzzle is three cards, the play card among them, and this is {plural(count)}."
            return "The puzzle is not complete: it takes a left, a centre and a right part."
        if self.aspect == NUMBER:
            sum_ = sum(int(number) for number in self.known)
            free = f" and {plural(self.wild)} more" if self.wild else ""
            return f"The numbers must add up to {total()}, and they are {sum_}{free}."
        if self.aspect == INSTRUMENT:
            if not self.laid:
                return "At least one card with the instrument of the play card must be played."
            return (
                f"Each card must have the instrument of the play card, {self.facts.play.instrument or 'one'}."
            )
        letters = " ".join(sorted(map(str, self.known)))
        free = f" and {plural(self.wild)} more" if self.wild else ""
        goal = "a word of the list" if self.turn.word is None else self.turn.word
        return f"The cards {letters}{free} do not spell {goal}."

    def _told(self, values: tuple[Value, ...]) -> Turn:
        laid = list(self.laid)
        for place, value in zip(self.undeclared, values, strict=True):
            laid[place] = replace(laid[place], stands_for=value)
        word = self.turn.word
        if self.aspect == LETTER and word is None and self.facts.words is not None:
            word = spelt_by([*self.known, *values], self.facts.words)
        return replace(self.turn, laid=tuple(laid), word=word)

    def _holds(self, turn: Turn, where: tuple[str, ...]) -> list[Reason]:
        laid = turn.laid or ()
        held = [Reason(clauses.PLAY_CARD, f"The play card is {character_of(self.facts.play)}.", where[:1])]
        instrument = self.facts.play.instrument
        named = "" if instrument is None else f", {instrument}"
        says = {
            PART: "Left, centre and right complete the puzzle.",
            NUMBER: f"The numbers add up to {total()}.",
            INSTRUMENT: f"Each card has the play card's instrument{named}.",
            LETTER: f"The cards spell {turn.word}.",
        }[self.aspect]
        held.append(Reason(SET_CLAUSES[self.aspect], says, (where[0], *map(str, laid))))
        if self.aspect == LETTER and turn.word is not None:
            held.append(Reason(clauses.WORD_LIST, f"{turn.word} is in the word list.", (turn.word,)))
            if len(turn.word) == 1:
                says = "A single letter may be a word."
                held.append(Reason(clauses.WORD_LENGTH, says, (turn.word,), clauses.ONE_LETTER))
        if free := [one for one in laid if one.card.name == FREE]:
            told = ", ".join(str(one.stands_for) for one in free)
            if self.unread:
                told = f"what is missing, whatever the {self.aspect} of the play card is"
            held.append(Reason(clauses.FREE_DECLARED, f"Free cards stand for {told}.", tuple(map(str, free))))
        return held
