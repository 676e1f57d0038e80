// Beginning a game from the set-up: once, though the answer be lost.

import { ask } from "../shared/ask.js";

let unanswered = null; // which game was played as one was begun that had no answer, "" for none

/** Begin a game, and go to the table; also where the one that had no answer has begun after all. Throws Refusal. */
export async function begin(path, setUp) {
  const { game, other } = await ask("/api/state");
  const after = game ?? other ?? "";
  if (unanswered === null || unanswered === after) {
    try {
      await ask(path, { ...setUp, after });
    } catch (error) {
      unanswered = error.status ? null : after;
      throw error;
    }
  }
  location.assign("/");
}
