// Setting up a game of the table that all games but Zangle share: who deals, and the rules of the house.

import { ask, Refusal } from "../shared/ask.js";
import { $, h, tell } from "../shared/dom.js";
import { begin } from "./beginning.js";

/** What is set up for Zangle alone. */
const ZANGLES = ["deck-box", "zangle-rules", "zones", "zones-title", "zones-hint", "zones-tools"];

/** What the table was started for, where it is no game of Zangle. */
export let chosen = null;

/** The games there are, as choices beside Zangle's own modes. */
export async function playedModes() {
  const { games, chosen: wanted } = await ask("/api/played/games");
  chosen = wanted === "zangle" ? null : `played ${wanted}`;
  return games.map((game) => ({ name: `played ${game.name}`, title: game.title, least: game.least, most: game.most, played: game }));
}

/** Show what can be agreed on for a game, or Zangle's own where `mode` is one of its modes. */
export function showPlayedRules(mode) {
  const game = mode.played;
  for (const id of ZANGLES) $(id).toggleAttribute("hidden", Boolean(game));
  const box = $("played-box");
  box.hidden = !game;
  $("dealer-box").hidden = Boolean(game);
  $("dealer-box").firstElementChild.textContent = game ? "Who begins" : "Who deals first";
  if (!game) return;
  const choice = (name, type, value, words, says, checked) => h("label", { class: "choice" }, h("input", { type, name, value, checked }), h("span", {}, words, says ? h("small", {}, says) : ""));
  box.replaceChildren(
    h("legend", {}, game.in_sight ? "The board" : "Cards"),
    game.note ? h("p", { class: "note" }, game.note) : "",
    game.in_sight ? "" : h("div", { class: "choices" },
      game.people_deal ? choice("dealing", "radio", "people", "We deal", "Printed or bought cards on the table; nobody but you sees your hand. The companion judges what is laid open.", true) : "",
      choice("dealing", "radio", "program", "The companion deals", "Every phone shows its own hand; no cards are needed.", !game.people_deal)),
    h("div", { class: "options" }, game.options.map((option) => choice(`option ${option.name}`, "checkbox", "on", option.says, "", option.default))));
  // Who deals cards sees who begins by them, or knows it from the game before.
  const dealings = [...box.querySelectorAll('[name="dealing"]')];
  const showFirst = () => { $("dealer-box").hidden = !dealings.some((one) => one.checked && one.value === "people"); };
  for (const one of dealings) one.addEventListener("change", showFirst);
  showFirst();
}

/** Begin it; answers whether it began, and tells why not. */
export async function beginPlayed(game, players, data) {
  const options = {};
  for (const option of game.options) {
    const value = data.has(`option ${option.name}`);
    if (value !== option.default) options[option.name] = value;
  }
  try {
    const first = data.get("dealing") === "people" && $("dealer").value ? { first: $("dealer").value } : {};
    await begin("/api/played/set-up", { game: game.name, players, dealt: data.get("dealing") === "program", options, ...first });
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    tell(error.message);
    return false;
  }
}
