// Tranglar's page: photos in, corrections, and what is shown of them.

import { enter, Refusal } from "./ask.js";
import { $, h, plural } from "./dom.js";
import { correctLook, judgeChange, judgeLook, readPhoto } from "./tranglar-api.js";
import { drawBoard } from "./tranglar-board.js";
import { takePhotos } from "./tranglar-intake.js";
import { keysOver } from "./tranglar-keys.js";
import { caught, caughtSays, counted, doubtfulOf, gone, isFound, joined, named, scoreOf, shown, waysOf, witness } from "./tranglar-look.js";
import { comeCloser, isSmall } from "./tranglar-near.js";
import { openSteps, stop } from "./tranglar-steps.js";
import { showSupply, supplyFrom } from "./tranglar-supply.js";
import { banner, photo, put, reasons, score, unread } from "./tranglar-told.js";
import { fromAnswer, turned } from "./tranglar-turned.js";

const table = {
  looks: [], // one or two: {name, picture, size, grid, look, verdict, supply, own: whether somebody would miss it}
  view: "0", // "0", "1" or "change"
  change: null,
  note: "", // what became of the boards before
  supply: null, // what a person said was held; null as long as nobody did
  chosen: new Set(),
  near: null, // the cell about which a board that is too small to tap is shown closer
};
const past = []; // the tables before, the last one last
const MOST_UNDONE = 20;
let waiting = Promise.resolve(); // what is asked is asked one after the other: the answer to the last question is shown
let evening = 0; // goes up with starting over, and with stopping: what was asked before is waited for no more
let leaving = new AbortController(); // of what is asked this evening
let reading = null; // {says, retry} while photos are read
let retry = null; // reads those once more that the server never had, or may yet read

const boxes = [...document.querySelectorAll("[data-option]")];
const options = () => Object.fromEntries(boxes.map((box) => [box.dataset.option, box.checked]));
let judgedBy = { toMove: "", options: options() }; // what was chosen and ticked for the verdict that is shown

