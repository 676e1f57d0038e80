// The board as SVG: cells, pieces, touched sides; and the same lines laid over a photo of it.

import { svg } from "../shared/shapes.js";

const QUARTERS = "ENSW";
export const CELLS = [..."abcd"].flatMap((column) => [..."1234"].flatMap((rank) => [...QUARTERS].map((q) => column + rank + q)));

const NEXT = { E: "N", N: "W", W: "S", S: "E" };

/** What a cell is called when the board is turned anticlockwise by so many quarters. */
export function turnedCell(cell, quarters) {
  let [column, rank, quarter] = cell;
  for (let k = 0; k < quarters; k += 1) {
    [column, rank, quarter] = ["dcba"["1234".indexOf(rank)], "1234"["abcd".indexOf(column)], NEXT[quarter]];
  }
  return column + rank + quarter;
}

/** A cell's three corners, in sides of a square from a1's outer corner, y upwards. */
export function corners(cell) {
  const x = "abcd".indexOf(cell[0]);
  const y = "1234".indexOf(cell[1]);
  const square = { S: [[x, y], [x + 1, y]], E: [[x + 1, y], [x + 1, y + 1]], N: [[x + 1, y + 1], [x, y + 1]], W: [[x, y + 1], [x, y]] };
  return [...square[cell[2]], [x + 0.5, y + 0.5]];
}

const flat = ([x, y]) => [x, 4 - y];
const round = (value) => Math.round(value * 1000) / 1000;
const spot = (point) => point.map(round).join(" ");

/** The sides of cells that have no other of these cells behind them. */
function rim(cells) {
  const found = new Map();
  for (const cell of cells) {
    const points = corners(cell);
    points.forEach((from, i) => {
      const line = [from, points[(i + 1) % 3]];
      const key = line.map(String).sort().join(";");
      if (found.has(key)) found.delete(key);
      else found.set(key, line);
    });
  }
  return [...found.values()];
}

function areaPath(cells, place) {
  return cells.map((cell) => `M${corners(cell).map((point) => spot(place(point))).join("L")}Z`).join("");
}

function linePath(lines, place) {
  return lines.map((line) => `M${line.map((point) => spot(place(point))).join("L")}`).join("");
}

/** A point inside the piece to write at: the middle of the cell nearest to the middle of all. */
function middle(cells) {
  const mean = (points) => [0, 1].map((axis) => points.reduce((sum, p) => sum + p[axis], 0) / points.length);
  const middles = cells.map((cell) => mean(corners(cell)));
  const whole = mean(middles);
  const far = (p) => Math.hypot(p[0] - whole[0], p[1] - whole[1]);
  const even = cells.length % 2 === 0 && cells.length < 5 ? whole : null;
  return even ?? middles.reduce((best, p) => (far(p) < far(best) ? p : best));
}

/** A piece in words; a neutral one's kind says already that it is neutral. */
export const pieceWords = ({ owner, kind = "piece" }) => (kind.includes(owner) ? kind : `${owner} ${kind}`);

const key = (cells) => [...cells].sort().join(" ");

/** Draw a board. `trapped` are witnesses with their sides, and the order in which they turned, if they did; the sets hold cells. Calls `tap(cell, piece)`. */
export function drawBoard({ pieces, trapped = [], doubtful = new Set(), hidden = new Set(), lit = new Set(), chosen = new Set(), tap, label }) {
  const picture = svg("svg", { class: "tranglar-board", viewBox: "-.36 -.1 4.5 4.5", role: "group", "aria-label": label });
  picture.append(svg("rect", { class: "ground", x: 0, y: 0, width: 4, height: 4 }), grid());
  const owner = new Map(pieces.flatMap((piece) => piece.cells.map((cell) => [cell, piece])));
  for (const cell of CELLS) {
    if (owner.has(cell)) continue;
    const empty = svg("path", { class: hidden.has(cell) ? "cell hidden" : "cell", d: areaPath([cell], flat), "data-cell": cell });
    empty.addEventListener("click", () => tap?.(cell, null));
    picture.append(empty);
  }
  const open = inDoubt(doubtful, pieces);
  if (open.length) picture.append(svg("path", { class: "open", d: linePath(rim(open), flat) }));
  const caught = new Map(trapped.map((one) => [key(one.cells), one]));
  const isLit = (piece) => piece.cells.every((cell) => lit.has(cell));
  // What is lit comes last, so that no neighbour lies on its rim.
  for (const piece of [...pieces].sort((a, b) => isLit(a) - isLit(b) || (key(a.cells) < key(b.cells) ? -1 : 1))) {
    picture.append(pieceNode(piece, { doubtful, lit, trapped: caught.has(key(piece.cells)), tap }));
  }
  for (const one of trapped) picture.append(sidesNode(one));
  if (chosen.size) picture.append(svg("path", { class: "chosen", d: areaPath([...chosen], flat) }));
  for (const one of trapped) picture.append(one.order ? orderNode(one) : countNode(one));
  picture.append(...labels());
  return picture;
}

