// The page's wiring: how a photo comes in, and what happens until its verdict is shown.

import { judgePhoto, judgeSample, Refusal, samples } from "./api.js";
import { whenDropped } from "./files.js";
import { show } from "./result.js";

const $ = (id) => document.getElementById(id);

let running = null; // the AbortController of the photo that is being read
let again = null; // asks for the same photo once more, when the deck is chosen by hand

/** Ask for a verdict; what is on the page stays there unless one comes. */
async function judge(what, asking) {
  running?.abort();
  const mine = new AbortController();
  running = mine;
  $("working-says").textContent = `Reading ${what}…`;
  $("working").hidden = false;
  $("result").setAttribute("aria-busy", "true");
  try {
    const answer = await asking($("profile").value, mine.signal);
    show(answer);
    say("");
    document.body.dataset.state = "judged";
    again = () => judge(what, asking);
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
  if (file) judge(file.name || "the photo", async (profile, signal) => judgePhoto(file, profile, signal));
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
    judge(sample.title, (profile, signal) => judgeSample(sample, profile, signal)));
  const item = document.createElement("li");
  item.append(button);
  return item;
}

try {
  const offered = await samples();
  $("samples").replaceChildren(...offered.map(offer));
  $("samples-box").hidden = offered.length === 0;
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  say(error.message);
}
document.body.dataset.ready = "true";
