// The steps of an action: the board after each, gone through by hand or by themselves, with the score as it then is.

import { $, h } from "../shared/dom.js";
import { drawBoard, flip } from "./board.js";
import { scoreOf } from "./look.js";

const FIRST_MS = 500;
const EACH_MS = 1300;

let steps = [];
let doubtful = new Set();
let at = 0;
let playing = 0; // the timer of the step that comes next

/** Show these steps, at first the one at `first`; `open` are cells in doubt. */
export function openSteps(all, open, first) {
  stop();
  [steps, doubtful, at] = [all, open, first];
  $("steps-box").hidden = $("player").hidden = steps.length === 0;
  $("steps").replaceChildren(...steps.map((step, index) => {
    const button = h("button", { type: "button" }, step.says);
    button.addEventListener("click", () => { stop(); goTo(index); });
    return h("li", {}, button);
  }));
  if (steps.length) goTo(first);
}

function goTo(index) {
  const step = steps[index];
  const before = steps[at];
  const on = index === at + 1;
  at = index;
  const picture = drawBoard({ pieces: step.pieces, trapped: step.trapped, doubtful, lit: new Set(step.lit), label: step.says });
  $("board").replaceChildren(picture);
  $("step-says").textContent = `${index + 1} of ${steps.length}: ${step.says}`;
  const sum = scoreOf(step.pieces);
  for (const colour of ["petrol", "green"]) $(`step-${colour}`).textContent = String(sum[colour]);
  [...$("steps").querySelectorAll("button")].forEach((button, k) => {
    if (k === index) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  });
  $("step-back").disabled = index === 0;
  $("step-on").disabled = index === steps.length - 1;
  const turned = on && step.lit.length ? before.pieces.find((piece) => piece.cells.join() === step.lit.join()) : null;
  const now = turned && step.pieces.find((piece) => piece.cells.join() === step.lit.join());
  if (turned && now && turned.owner !== now.owner) flip(picture, step.lit, turned.owner);
}

/** Go on no more by itself. */
export function stop() {
  clearTimeout(playing);
  playing = 0;
  $("play").textContent = "Play";
}

function play() {
  if (playing) return stop();
  if (at >= steps.length - 1) goTo(0);
  $("play").textContent = "Stop";
  const on = () => {
    goTo(at + 1);
    if (at < steps.length - 1) playing = setTimeout(on, EACH_MS);
    else stop();
  };
  playing = setTimeout(on, FIRST_MS);
  return playing;
}

$("step-back").addEventListener("click", () => { stop(); goTo(at - 1); });
$("step-on").addEventListener("click", () => { stop(); goTo(at + 1); });
$("play").addEventListener("click", play);
