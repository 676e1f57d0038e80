"""One card's face: where its ink lies, which shape that is, its marker and its letter."""
