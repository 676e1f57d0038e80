// Choosing cards: from one's own hand, or from all there are where hands are not known.

import { h } from "../shared/dom.js";

const MOST = 12;
const ROOM = matchMedia("(min-width: 56rem) and (min-height: 54rem)");

/** How many cards are shown before anything is typed where nothing else is put together: a row more on a large screen, with room for the one that is chosen. */
export const mostByItself = () => (ROOM.matches ? 21 : MOST);

/** Buttons for the cards that fit what was typed; `face` draws one, `choose` is told which. */
export function picker(draft, kinds, face, choose, change, label = "Find a card", most = MOST) {
  const words = (draft.find ?? "").toLowerCase().split(/[\s,]+/).filter(Boolean);
  const fits = kinds.filter((one) => words.every((word) => one.name.toLowerCase() === word
    || one.says.toLowerCase().split(/[\s:,]+/).some((part) => part.startsWith(word))));
  const input = h("input", { value: draft.find ?? "", "data-key": "find", autocomplete: "off", spellcheck: "false", maxlength: "60" });
  input.addEventListener("input", () => { draft.find = input.value; change(); });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !fits.length) return;
    event.preventDefault();
    draft.find = "";
    choose(fits.find((one) => one.name.toLowerCase() === input.value.trim().toLowerCase()) ?? fits[0]);
  });
  return h("div", { class: "finder" },
    h("label", { class: "field" }, h("span", {}, label), input),
    h("div", { class: "found" }, fits.slice(0, most).map((one) => h("button", { type: "button", class: "pick", "data-key": `pick ${one.name}`, "aria-label": one.says,
      // The second click of a double one is on the card that has taken its place.
      onclick: (event) => { if (event.detail > 1) return; draft.find = ""; choose(one); } }, face(one)))),
    fits.length > most ? h("p", { class: "quiet" }, `${fits.length - most} more: type to find them.`) : "",
    fits.length ? "" : h("p", { class: "quiet" }, "No such card."));
}
