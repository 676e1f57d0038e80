"""Boxes side by side."""

from __future__ import annotations

from vision.quads import area, side_by_side


def test_boxes_are_one_where_the_box_about_them_is_no_larger_than_they_are() -> None:
    left, right, beneath = (0, 0, 10, 20), (10, 0, 30, 20), (0, 21, 30, 40)
    assert side_by_side([left, right], 1.0) == [(0, 1)]
    assert side_by_side([left, beneath], 1.0) == [(0,), (1,)]
    # The third joins what the first two have become.
    assert side_by_side([left, right, beneath], 1.03) == [(0, 1, 2)]
    assert side_by_side([], 1.0) == []
    assert area(right) == 400
