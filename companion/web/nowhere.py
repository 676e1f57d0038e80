"""What a browser shows of a refusal where somebody looks for a page: its sentence, and the way to the table."""

from __future__ import annotations

from pathlib import Path

from flask import Response, current_app, request
from markupsafe import escape

SAYS = "There is nothing at this address."


def looks_for_a_page() -> bool:
    """Whether a person reads the answer: browsers ask for HTML first where an address is opened, programs do not."""
    best = request.accept_mimetypes.best_match(["application/json", "text/html"])
    return best == "text/html" and not request.path.startswith("/api/")


def refused_page(says: str) -> Response:
    """The page with another sentence."""
    page = (Path(current_app.static_folder or "") / "nowhere.html").read_text(encoding="utf-8")
    return Response(page.replace(SAYS, str(escape(says))), mimetype="text/html")
