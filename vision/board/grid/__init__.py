"""Where a board lies in a photo: its grid, found by its lines, its edges or its printed markers."""
