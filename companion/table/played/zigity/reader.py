"""What a look at Zigity's table says was played: the cards of a set, an action card, the card that was turned up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from companion.rules.zigity.cards import SET
from companion.rules.zigity.cards import card_from as card_named
from companion.rules.zigity.clauses import starting
from companion.rules.zigity.position import Position
from companion.rules.zigity.turn import Turn, parse
from companion.table.played.events import MIDDLE, Claim, Show
from companion.table.played.proposal import NOTHING, Proposed, claim_of, doubt
from companion.table.played.reader import Reader
from companion.table.played.seen_since import SeenSince
from companion.table.played.table import Table
from companion.table.played.zigity.unseen import Unseen
from companion.table.zigity.laid import zigity_table
from vision.parts.sighting import PartsSeen


class ZigityReader(Reader):
    """Zigity's play pile, and what lies beside it."""

    def read(
        self, table: Table, seen: PartsSeen, laid: frozenset[str], since: SeenSince | None = None
    ) -> Proposed:
        """The set beside the play card, or the card that was turned up."""
        if MIDDLE in table.due:
            found = zigity_table(seen)
            if found.doubts or found.play is None:
                return doubt(found.doubts)
            return Proposed(Show(MIDDLE, (str(found.play.name),)), "")
        found = zigity_table(seen, play=str(table.position.play_card))
        if found.doubts:
            return doubt(found.doubts)
        if still := _still_lying(table.position, [str(card.name) for card in found.laid]):
            return Proposed(None, STILL_LYING.format(card=starting(card_named(still))))
        if uncovered := _uncovered(table.position, [str(card.name) for card in found.uncovered]):
            return Proposed(None, UNCOVERED.format(card=starting(card_named(uncovered))))
        claim = found.claim()
        if claim is None or "turn" not in claim:
            return Proposed(None, NOTHING)
        move = table.desk.move(claim["turn"], table.position, table.position.to_move)
        return claim_of(table, move, grows=True)

    def known_to_lie(self, table: Table) -> frozenset[str]:
        """The cards on the pile, covered or not."""
        return frozenset(map(str, table.position.played))

    def gathered(self, table: Table, seen: PartsSeen, claim: Claim, since: SeenSince) -> Claim | None:
        """The turn that lay there before, if all of it lies on the play pile by now, its cards in the order that leaves
        the one on top that shows; None where anything else lies open or may, where that one is none of them, or where a
        card of its name lay open before the turn or was the play card."""
        found, position = zigity_table(seen), table.position
        if found.doubts or found.play is None or found.laid or found.others:
            return None
        turn = parse(claim.move)
        if not all(since.came(str(card)) for card in turn.cards) or _came_since(position, turn, since):
            return None
        top = card_named(str(found.play.name))
        if top == position.play_card:
            return None
        if turn.laid is None:
            return claim if turn.actions[-1:] == (top,) else None
        on_top = [laid for laid in turn.laid if laid.card == top]
        if len(on_top) != 1:
            return None
        others = tuple(laid for laid in turn.laid if laid.card != top)
        return Claim(claim.seat, str(replace(turn, laid=(*others, *on_top))))


def _came_since(position: Position, turn: Turn, since: SeenSince) -> bool:
    """Whether a card that is none of the turn came while the play card was covered: it may be of the turn, too."""
    covered_s = since.spans.get(str(position.play_card), (0.0, 0.0))[1]
    own = set(map(str, turn.cards))
    return any(
        since.came(name) and last_s > covered_s
        for name, (_, last_s) in since.spans.items()
        if name not in own
    )


STILL_LYING = "{card} was played before: lay what was played onto the pile, or enter the turn by hand."


def _still_lying(position: Position, laid: Sequence[str]) -> str | None:
    """A card beside the play card that was played in an earlier turn, and is not of the set that is laid now."""
    beneath = Counter(map(str, position.played[:-1]))
    others = {str(card) for cards in (*position.hands, position.draw) for card in cards}
    before = str(position.played[-2]) if len(position.played) > 1 else None
    for name in laid:
        if beneath[name] and name not in others:
            return name
        # Of an action card there are copies: no set has one, so it is that on which the last one was played.
        if name == before and len(laid) > 1 and card_named(name).is_action:
            return name
    return None


UNCOVERED = "{card} may have lain beneath the play card: lay that one onto the pile, and what is played apart from it."


def _uncovered(position: Position, names: Sequence[str]) -> str | None:
    """A card that there are several of, so that one may lie beneath the play card though another one was laid now."""
    before = str(position.played[-2]) if len(position.played) > 1 else None
    for name in names:
        if card_named(name).name != SET and (
            name == before or (isinstance(position, Unseen) and position.turned)
        ):
            return name
    return None
