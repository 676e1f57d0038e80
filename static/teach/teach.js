// Teaching a deck: photos in, each card that is found named by a click, one file out.

import { enter, Refusal } from "../shared/ask.js";
import { kindWords } from "../shared/deck-words.js";
import { $, h, plural } from "../shared/dom.js";
import { whenDropped } from "../shared/files.js";
import { shapeSvg } from "../shared/shapes.js";
import { cameraPicture, lookThrough, namesIn, namesOf, openedDeck, showPhoto } from "./api.js";
import { Taught } from "./deck.js";

const taught = new Taught();
let chosen = 0; // the kind that is being named
let names = []; // what the deck's list offers: [{name, fields}]
let busy = Promise.resolve(); // what is asked is asked one after the other

function say(problem) {
  $("problem").textContent = problem;
  $("problem").hidden = problem === "";
  if (problem) $("problem").scrollIntoView({ block: "nearest" });
}

/** A node that had the focus, or what was drawn in its place. */
function again(node) {
  const { key } = node?.dataset ?? {};
  return key ? document.querySelector(`[data-key="${CSS.escape(key)}"]`) : node;
}

/** Do something that may be refused; nothing that was taught is lost by it. */
function attempt(says, doing) {
  busy = busy.then(async () => {
    const focused = document.activeElement;
    let then = null; // where to look next, once it is there
    $("said").textContent = says;
    $("said").hidden = says === "";
    $("work").setAttribute("aria-busy", "true");
    $("work").inert = says !== ""; // what is said of a card while others are read would be about another one in the end
    try {
      then = await doing();
      say("");
    } catch (error) {
      if (!(error instanceof Refusal)) console.error(error);
      say(error instanceof Refusal ? error.message : "The answer could not be shown; save the deck and reload the page.");
    } finally {
      $("said").hidden = true;
      $("work").removeAttribute("aria-busy");
      $("work").inert = false;
      draw();
      if (says) (then ?? again(focused))?.focus({ preventScroll: true });
    }
  });
  return busy;
}

// --- the deck's name and list ---

/** What the deck is called: once there is one, as it was when its first photo was read. */
const game = () => taught.deck?.game ?? ($("list").value || $("game").value.trim());

function showGame() {
  const known = [...$("list").options].some((option) => option.value && option.value === taught.deck.game);
  $("list").value = known ? taught.deck.game : "";
  $("game").value = taught.deck.game;
}

async function listChosen() {
  $("game-box").hidden = $("game-hint").hidden = $("list").value !== "";
  names = $("list").value ? await namesOf($("list").value) : [];
}
$("list").addEventListener("change", () => attempt("", listChosen));

// --- photos ---

function photos(files) {
  files.forEach((file, index) => {
    const which = files.length > 1 ? ` ${index + 1} of ${files.length}` : "";
    attempt(`Reading photo${which}…`, async () => {
      const before = taught.kinds.length;
      taught.shown(await showPhoto(game(), taught.deck, file));
      showGame();
      if (taught.own[chosen] || chosen >= taught.kinds.length) choose(firstUnnamed(before));
      return before === 0 ? $("cards-title") : null;
    });
  });
}

function took(files) {
  const all = [...files];
  const isList = (file) => /\.(txt|csv)$/i.test(file.name);
  const isDeck = (file) => /\.json$/i.test(file.name);
  photos(all.filter((file) => !isList(file) && !isDeck(file)));
  for (const file of all.filter(isDeck)) openDeck(file);
  for (const file of all.filter(isList)) listFrom(file);
}

for (const [button, input] of [["choose", "file"], ["take", "camera"], ["open", "deck-file"], ["choose-names", "names-file"]]) {
  $(button).addEventListener("click", () => $(input).click());
}
for (const [input, take] of [["file", took], ["camera", took], ["deck-file", ([file]) => openDeck(file)], ["names-file", ([file]) => listFrom(file)]]) {
  $(input).addEventListener("change", () => {
    if ($(input).files.length) take($(input).files);
    $(input).value = ""; // so that the same file can be chosen again
  });
}
$("take").hidden = !matchMedia("(any-pointer: coarse)").matches;
$("look").addEventListener("click", () => attempt("Looking at the table…", async () => {
  const picture = await cameraPicture();
  photos([picture]);
}));

whenDropped(took);

// --- a deck's file, a list's file ---

function openDeck(file) {
  attempt("Opening the deck…", async () => {
    let deck;
    try {
      deck = JSON.parse(await file.text());
    } catch {
      throw new Refusal("This file holds no deck that was taught: choose another.");
    }
    taught.open(await openedDeck(deck));
    showGame();
    await listChosen();
    choose(firstUnnamed(0));
  });
}

function listFrom(file) {
  attempt("Reading the list…", async () => {
    names = await namesIn(game(), file);
  });
}

