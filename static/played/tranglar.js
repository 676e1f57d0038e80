// Tranglar: the board drawn from the position, what each player has left, what turned over, and an action put together on it.

import { h, plural, tell } from "../shared/dom.js";
import { cursorNode, drawBoard, ghostNode, pieceIcon, pieceWords, turnOver } from "../tranglar/board.js";
import { action, begun, isArrow, sameCells, takenBack, tapped, towards, turned, turnTo } from "../tranglar/laying.js";
import { comeCloser, isSmall } from "../tranglar/near.js";

const WAYS = {
  place: ["Place", "Choose a piece and tap where it lies; tap again to turn it."],
  replace: ["Replace", "Tap the pieces to take up, then choose others and lay them there."],
  attack: ["Attack", "Tap the piece to attack, then choose two or more and cover it."],
  exchange: ["Exchange", "Tap the trapped trapeze that is to be exchanged."],
};
const KEYS = "Arrow keys move, Enter lays or takes up, R turns, Backspace takes back.";

const touches = (one) => one.sides.filter((side) => side.touched_by.length).length;
const others = { petrol: "green", green: "petrol" };

// --- the board ---

/** The last action, where nobody has done anything since; once the game is over what was refused is no matter any more. */
const last = ({ moment, verdict }) => (verdict && (moment.kind === "verdict" || (moment.kind === "over" && verdict.ruling === "legal")) ? verdict : null);

/** What is drawn of an action: of the one that was entered last, or of the one that was read off the board and is not entered. */
function acted(now) {
  const verdict = last(now);
  if (now.news) return { laid: [], placed: [], ...now.news.drawn, entered: false, flips: due(now.news.drawn), doubtful: now.news.cells };
  if (!verdict) return null;
  const entered = verdict.ruling === "legal";
  return { ...verdict.drawn, entered, flips: entered ? numbered(verdict.drawn.flips) : [], doubtful: [] };
}

const numbered = (flips) => flips.map((flip, index) => ({ ...flip, order: index + 1 }));
const among = (cells, pieces) => pieces.some((one) => sameCells(one.cells, cells));

/** What has to turn over yet, with the sides that trapped it. */
const due = (drawn) => numbered(drawn.flips ?? []).filter((flip) => among(flip.cells, drawn.forgotten ?? []));

/** What shows the wrong colour, and no side tells why. */
const astray = (drawn) => [...(drawn.forgotten ?? []), ...(drawn.wrong ?? [])].filter((one) => !among(one.cells, drawn.flips ?? []));

/** The board with what the last action did to it, or with the one that is being put together. */
function boardNode(picture, now, { draft = null, kinds = [], tap } = {}) {
  const busy = draft && (draft.laid.length || draft.taken.length);
  const act = acted(now);
  const again = act && !act.entered && busy && draft.laid.some((one) => among(one.cells, act.laid));
  const told = act && (!busy || again) ? act : null;
  const flips = told?.flips ?? [];
  const trapped = picture.trapped.filter((one) => !among(one.cells, flips));
  const caught = told && !told.entered && !told.legal ? told.placed.filter((one) => touches(one)) : [];
  const lit = new Set((told?.entered ? told.laid : astray(told ?? {})).flatMap((piece) => piece.cells));
  const chosen = new Set(draft?.taken.flat() ?? []);
  const doubtful = new Set(told?.doubtful ?? []);
  const board = drawBoard({ pieces: picture.pieces, trapped: [...flips, ...trapped], lit, chosen, doubtful, tap, label: words(picture) });
  const gone_ms = goneMs(now);
  if (told?.entered) turnOver(board, flips, gone_ms);
  const ghosts = [
    ...(told && !told.entered && !busy ? told.laid : []),
    ...(draft?.laid ?? []).map((one) => ({ owner: kinds.find((kind) => kind.name === one.kind)?.neutral ? "neutral" : picture.to_move, cells: one.cells })),
  ];
  board.append(...ghosts.map((one) => ghostNode(one.owner, one.cells)));
  // The sides of what was refused lie over its ghost.
  if (caught.length) board.append(...drawBoard({ pieces: [], trapped: caught, label: "" }).querySelectorAll(".sides, .count"));
  if (draft?.keyed) board.append(cursorNode(draft.cursor));
  return board;
}

let turning = null; // which verdict's pieces turn over, and since when

