// Files that are dropped, pasted or lie on the server.

import { askPicture, Refusal } from "./ask.js";

const MAX_UPLOAD_BYTES = 40 * 1024 * 1024;
const dragsFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");

/** Have `took` called with each list of files that is dropped on the page or pasted. */
export function whenDropped(took) {
  let inside = 0; // how deep a drag is in nested elements
  function dragged(event, depth) {
    if (!dragsFiles(event)) return;
    event.preventDefault();
    inside = depth;
    document.body.classList.toggle("dragging", inside > 0);
  }
  addEventListener("dragenter", (event) => dragged(event, inside + 1));
  addEventListener("dragover", (event) => dragged(event, Math.max(1, inside)));
  addEventListener("dragleave", (event) => dragged(event, Math.max(0, inside - 1)));
  addEventListener("drop", (event) => {
    dragged(event, 0);
    if (dragsFiles(event)) took([...event.dataTransfer.files]);
  });
  addEventListener("paste", (event) => took([...(event.clipboardData?.files ?? [])]));
}

/** A picture of the server's as a file. */
export async function fetched(address) {
  const name = address.split("/").at(-1);
  const picture = await askPicture(address, `The picture ${name} is not there: reload the page.`);
  return new File([picture], name, { type: "image/jpeg", lastModified: 0 });
}

/** Throw a Refusal for a photo that the server would not take, before it is sent. */
export function checkSize(photo) {
  if (photo.size > MAX_UPLOAD_BYTES) {
    const says = `The photo is larger than ${MAX_UPLOAD_BYTES >> 20} MB: make it smaller, 12 megapixels are plenty.`;
    throw Object.assign(new Refusal(says), { status: 413 });
  }
}
