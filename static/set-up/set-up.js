// Setting up a table: the game, who plays, the rules of the house, the camera, and games to go on with.

import { ask, enter, Refusal } from "../shared/ask.js";
import { DECKS } from "../shared/deck-words.js";
import { $, h, kept, plural, tell } from "../shared/dom.js";
import { whyNot } from "../shared/link.js";
import { begin } from "./beginning.js";
import { openCamera } from "./camera.js";
import { beginPlayed, chosen, playedModes, showPlayedRules } from "./played.js";
import { openZones } from "./zones.js";

const MODES = {
  speedster: "No turns: whoever calls first lays down.",
  "turn-style": "In turn, each one Zangle, or a hit and one more try.",
  solitaire: "Alone against the staircase.",
  "played tranglar": "On a board of triangles, what the other traps turns over.",
  "played zigity": "Sets of letters, numbers, pictures or instruments: an empty hand wins.",
  "played zigzaggle": "Words along the runways of a board, for the most points.",
  "played zont": "The tops of the piles say what the cards of your score are worth.",
};

let known = null;
let names = kept.get("players", []);

const mode = () => known.modes.find((one) => one.name === document.querySelector("input[name=mode]:checked").value);

// --- players ---

/** Names are kept as they are typed: a page that is opened anew has them. */
const keep = () => kept.set("players", names);

function showPlayers(focus) {
  const { least, most } = mode();
  if (names.length < least) names = [...names, ...Array(least - names.length).fill("")];
  const shown = names.slice(0, most);
  $("players-hint").textContent = most === 1 ? "One player."
    : `${least === most ? most : `${least} to ${most}`} players, in the order in which they sit, to the left.`;
  $("players").replaceChildren(...shown.map((name, index) => {
    const input = h("input", { value: name, maxlength: "40", autocomplete: "off", "aria-label": `Player ${index + 1}`, placeholder: `Player ${index + 1}` });
    input.addEventListener("input", () => {
      names[index] = input.value;
      keep();
      showDealers();
    });
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      if (index + 1 < shown.length) $("players").children[index + 1].querySelector("input").focus();
      else if (names.length < most) add();
    });
    const tool = (words, label, use, off) => h("button", { type: "button", "aria-label": `${label} player ${index + 1}`, disabled: off, onclick: ({ detail }) => {
      if (detail > 1) return; // the second click of a double one: another player is there by then
      use();
      keep();
    } }, words);
    return h("li", {}, input,
      tool("↑", "Move up", () => swap(index, index - 1), index === 0),
      tool("↓", "Move down", () => swap(index, index + 1), index + 1 >= shown.length),
      tool("×", "Remove", () => { names.splice(index, 1); showPlayers(Math.max(0, index - 1)); }, shown.length <= least));
  }));
  $("add").disabled = shown.length >= most;
  if (focus !== undefined) $("players").children[focus]?.querySelector("input").focus();
  showDealers();
}

function swap(one, other) {
  [names[one], names[other]] = [names[other], names[one]];
  showPlayers(other);
}

function add() {
  names.push("");
  showPlayers(names.length - 1);
}

/** Whether fewer have a name than play; then the first who has none is asked for one. */
function asksForNames() {
  if (players().length >= mode().least) return false;
  tell(mode().most === 1 ? "Type the player’s name." : "Type the players’ names.", "hint");
  [...$("players").querySelectorAll("input")].find((input) => !input.value.trim())?.focus();
  return true;
}

const players = () => names.slice(0, mode().most).map((name) => name.trim()).filter(Boolean);

function showDealers() {
  const chosen = $("dealer").value;
  $("dealer").replaceChildren(...players().map((name) => h("option", { value: name }, name)));
  if (players().includes(chosen)) $("dealer").value = chosen;
  zones.seats(mode().name === "solitaire" ? columns() : players());
}

/** In Solitaire every column of the staircase has a zone. */
function columns() {
  const count = Number(document.querySelector('#options input[name="columns"]')?.value) || known.columns.columns;
  return Array.from({ length: Math.min(count, known.columns.most_columns) }, (_, index) => `column ${index + 1}`);
}

// --- the rules of the house ---

const radio = (name, value, title, says, checked) => h("label", { class: "choice" },
  h("input", { type: "radio", name, value, checked }), h("span", {}, title, says ? h("small", {}, says) : ""));

