"""What the cards of a photo have in common, a deck, its scale, paper and colours, and what each of them is then."""
