"""What a table that is watched shows to have happened next: control cards, deals, draws and claims, each as an event.

    watching, event = proposal(watching, state)       # until there is none; the game judges each

Nothing here decides anything. The game's own rules accept or refuse what is proposed, and any of it can be undone.
"""

from __future__ import annotations

from dataclasses import replace

from companion.rules.zangle.modes import SOLITAIRE, SPEEDSTER
from companion.table.watch.cards_drawn import deal, drawn, filled, flip, looks
from companion.table.watch.claims_laid import claim
from companion.table.watch.drawing import may_draw, owners
from companion.table.watch.exchanged import exchanged
from companion.table.watch.frozen_call import before_a_call
from companion.table.watch.hits_called import caller_drew
from companion.table.watch.left_over import with_played
from companion.table.watch.new_cards import with_stale
from companion.table.watch.pressing import END, MINE, NEXT, PAUSE, UNDO
from companion.table.watch.told_anew import amended
from companion.table.watch.undone import undone_last
from companion.table.watch.watching import Watching
from companion.table.watch.word_given import words_given
from companion.table.watch.zangle_piles import without_piles
from companion.table.zangle import events as ev
from companion.table.zangle.play import State
from companion.table.zangle.table import Phase, Table

DEVICE = "camera"


def proposal(watching: Watching, state: State) -> tuple[Watching, ev.Event | None]:
    """What the table shows to have happened next, if anything, and the watching that has said so."""
    table = state.table
    scene = watching.scene
    if table is None or scene is None:
        return watching, None
    names = owners(table)
    if names != watching.seats:
        watching = replace(watching, seats=names, zones=(), marks=())
        return watching.saw(scene), None
    words = words_given(watching.words, watching.heard, watching.told_seen, state, table, watching.cards)
    watching = replace(watching, words=words, heard=state.version, told_seen=())
    watching = _with_undone(watching, undone_last(state))
    watching, pressed = _pressed(watching, state, table)
    if pressed is not None or table.paused:
        return watching, pressed
    if not watching.zones:
        # Without them nothing lies anywhere, and nothing that is missed was taken.
        return replace(watching, call=None, told=None), None
    watching, undo = amended(watching, state)
    if undo is not None:
        return watching, undo
    watching = with_played(with_stale(without_piles(watching, table), state), table)
    if table.phase is Phase.GATHERED:
        return deal(watching, table)
    if table.phase is Phase.DEALT:
        return flip(watching, table)
    if table.phase is Phase.PLAY:
        return _play(watching, table)
    return replace(watching, call=None), None


def _with_undone(watching: Watching, undone: ev.Event | None) -> Watching:
    """With what was undone last. What lies down then may have been laid after it was entered, and is not laid anew."""
    call = watching.call
    if call is not None and undone is not None and undone != watching.undone:
        call = replace(call, cleared=False)
    return replace(watching, undone=undone, call=call)


def _pressed(watching: Watching, state: State, table: Table) -> tuple[Watching, ev.Event | None]:
    """The next control card that has not had its effect, and what it does."""
    if table.paused and watching.paused and PAUSE not in dict(watching.pressed):
        return replace(watching, paused=False), ev.Resume()
    due_s = watching.now_s - watching.config.settled_s / 2
    for name, since_s in watching.pressed:
        if name in watching.acted or since_s > due_s:
            continue
        event = _control(watching, name, state, table)
        if (
            event is not None
            or name != MINE
            or (watching.mine is not None and watching.mine.seat is not None)
        ):
            pausing = watching.paused or isinstance(event, ev.Pause)
            return replace(watching, acted=watching.acted | {name}, paused=pausing), event
    return watching, None


def _control(watching: Watching, name: str, state: State, table: Table) -> ev.Event | None:
    if name == PAUSE:
        return None if table.paused else ev.Pause("a card on the table says so")
    if name == UNDO and state.to_undo is not None and not isinstance(state.to_undo.event, ev.SetUp):
        return ev.Undo(state.to_undo.seq)
    if name == NEXT and table.phase is Phase.SCORED:
        return ev.NextRound()
    if name == END:
        return ev.End("a card on the table says so")
    mine = watching.mine
    if name == MINE and table.phase is Phase.PLAY and table.mode == SPEEDSTER and mine and mine.seat:
        return ev.Call(mine.seat, mine.laid_s, max(mine.doubt_s, watching.config.call_uncertainty_s), DEVICE)
    return None


def _play(watching: Watching, table: Table) -> tuple[Watching, ev.Event | None]:
    watching, look = exchanged(watching, table) if table.mode != SOLITAIRE else (watching, None)
    if look is not None:
        return watching, look
    if table.mode == SPEEDSTER and table.control is not None:
        watching, drew = caller_drew(watching, table, table.control)
        return (watching, drew) if drew is not None else claim(watching, table, table.control)
    if table.mode == SPEEDSTER:
        before = before_a_call(watching, table)
        if before is None and table.tied:
            # Who called at once may lay cards down before the table settles whose they are.
            before = watching.before
        watching = replace(watching, call=None, before=before)
    if table.tied:
        return watching, None
    for place, may in may_draw(table).items():
        watching, event = drawn(watching, table, place, may)
        if event is not None:
            return watching, event
    column = filled(watching, table)
    if column is not None and column != watching.undone:
        return watching, column
    watching, seen = looks(watching, table)
    if seen is not None or table.mode == SPEEDSTER or (table.turn is not None and table.turn.claimed):
        return watching, seen
    # Without calls, whoever has the turn may lay down as soon as all lies at rest.
    return claim(watching, table, str(table.control)) if table.control is not None else (watching, None)
