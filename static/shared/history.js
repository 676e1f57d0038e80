// What happened, the newest first; what was undone is struck through.

import { $, h } from "./dom.js";

const MOST = 300;
const lines = new Map();
let game = null;
let newest = null; // the state that says which lines have no effect any more; a line may be told after it

/** Take in a line of the log, or a state that says which lines have no effect any more. */
export function showHistory(line, state) {
  const list = $("history");
  const of = line?.game ?? state?.game ?? null;
  if (of !== game) {
    game = of;
    lines.clear();
    list.replaceChildren();
  }
  if (line && line.kind !== "seen" && !lines.has(line.seq)) {
    const node = item(line);
    lines.set(line.seq, node);
    strike(line.seq, node);
    list.prepend(node);
    if (list.childElementCount > MOST) list.lastElementChild.remove();
  }
  if (state) {
    newest = { game, undone: new Set(state.undone) };
    for (const [seq, node] of lines) strike(seq, node);
  }
}

function strike(seq, node) {
  const gone = newest?.game === game && newest.undone.has(seq) && node.dataset.kind !== "undo";
  if (node.classList.contains("undone") === gone) return;
  node.classList.toggle("undone", gone);
  node.querySelector(".line .hide").textContent = gone ? " (undone)" : "";
}

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hour12: false });

function item(line) {
  const ruling = line.claim?.ruling;
  const time = clock.format(new Date(line.at_s * 1000));
  return h("li", { "data-kind": line.kind, "data-ruling": ruling ?? null, "data-seq": String(line.seq) },
    h("span", { class: "seq" }, String(line.seq)),
    h("span", { class: "line", title: ruling ? line.claim.reasons.map((reason) => reason.says).join(" ") : null }, line.says,
      h("span", { class: "hide" })),
    h("time", { datetime: new Date(line.at_s * 1000).toISOString() }, time));
}
