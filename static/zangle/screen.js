// The big screen: the moment, the table, the scores and what happened, as the server tells them.

import { watch } from "../shared/camera.js";
import { $, fill, h, kept, tell } from "../shared/dom.js";
import { showHistory } from "../shared/history.js";
import { showJoining } from "../shared/joining.js";
import { follow, happen, loadAnew, on, state, whyNot, you } from "../shared/link.js";
import { showOnline } from "../shared/online.js";
import { switchable } from "../shared/voice.js";
import { showWhose } from "../shared/whose.js";
import { showBanner } from "./banner.js";
import { call } from "./call.js";
import { showCheck } from "./check.js";
import { keepMeasuring } from "./clock.js";
import { correct } from "./correct.js";
import { layDown } from "./laying.js";
import { showScores } from "./scores.js";
import { showCentre, showSeats } from "./seats.js";

const LESS_OFTEN = new Set(["end", "end-round", "pause"]);

function show(now) {
  if (now.other) {
    loadAnew();
    return;
  }
  const playing = Boolean(now.table);
  document.body.dataset.state = playing ? now.table.phase : "empty";
  $("nothing").hidden = playing;
  $("game").hidden = !playing;
  for (const node of document.querySelectorAll(".in-game")) node.hidden = !playing;
  $("show").hidden = !now.show;
  if (!playing) return;
  const { table } = now;
  const round = table.bonus ? "bonus round" : table.rounds > 1 ? `round ${table.round} of ${table.rounds}` : "";
  $("title").textContent = [table.title, round].filter(Boolean).join(" · ");
  document.title = `${now.moment.title} · Tabletop companion`;
  showBanner(now);
  showActions(now);
  showCheck(now);
  showCentre(now);
  showSeats(now, keysOn);
  showScores(now);
}

/** A player's buttons that are the table's business right now, so that nobody has to look for them. */
const PROMOTED = {
  settle: () => true,
  penalty: ({ table }, offer) => table.pending?.seat === offer.seat && table.pending.ruling === "illegal",
  replenish: ({ verdict, moment }, offer) => moment.kind === "verdict" && verdict?.seat === offer.seat,
};
const OF_SEAT = {
  settle: (seat) => `${seat} was first`,
  penalty: (seat) => `${seat} takes a penalty`,
  replenish: (seat) => `Fill up ${seat}`,
};

/** The table's own buttons: what comes next stands out, the rest is there. */
function showActions(now) {
  const mine = now.offers.filter((offer) => offer.allowed && offer.seat === null);
  const ahead = mine.filter((offer) => !["undo", "overrule"].includes(offer.event.kind));
  const often = ahead.filter((offer) => !LESS_OFTEN.has(offer.event.kind));
  const overrules = mine.filter((offer) => offer.event.kind === "overrule");
  const promoted = now.offers.filter((offer) => offer.allowed && PROMOTED[offer.event.kind]?.(now, offer))
    .map((offer) => ({ ...offer, says: OF_SEAT[offer.event.kind](offer.seat) }));
  const less = ahead.filter((offer) => LESS_OFTEN.has(offer.event.kind));
  // After the last round nothing else is left to be done.
  const last = now.table.phase === "scored" && !often.length;
  const control = now.table.control;
  const lays = control && !(now.table.pending && now.table.pending.ruling === "illegal") && !blocked(now)
    ? [h("button", { type: "button", class: "primary", "data-lay": control, "data-key": "lay" }, "Lay down cards")] : [];
  $("then").textContent = now.moment.next;
  fill($("actions"),
    ...promoted.map((offer) => button(offer, true)),
    ...often.map((offer, index) => button(offer, index === 0 && !lays.length && !promoted.length)),
    ...lays,
    ...overrules.map((offer) => button(offer, false)),
    ...less.map((offer) => (last && offer.event.kind === "end" ? button(offer, true) : button(offer, false, "plain"))),
  );
  fill($("backwards"), ...now.offers.filter((offer) => offer.event.kind === "undo").map((offer) => button(offer, false)));
}

/** Whether a claim would be refused, so that it is not offered. */
function blocked({ table, verdict, moment }) {
  if (table.phase !== "play" || table.paused) return true;
  return moment.kind === "verdict" && verdict?.ruling === "legal" && verdict.seat === table.control && table.mode !== "solitaire";
}

function button(offer, primary, look = "") {
  return h("button", {
    type: "button", class: `${primary ? "primary" : ""} ${look}`.trim() || null, "data-offer": offer.id, "data-key": offer.id,
    "aria-disabled": offer.allowed ? null : "true", title: offer.allowed ? null : offer.why,
  }, offer.says);
}

// One listener for all buttons: what they do is looked up in the newest state.
document.addEventListener("click", (event) => {
  const pressed = event.target.closest("[data-offer], [data-lay]");
  if (!pressed || !state) return;
  if (pressed.dataset.lay) {
    layDown(state, pressed.dataset.lay);
    return;
  }
  if (event.detail > 1) return; // the second click of a double one: what stands there now is something else
  const offer = state.offers.find((one) => one.id === pressed.dataset.offer);
  if (!offer) return;
  if (offer.allowed) happen(offer.event.kind, offer.event);
  else tell(offer.why, "hint");
});

// A call by the mouse or a finger counts from when it is pressed, not from when it is let go.
document.addEventListener("pointerdown", (event) => {
  const pressed = event.target.closest("[data-call]");
  if (pressed && event.button === 0) call(pressed.dataset.call, event);
});
document.addEventListener("click", (event) => {
  const pressed = event.target.closest("[data-call]");
  if (pressed && event.detail === 0) call(pressed.dataset.call, event);
});

// --- one key a seat ---

let keysOn = kept.get("keys", true);
$("keys").setAttribute("aria-pressed", String(keysOn));
$("keys").addEventListener("click", () => {
  keysOn = !keysOn;
  kept.set("keys", keysOn);
  $("keys").setAttribute("aria-pressed", String(keysOn));
  if (state?.table) showSeats(state, keysOn);
});
addEventListener("keydown", (event) => {
  if (!you.host || !keysOn || event.repeat || event.ctrlKey || event.altKey || event.metaKey || !state?.table) return;
  if (document.querySelector("dialog[open]") || event.target.closest("input, select, textarea")) return;
  const seat = /^[1-8]$/.test(event.key) ? state.table.seats[Number(event.key) - 1] : null;
  if (seat && state.table.mode === "speedster") call(seat.name, event);
});

// --- wiring ---

switchable($("sound"), "sound", true);
switchable($("speech"), "speech", true);
$("phones").addEventListener("click", () => showJoining());
$("correct").addEventListener("click", () => correct(state));

on("state", showWhose);
on("state", show);
on("entry", showHistory);
on("state", (now) => showHistory(null, now));
showOnline();

try {
  await follow();
  keepMeasuring();
  watch();
} catch (error) {
  document.body.dataset.state = "empty";
  $("nothing").hidden = false;
  [$("nothing-title").textContent, $("nothing-says").textContent] = whyNot(error, "This table is locked");
  // Nothing of it can be done from here.
  for (const node of document.querySelectorAll("#nothing .ways, .in-game")) node.hidden = true;
}
document.body.dataset.ready = "true";
