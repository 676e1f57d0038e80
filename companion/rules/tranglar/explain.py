"""What happened between two looks at a board: which action it was, and what was turned over wrongly.

The cells tell which pieces came and went; the colours tell what was turned over. Every action that
fits the cells is judged and played, and its outcome held against what lies there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeGuard

from companion.rules.sentences import sentence
from companion.rules.tranglar.actions import Action, Attack, Pass, Place, PlaceNeutral, Replace, Swap
from companion.rules.tranglar.cells import MOST_NAMED, listed, names
from companion.rules.tranglar.clauses import NO_TRAP, PASS, TURNS, a_piece
from companion.rules.tranglar.judging import judge
from companion.rules.tranglar.kinds import NEUTRAL, PLAYERS, spots
from companion.rules.tranglar.laid import Laid
from companion.rules.tranglar.options import Rules
from companion.rules.tranglar.playing import after as play_unchecked
from companion.rules.tranglar.playing import common_area
from companion.rules.tranglar.position import Masks, Position
from companion.rules.tranglar.saying import in_words
from companion.rules.tranglar.supply import count
from companion.rules.tranglar.supply import one as one_of
from companion.rules.tranglar.trapping import Flip, trapezes
from companion.rules.verdict import Reason, Ruling, Verdict

Turned = tuple[int, str]
"""A piece's cells, and the colour that it should show and does not."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One action that fits what was seen."""

    action: Action
    mover: int
    """Who did it."""
    verdict: Verdict
    flips: tuple[Flip, ...]
    """What had to turn over, in order."""
    forgotten: tuple[Turned, ...]
    """What had to turn over, or to be laid with that colour up, and was not."""
    wrong: tuple[Turned, ...]
    """What was turned over and must turn back."""

    @property
    def legal(self) -> bool:
        """Whether the action was legal, whatever was turned over afterwards."""
        return self.verdict.ruling is Ruling.LEGAL

    @property
    def who_did_what(self) -> str:
        """The action in words: "green places the trapeze on b2N, b3E, b3S"."""
        return f"{PLAYERS[self.mover]} {in_words(self.action)}"

    @property
    def oddities(self) -> tuple[str, ...]:
        """Each piece that shows another colour than it should, in words: "the trapeze on ... should show green and does
        not"."""
        return (
            *(f"{a_piece(mask)} should show {colour} and does not" for mask, colour in self.forgotten),
            *(f"{a_piece(mask)} was turned wrongly: back to {colour}" for mask, colour in self.wrong),
        )

    @property
    def deviations(self) -> int:
        """How many pieces show another colour than they should."""
        return len(self.forgotten) + len(self.wrong)


@dataclass(frozen=True, slots=True)
class Change:
    """All that a change can have been, the likeliest first."""

    explanations: tuple[Explanation, ...]
    ambiguous: bool
    """Whether the first two are as likely: as legal, with as many deviations, as much in turn."""
    unexplained: tuple[str, ...]
    """Cells that no single action explains, where there is no explanation."""

    @property
    def says(self) -> tuple[str, ...]:
        """The change in sentences for a player."""
        return self.told()

    def told(self, by: str | None = None) -> tuple[str, ...]:
        """The same, where it was `by` somebody else than who explains it best."""
        if not self.explanations:
            where = f"at {listed(self.unexplained)}."
            if len(self.unexplained) > MOST_NAMED:
                ask = "are the two of one game, with one action between them?"
                where = f"in {listed(self.unexplained)}: {ask}"
            return (f"No single action explains the change {where}",)
        best = self.explanations[0]
        lines = [*_ruled(best, by or PLAYERS[best.mover])]
        lines += [sentence(f"{odd}.") for odd in best.oddities]
        if self.ambiguous:
            lines.append(f"It may as well have been that {self.explanations[1].who_did_what}.")
        return tuple(lines)


def _ruled(one: Explanation, by: str) -> Iterator[str]:
    """What was done and whether that was legal. Who laid nothing need not have passed: the turn may still come."""
    broken = _broken(one.verdict)
    if isinstance(one.action, Pass):
        why = ": another action is left" if any(reason.clause == PASS for reason in broken) else ""
        yield f"Nothing was laid. If {by} passed, that is {'allowed' if one.legal else 'not allowed'}{why}."
        broken = tuple(reason for reason in broken if reason.clause != PASS)
    else:
        yield f"{sentence(by)} {in_words(one.action)}: {'legal' if one.legal else 'not legal'}."
    for reason in broken:
        yield reason.says


def explain(position: Position, now: Laid, rules: Rules) -> Change:
    """Say which action turned a position into the board `now`, whether it was legal, and what was turned wrongly.

    Legal explanations come before illegal ones, those with fewer deviations before others, and of two alike the one of
    the player to move.
    """
    owners = _owners(now)
    found: list[Explanation] = []
    for mover in (position.to_move, position.other):
        view = replace(position, to_move=mover)
        for action in _fitting(view, owners):
            one = _held_against(view, action, owners, rules, in_turn=mover == position.to_move)
            if one is not None:
                found.append(one)
    found.sort(key=lambda one: _rank(one, position.to_move))
    if not found:
        gone, come = _moved(position, owners)
        odd = sum(set(gone)) | sum(set(come))
        return Change((), False, names(odd))
    best = [one for one in found if _rank(one, position.to_move) == _rank(found[0], position.to_move)]
    return Change(tuple(found), len(best) > 1, ())


