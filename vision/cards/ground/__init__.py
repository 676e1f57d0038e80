"""The plane that cards lie in, where too few edges tell it, and what else shows in that plane."""
