// A game without a page of its own: the view field by field; its moves are buttons that the server offers.

import { h } from "../shared/dom.js";

export function middle(table) {
  return [h("dl", { class: "fields" }, (table.picture.fields ?? []).flatMap((one) => [h("dt", {}, one.name), h("dd", {}, one.value)]))];
}

export const things = () => [];

export const compose = () => null;
