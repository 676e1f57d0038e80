"""Zig Zaggle at the table that all games but Zangle share."""

from companion.table.played.zigzaggle.desk import DESK

__all__ = ["DESK"]
