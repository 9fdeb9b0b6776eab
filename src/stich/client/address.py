"""HTTP requests to a server before joining a table, and the address of its sockets. Blocking: an event loop calls them
in a thread."""

from __future__ import annotations

import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPResponse
from typing import Final, NamedTuple, TypeVar
from urllib.parse import quote, urlencode, urlsplit

import msgspec

from stich.server.messages.from_server import Problem
from stich.server.messages.over_http import NewTable, RecoveryCode, TableMade
from stich.server.messages.specs import GameSpec

TIMEOUT: Final = 10.0  # seconds
LARGEST: Final = 4 * 1024 * 1024  # bytes of an answer
T = TypeVar("T")


class Refusal(Exception):
    """Raised when the server refuses or cannot be reached; `problem` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.code)
        self.problem = problem


class TableAddress(NamedTuple):
    """A server, and a table of it ("" for none). origin: scheme and host, with a path if the server is below one."""

    origin: str
    table: str = ""

    @property
    def socket(self) -> str:
        """The address of the table's sockets."""
        return f"{self.origin.replace('http', 'ws', 1)}/api/socket/{self.table}"

    @property
    def link(self) -> str:
        """The link that others open to come to the table."""
        return f"{self.origin}/t/{self.table}"


def place_of(link: str) -> TableAddress:
    """Read a table's link as people paste it: https://host/t/table, with or without the scheme, wss or ws as well.

    Raises ValueError for anything else.
    """
    text = link.strip()
    parts = urlsplit(text if "://" in text else f"http://{text}")
    scheme = {"http": "http", "https": "https", "ws": "http", "wss": "https"}.get(parts.scheme)
    before, mark, table = parts.path.rstrip("/").rpartition("/t/")
    if scheme is None or not parts.netloc or not mark or not table or "/" in table:
        raise ValueError(link)
    parts.port  # noqa: B018  raises ValueError where it is no number
    return TableAddress(f"{scheme}://{parts.netloc}{before}", table)


def fetch_games(place: TableAddress) -> list[GameSpec]:
    """Return the games that a server has. Raises Refusal."""
    return _read(_ask(f"{place.origin}/api/games"), list[GameSpec])


def fetch_texts(place: TableAddress, language: str, game: str) -> Mapping[str, str | dict[str, str]]:
    """Return the texts of a table and its game. Raises Refusal."""
    query = urlencode({"game": game})
    return _read(_ask(f"{place.origin}/api/text/{quote(language)}.json?{query}"), dict[str, str | dict[str, str]])


def make_table(place: TableAddress, wish: NewTable) -> TableAddress:
    """Create a table and return its address. Raises Refusal."""
    made = _read(_ask(f"{place.origin}/api/tables", msgspec.json.encode(wish)), TableMade)
    return TableAddress(place.origin, made.table)


def fetch_code(place: TableAddress, cookie: str) -> str:
    """Return the code with which the person of this cookie can go on at the table on another device. Raises Refusal."""
    return _read(_ask(_code_of(place), cookie=cookie), RecoveryCode).code


def recover_seat(place: TableAddress, code: str, cookie: str) -> str:
    """Take the seat that a code stands for. Returns the cookie of the person who has it now. Raises Refusal."""
    body = msgspec.json.encode(RecoveryCode(code))
    with _answer(_code_of(place), body, cookie) as answer:
        given: list[str] = answer.headers.get_all("Set-Cookie") or []
    return given[0].split(";")[0] if given else cookie


def _code_of(place: TableAddress) -> str:
    return f"{place.origin}/api/tables/{quote(place.table)}/code"


def _ask(url: str, body: bytes | None = None, cookie: str = "") -> bytes:
    with _answer(url, body, cookie) as answer:
        found: bytes = answer.read(LARGEST)
        return found


@contextmanager
def _answer(url: str, body: bytes | None, cookie: str) -> Iterator[HTTPResponse]:
    headers = {} if body is None else {"content-type": "application/json"}
    request = urllib.request.Request(url, data=body, headers=headers | ({"cookie": cookie} if cookie else {}))
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
            yield answer
    except urllib.error.HTTPError as error:
        raise Refusal(_problem(error.read(LARGEST), error.code)) from error
    except (OSError, ValueError) as error:  # URLError and timeouts are OSErrors; an invalid address is a ValueError
        raise Refusal(Problem(-1, "network")) from error


def _problem(body: bytes, status: int) -> Problem:
    try:
        return msgspec.json.decode(body, type=Problem)
    except (msgspec.MsgspecError, UnicodeError):
        return Problem(-1, "server", {"n": status})  # an answer from something in front of the server


def _read(body: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise Refusal(Problem(-1, "outdated")) from error
