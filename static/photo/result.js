// An answer of the server as a page: banner, picture, proof, reasons, cards.

import { DECKS } from "../shared/deck-words.js";
import { $, h, plural } from "../shared/dom.js";
import { arrangementSvg, shapeSvg, svg } from "../shared/shapes.js";
import { ABOUT, counted, nameOf } from "./games.js";

const ICONS = {
  legal: "M10 25l10 10L39 14",
  illegal: "M13 13l22 22M35 13L13 35",
  among: "M24 12l12 21H12z",
  undecided: "M16 18a8 8 0 1 1 12 7q-4 2.5-4 6M24 37v1",
};

function listed(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** Show an answer: {seen, verdict, picture}, and of Zangle {zangles}. */
export function show(answer) {
  const { seen, verdict } = answer;
  const proofs = proofsOf(answer);
  $("result").hidden = false;
  banner(answer, proofs);
  photo(answer);
  reasons(verdict);
  unread(seen);
  $("elsewhere").hidden = seen.cards.length > 0;
  cards(seen, verdict);
  proof(answer, proofs);
  const lines = counted(verdict);
  $("counted-box").hidden = lines.length === 0;
  $("counted").replaceChildren(...lines.map((line) => h("li", {}, h("p", {}, line))));
}

/** Mark some cards, by index, in the picture and in the list; the others step back. */
function highlight(indices) {
  const on = new Set(indices);
  for (const node of document.querySelectorAll("[data-card]")) {
    node.classList.toggle("lit", on.has(Number(node.dataset.card)));
  }
  $("overlay").classList.toggle("choosing", on.size > 0);
}

/** What can be proved: the claim's own arrangement first, then the Zangles among the cards. */
function proofsOf({ verdict, zangles }) {
  const found = verdict.arrangement?.length ? [{ target: verdict.target, arrangement: verdict.arrangement, own: true }] : [];
  return found.length ? found : (zangles?.found ?? []);
}

function sentence({ target, arrangement, zs }) {
  const parts = [...new Set(arrangement.map((piece) => piece.card))].filter((card) => card !== target).map((card) => card + 1);
  if (!parts.length) return `Card ${target + 1} is the target.`;
  const others = `${parts.length === 1 ? "card" : "cards"} ${listed(parts.map(String))}`;
  const wild = zs?.length ? `, with the Z of card ${listed(zs.map((card) => String(card + 1)))}` : "";
  return `Card ${target + 1} is covered exactly by ${others}${wild}.`;
}

const MOST_CLAIMED = 6; // a target of five triangles and five of one each; Zs may come beside them

/** Whether nobody claims all that is seen at once: more cards than any Zangle takes, of which the largest one leaves out half. A wrong claim stays one, though some of its cards would do. */
export function isWholeTable({ seen, verdict, zangles }) {
  const largest = zangles?.found[0]?.cards.length ?? Infinity;
  const shaped = seen.cards.filter((card) => card.shape).length;
  return verdict.ruling === "illegal" && shaped > MOST_CLAIMED && seen.cards.length >= 2 * largest;
}

function banner(answer, proofs) {
  const { seen, verdict, zangles } = answer;
  const ruling = isWholeTable(answer) ? "among" : verdict.ruling;
  const word = ruling === "among" ? `${plural(zangles.count, "Zangle")} here` : ABOUT[seen.game].rulings[ruling];
  for (const id of ["banner", "findings"]) $(id).dataset.ruling = ruling;
  $("ruling").textContent = word;
  $("banner-icon").setAttribute("d", ICONS[ruling]);
  const because = ruling === "among" ? `Not all ${seen.cards.length} cards at once, but among them: ${sentence(proofs[0]).replace(/^C/, "c")}`
    : ruling === "legal" && proofs.length ? sentence(proofs[0]) : verdict.reasons[0]?.says ?? "";
  $("because").textContent = because;
  document.title = `${word} · Tabletop companion`;
}

function photo({ seen, picture }) {
  const [width, height] = seen.size_px;
  const image = $("picture");
  image.src = picture;
  image.width = width;
  image.height = height;
  image.alt = `The photo with ${plural(seen.cards.length, "card")} outlined`;
  const overlay = $("overlay");
  overlay.setAttribute("viewBox", `0 0 ${width} ${height}`);
  // Never smaller on the screen than a finger can tell apart, however small the picture is shown.
  const size = Math.max(Math.max(width, height) / 55, (10 * width) / (overlay.clientWidth || width));
  overlay.replaceChildren(
    ...seen.cards.map((card, index) => spot(card, index)),
    ...[...seen.cards, ...seen.unread].map((thing, index) => tag(thing, index, size, [width, height])),
  );
  $("caption").textContent = `${seen.photo} · ${width} × ${height}${seen.profile ? ` · deck: ${DECKS[seen.profile]?.toLowerCase() ?? seen.profile}` : ""}`;
}

function spot(card, index) {
  const points = card.corners_px.map((corner) => corner.join(",")).join(" ");
  const node = svg("polygon", { points, "data-card": index });
  node.addEventListener("pointerenter", () => highlight([index]));
  node.addEventListener("pointerleave", () => highlight([]));
  return node;
}

/** The number of a card, or of what was not read, at its first corner. */
function tag(thing, index, size, ends) {
  const [x, y] = thing.corners_px[0].map((value, axis) => Math.min(Math.max(value, size), ends[axis] - size));
  const words = svg("text", { "text-anchor": "middle", dy: ".36em" });
  words.textContent = index + 1;
  return svg("g", { class: "tag", "data-card": index, transform: `translate(${x} ${y}) scale(${size})` },
    svg("circle", { r: 0.85 }), words);
}

function reasons(verdict) {
  $("reasons").replaceChildren(...verdict.reasons.map((reason) => {
    const item = h("li", {}, h("p", {}, reason.says), h("code", {}, reason.clause));
    return item;
  }));
}

function unread(seen) {
  $("unread-box").hidden = seen.unread.length === 0;
  $("unread").replaceChildren(...seen.unread.map((thing, number) =>
    h("li", {}, h("p", {}, `Card ${seen.cards.length + number + 1}: ${thing.why}`.replace(/([^.!?])$/, "$1.")))));
}

function cards(seen, verdict) {
  $("cards-title").textContent = seen.cards.length ? plural(seen.cards.length, "card") : "No card";
  $("cards").replaceChildren(...seen.cards.map((card, index) => {
    const shaped = seen.game === "zangle";
    const name = !shaped ? nameOf(card) : card.shape ? plural(card.triangles, "triangle") : "Z";
    const role = verdict.target === index ? h("span", { class: "role" }, "target") : "";
    const button = h("button", { type: "button", class: "card", "data-card": index },
      h("span", { class: "badge" }, String(index + 1)),
      shaped ? shapeSvg(card.shape) : "",
      h("span", { class: "card-name" }, name, role),
      h("span", { class: "quiet" }, `${Math.round(card.confidence * 100)} % · ${card.read_by.join(" + ")}`),
    );
    for (const start of ["pointerenter", "focus"]) button.addEventListener(start, () => highlight([index]));
    for (const end of ["pointerleave", "blur"]) button.addEventListener(end, () => highlight([]));
    return h("li", {}, button);
  }));
}

function proof({ seen, zangles }, proofs) {
  const lattice = seen.profile;
  $("proof-box").hidden = proofs.length === 0;
  $("others").replaceChildren();
  if (!proofs.length) return;
  const own = Boolean(proofs[0].own);
  const left = own ? 0 : zangles.count - proofs.length;
  $("others-more").textContent = left > 0 ? `and ${left} more` : "";
  $("proof-title").textContent = own ? "The arrangement" : "Zangles among these cards";
  const draw = (found) => {
    $("proof").replaceChildren(arrangementSvg(lattice, found.arrangement, sentence(found)));
    $("proof-says").textContent = sentence(found);
  };
  draw(proofs[0]);
  if (own || proofs.length < 2) return;
  $("others").replaceChildren(...proofs.map((found, number) => {
    const button = h("button", { type: "button", "aria-pressed": String(number === 0), "aria-label": sentence(found) },
      arrangementSvg(lattice, found.arrangement, ""));
    const used = [found.target, ...found.arrangement.map((piece) => piece.card)];
    button.addEventListener("click", () => {
      for (const other of $("others").querySelectorAll("button")) other.setAttribute("aria-pressed", String(other === button));
      draw(found);
    });
    for (const start of ["pointerenter", "focus"]) button.addEventListener(start, () => highlight(used));
    for (const end of ["pointerleave", "blur"]) button.addEventListener(end, () => highlight([]));
    return h("li", {}, button);
  }));
}
