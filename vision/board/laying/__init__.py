"""Pieces in their places: every way to lay them, and what a reading of a board hands on."""
