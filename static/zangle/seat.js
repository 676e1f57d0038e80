// A player's phone: join, one huge buzzer, own score, own verdicts, own cards.

import { $, fill, h, plural, tell } from "../shared/dom.js";
import { follow, happen, loadAnew, on, restWhileHidden, state, whyNot, you } from "../shared/link.js";
import { showOnline } from "../shared/online.js";
import { name, tellMoment } from "../shared/phone.js";
import { play, say, switchable } from "../shared/voice.js";
import { call } from "./call.js";
import { arrangementNode, cardNode, pileNode, proofSentence } from "./cards.js";
import { known_to_ms, keepMeasuring } from "./clock.js";
import { layDown } from "./laying.js";

let announced = null;

const PLAYS = ["buzzer", "own", "actions", "points", "place"];

/** Whether it is this player who takes a penalty next. */
const owes = ({ table, offers }) => table.pending?.seat === name && table.pending.ruling === "illegal" && offers.some((offer) => offer.allowed && offer.seat === name && offer.event.kind === "penalty");

/** Show nothing to play with, and why. */
function onlyTell(title, says) {
  for (const id of PLAYS) $(id).hidden = true;
  $("equalizer").hidden = true;
  $("why").textContent = "";
  told({ kind: "table", title, says });
}

/** Whether this page may play for the seat that it shows. */
const mayPlay = () => you.host || you.seat === name;

function show(now) {
  if (now.other) {
    loadAnew();
    return;
  }
  if (!mayPlay()) {
    onlyTell(you.seat ? `This phone is ${you.seat}’s` : "This phone has no seat", `Scan the code of ${name} to play for ${name}.`);
    return;
  }
  const seat = now.table?.seats.find((one) => one.name === name);
  document.body.dataset.state = seat ? now.table.phase : "empty";
  if (!seat) {
    if (now.table) onlyTell("Not at this table", `${name} does not play in this game${now.table.full ? "" : ": the host can add a late player"}.`);
    else onlyTell("Nobody plays yet", "The host sets up a game; this phone joins by itself.");
    return;
  }
  for (const id of PLAYS) $(id).hidden = false;
  const { table } = now;
  const place = table.standings.find((one) => one.seat === name);
  $("points").textContent = plural(place.total, "point");
  $("place").textContent = table.scores.length ? `place ${place.rank}` : "";
  $("equalizer").hidden = !(seat.level && seat.equalizer);
  $("equalizer").textContent = seat.equalizer ? `Equalizer ${seat.level}: ${seat.equalizer}` : "";
  showMoment(now);
  showBuzzer(now, seat);
  showActions(now, seat);
  fill($("cards"), pileNode(seat.draw, "Draw pile"), ...seat.row.map((face) => cardNode(face)));
}

/** What the player of this phone is told to do where all others are told that the player does it. */
const MY_TURN = {
  "lays down a Zangle, or takes a hit.": "Lay down a Zangle, or take a hit.",
  "lays down a Zangle, or passes.": "Lay down a Zangle, or pass.",
  "fills up.": "Fill up.",
};

function showMoment(now) {
  const { moment, verdict, table } = now;
  const judged = moment.kind === "verdict" && verdict;
  const mine = judged && verdict.seat === name;
  const says = judged && moment.ruling === "legal" && !verdict.overruled ? `${verdict.seat}: ${proofSentence(verdict) || moment.says}` : moment.says;
  const first = moment.kind === "called" && table.control === name;
  // Of whom it is told is said at the top of the page.
  const own = mine && says.startsWith(`${name}: `) ? says.slice(name.length + 2) : says;
  const myTurn = moment.next.startsWith(`${name} `) && MY_TURN[moment.next.slice(name.length + 1)];
  const then = owes(now) ? "Take a penalty card, or the table overrules." : first ? "Lay down a Zangle, or pay a card." : myTurn || moment.next;
  const title = first ? "You are first" : moment.kind === "table" && myTurn ? "Your turn" : moment.title;
  told({ ...moment, title, says: [own, then].filter(Boolean).join(" "), own: mine || first || title === "Your turn" },
    mine ? arrangementNode(verdict, table.profile) : "");
  const mark = `${now.game} ${moment.kind} ${moment.claim} ${moment.ruling} ${table.control}`;
  if (announced !== null && announced !== mark) {
    if (mine) {
      play(moment.ruling);
      say(moment.title);
      navigator.vibrate?.(moment.ruling === "legal" ? [60, 60, 160] : [300]);
    } else if (first) {
      play("call");
      say("You are first.");
    }
  }
  announced = mark;
}

function told(moment, drawn = "") {
  tellMoment(moment);
  $("proof").hidden = !drawn;
  fill($("proof"), drawn);
}

