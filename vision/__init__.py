"""Pixels to sightings: markers, card outlines and printed shapes. Knows no rule and no player."""
