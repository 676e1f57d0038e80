"""Zigity at the table: what lies in front of the camera, as the rules ask for it."""