/** The cells in doubt on which no piece is drawn: one may lie there. */
function inDoubt(doubtful, pieces) {
  const taken = new Set(pieces.flatMap((piece) => piece.cells));
  return [...doubtful].filter((cell) => !taken.has(cell));
}

function pieceNode(piece, { doubtful, lit, trapped, tap }) {
  const states = [
    "piece", piece.owner, trapped && "trapped",
    piece.cells.some((cell) => doubtful.has(cell)) && "doubtful",
    piece.cells.every((cell) => lit.has(cell)) && "lit",
  ];
  const node = svg("g", {
    class: states.filter(Boolean).join(" "), "data-cells": key(piece.cells),
    role: tap ? "button" : "img", "aria-label": `${pieceWords(piece)} on ${piece.cells.join(", ")}`,
  }, svg("path", { class: "area", d: areaPath(piece.cells, flat) }), svg("path", { class: "rim", d: linePath(rim(piece.cells), flat) }));
  if (!tap) return node;
  const under = (event) => cellUnder(node.ownerSVGElement, event, piece.cells);
  node.addEventListener("click", (event) => tap(under(event), piece));
  return node;
}

/** Which of a piece's cells was tapped. */
function cellUnder(picture, event, cells) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
  const [x, y] = [point.x, 4 - point.y];
  const far = (cell) => {
    const points = corners(cell);
    return Math.hypot(points.reduce((s, p) => s + p[0], 0) / 3 - x, points.reduce((s, p) => s + p[1], 0) / 3 - y);
  };
  return cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best));
}

/** Every side of a trapped piece: those that the opponent touches bold, the others thin. */
function sidesNode(one) {
  const node = svg("g", { class: `sides ${one.owner}` });
  for (const side of one.sides) {
    const touched = side.touched_by.length > 0;
    const d = linePath([inwards(side.line, one.cells)], flat);
    if (touched) node.append(svg("path", { class: "case", d }));
    node.append(svg("path", { class: touched ? "touched" : "free", d }));
  }
  return node;
}

/** A side a little inside its piece, so that two pieces' sides do not lie on one another. */
function inwards([a, b], cells) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const normal = [-(b[1] - a[1]) / length, (b[0] - a[0]) / length];
  const mid = [(a[0] + b[0]) / 2 + normal[0] * 0.04, (a[1] + b[1]) / 2 + normal[1] * 0.04];
  const sign = cells.some((cell) => inside(mid, corners(cell))) ? 1 : -1;
  const shift = normal.map((n) => n * 0.045 * sign);
  const along = [(b[0] - a[0]) / length * 0.07, (b[1] - a[1]) / length * 0.07];
  return [[a[0] + shift[0] + along[0], a[1] + shift[1] + along[1]], [b[0] + shift[0] - along[0], b[1] + shift[1] - along[1]]];
}

function inside([x, y], points) {
  const signs = points.map(([ax, ay], i) => {
    const [bx, by] = points[(i + 1) % 3];
    return Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
  });
  return signs.every((s) => s >= 0) || signs.every((s) => s <= 0);
}

