"""Whatever looks at the table while a game is played, as the pages ask of it."""
