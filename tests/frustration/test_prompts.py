"""The sentence of the table, as a player reads it in English."""

from __future__ import annotations

from typing import Any

from frustration.positions import OTHERS, dealt, do, state, table
from sentences import sentence
from stich.games.frustration.rules_cards import PILE
from stich.kernel.cards import SPECTATOR
from stich.kernel.match import Match
from stich.kernel.state import OVER

FIRST = "Two sets of three"
OWN = f"your contract 1: {FIRST}"


def test_the_cut() -> None:
    m = dealt(3, cut=-1, auto_cut=False)
    cutter = m.deal.turn
    assert sentence(m, cutter) == "Ada deals · cut off 10 to 100 cards · a joker under your packet is yours"
    assert sentence(m, 0).startswith("You deal · waiting for ")


def test_a_draw() -> None:
    m = table("C4 C6", *OTHERS[:2], drawn=False)
    assert sentence(m, 0) == f"Contract 1: {FIRST} · draw from the stock, or take the C2"
    assert sentence(m, 1) == f"The C2 is on the pile · waiting for Ada · {OWN}"
    assert sentence(m, SPECTATOR) == f"The C2 is on the pile · waiting for Ada · Ada has contract 1: {FIRST}"
    m = table("C4 C6", *OTHERS[:2], drawn=False, stock=0)
    m.deal.zones[PILE] = m.deal.zones[PILE][-1:]
    assert sentence(m, 0) == f"Contract 1: {FIRST} · the stock is gone: take the C2"


def test_each_reads_the_own_contract() -> None:
    m = table("C4 C6", *OTHERS[:2], contracts=[3, 7, 11])
    assert sentence(m, 0) == "Contract 3: A set of three and a run of four · discard a card"
    assert sentence(m, 1) == "Ada drew from the stock · waiting for Ada · your contract 7: A run of seven"


def test_a_contract_that_can_be_laid() -> None:
    m = table("C4 D4 H4 C7 D7 H7 SK", *OTHERS[:2])
    assert sentence(m, 0) == f"Contract 1: {FIRST} · it is complete: lay it down, or discard"
    do(m, "0 lay C4 D4 H4 C7 D7 H7")
    assert sentence(m, 0) == "Your contract lies on the table · discard a card"
    assert sentence(m, SPECTATOR) == "Ada drew from the stock · waiting for Ada"


def test_laying_off() -> None:
    m = table("S4 SK", *OTHERS[:2], laid=1, melds={0: ["C4 D4 H4", "C7 D7 H7"]})
    assert sentence(m, 0) == "Your contract lies on the table · lay off, or discard"


def test_a_last_card_that_has_to_be_discarded() -> None:
    m = table("S4", *OTHERS[:2], laid=1, melds={0: ["C4 D4 H4", "C7 D7 H7"]}, final_discard="required")
    assert sentence(m, 0) == "Your contract lies on the table · discard your last card"


def test_a_card_that_may_not_go_back() -> None:
    m = table("C4 C6", *OTHERS[:2], drawn=False)
    do(m, "0 take")
    assert sentence(m, 0) == f"Contract 1: {FIRST} · discard a card; the C2 may not go back"
    assert sentence(m, 1) == f"Ada took the C2 from the pile · waiting for Ada · {OWN}"
    m = table("C4 C6", *OTHERS[:2], drawn=False, pile_rule="honour")
    do(m, "0 take")
    assert sentence(m, 0) == f"Contract 1: {FIRST} · discard a card"


def test_the_last_turn() -> None:
    m = table("SK", "C4 C6", OTHERS[1], laid=1, melds={0: ["C4 D4 H4", "C7 D7 H7"]})
    do(m, "0 discard SK")
    assert sentence(m, 0) == "The SK is on the pile · you are out, the others have one more turn"
    assert sentence(m, 1).endswith("· draw from the stock, or take the SK · Ada is out: this is your last turn")


def offered(**options: Any) -> Match:
    m = table("X H9 S5", *OTHERS[:2], **options)
    do(m, "0 discard X")
    return m


def test_a_joker_on_the_pile() -> None:
    m = offered()
    assert sentence(m, 1) == f"A joker is on the pile · you may claim it · {OWN}"
    assert sentence(m, 0) == f"A joker is on the pile · it may be claimed now · {OWN}"
    m = offered(joker_claim="priority")
    assert sentence(m, 1) == f"A joker is on the pile · claim it, or leave it · {OWN}"
    assert sentence(m, 2) == f"A joker is on the pile · waiting for Ben · {OWN}"


def test_a_joker_for_which_lots_are_drawn() -> None:
    m = offered(joker_claim="random")
    assert sentence(m, 1) == "A joker is on the pile · claim it, or leave it · if several want it, lots decide"


def test_a_joker_that_costs_a_card() -> None:
    m = offered(claimed_joker="swap")
    assert sentence(m, 1) == "A joker is on the pile · you may claim it · it costs a card, which goes under the pile"
    do(m, "1 claim")
    assert sentence(m, 1) == f"You have claimed the joker · put a card under the pile for it · {OWN}"
    assert sentence(m, 2) == "Ben has claimed the joker · waiting for Ben"
    assert state(m).claimant == 1


def coming(m: Match) -> list[tuple[int, str, str]]:
    state(m).phase = OVER
    return [
        (one.n, one.key.removeprefix("frustration.reached"), one.which.removeprefix("frustration.contract."))
        for one in state(m).reached(SPECTATOR)
    ]


def test_the_contract_that_comes_next_for_each() -> None:
    m = table("C4", "C5", "C6", contracts=[2, 10, 2], laid=0b011)
    assert [one.n for one in state(m).reached(0)] == [2, 10, 2]
    assert coming(m) == [(3, ".next", "3"), (11, ".next", "11"), (2, ".again", "2")]


def test_after_the_last_one_none_comes_next() -> None:
    m = table("C4", "C5", "C6", contracts=[11, 10, 2], laid=0b011)
    assert coming(m) == [(11, ".laid", ""), (10, ".laid", ""), (2, "", "")]
    m = table("C4", "C5", contracts=[11, 2], laid=0b01, scores=[90, 10], winner="both_or_play_on")
    assert coming(m) == [(11, ".again", "11"), (2, ".again", "2")]
