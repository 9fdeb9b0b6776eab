"""The page's files: cached for good by browsers, and sent compressed. Small answers of other kinds are compressed on
the fly.
"""

from __future__ import annotations

import os
from collections.abc import MutableMapping
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from stich.server.pages.replies import WORTH

PACKED: Final = {"br": "br", "gzip": "gz"}  # accepted encodings, with the file's ending; the first is the smallest
ON_THE_WAY: Final = Middleware(GZipMiddleware, minimum_size=WORTH, compresslevel=6)  # for texts and lists


class Assets(StaticFiles):
    """Files whose names contain a hash of their content, so that they never change; compressed copies can lie beside
    them, made when the page was built."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: MutableMapping[str, Any],
        status_code: int = 200,
    ) -> Response:
        """Return a file, compressed if the client accepts that and a compressed copy is there."""
        accepted = Headers(scope=scope).get("accept-encoding", "")
        for packing, ending in PACKED.items():
            copy = f"{full_path}.{ending}"
            if packing in accepted and os.path.isfile(copy):
                answer = super().file_response(copy, os.stat(copy), scope, status_code)
                answer.headers["content-encoding"] = packing
                break
        else:
            answer = super().file_response(full_path, stat_result, scope, status_code)
        answer.headers["cache-control"] = "public, max-age=31536000, immutable"
        answer.headers["vary"] = "accept-encoding"
        return answer
