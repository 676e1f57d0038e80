// The server's JSON API, as functions. A refusal is thrown as a Refusal whose message is one sentence.

import { ask } from "../shared/ask.js";
import { checkSize } from "../shared/files.js";

function form(game, profile) {
  const fields = new FormData();
  fields.set("game", game);
  if (profile) fields.set("profile", profile);
  return fields;
}

/** Judge a photo of a game: a File or Blob. */
export function judgePhoto(photo, { game, profile }, signal) {
  checkSize(photo);
  const body = form(game, profile);
  body.set("photo", photo, photo.name || "photo");
  return ask("/api/photo", body, { signal });
}

/** Judge one of the photos on offer, as its own game where that is known. */
export function judgeSample(sample, { game, profile }, signal) {
  return ask(sample.picture, form(sample.game ?? game, profile), { signal });
}

/** The game that the table was started for. */
export async function tablesGame() {
  return (await ask("/api/health")).game;
}

/** The photos on offer: [{name, title, game, picture}]. */
export async function samples() {
  return (await ask("/api/samples")).samples;
}
