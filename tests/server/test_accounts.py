"""Accounts: the same person on two devices, and only that person."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from server.page import Page
from server.running import Answer, Served, fetch, served
from server.snap import GAME as SNAP
from server.test_mine import contents, identity_in, remove_me
from stich.server.connections import limits
from stich.server.pages import account, passwords, sessions
from stich.server.pages.passwords import Passwords
from stich.server.storage.accounts import key_of

pytestmark = pytest.mark.once

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
SECRET, OTHER = "correct horse battery", "staple and something"


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashes that cost nothing, and cookies that end at once."""
    monkeypatch.setattr(account, "Passwords", lambda: Passwords(CHEAP))
    monkeypatch.setattr(sessions, "LATER", 0)
    monkeypatch.setattr(sessions, "REFRESH", 0.05)


@pytest.fixture
def server(where: Path | str) -> Iterator[Served]:
    with served(where if isinstance(where, str) else where.parent, {"snap": SNAP}) as running:
        yield running


def ask(server: Served, path: str, body: Any = None, cookie: str = "", method: str | None = None) -> Answer:
    headers = {"Cookie": cookie} if cookie else {}
    return fetch(f"{server.url}api/account{path}", body, method, headers)


def cookie_of(answer: Answer) -> str:
    return answer.headers["set-cookie"].partition(";")[0]


def new(server: Served, name: str = "Ann", password: str = SECRET, cookie: str = "") -> Answer:
    return ask(server, "", {"name": name, "password": password}, cookie)


def sign_in(server: Served, name: str = "Ann", password: str = SECRET) -> Answer:
    return ask(server, "/session", {"name": name, "password": password})


def test_a_guest_is_the_same_person_on_another_device(server: Served) -> None:
    made = fetch(server.url + "api/tables", {"game": "snap"}, headers={"Origin": server.url.rstrip("/")})
    guest = cookie_of(made)
    assert ask(server, "", cookie=guest).json == {"offered": True, "name": ""}
    answer = new(server, "Änn ", cookie=guest)
    assert (answer.status, answer.json) == (201, {"offered": True, "name": "Änn"})
    assert "set-cookie" not in answer.headers, "the guest has one already"
    phone = sign_in(server, "ÄNN")
    assert phone.status == 200
    assert "no-store" in phone.headers["cache-control"]
    assert identity_in(cookie_of(phone)) == identity_in(guest)
    assert ask(server, "", cookie=cookie_of(phone)).json["name"] == "Änn"
    stored = json.dumps(contents(server.store))
    assert SECRET not in stored
    assert "$argon2id$" in stored


def test_a_new_person_can_begin_with_an_account(server: Served) -> None:
    answer = new(server)
    assert identity_in(cookie_of(answer)) == identity_in(cookie_of(sign_in(server)))


def test_wrong_names_and_passwords_are_refused_alike(server: Served) -> None:
    new(server)
    for name, password in (("Ann", OTHER), ("Ben", SECRET), ("", SECRET), ("Ann", ""), ("Ann", SECRET + "x")):
        answer = sign_in(server, name, password)
        assert (answer.status, answer.json["code"], answer.json["args"]) == (403, "account_wrong", {})
        assert "set-cookie" not in answer.headers


