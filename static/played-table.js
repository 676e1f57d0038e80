// What the big screen and the phones of a table share: the game's own fragment, buttons, and turns put together by hand.

import { $, fill, h, tell } from "./dom.js";
import { ask, happen, Refused, state } from "./link.js";

const FRAGMENTS = {
  any: () => import("./played-any.js"),
  tranglar: () => import("./played-tranglar.js"),
  zigity: () => import("./played-zigity.js"),
  zigzaggle: () => import("./played-zigzaggle.js"),
  zont: () => import("./played-zont.js"),
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

/** The fragment of the game that is played; its cards are learnt with it. */
async function fragmentOf(now) {
  const page = now.table.page in FRAGMENTS ? now.table.page : "any";
  if (named !== `${now.game} ${page}`) {
    fragment = await FRAGMENTS[page]();
    try {
      ({ kinds } = await ask("/api/played/kinds"));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      kinds = [];
    }
    named = `${now.game} ${page}`;
  }
}

/** Make the page ready for what is to be shown; false where there is no game, or something newer has come meanwhile. */
export async function isNewest(now) {
  if (!now.table) {
    if (now.game === null) location.reload();
    return false;
  }
  await fragmentOf(now);
  if (state && (now.game !== state.game || now.version < state.version)) return false;
  document.body.dataset.state = now.table.over ? "over" : "play";
  document.body.dataset.game = now.table.page;
  return true;
}

/** A button for an offer. */
export function button(offer, look = "") {
  return h("button", { type: "button", class: look || null, "data-offer": offer.id, "data-key": offer.id,
    "aria-disabled": offer.allowed ? null : "true", title: offer.allowed ? null : offer.why }, offer.says);
}

/** Have buttons do what the newest state says. */
export function pressable(newest) {
  document.addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-offer]");
    const offer = pressed && newest()?.offers.find((one) => one.id === pressed.dataset.offer);
    if (!offer) return;
    if (offer.allowed) happen(offer.event.kind, offer.event);
    else tell(offer.why, "hint");
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
  if (drafted !== mark) draft = {};
  drafted = mark;
  const draw = () => {
    const nodes = shows ? fragment.show(table, kinds, draft, draw) : fragment.compose(table, kinds, draft, draw, now);
    const label = shows ? "Show it" : typeof fragment.enters === "function" ? fragment.enters(draft) : fragment.enters;
    const title = shows ? (shows === "middle" ? "What was turned up" : `What ${shows} has left`) : whose === null ? `${seat}’s turn, by hand` : "My turn";
    const focused = box.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const at = document.activeElement?.selectionStart;
    box.replaceChildren(h("h3", {}, title), ...nodes.filter(Boolean),
      h("div", { class: "actions" }, h("button", { type: "button", class: "primary", id: "enter-turn", "data-key": "enter-turn", onclick: () => enter() }, label),
        h("button", { type: "button", class: "plain", "data-key": "clear", onclick: () => { draft = {}; draw(); } }, "Clear")));
    const again = focused && box.querySelector(`[data-key="${CSS.escape(focused)}"]`);
    again?.focus({ preventScroll: true });
    if (again && typeof at === "number" && again.type === "text") again.setSelectionRange(at, at);
  };
  const enter = async () => {
    if (shows) {
      const things = fragment.shown(draft);
      if (!things.length) tell("Choose what is shown first.", "hint");
      else await happen("show", { place: shows, things });
      return;
    }
    const turn = fragment.turn(table, draft);
    if (turn === null) tell("Put the turn together first.", "hint");
    else await happen("claim", { seat, turn });
  };
  draw();
}

/** What was played, for the banner. */
export const played = (now) => (now.verdict ? fragment.things(now.verdict.drawn, kinds).map((node) => h("li", {}, node)) : []);

/** The middle of the table. */
export function showMiddle(now) {
  fill($("middle"), ...fragment.middle(now.table, now, kinds));
}

/** What a player's place on the big screen shows beside the name, and below it. */
export const sign = (table, number) => fragment.sign?.(table, number) ?? "";
export const beside = (table, number) => fragment.beside?.(table, number, kinds) ?? "";
