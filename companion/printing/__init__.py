"""Decks and other parts as PDF and PNG, drawn to scale."""
