"""A game of Zangle at the table: what may happen, what it does, and what the table then looks like."""
