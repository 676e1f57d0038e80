// What Tranglar's page asks of the server: one thing after the other, and why there was no answer.

import { Refusal } from "../shared/ask.js";
import { $ } from "../shared/dom.js";
import { become, table, ticked } from "./table.js";

let waiting = Promise.resolve(); // what is asked is asked one after the other: the answer to the last question is shown
let evening = 0; // goes up with starting over, and with stopping: what was asked before is waited for no more
let leaving = new AbortController(); // of what is asked this evening
let reading = null; // {says, again} while photos are read
let retry = null; // reads those once more that the server never had, or may yet read

/** Ask for what becomes of tables: `show` shows what was answered, and `putBack` what was chosen and ticked before where nothing was. */
export function askingFor({ show, putBack }) {
  $("retry").addEventListener("click", () => retry());
  $("stop").addEventListener("click", () => {
    const { says, again } = reading;
    leave();
    putBack();
    say(`${says.replace("…", "")} was stopped.`, "problem", again);
    $("retry").focus({ preventScroll: true });
  });

  /** Ask the server for what becomes of the table, and show it; what is on the page stays there unless it is answered. Why it does not is told `at` a place; photos can be read `again`. */
  return function working(says, asking, { at = "problem", again = null } = {}) {
    const of = evening;
    waiting = waiting.then(async () => {
      if (of !== evening) return false;
      reading = again && { says, again };
      $("working-says").textContent = says;
      $("stop").hidden = !again;
      $("working").hidden = false;
      try {
        const by = ticked();
        const now = await asking();
        if (of !== evening) return false;
        become(now, by);
        show();
        say("");
        return true;
      } catch (error) {
        if (of !== evening) return false;
        const isRefused = error instanceof Refusal;
        if (!isRefused) console.error(error);
        putBack();
        say(isRefused ? error.message : "The answer could not be shown; please reload the page.", at, isRefused && !(error.status < 500) ? again : null);
        return false;
      } finally {
        if (of === evening) $("working").hidden = true;
      }
    });
    return waiting;
  };
}

/** Wait for nothing that was asked. */
export function leave() {
  evening += 1;
  waiting = Promise.resolve();
  leaving.abort();
  leaving = new AbortController();
  $("working").hidden = true;
}

/** Ends what is asked now, once it is waited for no more. */
export const leavingSignal = () => leaving.signal;

/** Tell a problem at a place, and nothing at the other; with `again` it can be tried once more, and the boards on the page are said to be those before. */
export function say(problem, at = "problem", again = null) {
  const isBeside = at !== "problem" && !$("edit").hidden;
  retry = again;
  $("problem").textContent = isBeside ? "" : problem && again && table.looks.length ? `${problem} What is below is as it was before.` : problem;
  $("edit-problem").textContent = isBeside ? problem : "";
  $("problem-box").hidden = isBeside || problem === "";
  $("edit-problem").hidden = !isBeside || problem === "";
  $("retry").hidden = !again;
  if (problem) $(isBeside ? "edit" : "problem-box").scrollIntoView({ block: "nearest" });
}

/** What was said of boards is not taken for something about others. */
export function assertThere(looks) {
  if (!looks.every((one) => table.looks.includes(one))) throw new Refusal("The board has changed meanwhile: say it once more.");
}
