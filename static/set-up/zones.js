// Zones drawn by hand over the camera's picture, or over an empty table.

import { ask, Refusal } from "../shared/ask.js";
import { $, tell } from "../shared/dom.js";
import { svg } from "../shared/shapes.js";

const WIDE = 1600;
const HIGH = 900;
const STEP = 0.01;
const SHOWN_PX = 12; // a corner's radius on the screen
const REACH_PX = 22; // and that of what a finger may hit: where two overlap, the nearer corner is meant

const box = (left, top, right, bottom) => [[left, top], [right, top], [right, bottom], [left, bottom]];

/** Where zones lie before anybody moved them: players around the table, centre and claim in the middle. */
function layout(seats) {
  const below = Math.ceil(seats.length / 2);
  const row = (names, top, bottom) => names.map((seat, index) => {
    const wide = 1 / names.length;
    return { use: "seat", seat, corners: box(index * wide + 0.015, top, (index + 1) * wide - 0.015, bottom) };
  });
  return [
    { use: "centre", seat: null, corners: box(0.06, 0.36, 0.56, 0.64) },
    { use: "claim", seat: null, corners: box(0.62, 0.36, 0.94, 0.64) },
    ...row(seats.slice(0, below), 0.7, 0.97),
    ...row(seats.slice(below), 0.03, 0.3),
  ];
}

const label = (area) => area.seat ?? (area.use === "centre" ? "Centre" : "Claim");
/** Write as much of a name as there is room for, the number at its end always; answers whether that is all of it. */
function fit(words, name, wide) {
  words.textContent = name;
  const long = words.getComputedTextLength();
  if (long <= wide) return true;
  const [end] = name.match(/\d*$/);
  const letters = [...name.slice(0, name.length - end.length)];
  letters.splice(Math.max(1, Math.ceil((letters.length * wide) / long)));
  do {
    words.textContent = `${letters.join("").trimEnd()}…${end}`;
  } while (words.getComputedTextLength() > wide && letters.length > 1 && letters.pop());
  return false;
}

const within = (value) => Math.min(1, Math.max(0, Math.round(value * 1000) / 1000));

