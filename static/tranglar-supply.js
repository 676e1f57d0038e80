// What lies beside the board, as a table of numbers that a person can correct.

const PLAYERS = ["petrol", "green"];

function html(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

/** Show a supply; `changed` is called when a number is another one. */
export function showSupply(table, supply, changed) {
  const head = html("tr", {}, html("th", { scope: "col" }, "Piece"), ...PLAYERS.map((name) => html("th", { scope: "col" }, name)));
  const rows = Object.keys(supply.petrol).map((label) => row(label, (name) => supply[name][label] ?? 0, (name) => `${name} ${label}`, changed, label));
  const whites = row("white triangle", (name) => supply.neutral?.[name] ?? 0, (name) => `${name} white triangle`, changed, "");
  table.replaceChildren(html("thead", {}, head), html("tbody", {}, ...rows, whites));
}

function row(title, count, name, changed, label) {
  return html("tr", {}, html("th", { scope: "row" }, title), ...PLAYERS.map((player) => {
    const input = html("input", { type: "number", min: 0, max: 8, value: count(player), "aria-label": name(player), "data-player": player, "data-label": label });
    input.addEventListener("change", changed);
    return html("td", {}, input);
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
