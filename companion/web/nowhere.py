"""What a browser shows of a refusal where somebody looks for a page: its sentence, and the way to the table."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

from flask import Response, current_app, request
from markupsafe import escape

from companion.web.guard import HEADERS, own_name

SAYS = "There is nothing at this address."
WAY = 'href="/"'
SHEETS = ("shared/app.css", "shared/table.css")
MARK = "shared/mark.svg"
LINKED = re.compile('  <link rel="stylesheet"[^>]*>\\n')


def looks_for_a_page() -> bool:
    """Whether a person reads the answer: browsers ask for HTML first where an address is opened, programs do not."""
    best = request.accept_mimetypes.best_match(["application/json", "text/html"])
    return best == "text/html" and not request.path.startswith("/api/")


def refused_page(says: str) -> Response:
    """The page with another sentence. Under a foreign name its way leads to where the table is served."""
    page = _static("shared/nowhere.html").replace(SAYS, str(escape(says)))
    if own_name(request.host):
        return Response(page, mimetype="text/html")
    page = page.replace(WAY, f'href="{escape(current_app.extensions["address"] or "/")}"')
    return _by_itself(page)


def _by_itself(page: str) -> Response:
    """The page with its looks in it: under a foreign name nothing else is handed out."""
    looks = "\n".join(_static(name) for name in SHEETS)
    page = LINKED.sub("", page).replace("</head>", f"<style>{looks}</style>\n</head>")
    mark = b64encode(_static(MARK).encode()).decode()
    response = Response(
        page.replace(f"/static/{MARK}", f"data:image/svg+xml;base64,{mark}"), mimetype="text/html"
    )
    allowed = f"'sha256-{b64encode(sha256(looks.encode()).digest()).decode()}'"
    policy = HEADERS["Content-Security-Policy"].replace("style-src 'self'", f"style-src {allowed}")
    response.headers["Content-Security-Policy"] = policy
    return response


def _static(name: str) -> str:
    return (Path(current_app.static_folder or "") / name).read_text(encoding="utf-8")