/** How long ago the last verdict's pieces began to turn over; what had turned when the page came, or was undone to, has long done so. */
function goneMs({ game, verdict }) {
  const seq = verdict?.seq ?? 0;
  if (turning?.game !== game) turning = { game, seq, from: -Infinity };
  else if (seq > turning.seq) turning = { game, seq, from: performance.now() };
  return seq === turning.seq ? performance.now() - turning.from : Infinity;
}

/** Turn them over once more, wherever the board is shown. */
function showAgain(flips) {
  turning = { ...turning, from: performance.now() };
  for (const board of document.querySelectorAll(".board-box > svg")) {
    for (const old of board.getAnimations({ subtree: true })) old.cancel();
    turnOver(board, flips, 0);
  }
}

function words(picture) {
  const lying = picture.pieces.map((piece) => `${pieceWords(piece)} on ${piece.cells.join(" ")}`);
  return `The board. ${lying.join("; ") || "Nothing lies there yet"}.`;
}

/** What a page shows where no action is put together. */
export function middle(table, now, kinds) {
  const { picture } = table;
  return [
    h("div", { class: "board-box" }, boardNode(picture, now)),
    h("div", { class: "beside-board" },
      h("p", { class: "part" }, table.ended && picture.to_move ? "The table ended the game." : picture.part.says),
      flipList(now),
      againNode(now),
      h("ul", { class: "holdings" }, picture.players.map((player) => h("li", { class: "holding" }, headNode(player), supplyNode(player, kinds))))),
  ];
}

const headNode = (player) => h("p", { class: "holder" }, colourNode(player), h("strong", {}, player.seat), ` ${plural(player.triangles, "triangle")}`);

const colourNode = (player) => h("span", { class: `colour-chip ${player.colour}` }, player.colour);

/** What turned over, in order, or what has to yet. */
function flipList(now) {
  const flips = acted(now)?.flips ?? [];
  if (!flips.length) return "";
  const label = now.news ? "What has to turn over, in this order" : "What turned over, in this order";
  return h("ol", { class: "flips", "aria-label": label }, flips.map((flip) => h("li", { value: String(flip.order) }, flip.says)));
}

/** The button that turns over once more what did; nothing where nothing did. */
function againNode(now) {
  const flips = now.news ? [] : acted(now)?.flips ?? [];
  return flips.length ? h("button", { type: "button", class: "plain again", "data-key": "again", onclick: () => showAgain(flips) }, "Show the turning again") : "";
}

// --- what lies beside it ---

function supplyNode(player, kinds) {
  const rows = player.supply.map(({ kind, count }) => {
    const found = kinds.find((one) => one.name === kind);
    return h("li", { class: "stock", title: found.says }, h("span", { class: "hide" }, `${count} ${found.says}`),
      pieceIcon(found.neutral ? "neutral" : player.colour, found.drawing), h("span", { class: "stock-count", "aria-hidden": "true" }, `×${count}`));
  });
  return rows.length ? h("ul", { class: "stocks", "aria-label": `${player.seat} has left` }, rows) : h("p", { class: "quiet" }, "Nothing is left.");
}

/** Which colour a player has. */
export const sign = (table, number) => colourNode(table.picture.players[number]);

/** What a player has left, for the place on the big screen. */
export const beside = (table, number, kinds) => supplyNode(table.picture.players[number], kinds);

/** In the banner: what turned over and by how many sides, or what was refused. */
export function things(drawn, kinds) {
  const flips = drawn.forgotten ? due(drawn) : numbered(drawn.flips ?? []);
  const shown = drawn.legal ? flips.map((flip) => ({ ...flip, owner: flip.to, by: flip.to }))
    : (drawn.placed ?? []).filter((one) => touches(one)).map((one) => ({ ...one, by: others[one.owner] }));
  return shown.map((one) => h("span", { class: "piled turned" }, one.order ? h("span", { class: "badge", "aria-hidden": "true" }, String(one.order)) : "",
    pieceIcon(one.owner, one.cells), h("span", { class: "from" }, `${touches(one)} of ${one.sides.length} sides touch ${one.by}`)));
}

// --- putting an action together ---

