// What one look at a board says: its pieces, what is in doubt, who is trapped. Nothing here touches the page.

import { CELLS } from "./board.js";

/** Every piece that is drawn: the certain ones, and those of the likeliest reading. */
export const shown = (look) => [...look.pieces, ...look.readings[0]];

/** The trapped pieces with their sides. */
export const witness = (verdict) => verdict.witness.filter((one) => verdict.trapped.some((piece) => piece.cells.join() === one.cells.join()));

/** Cells on which it is not certain what lies. */
export const doubtfulOf = (one) => new Set([...one.look.readings.flat().flatMap((piece) => piece.cells), ...one.look.unsure.flat()]);

/** Each trapped piece as a reason. */
export function caught(verdict) {
  return verdict.trapped.map((piece) => {
    const kind = verdict.pieces.find((other) => other.cells.join() === piece.cells.join())?.kind ?? "piece";
    const by = piece.owner === "petrol" ? "green" : "petrol";
    return { says: `${piece.owner[0].toUpperCase()}${piece.owner.slice(1)}’s ${kind} on ${piece.cells.join(", ")}: ${piece.touched} of ${piece.sides} sides touch ${by}.`, clause: "tranglar/trapped", where: piece.cells };
  });
}

/** The same in a sentence or two. */
export const caughtSays = (verdict) => (verdict.trapped.length ? caught(verdict).map((one) => one.says).slice(0, 2).join(" ") : "No piece has more than half of its sides touched by the other colour.");

/** How many triangles each player shows. */
export function scoreOf(pieces) {
  const sum = { petrol: 0, green: 0 };
  for (const piece of pieces) if (piece.owner in sum) sum[piece.owner] += piece.cells.length;
  return sum;
}

/** The pieces with their kinds, where the verdict names them. */
export function named({ look, verdict }) {
  const kinds = new Map(verdict.pieces.map((piece) => [piece.cells.join(), piece.kind]));
  return shown(look).map((piece) => ({ ...piece, kind: kinds.get(piece.cells.join()) }));
}

const MOST_NAMED = 8;

/** Cells as words: a few by name, how many where nobody would read the names. */
export const spelt = (cells) => cells.length === CELLS.length ? "The whole board" : cells.length > MOST_NAMED ? `${cells.length} cells` : cells.join(", ");

/** The different ways in which the readings fill the chosen cells, each with the readings that have it. */
export function waysOf(look, cells) {
  const found = new Map();
  for (const reading of look.readings) {
    const there = reading.filter((piece) => piece.cells.some((cell) => cells.includes(cell)));
    const says = there.map((piece) => `${piece.owner} ${piece.cells.join("+")}`).sort().join(" and ");
    if (!says) continue;
    if (!found.has(says)) found.set(says, []);
    found.get(says).push(reading);
  }
  return found.size < 2 ? [] : [...found].map(([says, boards]) => ({ says, boards }));
}

/** How many triangles each shows, in words. */
export function counted({ look }) {
  const sum = scoreOf(shown(look));
  const least = look.hidden.some((cell) => !look.white_or_bare.includes(cell)) ? "+" : "";
  return { petrol: `${sum.petrol}${least}`, green: `${sum.green}${least}` };
}

/** Whether a board is seen. */
export const isFound = ({ look }) => look.found;

/** The looks once another one has come: it takes the place of one that shows no board, else it comes after a single one. */
export function joined(looks, one) {
  const blank = looks.findIndex((other) => !isFound(other));
  if (blank >= 0) return looks.map((other, k) => (k === blank ? one : other));
  return looks.length === 1 ? [...looks, one] : [one];
}

/** What is said where boards that somebody would miss have left the page. */
export const gone = (looks, kept) => (looks.some((one) => one.own && isFound(one) && !kept.includes(one)) ? "The boards before have left the page: Undo brings them back." : "");
