// The moment in letters that are read from three metres: who called, the verdict and its arrangement.

import { $, fill } from "../shared/dom.js";
import { title } from "../shared/title.js";
import { play, say } from "../shared/voice.js";
import { arrangementNode, claimCards, proofSentence, RULING_ICONS } from "./cards.js";

const CUP = "M14 9h20v9a10 10 0 0 1-20 0zM24 28v8M16 40h16M14 12H7q0 10 8 11M34 12h7q0 10-8 11";
const ICONS = {
  called: "M14 20v8h7l11 9V11l-11 9zM37 17q4 7 0 14",
  tie: "M12 19h24M12 29h24",
  won: CUP,
  over: CUP,
  paused: "M17 12v24M31 12v24",
  table: "M8 34h32L24 9z",
};

let shown = null;

/** Show the moment of a state; sounds and speech come with a change only. */
export function showBanner(now) {
  const { moment, verdict, table } = now;
  const judged = moment.kind === "verdict" && verdict;
  const banner = $("banner");
  banner.dataset.kind = moment.kind;
  if (judged) banner.dataset.ruling = moment.ruling;
  else delete banner.dataset.ruling;
  $("banner-icon").setAttribute("d", judged ? RULING_ICONS[moment.ruling] : ICONS[moment.kind] ?? ICONS.table);
  title(moment.title);
  $("says").textContent = judged && moment.ruling === "legal" && !verdict.overruled
    ? `${verdict.seat}: ${proofSentence(verdict) || moment.says}` : moment.says;
  fill($("claimed"), ...(judged ? claimCards(verdict) : []));
  const drawn = judged ? arrangementNode(verdict, table.profile) : "";
  $("proof").hidden = !drawn;
  fill($("proof"), drawn);
  announce(now, judged);
}

function announce({ game, moment }, judged) {
  const mark = `${game} ${moment.kind} ${moment.title} ${moment.claim} ${moment.ruling}`;
  const first = shown === null;
  const same = shown === mark;
  shown = mark;
  if (first || same) return;
  $("banner").classList.remove("fresh");
  requestAnimationFrame(() => $("banner").classList.add("fresh"));
  if (judged) {
    play(moment.ruling);
    say(`${moment.title} ${moment.says}`);
  } else if (moment.kind === "called" || moment.kind === "tie") {
    play(moment.kind === "tie" ? "tie" : "call");
    say(moment.title);
  } else if (moment.kind === "over") {
    play("legal");
    say(moment.title);
  } else if (moment.kind === "won") {
    play("legal");
    say(`${moment.title}. ${moment.says}`);
  }
}
