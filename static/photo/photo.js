// The page's wiring: how a photo comes in, and what happens until its verdict is shown.

import { enter, Refusal } from "../shared/ask.js";
import { $, h } from "../shared/dom.js";
import { whenDropped } from "../shared/files.js";
import { judgePhoto, judgeSample, samples, tablesGame } from "./api.js";
import { ABOUT } from "./games.js";
import { leave, read, Stopped } from "./reading.js";
import { show } from "./result.js";

/** Before a choice counts: with the arrow keys one goes past others. */
const CHOICE_MS = 300;
const BACK_MS = 2000;

let photo = null; // what was given last: {what, game, ask}, its game where that is known
let shown = null; // what the verdict on the page, or set aside, is about: {photo, of}
let choice = 0;

/** Ask for a verdict; what is on the page stays there unless one comes. The view `moves` to it but where it is told of a photo again. */
async function judge(given, moves = true) {
  clearTimeout(choice);
  photo = given;
  const of = chosen();
  problem("");
  try {
    const answer = await read(given.what, (signal) => given.ask(of, signal));
    if (!answer) return;
    $("banner").setAttribute("aria-live", moves ? "off" : "polite");
    show(answer);
    shown = { photo: given, of: { ...of, game: answer.seen.game } };
    putBack();
    if (!moves) return;
    $("ruling").focus({ preventScroll: true });
    scrollTo({ top: 0 });
  } catch (error) {
    failed(given, of, error);
  }
}

/** Say why there is no verdict. A photo that the server never had, or may yet read, is kept to try again. */
function failed(given, of, error) {
  const isRefused = error instanceof Refusal;
  if (!isRefused) console.error(error);
  const again = isRefused && !(error.status < 500);
  if (!again && !ABOUT[of.game].elsewhere) photo = shown?.photo ?? null;
  showEarlier(given, of);
  problem(isRefused ? error.message : "The answer could not be shown; please reload the page.", again);
  if (again && error.status === undefined && !(error instanceof Stopped)) whenBack(error.message);
}

function problem(says, again = false) {
  const isLeft = [$("stop"), document.body].includes(document.activeElement);
  $("problem").textContent = says;
  $("problem-box").hidden = says === "";
  $("again").hidden = !again;
  if (says) scrollTo({ top: 0 });
  if (again && isLeft) $("again").focus({ preventScroll: true });
}

/** Once the companion answers again, nothing says any more that it does not. */
async function whenBack(says) {
  for (;;) {
    await new Promise((wake) => setTimeout(wake, BACK_MS));
    if ($("problem").textContent !== says) return;
    const answers = await tablesGame().catch((error) => error.status !== undefined);
    if (!answers || $("problem").textContent !== says) continue;
    problem("The companion answers again.", true);
    return;
  }
}

/** Say of what the verdict still is, where it is not of what was asked last. */
function showEarlier(given, of) {
  if (!shown || $("result").hidden) return;
  const sameGame = isSame(shown.of, of);
  if (shown.photo === given && sameGame) return;
  const game = $("game").querySelector(`[value="${shown.of.game}"]`).textContent;
  $("earlier").textContent = shown.photo === given ? `The verdict below is still the one before, of ${game}.`
    : `The verdict below is still that on the photo before: ${shown.photo.what}.`;
  $("earlier").hidden = false;
  $("result").dataset.earlier = "true";
}

function judgeFile(file) {
  if (file) judge({ what: file.name || "the photo", game: null, ask: async (of, signal) => judgePhoto(file, of, signal) });
}

// --- choosing, taking, dropping, pasting ---

for (const [button, input] of [["choose", "file"], ["take", "camera"]]) {
  $(button).addEventListener("click", () => $(input).click());
  $(input).addEventListener("change", () => {
    judgeFile($(input).files[0]);
    $(input).value = ""; // so that the same photo can be chosen again
  });
}
const touched = matchMedia("(any-pointer: coarse)").matches;
$("next").addEventListener("click", () => $(touched && !matchMedia("(any-pointer: fine)").matches ? "camera" : "file").click());
$("again").addEventListener("click", () => photo && judge(photo));

whenDropped(([file]) => judgeFile(file));

// --- which game the photo is of ---

$("profile").addEventListener("change", follow);
$("game").addEventListener("change", () => {
  choose($("game").value);
  follow();
});

/** Show what the photo comes to as what is chosen now; where one photo does not tell, it is kept for another choice. */
function follow() {
  clearTimeout(choice);
  leave();
  problem("");
  const of = chosen();
  if (!photo) setAside();
  else if (shown?.photo === photo && isSame(shown.of, of)) putBack();
  else if (ABOUT[of.game].elsewhere || (photo.game ?? of.game) !== of.game) setAside();
  else choice = setTimeout(() => judge(photo, false), CHOICE_MS);
}

const isSame = (one, other) => one.game === other.game && one.profile === other.profile;

/** Take the verdict off the page: it is not about what is chosen now. */
function setAside() {
  $("result").hidden = true;
  document.body.dataset.state = "empty";
  choose($("game").value);
}

function putBack() {
  $("result").hidden = false;
  $("earlier").hidden = true;
  delete $("result").dataset.earlier;
  document.body.dataset.state = "judged";
  document.title = `${$("ruling").textContent} · Tabletop companion`;
}

/** What is asked of a photo; only Zangle has decks of two kinds. */
function chosen() {
  const game = $("game").value;
  return { game, profile: game === "zangle" ? $("profile").value : "" };
}

function choose(game) {
  const { question, lay, elsewhere } = ABOUT[game];
  $("game").value = game;
  $("deck").hidden = game !== "zangle";
  $("question").textContent = question;
  $("lay").textContent = lay;
  $("go").hidden = !elsewhere;
  if (elsewhere) [$("go").href, $("go").textContent] = elsewhere;
  $("choose").hidden = $("can-drop").hidden = Boolean(elsewhere);
  $("take").hidden = !touched || Boolean(elsewhere);
  if ($("result").hidden) document.title = `${question} · Tabletop companion`;
}

// --- the photos on offer ---

function offer(sample) {
  const given = { what: sample.title, game: sample.game, ask: (of, signal) => judgeSample(sample, of, signal) };
  const chose = () => {
    if (sample.game) choose(sample.game);
    judge(given);
  };
  return h("li", {}, h("button", { type: "button", onclick: chose },
    h("img", { src: sample.picture, alt: "", loading: "lazy", decoding: "async" }), h("span", {}, sample.title)));
}

try {
  const before = $("game").value;
  await enter();
  const game = await tablesGame();
  // What was chosen, or asked of a photo, meanwhile stays.
  if (!photo && $("game").value === before) choose(game in ABOUT ? game : "zangle");
  const offered = await samples();
  $("samples").replaceChildren(...offered.map(offer));
  $("samples-box").hidden = offered.length === 0;
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  problem(error.message);
}
document.body.dataset.ready = "true";
