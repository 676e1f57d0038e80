// What was counted wrongly: points of a round, or cards that lie elsewhere. Each needs a reason.

import { field, form, openCorrecting } from "../shared/correcting.js";
import { h } from "../shared/dom.js";

const option = (value, words = value) => h("option", { value }, words);

/** Open the sheet. */
export function correct(state) {
  const { table } = state;
  if (table.phase === "over") openCorrecting(state, scores(table), h("p", { class: "quiet" }, "The game is over: cards and players can be corrected once its end is undone."));
  else openCorrecting(state, scores(table), cards(table), joining(table));
}

function scores(table) {
  if (!table.scores.length) return "";
  return form("Points of a round", [
    field("Round", h("select", { name: "round" }, table.scores.map((round) => option(String(round.number), round.bonus ? "Bonus" : String(round.number))))),
    field("Player", h("select", { name: "seat" }, table.seats.map((seat) => option(seat.name)))),
    field("Points", h("input", { name: "points", type: "number", min: "0", max: "1000", required: true })),
    field("Why", h("input", { name: "why", maxlength: "200", required: true })),
  ], "correct-score", (data) => ({ round: Number(data.get("round")), seat: data.get("seat"), points: Number(data.get("points")), why: data.get("why") }));
}

function cards(table) {
  const places = [
    [{ kind: "centre pile" }, "Centre pile"], [{ kind: "centre" }, "Centre"], [{ kind: "aside" }, "Aside"],
    // What is too long for the list gives way at its end: which cards of a player's it is comes first.
    ...(table.mode === "solitaire" ? [] : table.seats.filter((seat) => seat.playing).flatMap((seat) => [
      [{ kind: "row", seat: seat.name }, `Open cards: ${seat.name}`], [{ kind: "draw pile", seat: seat.name }, `Draw pile: ${seat.name}`]])),
    ...table.columns.map((_, index) => [{ kind: "column", column: index + 1 }, `Column ${index + 1}`]),
  ];
  const list = (name, chosen) => h("select", { name }, places.map(([, words], index) => {
    const one = option(String(index), words);
    one.selected = index === chosen;
    return one;
  }));
  return form("Cards that lie elsewhere", [
    field("From", list("source", 0)), field("To", list("to", 1)),
    field("How many", h("input", { name: "count", type: "number", min: "1", max: "120", value: "1", required: true })),
    field("Why", h("input", { name: "why", maxlength: "200", required: true })),
  ], "correct-cards", (data) => ({ source: places[Number(data.get("source"))][0], to: places[Number(data.get("to"))][0], count: Number(data.get("count")), why: data.get("why") }));
}

function joining(table) {
  if (table.full) return "";
  return form("A late player", [
    field("Name", h("input", { name: "seat", maxlength: "40", required: true, autocomplete: "off" })),
    field("Sits to the left of", h("select", { name: "after" }, table.seats.map((seat) => option(seat.name)))),
  ], "join", (data) => ({ seat: data.get("seat").trim(), after: data.get("after") }));
}
