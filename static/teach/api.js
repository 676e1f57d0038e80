// The server's part in teaching a deck. A refusal is thrown as a Refusal whose message is one sentence.

import { ask, askPicture } from "../shared/ask.js";
import { checkSize } from "../shared/files.js";

function form(fields) {
  const body = new FormData();
  for (const [key, value] of Object.entries(fields)) {
    if (value instanceof Blob) body.set(key, value, value.name || key);
    else body.set(key, value);
  }
  return body;
}

/** Show a photo to the deck (null for a new one): {deck, cards: [{kind, new, corners_px, picture}], alike}. */
export function showPhoto(game, deck, photo) {
  checkSize(photo);
  const fields = { game, photo };
  if (deck) fields.deck = new Blob([JSON.stringify(deck)], { type: "application/json" });
  return ask("/api/teach/photo", form(fields));
}

/** Look a deck through, and name its kinds where names are given: {deck, places, alike}. */
export const lookThrough = (deck, names) => sent(names ? { deck, names } : { deck });

/** Look a file's deck through, with the small picture that it holds of each kind: {deck, places, alike, pictures}. */
export const openedDeck = (deck) => sent({ deck, pictures: true });

const sent = (body) => ask("/api/teach/deck", body);

/** What a game's cards are called, where the rules know: [{name, fields}]. */
export async function namesOf(game) {
  return (await ask(`/api/teach/names?game=${encodeURIComponent(game)}`)).cards;
}

/** The names in a list that somebody has as a file. */
export async function namesIn(game, file) {
  return (await ask("/api/teach/names", form({ game, names: file }))).cards;
}

/** What the table's camera sees now, as a file. */
export async function cameraPicture() {
  const picture = await askPicture("/api/camera/picture", "The table's camera shows nothing: choose one in the set-up first.");
  return new File([picture], "camera.jpg", { type: "image/jpeg" });
}