function showRules() {
  $("modes").replaceChildren(...known.modes.map((one, index) => radio("mode", one.name, one.played ? one.title : `Zangle: ${one.title}`, MODES[one.name] ?? "", chosen ? one.name === chosen : index === 0)));
  $("profiles").replaceChildren(...known.profiles.map((one, index) => radio("profile", one, DECKS[one] ?? one, "", index === 0)));
  $("options").replaceChildren(...known.options.map((option) => {
    const number = typeof option.default === "number";
    const input = number
      ? h("input", { type: "number", name: option.name, value: String(option.default), min: String(known.columns.columns), max: String(known.columns.most_columns) })
      : h("input", { type: "checkbox", name: option.name, checked: option.default });
    return h("label", { class: "choice" }, input, h("span", {}, option.says));
  }));
  $("equalizers").replaceChildren(...known.equalizers.map((one, index) => h("li", {},
    h("label", { class: "field" }, h("span", {}, `Level ${index + 1}`), sentence(`says-${index}`, one.says)),
    h("label", { class: "field" }, h("span", {}, "Open cards"), h("input", { type: "number", name: `row-${index}`, value: String(one.row), min: "1", max: "10" })),
    h("label", { class: "field" }, h("span", {}, "More cards"), h("input", { type: "number", name: `extra-${index}`, value: String(one.extra), min: "0", max: "20" })))));
  $("modes").addEventListener("change", () => {
    showPlayers();
    showPlayedRules(mode());
  });
$("options").addEventListener("change", showDealers);
}

/** A sentence that is read whole where it is changed; it stays one line. */
function sentence(name, words) {
  const area = h("textarea", { name, maxlength: "300", rows: "3" }, words);
  area.addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
  return area;
}

/** What differs from the rules; what does not is left out, so that a log says what was agreed on. */
function agreed(data) {
  const options = {};
  for (const option of known.options) {
    const value = typeof option.default === "number" ? Number(data.get(option.name)) : data.has(option.name);
    if (value !== option.default) options[option.name] = value;
  }
  const own = known.equalizers.map((_, index) => ({
    says: data.get(`says-${index}`).replace(/\s+/g, " ").trim(), row: Number(data.get(`row-${index}`)), extra: Number(data.get(`extra-${index}`)) }));
  const changed = own.some((one, index) => Object.entries(known.equalizers[index]).some(([key, value]) => one[key] !== value));
  return { options, equalizers: changed ? own : [] };
}

let keeps = true; // whether games can be kept here
let beginning = false;

/** A game is started once, and where it can be kept. */
function showStart() {
  $("start").disabled = beginning || !keeps;
}

function begins(now) {
  beginning = now;
  showStart();
}

$("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (asksForNames()) return;
  const data = new FormData($("form"));
  if (mode().played) {
    begins(true);
    if (!await beginPlayed(mode().played, players(), data)) begins(false);
    return;
  }
  const body = { mode: mode().name, players: players(), profile: data.get("profile"), ...agreed(data) };
  if ($("dealer").value) body.dealer = $("dealer").value;
  begins(true);
  try {
    await begin("/api/set-up", body);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    tell(error.message);
    begins(false);
  }
});
// Back from the table, out of the browser's memory, the page is as it was left: about to go there.
addEventListener("pageshow", async ({ persisted }) => {
  if (!persisted || !known) return;
  begins(false);
  try {
    await showGames();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    tell(error.message);
  }
});
$("add").addEventListener("click", add);

// --- games to go on with ---

async function showGames() {
  const found = await ask("/api/games");
  // Who is about to type a name goes on undisturbed.
  const last = found.games.find((game) => game.players.length);
  if (!players().length && last && !$("players").contains(document.activeElement)) {
    names = [...last.players];
    showPlayers();
  }
  keeps = found.keeps;
  showStart();
  $("start-hint").textContent = found.keeps ? "" : "No game can be kept here: start the table with --log and a file.";
  $("games").replaceChildren(...(found.games.length ? found.games.map((game) => game.phase === "unreadable" ? unreadable(game) : h("li", {},
    h("div", {}, h("strong", {}, game.players.join(", ")), h("div", { class: "quiet" },
      `${game.title} · ${game.phase === "over" ? "over" : `${game.counts} ${game.round}`} · ${plural(game.events, "event")} · ${game.id}`)),
    h("div", { class: "actions small" },
      h("button", { type: "button", onclick: () => goOn(game.id) }, game.phase === "over" ? "Look" : "Go on"),
      h("a", { class: "button", href: `/api/games/${game.id}/log`, download: "" }, "Log"),
      h("a", { class: "button", href: `/api/games/${game.id}/scores`, download: "" }, "Scores")))) : [h("li", { class: "quiet" }, "None yet.")]));
}

/** A game that nothing can be done with, and why. */
const unreadable = (game) => h("li", {}, h("div", {}, h("strong", {}, game.title), h("div", { class: "quiet" }, `${game.why} · ${game.id}`)));

async function goOn(id) {
  try {
    await ask(`/api/games/${id}`, {});
    location.assign("/");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    tell(error.message);
  }
}

// --- wiring ---

const zones = openZones();
try {
  await enter();
  known = await ask("/api/options");
  known.modes.push(...await playedModes());
  showRules();
  showPlayers();
  showPlayedRules(mode());
  await showGames();
  await openCamera(zones.start);
} catch (error) {
  // A form that knows no games cannot be filled in.
  $("columns").hidden = true;
  $("unready").hidden = false;
  $("unready").textContent = whyNot(error, "")[1];
}
document.body.dataset.ready = "true";
