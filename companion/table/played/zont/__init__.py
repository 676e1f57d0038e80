"""Zont at the table that all games but Zangle share."""

from companion.table.played.zont.desk import DESK

__all__ = ["DESK"]
