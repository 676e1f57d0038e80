"""Zangle: judge a claim, find what could be claimed, and the decks that the project prints."""

from companion.rules.zangle.claim import CENTRE, Card, Claim, Rules
from companion.rules.zangle.contract import claim_from_json, judge_json
from companion.rules.zangle.deck import DeckCard, colour_names, deck
from companion.rules.zangle.finding import Zangle, find_zangles
from companion.rules.zangle.game import GAME
from companion.rules.zangle.judging import Laid, ZangleVerdict, judge
from companion.rules.zangle.profile import Profile, profile_named

__all__ = [
    "CENTRE",
    "GAME",
    "Card",
    "Claim",
    "DeckCard",
    "Laid",
    "Profile",
    "Rules",
    "Zangle",
    "ZangleVerdict",
    "claim_from_json",
    "colour_names",
    "deck",
    "find_zangles",
    "judge",
    "judge_json",
    "profile_named",
]
