"""Zig Zaggle: judge a turn, find the best plays, play, replay, score, read and write records."""

from companion.rules.zigzaggle.contract import judge_json
from companion.rules.zigzaggle.finding import Found, best_plays, plays
from companion.rules.zigzaggle.game import GAME
from companion.rules.zigzaggle.judging import Judged, facts_of, judge, play, replay
from companion.rules.zigzaggle.options import Rules
from companion.rules.zigzaggle.position import (
    Position,
    View,
    deductions,
    shuffled,
    start,
    totals,
    view,
    winners,
)
from companion.rules.zigzaggle.profile import Cell, Profile, own_profile, profile_from, profile_to_json
from companion.rules.zigzaggle.record import Record, position_from_line, position_to_line, record_from_text
from companion.rules.zigzaggle.turn import Challenge, Exchange, Lay, Pass, Tile, Turn, lay, parse

__all__ = [
    "GAME",
    "Cell",
    "Challenge",
    "Exchange",
    "Found",
    "Judged",
    "Lay",
    "Pass",
    "Position",
    "Profile",
    "Record",
    "Rules",
    "Tile",
    "Turn",
    "View",
    "best_plays",
    "deductions",
    "facts_of",
    "judge",
    "judge_json",
    "lay",
    "own_profile",
    "parse",
    "play",
    "plays",
    "position_from_line",
    "position_to_line",
    "profile_from",
    "profile_to_json",
    "record_from_text",
    "replay",
    "shuffled",
    "start",
    "totals",
    "view",
    "winners",
]
