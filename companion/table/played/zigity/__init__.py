"""Zigity at the table that all games but Zangle share."""

from companion.table.played.zigity.desk import DESK

__all__ = ["DESK"]
