// The big screen of a table: whose turn it is, what was claimed and ruled, the middle, everybody's score, what happened.

import { watch } from "../shared/camera.js";
import { field, form, openCorrecting } from "../shared/correcting.js";
import { $, fill, h, kept, placed, plural } from "../shared/dom.js";
import { showHistory } from "../shared/history.js";
import { showJoining } from "../shared/joining.js";
import { at, follow, on, state, whyNot } from "../shared/link.js";
import { showOnline } from "../shared/online.js";
import { title } from "../shared/title.js";
import { play, say, switchable } from "../shared/voice.js";
import { showWhose } from "../shared/whose.js";
import { beside, button, ICONS, isNewest, played, pressable, readable, showComposer, showMiddle, sign } from "./table.js";

let shownMark = null;
const LESS_OFTEN = new Set(["end", "pause"]);
at("/api/played", null);

async function show(now) {
  if (!await isNewest(now)) return;
  const { table, moment } = now;
  $("game").hidden = false;
  $("title").textContent = table.number > 1 ? `${table.title} · game ${table.number}` : table.title;
  document.title = `${moment.title} · Tabletop companion`;
  $("photo").hidden = $("read").hidden = table.dealt || table.over || table.page === "any";
  $("read").textContent = table.page === "tranglar" ? "Read the board" : "Read the table";
  showBanner(now);
  showActions(now);
  showMiddle(now);
  showComposer(now, null);
  showSeats(now);
  showScores(now);
}

function showBanner(now) {
  const { moment } = now;
  const banner = $("banner");
  banner.dataset.kind = moment.kind;
  if (moment.ruling) banner.dataset.ruling = moment.ruling;
  else delete banner.dataset.ruling;
  $("banner-icon").setAttribute("d", ICONS[moment.ruling] ?? ICONS[moment.kind] ?? ICONS.table);
  title(moment.title);
  $("says").textContent = moment.says;
  // Beside who has won stands what ended the game, and nothing that was refused.
  const isShown = moment.kind === "over" ? now.verdict?.ruling === "legal" : ["verdict", "news"].includes(moment.kind);
  fill($("claimed"), ...(isShown ? played(now) : []));
  const mark = `${now.game} ${moment.kind} ${moment.title} ${moment.claim} ${now.news?.says ?? ""}`;
  if (shownMark !== null && shownMark !== mark) {
    if (moment.ruling || moment.kind === "over") play(moment.ruling ?? "legal");
    say(`${moment.title}. ${moment.says}`);
  }
  shownMark = mark;
}

function showActions(now) {
  const mine = now.offers.filter((offer) => offer.allowed && offer.event.kind !== "undo");
  const claims = now.offers.filter((offer) => offer.event.kind === "claim" && offer.allowed);
  const quick = claims.filter((offer) => !offer.asks);
  const others = mine.filter((offer) => offer.event.kind !== "claim");
  const named = (offer) => ({ ...offer, of: claims.some((one) => one.seat !== offer.seat) ? offer.seat : null });
  fill($("then"), now.moment.next, ...whoHasNoPhone(now));
  $("phones").classList.toggle("primary", now.no_phone.length > 0);
  fill($("actions"),
    ...quick.map((offer) => button(named(offer))),
    ...others.filter((offer) => !LESS_OFTEN.has(offer.event.kind)).map((offer) => button(offer, offer.event.kind === "next-game" || offer.event.kind === "resume" ? "primary" : "")),
    now.no_phone.length && !now.moment.next ? h("button", { type: "button", class: "primary", "data-key": "codes", onclick: () => showJoining() }, "Show the codes") : "",
    ...others.filter((offer) => LESS_OFTEN.has(offer.event.kind)).map((offer) => button(offer, "plain")),
    ...claims.filter((offer) => offer.asks).map((offer) => button(named(offer), "plain")));
  fill($("backwards"), ...now.offers.filter((offer) => offer.event.kind === "undo").map((offer) => button(offer)));
}

const MOST_NAMED = 3;

/** Who has to scan a code before a hand can be seen and played; once there is a verdict the button above says that somebody has. */
function whoHasNoPhone({ moment, no_phone: names, table }) {
  if (moment.next || !names.length) return [];
  const who = names.length > MOST_NAMED ? [`${names.length} of ${table.seats.length} players`]
    : names.flatMap((name, index) => [index ? ", " : "", h("bdi", { class: "whose" }, name)]);
  return [h("span", { class: "no-phone" }, ...who, ": no phone yet")];
}

