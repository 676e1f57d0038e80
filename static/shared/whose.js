// Whose page this is: what only the host may do is shown to the host alone.

import { $ } from "./dom.js";
import { you } from "./link.js";

/** Show the host's buttons to the host, and to a player the way to the own seat. */
export function showWhose() {
  document.body.dataset.host = String(you.host);
  $("own-seat").hidden = you.host || !you.seat;
  // Some names no path can hold.
  if (you.seat) $("own-seat").href = `/seat/?name=${encodeURIComponent(you.seat)}`;
}
