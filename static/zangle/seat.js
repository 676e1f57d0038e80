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

/** What the player of this phone has come to, where all others are told so of the player. */
function myTitle(title) {
  if (title === `${name} is out!`) return "You are out first!";
  return title.startsWith(`${name} wins `) ? `You win ${title.slice(name.length + 6)}` : null;
}

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
  const won = myTitle(moment.title);
  const title = won ?? (first ? "You are first" : moment.kind === "table" && myTurn ? "Your turn" : moment.title);
  if (judged && mayCall(now)) told({ kind: "table", title: moment.next, says: `${mine ? "Your last claim" : `${verdict.seat} before`}: ${WORDS[moment.ruling]}.` });
  else {
    told({ ...moment, title, says: [own, then].filter(Boolean).join(" "), own: Boolean(mine || won) || first || title === "Your turn" },
      mine ? arrangementNode(verdict, table.profile) : "");
  }
  // Once a claim was told, who has the centre by then is no news of it.
  const mark = `${now.game} ${moment.kind} ${moment.title} ${moment.claim} ${moment.ruling} ${judged ? "" : table.control}`;
  if (announced !== null && announced !== mark) {
    if (mine) {
      play(moment.ruling);
      say(title);
      navigator.vibrate?.(moment.ruling === "legal" ? [60, 60, 160] : [300]);
    } else if (first) {
      play("call");
      say("You are first.");
    } else if (won) {
      play("legal");
      say(`${won}.`);
    }
  }
  announced = mark;
}

const WORDS = { legal: "a Zangle", illegal: "no Zangle", undecided: "undecided" };

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
  return (calls.find((one) => one.seat === name)?.why ?? "").replace(`${name} has called already.`, "You have called already.");
}

/** Of the table's own buttons a player's phone has these; the last two are those of Solitaire. */
const ANYBODYS = ["replenish", "fill-column", "stuck"];

/** The buttons that a player's phone has. */
const buttons = (now) => now.offers.filter((offer) => offer.allowed
  && (offer.seat === name || (offer.seat === null && ANYBODYS.includes(offer.event.kind)))
  && (you.host || ["hit", "pass", "penalty", ...ANYBODYS].includes(offer.event.kind)));

/** Whether a call of this player would be the first one. */
const mayCall = ({ table, calls }) => table.mode === "speedster" && !table.control && !table.tied.length && Boolean(calls.find((one) => one.seat === name)?.allowed);

/** What this player does next, which the largest button is for: a call, laying down, or one of the other buttons. Null where others are about to do something. */
function nextOf(now) {
  const { table, verdict, moment } = now;
  const speedster = table.mode === "speedster";
  const mine = table.control === name;
  if (mayCall(now)) return { kind: "call", says: "Zangle!" };
  const judged = moment.kind === "verdict" && verdict?.seat === name;
  const due = (judged || !speedster) && buttons(now).find((offer) => offer.event.kind === "replenish");
  if (due && !(speedster && mine)) return { kind: "offer", offer: due, says: due.says };
  const laid = judged && verdict.ruling === "legal" && table.mode === "turn-style";
  if (mine && !laid && !table.paused && table.pending?.ruling !== "illegal" && table.phase === "play") return { kind: "lay", says: speedster ? "Lay it down" : "Lay down" };
  const penalty = owes(now) && buttons(now).find((offer) => offer.event.kind === "penalty");
  return penalty ? { kind: "offer", offer: penalty, says: "Take a penalty card" } : null;
}

/** What is told where the largest button would be, while others are about to do something. */
function meanwhile({ table }) {
  if (table.mode !== "speedster" && table.on_turn && table.on_turn !== name) return `${table.on_turn}’s turn`;
  return table.control === name ? "You have the centre" : table.control ? `${table.control} has the centre` : "Wait";
}

function showBuzzer(now, seat) {
  const { table } = now;
  const buzzer = $("buzzer");
  const next = nextOf(now);
  buzzer.hidden = table.phase === "over";
  buzzer.setAttribute("aria-disabled", String(!next));
  buzzer.dataset.mine = String(next?.kind === "lay");
  // Who calls at the same time as another does it by the clocks, whoever is shown to be first by then.
  const late = !next && table.mode === "speedster" && now.calls.some((one) => one.seat === name && one.allowed);
  buzzer.dataset.does = next?.kind ?? (late ? "call" : "nothing");
  if (next?.offer) buzzer.dataset.offer = next.offer.id;
  else delete buzzer.dataset.offer;
  $("buzz").textContent = next?.says ?? meanwhile(now);
  $("why").textContent = (next || table.control === name) && table.phase !== "over" ? "" : hindrance(now, seat);
  settle(`${now.game} ${buzzer.dataset.does} ${buzzer.dataset.offer ?? ""}`);
}

const SETTLES_MS = 300; // who is about to press something sees by then that it has become something else
let stood = null; // what the largest button was for
let settling = 0;

/** Where the largest button becomes another one, all that can be pressed moves: a finger on its way down is meant for what was there. */
function settle(does) {
  if (stood !== null && stood !== does) {
    document.body.dataset.settling = "true";
    clearTimeout(settling);
    settling = setTimeout(() => { delete document.body.dataset.settling; }, SETTLES_MS);
  }
  stood = does;
}

function showActions(now, seat) {
  const large = $("buzzer").dataset.offer;
  fill($("actions"), ...buttons(now).filter((offer) => offer.id !== large)
    .map((offer) => h("button", { type: "button", "data-offer": offer.id, "data-key": offer.id }, offer.says)));
  // Who plays alone has no cards but those of the staircase.
  $("own").hidden = !seat.playing || now.table.mode === "solitaire";
}

document.addEventListener("click", (event) => {
  const pressed = event.target.closest("[data-offer]");
  // The second tap of a double one is not meant for what stands there by then.
  if (!pressed || !state || event.detail > 1) return;
  // What the large one was for when the finger went down may be done by now.
  if (pressed.id === "buzzer" && event.detail > 0 && pressed.dataset.offer !== went) return;
  const offer = state.offers.find((one) => one.id === pressed.dataset.offer);
  if (offer) happen(offer.event.kind, offer.event);
});

// --- the buzzer ---

async function press(event) {
  if (!state?.table || $("buzzer").dataset.offer) return;
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

let went = null; // the button that the finger which is down is on
let calls = false; // whether the finger that is down has called: the sheet is not opened as it goes up

$("buzzer").addEventListener("pointerdown", (event) => {
  if (event.button !== 0) return;
  went = $("buzzer").dataset.offer ?? null;
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
    keepMeasuring(() => { document.body.dataset.clockMs = known_to_ms().toFixed(0); });
    stayAwake();
  }
} catch (error) {
  onlyTell(...whyNot(error, "Scan the code"));
}
document.body.dataset.ready = "true";
