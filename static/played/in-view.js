// What answers a press is seen: the banner is brought into view, and a sentence lies on no button that comes next.

import { $ } from "../shared/dom.js";

const GAP_PX = 8;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/** Bring the banner into view once it says what a press came to, and have the keys and a screen reader go on there; where all of it is in view nothing moves. */
export async function showAnswer() {
  // What came with the answer is drawn first.
  await new Promise((drawn) => requestAnimationFrame(drawn));
  const banner = $("told-box") ?? $("banner");
  const { top, bottom } = banner.getBoundingClientRect();
  if (top >= 0 && bottom <= innerHeight) return;
  banner.tabIndex = -1;
  banner.focus({ preventScroll: true });
  banner.scrollIntoView({ block: "start", behavior: STILL.matches ? "auto" : "smooth" });
}

/** Lift the sentence that is told for a while above the row of the button that enters a turn, where it would lie on it. */
function lift() {
  const notice = $("notice");
  if (notice.hidden) return;
  notice.style.removeProperty("bottom");
  const [said, row] = [notice, document.querySelector("#composing:not([hidden]) > .actions")].map((one) => one?.getBoundingClientRect());
  if (!row || row.bottom <= said.top || row.top >= said.bottom || row.top - GAP_PX < said.height) return;
  notice.style.bottom = `${innerHeight - row.top + GAP_PX}px`;
}

/** Keep it there while the page moves and is drawn anew beneath it. */
export function liftNotice() {
  const watched = new MutationObserver(lift);
  watched.observe($("notice"), { attributeFilter: ["hidden"], childList: true });
  watched.observe($("composing"), { childList: true, attributeFilter: ["hidden"] });
  addEventListener("scroll", lift, { passive: true });
  addEventListener("resize", lift);
}
