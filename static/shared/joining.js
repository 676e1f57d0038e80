// The codes by which phones join, one a seat.

import { ask, Refusal } from "./ask.js";
import { $, h, tell } from "./dom.js";

let newest = null; // question: an answer that comes after the next one was asked opens nothing

const link = (seat) => h("a", { href: seat.url, target: "_blank", rel: "noopener" }, seat.name);

function codes(seats) {
  return [
    h("p", { class: "quiet" }, "Everyone scans the code with their own name: the phone becomes that player’s own page. A code is for its player alone."),
    h("ul", { class: "codes" }, seats.map((seat) => h("li", {},
      seat.qr === null
        ? h("p", { class: "quiet" }, "The name is too long for a code: open the link on the phone.")
        : h("img", { src: seat.qr, alt: `The code for ${seat.name}`, width: "200", height: "200" }),
      link(seat)))),
  ];
}

/** A code that no phone can follow is not shown: how phones are let in is, and each seat's page in a window here. */
function howToLetIn({ with_phones, seats }) {
  return [
    h("p", {}, "Only this computer can reach the table now. To let the phones of your network in:"),
    h("ol", { class: "steps" },
      h("li", {}, "Stop the companion: Ctrl-C in the window in which it was started. The game is kept."),
      h("li", {}, "Start it again with", h("code", { class: "typed" }, with_phones)),
      h("li", {}, "Open the link that it prints, and come back here: then there is a code for every player.")),
    h("p", { class: "quiet" }, "Without phones: everybody’s own page in another window of this computer."),
    h("ul", { class: "windows" }, seats.map((seat) => h("li", {}, link(seat)))),
  ];
}

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
    ...found.open ? codes(found.seats) : howToLetIn(found),
    h("form", { method: "dialog" }, h("button", { class: "primary" }, "Close")),
  );
  dialog.showModal();
}
