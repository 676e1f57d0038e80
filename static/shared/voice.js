// Sounds and the spoken verdict, each with its switch. Nothing is loaded: tones are made here.

import { kept } from "./dom.js";

let tones = null;

export const on = { sound: kept.get("sound", true), speech: kept.get("speech", false) };

/** Make a button switch sound or speech; `otherwise` is how it is before anybody chose. */
export function switchable(button, what, otherwise) {
  on[what] = kept.get(what, otherwise);
  const show = () => {
    button.setAttribute("aria-pressed", String(on[what]));
    if (!on[what] && what === "speech") globalThis.speechSynthesis?.cancel();
  };
  button.addEventListener("click", () => {
    on[what] = !on[what];
    kept.set(what, on[what]);
    show();
    if (on[what]) what === "sound" ? play("call") : say("On.");
  });
  show();
}

// A browser makes no sound before somebody has touched the page.
for (const kind of ["pointerdown", "keydown"]) {
  addEventListener(kind, () => {
    if (!on.sound) return;
    tones ??= new (globalThis.AudioContext ?? globalThis.webkitAudioContext)();
    if (tones.state === "suspended") tones.resume();
  }, { passive: true });
}

const TUNES = {
  call: [[880, 0, 0.12]],
  legal: [[523, 0, 0.14], [659, 0.12, 0.14], [784, 0.24, 0.32]],
  illegal: [[262, 0, 0.22], [196, 0.2, 0.4]],
  undecided: [[440, 0, 0.16], [440, 0.24, 0.16]],
  tie: [[660, 0, 0.1], [660, 0.14, 0.1]],
};

/** A short tune: call, legal, illegal, undecided or tie. */
export function play(name) {
  if (!on.sound || !tones || tones.state !== "running" || !TUNES[name]) return;
  for (const [pitch, start_s, length_s] of TUNES[name]) {
    const tone = tones.createOscillator();
    const loudness = tones.createGain();
    const from = tones.currentTime + start_s;
    tone.type = name === "illegal" ? "sawtooth" : "triangle";
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.0001, from);
    loudness.gain.exponentialRampToValueAtTime(0.25, from + 0.015);
    loudness.gain.exponentialRampToValueAtTime(0.0001, from + length_s);
    tone.connect(loudness).connect(tones.destination);
    tone.start(from);
    tone.stop(from + length_s);
  }
}

/** Speak, dropping what was being said. */
export function say(words) {
  if (!on.speech || !globalThis.speechSynthesis) return;
  speechSynthesis.cancel();
  const said = new SpeechSynthesisUtterance(words);
  said.lang = "en";
  speechSynthesis.speak(said);
}
