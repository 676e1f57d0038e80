// Tranglar: the board drawn from the position, what each player has left, what turned over, and an action put together on it.

import { h, plural, tell } from "./dom.js";
import { cursorNode, drawBoard, ghostNode, pieceIcon } from "./tranglar-board.js";
import { action, begun, isArrow, sameCells, takenBack, tapped, towards, turned, turnTo } from "./tranglar-laying.js";

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

/** The last action, where nobody has done anything since. */
const last = (now) => (now.verdict && ["verdict", "over"].includes(now.moment.kind) ? now.verdict : null);

/** The board with what the last action did to it, or with the one that is being put together. */
function boardNode(picture, now, { draft = null, kinds = [], tap } = {}) {
  const busy = draft && (draft.laid.length || draft.taken.length);
  const verdict = last(now);
  const drawn = verdict?.drawn;
  const refused = verdict && verdict.ruling !== "legal";
  const again = refused && busy && draft.laid.some((one) => drawn.laid.some((piece) => sameCells(piece.cells, one.cells)));
  const told = drawn && (!busy || again) ? drawn : null;
  const flips = told && !refused ? told.flips.map((flip, index) => ({ ...flip, order: index + 1 })) : [];
  const trapped = picture.trapped.filter((one) => !flips.some((flip) => sameCells(flip.cells, one.cells)));
  const caught = refused && told ? told.placed.filter((one) => touches(one)) : [];
  const lit = new Set(told && !refused ? told.laid.flatMap((piece) => piece.cells) : []);
  const chosen = new Set(draft?.taken.flat() ?? []);
  const board = drawBoard({ pieces: picture.pieces, trapped: [...flips, ...trapped], lit, chosen, tap, label: words(picture) });
  const ghosts = [
    ...(refused && told && !busy ? told.laid : []),
    ...(draft?.laid ?? []).map((one) => ({ owner: kinds.find((kind) => kind.name === one.kind)?.neutral ? "neutral" : picture.to_move, cells: one.cells })),
  ];
  board.append(...ghosts.map((one) => ghostNode(one.owner, one.cells)));
  // The sides of what was refused lie over its ghost.
  if (caught.length) board.append(...drawBoard({ pieces: [], trapped: caught, label: "" }).querySelectorAll(".sides, .count"));
  if (draft?.keyed) board.append(cursorNode(draft.cursor));
  if (tap) for (const node of board.querySelectorAll(".piece")) node.removeAttribute("tabindex");
  return board;
}

function words(picture) {
  const lying = picture.pieces.map((piece) => `${piece.owner} ${piece.kind} on ${piece.cells.join(" ")}`);
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
      h("ul", { class: "holdings" }, picture.players.map((player) => h("li", { class: "holding" }, headNode(player), supplyNode(player, kinds))))),
  ];
}

const headNode = (player) => h("p", { class: "holder" }, colourNode(player), h("strong", {}, player.seat), ` ${plural(player.triangles, "triangle")}`);

const colourNode = (player) => h("span", { class: `colour-chip ${player.colour}` }, player.colour);

/** What turned over, in order. */
function flipList(now) {
  const flips = last(now)?.ruling === "legal" ? last(now).drawn.flips : [];
  return flips.length ? h("ol", { class: "flips", "aria-label": "What turned over, in this order" }, flips.map((flip) => h("li", {}, flip.says))) : "";
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
  const shown = drawn.legal ? drawn.flips.map((flip, index) => ({ ...flip, owner: flip.to, order: index + 1, by: flip.to }))
    : drawn.placed.filter((one) => touches(one)).map((one) => ({ ...one, by: others[one.owner] }));
  return shown.map((one) => h("span", { class: "piled turned" }, one.order ? h("span", { class: "badge", "aria-hidden": "true" }, String(one.order)) : "",
    pieceIcon(one.owner, one.cells), h("span", { class: "from" }, `${touches(one)} of ${one.sides.length} sides touch ${one.by}`)));
}

// --- putting an action together ---

export function compose(table, kinds, draft, change, now) {
  const { picture } = table;
  begun(draft, picture);
  const tap = (cell, piece) => {
    tell(tapped(draft, cell, piece, kinds, picture), "hint");
    change();
  };
  const box = h("div", { class: "board-box laying", tabindex: "0", "data-key": "board", role: "application", "aria-label": `${said(draft, kinds, picture)} ${KEYS}` });
  box.append(boardNode(picture, now, { draft, kinds, tap }));
  box.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (isArrow(event.key)) [draft.cursor, draft.keyed] = [draft.keyed ? towards(draft.cursor, event.key) : draft.cursor, true];
    else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      draft.keyed = true;
      tap(draft.cursor, picture.pieces.find((piece) => piece.cells.includes(draft.cursor)) ?? null);
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
    const left = count - draft.laid.filter((one) => one.kind === kind).length;
    return h("button", { type: "button", class: "pick", "data-key": `kind ${kind}`, "aria-pressed": String(draft.kind === kind), "aria-label": `${found.says}, ${left} left`, title: found.says,
      onclick: () => { draft.kind = draft.kind === kind ? null : kind; change(); } }, pieceIcon(found.neutral ? "neutral" : picture.to_move, found.drawing), h("span", { class: "stock-count", "aria-hidden": "true" }, `×${left}`));
  }));
  return [
    box,
    h("div", { class: "acting" },
      h("p", { class: "part" }, colourNode({ colour: picture.to_move }), picture.part.says),
      ways, palette,
      h("p", { class: "draft-says", role: "status" }, said(draft, kinds, picture)),
      h("div", { class: "actions small" },
        h("button", { type: "button", "data-key": "turn", disabled: !draft.laid.length, onclick: () => { turned(draft, kinds, picture); change(); } }, "Turn it"),
        h("button", { type: "button", "data-key": "back", disabled: !draft.laid.length && !draft.taken.length, onclick: () => { takenBack(draft); change(); } }, "Take one back")),
      flipList(now)),
  ];
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
