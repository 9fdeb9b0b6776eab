"""Frustration's players: what they may do under every way of playing, what they do in plain positions, and why."""

from __future__ import annotations

from typing import Any

import pytest

from frustration.positions import OTHERS, rules, table
from stich.games.frustration.bot import BOTS, advise
from stich.games.frustration.expert import Expert
from stich.games.frustration.rules import GAME
from stich.games.frustration.rules_cards import PILE
from stich.games.frustration.rules_melds import JOKER
from stich.games.frustration.rules_near import lacking
from stich.games.frustration.rules_phases import CLAIM_IT
from stich.games.frustration.rules_state import Frustration
from stich.games.frustration.sight import still_to_come
from stich.kernel.action import CLOSE, Action, Phrase
from stich.kernel.cards import HOST, Seat, seats_of
from stich.kernel.chance import Chance, quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view

pytestmark = pytest.mark.once

WAYS: list[dict[str, object]] = [
    {}, {"joker_claim": "priority", "auto_cut": False}, {"joker_claim": "random", "claimed_joker": "swap"},
    {"contracts": "last_three", "final_discard": "required"}, {"contracts": "last", "twos_wild": "always"},
]  # fmt: skip


def step(m: Match, choose: Any, chance: Chance) -> None:
    """Let somebody act: first who may interrupt, then who must."""
    s = m.deal
    for seat in seats_of(s.may() & ~s.must()):
        chosen = choose(seat, [*s.legal(seat), CLOSE], chance)
        if chosen != CLOSE:
            m.act(seat, chosen)
            return
    seat = s.actor()
    m.act(seat, CLOSE if seat == HOST else choose(seat, s.legal(seat), chance))


@pytest.mark.parametrize("level", BOTS)
@pytest.mark.parametrize("options", WAYS, ids=str)
def test_each_player_plays_whole_deals(level: str, options: dict[str, object]) -> None:
    m = Match(GAME, rules(3, turn_cap=60, **options), Source(SIM, 4))
    bot = Expert(3) if level == "expert" else BOTS[level]()

    def choose(seat: Seat, legal: list[Action], chance: Chance) -> Action:
        return bot.choose(view(m.deal, seat), legal, chance)

    chance = quick(4)
    while m.deal.must():
        step(m, choose, chance)
    assert m.sheets


def chosen(level: str, hand: str, **given: Any) -> str:
    m = table(hand, *OTHERS[:2], **given)
    a = BOTS[level]().choose(view(m.deal, 0), m.deal.legal(0), quick(1))
    return GAME.write(m.rules, Action(a.verb, m.deal.phase.cards(m.deal, 0, a), a.to))


@pytest.mark.parametrize("level", BOTS)
def test_a_contract_that_can_be_laid_is_laid(level: str) -> None:
    assert chosen(level, "H4 S4 D4 CK CK HK S9") == "lay S4 H4 D4 | CK CK HK"


@pytest.mark.parametrize("level", ["club", "expert"])
def test_what_brings_the_contract_nearer_is_taken(level: str) -> None:
    assert chosen(level, "H4 S4 CK CK S9 H7 D2 CJ", pile="H3 D4", drawn=False) == "take"


def test_club_lays_off_before_it_discards_and_wild_cards_last() -> None:
    given = {"laid": 1, "melds": {0: ["C4 D4 H4"]}}
    assert chosen("club", "S4 X S9", **given) == "layoff S4 -> m1 set"
    assert chosen("club", "X S9", **given) == "layoff X -> m1 set"


def test_club_keeps_what_its_contract_is_made_of() -> None:
    assert chosen("club", "H4 S4 CK CK X H9 SA") == "discard SA"


def test_a_joker_is_claimed_by_a_player_who_still_has_to_lay() -> None:
    m = table("X H9 S5", *OTHERS[:2])
    m.act(0, GAME.read(m.rules, "discard X"))
    club = BOTS["club"]()
    assert club.choose(view(m.deal, 1), [CLAIM_IT, CLOSE], quick(1)) == CLAIM_IT
    m = table("X H9 S5", *OTHERS[:2], laid=0b111, melds={0: ["C4 X D4"], 1: ["H4 H5 X"], 2: ["S8 S9 X"]})
    m.act(0, GAME.read(m.rules, "discard X"))
    assert club.choose(view(m.deal, 1), [CLAIM_IT, CLOSE], quick(1)) == CLOSE, "it could not be laid off"


def test_what_may_still_come_is_what_lies_nowhere_that_one_knows_of() -> None:
    """Neither in sight nor with another one who was seen to take it: jokers that were claimed, cards off the pile."""
    m = table("X H9 S5", "H3 C5", "D3 S4", pile="C2 H9", laid=1, melds={0: ["C4 X D4"]})
    m.act(0, GAME.read(m.rules, "discard H9"))
    m.act(1, GAME.read(m.rules, "take"))
    m.act(1, GAME.read(m.rules, "discard H3"))
    left = still_to_come(view_of(m, 2))
    assert [left[face] for face in GAME.pack.read("X H9 S4 D5 H3")] == [5, 0, 1, 2, 1]
    assert left[GAME.pack.read("C2")[0]] == 1


def view_of(m: Match, seat: Seat) -> Frustration:
    seen = view(m.deal, seat).seen
    assert isinstance(seen, Frustration)
    return seen


def reasons(options: dict[str, object]) -> list[tuple[Frustration, Seat, Action, Phrase]]:
    """Return what Club advises in the deals that it plays against itself."""
    out = []
    for seed in range(4):
        m = Match(GAME, rules(3, **options), Source(SIM, seed))

        def choose(seat: Seat, legal: list[Action], chance: Chance, m: Match = m) -> Action:
            action, why = advise(view(m.deal, seat), legal, chance)
            copied = m.deal.copy()
            assert isinstance(copied, Frustration)
            out.append((copied, seat, action, why))
            return action

        chance = quick(seed)
        while m.deal.must():
            step(m, choose, chance)
    return out


def test_reasons_hold_for_who_sees_no_other_card() -> None:
    told = set()
    for s, seat, action, why in reasons({}):
        key = why.key.removeprefix("frustration.why.")
        told.add(key)
        contract, hand = s.contract_of(seat), s.hand(seat)
        if key in ("take_last", "draw_last"):
            assert s.out >= 0
            assert s.laid >> seat & 1 or not contract.can(hand + s.zones[PILE][-1:])
            assert (action.verb == "take") == (key == "take_last")
        elif key in ("take", "draw"):
            card = s.zones[PILE][-1:]
            nearer = lacking(contract, hand + card) < lacking(contract, hand)
            assert (key == "take", why.args["n"]) == (nearer, s.contracts[seat])
        elif key == "lay":
            assert contract.can(hand)
        elif key in ("layoff", "discard_laid"):
            assert s.laid >> seat & 1
            assert why.args["n"] == s.rules.worth[action.cards[0]]
        elif key == "discard_last":
            assert s.out >= 0
            assert why.args["n"] == max(s.rules.worth[c] for c in hand)
        elif key in ("discard", "discard_plan"):
            assert not s.laid >> seat & 1
            missed = lacking(contract, hand.replace(action.cards, b"", 1)) > lacking(contract, hand)
            assert missed == (key == "discard_plan")
            if key == "discard":
                assert why.args["points"] == s.rules.worth[action.cards[0]]
        elif key in ("claim", "claim_lay_off"):
            assert action.verb == "claim"
            assert bool(s.laid >> seat & 1) == (key == "claim_lay_off")
            assert s.zones[PILE][-1] == JOKER
    assert {"take", "draw", "lay", "layoff", "discard"} <= told
