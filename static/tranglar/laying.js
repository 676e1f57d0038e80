// An action of Tranglar as it is put together by tapping: which pieces are taken up, what is laid where. It knows no rule.

import { CELLS, corners } from "./board.js";

const centre = (cells) => {
  const points = cells.flatMap(corners);
  return [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
};

export const sameCells = (one, other) => one.length === other.length && one.every((cell) => other.includes(cell));

/** Make a draft whole: which way it is, what is in hand, what was taken up and laid, where the keys are. */
export function begun(draft, picture) {
  draft.way ??= picture.ways[0] ?? "place";
  if (draft.kind === undefined) draft.kind = picture.lays.length === 1 ? picture.lays[0].kind : null;
  draft.taken ??= [];
  draft.laid ??= [];
  draft.cursor ??= "b2N";
}

/** Begin another kind of action; what is in hand stays there. */
export function turnTo(draft, way) {
  Object.assign(draft, { way, taken: [], laid: [] });
  if (way !== "place") draft.kind = null;
}

/** Tap a cell, on which a piece may lie. Answers what to do first, where nothing came of it. */
export function tapped(draft, cell, piece, kinds, picture) {
  draft.cursor = cell;
  if (draft.way === "exchange") {
    if (piece) draft.taken = [piece.cells];
    return piece ? "" : "Tap the trapeze that is to be exchanged.";
  }
  const open = draft.taken.some((cells) => cells.includes(cell));
  if (draft.way !== "place" && (!open || !draft.kind)) {
    if (piece) take(draft, piece.cells);
    return piece ? "" : "Tap a piece on the board first.";
  }
  const kind = kinds.find((one) => one.name === draft.kind);
  if (!kind) return "Choose a piece first.";
  return lay(draft, cell, kind, picture);
}

function take(draft, cells) {
  const had = draft.taken.some((one) => sameCells(one, cells));
  if (draft.way === "attack") [draft.taken, draft.laid] = [had ? [] : [cells], []];
  else draft.taken = had ? draft.taken.filter((one) => !sameCells(one, cells)) : [...draft.taken, cells];
  // Where a piece lies again nothing can be laid.
  if (had) draft.laid = draft.laid.filter((one) => !one.cells.some((cell) => cells.includes(cell)));
}

function lay(draft, cell, kind, picture) {
  const at = draft.laid.findIndex((one) => one.cells.includes(cell));
  const last = draft.laid.at(-1);
  if (at >= 0) {
    // What was laid there is in hand again: tapped once more it turns.
    const [one] = draft.laid.splice(at, 1);
    draft.laid.push(one);
    const same = one.kind === kind.name;
    const more = same && !one.taps.includes(cell) && one.taps.length < one.cells.length ? [...one.taps, cell] : null;
    const taps = more && fitting(draft, kind, more, picture, one).length ? more : same ? one.taps : [cell];
    const places = fitting(draft, kind, taps, picture, one);
    if (!places.length) return `A ${kind.says} cannot lie on ${cell}.`;
    Object.assign(one, { kind: kind.name, neutral: kind.neutral, taps, cells: following(places, one.cells) });
    return "";
  }
  if (last?.kind === kind.name) {
    // A cell beyond it belongs to it where it has room there too; else it is the next piece's.
    const taps = [...last.taps, cell];
    const more = fitting(draft, kind, taps, picture, last);
    if (more.length && (draft.way === "place" || hasRoom(draft, more[0], picture, last))) {
      Object.assign(last, { taps, cells: more[0] });
      return "";
    }
  }
  const places = fitting(draft, kind, [cell], picture, draft.way === "place" ? last : null);
  if (!places.length) return `A ${kind.says} cannot lie on ${cell}.`;
  const laid = { kind: kind.name, neutral: kind.neutral, taps: [cell], cells: places[0] };
  draft.laid = draft.way === "place" ? [laid] : [...draft.laid, laid];
  return "";
}

/** Lay the last piece another way round on the cells that were tapped. */
export function turned(draft, kinds, picture) {
  const last = draft.laid.at(-1);
  if (!last) return;
  last.taps = last.taps.slice(0, 1);
  const kind = kinds.find((one) => one.name === last.kind);
  last.cells = following(fitting(draft, kind, last.taps, picture, last), last.cells);
}

/** Take the last piece back, or what was taken up last. */
export function takenBack(draft) {
  if (draft.laid.length) draft.laid.pop();
  else draft.taken.pop();
}

const following = (places, cells) => places[(places.findIndex((place) => sameCells(place, cells)) + 1) % places.length] ?? cells;

/** Every place of a kind on these cells: those with room before all, and none of the others where there are such. */
function fitting(draft, kind, taps, picture, but = null) {
  const there = kind.places.filter((place) => taps.every((cell) => place.includes(cell)));
  const free = there.filter((place) => hasRoom(draft, place, picture, but));
  const from = centre([taps[0]]);
  const angle = (place) => {
    const [x, y] = centre(place);
    return Math.atan2(y - from[1], x - from[0]);
  };
  return (free.length ? free : there).sort((one, other) => angle(one) - angle(other));
}

/** Whether nothing lies on these cells, `but` for a piece that is being laid; in the place of others only where those lay. */
function hasRoom(draft, cells, picture, but) {
  const laid = draft.laid.filter((one) => one !== but).flatMap((one) => one.cells);
  const taken = picture.pieces.flatMap((piece) => piece.cells);
  const area = draft.taken.flat();
  return cells.every((cell) => !laid.includes(cell) && (draft.way === "place" ? !taken.includes(cell) : area.includes(cell)));
}

/** The action as the table is told it; null where it is not whole. */
export function action(draft) {
  const cells = draft.laid.map((one) => one.cells);
  if (draft.way === "exchange") return draft.taken.length ? { swap: draft.taken[0] } : null;
  if (!cells.length) return null;
  if (draft.way === "place") return draft.laid[0].neutral ? { place: cells[0], neutral: true } : { place: cells[0] };
  if (!draft.taken.length) return null;
  return draft.way === "attack" ? { attack: { remove: draft.taken[0], place: cells } } : { replace: { remove: draft.taken, place: cells } };
}

const WAYS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
export const isArrow = (key) => key in WAYS;

/** The next cell in the direction of an arrow key. */
export function towards(cell, key) {
  const [dx, dy] = WAYS[key];
  const [x, y] = centre([cell]);
  let [best, least] = [cell, Infinity];
  for (const other of CELLS) {
    const [ox, oy] = centre([other]);
    const along = (ox - x) * dx + (oy - y) * dy;
    const cost = along + 2.5 * Math.abs((ox - x) * dy + (oy - y) * dx);
    if (along > 0.1 && cost < least) [best, least] = [other, cost];
  }
  return best;
}
