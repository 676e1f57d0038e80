// What stands for a colour, a part or an instrument beside the colour itself, so that nobody depends on hue.

import { h } from "../shared/dom.js";
import { svg } from "../shared/shapes.js";

const star = (points, inner) => Array.from({ length: 2 * points }, (_, index) => {
  const radius = index % 2 ? inner : 1;
  const angle = Math.PI * index / points - Math.PI / 2;
  return `${(radius * Math.cos(angle)).toFixed(3)} ${(radius * Math.sin(angle)).toFixed(3)}`;
}).join("L");

/** A triangle, a square, a sun, a leaf; the same as on the printed parts. In a box from -1 to 1. */
const SYMBOLS = {
  red: "M0-.86.98.84-.98.84Z",
  blue: "M-.8-.8H.8V.8H-.8Z",
  yellow: `M${star(8, 0.58)}Z`,
  green: "M0-1C.75-.4.75.4 0 1-.75.4-.75-.4 0-1Z",
};

/** The path of a colour's symbol, for drawings of one's own. */
export const symbolPath = (colour) => SYMBOLS[colour] ?? "";

/** A colour's symbol as a small picture. */
export function symbolNode(colour, size = "1em") {
  if (!SYMBOLS[colour]) return "";
  const node = svg("svg", { viewBox: "-1.1 -1.1 2.2 2.2", class: "symbol", width: size, height: size, "aria-hidden": "true" },
    svg("path", { d: SYMBOLS[colour] }));
  return node;
}

const INSTRUMENTS = {
  guitar: "M20 4l4-2 2 4-3 1-5 9q4 5-1 10-6 5-11 0-5-6 1-10 5-3 8-1z",
  drum: "M4 10q11-6 22 0v13q-11 6-22 0zM4 10q11 6 22 0M8 13v11M15 15v12M22 13v11",
  piano: "M4 6h22v18H4zM9 6v11M13 6v11M17 6v11M21 6v11M4 17h22",
  trumpet: "M3 12v6M3 15h18q0-6 6-8v16q-6-2-6-8M10 15v6h6v-6M11 9v6M15 9v6",
};

/** An instrument, a part of a picture, or plain text for any other corner of a card. */
export function cornerNode(kind, value) {
  if (kind === "instrument" && INSTRUMENTS[value]) {
    return h("span", { class: "corner" }, svg("svg", { viewBox: "0 0 30 30", class: "drawn", "aria-hidden": "true" }, svg("path", { d: INSTRUMENTS[value] })));
  }
  if (kind === "part" && value) {
    const at = { left: 0, centre: 1, right: 2 }[value] ?? 0;
    return h("span", { class: "corner" }, svg("svg", { viewBox: "0 0 33 30", class: "drawn", "aria-hidden": "true" },
      ...[0, 1, 2].map((part) => svg("rect", { x: 2 + part * 10, y: 7, width: 9, height: 16, class: part === at ? "solid" : "" }))));
  }
  return h("span", { class: "corner" }, value === null || value === undefined ? "?" : String(value));
}
