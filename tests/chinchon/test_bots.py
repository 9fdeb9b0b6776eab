"""Chinchón's players: what they may do under every way of playing, what they do in plain positions, and why."""

from __future__ import annotations

import itertools

import pytest

from chinchon.positions import FILLER, cards, rules, state, table
from stich.games.chinchon.bot import BOTS, advise
from stich.games.chinchon.club import others_have
from stich.games.chinchon.expert import Expert
from stich.games.chinchon.rules import GAME
from stich.games.chinchon.rules_cards import PILE
from stich.games.chinchon.rules_state import Chinchon
from stich.kernel.action import Action, Phrase
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view

pytestmark = pytest.mark.once

WAYS: list[dict[str, object]] = [
    {}, {"mode": "conga"}, {"auto_melds": False, "layoff": "on_closer"}, {"deck": 48, "layoff": "all"},
    {"close_limit": 5, "auto_melds": False}, {"minus_ten_for": "anyone", "stock_out": "void_deal"},
]  # fmt: skip


@pytest.mark.parametrize("level", BOTS)
@pytest.mark.parametrize("options", WAYS, ids=str)
def test_each_player_plays_whole_deals(level: str, options: dict[str, object]) -> None:
    m = Match(GAME, rules(3, **options), Source(SIM, 4))
    bot = Expert(6) if level == "expert" else BOTS[level]()
    chance = quick(4)
    for _ in range(2):
        while m.deal.must():
            seat = m.deal.actor()
            m.act(seat, bot.choose(view(m.deal, seat), m.deal.legal(seat), chance))
        if m.over:
            break
        m.next_deal()
    assert m.sheets


def chosen(level: str, hand: str, **given: object) -> str:
    m = table(hand, FILLER.replace("E7", "E12"), **given)  # type: ignore[arg-type]
    bot = BOTS[level]()
    return GAME.write(m.rules, bot.choose(view(m.deal, 0), m.deal.legal(0), quick(1)))


@pytest.mark.parametrize("level", ["club", "expert"])
def test_with_nothing_left_over_it_closes(level: str) -> None:
    assert chosen(level, "O1 O2 O3 E5 C5 B5 O5 E12") == "close E12"


@pytest.mark.parametrize("level", ["club", "expert"])
def test_what_makes_a_meld_is_taken_from_the_pile(level: str) -> None:
    assert chosen(level, "O1 O2 E5 C5 E11 B2 C7", drawn=False, pile="O3") == "take"


def test_club_closes_when_the_others_have_clearly_more_and_not_before() -> None:
    few, many = "O1 O2 O3 E5 C5 B5 C4 E12", "O1 O2 O3 E5 C5 B7 B11 E12"
    assert chosen("club", few) == "close E12"
    assert chosen("club", many).startswith("discard")
    assert chosen("club", few, scores=(98, 0)).startswith("discard"), "it would lose the match"
    conga: dict[str, object] = {"mode": "conga", "conga_close": "five_only"}
    assert chosen("club", few, scores=(96, 0), **conga) == "close E12"
    assert chosen("club", few, scores=(97, 0), **conga).startswith("discard"), "it would drop out"


def reasons(options: dict[str, object]) -> list[tuple[Chinchon, int, Action, Phrase]]:
    """Return what Club advises in the deals that it plays against itself."""
    out = []
    for seed in range(6):
        m = Match(GAME, rules(3, **options), Source(SIM, seed))
        chance = quick(seed)
        while m.deal.must():
            seat = m.deal.actor()
            legal = m.deal.legal(seat)
            action, why = advise(view(m.deal, seat), legal, chance)
            assert action in legal
            copied = m.deal.copy()
            assert isinstance(copied, Chinchon)
            out.append((copied, seat, action, why))
            m.act(seat, action)
    return out


def test_reasons_hold_for_who_sees_no_other_card() -> None:
    told = set()
    for s, seat, action, why in itertools.chain(
        reasons({}), reasons({"auto_melds": False, "layoff": "all"}), reasons({"close_limit": 5})
    ):
        key = why.key.removeprefix("chinchon.why.")
        told.add(key)
        hand = s.hand(seat)
        if key in ("take", "draw", "draw_no_use", "take_prospect", "draw_prospect"):
            card = s.zones[PILE][-1]
            with_it = bytes(sorted(hand + bytes([card])))
            best = min(s.rules.least(with_it.replace(bytes([c]), b"", 1)) for c in with_it)
            now = s.rules.least(hand)
            assert why.args["card"] == card
            if key == "take":
                assert (why.args["n"], why.args["now"], best < now) == (best, now, True)
            else:
                assert (key in ("draw_no_use", "take_prospect")) == (best >= now)
                assert (action.verb == "take") == (key == "take_prospect")
                assert key != "draw" or now - best <= 2
        elif key.startswith(("discard", "close")):
            left = s.rules.least(hand.replace(action.cards, b"", 1))
            assert left == why.args.get("n", 0)
            assert (action.verb == "close") == key.startswith("close")
            if key == "discard":
                assert why.args["points"] == s.rules.values[action.cards[0]]
            if key == "close":
                assert why.args["others"] == round(others_have(s))
        elif key in ("meld", "add"):
            assert action.verb == key
    assert {"take", "draw_no_use", "discard", "close", "meld", "add"} <= told


def test_a_player_sees_nothing_that_is_hidden() -> None:
    """Two deals that differ in another hand alone: the same choice."""
    for level in BOTS:
        choices = []
        for other in (FILLER, FILLER.replace("C12", "B2")):
            m = table("O1 O2 E5 C5 E11 B11 C6 E2", other)
            m.deal.zones[0] = bytes(sorted(m.deal.zones[0]))
            bot = Expert(12) if level == "expert" else BOTS[level]()
            choices.append(bot.choose(view(m.deal, 0), m.deal.legal(0), quick(9)))
        assert choices[0] == choices[1]
    assert state(table(FILLER, "C2 C5 E1 B4 B12 O6 E10")).hand(0) == cards(FILLER)
