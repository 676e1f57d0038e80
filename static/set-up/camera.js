// Which camera looks at the table: the choice, the phone's code, the picture and the self-check.

import { ask, Refusal } from "../shared/ask.js";
import { $, fill, h, plural, tell } from "../shared/dom.js";

let chosen = 0; // how often a camera was chosen here: what was asked before tells nothing of it

const check = (found) => fill($("checks"), ...found.map(({ says, well }) => h("li", { "data-well": String(well) }, says)));

function show(look) {
  const checks = look.checks.length ? look.checks : [{ says: look.says, well: look.sight === "live" || look.sight === "none" }];
  check(checks);
  $("picture").hidden = !look.number;
  if (look.size_px) $("zones-frame").style.aspectRatio = `${look.size_px[0]} / ${look.size_px[1]}`;
  if (look.number) $("picture").src = `/api/camera/picture?number=${look.number}`;
}

/** List the cameras there are; `asked` is how it is with the one in use. */
async function cameras(asked) {
  const before = chosen;
  const look = await asked;
  const { choices } = await ask("/api/camera/choices");
  const source = chosen === before ? look.source ?? "" : $("camera").value;
  const known = new Map([["", "none: by hand"], ...choices.map((one) => [one.source, one.says])]);
  if (source && !known.has(source)) known.set(source, source);
  $("camera").replaceChildren(...[...known].map(([value, words]) => h("option", { value }, words)));
  $("camera").value = source;
  await phone(source);
  return choices;
}

/** What there is to choose, told to whoever asked: a list that looks as before says nothing. */
function found(choices) {
  const own = choices.filter((one) => /^\d+$/.test(one.source)).length;
  if (own) return `${plural(own, "camera")} of this computer: choose one in the list.`;
  const others = choices.map((one) => one.says.replace(/^(A|The) /, (word) => word.toLowerCase()));
  return `No camera is found at this computer: plug one in and look again${others.length ? `, or choose ${others.join(" or ")}` : ""}.`;
}

/** The code for the phone that is the camera. */
async function phone(source) {
  $("phone-camera").hidden = source !== "phone";
  if (source !== "phone") return;
  const { camera, open } = await ask("/api/seats");
  $("phone-code").src = camera.qr;
  $("phone-link").href = camera.url;
  $("phone-hint").textContent = !open ? "Only this computer can reach the table now: start it with --host 0.0.0.0 --https."
    : camera.url.startsWith("https:") ? "The browser asks once whether to trust this computer’s own certificate."
      : "Phones give their camera to secure pages only: start the table with --https.";
}

const guarded = (action) => async () => {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    tell(error.message);
  }
};

/** Begin to look; `zones` is told first which zones are in use. */
export async function openCamera(zones) {
  const look = await ask("/api/camera");
  zones(look.areas);
  show(look);
  await cameras(look);
  $("camera").addEventListener("change", guarded(async () => {
    chosen += 1;
    const choice = chosen;
    const now = await ask("/api/camera", { source: $("camera").value || null });
    if (choice !== chosen) return;
    show(now);
    await phone(now.source);
  }));
  $("look-again").addEventListener("click", guarded(async () => tell(found(await cameras(ask("/api/camera"))), "hint")));
  refresh(look.number);
}

async function refresh(number) {
  for (;;) {
    await new Promise((wake) => setTimeout(wake, 400));
    if (document.hidden) continue;
    try {
      const look = await ask(`/api/camera?after=${number}`);
      if (look.number !== number || look.sight !== "none") show(look);
      if (look.sight === "none") await new Promise((wake) => setTimeout(wake, 4000));
      number = look.number;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      check([{ says: error.message, well: false }]);
    }
  }
}
