// The centre, and each player with row, piles, equalizer and buttons.

import { $, fill, h, plural } from "../shared/dom.js";
import { cardNode, pileNode } from "./cards.js";

/** The centre: its open cards, and the piles beside it. */
export function showCentre({ table }) {
  const columns = table.columns.map((column, index) => h("span", { class: "column" },
    column.top ? cardNode(column.top) : h("span", { class: "face gap" }),
    h("span", { class: "under" }, `${index + 1} · ${column.hidden} under`)));
  fill($("centre"),
    pile(table.pile, "Centre pile"),
    ...table.centre.map((face) => cardNode(face)),
    ...Array.from({ length: table.hidden }, () => h("span", { class: "face back", role: "img", "aria-label": "a face-down card" })),
    ...Array.from({ length: table.centre.length + table.hidden ? table.centre_due : 0 }, () => h("span", { class: "face gap", role: "img", "aria-label": "a card is missing" })),
    table.discard ? pile(table.discard, "Discarded") : "",
    ...(columns.length ? [h("span", { class: "staircase" }, columns)] : []),
  );
}

const pile = (count, label) => h("span", { class: "piled" }, pileNode(count, label), h("span", { class: "under", "aria-hidden": "true" }, label));

/** All players, in seating order. */
export function showSeats(now, keysOn) {
  const { table } = now;
  const least = Math.min(...table.standings.map((place) => place.rank));
  $("seats").dataset.many = document.body.dataset.many = String(table.seats.length > 4);
  fill($("seats"), ...table.seats.map((seat, index) => {
    const place = table.standings.find((one) => one.seat === seat.name);
    const called = table.calls.some((one) => one.seat === seat.name);
    const offers = now.offers.filter((offer) => offer.seat === seat.name);
    return h("li", { class: "seat panel", "data-seat": seat.name, "data-has": role(table, seat.name, called) },
      h("div", { class: "seat-head" },
        h("h3", { class: "name", dir: "auto" }, seat.name),
        table.dealer === seat.name ? h("span", { class: "chip" }, "deals") : "",
        table.scores.length && place.rank === least ? h("span", { class: "chip lead" }, "leads") : "",
        h("span", { class: "points" }, table.scores.length ? plural(place.total, "point") : "")),
      seat.level && seat.equalizer ? h("p", { class: "equalizer", title: seat.equalizer }, h("strong", {}, `Equalizer ${seat.level} `), seat.equalizer) : "",
      table.mode === "solitaire" ? "" : seat.playing
        ? h("div", { class: "row-cards" }, h("span", { class: "piled" }, pileNode(seat.draw, "Draw pile")),
          ...seat.row.map((face) => cardNode(face)),
          ...Array.from({ length: seat.due }, () => h("span", { class: "face gap", role: "img", "aria-label": "a card is missing" })))
        : h("p", { class: "quiet waiting" }, table.phase === "gathered" ? "Waits for the deal." : "Is dealt in with the next round."),
      h("div", { class: "actions small host" },
        table.mode === "speedster" && table.phase === "play" ? callButton(now, seat, index, keysOn) : "",
        ...offers.filter((offer) => offer.allowed).map((offer) => h("button", { type: "button", "data-offer": offer.id, "data-key": offer.id,
          "aria-label": `${seat.name}: ${offer.says}`, class: offer.event.kind === "settle" ? "primary" : null }, offer.says))));
  }));
}

function role(table, name, called) {
  if (table.winner === name && table.phase !== "play") return "out";
  if (table.tied.includes(name)) return "tie";
  if (table.control === name && table.mode !== "solitaire") return "control";
  return called ? "called" : null;
}

function callButton({ calls, table }, seat, index, keysOn) {
  const may = calls.find((one) => one.seat === seat.name);
  const open = may?.allowed && !table.control;
  return h("button", { type: "button", class: "call", "data-call": seat.name, "data-key": `call ${seat.name}`,
    "aria-disabled": open ? null : "true", title: may?.allowed ? null : may?.why, "aria-label": `${seat.name} calls` },
  "Call", keysOn ? h("kbd", {}, String(index + 1)) : "");
}
