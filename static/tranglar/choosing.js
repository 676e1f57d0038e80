// The board of one look: cells of it are chosen, and what really lies there is said of them.

import { $, h, plural } from "../shared/dom.js";
import { drawBoard } from "./board.js";
import { keysOver } from "./keys.js";
import { doubtfulOf, named, shown, waysOf, witness } from "./look.js";
import { comeCloser, isSmall } from "./near.js";
import { lookShown, table } from "./table.js";

/** Have cells be chosen; `owned` is told whose the cells are said to be, null for nobody's, and `read` the readings that are said to be right. Both promise whether that was answered. */
export function choosingOn({ owned, read }) {
  const keys = keysOver($("board"), {
    tap: (cell) => choose(cell, shown(lookShown().look).find((piece) => piece.cells.includes(cell)) ?? null),
    moved: seeWhole,
  });

  /** Back to the board, once what was chosen there was answered. */
  const backIf = (done) => done && keys.back();

  for (const button of document.querySelectorAll("[data-owner]")) {
    button.addEventListener("click", () => owned([...table.chosen], button.dataset.owner || null).then(backIf));
  }
  $("whole").addEventListener("click", () => {
    seeWhole();
    keys.back();
  });

  function draw() {
    const one = lookShown();
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

  /** Choose what is tapped, unless it is smaller than a finger: then come closer first. */
  function tap(cell, piece) {
    if (table.near || !isSmall($("board").firstChild)) {
      choose(cell, piece);
      return;
    }
    table.near = cell;
    draw();
  }

  function seeWhole() {
    table.near = null;
    draw();
  }

  function choose(cell, piece) {
    const { chosen } = table;
    if (chosen.has(cell)) chosen.delete(cell);
    else if (!chosen.size && piece) piece.cells.forEach((one) => chosen.add(one));
    else chosen.add(cell);
    draw();
    $("edit-problem").hidden = true;
    editor();
    if (chosen.size) $("edit").scrollIntoView({ block: "nearest" });
  }

  /** What can be said of the chosen cells. */
  function editor() {
    const { chosen, looks, view } = table;
    $("edit").hidden = chosen.size === 0;
    $("hint").hidden = chosen.size > 0;
    $("hint").textContent = looks[1]?.after && view === "1" ? "It begins as the board before: tap the pieces that moved, and see What happened." : "Tap a piece, or cells, to say what really lies there.";
    const cells = [...chosen].sort();
    $("edit-says").textContent = `One piece on ${cells.join(", ")} is:`;
    $("edit-readings").replaceChildren(...waysOf(lookShown().look, cells).map(({ says, boards }) => {
      const button = h("button", { type: "button" }, `Or: ${says}`);
      button.addEventListener("click", () => read(boards).then(backIf));
      return h("li", {}, button);
    }));
  }

  return {
    /** Show the look that the table shows, and what is chosen on it. */
    opened() {
      draw();
      editor();
    },
    /** Another board is shown, on which nothing is chosen. */
    closed() {
      keys.closed();
      $("edit").hidden = $("hint").hidden = $("whole").hidden = true;
    },
    back: keys.back,
  };
}
