"""For whom a proxy asks, and who may say so."""

from __future__ import annotations

import pytest

from stich.server.connections.proxies import LOCAL, THIS_MACHINE, Proxies, without_port

pytestmark = pytest.mark.once

FRONT = Proxies(["10.0.0.0/8", "192.0.2.1", "2001:db8::/32"])


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", ["198.51.100.7"], "198.51.100.7"),
        ("", ["198.51.100.7"], "198.51.100.7"),  # a socket file
        ("::ffff:127.0.0.1", ["198.51.100.7"], "198.51.100.7"),
        ("198.51.100.9", ["198.51.100.7"], "198.51.100.9"),  # no proxy of ours
        ("127.0.0.1", ["203.0.113.5, 198.51.100.7"], "198.51.100.7"),  # what stands on the left can be invented
        ("127.0.0.1", ["203.0.113.5", "198.51.100.7"], "198.51.100.7"),  # two headers
        ("127.0.0.1", ["198.51.100.7, 127.0.0.1"], "198.51.100.7"),  # two proxies
        ("127.0.0.1", ["198.51.100.7:4711"], "198.51.100.7"),
        ("127.0.0.1", ["[2001:db8::7]:4711"], "2001:db8::7"),
        ("127.0.0.1", ["evil<script>"], "127.0.0.1"),
        ("127.0.0.1", ["203.0.113.5, "], "127.0.0.1"),
    ],
)
def test_the_last_address_that_is_no_proxy_of_ours_counts(peer: str, forwarded: list[str], client: str) -> None:
    assert THIS_MACHINE.client(peer, forwarded) == client


def test_a_row_of_trusted_proxies_is_read_from_the_right() -> None:
    assert FRONT.client("10.1.1.1", ["203.0.113.5, 198.51.100.7, 2001:db8::9, 192.0.2.1"]) == "198.51.100.7"
    assert FRONT.client("127.0.0.1", ["198.51.100.7"]) == "127.0.0.1"  # it was not named
    assert FRONT.client("10.1.1.1", ["10.2.2.2, 10.3.3.3"]) == "10.2.2.2"  # somebody of the same network


def test_only_a_trusted_proxy_says_that_a_request_was_encrypted() -> None:
    assert FRONT.secure("10.1.1.1", "https")
    assert not FRONT.secure("10.1.1.1", "http")
    assert not FRONT.secure("10.1.1.1", None)
    assert not FRONT.secure("198.51.100.9", "https")


def test_what_is_no_address_is_refused() -> None:
    assert Proxies(LOCAL).trust("127.9.9.9")
    assert not THIS_MACHINE.trust("no address")
    for bad in ("nginx", "10.0.0.0/99", ""):
        with pytest.raises(ValueError, match="appear"):
            Proxies([bad])


def test_ports_are_left_out() -> None:
    assert without_port("192.0.2.1") == "192.0.2.1"
    assert without_port("2001:db8::1") == "2001:db8::1"
