"""What a browser shows of a refusal where somebody looks for a page: its sentence, and the way to the table."""

from __future__ import annotations

from pathlib import Path

from flask import Response, current_app, request
from markupsafe import escape

from companion.web.guard import own_name

SAYS = "There is nothing at this address."
WAY = 'href="/"'


def looks_for_a_page() -> bool:
    """Whether a person reads the answer: browsers ask for HTML first where an address is opened, programs do not."""
    best = request.accept_mimetypes.best_match(["application/json", "text/html"])
    return best == "text/html" and not request.path.startswith("/api/")


def refused_page(says: str) -> Response:
    """The page with another sentence. Under a foreign name its way leads to where the table is served."""
    page = (Path(current_app.static_folder or "") / "nowhere.html").read_text(encoding="utf-8")
    table = None if own_name(request.host) else current_app.extensions["address"]
    page = page.replace(SAYS, str(escape(says))).replace(WAY, f'href="{escape(table or "/")}"')
    return Response(page, mimetype="text/html")
