"""Zigity: judge a turn, list the legal ones, find the best sets, play, replay, read and write records."""

from companion.rules.zigity.cards import Card, printed_deck
from companion.rules.zigity.contract import judge_json
from companion.rules.zigity.game import GAME
from companion.rules.zigity.generate import hints, sets, turns
from companion.rules.zigity.judging import ZigityVerdict, judge, play, replay
from companion.rules.zigity.lexicon import Lexicon, english_lexicon
from companion.rules.zigity.options import Rules
from companion.rules.zigity.position import Position, View, shuffled, start, view, winners, with_shuffles
from companion.rules.zigity.record import Record, position_from_line, position_to_line, record_from_text
from companion.rules.zigity.sets import best_set
from companion.rules.zigity.turn import Laid, Turn, parse

__all__ = [
    "GAME",
    "Card",
    "Laid",
    "Lexicon",
    "Position",
    "Record",
    "Rules",
    "Turn",
    "View",
    "ZigityVerdict",
    "best_set",
    "english_lexicon",
    "hints",
    "judge",
    "judge_json",
    "parse",
    "play",
    "position_from_line",
    "position_to_line",
    "printed_deck",
    "record_from_text",
    "replay",
    "sets",
    "shuffled",
    "start",
    "turns",
    "view",
    "winners",
    "with_shuffles",
]
