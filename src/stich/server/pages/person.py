"""Who asks over HTTP, by their cookie."""

from __future__ import annotations

from collections.abc import Callable

from starlette.requests import Request

from stich.server.connections.guests import SignedCookie


def identity_of(request: Request, signed_cookie: SignedCookie) -> str:
    """Return the identity of the person who asks, "" for somebody without a cookie."""
    return signed_cookie.of(request.cookies) or ""


def is_secure(request: Request) -> bool:
    """Tell whether a cookie in the answer is to be sent over encrypted connections only."""
    return request.url.scheme == "https"


def person_of(
    request: Request, signed_cookie: SignedCookie, entropy: Callable[[int], bytes]
) -> tuple[str, dict[str, str]]:
    """Return the identity of the person who asks, and the headers of `answer` that give one to a browser without."""
    if identity := identity_of(request, signed_cookie):
        return identity, {}
    identity, cookie = signed_cookie.new(entropy, is_secure(request))
    return identity, {"set_cookie": cookie}
