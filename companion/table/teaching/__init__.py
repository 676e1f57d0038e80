"""Teaching a deck by showing it, as the command and the page both do it: names, lists of names, and photos."""
