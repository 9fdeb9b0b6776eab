"""Security headers: what a page can load, who can frame it, and what its address reveals to others."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import MutableMapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from stich.server.pages.front import ASGI, PARTS, Scope

INLINE: Final = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
NO_SNIFFING: Final = (b"x-content-type-options", b"nosniff")
OURS_ALONE: Final = (b"cross-origin-resource-policy", b"same-origin")
ENCRYPTED: Final = (b"strict-transport-security", b"max-age=31536000")  # where a proxy encrypts: never without again
UNUSED: Final = (
    "accelerometer", "bluetooth", "browsing-topics", "camera", "display-capture", "geolocation", "gyroscope", "hid",
    "magnetometer", "microphone", "midi", "payment", "serial", "usb",
)  # fmt: skip
"""What a page of ours never asks a browser for; `PARTS` have the rules of the page that asks for them."""


def policy(scripts: str) -> bytes:
    """Return the content security policy. scripts: allowed scripts besides files of our own."""
    return "; ".join((
        "default-src 'self'",
        f"script-src 'self'{scripts}",
        "img-src 'self' data: blob:",
        "style-src 'self' 'unsafe-inline'",  # cards are placed by style attributes
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )).encode()  # fmt: skip


def inline_scripts(page: Path) -> str:
    """Return the hashes of the page's inline scripts; no other inline script is allowed to run."""
    text = page.read_bytes() if page.is_file() else b""
    hashes = (b64encode(sha256(script).digest()).decode() for script in INLINE.findall(text))
    return "".join(f" 'sha256-{one}'" for one in hashes)


class SecurityHeaders:
    """ASGI middleware that adds these headers to every answer; to parts of a page only those that matter there, for
    slow connections.
    """

    def __init__(self, app: ASGI, page: Path) -> None:
        self.app = app
        self.headers = [
            (b"content-security-policy", policy(inline_scripts(page))),
            NO_SNIFFING,
            OURS_ALONE,
            (b"referrer-policy", b"same-origin"),  # with a table's address its reader can sit down
            (b"cross-origin-opener-policy", b"same-origin"),
            (b"permissions-policy", ", ".join(f"{feature}=()" for feature in UNUSED).encode()),
        ]

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        async def guarded(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                part = scope["path"].startswith(PARTS) and message["status"] == 200
                added = [NO_SNIFFING, OURS_ALONE] if part else self.headers
                if scope["scheme"] == "https":
                    added = [*added, ENCRYPTED]
                message["headers"] = [*message.get("headers", []), *added]
            await send(message)

        await self.app(scope, receive, guarded if scope["type"] == "http" else send)
