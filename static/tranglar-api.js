// Tranglar's JSON API as functions. A refusal is thrown as a Refusal whose message is one sentence.

import { ask, checkSize } from "./api.js";

const json = (value) => ({ method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(value) });

/** Read a photo: {seen, picture, look, verdict, supply}. */
export function readPhoto(photo) {
  checkSize(photo);
  const body = new FormData();
  body.set("photo", photo, photo.name || "photo");
  return ask("/api/tranglar/photo", { method: "POST", body });
}

/** Judge a look, perhaps turned: {look, verdict, supply}. */
export const judgeLook = (look, options, turn = 0) => ask("/api/tranglar/board", json({ look, options, turn }));

/** Say what lies on some cells; owner null for nothing. */
export const correctLook = (look, cells, owner, options) => ask("/api/tranglar/correct", json({ look, cells, owner, options }));

/** Ask what was played between two looks. */
export const judgeChange = (before, after, toMove, supply, options) =>
  ask("/api/tranglar/change", json({ before, after, to_move: toMove || null, supply, options }));
