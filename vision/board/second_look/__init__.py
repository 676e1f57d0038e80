"""The second look at a flat board: by a network, and what both looks agree on."""
