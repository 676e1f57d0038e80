"""Decks and other parts as PDF and PNG, drawn to scale."""

from companion.printing.edition import PrintedSet
from companion.printing.publish import print_game

__all__ = ["PrintedSet", "print_game"]
