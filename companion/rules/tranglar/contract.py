"""The JSON contract of `companion judge tranglar`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.rules.errors import BadInput, quoted
from companion.rules.tranglar import clauses
from companion.rules.tranglar.actions import (
    Action,
    Attack,
    Concede,
    Pass,
    Place,
    PlaceNeutral,
    Replace,
    Swap,
    check_kinds,
    parse,
)
from companion.rules.tranglar.answer import to_json
from companion.rules.tranglar.judging import judge
from companion.rules.tranglar.kinds import PLAYERS, neutral_spot_at
from companion.rules.tranglar.laid import Laid, cells_from, laid_from
from companion.rules.tranglar.options import Rules
from companion.rules.tranglar.position import LARGE, PETROL, WHITE, Masks, Position
from companion.rules.tranglar.readings import Judged, agreed
from companion.rules.tranglar.stock import Stock, stock_from
from companion.rules.verdict import Ruling

_KEYS = ("to_move", "pieces", "readings", "supply", "passed", "action", "options")
_FORMS = "place, replace, attack or swap, or be a word such as pass"
MOST_READINGS = 1000


def judge_json(data: object) -> dict[str, Any]:
    """Judge one position and action as JSON; docs/tranglar.md shows the form.

    Raises BadInput, with one sentence that names what is wrong, for input that cannot be judged.
    """
    if not isinstance(data, Mapping):
        raise BadInput("Give an object with the pieces, the supply, who is to move and the action.")
    for key in data:
        if key not in _KEYS:
            raise BadInput(f"There is no {quoted(key)} here; use {', '.join(_KEYS)}.")
    options = {} if data.get("options") is None else data["options"]
    if not isinstance(options, Mapping):
        raise BadInput("The options must be an object of names with true or false.")
    rules = Rules.of(options)
    action = None if data.get("action") is None else action_from_json(data["action"])
    if "pieces" not in data and "readings" not in data:
        raise BadInput("The pieces are missing: list those on the board, or [] if none is.")
    sure = laid_from(data.get("pieces", ()))
    judged: list[Judged] = []
    wrong: _NotThereError | None = None
    for laid in _boards(data, sure):
        try:
            judged.append(_judged(data, laid, action, rules))
        except _NotThereError as error:
            # What was laid was there: a reading that leaves no such piece beside the board is none.
            wrong = wrong or error
    if not judged:
        raise wrong or BadInput("There is no board.")
    if "readings" not in data:
        return judged[0].to_json()
    return agreed(judged, len(judged)).to_json()


class _NotThereError(BadInput):
    """An action lays a piece that the game has not, or that nobody holds."""

    def __init__(self, says: str) -> None:
        super().__init__(f"The action lays what is not there: {says}")


def _boards(data: Mapping[str, Any], sure: Laid) -> list[Laid]:
    """The board, or what it can be: every reading with the pieces that are certain."""
    readings = data.get("readings", [[]])
    if not isinstance(readings, list) or not readings:
        raise BadInput("The readings must be a list of lists of pieces.")
    if len(readings) > MOST_READINGS:
        raise BadInput(f"There are {len(readings)} readings; give at most {MOST_READINGS}.")
    boards = []
    for number, reading in enumerate(readings, 1):
        try:
            boards.append(laid_from(reading, sure))
        except BadInput as wrong:
            raise BadInput(f"Reading {number}: {wrong}" if "readings" in data else str(wrong)) from wrong
    return _possible(boards, data)


def _possible(boards: list[Laid], data: Mapping[str, Any]) -> list[Laid]:
    """Without the boards that have more pieces than the game, and then than the supplies leave, if others are left."""
    found = [board for board in boards if board.excess() is None]
    if not found:
        raise BadInput(f"The board cannot be right: {boards[0].excess()}")
    if len(found) == 1 or data.get("supply") is None:
        return found
    held: list[tuple[Laid, Stock]] = []
    wrong: BadInput | None = None
    for board in found:
        try:
            held.append((board, stock_from(data["supply"], board)))
        except BadInput as error:
            # A large neutral piece cannot lie on the board and beside it.
            wrong = wrong or error
    if not held:
        raise wrong or BadInput("There is no board.")
    held = [(board, own) for board, own in held if board.excess(whites=own.said) is None] or held
    held = [(board, own) for board, own in held if board.excess(own.supply, own.said) is None] or held
    return [board for board, _ in held]


def _judged(data: Mapping[str, Any], laid: Laid, action: Action | None, rules: Rules) -> Judged:
    supply = data.get("supply")
    if supply is None:
        if action is not None:
            raise BadInput("To judge an action the supply must be given: what petrol and green hold.")
        supply = {name: {} for name in PLAYERS}
    stock, to_move = stock_from(supply, laid), _to_move(data, action)
    whites = stock.whites_for(to_move, laid)
    position = Position(
        (laid.petrol, laid.green), laid.neutral, stock.supply, whites, stock.large, to_move, _passed(data)
    )
    if not position.large and _is_set_up(position, action):
        # Nobody wrote what the set-up has still to lay: what is not there yet.
        position = replace(position, large=tuple(kind for kind in LARGE if kind not in laid.large))
    verdict = judge(position, action, rules)
    if verdict.ruling is Ruling.ILLEGAL:
        for reason in verdict.reasons:
            if reason.clause == clauses.OWN_SUPPLY:
                raise _NotThereError(reason.says)
    elif excess := Laid(*verdict.after.pieces, verdict.after.neutral).excess():
        raise _NotThereError(excess)
    return Judged(verdict, to_json(verdict, stock, laid.excess(stock.supply, stock.said)))


def _passed(data: Mapping[str, Any]) -> int:
    """How many players have passed in a row: the other one just now, or nobody."""
    passed = data.get("passed")
    if passed is not None and not isinstance(passed, bool):
        raise BadInput("passed must be true or false: whether the other player has just passed.")
    return int(bool(passed))


def _to_move(data: Mapping[str, Any], action: Action | None) -> int:
    name = data.get("to_move")
    if name is None and action is None:
        return PETROL
    if name not in PLAYERS:
        raise BadInput("Say who is to move: petrol or green.")
    return PLAYERS.index(name)


def _is_set_up(position: Position, action: Action | None) -> bool:
    if not isinstance(action, PlaceNeutral) or any(position.pieces):
        return False
    return neutral_spot_at(action.cells).kind != WHITE


def action_from_json(data: object) -> Action:
    """Read an action: an object with one of place, replace, attack and swap, or a word. Raises BadInput."""
    if isinstance(data, str):
        action = parse(data)
        check_kinds(action)
        return action
    if not isinstance(data, Mapping):
        raise BadInput(f"The action must have {_FORMS}.")
    forms = [key for key in ("place", "replace", "attack", "swap", "pass", "concede") if key in data]
    if len(forms) != 1 or set(data) - {forms[0], "neutral"} or ("neutral" in data and forms[0] != "place"):
        raise BadInput(f"The action must have one of {_FORMS}, and nothing else.")
    try:
        action = _action(forms[0], data[forms[0]], neutral=data.get("neutral", False))
        check_kinds(action)
    except BadInput as wrong:
        raise BadInput(f"The action: {wrong}") from wrong
    return action


def _action(form: str, value: object, *, neutral: object) -> Action:
    if not isinstance(neutral, bool):
        raise BadInput("neutral must be true or false.")
    if form == "place":
        cells = cells_from(value)
        return PlaceNeutral(cells) if neutral else Place(cells)
    if form == "swap":
        return Swap(cells_from(value))
    if form in ("pass", "concede"):
        if value is not True:
            raise BadInput(f"{form} must be true.")
        return Pass() if form == "pass" else Concede()
    if not isinstance(value, Mapping) or set(value) != {"remove", "place"}:
        raise BadInput(f"{form} must have remove and place, and nothing else.")
    place = _several(value["place"], "place")
    if form == "attack":
        return Attack(cells_from(value["remove"]), place)
    return Replace(_several(value["remove"], "remove"), place)


def _several(data: object, what: str) -> Masks:
    if not isinstance(data, list | tuple) or not data:
        raise BadInput(f"{what} must list the cells of one piece or more, such as [[a1N, a1E]].")
    return tuple(sorted(cells_from(cells) for cells in data))