function countNode(one) {
  const [x, y] = flat(middle(one.cells));
  const words = svg("text", { "text-anchor": "middle", dy: ".35em" });
  words.textContent = `${one.sides.filter((side) => side.touched_by.length).length}/${one.sides.length}`;
  return svg("g", { class: "count", transform: `translate(${round(x)} ${round(y)})` }, svg("rect", { x: -0.17, y: -0.1, width: 0.34, height: 0.2, rx: 0.1 }), words);
}

/** When a piece turned over, among those that did. */
function orderNode(one) {
  const [x, y] = flat(middle(one.cells));
  const words = svg("text", { "text-anchor": "middle", dy: ".35em" });
  words.textContent = String(one.order);
  return svg("g", { class: "order", transform: `translate(${round(x)} ${round(y)})` }, svg("circle", { r: 0.15 }), words);
}

/** A piece that is being laid, or was refused: drawn over the board, and taps go through it. */
export function ghostNode(owner, cells) {
  return svg("g", { class: `ghost ${owner}` }, svg("path", { class: "area", d: areaPath(cells, flat) }), svg("path", { class: "rim", d: linePath(rim(cells), flat) }));
}

/** The outline of a cell that keys have got to. */
export const cursorNode = (cell) => svg("path", { class: "cursor", d: areaPath([cell], flat) });

/** A piece by itself, as large as all others beside it. */
export function pieceIcon(owner, cells) {
  const points = cells.flatMap(corners).map(flat);
  const [low, high] = [Math.min, Math.max].map((pick) => [0, 1].map((axis) => pick(...points.map((point) => point[axis]))));
  const [wide, tall] = [0, 1].map((axis) => high[axis] - low[axis] + 0.06);
  return svg("svg", { class: "tranglar-board icon", viewBox: `${low[0] - 0.03} ${low[1] - 0.03} ${wide} ${tall}`, width: `${round(wide * 2)}em`, height: `${round(tall * 2)}em`, "aria-hidden": "true" },
    svg("g", { class: `piece ${owner}` }, svg("path", { class: "area", d: areaPath(cells, flat) }), svg("path", { class: "rim", d: linePath(rim(cells), flat) })));
}

function grid() {
  const lines = [];
  for (let k = 1; k < 4; k += 1) lines.push([[k, 0], [k, 4]], [[0, k], [4, k]]);
  for (let x = 0; x < 4; x += 1) for (let y = 0; y < 4; y += 1) lines.push([[x, y], [x + 1, y + 1]], [[x + 1, y], [x, y + 1]]);
  return svg("path", { class: "grid", d: linePath(lines, flat) });
}

function labels() {
  return [0, 1, 2, 3].flatMap((k) => [["abcd"[k], k + 0.5, 4.27], ["1234"[k], -0.18, 3.5 - k]]).map(([word, x, y]) => {
    const text = svg("text", { class: "label", x, y, "text-anchor": "middle", dy: ".35em" });
    text.textContent = word;
    return text;
  });
}

/** The way from the board to a photo whose pixels of the grid's corners a1, d1, d4, a4 are known. */
function projection([a, b, c, d]) {
  const [dx1, dx2, sx] = [b[0] - c[0], d[0] - c[0], a[0] - b[0] + c[0] - d[0]];
  const [dy1, dy2, sy] = [b[1] - c[1], d[1] - c[1], a[1] - b[1] + c[1] - d[1]];
  const det = dx1 * dy2 - dx2 * dy1;
  const [g, h] = [(sx * dy2 - dx2 * sy) / det, (dx1 * sy - sx * dy1) / det];
  return ([u, v]) => {
    const [x, y] = [u / 4, v / 4];
    const w = g * x + h * y + 1;
    return [0, 1].map((k) => ((b[k] - a[k] + g * b[k]) * x + (d[k] - a[k] + h * d[k]) * y + a[k]) / w);
  };
}

