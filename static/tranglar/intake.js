// How photos of boards come in: chosen, taken, dropped, pasted, or the samples.

import { Refusal } from "../shared/ask.js";
import { $ } from "../shared/dom.js";
import { fetched, whenDropped } from "../shared/files.js";

/** Have `take` called with the photos that come in, `fresh` where they are to be looked at alone; `fail` tells why not. */
export function takePhotos(take, fail) {
  let last = null; // what was given last: a sample that comes after it is not shown any more
  const given = (files) => {
    if (!files.length) return;
    last = files;
    take(files);
  };
  for (const [button, input] of [["choose", "file"], ["take", "camera"]]) {
    $(button).addEventListener("click", () => $(input).click());
    $(input).addEventListener("change", () => {
      const files = [...$(input).files];
      $(input).value = ""; // so that the same photo can be chosen again
      given(files);
    });
  }
  $("take").hidden = !matchMedia("(any-pointer: coarse)").matches;
  for (const button of document.querySelectorAll("[data-photos]")) {
    button.addEventListener("click", async () => {
      const names = button.dataset.photos.split(" ");
      last = names;
      try {
        const files = await Promise.all(names.map((name) => fetched(`/static/tranglar/samples/${name}`)));
        if (last === names) take(files, { fresh: true });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (last === names) fail(error.message);
      }
    });
  }
  whenDropped(given);
}