export function compose(table, kinds, draft, change, now) {
  const { picture } = table;
  begun(draft, picture);
  const lay = (cell, piece) => {
    tell(tapped(draft, cell, piece, kinds, picture), "hint");
    change();
  };
  const tap = (cell, piece) => {
    if (draft.near || !isSmall(box.firstChild)) {
      lay(cell, piece);
      return;
    }
    draft.near = cell;
    change();
  };
  const pieceOn = (cell) => picture.pieces.find((piece) => piece.cells.includes(cell)) ?? null;
  const label = [draft.keyed && `${cellWords(draft, pieceOn(draft.cursor))}.`, said(draft, kinds, picture), KEYS].filter(Boolean).join(" ");
  const box = h("div", { class: "board-box laying", tabindex: "0", "data-key": "board", role: "application", "aria-label": label });
  box.append(boardNode(picture, now, { draft, kinds, tap }));
  if (draft.near) comeCloser(box.firstChild, draft.near);
  box.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (isArrow(event.key)) {
      [draft.cursor, draft.keyed] = [draft.keyed ? towards(draft.cursor, event.key) : draft.cursor, true];
      draft.near &&= draft.cursor;
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (event.repeat) return;
      draft.keyed = true;
      lay(draft.cursor, pieceOn(draft.cursor));
      return;
    } else if (event.key.toLowerCase() === "r") turned(draft, kinds, picture);
    else if (event.key === "Backspace") takenBack(draft);
    else return;
    event.preventDefault();
    change();
  });
  const ways = picture.ways.length > 1 ? h("div", { class: "ways-to-act", role: "group", "aria-label": "What to do" }, picture.ways.map((way) =>
    h("button", { type: "button", "data-key": `way ${way}`, "aria-pressed": String(draft.way === way), onclick: () => { turnTo(draft, way); change(); } }, WAYS[way][0]))) : "";
  const palette = draft.way === "exchange" ? "" : h("div", { class: "hand palette", role: "group", "aria-label": "The piece to lay" }, picture.lays.map(({ kind, count }) => {
    const found = kinds.find((one) => one.name === kind);
    const left = Math.max(0, count - draft.laid.filter((one) => one.kind === kind).length);
    return h("button", { type: "button", class: "pick", "data-key": `kind ${kind}`, "aria-pressed": String(draft.kind === kind), "aria-label": `${found.says}, ${left} left`, title: found.says,
      onclick: () => { draft.kind = draft.kind === kind ? null : kind; change(); } }, pieceIcon(found.neutral ? "neutral" : picture.to_move, found.drawing), h("span", { class: "stock-count", "aria-hidden": "true" }, `×${left}`));
  }));
  const begins = !draft.laid.length && !draft.taken.length;
  return [
    box,
    h("div", { class: "acting" },
      h("p", { class: "part" }, colourNode({ colour: picture.to_move }), picture.part.says),
      ways, palette,
      h("p", { class: "draft-says", role: "status" }, said(draft, kinds, picture)),
      h("div", { class: "actions small" }, (begins && againNode(now)) || [
        h("button", { type: "button", "data-key": "turn", disabled: !draft.laid.length, onclick: () => { turned(draft, kinds, picture); change(); } }, "Turn it"),
        h("button", { type: "button", "data-key": "back", disabled: begins, onclick: () => { takenBack(draft); change(); } }, "Take one back")],
      draft.near ? h("button", { type: "button", "data-key": "near", onclick: () => { draft.near = null; change(); } }, "Whole board") : ""),
      flipList(now)),
  ];
}

/** The cell that keys have got to, and what lies there, for those who do not see it. */
function cellWords(draft, piece) {
  const { cursor, laid } = draft;
  const own = laid.find((one) => one.cells.includes(cursor));
  if (own) return `${cursor}, ${own.kind} being laid`;
  return piece ? `${cursor}, ${pieceWords(piece)}` : `${cursor}, empty`;
}

/** The action so far, in words; what to do first where there is none. */
function said(draft, kinds, picture) {
  const name = (one) => `${kinds.find((kind) => kind.name === one.kind).says} on ${one.cells.join(" ")}`;
  const piece = (cells) => picture.pieces.find((one) => sameCells(one.cells, cells))?.kind ?? "piece";
  const taken = draft.taken.map((cells) => `${piece(cells)} on ${cells.join(" ")}`).join(", ");
  const laid = draft.laid.map(name).join(", ");
  if (!taken && !laid) return WAYS[draft.way][1];
  return { place: laid, replace: `${taken || "…"} by ${laid || "…"}`, attack: `Attack the ${taken || "…"} with ${laid || "…"}`, exchange: `Exchange the ${taken}` }[draft.way];
}

export const turn = (table, draft) => action(draft);

export const enters = (draft) => WAYS[draft.way]?.[0] ?? "Enter";

const FIRST = { place: "Lay a piece first", exchange: "Tap the trapeze first" };

export const first = (draft) => FIRST[draft.way] ?? "Tap and lay pieces first";
