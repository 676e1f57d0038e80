"""Files that somebody drops on a page, or pastes there."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Page

WAYS = ("drop", "paste")


def give_files(page: Page, files: Sequence[Path], way: str = "drop") -> None:
    """Let go of files anywhere on a page, or paste them; one after the other, as old as each other."""
    page.evaluate(
        """([way, all]) => {
            const files = new DataTransfer();
            for (const [name, data] of all) {
                const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
                files.items.add(new File([bytes], name, { type: "image/jpeg", lastModified: 1 }));
            }
            const event = way === "drop"
                ? new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true })
                : new ClipboardEvent("paste", { clipboardData: files, bubbles: true });
            document.body.dispatchEvent(event);
        }""",
        [way, [(file.name, base64.b64encode(file.read_bytes()).decode()) for file in files]],
    )
