"""What the addresses under /api/ are described as: the OpenAPI document."""

from __future__ import annotations

import json

from companion.web.app import STATIC

DOCUMENT = json.loads((STATIC / "openapi.json").read_text(encoding="utf-8"))
