// What the big screen and the phones of a table share: the game's own fragment, buttons, and turns put together by hand.

import { ask, Refusal } from "../shared/ask.js";
import { $, fill, h, tell } from "../shared/dom.js";
import { happen, loadAnew, readTable, state } from "../shared/link.js";
import { liftNotice, showAnswer } from "./in-view.js";

const FRAGMENTS = {
  any: () => import("./any.js"),
  tranglar: () => import("./tranglar.js"),
  zigity: () => import("./zigity.js"),
  zigzaggle: () => import("./zigzaggle.js"),
  zont: () => import("./zont.js"),
};

export const ICONS = {
  legal: "M10 25l10 10L39 14",
  illegal: "M13 13l22 22M35 13L13 35",
  undecided: "M16 18a8 8 0 1 1 12 7q-4 2.5-4 6M24 37v1",
  over: "M14 9h20v9a10 10 0 0 1-20 0zM24 28v8M16 40h16M14 12H7q0 10 8 11M34 12h7q0 10-8 11",
  paused: "M17 12v24M31 12v24",
  table: "M8 34h32L24 9z",
};

let fragment = null;
let named = null;
let kinds = [];
let draft = {};
let drafted = null;
let shown = null; // the state that the page shows: buttons are about it, and not about one that is only on its way to the page
let redraw = null; // draws what is put together as it is by now
let begun = null; // {game}: which game was told of last, another one each time that it changes

const RETRY_MS = 1000;

/** The fragment of the game that is played; its cards are learnt with it, however often that takes to ask. False where it is played no more. */
async function fragmentOf(now) {
  const page = now.table.page in FRAGMENTS ? now.table.page : "any";
  // What is answered after another game began is about that one, though this one may go on since.
  if (begun?.game !== now.game) begun = { game: now.game };
  const of = begun;
  while (named !== `${now.game} ${page}`) {
    try {
      const found = await FRAGMENTS[page]();
      const { game, kinds: all } = await ask("/api/played/kinds");
      if (of !== begun || state.game !== now.game || game !== now.game) return false;
      [fragment, kinds, named] = [found, all, `${now.game} ${page}`];
    } catch (error) {
      // What is not loaded for want of a connection is a TypeError.
      if (!(error instanceof Refusal || error instanceof TypeError)) throw error;
      // Without a connection nothing can be drawn; of a game that is over nothing is told.
      if (error.status < 500 || of !== begun || state.game !== now.game) return false;
      await new Promise((wake) => setTimeout(wake, RETRY_MS));
    }
  }
  return true;
}

/** Make the page ready for what is to be shown; false where there is no game, or something newer has come meanwhile. */
export async function isNewest(now) {
  if (!now.table) {
    if (now.game === null) loadAnew();
    return false;
  }
  if (!await fragmentOf(now)) return false;
  if (state !== now && state && (now.game !== state.game || now.version < state.version || state.told !== now.told)) return false;
  shown = now;
  document.body.dataset.state = now.table.over ? "over" : "play";
  document.body.dataset.game = now.table.page;
  return true;
}

/** A button for an offer; of several players' it says whose it is, `of`. */
export function button(offer, look = "") {
  return h("button", { type: "button", class: look || null, "data-offer": offer.id, "data-key": offer.id,
    "aria-disabled": offer.allowed ? null : "true", title: offer.allowed ? null : offer.why, "aria-label": offer.of && !offer.asks ? `${offer.of}: ${offer.says}` : null }, offer.of ? [h("bdi", { class: "whose" }, offer.of), `: ${offer.says}`] : offer.says);
}

/** Have buttons do what they say: what came after the state that they are of makes them stale. */
export function pressable() {
  liftNotice();
  document.addEventListener("click", async (event) => {
    const pressed = event.target.closest("[data-offer]");
    askNoMore(pressed);
    // A double tap is one press: its second is on what has taken the place of the first.
    if (event.detail > 1) return;
    const offer = pressed && shown?.offers.find((one) => one.id === pressed.dataset.offer);
    if (!offer || isOld(shown)) return;
    if (!offer.allowed) tell(offer.why, "hint");
    else if (!offer.asks || isSure(pressed, offer)) await answered(happen(offer.event.kind, { ...offer.event, ...(offer.event.kind !== "set-up" && { version: shown.version }) }));
  });
}

/** Have what was entered answered where it is seen; a refusal is told wherever the page stands. */
async function answered(entered) {
  if (await entered) await showAnswer();
}

/** Whether a button that asks first was pressed once more. */
function isSure(pressed, offer) {
  if (pressed.dataset.asked) return true;
  [pressed.dataset.asked, pressed.textContent] = [pressed.textContent, offer.asks];
  return false;
}

/** Have whatever asked, but for what is pressed now, say again what it does. */
function askNoMore(pressed) {
  for (const one of document.querySelectorAll("[data-asked]")) {
    if (one === pressed) continue;
    one.textContent = one.dataset.asked;
    delete one.dataset.asked;
  }
}

/** Whether another game has begun than the one that is shown; then that is told. */
function isOld(now) {
  const old = now.game !== state.game;
  if (old) tell("Another game has begun.", "hint");
  return old;
}

/** What a picture came to, where it is not shown large for as long as it holds: a camera beside a photo soon tells what it sees itself. */
function cameTo({ entered, says, state: { moment, news } }, isBesideCamera) {
  if (!isBesideCamera) return news ? "" : says;
  return entered ? `${moment.title}. ${moment.says}` : says;
}

