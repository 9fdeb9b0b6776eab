"""What is said for a hint about Écarté holds in the position in which it is said, for all who see the cards."""

from __future__ import annotations

from collections import Counter

import pytest

from ecarte.positions import position, state
from moves import do
from stich.bots import advise, bot, levels
from stich.games.ecarte.rules import GAME
from stich.games.ecarte.rules_cards import CONTRACTS, HAND, PACK, STOCK, TRICK
from stich.games.ecarte.rules_phases import CHANGE, CLAIM, DECIDE
from stich.games.ecarte.rules_state import Ecarte
from stich.kernel.action import Action, Phrase
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view

pytestmark = pytest.mark.once

BY_RANK = "789TAJQK"


def hint(m: Match, seat: int) -> tuple[str, str, Phrase]:
    action, why = advise(GAME, view(m.deal, seat), m.deal.legal(seat), quick(1))
    return GAME.write(m.rules, action), why.key.removeprefix("ecarte.why."), why


@pytest.mark.parametrize(
    ("first", "second", "phase", "does", "says"),
    [
        ("", "HQ HJ HT SK S7", DECIDE, "play", "play"),
        ("", "HK HQ HJ SK S7", DECIDE, "decline", "wait_king"),
        ("", "S7 S8 D7 D8 C8", DECIDE, "decline", "decline"),
        ("", "H8 SK DK CK H9", DECIDE, "play", "play"),
        ("", "H9 SK D7 D8 C8", CHANGE, "change C8 D7 D8", "keep"),
        ("", "S9 SJ D7 D8 C8", CHANGE, "change C8 S9 SJ D7 D8", "keep_none"),
        ("", "HK CK CQ CJ CT", CLAIM, "king", "king"),
    ],
)
def test_before_the_first_card(first: str, second: str, phase: object, does: str, says: str) -> None:
    m = position(first, second, phase)  # type: ignore[arg-type]
    assert hint(m, 1)[:2] == (does, says)


@pytest.mark.parametrize(
    ("hand", "does", "says"),
    [
        ("HQ HT H9 SK DT", "card HQ", "lead_trumps"),
        ("HQ H9 SK S7 DT", "card SK", "lead_master"),
        ("H9 SJ S8 S7 DK", "card SJ", "lead_long"),
        ("H9 SK S8 DT C7", "card SK", "lead_master"),
        ("ST DQ", "card DQ", "lead_high"),
    ],
)
def test_leading(hand: str, does: str, says: str) -> None:
    assert hint(position("CA CK", hand), 1)[:2] == (does, says)


@pytest.mark.parametrize(
    ("hand", "lead", "does", "says"),
    [
        ("SK SQ C7", "SA", "card SQ", "take_cheaply"),
        ("H8 HJ C7", "SA", "card H8", "take_cheaply"),
        ("S8 S7 C7", "SA", "card S7", "lose_little"),
        ("C7", "SA", "card C7", "only"),
    ],
)
def test_following(hand: str, lead: str, does: str, says: str) -> None:
    m = do(position(hand, f"{lead} D8 D9"), f"1 card {lead}")
    assert hint(m, 0)[:2] == (does, says)


def walk(m: Match) -> list[tuple[Action, str, Phrase]]:
    """Play a deal by the hints, and return them, each held against the open cards."""
    said = []
    while (seat := m.deal.actor()) >= 0:
        legal = m.deal.legal(seat)
        action, why = advise(GAME, view(m.deal, seat), legal, quick(1))
        assert action in legal
        check(state(m), seat, action, why)
        said.append((action, why.key.removeprefix("ecarte.why."), why))
        m.act(seat, action)
    return said


def check(s: Ecarte, seat: int, action: Action, why: Phrase) -> None:
    key = why.key.removeprefix("ecarte.why.")
    trump = PACK.names[s.turnup][0]
    hand = [PACK.names[c] for c in s.hand(seat)]
    other = [PACK.names[c] for c in s.hand(1 - seat)]
    if key == "lead_master":
        card = PACK.names[action.cards[0]]
        assert not [c for c in other if c[0] == card[0] and BY_RANK.index(c[1]) > BY_RANK.index(card[1])]
    elif key == "lead_trumps":
        assert sum(c[0] == trump for c in hand) >= 2
    elif key == "lead_long":
        plain = [sum(c[0] == suit for c in hand) for suit in "CSHD" if suit != trump]
        assert sum(c[0] == PACK.names[action.cards[0]][0] for c in hand) == why.args["n"] == max(plain)
    elif key == "lead_high":
        assert len({c[0] for c in hand if c[0] != trump}) == sum(c[0] != trump for c in hand)
    elif key in ("take_cheaply", "lose_little"):
        led = s.zones[TRICK][0]
        beats = CONTRACTS[s.trump()].beats
        assert beats(action.cards[0], led) is (key == "take_cheaply")
        assert any(beats(a.cards[0], led) for a in s.legal(seat)) is (key == "take_cheaply")
    elif key == "keep":
        kept = {c for c in hand if PACK.faces[c] not in action.cards}
        assert kept == {c for c in hand if c[0] == trump or c[1] == "K"}
    elif key in ("play", "decline", "offer"):
        assert 0 <= int(str(why.args["n"])) <= 100


def test_every_hint_of_many_deals_holds() -> None:
    told: Counter[str] = Counter()
    for seed in range(100):
        told += Counter(key for _, key, _ in walk(Match(GAME, GAME.rules(), Source(SIM, seed))))
    assert set(told) >= {"play", "decline", "offer", "keep", "king", "lead_trumps", "lead_long", "lead_master", "only"}


def test_the_levels_weakest_first() -> None:
    assert levels(GAME) == ["random", "beginner", "club", "expert"]


def test_an_exchange_never_goes_round_without_end() -> None:
    """With nothing that has to be exchanged, bots still come to a card."""
    club = bot(GAME, "club")
    for seed in range(60):
        m = Match(GAME, GAME.rules({"forehand_min_change": "0"}), Source(SIM, seed))
        for _ in range(60):
            if (seat := m.deal.actor()) < 0:
                break
            m.act(seat, club.choose(view(m.deal, seat), m.deal.legal(seat), quick(1)))
        assert m.deal.must() == 0


def test_expert_keeps_its_trumps() -> None:
    m = position("", "HK HQ D7 C8 S9", CHANGE)
    stock = m.deal.zones[STOCK]
    m.deal.zones[HAND], m.deal.zones[STOCK] = bytes(sorted(stock[:5])), stock[5:]
    away = bot(GAME, "expert@300").choose(view(m.deal, 1), m.deal.legal(1), quick(1)).cards
    assert 2 <= len(away) <= 3
    assert not set(away) & set(PACK.read("HK HQ"))
