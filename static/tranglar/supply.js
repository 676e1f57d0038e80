// What lies beside the board, as a table of numbers that a person can correct.

import { h } from "../shared/dom.js";

const PLAYERS = ["petrol", "green"];

/** Show a supply; `changed` is called when a number is another one. */
export function showSupply(table, supply, changed) {
  const head = h("tr", {}, h("th", { scope: "col" }, "Piece"), ...PLAYERS.map((name) => h("th", { scope: "col" }, name)));
  const rows = Object.keys(supply.petrol).map((label) => row(label, (name) => supply[name][label] ?? 0, (name) => `${name} ${label}`, changed, label));
  const whites = row("white triangle", (name) => supply.neutral?.[name] ?? 0, (name) => `${name} white triangle`, changed, "");
  table.replaceChildren(h("thead", {}, head), h("tbody", {}, ...rows, whites));
}

function row(title, count, name, changed, label) {
  return h("tr", {}, h("th", { scope: "row" }, title), ...PLAYERS.map((player) => {
    const input = h("input", { type: "number", min: 0, max: 8, value: count(player), "aria-label": name(player), "data-player": player, "data-label": label });
    input.addEventListener("change", changed);
    return h("td", {}, input);
  }));
}

/** The supply as the table now shows it; what the table does not show stays as it was. */
export function supplyFrom(table, before) {
  const found = structuredClone(before);
  found.neutral ??= {};
  for (const input of table.querySelectorAll("input")) {
    const { player, label } = input.dataset;
    const count = Math.max(0, Math.round(Number(input.value) || 0));
    if (label) found[player][label] = count;
    else found.neutral[player] = count;
  }
  return found;
}
