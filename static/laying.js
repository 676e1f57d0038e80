// Laying down cards by hand: which of the centre and of one's own, and what those show that were not read.

import { ask } from "./ask.js";
import { cardNode, faceWords } from "./cards.js";
import { $, h } from "./dom.js";
import { happen, on, state as newest } from "./link.js";
import { seesTable } from "./camera.js";

const decks = new Map();

async function deckOf(profile) {
  if (!decks.has(profile)) decks.set(profile, (await ask(`/api/deck?profile=${profile}`)).faces);
  return decks.get(profile);
}

/** What a claim answers: a call, until it is judged. */
const calledFor = ({ game, table, verdict }) => JSON.stringify([game, table?.control, verdict?.seq, verdict?.ruling]);

let answers = null; // what the sheet that is open is for

// A seat may have two phones: once the claim is judged from one, there is nothing to lay down on the other.
on("state", (now) => {
  if ($("laying").open && answers !== calledFor(now)) $("laying").close();
});

/** Ask for the cards of a claim, and enter it. */
export async function layDown(state, seat) {
  const { table } = state;
  answers = calledFor(state);
  const faces = await deckOf(table.profile);
  const places = [["centre", table.centre], ...own(table, seat)];
  const cards = places.flatMap(([source, lying]) => lying.map((face, index) => ({ source, face, index, chosen: false, told: null })));
  const dialog = $("laying");
  let asked = null; // the card whose face is being told

  const judge = h("button", { type: "submit", class: "primary", disabled: true }, "Judge");
  const picker = h("div", { class: "picker", hidden: true });
  const groups = h("div", { class: "lay-groups" });

  function draw(focus) {
    groups.replaceChildren(...places.map(([source]) => h("fieldset", {},
      h("legend", {}, source === "centre" ? "From the centre" : source === seat ? `${seat}’s own` : source),
      h("div", { class: "row-cards" }, cards.filter((card) => card.source === source).map(cardButton)))));
    const chosen = cards.filter((card) => card.chosen);
    judge.disabled = chosen.length === 0;
    const unread = chosen.filter((card) => !shows(card)).length;
    judge.textContent = unread ? `Lay down ${chosen.length}; the table judges` : `Judge ${chosen.length || ""}`.trim();
    drawPicker();
    if (focus) groups.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus();
  }

  const shows = (card) => card.told ?? (card.face.shape || card.face.triangles === 0 ? card.face : null);
  const key = (card) => `${card.source}-${card.index}`;

  function cardButton(card) {
    const face = shows(card) ?? card.face;
    const node = h("button", { type: "button", class: "lay", "aria-pressed": String(card.chosen), "data-key": key(card),
      "aria-label": `${card.source === "centre" ? "Centre" : "Own"} ${card.index + 1}: ${faceWords(face)}` }, cardNode(face, { "aria-hidden": "true" }));
    node.addEventListener("click", () => {
      card.chosen = !card.chosen || (asked !== card && !shows(card));
      if (!card.chosen) card.told = null;
      asked = card.chosen && (!shows(card) || card.told) ? card : null;
      draw(key(card));
    });
    return node;
  }

  function drawPicker() {
    picker.hidden = asked === null;
    if (!asked) return;
    picker.replaceChildren(
      h("p", { class: "quiet" }, "What does this card show? Leave it open and the table judges."),
      h("div", { class: "picker-faces" }, faces.map((face, index) => {
        const button = h("button", { type: "button", "aria-label": `${faceWords(face)}, shape ${index + 1}`,
          "aria-pressed": String(asked.told === face), "data-face": String(index) }, cardNode(face, { "aria-hidden": "true" }));
        button.addEventListener("click", () => {
          const card = asked;
          card.told = face;
          asked = null;
          draw(key(card));
        });
        return button;
      })));
  }

  const form = h("form", { method: "dialog" },
    h("h2", { id: "laying-title" }, `${seat} lays down`),
    groups, picker,
    h("div", { class: "actions" }, judge,
      seesTable() ? h("button", { type: "button", onclick: () => { dialog.close(); happen("claim", { seat, seen: true }); } }, "What the camera saw") : "",
      h("button", { type: "button", class: "plain", onclick: () => dialog.close() }, "Cancel")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    dialog.close();
    const laid = cards.filter((card) => card.chosen);
    happen("claim", { seat, cards: laid.map((card) => ({ source: card.source, face: plain(shows(card) ?? card.face) })) });
  });
  if (answers !== calledFor(newest)) return;
  dialog.replaceChildren(form);
  draw();
  dialog.showModal();
}

const plain = ({ triangles, shape, id }) => ({ triangles: triangles ?? null, shape: shape ?? null, id: id ?? null });

function own(table, seat) {
  if (table.mode !== "solitaire") return [[seat, table.seats.find((one) => one.name === seat).row]];
  return table.columns.map((column, index) => [`column ${index + 1}`, column.top ? [column.top] : []]).filter(([, lying]) => lying.length);
}