function showSeats({ table }) {
  const apart = table.seats.some((seat) => seat.rank > 1); // while all are equal, nobody leads
  $("seats").dataset.many = document.body.dataset.many = String(table.seats.length > 4);
  fill($("seats"), ...table.seats.map((seat, number) => h("li", { class: "seat panel", "data-seat": seat.name, "data-has": table.on_turn === seat.name ? "control" : null },
    h("div", { class: "seat-head" },
      h("h3", { class: "name", dir: "auto" }, seat.name),
      sign(table, number),
      table.on_turn === seat.name ? h("span", { class: "chip turn" }, "plays") : "",
      table.winners.includes(seat.name) ? h("span", { class: "chip lead" }, "wins")
        : !table.over && table.ranked && seat.rank === 1 && apart && seat.lines.length ? h("span", { class: "chip lead" }, "leads") : "",
      // Where the score is what is held, the points say it.
      seat.held === null || (table.ranked && table.score_is_held) ? "" : h("span", { class: "quiet held" }, `holds ${seat.held}`),
      table.ranked ? h("span", { class: "points" }, plural(seat.points, table.unit)) : ""),
    beside(table, number),
    table.fewest ? "" : h("ul", { class: "lines" }, seat.lines.slice(-6).map((line) => h("li", { title: line.clause }, h("span", {}, line.says), h("span", { class: "worth" }, signed(line.points))))))),
  ...table.waiting.map((name) => h("li", { class: "seat panel" }, h("div", { class: "seat-head" }, h("h3", { class: "name", dir: "auto" }, name)), h("p", { class: "quiet" }, "Is dealt in with the next game."))));
}

const signed = (points) => (points > 0 ? `+${points}` : String(points).replace("-", "−"));

function showScores({ table, game }) {
  const games = [...table.results, { number: table.number, winners: table.winners, places: table.seats.map((one) => ({ seat: one.name, points: one.points, rank: one.rank })) }];
  const head = h("tr", {}, h("th", { scope: "col" }, "Player"), ...games.map((one) => h("th", { scope: "col" }, games.length > 1 ? `Game ${one.number}` : table.fewest ? "Cards" : "Points")), h("th", { scope: "col" }, "Won"));
  const ordered = [...table.seats].sort((one, other) => one.rank - other.rank);
  const rows = ordered.map((seat) => h("tr", { class: table.winners.includes(seat.name) ? "first" : null },
    h("th", { scope: "row" }, placed(seat.name, table.ranked && seat.rank)),
    ...games.map((one) => {
      const place = one.places.find((other) => other.seat === seat.name);
      return h("td", { class: one.winners.includes(seat.name) ? "won" : null }, place && table.ranked ? String(place.points) : "–");
    }),
    h("td", { class: "total" }, String(seat.wins))));
  fill($("scores"), h("thead", {}, head), h("tbody", {}, rows));
  $("sheet-of").textContent = `${table.title} · ${game}`;
  $("leads").textContent = table.over ? "The final ranking of this game." : table.fewest ? "The fewest cards lead; an empty hand wins." : "The most points lead.";
}

// --- what was counted wrongly, and who comes late ---

function correct() {
  const { table } = state;
  const seats = () => h("select", { name: "seat" }, table.seats.map((seat) => h("option", { value: seat.name }, seat.name)));
  const why = () => field("Why", h("input", { name: "why", maxlength: "200", required: true }));
  openCorrecting(state,
    table.score_is_held ? "" : form("Points more, or less", [field("Player", seats()), field("By how many", h("input", { name: "points", type: "number", min: "-1000", max: "1000", required: true })), why()],
      "correct-score", (data) => ({ seat: data.get("seat"), points: Number(data.get("points")), why: data.get("why") })),
    table.dealt || table.seats.every((seat) => seat.held === null) ? "" : form("Cards in a hand", [field("Player", seats()), field("How many", h("input", { name: "count", type: "number", min: "0", max: "120", required: true })), why()],
      "correct-cards", (data) => ({ seat: data.get("seat"), count: Number(data.get("count")), why: data.get("why") })),
    table.full ? "" : form("A late player, from the next game on", [field("Name", h("input", { name: "seat", maxlength: "40", required: true, autocomplete: "off" }))],
      "join", (data) => ({ seat: data.get("seat").trim() })));
}

// --- wiring ---

switchable($("sound"), "sound", true);
switchable($("speech"), "speech", kept.get("speech", false));
pressable();
readable($("read"), $("photo"), $("photo-file"));
$("phones").addEventListener("click", () => showJoining());
$("correct").addEventListener("click", correct);
$("print").addEventListener("click", () => print());
on("state", showWhose);
on("state", show);
on("entry", showHistory);
on("state", (now) => showHistory(null, now));
showOnline();

try {
  await follow();
  await show(state);
  watch();
} catch (error) {
  $("game").hidden = false;
  [$("told").textContent, $("says").textContent] = whyNot(error, "This table is locked");
  for (const id of ["phones", "correct", "print"]) $(id).hidden = true;
}
document.body.dataset.ready = "true";
