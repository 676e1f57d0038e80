// What Tranglar's page tells of a board or of a change: the verdict, the score, the photo, why, and what is not certain.

import { $, h } from "../shared/dom.js";
import { drawPhoto } from "./board.js";
import { doubtfulOf, shown, spelt, witness } from "./look.js";

/** Put words where they are not already: what is told aloud is told once. */
export function put(id, words) {
  if ($(id).textContent !== words) $(id).textContent = words;
}

/** The score, or how it changes. */
export function score(from, to = from) {
  for (const colour of ["petrol", "green"]) {
    const [one, other] = [from, to].map((sum) => String(sum[colour]));
    put(`score-${colour}`, one === other ? one : `${one} → ${other}`);
  }
}

/** The verdict in a word, and why. */
export function banner(ruling, word, because) {
  $("banner").dataset.ruling = ruling;
  put("ruling", word);
  put("because", because);
  document.title = `${word} · Tranglar`;
}

/** The photo of a look, if there is one; `which` of two it is. */
export function photo(one, which) {
  document.querySelector(".pair").classList.toggle("no-photo", !one.picture);
  if (!one.picture) return;
  drawPhoto($("picture"), { ...one, pieces: shown(one.look), trapped: witness(one.verdict), doubtful: doubtfulOf(one) });
  $("caption").textContent = `${which && `${which}: `}${one.name} · ${one.size.join(" × ")}`;
}

/** Each reason with its clause. */
export function reasons(list) {
  $("reasons").replaceChildren(...list.map((reason) => h("li", {}, h("p", {}, reason.says), h("code", {}, reason.clause))));
}

/** What is not certain and why, each reason once; a white piece traps nobody, so that most doubts change nothing. */
export function unread(one) {
  const open = (cell) => one.look.hidden.includes(cell) || doubtfulOf(one).has(cell);
  const lines = new Map();
  for (const place of (one.why ?? []).filter(({ cells }) => cells.some(open))) {
    const harmless = place.cells.every((cell) => place.white_or_bare.includes(cell));
    const key = `${place.why}${harmless ? " Whether white or bare, it traps nobody." : ""}`;
    lines.set(key, [...(lines.get(key) ?? []), ...place.cells]);
  }
  if (!lines.size && one.look.hidden.length) lines.set("hidden", one.look.hidden);
  $("unread-box").hidden = !lines.size;
  $("unread").replaceChildren(...[...lines].map(([why, cells]) => h("li", {}, h("p", {}, `${spelt([...cells].sort())}: ${why}`))));
}
