// The codes by which phones join, one a seat.

import { ask, Refusal } from "./ask.js";
import { $, h, tell } from "./dom.js";

let newest = null; // question: an answer that comes after the next one was asked opens nothing

export async function showJoining() {
  const asked = ask("/api/seats");
  newest = asked;
  let found;
  try {
    found = await asked;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    tell(error.message);
    return;
  }
  if (asked !== newest) return;
  const dialog = $("joining");
  dialog.replaceChildren(
    h("h2", { id: "joining-title" }, "Phones at the table"),
    found.open
      ? h("p", { class: "quiet" }, "Everybody scans the code with the own name: the phone becomes that player’s own page. A code is for its player alone.")
      : h("p", { class: "quiet" }, "Only this computer can reach the table now. Start it with ", h("code", {}, "companion serve --host 0.0.0.0"), " to let phones of your network in; the links below work in other windows here."),
    h("ul", { class: "codes" }, found.seats.map((seat) => h("li", {},
      seat.qr === null
        ? h("p", { class: "quiet" }, "The name is too long for a code: open the link on the phone.")
        : h("img", { src: seat.qr, alt: `The code for ${seat.name}`, width: "200", height: "200" }),
      h("a", { href: seat.url, target: "_blank", rel: "noopener" }, seat.name)))),
    h("form", { method: "dialog" }, h("button", { class: "primary" }, "Close")),
  );
  dialog.showModal();
}
