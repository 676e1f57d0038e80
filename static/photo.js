// The page's wiring: how a photo comes in, and what happens until its verdict is shown.

import { judgePhoto, judgeSample, samples, tablesGame } from "./api.js";
import { enter, Refusal } from "./ask.js";
import { $, h } from "./dom.js";
import { whenDropped } from "./files.js";
import { ABOUT } from "./photo-games.js";
import { show } from "./result.js";

let running = null; // the AbortController of the photo that is being read
let again = null; // asks for the same photo once more, when the deck or the game is chosen by hand
let settled = false; // whether that photo's game is known, so that another one is for the next photo
let judged = null; // the game of the verdict that is shown

/** Ask for a verdict; what is on the page stays there unless one comes. */
async function judge(what, asking, known = false) {
  running?.abort();
  const mine = new AbortController();
  running = mine;
  $("working-says").textContent = `Reading ${what}…`;
  $("working").hidden = false;
  $("result").setAttribute("aria-busy", "true");
  try {
    const answer = await asking(chosen(), mine.signal);
    show(answer);
    say("");
    judged = answer.seen.game;
    document.body.dataset.state = "judged";
    again = () => judge(what, asking, known);
    settled = known;
    $("ruling").focus({ preventScroll: true });
    scrollTo({ top: 0 });
  } catch (error) {
    if (error.name === "AbortError") return;
    if (judged) choose(judged); // the verdict that stays is of this game
    if (!(error instanceof Refusal)) console.error(error);
    say(error instanceof Refusal ? error.message : "The answer could not be shown; please reload the page.");
  } finally {
    if (running === mine) {
      running = null;
      $("working").hidden = true;
      $("result").removeAttribute("aria-busy");
    }
  }
}

function say(problem) {
  $("problem").textContent = problem;
  $("problem").hidden = problem === "";
  if (problem) scrollTo({ top: 0 });
}

function judgeFile(file) {
  if (file) judge(file.name || "the photo", async (of, signal) => judgePhoto(file, of, signal));
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

whenDropped(([file]) => judgeFile(file));

$("profile").addEventListener("change", () => again?.());
$("game").addEventListener("change", () => {
  choose($("game").value);
  if (again && !settled && !ABOUT[$("game").value].elsewhere) again();
  else clear();
});

/** Take the verdict away: what is chosen now is for another photo than the one it is about. */
function clear() {
  running?.abort();
  again = judged = null;
  $("result").hidden = true;
  choose($("game").value);
  document.body.dataset.state = "empty";
  say("");
}

// --- which game the photo is of ---

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
  if (!judged) document.title = `${question} · Tabletop companion`;
}

// --- the photos on offer ---

function offer(sample) {
  const asking = async (of, signal) => {
    if (sample.game) choose(sample.game);
    return judgeSample(sample, chosen(), signal);
  };
  return h("li", {}, h("button", { type: "button", onclick: () => judge(sample.title, asking, Boolean(sample.game)) },
    h("img", { src: sample.picture, alt: "", loading: "lazy", decoding: "async" }), h("span", {}, sample.title)));
}

try {
  await enter();
  const game = await tablesGame();
  choose(game in ABOUT ? game : "zangle");
  const offered = await samples();
  $("samples").replaceChildren(...offered.map(offer));
  $("samples-box").hidden = offered.length === 0;
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  say(error.message);
}
document.body.dataset.ready = "true";
