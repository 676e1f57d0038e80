"""One verdict for one turn; whole games played and replayed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.rules.judged import Ruled, played, replayed
from companion.rules.sentences import winning
from companion.rules.verdict import Reason, Verdict
from companion.rules.zigity import clauses
from companion.rules.zigity.cards import SET
from companion.rules.zigity.clauses import Facts, plural, starting
from companion.rules.zigity.laying import Weighed, weigh_set
from companion.rules.zigity.lexicon import Lexicon
from companion.rules.zigity.options import Rules, default_rules
from companion.rules.zigity.position import Position, after, turns_over, winners
from companion.rules.zigity.stock import ShuffleWanted, WrongShuffle
from companion.rules.zigity.turn import Turn


@dataclass(frozen=True, slots=True)
class ZigityVerdict(Ruled):
    """A judged turn, with what can be one thing only filled in; `after` is `before` unless it is legal."""

    turn: Turn
    verdict: Verdict
    before: Position
    after: Position


def facts_of(position: Position, rules: Rules, words: Lexicon | None, *, hand_known: bool = True) -> Facts:
    """What a turn of the player to move is judged by."""
    return Facts(
        position.play_card,
        position.hand if hand_known else None,
        position.debt,
        len(position.hands),
        position.available,
        rules,
        words,
    )


def weigh(facts: Facts, turn: Turn) -> Weighed:
    """Every clause asked of a turn."""
    laid = Weighed((), (), (), turn) if turn.laid is None else weigh_set(facts, turn)
    return Weighed(
        (*clauses.broken(facts, turn), *laid.broken),
        (*clauses.doubts(facts, turn), *laid.doubts),
        (*laid.holds, *clauses.holds(facts, laid.turn), *_top(facts, laid.turn)),
        laid.turn,
    )


def _top(facts: Facts, turn: Turn) -> Iterator[Reason]:
    if facts.hand is not None and turn.cards and len(turn.cards) == len(facts.hand):
        return
    if turn.laid:
        top = turn.laid[-1].card
        yield Reason(clauses.TOP_CARD, f"{starting(top)} was left on top.", (str(top),))
    if turns_over(facts.debt, turn):
        yield Reason(clauses.TURN_OVER, "Cards are turned over until a set card shows.")


def judge(
    position: Position,
    turn: Turn,
    rules: Rules | None = None,
    words: Lexicon | None = None,
    *,
    hand_known: bool = True,
) -> ZigityVerdict:
    """Judge a turn of the player to move against every clause; never raises for an illegal one.

    Without `hand_known` nobody asks what is in the hand, as where people deal and only suppose it.
    """
    rules = rules or default_rules()
    weighed = weigh(facts_of(position, rules, words, hand_known=hand_known), turn)
    broken, doubts, turn = list(weighed.broken), list(weighed.doubts), weighed.turn
    if position.over:
        broken.insert(0, Reason(clauses.OVER, "The game is over."))
    ended = position
    if not broken and not doubts:
        try:
            ended = after(position, turn)
        except ShuffleWanted as wanted:
            says = f"The draw pile is used up: shuffle {plural(len(wanted.cards))} and say their order."
            doubts.append(Reason(clauses.RESHUFFLE, says))
        except WrongShuffle as wrong:
            broken.append(Reason(clauses.RESHUFFLE, str(wrong)))
    if broken or doubts:
        return ZigityVerdict(turn, Verdict.weigh(broken, doubts, ()), position, position)
    holds = (*weighed.holds, *_ends(turn, ended))
    return ZigityVerdict(turn, Verdict.weigh((), (), holds), position, ended)


def _ends(turn: Turn, ended: Position) -> Iterator[Reason]:
    if turn.shuffled:
        yield Reason(clauses.RESHUFFLE, "The draw pile was used up, and the played cards were shuffled.")
    if not ended.over:
        return
    if ended.hand == () and turn.cards:
        yield Reason(clauses.OVER, "The hand is empty: the game is over.")
        yield Reason(clauses.WIN, f"Player {ended.to_move + 1} wins.")
        return
    won = winning(f"player {player + 1}" for player in winners(ended))
    yield Reason(clauses.BLOCKED, f"Nobody can play or draw; {won}.")


def report(facts: Facts) -> Verdict:
    """What holds where no turn is asked about: what can be done on this play card."""
    if facts.play.power != SET or facts.debt:
        says = "No set can be played now: play an action card or draw"
        owed = f", {plural(facts.debt)} being owed" if facts.debt else ""
        decides = clauses.DEBT if facts.debt else clauses.PLAY_CARD
        return Verdict.weigh((), (), [Reason(decides, f"{says}{owed}.", (str(facts.play),))])
    says = f"The play card is {facts.play.character or 'of a character that was not read'}."
    reasons = [
        Reason(clauses.SET_UP, "A set card shows, so play can go on."),
        Reason(clauses.PLAY_CARD, says),
    ]
    return Verdict.weigh((), (), reasons)


def play(
    position: Position, turn: Turn, rules: Rules | None = None, words: Lexicon | None = None
) -> Position:
    """The position after a turn. Raises IllegalMove, with the verdict, where it is not legal."""
    return played(judge(position, turn, rules, words))


def replay(
    position: Position, turns: Iterable[Turn], rules: Rules | None = None, words: Lexicon | None = None
) -> tuple[Position, tuple[ZigityVerdict, ...], ZigityVerdict | None]:
    """Play turns one after another for as long as they are legal: (state, done, stop); never raises."""
    return replayed(lambda position, turn: judge(position, turn, rules, words), position, turns)
