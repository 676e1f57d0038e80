"""Flask: the pages and the JSON under /api/."""
