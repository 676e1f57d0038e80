// Whether what the page shows is how the table stands: without a connection it may not be, and nothing of it looks certain.

import { $ } from "./dom.js";
import { on } from "./link.js";

/** Say so, and take the colour out of what was told last, for as long as the connection is lost. */
export function showOnline() {
  on("online", (online) => {
    $("online").hidden = online;
    document.body.dataset.online = String(online);
  });
}