/** Have two buttons, and the field that one of them opens, read the table: from the camera's picture, or from a photo. */
export function readable(read, photo, file) {
  const reading = async (picture) => {
    const game = state?.game;
    read.disabled = photo.disabled = true;
    $("working-says").textContent = picture ? "Reading the photo…" : "Reading the picture…";
    $("working").hidden = false;
    try {
      const found = await readTable(picture);
      // Of a game before nothing is told in the next one.
      if (found && found.state.game === game && state.game === game) tell(cameTo(found, picture && read.checkVisibility()), "hint");
    } finally {
      read.disabled = photo.disabled = false;
      $("working").hidden = true;
    }
  };
  read.addEventListener("click", () => reading(null));
  photo.addEventListener("click", () => file.click());
  file.addEventListener("change", async () => {
    const [picture] = file.files;
    file.value = "";
    if (picture) await reading(picture);
  });
}

/** Show the form by which a turn is put together, or what was turned up is told; hidden where neither is due here. */
export function showComposer(now, whose) {
  const box = $("composing");
  const { table } = now;
  const shows = !table.dealt && table.waits_for && fragment.show && (whose === null || table.waits_for === "middle" || table.waits_for === whose) && !table.over ? table.waits_for : null;
  const seat = now.composes;
  const wanted = shows ? `show ${shows}` : seat && fragment.turn ? `turn ${seat}` : null;
  box.hidden = !wanted;
  if (!wanted) {
    box.replaceChildren();
    return;
  }
  // What was put together stays for as long as it is about the table that lies there, whatever else happens meanwhile.
  const mark = `${now.game} ${wanted} ${JSON.stringify(table.picture)}`;
  const isSame = drafted === mark;
  if (!isSame) draft = {};
  drafted = mark;
  redraw = (isOnlyTold = false) => {
    const change = () => redraw();
    const nodes = shows ? fragment.show(table, kinds, draft, change) : fragment.compose(table, kinds, draft, change, now);
    const title = shows ? (shows === "middle" ? "The card that lies face up" : `What ${shows} has left`) : whose === null ? `${seat}’s turn, by hand` : "My turn";
    const fresh = box.cloneNode();
    fresh.append(h("h3", {}, title), ...nodes.filter(Boolean),
      h("div", { class: "actions" }, enterNode(shows, seat),
        h("button", { type: "button", class: "plain", "data-key": "clear", onclick: () => { draft = {}; redraw(); } }, "Clear")));
    // What a state leaves as it is stays: a finger may be on it.
    if (isOnlyTold && fresh.isEqualNode(box)) return;
    const focused = box.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const at = document.activeElement?.selectionStart;
    box.replaceChildren(...fresh.childNodes);
    const again = focused && box.querySelector(`[data-key="${CSS.escape(focused)}"]`);
    // A button that is there no more, or off, hands the keys on to the board.
    (again && !again.disabled ? again : focused && box.querySelector('[data-key="board"]'))?.focus({ preventScroll: true });
    if (again && typeof at === "number" && again.type === "text") again.setSelectionRange(at, at);
  };
  // What is typed draws nothing anew, and may be all that was wanted.
  box.oninput = () => sayWhatItDoes($("enter-turn"), shows);
  redraw(isSame);
}

/** The button that enters what was put together; while nothing is it says what comes first. */
function enterNode(place, seat) {
  const node = h("button", { type: "button", class: "primary", id: "enter-turn", "data-key": "enter-turn", onclick: () => enter(place, seat) });
  sayWhatItDoes(node, place);
  return node;
}

function sayWhatItDoes(node, place) {
  const isEmpty = !put(place);
  const enters = place ? fragment.shows ?? "Enter it" : fragment.enters;
  const label = isEmpty ? firstOf(place) : typeof enters === "function" ? enters(draft) : enters;
  if (node.textContent !== label) node.textContent = label;
  if (isEmpty) node.setAttribute("aria-disabled", "true");
  else node.removeAttribute("aria-disabled");
}

/** What was put together, as it is entered; null for nothing. */
function put(place) {
  if (!place) return fragment.turn(shown.table, draft);
  const things = fragment.shown(draft);
  return things.length ? things : null;
}

const firstOf = (place) => (place ? fragment.showsFirst : fragment.first?.(draft)) ?? "Put it together first";

/** Enter what was put together: what `place` shows or has left, or else the turn of a seat. */
async function enter(place, seat) {
  if (isOld(shown)) return;
  const { table, version } = shown;
  const found = put(place);
  if (found === null) {
    tell(`${firstOf(place)}.`, "hint");
    return;
  }
  const lack = place ? null : fragment.lacks?.(table, draft);
  if (lack) {
    tell(lack.says, "hint");
    Object.assign(draft, lack.draft);
    redraw();
    $("composing").querySelector(`[data-key="${CSS.escape(lack.key)}"]`)?.focus();
    return;
  }
  tell(""); // what was asked for before is done
  await answered(place ? happen("show", { place, things: found, version }) : happen("claim", { seat, turn: found, version }));
}

/** What the own seat holds, where the program dealt it. */
export const held = (now) => (now.table.dealt && fragment.hand ? fragment.hand(now.table) : []);

/** What was played, or seems to have been, for the banner. */
export function played(now) {
  const drawn = now.news ? now.news.drawn : now.verdict?.drawn;
  return drawn ? fragment.things(drawn, kinds).map((node) => h("li", {}, node)) : [];
}

/** The middle of the table. */
export function showMiddle(now) {
  fill($("middle"), ...fragment.middle(now.table, now, kinds));
}

/** What a player's place on the big screen shows beside the name, and below it. */
export const sign = (table, number) => fragment.sign?.(table, number) ?? "";
export const beside = (table, number) => fragment.beside?.(table, number, kinds) ?? "";
