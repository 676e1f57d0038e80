// The table as the server tells it: how it stands, what happens, and commands about it.

import { ask, enter, PHOTO_PATIENCE_S, Refusal } from "./ask.js";
import { tell } from "./dom.js";

/** Why a page has nothing to show, as a title and a sentence; `locked` is the title where a key is missing. */
export function whyNot(error, locked) {
  if (!(error instanceof Refusal)) {
    console.error(error);
    return ["This page does not work", "The answer could not be shown; please reload the page."];
  }
  if (error.sitsOut) return ["Not at this table", error.message];
  return [error.status === 401 || error.status === 403 ? locked : "The table cannot be shown", error.message];
}

const listeners = { state: [], entry: [], online: [] };
let base = "/api";
let whose = "";
let own = null; // the seat as which another table than Zangle's is followed
let stateAt = null; // where the page asks how the table stands

/** Follow another table than Zangle's, as a seat sees it or, without one, as everybody does. */
export function at(path, seat) {
  [base, own] = [path, seat];
  whose = seat ? `seat=${encodeURIComponent(seat)}` : "";
}
let source = null;
let last = null;

/** The server says something at least every ten seconds; so long after its last word it is gone, though nothing told us. */
const SILENT_MS = 25_000;
/** How long nothing is asked after a question that had no answer. */
const AWAY_MS = 1000;
/** How often a page without a key asks whether it has one by now. */
const LOCKED_MS = 5000;
let silence = 0;

/** The newest state; null before the first one. */
export let state = null;
/** Who this page is: {host, seat}. */
export let you = { host: false, seat: null };

/** Have `call` called with each new state, entry of the log, or change of being online. */
export function on(kind, call) {
  listeners[kind].push(call);
}

function emit(kind, value) {
  for (const call of listeners[kind]) call(value);
}

function take(next) {
  // The host took another file for the log: all that is shown is of a game of the same name, and not of this one.
  if (state?.game && state.game === next.game && state.begun_at_s !== next.begun_at_s) {
    loadAnew();
    return;
  }
  if (state && state.game === next.game && next.version < state.version) return;
  const same = state && state.game === next.game && state.version === next.version && state.told === next.told;
  state = next;
  if (!same) emit("state", next);
}

/** Take in the state that came with an answer to what was asked `about` one, unless the stream has told of a newer one since. */
function takeAnswer(next, about) {
  if (state && state.game !== about?.game) return;
  if (state && state.game === next.game && state.version === next.version && next.told < state.told) return;
  take(next);
}

/** Learn how the table stands, and follow it from then on; `seat` is whose page this is, where that is no part of what it follows. Throws Refusal where no key lets one in, or nobody answers. */
export async function follow(seat = null) {
  stateAt = `${base}/state${whose ? `?${whose}` : seat === null ? "" : `?seat=${encodeURIComponent(seat)}`}`;
  try {
    await enter(undefined, own ?? seat);
    const { you: me, ...now } = await ask(stateAt);
    you = me;
    take(now);
  } catch (error) {
    // A player who sits out a game has no key to it, and is at the table again with the next one.
    if (error instanceof Refusal && !error.status) loadAnew(AWAY_MS);
    else if (error instanceof Refusal && error.status === 401) loadAnew(LOCKED_MS, stateAt);
    throw error;
  }
  listen();
}

let isLeaving = false;

/** Load the page anew once the companion answers: without an answer a browser puts a page of its own in its place, for good. */
export async function loadAnew(pause_ms = 0, asked = "/api/health") {
  if (isLeaving) return;
  isLeaving = true;
  for (let wait_ms = pause_ms; ; wait_ms = pause_ms || AWAY_MS) {
    await new Promise((wake) => setTimeout(wake, wait_ms));
    try {
      await ask(asked);
      location.reload();
      return;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

let rests = false;

/** Listen only while the page is looked at: a browser has six connections to a table for all its pages, and no more. */
export function restWhileHidden() {
  rests = true;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) stopListening();
    else if (state) listen();
  });
}

function listen() {
  stopListening();
  if (rests && document.hidden) return;
  listenAgain(SILENT_MS);
  const asked = [whose, last && `last=${encodeURIComponent(last)}`].filter(Boolean).join("&");
  source = new EventSource(`${base}/events${asked && `?${asked}`}`);
  for (const kind of ["open", "entry", "state", "beat"]) source.addEventListener(kind, () => listenAgain(SILENT_MS));
  source.addEventListener("open", () => emit("online", true));
  source.addEventListener("entry", (event) => {
    last = event.lastEventId;
    emit("entry", JSON.parse(event.data));
  });
  source.addEventListener("state", (event) => {
    last = event.lastEventId || last;
    take(JSON.parse(event.data));
  });
  source.addEventListener("error", (event) => {
    emit("online", false);
    // The browser tries again by itself after a lost connection, but not after a refusal.
    if (event.target.readyState === EventSource.CLOSED) whenRefused();
  });
}

/** Learn why the table is told no more: where a key is missing by now the page says so anew, and listens again elsewhere. */
async function whenRefused() {
  listenAgain(AWAY_MS);
  try {
    await ask(stateAt);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.status === 401 || error.status === 403) location.reload();
  }
}

/** Listen anew after a while in which nothing is heard. */
function listenAgain(after_ms) {
  clearTimeout(silence);
  silence = setTimeout(() => {
    emit("online", false);
    listen();
  }, after_ms);
}

function stopListening() {
  clearTimeout(silence);
  source?.close();
}
addEventListener("pagehide", stopListening);
addEventListener("pageshow", (event) => event.persisted && state && listen());

const entering = new Set(); // what a double tap would enter twice
let unanswered = null; // {kind, about}: what may have happened though no answer came, and the table that it was about

/** Enter an event about the game and the table as they are shown, or as they were at the `game` and the `version` among its fields. Answers true where it happened; else its sentence is told. */
export async function happen(kind, fields = {}) {
  const { v: _v, kind: _kind, ...rest } = fields;
  const about = kind === "set-up" ? { after: state.game } : { game: state.game, version: state.version };
  // Tried again it is about the table that it was about before: if it has happened there, it does not happen twice.
  const again = unanswered?.kind === kind ? unanswered.about : {};
  const answer = await once(JSON.stringify([kind, rest]), kind, { ...about, ...rest, ...again });
  return answer !== null;
}

/** Have the camera's newest picture, or a photo, read. Answers what came of it, as the server says it; null where nothing did. */
export async function readTable(photo = null) {
  const body = new FormData();
  if (photo) body.set("photo", photo, photo.name || "photo");
  return once("read", "read", photo ? body : {});
}

/** Which table what is sent is about. */
const tableOf = ({ game, version, after }) => ({ game, version, after });

/** Send what is not being sent already, and take in how the table stands then. Answers null where it was refused, and tells why. */
async function once(mark, kind, body) {
  if (entering.has(mark)) return null;
  entering.add(mark);
  const about = state;
  try {
    const answer = await ask(`${base}/${kind}${whose && `?${whose}`}`, body, kind === "read" ? { patience_s: PHOTO_PATIENCE_S } : {});
    unanswered = null;
    takeAnswer(answer.state, about);
    return answer;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // A seat's second call is none by itself, and in another round it is a call of its own.
    unanswered = error.status || kind === "call" ? null : { kind, about: tableOf(body) };
    tell(error.message);
    return null;
  } finally {
    entering.delete(mark);
  }
}
