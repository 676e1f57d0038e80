"""The only room where what the camera saw meets the rules."""
