// Zangle's two decks in words: files and addresses have them by the names of their shapes.

export const DECKS = { iamond: "Equilateral triangles", abolo: "Right-angled triangles" };

/** A kind of card in words: its deck, and which of its shapes it is. Any other name stays as it is. */
export function kindWords(name) {
  const [deck, ...which] = name.split("-");
  return deck in DECKS && which.length ? `${DECKS[deck].split(" ")[0]} ${which.join("-")}` : name;
}
