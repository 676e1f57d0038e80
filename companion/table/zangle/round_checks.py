"""What stands against setting up, joining, dealing, ending a round, and against the table's corrections."""

from __future__ import annotations

from companion.rules.errors import BadInput
from companion.rules.zangle import CENTRE
from companion.rules.zangle.modes import SOLITAIRE, deck_size, hand, most_dealt
from companion.table.naming import look_of, no_name
from companion.table.zangle import events as ev
from companion.table.zangle.moving import room_at
from companion.table.zangle.options import Options
from companion.table.zangle.reasons import Reasons, reason
from companion.table.zangle.table import Table

MOST_POINTS = 1000
_ALL_PLAYED = reason("rounds", "All rounds are played: end the game.")


def set_up(table: Table | None, event: ev.SetUp) -> Reasons:
    """A mode with its number of players, options that there are, names that can be told apart."""
    if table is not None:
        yield reason("set-up-once", "This game is set up already: begin another one.")
    try:
        mode = Options.of(event).mode
    except BadInput as wrong:
        yield reason("options", str(wrong))
    else:
        if not mode.least <= len(event.players) <= mode.most:
            most = f"{mode.least} to {mode.most} players" if mode.most > 1 else "one player"
            yield reason("players", f"{mode.title} is for {most}, not {len(event.players)}.")
    for number, name in enumerate(event.players):
        yield from _name(name, event.players[:number])
    if event.dealer is not None and event.dealer not in event.players:
        yield reason("at-the-table", f"{event.dealer} deals and does not sit at the table.")


def cards_last(event: ev.SetUp) -> Reasons:
    """A game is begun only if every round of it can be dealt, whoever wins which equalizers."""
    options = Options.of(event)
    if not options.equalizers:
        return
    held, wins = (0,) * len(event.players), options.mode.rounds - 1
    asked, deck = most_dealt(options.mode.name, options.levels, held, wins), deck_size(options.profile)
    if asked > deck:
        yield reason("deal", f"{_too_many(asked, deck)}: let them deal fewer more.")


def _too_many(asked: int, deck: int) -> str:
    return f"With these equalizers a round may ask for {asked} cards, and there are {deck}"


def _name(name: str, others: tuple[str, ...]) -> Reasons:
    if says := no_name(name):
        yield reason("names", says)
    elif ev.is_reserved(name):
        yield reason("names", f"Nobody can be called {name!r}, for that is a place on the table.")
    elif look_of(name) in {look_of(other) for other in others}:
        yield reason("names", f"Somebody is called {name} already: take another name.")


def join(table: Table, event: ev.Join) -> Reasons:
    """A late player needs a name, a free seat, and a round to be dealt in to."""
    yield from _name(event.seat, table.names)
    mode = table.options.mode
    if len(table.seats) >= mode.most:
        most = f"{mode.most} players" if mode.most > 1 else "one player"
        yield reason("players", f"{mode.title} is for {most} at most.")
    if event.after is not None and table.seat(event.after) is None:
        yield reason("at-the-table", f"Nobody called {event.after!r} sits at the table.")
    if not table.deals_in:
        yield reason("late-players", "No round is left to be dealt in to.")


def cards_last_for_one_more(table: Table, _event: ev.Join) -> Reasons:
    """Who sits down late has to be dealt in to every round that is left, whoever wins which equalizers."""
    if not table.options.equalizers:
        return
    held = (*(seat.level for seat in table.seats), 0)
    wins = table.options.mode.rounds - 1 - len(table.results) + (table.equalizer_won is not None)
    asked = most_dealt(table.mode, table.options.levels, held, wins)
    if asked > table.deck:
        yield reason("deal", f"{_too_many(asked, table.deck)}: nobody else can be dealt in.")


def deal(table: Table, _event: ev.Deal) -> Reasons:
    """There have to be cards enough for all."""
    if table.mode == SOLITAIRE:
        return
    levels = table.options.levels
    hands = [hand(levels, seat.level, bonus=table.bonus) for seat in table.seats]
    asked = sum(one.row + one.draw for one in hands) + table.cap(CENTRE)
    if not table.bonus and asked > table.aside:
        says = f"{asked} cards would have to be dealt, and there are {table.aside}"
        yield reason("deal", f"{says}: end the game, or undo to where fewer are.")


def tie_is_gone(table: Table, _event: ev.Deal) -> Reasons:
    """A bonus round is not dealt any more where the score was corrected since, and somebody leads alone."""
    if table.bonus and table.decided:
        yield _ALL_PLAYED


def next_round(table: Table, _event: ev.NextRound) -> Reasons:
    """Another round, or a bonus round for those who tie."""
    if table.more_rounds:
        return
    if table.mode == SOLITAIRE or table.decided:
        yield _ALL_PLAYED


def equalizer_first(table: Table, _event: ev.NextRound) -> Reasons:
    """The winner's equalizer comes before the next round, also where a correction has made the tie."""
    if table.equalizer_due is not None:
        yield reason("equalizer", f"{table.equalizer_due} gets an equalizer first.")


def equalize(table: Table, event: ev.Equalize) -> Reasons:
    """Only the winner of the round just played gets an equalizer, once."""
    if table.equalizer_won is None:
        yield reason("equalizer", "Nobody is to get an equalizer now.")
    elif table.equalizer_won != event.seat:
        yield reason("equalizer", f"{table.equalizer_won} won the round and gets the equalizer.")


def no_round_for_it(table: Table, _event: ev.Equalize) -> Reasons:
    """Nobody gets an equalizer where no round is left to be played under it, also by a correction."""
    if table.decided:
        yield reason("equalizer", "No round is left to be played under an equalizer: end the game.")


def correct_score(table: Table, event: ev.CorrectScore) -> Reasons:
    """Points of a finished round, for somebody who played it, with a reason."""
    result = next((one for one in table.results if one.number == event.round), None)
    if result is None:
        yield reason("correction", f"Round {event.round} is not scored.")
    elif event.seat not in dict(result.held):
        yield reason("correction", f"{event.seat!r} did not play round {event.round}.")
    if not 0 <= event.points <= MOST_POINTS:
        yield reason("correction", f"Points are 0 to {MOST_POINTS}.")
    yield from _why(event.why)


def correct_cards(table: Table, event: ev.CorrectCards) -> Reasons:
    """Cards move between places that this table has, as many as are there, with a reason."""
    yield from _why(event.why)
    if event.count < 1:
        yield reason("cards-add-up", "At least one card has to move.")
    if event.source == event.to:
        yield reason("cards-add-up", "The cards have to come from another place.")
    for place in (event.source, event.to):
        room = room_at(table, place)
        if room is None:
            yield reason("cards-add-up", f"There is no such place on this table: {_spoken(place)}.")
        elif place == event.source and room < event.count:
            yield reason("cards-add-up", f"Only {room} cards are there: {_spoken(place)}.")


def _why(why: str) -> Reasons:
    if not why.strip():
        yield reason("correction", "Say why.")


def _spoken(place: ev.Place) -> str:
    words = [place.kind.value, *(() if place.column is None else (str(place.column),))]
    return " ".join(words) + ("" if place.seat is None else f" of {place.seat}")
