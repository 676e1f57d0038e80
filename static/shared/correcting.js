// The sheet in which a table is corrected: its forms are about the game for which it was opened, and about no other one.

import { $, closeSheetOf, h, tell } from "./dom.js";
import { happen, on } from "./link.js";

let game = null; // which the open sheet corrects

on("state", (now) => {
  if (!$("correcting").open || now.game === game) return;
  $("correcting").close();
  tell("Another game has begun.", "hint");
});

/** Open the sheet for the game of a state. */
export function openCorrecting(state, ...forms) {
  game = state.game;
  const dialog = $("correcting");
  dialog.replaceChildren(h("h2", { id: "correcting-title" }, "Correct the table"), ...forms,
    h("form", { method: "dialog" }, h("button", { class: "plain" }, "Close")));
  dialog.showModal();
}

export const field = (label, control) => h("label", { class: "field" }, h("span", {}, label), control);

/** A form that enters an event of a kind; `event` makes its fields of what was filled in. */
export function form(title, fields, kind, event) {
  const node = h("form", { class: "stacked" }, h("h3", {}, title), ...fields, h("button", { type: "submit" }, "Enter"));
  node.addEventListener("submit", async (submitted) => {
    submitted.preventDefault();
    tell("");
    if (await happen(kind, { game, ...event(new FormData(node)) })) closeSheetOf(node);
  });
  return node;
}
