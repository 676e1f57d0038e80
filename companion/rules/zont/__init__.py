"""Zont: judge a turn, list the legal ones, play, replay, score, read and write records."""

from companion.rules.zont.contract import judge_json
from companion.rules.zont.game import GAME
from companion.rules.zont.generate import turns
from companion.rules.zont.judging import ZontVerdict, judge, play, replay
from companion.rules.zont.options import Rules
from companion.rules.zont.position import Position, Score, View, score_of, shuffled, start, view, winners
from companion.rules.zont.record import Record, position_from_line, position_to_line, record_from_text
from companion.rules.zont.turn import Art, Change, Favors, Turn, parse

__all__ = [
    "GAME",
    "Art",
    "Change",
    "Favors",
    "Position",
    "Record",
    "Rules",
    "Score",
    "Turn",
    "View",
    "ZontVerdict",
    "judge",
    "judge_json",
    "parse",
    "play",
    "position_from_line",
    "position_to_line",
    "record_from_text",
    "replay",
    "score_of",
    "shuffled",
    "start",
    "turns",
    "view",
    "winners",
]