def _rank(one: Explanation, to_move: int) -> tuple[bool, int, bool]:
    return not one.legal, one.deviations, one.mover != to_move


def _owners(laid: Laid) -> dict[int, str]:
    found = dict.fromkeys(laid.petrol, PLAYERS[0])
    found.update(dict.fromkeys(laid.green, PLAYERS[1]))
    found.update(dict.fromkeys(laid.neutral, NEUTRAL))
    return found


def _before(position: Position) -> dict[int, str]:
    return _owners(Laid(*position.pieces, position.neutral))


def _moved(position: Position, owners: dict[int, str]) -> tuple[Masks, Masks]:
    """Which pieces are gone and which have come, by their cells; a neutral one never becomes a player's."""
    then = _before(position)
    stayed = {
        mask
        for mask, owner in then.items()
        if mask in owners and (owner == NEUTRAL) == (owners[mask] == NEUTRAL)
    }
    gone = tuple(sorted(set(then) - stayed))
    come = tuple(sorted(set(owners) - stayed))
    return gone, come


def _fitting(position: Position, owners: dict[int, str]) -> Iterator[Action]:
    """Every action of the player to move that leaves pieces on these cells, whatever their colours."""
    gone, come = _moved(position, owners)
    if not gone and not come:
        yield Pass()
        # One that was not exchanged leaves no trace of what was meant.
        for mask in position.pieces[position.other]:
            if spots()[mask].kind in trapezes() and owners[mask] == PLAYERS[position.to_move]:
                yield Swap(mask)
        return
    if not gone:
        if len(come) == 1:
            neutral = owners[come[0]] == NEUTRAL
            yield PlaceNeutral(come[0]) if neutral else Place(come[0])
        return
    area, laid = common_area(gone), common_area(come)
    if area != laid or any(owners[mask] == NEUTRAL for mask in come):
        return
    if all(mask in position.pieces[position.to_move] for mask in gone):
        yield Replace(gone, come)
    if len(gone) == 1 and gone[0] in position.pieces[position.other]:
        yield Attack(gone[0], come)


def _held_against(
    position: Position, action: Action, owners: dict[int, str], rules: Rules, *, in_turn: bool
) -> Explanation | None:
    """The explanation that an action gives; None for one that would say nothing: a pass out of turn."""
    if isinstance(action, Pass) and not in_turn:
        return None
    # A captor with too few trapezes for all chooses: those that were exchanged were chosen.
    then = _before(position)
    prefer = {mask for mask, owner in owners.items() if then.get(mask, owner) != owner}
    judged = judge(position, action, rules, prefer)
    verdict = judged.verdict
    if not in_turn:
        says = f"It was {PLAYERS[position.other]}'s turn."
        verdict = Verdict(Ruling.ILLEGAL, (Reason(TURNS, says), *_broken(verdict)))
    ended, settled = play_unchecked(_able(position, action), action, prefer)
    should = _before(ended)
    flips = settled.flips
    if _refused(action, verdict) and owners[action.cells] == PLAYERS[position.to_move]:
        # A piece that is refused is taken back: it does not turn over first.
        flips = tuple(flip for flip in flips if flip.mask != action.cells)
        should[action.cells] = owners[action.cells]
    turned = {flip.mask for flip in flips}
    forgotten: list[Turned] = []
    wrong: list[Turned] = []
    for mask, owner in sorted(owners.items()):
        if owner != should[mask]:
            laid_wrongly = mask not in then and mask not in turned
            forgot = mask in turned or laid_wrongly or (isinstance(action, Swap) and action.cells == mask)
            (forgotten if forgot else wrong).append((mask, should[mask]))
    return Explanation(action, position.to_move, verdict, flips, tuple(forgotten), tuple(wrong))


def _refused(action: Action, verdict: Verdict) -> TypeGuard[Place]:
    """Whether a piece was placed into a trap."""
    return isinstance(action, Place) and any(reason.clause == NO_TRAP for reason in _broken(verdict))


def _broken(verdict: Verdict) -> tuple[Reason, ...]:
    return verdict.reasons if verdict.ruling is Ruling.ILLEGAL else ()


def _able(position: Position, action: Action) -> Position:
    """The position with everything in the mover's supply that the action lays, so that it can be played out."""
    laid: Masks = ()
    if isinstance(action, Place | Swap):
        laid = (action.cells,)
    elif isinstance(action, Replace | Attack):
        laid = action.place
    mover = position.to_move
    supply = list(position.supply)
    for mask in laid:
        kind = spots()[mask].kind
        needed = sum(spots()[other].kind == kind for other in laid)
        supply[mover] += one_of(kind) * max(0, needed - count(supply[mover], kind))
    whites = (max(1, position.whites[0]), max(1, position.whites[1]))
    return replace(position, supply=(supply[0], supply[1]), whites=whites)
