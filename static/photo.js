// The page's wiring: how a photo comes in, and what happens until its verdict is shown.

import { judgePhoto, judgeSample, Refusal, samples, tablesGame } from "./api.js";
import { whenDropped } from "./files.js";
import { ABOUT } from "./photo-games.js";
import { show } from "./result.js";

const $ = (id) => document.getElementById(id);

let running = null; // the AbortController of the photo that is being read
let again = null; // asks for the same photo once more, when the deck or the game is chosen by hand
let settled = false; // whether that photo's game is known, so that another one is for the next photo

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
    document.body.dataset.state = "judged";
    again = () => judge(what, asking, known);
    settled = known;
    $("ruling").focus({ preventScroll: true });
    scrollTo({ top: 0 });
  } catch (error) {
    if (error.name === "AbortError") return;
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
$("take").hidden = !touched;
$("next").addEventListener("click", () => $(touched && !matchMedia("(any-pointer: fine)").matches ? "camera" : "file").click());

whenDropped(([file]) => judgeFile(file));

$("profile").addEventListener("change", () => again?.());
$("game").addEventListener("change", () => {
  choose($("game").value);
  if (!settled) again?.();
});

// --- which game the photo is of ---

/** What is asked of a photo; only Zangle has decks of two kinds. */
function chosen() {
  const game = $("game").value;
  return { game, profile: game === "zangle" ? $("profile").value : "" };
}

function choose(game) {
  const { question, lay } = ABOUT[game];
  $("game").value = game;
  $("deck").hidden = game !== "zangle";
  $("question").textContent = question;
  $("lay").textContent = lay;
  document.title = `${question} · Tabletop companion`;
}

// --- the photos on offer ---

function offer(sample) {
  const picture = document.createElement("img");
  Object.assign(picture, { src: sample.picture, alt: "", loading: "lazy", decoding: "async" });
  const title = document.createElement("span");
  title.textContent = sample.title;
  const button = document.createElement("button");
  button.type = "button";
  button.append(picture, title);
  button.addEventListener("click", () =>
    judge(sample.title, async (of, signal) => {
      if (sample.game) choose(sample.game);
      return judgeSample(sample, chosen(), signal);
    }, Boolean(sample.game)));
  const item = document.createElement("li");
  item.append(button);
  return item;
}

try {
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
