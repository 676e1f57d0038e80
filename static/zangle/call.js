// A call: the moment of the press by this device's clock, with what that clock is worth.

import { Refusal } from "../shared/ask.js";
import { kept, tell } from "../shared/dom.js";
import { happen } from "../shared/link.js";
import { known, device_s, measure } from "./clock.js";

/** What this device is called, so that calls from one device are known to share its clock. */
const device = kept.get("device", null) ?? `device ${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
kept.set("device", device);

const sending = new Set();

/** Call for a seat, as of an event. Pressing twice is calling once. Answers whether it was accepted. */
export async function call(seat, event) {
  const pressed_s = device_s(event);
  if (sending.has(seat)) return false;
  sending.add(seat);
  try {
    if (!known().length) await measure();
    return await happen("call", { seat, pressed_s, device, samples: known() });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    tell(error.message);
    return false;
  } finally {
    sending.delete(seat);
  }
}
