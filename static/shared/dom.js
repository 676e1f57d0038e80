// Making and finding nodes.

export const $ = (id) => document.getElementById(id);

/** A node: `h("p", { class: "quiet", onclick: f }, "words", child)`; null, false and "" are left out. */
export function h(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
  return node;
}

export const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

/** A name in a ranking, behind its place where there is one; what is too long of it gives way at its end, on whichever side that is. */
export const placed = (name, rank) => h("span", { class: "placed" }, rank ? h("span", { class: "rank" }, `${rank}.`) : "", h("bdi", {}, name));

const LIVE = ':is(button, a[href]):not(:disabled, [aria-disabled="true"])';

/** Put nodes into a parent unless they would look the same: focus and hover stay where they are. */
export function fill(parent, ...nodes) {
  const fresh = h("div", {}, ...nodes);
  if (parent.childNodes.length === fresh.childNodes.length
    && [...parent.childNodes].every((node, index) => node.isEqualNode(fresh.childNodes[index]) && !node.dataset?.live)) return;
  const focused = parent.contains(document.activeElement) ? document.activeElement : null;
  const index = [...parent.children].findIndex((child) => child.contains(focused));
  parent.replaceChildren(...fresh.childNodes);
  if (focused) after(focused, parent, parent.children[index])?.focus({ preventScroll: true });
}

/** Where the keyboard goes on once what it stood on was replaced: to the same again, else to the first that can be done, nearest first. */
function after(focused, parent, place) {
  const { key } = focused.dataset;
  return (key && parent.querySelector(`[data-key="${CSS.escape(key)}"]`))
    || place?.querySelector(LIVE) || parent.querySelector(LIVE) || document.querySelector(`#actions ${LIVE}`);
}

// What comes next has the focus by then: a key that is held down does one thing, and not all that follows.
addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter" && event.target.closest?.("button")) event.preventDefault();
});

/** What is kept on this device; nothing where the browser keeps nothing. */
export const kept = {
  get(name, otherwise) {
    try {
      return JSON.parse(localStorage.getItem(`companion.${name}`)) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(`companion.${name}`, JSON.stringify(value));
    } catch {
      // Private windows keep nothing; the setting holds until the page is closed.
    }
  },
};

let saying = 0;

/** Show a sentence for a while: a refusal, or what to do. In a dialog that is open, for it covers the page, the sentence stays. */
export function tell(sentence, kind = "problem") {
  const dialog = document.querySelector("dialog[open]");
  const place = dialog ? ownPlace(dialog) : $("notice");
  place.textContent = sentence;
  place.dataset.kind = kind;
  place.hidden = sentence === "";
  if (dialog) return;
  clearTimeout(saying);
  if (sentence) saying = setTimeout(() => { place.hidden = true; }, 3000 + 70 * sentence.length);
}

/** Close the sheet that this form is in; where the sheet shows another one by now, an answer that comes late closes nothing. */
export const closeSheetOf = (form) => form.closest("dialog")?.close();

/** Where a dialog tells what it has to. */
function ownPlace(dialog) {
  const found = dialog.querySelector(":scope > .notice");
  if (found) return found;
  dialog.prepend(h("p", { class: "notice", role: "alert", hidden: true }));
  return dialog.firstElementChild;
}
