// What a photo of each game answers, in words: the question, what to lay down, how the rulings are called, and where else
// to go with it: an address and what its link says.

const undecided = "Can’t tell yet";

export const ABOUT = {
  zangle: {
    question: "Is it a Zangle?",
    lay: "Lay the cards of the claim on the table, alone, and photograph them.",
    rulings: { legal: "Zangle!", illegal: "No Zangle", undecided },
  },
  zigity: {
    question: "Was it played right?",
    lay: "Photograph the play card with the draw pile beside it, and the cards laid down.",
    rulings: { legal: "Right", illegal: "Wrong", undecided },
  },
  zont: {
    question: "What does it count?",
    lay: "Photograph the five piles and the score piles.",
    rulings: { legal: "Counted", illegal: "Wrong", undecided },
  },
  zigzaggle: {
    question: "What was laid?",
    lay: "A play shows in two photos, before and after it: a game at the table takes them one by one.",
    elsewhere: ["/set-up", "Set up a game"],
    rulings: { undecided },
  },
  tranglar: {
    question: "Who is trapped?",
    lay: "A Tranglar board is read on a page of its own.",
    elsewhere: ["/tranglar", "Open Tranglar’s page"],
    rulings: { undecided },
  },
};

/** What a card that is told by its name shows. */
export const nameOf = (card) => card.name ?? "face down";

/** What was counted, in sentences: each score pile of Zont, and what its suits count. */
export function counted({ values, points }) {
  const suits = Object.entries(values ?? {}).map(([suit, value]) => `${suit} ${value ?? "?"}`);
  const piles = Object.entries(points ?? {}).map(([pile, { total, lines }]) =>
    `${pile}: ${total} (${lines.map((line) => `${line.cards} × ${line.suit} at ${line.each}`).join(", ")})`);
  return suits.length ? [`A card counts by its suit: ${suits.join(", ")}.`, ...piles] : piles;
}
