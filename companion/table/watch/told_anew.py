"""The Zangle that was told last, as long as nothing else has happened: is it still the one that lies there?"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from companion.table.watch.amending import Told
from companion.table.watch.claimed import Claimed
from companion.table.watch.claiming import Key, keys, laid, laying, strangers
from companion.table.watch.claims_laid import claim
from companion.table.watch.watching import Watching
from companion.table.zangle import events as ev
from companion.table.zangle.play import State
from vision.live.things import How


def amended(watching: Watching, state: State) -> tuple[Watching, ev.Undo | None]:
    """Where more was laid to the Zangle that was told last, or some of it was put back to where it lay: the undo of
    that; what it is now is told then.
    """
    told, last = watching.told, state.to_undo
    if told is None or watching.scene is None:
        return watching, None
    if last is None or last.before is None or not told.is_last(last):
        return replace(watching, told=None), None
    now_s, config = watching.scene.at_s, watching.config
    then = replace(watching, call=told.call)
    claimed = then.claimed(told.claim.seat)
    busy = laying(watching.scene, watching.cards, watching.zones, config)
    waits = keys(claimed.cards) != told.cards or busy
    put = laid(claimed, watching.zones)
    more = set(keys(put)) - set(told.cards)
    unclear = claimed.unsure or any(moved.guessed for moved in put)
    if strangers(claimed, told.claim.seat) or (more and unclear):
        # Nothing is told while another's card lies there, or what was laid to it may be one or another.
        told = replace(told, at_s=now_s)
    told = replace(told, closed=told.closed or not told.open_at(now_s, config.more_s, waits=waits))
    back = _put_back(then, told, claimed)
    if told.closed and not back:
        return replace(watching, told=told), None
    then, _ = claim(replace(then, told=None), last.before, told.claim.seat)
    if then.call is None:
        return replace(watching, told=None), None
    call = replace(then.call, told=told.call.told)
    told = replace(told, call=call, laid=told.laid | set(keys(laid(claimed, watching.zones))))
    if then.told is not None and told.becomes(then.told, back):
        return replace(watching, call=call, told=None), ev.Undo(last.seq)
    return replace(watching, told=told), None


def _put_back(watching: Watching, told: Told, claimed: Claimed) -> tuple[Key, ...]:
    """The cards of the Zangle that lie in plain sight where they lay at the call, while the others lie in the claim
    zone still. Once it is closed only those whose marker tells that they are the same: one like them may be drawn.
    """
    put = keys(laid(claimed, watching.zones))
    if put != keys(claimed.cards) or watching.call is None:
        return ()
    # One like it that lies in the claim zone still is the one that was laid there.
    away = Counter(key[1:] for key in told.cards) - Counter(key[1:] for key in put)
    gone = [key for key in (Counter(told.cards) - Counter(put)).elements() if key[1:] in away]
    lay = [(owner, card.id or "", card.look or "") for owner, card in watching.call.frozen.owned]
    lie = [
        (str(card.place), card.seen.id or "", card.seen.look or "")
        for place in {owner for owner, _, _ in gone}
        for card in watching.settled(place)
        if card.seen.how is How.SEEN
    ]
    return tuple(key for key in gone if lie.count(key) >= lay.count(key) > 0 and (key[1] or not told.closed))
