"""Tranglar at the table that all games but Zangle share."""

from companion.table.played.tranglar.desk import DESK

__all__ = ["DESK"]