$("save").addEventListener("click", () => attempt("Saving…", async () => {
  const { deck, alike } = await lookThrough(taught.deck);
  const link = h("a", {
    href: URL.createObjectURL(new Blob([JSON.stringify(deck)], { type: "application/json" })),
    download: `${deck.game}.json`,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  Object.assign(taught, { deck, alike, saved: true });
}));
addEventListener("beforeunload", (event) => {
  if (!taught.saved) event.preventDefault();
});

// --- naming ---

const firstUnnamed = (from) => {
  const after = taught.own.findIndex((own, at) => !own && at >= from);
  return after >= 0 ? after : Math.max(0, taught.own.findIndex((own) => !own));
};

function choose(at) {
  chosen = at;
  $("name").value = taught.own[at] ? kindWords(taught.kinds[at]?.name ?? "") : "";
}

function nameIt(entry) {
  const at = chosen;
  const other = taught.holder(entry.name, at);
  attempt(other >= 0 ? "Joining two kinds…" : "", async () => {
    if (other >= 0) {
      const all = taught.kinds.map((kind, one) =>
        (one === at || one === other ? { ...taught.kinds[other].fields, ...entry.fields, name: entry.name } : { ...kind.fields, name: kind.name }));
      taught.joined(await lookThrough(taught.deck, all));
    } else {
      taught.name(at, entry);
    }
    choose(firstUnnamed(other >= 0 ? at : at + 1));
  });
}

$("naming").addEventListener("submit", (event) => {
  event.preventDefault();
  const name = $("name").value.trim().replace(/\s+/g, " ");
  const known = names.find((one) => [one.name, kindWords(one.name)].includes(name));
  // A kind that keeps its name keeps it as the deck's file has it.
  const own = taught.kinds[chosen] && kindWords(taught.kinds[chosen].name) === name ? taught.kinds[chosen].name : name;
  if (name && chosen < taught.kinds.length) nameIt({ fields: {}, name: own, ...known });
});

$("undo").addEventListener("click", () => attempt("", async () => {
  taught.undo();
  choose(Math.min(chosen, Math.max(0, taught.kinds.length - 1)));
}));

// --- what is seen ---

function draw() {
  const some = taught.kinds.length > 0;
  document.body.dataset.state = some ? "taught" : "empty";
  $("work").hidden = !some && taught.past.length === 0;
  $("undo").disabled = taught.past.length === 0;
  $("save").disabled = !some;
  // What a deck is called cannot change while it is being taught.
  $("list").disabled = $("game").disabled = some;
  $("cards-title").textContent = `${plural(taught.kinds.length, "kind")}, ${plural(taught.cards, "card")}`;
  $("unnamed").textContent = taught.unnamed
    ? `${taught.unnamed} ${taught.unnamed === 1 ? "has" : "have"} a number only: choose a card, then its name.`
    : some ? "Every kind has its name." : "";
  $("alike").replaceChildren(...taught.alike.map(([one, other]) =>
    h("li", {}, `${kindWords(one)} and ${kindWords(other)} look so alike that they will often be unread: give copies of one kind one name, or show both from closer.`)));
  const focused = document.activeElement?.closest?.("[data-key]")?.dataset.key;
  $("cards").replaceChildren(...taught.kinds.map(card));
  drawNamer();
  if (focused) document.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

const called = (at) => (taught.own[at] ? kindWords(taught.kinds[at].name) : `Card ${at + 1}`);

function face(at) {
  const { shape } = taught.kinds[at].fields;
  if (taught.pictures[at]) return h("img", { src: taught.pictures[at], alt: "", decoding: "async" });
  return h("span", { class: "no-face" }, shape === undefined ? "" : shapeSvg(shape));
}

function card(kind, at) {
  return h("li", {},
    h("button", {
      type: "button", class: "taught-card", "data-key": `card ${at}`, "aria-pressed": String(at === chosen),
      "data-named": String(taught.own[at]),
      onclick: () => { choose(at); draw(); $("name").focus(); },
    }, face(at), h("span", { class: "card-name" }, called(at)),
    kind.copies > 1 && h("span", { class: "quiet" }, `shown ${kind.copies} times`)),
    h("button", {
      type: "button", class: "leave-out", "data-key": `out ${at}`, "aria-label": `Leave out ${called(at)}`, title: "Leave it out",
      // The second click of a double one is about the card that has taken its place.
      onclick: (event) => event.detail > 1 || attempt("", async () => { taught.leaveOut(at); choose(Math.min(chosen, Math.max(0, taught.kinds.length - 1))); }),
    }, "✕"));
}

function drawNamer() {
  const some = chosen < taught.kinds.length;
  $("namer").hidden = !some;
  if (!some) return;
  $("name-label").textContent = `Name of ${called(chosen)}`;
  $("naming-picture").replaceChildren(face(chosen));
  $("names-title").textContent = names.length ? "Or choose from the list" : "Or have a list";
  $("names-hint").hidden = names.length > 0;
  const used = new Set(taught.kinds.filter((_, at) => taught.own[at]).map((kind) => kind.name));
  $("names").replaceChildren(...names.map((entry) => nameButton(entry, used.has(entry.name))));
}

function nameButton(entry, used) {
  const { shape, triangles } = entry.fields;
  const shaped = shape !== undefined;
  return h("li", {}, h("button", {
    type: "button", "data-key": `name ${entry.name}`, "data-used": String(used),
    "aria-label": `${kindWords(entry.name)}${shaped && triangles ? `, ${plural(triangles, "triangle")}` : ""}${used ? ", taken" : ""}`,
    // The second click of a double one is about the card that is to be named next.
    onclick: (event) => event.detail > 1 || nameIt(entry),
  }, shaped && shapeSvg(shape), h("span", {}, kindWords(entry.name))));
}

draw();
await enter(say);
document.body.dataset.ready = "true";
