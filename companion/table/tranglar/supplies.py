"""What lies beside a board, as far as the board tells: nobody photographs it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.rules.tranglar.kinds import NEUTRAL, PLAYERS, kinds, neutral_kinds, spot_at
from companion.rules.tranglar.laid import MOST_WHITES, Laid
from companion.rules.tranglar.position import LARGE
from companion.rules.tranglar.stock import EACH


def likely_supply(laid: Laid) -> dict[str, Any]:
    """The supplies as if every piece that a player shows were of that player's own, as far as that can be.

    Of what one shows more than one started with, the rest was the other player's. In the form of
    `companion judge tranglar`; a table corrects it where pieces were won in direct attacks.
    """
    shown = [_shown(laid.petrol), _shown(laid.green)]
    supply: dict[str, Any] = {}
    for player, name in enumerate(PLAYERS):
        left: Counter[str] = Counter()
        for kind_name in dict.fromkeys(kind.name for kind in kinds()):
            hands = [kind for kind in kinds() if kind.name == kind_name]
            began = [sum(kind.start[one] for kind in hands) for one in (0, 1)]
            here, there = (sum(shown[one][kind.label] for kind in hands) for one in (player, 1 - player))
            others = max(0, there - began[1 - player])
            rest = max(0, began[player] - here - others)
            # Hands that do not show come first: those that show have left the supply.
            order = sorted(hands, key=lambda kind: shown[player][kind.label] - kind.start[player])
            for kind in order:
                left[kind.label] = min(rest, kind.start[player])
                rest -= left[kind.label]
        supply[name] = {kind.label: left[kind.label] for kind in kinds()}
    each = min(EACH, max(0, MOST_WHITES - laid.whites))
    whole = {neutral_kinds()[kind].name: int(kind not in laid.large) for kind in LARGE}
    begun = bool(laid.petrol or laid.green)
    supply[NEUTRAL] = dict.fromkeys(PLAYERS, each) | ({} if begun else whole)
    return supply


def _shown(masks: tuple[int, ...]) -> Counter[str]:
    return Counter(kinds()[spot_at(mask).kind].label for mask in masks)
