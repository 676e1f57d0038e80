"""The third look at a flat board: whether a white piece or the bare board lies on a cell."""
