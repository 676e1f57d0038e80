// A phone as the table's camera: its pictures go to the server one after the other, the next when the last has come.

import { ask, enter, Refusal } from "../shared/ask.js";
import { $ } from "../shared/dom.js";

const LONGEST_PX = 1920;
const QUALITY = 0.85;

const MISSING = "This device has no camera that the browser can find: plug one in, or open this page on one that has a camera.";
const TAKEN = "The camera is in use: close the program or the page that has it, then try again.";
const WHERE = "The phone that is the camera scans the camera’s own code: the host chooses “A phone” as the camera on the set-up page, and the code appears there.";
/** Why a browser gives no camera, by the name of what it throws. */
const NOT_GIVEN = {
  NotAllowedError: "The browser did not give the camera: allow it for this page, then try again.",
  NotFoundError: MISSING, OverconstrainedError: MISSING, NotReadableError: TAKEN, AbortError: TAKEN,
};

let running = false;

/** What is told is read aloud: it is written anew only where it is something else. */
function told(title, says) {
  for (const [id, words] of [["told", title], ["says", says]]) if ($(id).textContent !== words) $(id).textContent = words;
}

async function open() {
  if (!navigator.mediaDevices?.getUserMedia) {
    throw new Refusal("A phone gives its camera to secure pages only: start the table with --https and scan the code anew.");
  }
  return navigator.mediaDevices.getUserMedia({
    audio: false, video: { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1080 } } });
}

async function send(canvas, video) {
  const scale = Math.min(1, LONGEST_PX / Math.max(video.videoWidth, video.videoHeight));
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  const jpeg = await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
  return ask("/api/camera/picture", jpeg);
}

async function run() {
  if (running) return;
  running = true;
  $("start").hidden = true;
  try {
    const stream = await open();
    const video = $("video");
    video.srcObject = stream;
    await video.play();
    navigator.wakeLock?.request("screen").catch(() => {});
    const canvas = document.createElement("canvas");
    document.body.dataset.state = "sending";
    while (stream.active) {
      try {
        const look = await send(canvas, video);
        told("The table sees this picture", look.says);
      } catch (error) {
        told("The picture is not used now", error instanceof Refusal ? error.message : "The companion does not answer: is it still running?");
        await new Promise((wake) => setTimeout(wake, 1500));
      }
      await new Promise((wake) => setTimeout(wake, 20));
    }
    // Another program has taken it, or the phone has: whatever the table shows from now on is an old picture.
    told("The camera has stopped", "The table sees nothing of it any more: start it again.");
    document.body.dataset.state = "waiting";
  } catch (error) {
    told("No camera", error instanceof Refusal ? error.message : NOT_GIVEN[error.name] ?? "The camera did not start: try again, or use another phone.");
  }
  running = false;
  $("start").hidden = false;
}

$("start").addEventListener("click", run);
try {
  await enter();
  const { you } = await ask("/api/state");
  if (!you.host && !you.camera) {
    told(`This phone is ${you.seat}’s`, WHERE);
    $("start").hidden = true;
    // Some names no path can hold.
    $("own-seat").href = `/seat/?name=${encodeURIComponent(you.seat)}`;
    $("own-seat").hidden = false;
  }
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  told(error.status === 401 ? "Scan the camera’s code" : "No table", error.status === 401 ? WHERE : error.message);
  $("start").hidden = true;
}
document.body.dataset.ready = "true";
