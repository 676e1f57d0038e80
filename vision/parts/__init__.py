"""Printed parts that bear markers: cards, tiles and boards of any game, read from one photo."""
