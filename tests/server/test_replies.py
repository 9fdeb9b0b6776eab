"""What each address may ask for is counted for the one who asks, and forgotten where that costs nobody anything."""

from __future__ import annotations

import json
import time

import pytest
from starlette.requests import Request

from stich.kernel.action import Refused
from stich.server.connections import credit as credits
from stich.server.connections.guests import household
from stich.server.pages.replies import STATUS, RequestCredit, refusal
from stich.server.state.refusals import PublicRefused, refusal_of
from stich.text.catalogue import catalogue

pytestmark = pytest.mark.once


def asks(host: str) -> Request:
    return Request({"type": "http", "client": (host, 1), "headers": []})


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_network_of_ipv6_is_one_address(host: str, counted: str) -> None:
    assert household(host) == counted


def test_an_empty_bucket_is_not_forgotten_when_many_others_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(credits, "ADDRESSES", 20)
    credit = RequestCredit(3, 0.001)
    greedy = asks("2001:db8::1")
    assert [credit.spend(greedy) for _ in range(4)] == [True, True, True, False]
    for n in range(200):
        assert credit.spend(asks(f"192.0.2.{n}"))
    assert len(credit.buckets) == 20
    assert not credit.spend(asks("2001:db8::2"))


def test_a_refusal_says_after_how_long_there_is_credit_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    credit, dear = RequestCredit(1, 5), asks("192.0.2.1")

    def wait(least: int = 0) -> int:
        n: int = json.loads(bytes(credit.refused(dear, least).body))["args"]["n"]
        return n

    assert credit.spend(dear)
    assert not credit.spend(dear)
    assert wait() == 200
    credit.charge("192.0.2.1", 20)
    assert wait() == 4200
    now += 4.1
    assert not credit.spend(dear)
    assert wait() == 100
    assert wait(1000) == 1000, "refused for another reason"
    now += 0.11
    assert credit.spend(dear)


def test_a_refusal_has_the_status_of_its_code_wherever_it_is_raised() -> None:
    known = {"error.unknown_table": 404, "error.storage": 503, "error.viewpoint": 400, "error.match_runs": 409}
    assert {key: refusal(Refused(key)).status_code for key in known} == known
    assert refusal(Refused("error.seats"), 400).status_code == 400, "the endpoint's, if the code has none"
    assert refusal(Refused("error.storage"), 400).status_code == 503
    texts = catalogue("en")
    assert [code for code in STATUS if f"error.{code}" not in texts] == [], "codes that no refusal has"


def test_why_a_table_is_closed_is_said_only_where_it_names_no_card() -> None:
    changed = refusal_of(PublicRefused("error.version", {"n": 2, "allowed": 3})).phrase
    assert (changed.key, changed.args) == ("error.closed", {"reason": "@error.version", "n": 2, "allowed": 3})
    faulty = refusal_of(Refused("error.not_held", {"cards": b"\x07"})).phrase
    assert (faulty.key, faulty.args) == ("error.closed", {"reason": "@error.internal"})
