"""A table for any game of the rules' protocol: what happens there as a log of events, and how each game is shown."""
