"""Before and after: turns of every kind drawn from random games, photographed twice, and what is said of them."""
