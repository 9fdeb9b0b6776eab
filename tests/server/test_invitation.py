"""Invitations: the link that guests can open, its QR code, and what a terminal prints."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.running import Served, fetch, served
from server.snap import GAME as SNAP
from stich.server.pages import invitation
from stich.server.pages.invitation import QUIET, code_of, is_own_machine, printed_code

pytestmark = pytest.mark.once

URL = "http://192.168.1.23:8000/t/abcdefgh1234"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("data"), {"snap": SNAP}) as running:
        yield running


def drawn(size: int, path: str) -> list[list[bool]]:
    """Return the modules of a drawing."""
    rows = [[False] * size for _ in range(size)]
    for x, y, long in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", path):
        for at in range(int(x), int(x) + int(long)):
            rows[int(y)][at] = True
    return rows


def test_the_drawing_is_the_code_with_a_light_border() -> None:
    import segno

    size, path = code_of(URL)
    rows = drawn(size, path)
    wanted = [[bool(module) for module in row] for row in segno.make_qr(URL, error="m").matrix]
    assert [row[QUIET:-QUIET] for row in rows[QUIET:-QUIET]] == wanted
    assert not any(any(row) for row in [*rows[:QUIET], *rows[-QUIET:]])
    assert not any(any(row[:QUIET]) or any(row[-QUIET:]) for row in rows)
    assert len(path) < 6000  # it is sent to a phone


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "table.localhost", "127.3.2.1"])
def test_these_addresses_open_on_this_machine_only(host: str) -> None:
    assert is_own_machine(host)


@pytest.mark.parametrize("host", ["192.168.1.23", "cards.example.org", "[2001:db8::7]", "my-mac.local", ""])
def test_these_addresses_open_elsewhere(host: str) -> None:
    assert not is_own_machine(host)


def test_a_table_that_only_this_machine_can_open_says_so(server: Served) -> None:
    table = server.table(game="snap")
    answer = fetch(f"{server.url}api/tables/{table}/invitation")
    told = answer.json
    assert answer.status == 200
    assert told["reached"] is False
    assert told["url"] == f"{server.url}t/{table}"


def test_guests_get_the_address_under_which_the_page_was_opened(server: Served) -> None:
    table = server.table(game="snap")
    answer = fetch(f"{server.url}api/tables/{table}/invitation", headers={"host": "cards.example.org"})
    told = answer.json
    assert (answer.status, told["url"], told["reached"]) == (200, f"http://cards.example.org/t/{table}", True)
    assert (told["size"], told["code"]) == code_of(told["url"])


def test_an_unknown_table_has_no_invitation(server: Served) -> None:
    answer = fetch(f"{server.url}api/tables/nosuchtable0/invitation")
    assert answer.status == 404
    assert answer.json["code"] == "unknown_table"


def test_on_this_machine_the_page_gives_the_address_in_the_network(tmp_path: Path) -> None:
    asked = []

    def elsewhere() -> list[str]:
        asked.append(1)
        return ["http://192.168.1.23:8000/"]

    with served(tmp_path, {"snap": SNAP}, elsewhere=elsewhere) as running:
        table = running.table(game="snap")
        for _ in range(2):
            told = fetch(f"{running.url}api/tables/{table}/invitation").json
            assert told["url"] == f"http://192.168.1.23:8000/t/{table}"
            assert told["reached"] is True
    assert len(asked) == 1


def test_a_terminal_prints_it_where_it_fits_and_can_be_written() -> None:
    code = printed_code(URL, 80, 30, "utf-8", colours=False)
    rows = code.splitlines()
    assert len(rows) <= 30
    assert {len(row) for row in rows} == {len(rows[0])}
    assert printed_code(URL, 80, len(rows) - 1, "utf-8", colours=False) == ""
    assert printed_code(URL, len(rows[0]) - 1, 30, "utf-8", colours=False) == ""
    assert printed_code(URL, 80, 30, "latin-1", colours=False) == ""
    assert printed_code(URL, 80, 30, "no such encoding", colours=False) == ""
    coloured = printed_code(URL, 80, 30, "utf-8", colours=True).splitlines()
    assert all(row.startswith("\x1b[97;40m") and row.endswith("\x1b[0m") for row in coloured)
    assert invitation.EDGE == 2
