// A player's phone at a table: the own turn, the own hand where the program dealt it, verdicts, the own score.

import { ask, Refusal } from "../shared/ask.js";
import { $, fill, h, plural } from "../shared/dom.js";
import { at, follow, on, restWhileHidden, state, whyNot } from "../shared/link.js";
import { showOnline } from "../shared/online.js";
import { name, tellMoment } from "../shared/phone.js";
import { play, say, switchable } from "../shared/voice.js";
import { button, held, isNewest, pressable, readable, showComposer, showMiddle } from "./table.js";

let announced = null;

at("/api/played", name);

async function show(now) {
  if (!await isNewest(now)) return;
  const { table } = now;
  const seat = table.seats.find((one) => one.name === name);
  $("points").textContent = seat && table.ranked ? plural(seat.points, table.unit) : "";
  $("place").textContent = seat && table.ranked && (table.over || seat.lines.length) ? `place ${seat.rank}` : "";
  showMoment(now);
  // On the own turn what the rules forbid is there too, and says why when it is pressed.
  const offers = now.offers.filter((offer) => (offer.allowed || now.composes === name) && ((offer.seat === name && offer.event.kind === "claim") || offer.event.kind === "show"));
  fill($("actions"), ...offers.filter((offer) => !offer.asks).map((offer) => button(offer)));
  fill($("last-actions"), ...offers.filter((offer) => offer.asks).map((offer) => button(offer, "plain")));
  $("reading").hidden = table.page !== "tranglar" || table.over || table.paused;
  showComposer(now, name);
  // Where a turn is put together the hand is in it, to be tapped.
  const hand = $("composing").hidden ? held(now) : [];
  $("holding").hidden = !hand.length;
  fill($("hand"), ...hand.map((node) => h("li", {}, node)));
  $("middle-box").hidden = false;
  showMiddle(now);
  $("own").hidden = !seat?.lines.length || table.fewest;
  fill($("lines"), ...(seat?.lines ?? []).map((line) => h("li", {}, h("span", {}, line.says), h("span", { class: "worth" }, String(line.points)))));
}

function showMoment(now) {
  const { moment, news, table, verdict } = now;
  const mine = (verdict?.seat === name && moment.kind === "verdict") || (moment.kind === "news" && [name, null].includes(news.seat));
  // Once another player's turn has its verdict it is this one's turn: that comes first, and the verdict after it.
  const next = table.on_turn === name && moment.kind === "verdict" && !mine && !table.waits_for;
  const turn = table.on_turn === name && moment.kind === "table";
  const follows = next ? "" : news?.kind === "begin" ? "Say on the big screen who plays next." : table.on_turn === name && moment.next && !table.waits_for ? "Your turn." : moment.next;
  tellMoment({ ...moment, title: next || (turn && !table.waits_for) ? "Your turn" : moment.title,
    says: [next ? `${moment.title}:` : "", moment.says, follows].filter(Boolean).join(" "), own: mine || turn || next });
  const mark = `${now.game} ${moment.kind} ${moment.claim} ${table.on_turn} ${news?.says ?? ""}`;
  if (announced !== null && announced !== mark) {
    if (mine) {
      play(moment.ruling);
      say(moment.title);
    } else if (table.on_turn === name) {
      play("call");
      say("Your turn.");
      navigator.vibrate?.(60);
    }
  }
  announced = mark;
}

/** Whether there is a camera whose picture can be read; without one the phone takes a photo. */
async function lookForCamera() {
  try {
    $("read").hidden = (await ask("/api/camera")).sight === "none";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

switchable($("sound"), "sound", true);
switchable($("speech"), "speech", false);
pressable();
readable($("read"), $("photo"), $("photo-file"));
on("state", show);
showOnline();
restWhileHidden();
document.addEventListener("visibilitychange", () => document.hidden || lookForCamera());

try {
  await follow();
  await show(state);
  await lookForCamera();
} catch (error) {
  const [title, says] = whyNot(error, "Scan the code");
  tellMoment({ kind: "table", title, says });
}
document.body.dataset.ready = "true";