/** The zones' editor: `seats(names)` says who plays, `start(areas)` which zones are in use. */
export function openZones() {
  let areas = [];
  let names = [];
  let own = false; // whether somebody has moved them

  function draw(focus = $("zones").contains(document.activeElement) ? document.activeElement.dataset.key : null) {
    const points = (corners) => corners.map(([x, y]) => `${x * WIDE},${y * HIGH}`).join(" ");
    const px = WIDE / ($("zones").clientWidth || WIDE); // so much of the picture is a pixel of the screen
    const size = Math.max(SHOWN_PX, SHOWN_PX * px);
    const all = areas.flatMap(({ corners }) => corners);
    const near = ([x, y]) => Math.min(...all.map(([ox, oy]) => Math.hypot((x - ox) * WIDE, (y - oy) * HIGH)).filter((far) => far > 0)) / 2;
    const bodies = areas.map((area, which) => {
      const [x, y] = [0, 1].map((axis) => area.corners.reduce((sum, corner) => sum + corner[axis], 0) / area.corners.length);
      const words = svg("text", { x: x * WIDE, y: y * HIGH + 12, "font-size": Math.max(36, size * 1.3) });
      words.textContent = label(area);
      const body = svg("polygon", { points: points(area.corners) });
      body.addEventListener("pointerdown", (event) => drag(event, which, null));
      return svg("g", { class: area.use }, body, words);
    });
    // Above all zones, so that none covers what is to be hit of another.
    $("zones").replaceChildren(...bodies, ...areas.flatMap((area, which) => area.corners.flatMap(([cx, cy], corner) => {
      const room = Math.max(near([cx, cy]) - px, 5 * px); // less half of the line around it
      const at = { cx: cx * WIDE, cy: cy * HIGH };
      const reach = svg("circle", { class: "reach", ...at, r: REACH_PX * px });
      const handle = svg("circle", { class: "corner", ...at, r: Math.min(size, room), tabindex: "0", role: "button",
        "aria-label": `${label(area)}, corner ${corner + 1}`, "data-key": `${which}-${corner}` });
      for (const node of [reach, handle]) node.addEventListener("pointerdown", (event) => drag(event, ...nearest(event)));
      handle.addEventListener("keydown", (event) => {
        const move = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[event.key];
        if (!move) return;
        event.preventDefault();
        shift(which, corner, move);
        draw(`${which}-${corner}`);
      });
      return [reach, handle];
    })));
    for (const [which, drawn] of bodies.entries()) {
      const [name, across] = [label(areas[which]), areas[which].corners.map(([x]) => x * WIDE)];
      const room = Math.max(...across) - Math.min(...across) - size / 2;
      if (fit(drawn.querySelector("text"), name, room)) continue;
      const title = svg("title");
      title.textContent = name;
      drawn.prepend(title);
    }
    if (focus) $("zones").querySelector(`[data-key="${focus}"]`)?.focus();
  }

  function shift(which, corner, [dx, dy]) {
    own = true;
    const area = areas[which];
    // A whole zone stops at the edge of the picture and keeps its shape.
    const stay = (axis, by) => (corner !== null ? by : Math.min(1 - Math.max(...area.corners.map((one) => one[axis])),
      Math.max(-Math.min(...area.corners.map((one) => one[axis])), by)));
    const move = [stay(0, dx), stay(1, dy)];
    area.corners = area.corners.map((one, index) => (corner === null || corner === index ? [within(one[0] + move[0]), within(one[1] + move[1])] : one));
  }

  /** The corner that is nearest to a finger: its zone, and which of it. */
  function nearest({ clientX, clientY }) {
    const frame = $("zones").getBoundingClientRect();
    const far = ([x, y]) => Math.hypot(frame.left + x * frame.width - clientX, frame.top + y * frame.height - clientY);
    const all = areas.flatMap((area, which) => area.corners.map((at, corner) => ({ which, corner, far: far(at) })));
    const { which, corner } = all.reduce((best, one) => (one.far < best.far ? one : best));
    return [which, corner];
  }

  function drag(event, which, corner) {
    event.preventDefault();
    const frame = $("zones").getBoundingClientRect();
    let from = [event.clientX, event.clientY];
    const move = (moved) => {
      shift(which, corner, [(moved.clientX - from[0]) / frame.width, (moved.clientY - from[1]) / frame.height]);
      from = [moved.clientX, moved.clientY];
      draw();
    };
    const end = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  function seats(found) {
    if (found.join("\n") === names.join("\n") && areas.length) return;
    names = found;
    if (!own) {
      areas = layout(names);
    } else {
      const fresh = layout(names);
      areas = fresh.map((area) => areas.find((one) => one.use === area.use && one.seat === area.seat) ?? area);
    }
    draw();
  }

  // Also where the zones are shown again: how long a name is shows only then.
  new ResizeObserver(() => draw()).observe($("zones"));

  /** Begin with the zones that are in use, if there are any and nobody has moved them here. */
  function start(inUse) {
    if (inUse.length && !own) {
      own = true;
      areas = inUse;
      names = [];
      draw();
    }
    $("save-zones").addEventListener("click", save);
    $("reset-zones").addEventListener("click", () => {
      own = false;
      areas = layout(names);
      draw();
    });
  }

  async function save() {
    const sent = JSON.stringify(areas);
    try {
      const inUse = (await ask("/api/zones", { areas })).areas;
      // What was moved meanwhile stays where it is.
      if (JSON.stringify(areas) === sent) {
        areas = inUse;
        draw();
      }
      tell("The zones are in use.", "done");
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      tell(error.message);
    }
  }

  return { seats, start };
}