/** Ask the server for what becomes of the table, and show it; what is on the page stays there unless it is answered. Why it does not is told `at` a place; photos can be read `again`. */
function working(says, asking, { at = "problem", again = null } = {}) {
  const of = evening;
  waiting = waiting.then(async () => {
    if (of !== evening) return false;
    reading = again && { says, again };
    $("working-says").textContent = says;
    $("stop").hidden = !again;
    $("working").hidden = false;
    try {
      const by = { toMove: $("to-move").value, options: options() };
      const now = await asking();
      if (of !== evening) return false;
      keep();
      Object.assign(table, { note: "" }, now);
      judgedBy = by;
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
}

/** Wait for nothing that was asked. */
function leave() {
  evening += 1;
  waiting = Promise.resolve();
  leaving.abort();
  leaving = new AbortController();
  $("working").hidden = true;
}

/** Keep the table as it is, to come back to. */
function keep() {
  past.push({ ...table, chosen: new Set(), judgedBy });
  past.splice(0, past.length - MOST_UNDONE);
}

/** Have everything chosen and ticked as it was for the verdict that is still shown. */
function putBack() {
  $("to-move").value = judgedBy.toMove;
  for (const box of boxes) box.checked = judgedBy.options[box.dataset.option];
  if (table.change) showHeld();
}

/** Tell a problem at a place, and nothing at the other; with `again` it can be tried once more, and the boards on the page are said to be those before. */
function say(problem, at = "problem", again = null) {
  const isBeside = at !== "problem" && !$("edit").hidden;
  retry = again;
  $("problem").textContent = isBeside ? "" : problem && again && table.looks.length ? `${problem} What is below is as it was before.` : problem;
  $("edit-problem").textContent = isBeside ? problem : "";
  $("problem-box").hidden = isBeside || problem === "";
  $("edit-problem").hidden = !isBeside || problem === "";
  $("retry").hidden = !again;
  if (problem) $(isBeside ? "edit" : "problem-box").scrollIntoView({ block: "nearest" });
}

$("retry").addEventListener("click", () => retry());
$("stop").addEventListener("click", () => {
  const { says, again } = reading;
  leave();
  putBack();
  say(`${says.replace("…", "")} was stopped.`, "problem", again);
  $("retry").focus({ preventScroll: true });
});

// --- photos come in ---

/** Read one or two photos, the earlier one first. */
function take(files, { fresh = false } = {}) {
  const photos = [...files].slice(0, 2);
  if (!photos.length) return;
  if (photos.length === 2) photos.sort((a, b) => a.lastModified - b.lastModified || (a.name < b.name ? -1 : 1));
  const signal = leaving.signal;
  const read = working(`Reading ${photos.map((photo) => photo.name || "the photo").join(" and ")}…`, async () => {
    const boards = [];
    for (const photo of photos) {
      const answer = await readPhoto(photo, signal);
      boards.push({
        name: photo.name || "photo", picture: answer.picture, size: answer.seen.size_px,
        grid: answer.seen.board?.corners_px ?? null, why: answer.seen.unread, own: !fresh, ...fromAnswer(answer),
      });
    }
    const bare = boards.find((one) => !isFound(one));
    if (bare && table.looks.length === 2 && table.looks.every(isFound)) throw new Refusal(`No board is seen in ${bare.name}: show its whole grid. The boards on this page stay.`);
    const looks = fresh || photos.length === 2 ? boards : joined(table.looks, boards[0]);
    return { ...await settle(looks, looks.length === 2 ? "change" : "0"), note: gone(table.looks, looks) };
  }, { again: () => take(files, { fresh }) });
  read.then(lookThere);
}

/** Go to the verdict, once there is another one. */
function lookThere(isThere = true) {
  if (!isThere) return;
  (table.looks.length ? $("ruling") : $("ask-title")).focus({ preventScroll: true });
  scrollTo({ top: 0 });
}

/** What the table is with these looks; with two of them ask what happened. */
async function settle(looks, view) {
  let change = null;
  const again = looks.length === 2 && table.looks[0]?.look !== looks[0].look;
  const supply = again && table.change === null ? null : table.supply;
  if (looks.length === 2) {
    change = await judgeChange(looks[0].look, looks[1].look, $("to-move").value, supply, options());
    if (change.turn) looks = [looks[0], await turned(looks[1], change.turn, options())];
  }
  return { looks, change, view, supply, chosen: new Set(), near: null };
}

// --- showing ---

function show() {
  const { looks, view, note } = table;
  stop();
  put("note", note);
  $("note").hidden = note === "";
  $("undo").hidden = past.length === 0;
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
  $("board-says").hidden = true;
  $("turn").hidden = isChange || !looks[Number(view)].look.found;
  // Of a photo without a board there is nothing to draw or to count.
  const isSeen = isChange ? !isBlank : looks[Number(view)].look.found;
  document.querySelector(".pair").classList.toggle("no-board", !isSeen);
  document.querySelector(".pair").classList.toggle("change", isChange);
  $("score").hidden = !isSeen;
  if (isChange) showChange();
  else showLook(looks[Number(view)]);
}

/** Which of two looks it is; nothing where there is one alone. */
const which = (one) => (table.looks.length < 2 ? "" : one === table.looks[0] ? "Before" : "After");

function showLook(one) {
  const { verdict, look } = one;
  const trapped = verdict.trapped.length;
  const words = trapped ? `${plural(trapped, "piece")} trapped` : "Nobody is trapped";
  const open = verdict.ruling === "undecided";
  banner(open ? "undecided" : trapped ? "trapped" : "legal", open ? "Can’t tell yet" : words, open ? verdict.reasons[0].says : caughtSays(verdict));
  // Where a player's piece may lie hidden, what is seen is the least that it can be.
  score(counted(one));
  photo(one, which(one));
  board(one);
  $("why-title").textContent = "Why";
  const already = new Set(verdict.trapped.map((piece) => piece.cells.join()));
  const extra = open ? caught(verdict) : [];
  reasons([...verdict.reasons.filter((reason) => reason.clause !== "tranglar/trapped" || open || !already.size || already.has(reason.where.join())), ...extra]);
  unread(one);
  editor();
}

function board(one) {
  const { chosen } = table;
  const [pieces, label] = [named(one), `The board: ${plural(shown(one.look).length, "piece")}`];
  const picture = drawBoard({
    pieces, trapped: witness(one.verdict), doubtful: doubtfulOf(one), hidden: new Set(one.look.hidden), chosen, tap, label,
  });
  if (table.near) comeCloser(picture, table.near);
  $("whole").hidden = !table.near;
  picture.append(...keys.cursor());
  keys.opened({ pieces, chosen, label });
  $("board").replaceChildren(picture);
}

// --- what happened ---

const WORDS = { legal: "Legal", illegal: "Not legal", undecided: "Can’t tell yet" };

function showChange() {
  keys.closed();
  const { change, looks } = table;
  const off = change.forgotten.length + change.wrong.length;
  const legalBut = change.ruling === "legal" && off > 0;
  const isPass = change.action === "pass" && change.ruling !== "legal" && !off;
  banner(legalBut ? "illegal" : change.ruling, legalBut ? "Legal, but not turned rightly" : isPass ? "Nothing was laid" : WORDS[change.ruling], change.says.join(" "));
  // Once the action has its verdict, the score is the one after it; as long as it is open, that of what is seen.
  const ends = change.ruling === "legal" && change.steps.length ? [change.steps[0], change.steps.at(-1)].map((step) => scoreOf(step.pieces)) : looks.map(counted);
  score(...ends);
  const one = looks.find(({ look }) => !look.found) ?? looks[1];
  photo(one, which(one));
  $("why-title").textContent = "Why";
  const lying = named(looks[1]);
  const calledOn = ({ cells }) => `The ${lying.find((piece) => piece.cells.join() === cells.join())?.kind ?? "piece"} on ${cells.join(", ")}`;
  const flips = [
    ...change.forgotten.map((piece) => ({ says: `${calledOn(piece)} should show ${piece.to} and does not.`, clause: "tranglar/flips" })),
    ...change.wrong.map((piece) => ({ says: `${calledOn(piece)} was turned wrongly: back to ${piece.to}.`, clause: "tranglar/flips" })),
  ];
  reasons([...flips, ...change.reasons]);
  $("unread-box").hidden = true;
  $("edit").hidden = true;
  $("hint").hidden = $("whole").hidden = true;
  showHeld();
  const doubtful = new Set(change.ruling === "undecided" ? change.reasons.flatMap((reason) => reason.where) : []);
  openSteps(change.steps, doubtful);
  if (change.steps.length) return;
  // Without steps it is the second board as it lies.
  $("board-says").hidden = false;
  $("board").replaceChildren(drawBoard({ pieces: named(looks[1]), doubtful, label: "The board afterwards" }));
}

function showHeld() {
  showSupply($("supply"), table.supply ?? table.change.supply, heldChanged);
  $("supply-says").textContent = table.supply ? "As you said." : "Taken from the board: right as long as no piece was won in a direct attack. Correct what differs.";
}

function heldChanged() {
  const held = supplyFrom($("supply"), table.supply ?? table.change.supply);
  const { looks } = table;
  working("Judging…", async () => {
    assertThere(looks);
    const change = await judgeChange(looks[0].look, looks[1].look, $("to-move").value, held, options());
    return { supply: held, change };
  });
}

// --- correcting ---

/** Choose what is tapped, unless it is smaller than a finger: then come closer first. */
function tap(cell, piece) {
  if (table.near || !isSmall($("board").firstChild)) {
    choose(cell, piece);
    return;
  }
  table.near = cell;
  board(table.looks[Number(table.view)]);
}

function seeWhole() {
  table.near = null;
  board(table.looks[Number(table.view)]);
}

function choose(cell, piece) {
  const { chosen } = table;
  if (chosen.has(cell)) chosen.delete(cell);
  else if (!chosen.size && piece) piece.cells.forEach((one) => chosen.add(one));
  else chosen.add(cell);
  board(table.looks[Number(table.view)]);
  $("edit-problem").hidden = true;
  editor();
  if (chosen.size) $("edit").scrollIntoView({ block: "nearest" });
}

const keys = keysOver($("board"), {
  tap: (cell) => choose(cell, shown(table.looks[Number(table.view)].look).find((piece) => piece.cells.includes(cell)) ?? null),
  moved: seeWhole,
});

function editor() {
  const { chosen, looks, view } = table;
  $("edit").hidden = chosen.size === 0;
  $("hint").hidden = chosen.size > 0;
  $("hint").textContent = looks[1]?.after && view === "1" ? "It begins as the board before: tap the pieces that moved, and see What happened." : "Tap a piece, or cells, to say what really lies there.";
  const one = looks[Number(view)];
  const cells = [...chosen].sort();
  $("edit-says").textContent = `One piece on ${cells.join(", ")} is:`;
  const ways = waysOf(one.look, cells);
  $("edit-readings").replaceChildren(...ways.map(({ says, boards }) => {
    const button = h("button", { type: "button" }, `Or: ${says}`);
    button.addEventListener("click", () => replaceLook((look) => judgeLook({ ...look, readings: boards }, options())).then(backIf));
    return h("li", {}, button);
  }));
}

/** Back to the board, once what was chosen there was answered. */
const backIf = (done) => done && keys.back();

/** Put what the server answers in the place of the look that is shown now, unless it is there no more once it can be asked; a refusal is told beside what was chosen. */
function replaceLook(asking) {
  const one = table.looks[Number(table.view)];
  return working("Judging…", async () => {
    assertThere([one]);
    const answer = await asking(one.look);
    const looks = table.looks.map((other) => (other === one ? { ...one, own: true, ...fromAnswer(answer) } : other));
    return { ...await settle(looks, table.view), near: table.near };
  }, { at: "edit-problem" });
}

/** What was said of boards is not taken for something about others. */
function assertThere(looks) {
  if (!looks.every((one) => table.looks.includes(one))) throw new Refusal("The board has changed meanwhile: say it once more.");
}

for (const button of document.querySelectorAll("[data-owner]")) {
  button.addEventListener("click", () => {
    const cells = [...table.chosen];
    replaceLook((look) => correctLook(look, cells, button.dataset.owner || null, options())).then(backIf);
  });
}
$("whole").addEventListener("click", () => {
  seeWhole();
  keys.back();
});
$("edit-cancel").addEventListener("click", () => {
  table.chosen.clear();
  show();
  keys.back();
});
$("turn").addEventListener("click", () => working("Turning…", async () => {
  // Both looks turn together: the second one is held against the first.
  const looks = await Promise.all(table.looks.map((one) => turned(one, 1, options())));
  return settle(looks, table.view);
}));
$("swap").addEventListener("click", () => working("Judging…", () => settle([...table.looks].reverse(), table.view)));
for (const button of $("views").children) {
  button.addEventListener("click", () => {
    stop();
    Object.assign(table, { view: button.dataset.view, chosen: new Set(), near: null });
    show();
  });
}
for (const box of [...boxes, $("to-move")]) {
  box.addEventListener("change", () => table.looks.length && working("Judging…", () => settle(table.looks, table.view)));
}

// --- photos, an empty board, starting over ---

takePhotos(take, say);
$("by-hand").addEventListener("click", ({ detail }) => detail > 1 || working("Judging…", async () => {
  // After a board comes the same board: what was played is all that has to be laid.
  const { looks } = table;
  const found = looks.filter(isFound);
  const first = found.length === 1 ? found[0] : null;
  const answer = await judgeLook({ pieces: first ? shown(first.look) : [] }, options());
  const laid = { name: "laid by hand", picture: null, size: [1, 1], grid: null, why: [], own: true, after: first !== null, ...fromAnswer(answer) };
  const now = looks.length ? joined(looks, laid) : [laid];
  return { ...await settle(now, String(now.indexOf(laid))), note: gone(looks, now) };
}).then(lookThere));

/** Leave what is asked, and show another table. */
function turnTo(other) {
  leave();
  Object.assign(table, other);
  say("");
  show();
  lookThere();
}
$("again").addEventListener("click", () => {
  keep();
  turnTo({ looks: [], change: null, view: "0", supply: null, note: "", chosen: new Set(), near: null });
});
$("undo").addEventListener("click", () => {
  const { judgedBy: by, ...before } = past.pop();
  judgedBy = by;
  turnTo({ ...before, note: "" });
  putBack();
});
addEventListener("beforeunload", (event) => {
  if (table.looks.some((one) => one.own)) event.preventDefault();
});

await enter(say);
document.body.dataset.ready = "true";
