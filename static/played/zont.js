// Zont: five piles in their places, score piles, and a turn of a card, its power and another card.

import { h, plural } from "../shared/dom.js";
import { symbolNode } from "./marks.js";
import { picker } from "./picker.js";

const SIGNS = { art: "+", change: "−", favors: "⁘", "great zonts": "•", giglets: "∞" };
const POWERS = { "": "no power", art: "Art: one more card", change: "Change: take a top card", favors: "Favors: shuffle a pile" };
const ROLES = { middle: "middle", art: "Art", score: "score", shows: "shows" };

export function cardNode(card, extra = {}) {
  const { badge, ...rest } = extra;
  return h("span", { class: `ocard of-${card.colour ?? "none"}`, role: "img", "aria-label": card.says, ...rest },
    h("span", { class: "sign" }, SIGNS[card.suit] ?? "", h("span", { class: "colour" }, symbolNode(card.colour, ".8em"))),
    h("span", { class: "big-word" }, String(card.value)),
    h("span", { class: "small-word" }, card.suit),
    badge ? h("span", { class: "badge", "aria-hidden": "true" }, badge) : "");
}

const topNode = (picture, index) => (picture.score_tops[index] ? cardNode(picture.score_tops[index]) : h("span", { class: "ocard gap", role: "img", "aria-label": "no card yet" }));

export function middle(table) {
  const { picture } = table;
  return [
    h("div", { class: "zont-piles" }, picture.piles.map((pile) => h("div", { class: `zont-pile at-${pile.place}` },
      cardNode(pile.top), h("span", { class: "under" }, `Counts ${pile.top.value} each`), h("span", { class: "under" }, `${pile.under || "none"} beneath`)))),
    h("p", { class: "quiet" }, picture.final ? "The final round: one card a turn." : `${plural(picture.deck, "card")} in the deck.`),
    h("ul", { class: "tops", "aria-label": "Score piles" }, table.seats.map((seat, index) => h("li", {},
      h("span", { class: "under" }, seat.name),
      topNode(picture, index),
      h("span", { class: "under" }, plural(picture.scored[index], "card"))))),
  ];
}

/** What is on a player's score pile, beside the player: nobody else's can be taken for it. */
export const beside = ({ picture }, index) => h("div", { class: "scored" }, topNode(picture, index), h("span", { class: "under" }, `${picture.scored[index]} scored`));

export const things = (drawn) => (drawn.cards ?? []).map((card) => h("span", { class: "piled" }, cardNode(card), h("span", { class: "from" }, ROLES[card.role] ?? "")));

/** The own hand while nothing can be played from it. */
export const hand = ({ picture }) => picture.hand.map((card) => cardNode(card));

export function compose(table, kinds, draft, change) {
  draft.slot ??= "middle";
  draft.power ??= "";
  const { picture } = table;
  const slots = ["middle", ...(draft.power === "art" ? ["art"] : []), "score"];
  const put = (card) => {
    for (const slot of slots) if (draft[slot]?.name === card.name && slot !== draft.slot) draft[slot] = null;
    draft[draft.slot] = card;
    draft.slot = slots.find((slot) => !draft[slot]) ?? draft.slot;
    change();
  };
  const titles = { middle: "To the middle", art: "By Art", score: "To the score pile" };
  const slotNodes = slots.map((slot) => h("button", { type: "button", class: "slot", "data-key": `slot ${slot}`, "aria-pressed": String(draft.slot === slot),
    "aria-label": `${titles[slot]}: ${draft[slot]?.says ?? "no card yet"}`,
    onclick: () => { if (draft.slot === slot && draft[slot]) draft[slot] = null; draft.slot = slot; change(); } },
  h("span", { class: "under" }, titles[slot]), draft[slot] ? cardNode(draft[slot]) : h("span", { class: "ocard gap" })));
  const power = select("power", POWERS, draft.power, (value) => { draft.power = value; draft.slot = value === "art" ? "art" : draft.slot === "art" ? "score" : draft.slot; change(); });
  const pile = takesPile(draft)
    ? field("Which pile", select("pile", { "": "choose a pile", ...Object.fromEntries(picture.piles.map((one) => [one.suit, `${one.suit} (${one.top.name} on top)`])) }, draft.pile ?? "", (value) => { draft.pile = value; change(); })) : "";
  const shows = pile && !table.dealt
    ? field("What shows then", select("shows", { "": "the one card that can", ...Object.fromEntries(kinds.map((one) => [one.name, one.says])) }, draft.shows ?? "", (value) => { draft.shows = value; })) : "";
  const taken = draft.power === "change" ? picture.piles.find((one) => one.suit === draft.pile)?.top : null;
  const hand = taken && table.dealt ? [...picture.hand, taken] : picture.hand;
  return [
    h("div", { class: "slots" }, slotNodes),
    field("The power of the card to the middle", power), pile, shows,
    table.dealt
      ? h("div", { class: "hand", role: "group", "aria-label": "My hand" }, hand.map((card) => h("button", { type: "button", class: "pick", "data-key": `hand ${card.name}`,
        "aria-pressed": String(slots.some((slot) => draft[slot]?.name === card.name)), "aria-label": card.says,
        // The second click of a double one would move it on to the next place.
        onclick: (event) => event.detail > 1 || put(card) }, cardNode(card))))
      : picker(draft, kinds, cardNode, put, change, `${titles[draft.slot]}: suit, value, colour`),
  ];
}

const field = (label, control) => h("label", { class: "field" }, h("span", {}, label), control);

function select(key, choices, chosen, use) {
  const node = h("select", { "data-key": key }, Object.entries(choices).map(([value, words]) => h("option", { value, selected: value === chosen }, words)));
  node.addEventListener("change", () => use(node.value));
  return node;
}

export function turn(table, draft) {
  const found = {};
  if (draft.middle) found.middle = draft.middle.name;
  if (draft.score) found.score = draft.score.name;
  if (draft.power === "art" && draft.art) found.power = { art: draft.art.name };
  if (takesPile(draft)) found.power = { [draft.power]: draft.pile, ...(draft.shows ? { shows: draft.shows } : {}) };
  return Object.keys(found).length ? found : null;
}

/** What the power that was chosen still wants: it is never left out because nobody said what it does. */
export function lacks(table, draft) {
  if (draft.power === "art" && !draft.art) return { says: "Choose the card that Art lays, or ‘no power’.", key: "slot art", draft: { slot: "art" } };
  if (takesPile(draft) && !draft.pile) return { says: `Choose the pile that ${TAKES[draft.power]}, or ‘no power’.`, key: "pile" };
  return null;
}

const TAKES = { change: "Change takes a card from", favors: "Favors shuffles" };
const takesPile = ({ power }) => power in TAKES;

export const first = () => "Choose cards first";

export const enters = "Play the turn";
