// Laying down cards by hand: which of the centre and of one's own, and what those show that were not read.

import { ask, Refusal } from "../shared/ask.js";
import { seesTable } from "../shared/camera.js";
import { $, closeSheetOf, h, tell } from "../shared/dom.js";
import { happen, on, state as newest } from "../shared/link.js";
import { cardNode, faceWords } from "./cards.js";
import { cardsAt, chooseAgain, placesOf, same, shows } from "./laying-cards.js";

const decks = new Map(); // each asked for once, and again only where that failed

function deckOf(profile) {
  if (!decks.has(profile)) {
    const asked = ask(`/api/deck?profile=${profile}`);
    asked.catch(() => decks.delete(profile));
    decks.set(profile, asked);
  }
  return decks.get(profile);
}

/** What a claim answers: a call, until it is judged. */
const calledFor = ({ game, table, verdict }) => JSON.stringify([game, table?.control, verdict?.seq, verdict?.ruling]);

let answers = null; // what the sheet that is open is for
let presses = 0; // a sheet is opened by the newest alone
let goOn = null; // shows there what lies on the table now

// A seat may have two phones: once the claim is judged from one, there is nothing to lay down on the other. Whatever else happens, what was chosen stays.
on("state", (now) => {
  if (!$("laying").open) return;
  if (answers === calledFor(now)) goOn(now.table);
  else $("laying").close();
});

/** What the claim told that this seat is asked to make whole; nothing where there is none. */
function leftOpen({ table: { pending }, verdict }, seat) {
  return pending?.seat === seat && pending.ruling === "undecided" && verdict?.seq === pending.seq ? verdict.cards : [];
}

/** Ask for the cards of a claim, and enter it. */
export async function layDown(state, seat) {
  answers = calledFor(state);
  presses += 1;
  const press = presses;
  let deck;
  try {
    deck = await deckOf(state.table.profile);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    tell(error.message);
    return;
  }
  if (press !== presses || answers !== calledFor(newest)) return;
  const dialog = $("laying");
  let places = placesOf(newest.table, seat);
  let cards = cardsAt(places);
  chooseAgain(cards, leftOpen(newest, seat));
  let asked = cards.find((card) => card.chosen && !shows(card)) ?? null; // the card whose face is being told
  let sending = false;
  let tooFew = false; // it is told that a claim takes more cards

  const judge = h("button", { type: "submit", class: "primary", disabled: true }, "Judge");
  const picker = h("div", { class: "picker" });
  const groups = h("div", { class: "lay-groups" });

  function draw(focus) {
    groups.replaceChildren(...places.map(([source]) => h("fieldset", {},
      h("legend", {}, source === "centre" ? "From the centre" : source === seat ? `${seat}’s own` : source),
      h("div", { class: "row-cards" }, cards.filter((card) => card.source === source).map(cardButton)))));
    showJudge();
    drawPicker();
    if (focus) groups.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus();
  }

  /** How many more cards a claim takes. */
  const missing = () => deck.least_cards - cards.filter((card) => card.chosen).length;

  function showJudge() {
    const chosen = cards.filter((card) => card.chosen);
    judge.disabled = chosen.length === 0;
    const unread = chosen.filter((card) => !shows(card)).length;
    judge.textContent = chosen.length && missing() > 0 ? `Tap ${missing()} more` : unread ? `Lay down ${chosen.length}; the table judges` : `Judge ${chosen.length || ""}`.trim();
  }

  const named = ({ source, index }) => (source === "centre" ? `Centre ${index + 1}` : source === seat ? `Own ${index + 1}` : `${source[0].toUpperCase()}${source.slice(1)}`);
  const key = (card) => `${card.source}-${card.index}`;

  function cardButton(card) {
    const face = shows(card) ?? card.face;
    const node = h("button", { type: "button", class: "lay", "aria-pressed": String(card.chosen), "data-key": key(card),
      "data-asked": card === asked ? "true" : null, "aria-label": `${named(card)}: ${faceWords(face)}` }, cardNode(face, { "aria-hidden": "true" }));
    node.addEventListener("click", () => {
      card.chosen = !card.chosen || (asked !== card && !shows(card));
      if (!card.chosen) card.told = null;
      asked = card.chosen && (!shows(card) || card.told) ? card : null;
      if (tooFew) tell("");
      tooFew = false;
      draw(key(card));
      if (asked) picker.scrollIntoView({ block: "nearest" });
    });
    return node;
  }

  function drawPicker() {
    picker.hidden = asked === null && cards.some((card) => card.chosen);
    if (!asked) {
      picker.replaceChildren(h("p", {}, "Tap the cards you lay down."));
      return;
    }
    picker.replaceChildren(
      h("p", {}, h("strong", {}, `${named(asked)}: what does it show?`), h("span", { class: "quiet" }, " Leave it open and the table judges.")),
      h("div", { class: "picker-faces" }, deck.faces.map((face, index) => {
        const button = h("button", { type: "button", "aria-label": `${faceWords(face)}, shape ${index + 1}`,
          "aria-pressed": String(asked.told !== null && same(asked.told, face)), "data-face": String(index) }, cardNode(face, { "aria-hidden": "true" }));
        button.addEventListener("click", () => {
          const card = asked;
          card.told = face;
          asked = null;
          draw(key(card));
        });
        return button;
      })));
  }

  goOn = (table) => {
    const lying = placesOf(table, seat);
    if (JSON.stringify(lying) === JSON.stringify(places)) return;
    const held = dialog.contains(document.activeElement) ? document.activeElement.dataset : {};
    places = lying;
    cards = cardsAt(places, cards);
    if (!cards.includes(asked) || !asked.chosen || (shows(asked) && !asked.told)) asked = null;
    draw(held.key);
    if (held.face) picker.querySelector(`[data-face="${held.face}"]`)?.focus();
  };

  /** The sheet closes once the claim was entered; what was refused is told in it, and what was chosen is still there. */
  async function claim(fields) {
    if (sending) return;
    tell("");
    sending = true;
    const entered = await happen("claim", { seat, ...fields });
    sending = false;
    if (entered) closeSheetOf(form);
  }

  const actions = h("div", { class: "actions" }, judge,
    seesTable() ? h("button", { type: "button", onclick: () => claim({ seen: true }) }, "What the camera saw") : "",
    h("button", { type: "button", class: "plain", onclick: () => dialog.close() }, "Cancel"));
  // Once a face is told these stand where it was: the second click of a double one is not meant for them.
  actions.addEventListener("click", (event) => {
    if (event.detail < 2) return;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
  const form = h("form", { method: "dialog" },
    h("h2", { id: "laying-title" }, `${seat} lays down`),
    groups, picker, actions);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const laid = cards.filter((card) => card.chosen);
    // Such a claim would cost a penalty card, and a tap too few is not meant for one.
    if (missing() > 0) {
      tooFew = true;
      tell(`A Zangle takes ${deck.least_cards} cards or more: tap ${missing()} more.`, "hint");
      return;
    }
    claim({ cards: laid.map((card) => ({ source: card.source, face: plain(shows(card) ?? card.face) })) });
  });
  dialog.replaceChildren(form);
  draw();
  dialog.showModal();
  if (asked) picker.scrollIntoView({ block: "nearest" });
}

const plain = ({ triangles, shape, id }) => ({ triangles: triangles ?? null, shape: shape ?? null, id: id ?? null });
