// The boards on Tranglar's page, what is chosen and ticked for them, and the tables before.

import { $ } from "../shared/dom.js";
import { isFound } from "./look.js";

export const table = {
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

export const boxes = [...document.querySelectorAll("[data-option]")];
export const options = () => Object.fromEntries(boxes.map((box) => [box.dataset.option, box.checked]));
export const ticked = () => ({ toMove: $("to-move").value, options: options() });
let judgedBy = { toMove: "", options: options() }; // what was chosen and ticked for the verdict that is shown

/** The look that is shown, where it is no change. */
export const lookShown = () => table.looks[Number(table.view)];

/** Whether there is a table to come back to. */
export const hasPast = () => past.length > 0;

/** Keep the table as it is, to come back to. */
export function keep() {
  past.push({ ...table, chosen: new Set(), judgedBy });
  past.splice(0, past.length - MOST_UNDONE);
}

/** Have the table be what the server made of it, by what was `ticked` when it was asked. */
export function become(now, by) {
  keep();
  Object.assign(table, { note: "" }, now);
  judgedBy = by;
}

/** The table before, which is kept no more; what was chosen and ticked then is what `tickBack` ticks. */
export function before() {
  const { judgedBy: by, ...then } = past.pop();
  judgedBy = by;
  return { ...then, note: "" };
}

/** No boards at all. */
export const empty = () => ({ looks: [], change: null, view: "0", supply: null, note: "", chosen: new Set(), near: null });

/** Have everything chosen and ticked as it was for the verdict that is still shown. */
export function tickBack() {
  $("to-move").value = judgedBy.toMove;
  for (const box of boxes) box.checked = judgedBy.options[box.dataset.option];
}

/** Whether boards would be lost that another photo could not bring back. */
export const isMissed = () => table.looks.some((one) => one.own);

/** The one board that is seen; null where there are two, or none. */
export function onlyFound() {
  const found = table.looks.filter(isFound);
  return found.length === 1 ? found[0] : null;
}
