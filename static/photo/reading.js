// One photo is read at a time: what the page says meanwhile, and how the reading is stopped.

import { Refusal } from "../shared/ask.js";
import { $ } from "../shared/dom.js";

const STILL_MS = 4000;

/** That somebody would not wait any longer. */
export class Stopped extends Refusal {}

let running = null; // the AbortController of what is being read

/** Have `asking` read `what`, in the place of whatever is being read. Answers null where something else has taken its own place. Throws Stopped, and what `asking` throws. */
export async function read(what, asking) {
  leave();
  const mine = new AbortController();
  running = mine;
  working(`Reading ${what}…`);
  const slow = setTimeout(() => working(`Still reading ${what}…`), STILL_MS);
  try {
    const answer = await asking(mine.signal);
    return running === mine ? answer : null;
  } catch (error) {
    if (running !== mine) return null;
    throw error.name === "AbortError" ? new Stopped(`Reading ${what} was stopped.`) : error;
  } finally {
    clearTimeout(slow);
    if (running === mine) leave();
  }
}

/** Read no more, whatever it was. */
export function leave() {
  const last = running;
  running = null;
  last?.abort();
  $("working").hidden = true;
  $("result").removeAttribute("aria-busy");
}

function working(says) {
  $("working-says").textContent = says;
  $("working").hidden = false;
  $("result").setAttribute("aria-busy", "true");
}

$("stop").addEventListener("click", () => running?.abort());
