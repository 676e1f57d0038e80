"""Tranglar at the table: what a look at the board means to the rules, and what happened between two looks."""

from companion.table.tranglar.board import judge_board
from companion.table.tranglar.change import judge_change
from companion.table.tranglar.facing import judge_facing
from companion.table.tranglar.look import BoardLook, look_from, look_of

__all__ = ["BoardLook", "judge_board", "judge_change", "judge_facing", "look_from", "look_of"]
