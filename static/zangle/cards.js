// Cards as they lie on the table: their faces, their backs, and the verdict on a few of them.

import { h, plural } from "../shared/dom.js";
import { arrangementSvg, shapeSvg } from "../shared/shapes.js";

export const RULING_ICONS = {
  legal: "M10 25l10 10L39 14",
  illegal: "M13 13l22 22M35 13L13 35",
  undecided: "M16 18a8 8 0 1 1 12 7q-4 2.5-4 6M24 37v1",
};

/** What a face shows, in words. */
export function faceWords(face) {
  if (face.triangles === 0) return "Z";
  if (face.triangles === null) return "a card that was not read";
  return plural(face.triangles, "triangle");
}

/** A card; a face that was not read is a question mark. */
export function cardNode(face, extra = {}) {
  const read = face.shape || face.triangles === 0;
  const { badge, label, ...rest } = extra;
  return h("span", { class: `face${read ? "" : " unread"}`, role: "img", "aria-label": label ?? faceWords(face), ...rest },
    read ? shapeSvg(face.shape) : h("span", { class: "what", "aria-hidden": "true" }, face.triangles ? String(face.triangles) : "?"),
    badge ? h("span", { class: "badge", "aria-hidden": "true" }, badge) : "");
}

/** A pile of face-down cards, by its count. */
export function pileNode(count, label) {
  return h("span", { class: `pile${count ? "" : " empty"}`, role: "img", "aria-label": `${label}: ${plural(count, "card")}` },
    h("span", { class: "count", "aria-hidden": "true" }, String(count)));
}

/** The sentence that the arrangement proves. */
export function proofSentence({ target, arrangement }) {
  const parts = [...new Set(arrangement.map((piece) => piece.card))].filter((card) => card !== target).map((card) => card + 1);
  if (target === null || target === undefined) return "";
  if (!parts.length) return `Card ${target + 1} is the target.`;
  const list = parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
  return `Card ${target + 1} is covered exactly by ${parts.length === 1 ? "card" : "cards"} ${list}.`;
}

/** The arrangement of a claim, or nothing where none was found. */
export function arrangementNode(claim, lattice) {
  if (!claim.arrangement.length) return "";
  return arrangementSvg(lattice, claim.arrangement, proofSentence(claim));
}

/** The cards of a claim, numbered as in its arrangement and its reasons. */
export function claimCards(claim) {
  const about = new Set(claim.ruling === "legal" ? [] : claim.reasons.flatMap((reason) => reason.where));
  return claim.cards.map((card, index) => {
    const from = card.source === "centre" ? "centre" : card.source === claim.seat ? "own" : card.source;
    const label = `Card ${index + 1} from ${from}: ${faceWords(card)}`;
    const node = cardNode(card, { badge: String(index + 1), label, "data-about": about.has(index) ? "1" : null });
    return h("li", {}, node, h("span", { class: "from", "aria-hidden": "true" }, from));
  });
}
