// Keys on a board whose cells are chosen: arrows go from cell to cell, Enter taps the one that they have got to.

import { cursorNode, pieceWords } from "./board.js";
import { isArrow, towards } from "./laying.js";

/** Have keys go over the board in `box`: `tap` is told of a cell, `moved` that the board has to be drawn anew. */
export function keysOver(box, { tap, moved }) {
  const at = { cell: "b2N", keyed: false, open: false };
  box.addEventListener("keydown", (event) => {
    if (!at.open || event.ctrlKey || event.metaKey || event.altKey) return;
    const isTap = event.key === "Enter" || event.key === " ";
    if (!isTap && !isArrow(event.key)) return;
    event.preventDefault();
    if (isTap && event.repeat) return;
    // The first arrow shows where the keys are.
    if (!isTap && at.keyed) at.cell = towards(at.cell, event.key);
    at.keyed = true;
    if (isTap) tap(at.cell);
    else moved();
  });
  return {
    /** Where the keys are, once somebody uses them. */
    cursor: () => (at.keyed ? [cursorNode(at.cell)] : []),
    /** Say what lies under the cursor, and let keys in. */
    opened({ pieces, chosen, label }) {
      at.open = true;
      const piece = pieces.find((one) => one.cells.includes(at.cell));
      const there = [at.cell, piece ? pieceWords(piece) : "empty", ...(chosen.has(at.cell) ? ["chosen"] : [])];
      const words = [at.keyed && `${there.join(", ")}.`, `${label}.`, "Arrow keys move, Enter chooses."].filter(Boolean).join(" ");
      for (const [name, value] of [["tabindex", "0"], ["role", "application"], ["aria-label", words]]) box.setAttribute(name, value);
    },
    /** A board on which nothing is chosen takes no keys. */
    closed() {
      at.open = false;
      for (const name of ["tabindex", "role", "aria-label"]) box.removeAttribute(name);
    },
    /** Back to the board from a button that is there no more. */
    back: () => at.open && box.focus({ preventScroll: true }),
  };
}
