// What the server makes of Tranglar's looks: its answer taken in, and a look from another side of the table.

import { judgeLook } from "./api.js";
import { turnedCell } from "./board.js";

/** What an answer says of a look. */
export const fromAnswer = ({ look, verdict, supply }) => ({ look, verdict, supply });

/** A look from another side of the table: its cells have other names, and its grid other corners. */
export async function turned(one, quarters, options) {
  const answer = await judgeLook(one.look, options, quarters);
  const grid = one.grid && one.grid.map((_, k) => one.grid[(k - quarters + 4) % 4]);
  const there = (cells) => cells.map((cell) => turnedCell(cell, quarters));
  const why = one.why.map((place) => ({ ...place, cells: there(place.cells), white_or_bare: there(place.white_or_bare) }));
  return { ...one, grid, why, ...fromAnswer(answer) };
}
