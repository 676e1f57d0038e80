// Tranglar's JSON API as functions. A refusal is thrown as a Refusal whose message is one sentence.

import { ask } from "../shared/ask.js";
import { checkSize } from "../shared/files.js";

/** Read a photo, unless `signal` has it stopped: {seen, picture, look, verdict, supply}. */
export function readPhoto(photo, signal) {
  checkSize(photo);
  const body = new FormData();
  body.set("photo", photo, photo.name || "photo");
  return ask("/api/tranglar/photo", body, { signal });
}

/** Judge a look, perhaps turned: {look, verdict, supply}. */
export const judgeLook = (look, options, turn = 0) => ask("/api/tranglar/board", { look, options, turn });

/** Say what lies on some cells; owner null for nothing. */
export const correctLook = (look, cells, owner, options) => ask("/api/tranglar/correct", { look, cells, owner, options });

/** Ask what was played between two looks. */
export const judgeChange = (before, after, toMove, supply, options) =>
  ask("/api/tranglar/change", { before, after, to_move: toMove || null, supply, options });
