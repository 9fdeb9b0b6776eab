"""What a terminal adds to the shuffle, as a page does."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from client.wired import Wired
from server.desk import Desk
from stich.client.shuffling import NONCE, PATIENCE, Shuffling, pledge
from stich.games import find
from stich.kernel import fair
from stich.server.messages.from_client import Again, Sit, Stand, Start
from stich.server.state.entries import Disclosed, Pledged

pytestmark = pytest.mark.once


class Adder:
    """A client at a table that adds to its shuffles."""

    def __init__(self, desk: Desk, name: str, seat: int) -> None:
        self.desk, self.wired = desk, Wired(desk, name)
        session = self.wired.session
        self.waits: list[tuple[float, Callable[[], None]]] = []
        self.shuffling = Shuffling(
            session, lambda msg: session.request(msg, desk.now), lambda s, do: self.waits.append((s, do))
        )
        self.wired.hear = lambda news: self.shuffling.follow()
        self.wired.open()
        self.wired.read()
        self.say(Sit(0, seat, name))

    def say(self, msg: Sit | Start | Stand | Again) -> None:
        self.wired.session.request(msg, self.desk.now)
        self.wired.read()


def settled(desk: Desk, *adders: Adder) -> None:
    for _ in range(4):
        for one in adders:
            one.wired.read()
        desk.go_on()


def table() -> tuple[Desk, Adder, Adder]:
    desk = Desk(find("farbe_und_wert"), gather=True, pace="instant", seats=2)
    return desk, Adder(desk, "ann", 0), Adder(desk, "ben", 1)


def test_it_computes_what_the_engine_does() -> None:
    for n, seat, nonce in ((1, 0, bytes(16)), (12, 11, bytes(range(16)))):
        assert pledge("tafel", n, seat, nonce) == fair.pledge("tafel", n, seat, nonce).hex()


def test_both_add_to_the_cards_and_to_those_of_a_rematch() -> None:
    desk, ann, ben = table()
    settled(desk, ann, ben)
    assert sorted(entry.body.seat for entry in desk.log if isinstance(entry.body, Pledged)) == [0, 1]
    nonces = [one.shuffling.nonce[1] for one in (ann, ben)]
    assert len(set(nonces)) == 2
    assert {len(nonce) for nonce in nonces} == {NONCE}
    ann.say(Start(0))
    settled(desk, ann, ben)
    agreed = desk.table.state.running().source.fair
    assert agreed is not None
    assert [part.nonce for part in agreed.deals[0].parts] == nonces
    assert [entry.body.n for entry in desk.log if isinstance(entry.body, Pledged)] == [1, 1, 2, 2]


def test_who_watches_adds_nothing_and_another_seat_gets_another_pledge() -> None:
    desk, ann, ben = table()
    ben.say(Stand(0))
    settled(desk, ann, ben)
    before = [entry.body.seat for entry in desk.log if isinstance(entry.body, Pledged)].count(1)
    ben.wired.read()
    assert [entry.body.seat for entry in desk.log if isinstance(entry.body, Pledged)].count(1) == before
    ann.say(Sit(0, 1, "ann"))
    settled(desk, ann, ben)
    last = [entry.body for entry in desk.log if isinstance(entry.body, Pledged)][-1]
    assert (last.seat, last.hash) == (1, pledge(desk.name, 1, 1, ann.shuffling.nonce[1]))


def test_a_client_that_has_lost_its_nonce_says_so_after_a_while() -> None:
    desk, ann, ben = table()
    settled(desk, ann, ben)
    ben.shuffling.nonce = (1, bytes(16))  # as after a restart; the pledge was another one's
    ann.say(Start(0))
    settled(desk, ann, ben)
    assert [body.seat for body in (entry.body for entry in desk.log) if isinstance(body, Disclosed)] == [0]
    [(seconds, give_up)] = ben.waits
    assert seconds == PATIENCE
    give_up()
    settled(desk, ann, ben)
    opened = [body for body in (entry.body for entry in desk.log) if isinstance(body, Disclosed)]
    assert [(body.seat, body.nonce != "") for body in opened] == [(0, True), (1, False)]
    give_up()  # it is over
    settled(desk, ann, ben)
    assert len([entry for entry in desk.log if isinstance(entry.body, Disclosed)]) == 2
