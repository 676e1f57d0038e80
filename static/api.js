// The server's JSON API, as functions. A refusal is thrown as a Refusal whose message is one sentence.

const MAX_UPLOAD_BYTES = 40 * 1024 * 1024;

export class Refusal extends Error {}

/** Throw a Refusal for a photo that the server would not take, before it is sent. */
export function checkSize(photo) {
  if (photo.size > MAX_UPLOAD_BYTES) {
    throw new Refusal(`The photo is larger than ${MAX_UPLOAD_BYTES >> 20} MB: make it smaller, 12 megapixels are plenty.`);
  }
}

export async function ask(address, options) {
  let response;
  try {
    response = await fetch(address, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal("The companion does not answer: is it still running?");
  }
  let answer = null;
  try {
    answer = await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
  }
  if (response.ok && answer !== null) return answer;
  throw new Refusal(answer?.error ?? `The companion answered with an error (${response.status}).`);
}

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
  return ask("/api/photo", { method: "POST", body, signal });
}

/** Judge one of the photos on offer, as its own game where that is known. */
export function judgeSample(sample, { game, profile }, signal) {
  return ask(sample.picture, { method: "POST", body: form(sample.game ?? game, profile), signal });
}

/** The game that the table was started for. */
export async function tablesGame() {
  return (await ask("/api/health")).game;
}

/** The photos on offer: [{name, title, game, picture}]. */
export async function samples() {
  return (await ask("/api/samples")).samples;
}
