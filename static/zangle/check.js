// The check of a round: what its winner has to show.

import { $, fill, h } from "../shared/dom.js";
import { claimCards } from "./cards.js";

/** The Zangles that the winner of a round has to show. */
export function showCheck({ table, to_check: shown }) {
  $("check").hidden = table.phase !== "check";
  if (table.phase !== "check") return;
  $("check-title").textContent = `${table.winner}’s Zangles of this round: lay them out and compare`;
  fill($("check-list"), ...shown.map((one, index) => h("li", { class: one.ruling === "legal" ? null : "doubted" },
    h("span", { class: "quiet" }, one.ruling === "legal" ? `Zangle ${index + 1}` : `Zangle ${index + 1}, ruled by the table`),
    h("ol", { class: "claimed" }, claimCards({ seat: table.winner, ruling: "legal", reasons: [],
      cards: one.cards.map((card) => ({ source: card.source, ...card.face })) })))));
}
