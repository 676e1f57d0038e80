// The title of what the table is told, as large as there is room for it.

import { $ } from "./dom.js";

/** More than this many letters, as of four long names that share a win, would leave nothing else on the screen. */
const LONG = 32;
const VERY_LONG = 80;

/** Show it; it is read aloud, and so written anew only where it is another one. */
export function title(words) {
  if ($("told").textContent !== words) $("told").textContent = words;
  $("banner").dataset.title = words.length > VERY_LONG ? "very-long" : words.length > LONG ? "long" : "short";
}
