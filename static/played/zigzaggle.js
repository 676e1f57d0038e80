// Zig Zaggle: the board drawn from the position, and a word laid on it tile by tile.

import { h, tell } from "../shared/dom.js";
import { svg } from "../shared/shapes.js";
import { symbolPath } from "./marks.js";

const SIDE = 10;
const EDGE = 8;
const cellName = (column, row) => `${String.fromCharCode(97 + column)}${row + 1}`;
const place = (name) => [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
const NAMES = { g: "green", b: "blue", r: "red", y: "yellow", "*": "free" };

/** The board with its tiles; `draft` are tiles that are being laid. */
function boardNode(picture, { draft = [] } = {}) {
  const wide = picture.grid[0].length;
  const high = picture.grid.length;
  const colours = Object.fromEntries(picture.runways.map((one) => [one.name, one.colour]));
  const cells = [];
  picture.grid.forEach((line, row) => [...line].forEach((kind, column) => {
    if (kind === ".") return;
    const of = (picture.areas[kind] ?? []).map((name) => colours[name]);
    const [x, y] = [column * SIDE, row * SIDE];
    const inPlay = (picture.areas[kind] ?? []).includes(picture.runway);
    cells.push(svg("rect", { x: x + 0.3, y: y + 0.3, width: SIDE - 0.6, height: SIDE - 0.6, rx: 1, class: `cell area-${of[0] ?? "centre"}${inPlay ? " in-play" : ""}`, "data-cell": cellName(column, row) }));
    if (of[1]) cells.push(svg("path", { d: `M${x + 9.7} ${y + 0.6}V${y + 9.7}H${x + 0.6}Z`, class: `cell half area-${of[1]}${inPlay ? " in-play" : ""}` }));
    if (cellName(column, row) === picture.start) cells.push(svg("path", { d: `M${x + 2} ${y + 5}H${x + 8}M${x + 5} ${y + 2}V${y + 8}`, class: "start" }));
  }));
  const lines = picture.runways.map((one) => lineNode(one, picture, wide, high));
  const tiles = [...picture.tiles.map((one) => tileAt(one, picture.last.includes(one.cell))), ...draft.map((one) => tileAt(one, false, true))];
  return svg("svg", { viewBox: `${-EDGE} ${-EDGE} ${wide * SIDE + EDGE + 1} ${high * SIDE + EDGE + 1}`, class: "board", role: "img", "aria-label": boardWords(picture) },
    ...cells, ...lines, ...edgeNodes(picture), ...tiles);
}

/** The letter of each column above it and the number of each row before it, by which verdicts name a cell. */
function edgeNodes({ grid }) {
  const text = (kind, x, y, words) => {
    const node = svg("text", { x, y, class: `edge ${kind}` });
    node.textContent = words;
    return node;
  };
  const tops = [...grid[0]].map((_, column) => grid.findIndex((line) => line[column] !== "."));
  const columns = tops.map((top, column) => text("column", (column + 0.5) * SIDE, top * SIDE - 1.6, cellName(column, 0)[0]));
  // Where a column's letter stands in the same corner, the row's number stands above it.
  const rows = grid.map((line, row) => {
    const column = [...line].findIndex((kind) => kind !== ".");
    return text("row", column * SIDE - 1.6, row * SIDE + (tops[column - 1] === row + 1 ? 4 : 6.7), String(row + 1));
  });
  return [...columns, ...rows];
}

function boardWords(picture) {
  const tiles = picture.tiles.map((one) => `${one.letter} ${one.cell}`).join(", ");
  return `The board; the ${picture.runway ?? "last"} runway is in play. ${tiles || "No tile lies there yet"}.`;
}

function lineNode(runway, picture, wide, high) {
  const active = runway.name === picture.runway ? " in-play" : "";
  const cells = picture.grid.flatMap((line, row) => [...line].map((kind, column) => ({ kind, column, row })))
    .filter(({ kind, column, row }) => (picture.areas[kind] ?? []).includes(runway.name) && (runway.column ? column : row) === runway.line);
  const along = cells.map((one) => (runway.column ? one.row : one.column));
  const from = Math.min(...along) * SIDE;
  const to = (Math.max(...along) + 1) * SIDE;
  const end = runway.line === 0 ? 0 : (runway.line + 1) * SIDE;
  const middle = (from + to) / 2;
  const [x, y] = runway.column ? [runway.line === 0 ? -0.2 : wide * SIDE + 0.2, middle] : [middle, runway.line === 0 ? -0.2 : high * SIDE + 0.2];
  const inwards = runway.line === 0 ? 5 : -5;
  const [sx, sy] = runway.column ? [x + inwards + 0.2, y] : [x, y + inwards + 0.2];
  return svg("g", { class: `line of-${runway.colour}${active}` },
    svg("path", { d: runway.column ? `M${end} ${from}V${to}` : `M${from} ${end}H${to}` }),
    svg("path", { class: "mark", transform: `translate(${sx} ${sy}) scale(2.6)`, d: symbolPath(runway.colour) }));
}

/** Where the next tile goes, with an arrow for the way. */
function cursorNode(cell, across) {
  const [column, row] = place(cell);
  const way = across ? "M8.6 3.4L11.4 5 8.6 6.600Z" : "M3.400 8.600L5 11.400 6.600 8.600Z";
  return svg("g", { class: "at-cursor", transform: `translate(${column * SIDE} ${row * SIDE})` },
    svg("rect", { class: "cursor", x: 0.4, y: 0.4, width: 9.2, height: 9.2, rx: 1.2, "data-cell": cell }), svg("path", { class: "cursor-way", d: way }));
}

function tileAt(tile, lit, fresh = false) {
  const [column, row] = place(tile.cell);
  const colour = NAMES[tile.colour] ?? "free";
  return svg("g", { class: `tile of-${colour}${lit ? " lit" : ""}${fresh ? " fresh-tile" : ""}`, transform: `translate(${column * SIDE} ${row * SIDE})` }, ...tileInside(tile, colour));
}

function tileInside(tile, colour) {
  const letter = svg("text", { x: 4.6, y: 7.3, class: "letter" });
  letter.textContent = tile.letter || "∗";
  const value = svg("text", { x: 8.9, y: 9, class: "value" });
  value.textContent = tile.free ? "" : String(tile.value ?? "");
  return [svg("rect", { x: 0.5, y: 0.5, width: 9, height: 9, rx: 1.2 }), letter, value,
    svg("path", { class: "mark", transform: "translate(8 2.2) scale(1.15)", d: symbolPath(colour) })];
}

/** A tile by itself, as on a rack. */
function tileNode(tile, extra = {}) {
  const colour = NAMES[tile.colour] ?? "free";
  const label = tile.free ? (tile.letter ? `free tile, ${tile.letter}` : "free tile") : `${tile.letter}, ${colour}, ${tile.value}`;
  return h("span", { class: "tile-box", role: "img", "aria-label": label, ...extra },
    svg("svg", { viewBox: "0 0 10 10", "aria-hidden": "true" }, svg("g", { class: `tile of-${colour}` }, ...tileInside(tile, colour))));
}

export function middle(table) {
  const { picture } = table;
  const runway = picture.runways.find((one) => one.name === picture.runway);
  return [
    h("div", { class: "board-box" }, boardNode(picture)),
    h("p", { class: "runway-says" }, runway ? `The ${runway.colour} runway (${runway.name}) is in play: ${runway.bonus} for taking off. ${picture.box} letters in the box.` : "All runways are played."),
  ];
}

export const things = (drawn) => (drawn.tiles ?? []).map((tile) => h("span", { class: "piled" }, tileNode({ ...tile, free: tile.colour === "*" }), h("span", { class: "from" }, tile.cell)));

/** The own rack while nothing can be laid from it. */
export const hand = ({ picture }) => picture.rack.map((tile) => tileNode(tile));

// --- laying a word ---

function next(picture, draft, cell) {
  let [column, row] = place(cell);
  const taken = new Set([...picture.tiles, ...draft.placed].map((one) => one.cell));
  do {
    if (draft.across) column += 1;
    else row += 1;
  } while (taken.has(cellName(column, row)));
  return has(picture, cellName(column, row)) ? cellName(column, row) : cell;
}

/** Where a word begins to be laid: the start cell, or the free one nearest to it. */
function beginning(picture) {
  const taken = new Set(picture.tiles.map((one) => one.cell));
  const [column, row] = place(picture.start);
  const free = picture.grid.flatMap((line, down) => [...line].map((kind, along) => ({ kind, name: cellName(along, down), far: Math.abs(along - column) + Math.abs(down - row) })))
    .filter(({ kind, name }) => kind !== "." && !taken.has(name));
  return free.sort((one, other) => one.far - other.far)[0]?.name ?? picture.start;
}

function has(picture, name) {
  const [column, row] = place(name);
  return (picture.grid[row]?.[column] ?? ".") !== ".";
}

const NEAR = 9;

/** The part of the board around a cell, so many cells wide and high: a tap at its edge goes on. */
function around(cell, { grid }) {
  const from = (at, all) => Math.max(0, Math.min(at - (NEAR - 1) / 2, all - NEAR)) * SIDE;
  const [column, row] = place(cell);
  return `${from(column, grid[0].length) - 1} ${from(row, grid.length) - 1} ${NEAR * SIDE + 2} ${NEAR * SIDE + 2}`;
}

export function compose(table, kinds, draft, change) {
  const { picture } = table;
  draft.placed ??= [];
  draft.across ??= true;
  draft.cursor ??= beginning(picture);
  draft.colour ??= picture.runways.find((one) => one.name === picture.runway)?.code ?? "g";
  draft.exchange ??= [];
  const used = new Set(draft.placed.map((one) => one.index));
  const worth = (letter) => kinds.find((one) => one.letter === letter && one.colour !== "*")?.value ?? 0;
  const put = (tile, index) => {
    if ([...picture.tiles, ...draft.placed].some((one) => one.cell === draft.cursor)) {
      tell(`A tile lies on ${draft.cursor} already: choose another cell first.`, "hint");
      return;
    }
    if (!has(picture, draft.cursor)) return;
    draft.placed.push({ ...tile, cell: draft.cursor, index });
    draft.cursor = next(picture, draft, draft.cursor);
    change();
  };
  const type = (letter) => {
    if (!table.dealt) {
      put({ letter, colour: draft.colour, free: draft.colour === "*", value: worth(letter) });
      return;
    }
    const fits = picture.rack.map((tile, index) => ({ tile, index })).filter(({ index }) => !used.has(index));
    const own = fits.filter(({ tile }) => tile.letter === letter);
    const best = own.find(({ tile }) => tile.colour === draft.colour) ?? own[0] ?? fits.find(({ tile }) => tile.free);
    if (best) put({ ...best.tile, letter }, best.index);
  };
  const back = () => {
    const last = draft.placed.pop();
    if (last) draft.cursor = last.cell;
    change();
  };
  const drawn = boardNode(picture, { draft: draft.placed });
  const board = h("div", { class: "board-box laying", tabindex: "0", "data-key": "board", role: "application" }, drawn);
  const showCursor = () => {
    drawn.querySelector(".at-cursor")?.remove();
    drawn.append(cursorNode(draft.cursor, draft.across));
    drawn.classList.toggle("near", Boolean(draft.near));
    if (draft.near) drawn.setAttribute("viewBox", around(draft.cursor, picture));
    board.setAttribute("aria-label", `Lay tiles: at ${draft.cursor}, ${draft.across ? "across" : "down"}. Arrow keys move, letters lay a tile, space turns, backspace takes one back.`);
  };
  showCursor();
  board.addEventListener("click", (event) => {
    const cell = event.target.closest("[data-cell]")?.dataset.cell;
    if (!cell) return;
    // On a phone the cells of the whole board are smaller than a finger: a tap there comes closer first.
    if (!draft.near && matchMedia("(max-width: 40rem)").matches) draft.near = true;
    else if (cell === draft.cursor) draft.across = !draft.across;
    draft.cursor = cell;
    change();
  });
  board.addEventListener("keydown", (event) => {
    const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (moves) {
      const [column, row] = place(draft.cursor);
      const there = cellName(column + moves[0], row + moves[1]);
      if (column + moves[0] >= 0 && row + moves[1] >= 0 && has(picture, there)) draft.cursor = there;
    } else if (/^[a-zA-Z]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      type(event.key.toUpperCase());
      return;
    } else if (event.key === " ") draft.across = !draft.across;
    else if (event.key === "Backspace") { event.preventDefault(); back(); return; } else return;
    event.preventDefault();
    change();
  });
  const word = h("input", { "data-key": "letters", maxlength: "1", autocomplete: "off", autocapitalize: "characters", spellcheck: "false" });
  word.addEventListener("input", () => { const letter = word.value.toUpperCase(); word.value = ""; if (/^[A-Z]$/.test(letter)) type(letter); });
  const cell = h("input", { "data-key": "cell", value: draft.cursor, maxlength: "3", autocomplete: "off", spellcheck: "false" });
  cell.addEventListener("change", () => {
    const typed = cell.value.trim().toLowerCase();
    if (/^[a-z]\d{1,2}$/.test(typed) && has(picture, typed)) draft.cursor = typed;
    else tell(`The board has no cell ${cell.value.trim() || "without a name"}: a letter and a number, such as ${draft.cursor}.`, "hint");
    // Nothing else is drawn anew: whoever taps a button next would leave the field and find another button there.
    cell.value = draft.cursor;
    showCursor();
  });
  const turnAround = h("button", { type: "button", "data-key": "turn", "aria-label": `Lay ${draft.across ? "down" : "across"} instead`, onclick: () => { draft.across = !draft.across; change(); } }, draft.across ? "Across →" : "Down ↓");
  const colours = h("div", { class: "colours", role: "group", "aria-label": "Colour of the tile" }, [...picture.runways.map((one) => one.code), "*"].map((code) =>
    h("button", { type: "button", class: "pick", "data-key": `colour ${code}`, "aria-pressed": String(draft.colour === code), "aria-label": NAMES[code], onclick: () => { draft.colour = code; change(); } },
      tileNode({ letter: code === "*" ? "" : "A", colour: code, free: code === "*", value: "" }))));
  const free = picture.rack.findIndex((tile, index) => tile.free && !used.has(index));
  // Whoever taps a board and a rack on a phone types nothing, but for what a free tile is to be.
  const mayType = table.dealt && document.body.classList.contains("phone");
  const isTyped = !mayType || Boolean(draft.typing);
  return [
    board,
    h("div", { class: "laying-tools" },
      isTyped ? h("label", { class: "field" }, h("span", {}, "Cell"), cell) : "", turnAround,
      isTyped ? h("label", { class: "field" }, h("span", {}, table.dealt && free >= 0 ? "Letter (else a free tile)" : "Letter"), word) : "",
      h("button", { type: "button", "data-key": "back", disabled: !draft.placed.length, onclick: back }, "Take one back"),
      h("button", { type: "button", "data-key": "near", onclick: () => { draft.near = !draft.near; change(); } }, draft.near ? "Whole board" : "Magnify"),
      mayType ? h("button", { type: "button", "data-key": "typing", "aria-expanded": String(isTyped), onclick: () => { draft.typing = !draft.typing; change(); } }, "By keyboard") : ""),
    table.dealt ? rackNode(picture, draft, used, put, change) : colours,
    exchangeNode(table, draft, change),
  ];
}

function rackNode(picture, draft, used, put, change) {
  return h("div", { class: "hand rack", role: "group", "aria-label": "My rack" }, picture.rack.map((tile, index) =>
    h("button", { type: "button", class: "pick", "data-key": `rack ${index}`, disabled: used.has(index), "aria-pressed": String(used.has(index) || draft.exchange.includes(index)),
      onclick: () => {
        if (!draft.exchanging) {
          if (tile.free) askLetter(draft, change);
          else put(tile, index);
          return;
        }
        draft.exchange = draft.exchange.includes(index) ? draft.exchange.filter((one) => one !== index) : [...draft.exchange, index];
        change();
      } }, tileNode(tile))));
}

function askLetter(draft, change) {
  draft.typing = true;
  change();
  document.querySelector('#composing [data-key="letters"]').focus();
  tell("A free tile is any letter: type the letter that it is to be.", "hint");
}

function exchangeNode(table, draft, change) {
  const { picture } = table;
  if (!picture.exchange && !(!table.dealt && picture.box)) return "";
  const box = h("input", { type: "checkbox", "data-key": "exchanging", checked: Boolean(draft.exchanging) });
  box.addEventListener("change", () => { draft.exchanging = box.checked; draft.placed = []; draft.exchange = []; change(); });
  const count = h("input", { type: "number", min: "1", max: "12", value: String(draft.count ?? 1), "data-key": "count", "aria-label": "How many letters" });
  count.addEventListener("change", () => { draft.count = Number(count.value); });
  return h("div", { class: "exchange" }, h("label", { class: "choice" }, box, h("span", {}, table.dealt ? "Exchange letters: choose them on the rack" : "Exchange letters")),
    draft.exchanging && !table.dealt ? count : "");
}

export function turn(table, draft) {
  if (draft.exchanging) {
    if (!table.dealt) return { exchange: draft.count ?? 1 };
    return draft.exchange.length ? { exchange: draft.exchange.map((index) => table.picture.rack[index].name) } : null;
  }
  if (!draft.placed?.length) return null;
  return { lay: Object.fromEntries(draft.placed.map((one) => [one.cell, one.free || one.colour === "*" ? `*${one.letter.toLowerCase()}` : `${one.letter}${one.colour}`])) };
}

export const first = (draft) => (draft.exchanging ? "Choose letters first" : "Lay tiles first");

export const enters = (draft) => (draft.exchanging ? "Exchange" : "Lay the word");

/** What is left on a rack. */
export function show(table, kinds, draft, change) {
  draft.rack ??= "";
  const input = h("input", { value: draft.rack, "data-key": "shown", autocomplete: "off", spellcheck: "false", maxlength: "80" });
  input.addEventListener("input", () => { draft.rack = input.value; });
  return [h("label", { class: "field" }, h("span", {}, "The tiles left: letter and colour (g, b, r, y), * for a free tile, such as: Sg Ab *"), input)];
}

export const shown = (draft) => (draft.rack ?? "").split(/[\s,]+/).filter(Boolean);

export const shows = "These are left";

export const showsFirst = "Say which tiles first";
