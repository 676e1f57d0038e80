// Tranglar's page: photos in, corrections, and what is shown of them.

import { enter, Refusal } from "../shared/ask.js";
import { $ } from "../shared/dom.js";
import { correctLook, judgeChange, judgeLook, readPhoto } from "./api.js";
import { askingFor, assertThere, leave, leavingSignal, say } from "./asking.js";
import { choosingOn } from "./choosing.js";
import { takePhotos } from "./intake.js";
import { gone, isFound, joined, shown } from "./look.js";
import { showingWith } from "./showing.js";
import { stop } from "./steps.js";
import { before, boxes, empty, isMissed, keep, lookShown, onlyFound, options, table } from "./table.js";
import { fromAnswer, turned } from "./turned.js";

const choosing = choosingOn({
  owned: (cells, owner) => replaceLook((look) => correctLook(look, cells, owner, options())),
  read: (boards) => replaceLook((look) => judgeLook({ ...look, readings: boards }, options())),
});
const { show, putBack } = showingWith({ choosing, held: judgeWith });
const working = askingFor({ show, putBack });

// --- photos come in ---

/** Read one or two photos, the earlier one first. */
function take(files, { fresh = false } = {}) {
  const photos = [...files].slice(0, 2);
  if (!photos.length) return;
  if (photos.length === 2) photos.sort((a, b) => a.lastModified - b.lastModified || (a.name < b.name ? -1 : 1));
  const signal = leavingSignal();
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

// --- correcting ---

/** Put what the server answers in the place of the look that is shown now, unless it is there no more once it can be asked; a refusal is told beside what was chosen. */
function replaceLook(asking) {
  const one = lookShown();
  return working("Judging…", async () => {
    assertThere([one]);
    const answer = await asking(one.look);
    const looks = table.looks.map((other) => (other === one ? { ...one, own: true, ...fromAnswer(answer) } : other));
    return { ...await settle(looks, table.view), near: table.near };
  }, { at: "edit-problem" });
}

/** Judge what happened with this supply beside the boards. */
function judgeWith(supply) {
  const { looks } = table;
  working("Judging…", async () => {
    assertThere(looks);
    const change = await judgeChange(looks[0].look, looks[1].look, $("to-move").value, supply, options());
    return { supply, change };
  });
}

$("edit-cancel").addEventListener("click", () => {
  table.chosen.clear();
  show();
  choosing.back();
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
  const first = onlyFound();
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
  turnTo(empty());
});
$("undo").addEventListener("click", () => {
  turnTo(before());
  putBack();
});
addEventListener("beforeunload", (event) => {
  if (isMissed()) event.preventDefault();
});

await enter(say);
document.body.dataset.ready = "true";