def test_an_unknown_name_costs_as_much_as_a_wrong_password(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[str] = []
    work = Passwords(CHEAP)
    hashed = work.hash_now(SECRET)

    class Noting:
        def hash(self, text: str) -> str:
            return CHEAP.hash(text)

        def verify(self, stored: str, text: str) -> bool:
            compared.append(text)
            return CHEAP.verify(stored, text)

    monkeypatch.setattr(work, "made", Noting)
    assert not asyncio.run(work.fits(None, SECRET))
    assert not asyncio.run(work.fits(hashed, OTHER))
    assert not asyncio.run(work.fits(None, "a password that opens nothing"))
    assert asyncio.run(work.fits(hashed, SECRET))
    assert len(compared) == 4


@pytest.mark.parametrize(
    ("name", "password", "status", "code"),
    [
        ("Ann", "123456789", 400, "account_password"),
        ("Ann", "x" * 201, 400, "account_password"),
        ("A", SECRET, 400, "account_name"),
        ("\u2800\u200b", SECRET, 400, "account_name"),
        ("ANN", SECRET, 409, "account_taken"),
        ("ａnn", SECRET, 409, "account_taken"),
        ("A\u200bnn", SECRET, 409, "account_taken"),
    ],
)
def test_what_is_no_account_is_refused(server: Served, name: str, password: str, status: int, code: str) -> None:
    new(server)
    answer = new(server, name, password)
    assert (answer.status, answer.json["code"]) == (status, code)


def test_one_person_has_one_account(server: Served) -> None:
    cookie = cookie_of(new(server))
    assert new(server, "Ben", cookie=cookie).json["code"] == "account_known"


def test_the_password_is_not_repeated_by_an_error(server: Served) -> None:
    answer = ask(server, "", {"name": "Ann", "password": 5, "x": SECRET})
    assert answer.status == 400
    assert SECRET.encode() not in answer.body
    assert ask(server, "/session", b'{"name": "Ann", "password": "' + SECRET.encode()).status == 400
    assert ask(server, "", {"name": "Ann", "password": "x" * 5000}).json["code"] == "too_large"


def test_another_password_ends_the_other_sessions_and_no_seat_is_lost(server: Served) -> None:
    table = server.table(game="snap", gather=True)
    laptop = cookie_of(new(server))
    phone = cookie_of(sign_in(server))

    async def work() -> None:
        page = Page(server.url, table, sit=0)
        page.cookie = phone
        page.start()
        try:
            await page.until(lambda view: view["you"] == 0)
            wrong = await asyncio.to_thread(ask, server, "/password", {"old": OTHER, "new": OTHER}, laptop)
            assert (wrong.status, wrong.json["code"]) == (403, "account_wrong")
            short = await asyncio.to_thread(ask, server, "/password", {"old": SECRET, "new": "short"}, laptop)
            assert short.json["code"] == "account_password"
            changed = await asyncio.to_thread(ask, server, "/password", {"old": SECRET, "new": OTHER}, laptop)
            assert changed.status == 200
            mine = cookie_of(changed)
            await page.until(lambda view: view["you"] != 0)  # it has come back as somebody else
            assert page.cookie != phone
            page.cookie = mine
            assert page.socket is not None
            await page.socket.close()
            await page.until(lambda view: view["you"] == 0)
            assert ask(server, "", cookie=laptop).json["name"] == ""
            assert ask(server, "", cookie=mine).json["name"] == "Ann"
        finally:
            await page.stop()

    asyncio.run(work())
    assert sign_in(server).status == 403
    again = sign_in(server, password=OTHER)
    assert ask(server, "", cookie=cookie_of(again)).json["name"] == "Ann"


def test_signing_out_is_for_people_who_can_come_back(server: Served) -> None:
    made = fetch(server.url + "api/tables", {"game": "snap"}, headers={"Origin": server.url.rstrip("/")})
    guest = ask(server, "/session", cookie=cookie_of(made), method="DELETE")
    assert (guest.status, guest.json["code"]) == (409, "account_none")
    assert "set-cookie" not in guest.headers
    out = ask(server, "/session", cookie=cookie_of(new(server)), method="DELETE")
    assert out.status == 200
    assert "Max-Age=0" in out.headers["set-cookie"]


def test_an_account_goes_with_its_person(server: Served) -> None:
    cookie = cookie_of(new(server))
    copy = fetch(server.url + "api/me/data", headers={"Cookie": cookie}).json
    assert copy["account"]["name"] == "Ann"
    phone = cookie_of(sign_in(server))
    assert remove_me(server, cookie).status == 200
    assert contents(server.store)["account"] == []
    assert ask(server, "", cookie=phone).json["name"] == ""
    assert sign_in(server).status == 403
    assert identity_in(cookie_of(new(server))) != identity_in(cookie), "the name is free for somebody new"


def test_guessing_is_slowed_down(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    new(server)
    for _ in range(limits.PASSWORDS_AT_ONCE - 1):
        assert sign_in(server, password=OTHER).status == 403
    late = sign_in(server)
    assert late.status == 429
    assert int(late.headers["retry-after"]) > 10


def test_all_together_guess_one_name_slowly(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(account, "address_of", lambda request: str(id(request)))
    own = cookie_of(new(server))
    for _ in range(limits.PASSWORDS_OF_NAME):
        assert sign_in(server, password=OTHER).status == 403
    assert sign_in(server).status == 429
    assert sign_in(server, "Ben").status == 403, "another name is not concerned"
    for _ in range(limits.PASSWORDS_OF_NAME):
        assert ask(server, "/password", {"old": OTHER, "new": OTHER}, own).status == 403
    assert ask(server, "/password", {"old": SECRET, "new": OTHER}, own).status == 429


def test_those_who_guess_do_not_keep_the_owner_from_another_password(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(account, "address_of", lambda request: str(id(request)))
    own = cookie_of(new(server))
    for _ in range(limits.PASSWORDS_OF_NAME):
        sign_in(server, password=OTHER)
    assert sign_in(server).status == 429
    assert ask(server, "/password", {"old": SECRET, "new": OTHER}, own).status == 200


def test_right_passwords_are_not_counted(server: Served) -> None:
    new(server)
    for _ in range(limits.PASSWORDS_AT_ONCE + 5):
        assert sign_in(server).status == 200


def test_a_hash_of_other_costs_is_made_again(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    new(server)
    before = contents(server.store)["account"]
    assert sign_in(server).status == 200
    assert contents(server.store)["account"] == before
    monkeypatch.setattr(CHEAP, "_parameters", PasswordHasher(time_cost=2, memory_cost=8, parallelism=1)._parameters)
    assert sign_in(server).status == 200
    assert contents(server.store)["account"] != before
    assert sign_in(server).status == 200


def test_only_our_own_page_signs_in(server: Served) -> None:
    new(server)
    foreign = {"Origin": "https://elsewhere.example"}
    for path in ("", "/session", "/password"):
        body = {"name": "Ann", "password": SECRET}
        assert fetch(f"{server.url}api/account{path}", body, headers=foreign).status == 403


def test_two_processes_share_accounts_and_their_end(where: Path | str) -> None:
    """Nothing about an account lives in one process."""
    place = where if isinstance(where, str) else where.parent
    with served(place, {"snap": SNAP}) as one, served(place, {"snap": SNAP}) as two:
        first = cookie_of(new(one))
        assert new(two).json["code"] == "account_taken"
        second = cookie_of(sign_in(two))
        assert identity_in(first) == identity_in(second)
        mine = cookie_of(ask(two, "/password", {"old": SECRET, "new": OTHER}, second))
        until_nobody(one, first)
        assert ask(one, "", cookie=mine).json["name"] == "Ann"
        assert remove_me(two, mine).status == 200
        until_nobody(one, mine)


def until_nobody(server: Served, cookie: str) -> None:
    for _ in range(400):
        if ask(server, "", cookie=cookie).json["name"] == "":
            return
    raise AssertionError("the cookie still holds")


def test_without_the_package_there_are_no_accounts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "find_spec", lambda name: None)
    with served(tmp_path, {"snap": SNAP}) as server:
        assert ask(server, "").json == {"offered": False, "name": ""}
        assert new(server).status == 405
        assert sign_in(server).status == 404


def test_a_key_is_the_same_however_a_name_is_written() -> None:
    assert key_of("  ÄNN\u200b ") == key_of("a\u0308nn") == key_of("änn")
    assert key_of("Аnn") != key_of("Ann"), "names of accounts are not shown to others"
    assert key_of("x") == ""


def test_the_usual_costs_are_those_of_the_package() -> None:
    made = Passwords().made()
    assert made.memory_cost >= 64 * 1024
