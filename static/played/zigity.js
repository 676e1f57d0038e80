// Zigity: cards with a character and four corners; sets are put together card by card.

import { h, plural } from "../shared/dom.js";
import { cornerNode, symbolNode } from "./marks.js";
import { mostByItself, picker } from "./picker.js";

const CORNERS = ["letter", "number", "part", "instrument"];

/** A card as it is printed, in small. */
export function cardNode(card, extra = {}) {
  const { badge, ...rest } = extra;
  const tag = badge ? h("span", { class: "badge", "aria-hidden": "true" }, badge) : "";
  const label = card.for ? `${card.says}, for ${card.for}` : card.says;
  if (card.kind !== "set") {
    return h("span", { class: "zcard other", role: "img", "aria-label": label, ...rest },
      h("span", { class: "big-word" }, card.kind.startsWith("draw") ? `+${card.kind.slice(4)}` : card.kind === "free" ? "?" : card.kind === "dodge" ? "↷" : "⇄"),
      h("span", { class: "small-word" }, card.for ? `free: ${card.for}` : card.says), tag);
  }
  return h("span", { class: `zcard of-${card.colour ?? "none"}`, role: "img", "aria-label": label, ...rest },
    h("span", { class: "who" }, symbolNode(card.colour, ".9em"), h("span", {}, card.character ?? "?")),
    h("span", { class: "corners" }, CORNERS.map((corner) => cornerNode(corner, card[corner]))), tag);
}

export function middle(table) {
  const { picture } = table;
  const direction = picture.direction > 0 ? "Play goes on in order." : "Play goes the other way round.";
  return [
    h("div", { class: "play-pile" },
      h("div", { class: "piled" }, table.waits_for === "middle" ? h("span", { class: "zcard unread" }, h("span", { class: "big-word" }, "?")) : cardNode(picture.play_card), h("span", { class: "under" }, `Play card · ${plural(picture.played, "card")}`)),
      h("div", { class: "piled" }, h("span", { class: "zcard back", role: "img", "aria-label": `Draw pile: ${plural(picture.draw, "card")}` }, h("span", { class: "big-word" }, String(picture.draw))), h("span", { class: "under" }, "Draw pile")),
      h("div", { class: "play-says" },
        table.over || table.waits_for === "middle" || !picture.asks ? "" : h("p", { class: "asks" }, picture.asks),
        picture.debt ? h("p", { class: "debt" }, `${plural(picture.debt, "card")} owed`) : "",
        h("p", { class: "quiet" }, direction))),
  ];
}

export const things = (drawn) => (drawn.cards ?? []).map((card, index) => cardNode(card, { badge: drawn.cards.length > 1 ? String(index + 1) : null }));

/** The own hand while nothing can be played from it. */
export const hand = ({ picture }) => picture.hand.map((card) => cardNode(card));

export function compose(table, kinds, draft, change) {
  draft.cards ??= [];
  const { picture } = table;
  const hand = picture.hand;
  const toggle = (index) => {
    const at = draft.cards.findIndex((one) => one.index === index);
    if (at >= 0) draft.cards.splice(at, 1);
    else draft.cards.push({ index, card: hand[index] });
    change();
  };
  const takeOut = (place, { detail }) => {
    if (detail > 1) return; // the second click of a double one is on the card that has taken its place
    draft.cards.splice(place, 1);
    change();
  };
  const chosen = h("ol", { class: "chosen", "aria-label": "The cards of the set, the one left on top last" }, draft.cards.map((one, place) => h("li", {},
    cardNode({ ...one.card, for: one.for }),
    one.card.kind === "free" ? standsFor(one, place) : "",
    h("button", { type: "button", class: "plain small", "data-key": `out ${place}`, "aria-label": `Take ${one.card.says} out`, onclick: (event) => takeOut(place, event) }, "Take out"))));
  const from = table.dealt
    ? h("div", { class: "hand", role: "group", "aria-label": "My hand" }, hand.map((card, index) => {
      const place = draft.cards.findIndex((one) => one.index === index);
      return h("button", { type: "button", class: "pick", "data-key": `hand ${index}`, "aria-pressed": String(place >= 0), "aria-label": card.says,
        onclick: () => toggle(index) }, cardNode(card, { badge: place >= 0 ? String(place + 1) : null }));
    }))
    : picker(draft, kinds.filter((one) => one.kind === "set" || one.kind === "free"), cardNode, (card) => { draft.cards.push({ card }); change(); }, change, "Add a card to the set: letter, number, part, instrument");
  const spells = picture.play_card.character === "word worm";
  const word = h("input", { value: draft.word ?? "", "data-key": "word", maxlength: "20", autocomplete: "off", autocapitalize: "characters", spellcheck: "false" });
  word.addEventListener("input", () => { draft.word = word.value; });
  return [
    matchNode(picture),
    from,
    !table.dealt || draft.cards.some((one) => one.card.kind === "free") ? chosen : "",
    spells ? h("label", { class: "field" }, h("span", {}, "The word, with the play card’s letter (or leave it to the cards)"), word) : "",
  ];
}

/** What a set has to go with, in a line above the hand: on a phone the play card itself lies further down. */
function matchNode({ play_card: card, asks }) {
  const [letter, number, ...others] = CORNERS.map((corner) => card[corner] ?? "?");
  const shows = card.kind === "set" ? [`${letter} ${number}`, ...others].join(" · ") : card.says;
  return h("p", { class: "match" }, h("strong", {}, "Play card ", symbolNode(card.colour, ".8em"), ` ${shows}`), asks ? ` – ${asks.replace(/^[^:]*: /, "")}` : "");
}

function standsFor(one, place) {
  const input = h("input", { value: one.for ?? "", maxlength: "8", "aria-label": "What the free card stands for: a letter, a number, a part or an instrument", placeholder: "stands for", "data-key": `for ${place}`, autocomplete: "off" });
  // Nothing is drawn anew for it: whoever taps a button next would leave the field and find another button there.
  input.addEventListener("input", () => { one.for = input.value.trim(); });
  return input;
}

export function turn(table, draft) {
  if (!draft.cards?.length) return null;
  const value = (text) => (/^\d+$/.test(text) ? Number(text) : text);
  const word = draft.word?.trim();
  return {
    set: draft.cards.map((one) => (one.card.kind === "free" ? { free: one.for ? value(one.for) : null } : one.card.name)),
    ...(word && table.picture.play_card.character === "word worm" ? { word } : {}),
  };
}

export const first = () => "Choose cards first";

export const enters = "Lay the set";

/** What was turned up. */
export function show(table, kinds, draft, change) {
  return [
    picker(draft, kinds.filter((one) => one.kind === "set"), cardNode, (card) => { draft.shown = [card]; change(); }, change, "Which card lies face up? Letter, number, part, instrument", mostByItself()),
    draft.shown ? h("p", {}, cardNode(draft.shown[0])) : "",
  ];
}

export const shown = (draft) => draft.shown?.map((card) => card.name) ?? [];

export const shows = "This card lies face up";

export const showsFirst = "Choose the card first";
