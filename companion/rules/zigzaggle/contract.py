"""The JSON contract of `companion judge zigzaggle`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.rules.errors import BadInput, quoted
from companion.rules.verdict import Reason, Ruling, Verdict
from companion.rules.words import WordList, english
from companion.rules.zigzaggle import clauses
from companion.rules.zigzaggle.clauses import Facts
from companion.rules.zigzaggle.finding import best_plays
from companion.rules.zigzaggle.judging import challenge_reason, exchanged, lay_verdict
from companion.rules.zigzaggle.options import Rules
from companion.rules.zigzaggle.position import no_more_than_there_are, points_for, without
from companion.rules.zigzaggle.profile import OWN, Cell, Profile, Runway, profile_from
from companion.rules.zigzaggle.scoring import TAKE_OFF, Line, words_made
from companion.rules.zigzaggle.turn import (
    Challenge,
    Exchange,
    Lay,
    Pass,
    Tile,
    Tiles,
    cell_from,
    lay,
    parse,
    tile_from,
)

_KEYS = ("profile", "tiles", "rack", "runway", "turn", "box", "hints", "options")
_FORMS = ("lay", "exchange", "challenge")
HINTS, MOST_HINTS = 5, 50


def judge_json(data: object, words: WordList | None = None) -> dict[str, Any]:
    """Judge one turn as JSON; docs/zig-zaggle.md shows the form.

    Raises BadInput, with one sentence that names what is wrong, for input that cannot be judged.
    """
    if not isinstance(data, Mapping):
        raise BadInput("Give an object with the tiles on the board, the rack and the turn.")
    _refuse_unknown(data, _KEYS, "A turn to judge")
    facts = _facts(data, english() if words is None else words)
    box = data.get("box")
    if box is not None and (isinstance(box, bool) or not isinstance(box, int) or box < 0):
        raise BadInput("box must be how many letters are left in it, a whole number.")
    count = _count_of_hints(data.get("hints"))
    turn = None if data.get("turn") is None else turn_from_json(data["turn"])
    for tile in _named(turn):
        _letter(tile, facts.profile)
    if facts.rack is None or isinstance(turn, Challenged):
        # What comes off a rack that is known was counted with it.
        no_more_than_there_are(facts.profile, (*facts.board.values(), *_named(turn)))
    runway: str | None = facts.runway.name
    lines: tuple[Line, ...] = ()
    board, left_out = dict(facts.board), []
    made: tuple[Any, ...] = ()
    if facts.rack is None and isinstance(turn, Lay | Exchange):
        left_out.append(clauses.FROM_RACK)
    if isinstance(turn, Challenged):
        reason = challenge_reason(
            [word.text for word in words_made(facts.board, turn.lay.placed)], facts.words
        )
        verdict = Verdict.weigh(clauses.never_made(facts, turn.lay), (), [reason])
    elif isinstance(turn, Lay):
        verdict, lines = lay_verdict(facts, turn)
        made = words_made(facts.board, turn.placed)
        if verdict.ruling is Ruling.LEGAL:
            board.update(turn.placed)
            runway = _then(facts, lines)
    elif isinstance(turn, Exchange):
        wrong = clauses.exchange_broken(turn, facts.rack, box)
        verdict = Verdict.weigh(wrong, (), [Reason(clauses.EXCHANGE, exchanged(turn))])
        if box is None:
            left_out.append(clauses.EXCHANGE)
    elif isinstance(turn, Pass):
        verdict = Verdict.weigh((), (), [Reason(clauses.PASS, "The turn was passed on.")])
    else:
        verdict = _report(facts)
    rack = _left(facts.rack, turn) if verdict.ruling is Ruling.LEGAL else facts.rack
    return {
        **verdict.to_json(),
        "turn": None if turn is None else str(turn),
        "words": [{"word": word.text, "where": list(word.where)} for word in made],
        "score": {
            "total": sum(line.points for line in lines),
            "lines": [
                {"clause": line.clause, "says": line.says, "where": list(line.where), "points": line.points}
                for line in lines
            ],
        },
        "challenge": _stakes(verdict) if isinstance(turn, Challenged) else None,
        "tiles": {str(cell): str(tile) for cell, tile in sorted(board.items())},
        "rack": None if rack is None else [str(tile) for tile in rack],
        "runway": runway,
        "hints": _hints(facts, count) if turn is None and facts.rack is not None else [],
        "left_out": left_out,
    }


def _left(rack: Tiles | None, turn: Lay | Exchange | Pass | Challenged | None) -> Tiles | None:
    """What a turn leaves on a rack before it is filled up; a challenge takes nothing off it."""
    if rack is None or not isinstance(turn, Lay | Exchange):
        return rack
    return without(rack, turn.tiles if isinstance(turn, Exchange) else [tile for _, tile in turn.placed])


def _named(turn: Lay | Exchange | Pass | Challenged | None) -> Iterable[Tile]:
    """The tiles that a turn names."""
    if isinstance(turn, Exchange):
        return turn.tiles
    played = turn.lay if isinstance(turn, Challenged) else turn
    return [tile for _, tile in played.placed] if isinstance(played, Lay) else ()


class Challenged:
    """A play that is challenged, told together with its tiles."""

    def __init__(self, played: Lay) -> None:
        self.lay = played

    def __str__(self) -> str:
        return f"challenge {self.lay}"


def _stakes(verdict: Verdict) -> dict[str, Any] | None:
    """What a challenge brings; None where there was nothing to challenge."""
    if verdict.ruling is not Ruling.LEGAL:
        return None
    right = verdict.reasons[0].clause == clauses.CHALLENGE_RIGHT
    stake = points_for("challenge")
    return {"succeeds": right, "player": 0 if right else stake, "challenger": stake if right else -stake}


def _then(facts: Facts, lines: Sequence[Line]) -> str | None:
    """The runway in play afterwards; None when the game is over."""
    names = [runway.name for runway in facts.profile.runways]
    if not any(line.clause == TAKE_OFF for line in lines):
        return facts.runway.name
    place = names.index(facts.runway.name) + 1
    return names[place] if place < len(names) else None


def _report(facts: Facts) -> Verdict:
    if not facts.board:
        start = str(facts.profile.start)
        return Verdict.weigh(
            (), (), [Reason(clauses.SET_UP, f"The board is empty; the first word crosses {start}.", (start,))]
        )
    return Verdict.weigh((), (), [Reason(clauses.RUNWAY, f"The {facts.runway.name} runway is in play.")])


def _count_of_hints(count: object) -> int:
    if count is None:
        return HINTS
    if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= MOST_HINTS:
        raise BadInput(f"hints must be how many plays to name, from 0 to {MOST_HINTS}.")
    return count


def _hints(facts: Facts, count: int) -> list[dict[str, Any]]:
    return [{"turn": str(found.turn), "points": found.points} for found in best_plays(facts, count)]


def _facts(data: Mapping[Any, Any], words: WordList) -> Facts:
    options = {} if data.get("options") is None else data["options"]
    if not isinstance(options, Mapping):
        raise BadInput("The options must be an object of names with true or false.")
    profile = profile_from(OWN if data.get("profile") is None else data["profile"])
    rack = None if data.get("rack") is None else tuple(sorted(_tiles(data["rack"], "The rack")))
    if rack is not None and len(rack) > 20:
        raise BadInput(f"A rack of {len(rack)} tiles is too large; give at most 20.")
    board = _board({} if data.get("tiles") is None else data["tiles"], profile)
    no_more_than_there_are(profile, (*board.values(), *(rack or ())))
    return Facts(profile, board, rack, runway_from(data.get("runway"), profile), Rules.of(options), words)


def runway_from(name: object, profile: Profile) -> Runway:
    """The runway of that name; the first one for None. Raises BadInput."""
    for runway in profile.runways:
        if name is None or name == runway.name:
            return runway
    raise BadInput(
        f"There is no runway {quoted(name)}; use {', '.join(one.name for one in profile.runways)}."
    )


def _board(data: object, profile: Profile) -> dict[Cell, Tile]:
    if not isinstance(data, Mapping):
        raise BadInput('The tiles must be an object of cells with tiles, such as {"j11": "Sb"}.')
    found = {cell_from(cell): _letter(tile_from(tile, laid=True), profile) for cell, tile in data.items()}
    if strange := [cell for cell in found if not profile.has(cell)]:
        raise BadInput(f"The board has no cell {strange[0]}; give the cells of the profile's grid.")
    return found


def _letter(tile: Tile, profile: Profile) -> Tile:
    if not tile.free and str(tile) not in profile.letters:
        such = f"; write such as {profile.letters[0]}" if profile.letters else ", nor any other letter"
        raise BadInput(f"There is no tile {tile} in the profile{such}.")
    return tile


def _tiles(data: object, what: str) -> Tiles:
    if not isinstance(data, list | tuple):
        raise BadInput(f"{what} must be a list of tiles such as Sb, and * for a free one.")
    try:
        return tuple(tile_from(tile, laid=False) for tile in data)
    except BadInput as wrong:
        raise BadInput(f"{what}: {wrong}") from wrong


def turn_from_json(data: object) -> Lay | Exchange | Pass | Challenged:
    """Read a turn: a line of the notation, or an object with one of lay, exchange, challenge. Raises BadInput."""
    if isinstance(data, str):
        turn = parse(data)
        if isinstance(turn, Challenge):
            raise BadInput('Give a challenge with the play it is about: {"challenge": {"j11": "Sb"}}.')
        return turn
    if not isinstance(data, Mapping) or len(data) != 1 or next(iter(data)) not in _FORMS:
        raise BadInput(
            f"The turn must be a line such as: pass; or an object with one of {', '.join(_FORMS)}."
        )
    form, value = next(iter(data.items()))
    if form == "exchange":
        return Exchange(tuple(sorted(_tiles(value, "The exchange"))))
    if not isinstance(value, Mapping):
        raise BadInput(f'To {form} give an object of cells with tiles, such as {{"j11": "Sb"}}.')
    played = lay({cell_from(cell): tile_from(tile, laid=True) for cell, tile in value.items()})
    return played if form == "lay" else Challenged(played)


def _refuse_unknown(data: Mapping[Any, Any], known: Iterable[str], owner: str) -> None:
    if unknown := sorted(str(key) for key in set(data) - set(known)):
        raise BadInput(f"{owner} has no {quoted(unknown[0])}; use {', '.join(known)}.")
