// This device's clock against the server's, measured as NTP does: by asking, and by how long the answer took.
// The server works out from the samples when a button was pressed; here the best ones are kept.

import { ask, Refusal } from "../shared/ask.js";

const BEST = 12; // those that took the shortest time
const NEWEST = 12; // those that tell whether the clock was set since
const OLDEST_S = 600;
const EVERY_MS = 2000;
const BURST = 6;

let samples = []; // [asked, received, answered, returned], oldest first
let burst = BURST;
let timer = 0;

const origin_s = performance.timeOrigin / 1000;

/** The device's time in seconds: of an event as the system saw it, or now. */
export const device_s = (event) => origin_s + (event?.timeStamp ?? performance.now()) / 1000;

const took_s = ([asked, received, answered, returned]) => (returned - asked) - (answered - received);

/** The samples that a call is sent with. */
export const known = () => samples;

/** How far the server's time is known, in milliseconds, either way; null where it was not measured. */
export const known_to_ms = () => (samples.length ? 500 * Math.min(...samples.map(took_s)) + 1 : null);

/** Take a sample. */
export async function measure() {
  const asked = device_s();
  const { received_s, answered_s } = await ask("/api/clock");
  const returned = device_s();
  const fresh = samples.filter((sample) => returned - sample[3] < OLDEST_S);
  const best = new Set([...fresh].sort((a, b) => took_s(a) - took_s(b)).slice(0, BEST));
  samples = fresh.filter((sample, index) => best.has(sample) || index >= fresh.length - NEWEST);
  samples.push([asked, received_s, answered_s, returned]);
}

/** Keep measuring for as long as the page is looked at; `told` is called after each sample. */
export function keepMeasuring(told) {
  const next = async () => {
    clearTimeout(timer);
    if (document.hidden) return;
    try {
      await measure();
      burst = Math.max(0, burst - 1);
      told?.();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      burst = BURST;
    }
    timer = setTimeout(next, burst ? 60 : EVERY_MS);
  };
  document.addEventListener("visibilitychange", () => {
    burst = BURST; // the clock of a device that slept may have stood still
    next();
  });
  return next();
}
