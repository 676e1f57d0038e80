// What every player's phone shows, whatever is played: whose it is, and what the table is told.

import { $ } from "./dom.js";

/** Whose phone it is; a name that no path can hold, such as two dots, is asked for. */
export const name = new URLSearchParams(location.search).get("name") ?? decoded(location.pathname.replace(/^\/seat\//, ""));

/** A path that was typed may hold a bare %, which is no code for anything. */
function decoded(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

document.title = `${name} · Tabletop companion`;
$("name").textContent = name;

/** Show a moment; `own` marks what is about this player. */
export function tellMoment(moment) {
  const box = $("told-box");
  box.dataset.kind = moment.kind;
  box.dataset.own = String(Boolean(moment.own));
  if (moment.ruling) box.dataset.ruling = moment.ruling;
  else delete box.dataset.ruling;
  $("told").textContent = moment.title;
  $("says").textContent = moment.says;
}