/** The photo about the board, with what was read drawn over it: the grid, each piece, touched sides of trapped ones. */
export function drawPhoto(frame, { picture, name, size, grid: quad, pieces, trapped = [], doubtful = new Set() }) {
  frame.setAttribute("viewBox", around(quad, size).join(" "));
  frame.setAttribute("aria-label", `The photo ${name}`);
  frame.replaceChildren(svg("image", { href: picture, x: 0, y: 0, width: size[0], height: size[1], preserveAspectRatio: "none" }));
  if (!quad) return;
  const place = projection(quad);
  const outlines = pieces.map((piece) => svg("path", {
    class: `over ${piece.owner}${piece.cells.some((cell) => doubtful.has(cell)) ? " doubtful" : ""}`, d: linePath(rim(piece.cells), place),
  }));
  const open = inDoubt(doubtful, pieces);
  if (open.length) outlines.push(svg("path", { class: "over doubtful", d: linePath(rim(open), place) }));
  const sides = trapped.flatMap((one) => one.sides.filter((side) => side.touched_by.length).map((side) =>
    svg("path", { class: "over-side", d: linePath([inwards(side.line, one.cells)], place) })));
  const edge = svg("path", { class: "over-grid", d: linePath([[[0, 0], [4, 0]], [[4, 0], [4, 4]], [[4, 4], [0, 4]], [[0, 4], [0, 0]]], place) });
  frame.append(edge, ...outlines, ...sides);
}

/** The part of a photo about the board: x, y, width, height; all of it where there is no board. */
function around(quad, [width, height]) {
  if (!quad) return [0, 0, width, height];
  const [low, high] = [Math.min, Math.max].map((pick) => [0, 1].map((axis) => pick(...quad.map((point) => point[axis]))));
  const room = 0.1 * Math.max(high[0] - low[0], high[1] - low[1]);
  const from = low.map((value) => Math.max(0, value - room));
  const to = [Math.min(width, high[0] + room), Math.min(height, high[1] + room)];
  return [from[0], from[1], to[0] - from[0], to[1] - from[1]].map(Math.round);
}

const FIRST_MS = 500;
const EACH_MS = 1100;
const TURN_MS = 700;

/**
 * Turn pieces over on a board that shows them turned already, one after the other; `flips` are the first ones of its `trapped`, with their `owner`
 * before and what they turn `to`. So much of it, in ms, is over. Nothing moves where motion is not wanted.
 */
export function turnOver(picture, flips, gone_ms) {
  if (gone_ms >= FIRST_MS + flips.length * EACH_MS || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const sides = picture.querySelectorAll(".sides");
  const orders = picture.querySelectorAll(".order");
  flips.forEach((one, index) => {
    const delay = FIRST_MS + index * EACH_MS - gone_ms;
    const node = picture.querySelector(`[data-cells="${key(one.cells)}"]`);
    const [before, after] = [one.owner, one.to].map((colour) => ({ fill: `var(--${colour})`, stroke: `var(--${colour})` }));
    const timing = { delay, duration: TURN_MS, easing: "ease-in-out", fill: "backwards" };
    node?.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }, { transform: "scaleX(1)" }], timing);
    node?.querySelector(".area").animate([before, { ...before, offset: 0.5 }, { ...after, offset: 0.5 }, after], timing);
    // What touches it is shown before it turns, its number once it has.
    sides[index]?.animate([{ opacity: 0 }, { opacity: 1 }], { delay: delay - 0.4 * EACH_MS, duration: 200, fill: "backwards" });
    orders[index]?.animate([{ opacity: 0 }, { opacity: 1 }], { delay: delay + TURN_MS, duration: 150, fill: "backwards" });
  });
}

/** Turn a piece over on the screen, from one colour to another; at once where motion is not wanted. */
export function flip(picture, cells, from) {
  const node = picture.querySelector(`[data-cells="${key(cells)}"]`);
  if (!node || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const area = node.querySelector(".area");
  const colours = getComputedStyle(document.documentElement);
  const before = colours.getPropertyValue(`--${from}`);
  const timing = { duration: 700, easing: "ease-in-out" };
  node.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }, { transform: "scaleX(1)" }], timing);
  area.animate([{ fill: before }, { fill: before, offset: 0.5 }, { fill: getComputedStyle(area).fill, offset: 0.5 }, { fill: getComputedStyle(area).fill }], timing);
}