/** What keeps this player from calling; what is the table's to do, or the host's, is told above and to all alike. */
function hindrance({ table, calls }, seat) {
  if (table.phase === "over") return "Another game begins on the big screen; this phone joins it by itself.";
  if (table.phase === "gathered") return "Waiting for the deal.";
  if (!seat.playing) return "You are dealt in with the next round.";
  if (table.mode !== "speedster" || table.paused || table.phase !== "play") return "";
  return calls.find((one) => one.seat === name)?.why ?? "";
}

function showBuzzer(now, seat) {
  const { table } = now;
  const buzzer = $("buzzer");
  const may = now.calls.find((one) => one.seat === name);
  const speedster = table.mode === "speedster";
  const mine = table.control === name;
  const turn = table.on_turn === name;
  buzzer.hidden = table.phase === "over";
  const open = speedster ? Boolean(may?.allowed && !table.control && !table.tied.length) : false;
  const laid = now.moment.kind === "verdict" && now.verdict?.ruling === "legal" && now.verdict.seat === name && table.mode === "turn-style";
  const lays = mine && !laid && !table.paused && table.pending?.ruling !== "illegal" && table.phase === "play";
  buzzer.setAttribute("aria-disabled", String(!open && !lays));
  buzzer.dataset.mine = String(lays);
  $("buzz").textContent = lays ? (speedster ? "Lay it down" : "Lay down")
    : open ? "Zangle!" : mine ? "You have the centre" : table.control ? `${table.control} has the centre` : "Wait";
  if (!speedster && !turn && table.on_turn) $("buzz").textContent = `${table.on_turn}’s turn`;
  $("why").textContent = (open || mine) && table.phase !== "over" ? "" : hindrance(now, seat);
}

/** Of the table's own buttons a player's phone has these; the last two are those of Solitaire. */
const ANYBODYS = ["replenish", "fill-column", "stuck"];

function showActions(now, seat) {
  const offers = now.offers.filter((offer) => offer.allowed
    && (offer.seat === name || (offer.seat === null && ANYBODYS.includes(offer.event.kind)))
    && (you.host || ["hit", "pass", "penalty", ...ANYBODYS].includes(offer.event.kind)));
  fill($("actions"),
    ...offers.map((offer) => h("button", { type: "button", class: owes(now) && offer.event.kind === "penalty" ? "primary" : null, "data-offer": offer.id, "data-key": offer.id }, offer.says)));
  // Who plays alone has no cards but those of the staircase.
  $("own").hidden = !seat.playing || now.table.mode === "solitaire";
}

document.addEventListener("click", (event) => {
  const pressed = event.target.closest("[data-offer]");
  // The second tap of a double one is not meant for what stands there by then.
  if (!pressed || !state || event.detail > 1) return;
  const offer = state.offers.find((one) => one.id === pressed.dataset.offer);
  if (offer) happen(offer.event.kind, offer.event);
});

// --- the buzzer ---

async function press(event) {
  if (!state?.table) return;
  if ($("buzzer").dataset.mine === "true") {
    layDown(state, name);
    return;
  }
  if (state.table.mode !== "speedster") return;
  const may = state.calls.find((one) => one.seat === name);
  if (!may?.allowed) {
    const seat = state.table.seats.find((one) => one.name === name);
    if (seat) tell(hindrance(state, seat) || state.moment.next, "hint");
    return;
  }
  // Others may have called by now: the clocks tell who was first, not who is shown.
  $("buzzer").classList.add("pressed");
  navigator.vibrate?.(40);
  try {
    await call(name, event);
  } finally {
    $("buzzer").classList.remove("pressed");
  }
}

let calls = false; // whether the finger that is down has called: the sheet is not opened as it goes up

$("buzzer").addEventListener("pointerdown", (event) => {
  if (event.button !== 0) return;
  calls = $("buzzer").dataset.mine !== "true";
  if (calls) press(event);
});
$("buzzer").addEventListener("click", (event) => {
  // What it was pressed for may be gone by now: a call is made by going down alone.
  if (event.detail === 0 || (!calls && $("buzzer").dataset.mine === "true")) press(event);
});

// --- wiring ---

switchable($("sound"), "sound", true);
switchable($("speech"), "speech", false);
on("state", show);
showOnline();
restWhileHidden();

let awake = null;
async function stayAwake() {
  try {
    awake ??= await navigator.wakeLock?.request("screen");
    awake?.addEventListener("release", () => { awake = null; });
  } catch {
    // It needs a secure page; without it the phone dims as it always does.
  }
}
document.addEventListener("visibilitychange", () => !document.hidden && stayAwake());

try {
  await follow(name);
  if (mayPlay()) {
    keepMeasuring(() => { $("clock").textContent = `Clock known to ±\u00a0${known_to_ms().toFixed(0)}\u00a0ms`; });
    stayAwake();
  }
} catch (error) {
  onlyTell(...whyNot(error, "Scan the code"));
}
document.body.dataset.ready = "true";
