"""Games played on a path-traced table and filmed, to be played again by the camera."""
