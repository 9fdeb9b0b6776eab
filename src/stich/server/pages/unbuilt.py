"""The answer where the page should be and was not built, as in a source tree before the first `python3 run.py`."""

from __future__ import annotations

from html import escape

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from stich.server.messages.from_server import Problem
from stich.server.pages.replies import STATUS, refusal
from stich.text.catalogue import LANGUAGES, catalogue


def unbuilt(request: Request) -> Response:
    """Say so: to a browser as a page with one sentence, in the first language it asks for that there is."""
    if "text/html" not in request.headers.get("accept", ""):
        return refusal(Problem(-1, "no_page"))
    wanted = [one.strip()[:2].lower() for one in request.headers.get("accept-language", "").split(",")]
    lang = next((one for one in wanted if one in LANGUAGES), LANGUAGES[0])
    words = escape(str(catalogue(lang)["cli.no_page"]))
    page = f'<!doctype html><html lang="{lang}"><title>stich</title><p>{words}</p></html>'
    return HTMLResponse(page, STATUS["no_page"], {"cache-control": "no-cache"})
