"""Tranglar: judge an action, list the legal ones, play, replay, explain a change, read and write records."""

from companion.rules.tranglar.actions import (
    Action,
    Attack,
    Concede,
    Pass,
    Place,
    PlaceNeutral,
    Replace,
    Swap,
    parse,
)
from companion.rules.tranglar.contract import judge_json
from companion.rules.tranglar.explain import Change, Explanation, explain
from companion.rules.tranglar.game import GAME
from companion.rules.tranglar.generate import actions
from companion.rules.tranglar.judging import TranglarVerdict, judge, play, replay
from companion.rules.tranglar.options import Rules
from companion.rules.tranglar.position import GREEN, PETROL, Position, start
from companion.rules.tranglar.record import Record, position_from_line, position_to_line, record_from_text

__all__ = [
    "GAME",
    "GREEN",
    "PETROL",
    "Action",
    "Attack",
    "Change",
    "Concede",
    "Explanation",
    "Pass",
    "Place",
    "PlaceNeutral",
    "Position",
    "Record",
    "Replace",
    "Rules",
    "Swap",
    "TranglarVerdict",
    "actions",
    "explain",
    "judge",
    "judge_json",
    "parse",
    "play",
    "position_from_line",
    "position_to_line",
    "record_from_text",
    "replay",
    "start",
]
