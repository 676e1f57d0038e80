"""The first look at a flat board: by its colours and edges."""
