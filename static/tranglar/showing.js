// What Tranglar's page shows of its table: one look at a board, or what happened between two.

import { $, plural } from "../shared/dom.js";
import { drawBoard } from "./board.js";
import { caught, caughtSays, counted, named, scoreOf } from "./look.js";
import { openSteps, stop } from "./steps.js";
import { showSupply, supplyFrom } from "./supply.js";
import { hasPast, lookShown, table, tickBack } from "./table.js";
import { banner, photo, put, reasons, score, unread } from "./told.js";

const WORDS = { legal: "Legal", illegal: "Not legal", undecided: "Can’t tell yet" };

/** Show tables: `choosing` shows the board of a look, and `held` is told what is said to lie beside the boards. */
export function showingWith({ choosing, held }) {
  /** Show the table as it is. */
  function show() {
    const { looks, view, note } = table;
    stop();
    put("note", note);
    $("note").hidden = note === "";
    $("undo").hidden = !hasPast();
    document.body.dataset.state = looks.length ? "judged" : "empty";
    $("result").hidden = looks.length === 0;
    $("again").hidden = looks.length === 0;
    const isBlank = looks.some(({ look }) => !look.found);
    $("ask-title").textContent = isBlank ? "Once more, with the whole board?" : looks.length === 1 ? "And after the next action?" : looks.length ? "Other photos" : "Who is trapped?";
    if (!looks.length) {
      document.title = "Tranglar · Tabletop companion";
      return;
    }
    $("views").hidden = $("swap").hidden = looks.length < 2;
    for (const button of $("views").children) button.setAttribute("aria-pressed", String(button.dataset.view === view));
    const isChange = view === "change";
    for (const id of ["player", "steps-box", "asked-box"]) $(id).hidden = !isChange;
    $("board-says").hidden = $("now").hidden = true;
    $("turn").hidden = isChange || !lookShown().look.found;
    // Of a photo without a board there is nothing to draw or to count.
    const isSeen = isChange ? !isBlank : lookShown().look.found;
    document.querySelector(".pair").classList.toggle("no-board", !isSeen);
    document.querySelector(".pair").classList.toggle("change", isChange);
    $("score").hidden = !isSeen;
    if (isChange) showChange();
    else showLook(lookShown());
  }

  function showLook(one) {
    const { verdict } = one;
    const trapped = verdict.trapped.length;
    const words = trapped ? `${plural(trapped, "piece")} trapped` : "Nobody is trapped";
    const open = verdict.ruling === "undecided";
    const [ruling, word] = open ? ["undecided", "Can’t tell yet"] : [trapped ? "trapped" : "legal", words];
    const because = open ? verdict.reasons[0].says : caughtSays(verdict);
    banner(ruling, word, because);
    // Whoever corrects a board on a phone has the banner far above.
    $("now").hidden = !hasPast();
    $("now").dataset.ruling = ruling;
    put("now", `${word}. ${because}`);
    // Where a player's piece may lie hidden, what is seen is the least that it can be.
    score(counted(one));
    photo(one, which(one));
    $("why-title").textContent = "Why";
    const already = new Set(verdict.trapped.map((piece) => piece.cells.join()));
    const extra = open ? caught(verdict) : [];
    reasons([...verdict.reasons.filter((reason) => reason.clause !== "tranglar/trapped" || open || !already.size || already.has(reason.where.join())), ...extra]);
    unread(one);
    choosing.opened();
  }

  function showChange() {
    choosing.closed();
    const { change, looks } = table;
    const off = change.forgotten.length + change.wrong.length;
    const legalBut = change.ruling === "legal" && off > 0;
    const isPass = change.action === "pass" && change.ruling !== "legal" && !off;
    banner(legalBut ? "illegal" : change.ruling, legalBut ? "Legal, but wrongly turned" : isPass ? "Nothing was laid" : WORDS[change.ruling], (isPass ? change.says.map((says) => says.replace(/^Nothing was laid\. /, "")) : change.says).join(" "));
    // Once the action has its verdict, the score is the one after it; as long as it is open, that of what is seen.
    const ends = change.ruling === "legal" && change.steps.length ? [change.steps[0], change.steps.at(-1)].map((step) => scoreOf(step.pieces)) : looks.map(counted);
    score(...ends);
    const one = looks.find(({ look }) => !look.found) ?? looks[1];
    photo(one, which(one));
    $("why-title").textContent = "Why";
    reasons([...turnedAmiss(change, named(looks[1])), ...change.reasons]);
    $("unread-box").hidden = true;
    showHeld();
    const doubtful = new Set(change.ruling === "undecided" ? change.reasons.flatMap((reason) => reason.where) : []);
    openSteps(change.steps, doubtful, disputed(change));
    if (change.steps.length) return;
    // Without steps it is the second board as it lies.
    $("board-says").hidden = false;
    $("board").replaceChildren(drawBoard({ pieces: named(looks[1]), doubtful, label: "The board afterwards" }));
  }

  function showHeld() {
    const before = table.supply ?? table.change.supply;
    showSupply($("supply"), before, () => held(supplyFrom($("supply"), table.supply ?? table.change.supply)));
    $("supply-says").textContent = table.supply ? "As you said." : "Taken from the board: right as long as no piece was won in a direct attack. Correct what differs.";
  }

  /** Have everything chosen, ticked and held as it was for the verdict that is still shown. */
  function putBack() {
    tickBack();
    if (table.change) showHeld();
  }

  return { show, putBack };
}

/** Which of two looks it is; nothing where there is one alone. */
const which = (one) => (table.looks.length < 2 ? "" : one === table.looks[0] ? "Before" : "After");

/** The step of the first piece that was not turned as it should be; without one the board before. */
function disputed({ steps, forgotten, wrong }) {
  const amiss = new Set([...forgotten, ...wrong].map((piece) => piece.cells.join()));
  return Math.max(0, steps.findIndex((step) => amiss.has(step.lit.join())));
}

/** As reasons: the pieces that an action turns and that were not turned so, each by its kind as it `lies` now. */
function turnedAmiss(change, lies) {
  const calledOn = ({ cells }) => `The ${lies.find((piece) => piece.cells.join() === cells.join())?.kind ?? "piece"} on ${cells.join(", ")}`;
  return [
    ...change.forgotten.map((piece) => ({ says: `${calledOn(piece)} should show ${piece.to} and does not.`, clause: "tranglar/flips" })),
    ...change.wrong.map((piece) => ({ says: `${calledOn(piece)} was turned wrongly: back to ${piece.to}.`, clause: "tranglar/flips" })),
  ];
}
