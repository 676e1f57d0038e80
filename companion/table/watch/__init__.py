"""A game of Zangle watched by a camera: from what lies where to what happened."""
