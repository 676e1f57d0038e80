// The live picture with what is recognised drawn over it; without a camera the page works the same.

import { ask, Refusal } from "./ask.js";
import { $ } from "./dom.js";
import { on } from "./link.js";
import { svg } from "./shapes.js";

/** The least time between two pictures: calls and verdicts come by a way of their own, and go first. */
const PICTURE_MS = 80;

let sight = "none";

/** Whether a camera sees the table now. */
export const seesTable = () => sight === "live";

/** Keep the picture new for as long as the page is looked at. */
export async function watch(told) {
  let number = -1;
  on("online", (online) => online || lost());
  for (;;) {
    try {
      if (document.hidden) {
        await new Promise((wake) => document.addEventListener("visibilitychange", wake, { once: true }));
      }
      const look = await ask(number < 0 ? "/api/camera" : `/api/camera?after=${number}`);
      sight = look.sight;
      if (look.sight === "none" || look.number === number) await pause(look.sight === "none" ? 4000 : 250);
      show(look, number);
      const rest = pause(PICTURE_MS);
      told?.(look);
      number = look.number;
      await rest;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      lost();
      await pause(1500);
    }
  }
}

/** Nothing is known of the table: the picture is an old one, and what was recognised in it may lie elsewhere by now. */
function lost() {
  sight = "lost";
  if ($("live").hidden) return;
  $("live").dataset.sight = sight;
  $("sight").textContent = "The companion does not answer: this picture is an old one.";
  $("overlay").replaceChildren();
}

const pause = (ms) => new Promise((wake) => setTimeout(wake, ms));

function show(look, before) {
  $("live").hidden = look.sight === "none";
  document.body.classList.toggle("seen", look.sight !== "none");
  $("live").dataset.sight = look.sight;
  if (look.sight === "none") return;
  if (look.number && look.number !== before) $("picture").src = `/api/camera/picture?number=${look.number}`;
  const old = look.age_s !== null && look.age_s >= 1 ? ` Picture ${look.age_s.toFixed(0)} s old.` : "";
  const told = look.source === "recording" && look.sight === "live" ? "The recording." : look.says;
  const says = look.sight === "live" && !old ? told : `${told}${old}`;
  if ($("sight").textContent !== says) $("sight").textContent = says;
  if (look.size_px) $("live").style.setProperty("--ratio", String(look.size_px[0] / look.size_px[1]));
  drawOver($("overlay"), look);
}

/** Draw cards and zones over a picture whose sides are 1 long. */
function drawOver(overlay, look) {
  overlay.replaceChildren(
    ...(look.areas ?? []).map((area) => svg("polygon", { class: `zone zone-${area.use}`, points: points(area.corners) })),
    ...look.cards.map((card) => svg("polygon", {
      class: `sighted ${card.remembered ? "remembered" : ""} ${card.why ? "unread" : `k${Math.min(card.face.triangles ?? 0, 6)}`}`,
      points: points(card.corners),
    })),
  );
}

const points = (corners) => corners.map((corner) => corner.join(",")).join(" ");

