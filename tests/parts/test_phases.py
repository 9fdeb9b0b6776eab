"""What small games take from `parts/`: dealing, matches to a limit, voids, passing equal cards, single melds."""

from __future__ import annotations

import pytest

from games.hearts.rules import GAME as HEARTS
from stich.kernel.cards import Pack
from stich.kernel.deal import Setup
from stich.kernel.state import OVER, Phase
from stich.kernel.zones import Layout, Rules
from stich.parts import pass_phase, suits, trick_phase
from stich.parts.melds.singles import Singles
from stich.parts.plain import deal_round
from stich.parts.tricks import Contract, Duty

PACK = Pack([suit + rank for suit in "CS" for rank in "789"], bytes(range(6)) * 2)
CONTRACT = Contract([[bytes([5]), bytes([4]), bytes([3])], [bytes([2]), bytes([1]), bytes([0])]], 0)


class Play(trick_phase.Tricks[trick_phase.TrickState]):
    def contract(self, s: trick_phase.TrickState) -> Contract:
        return CONTRACT

    def wanted(self, s: trick_phase.TrickState) -> list[int]:
        return Duty(trump=True).wanted(CONTRACT, s.zones[trick_phase.TRICK])


PLAY = Play("play", "small", PACK)


class Give(pass_phase.Pass[trick_phase.TrickState]):
    def passed(self, s: trick_phase.TrickState) -> None:
        s.phase = PLAY


GIVE = Give("give", "small", 2)


def state(*hands: str, phase: Phase[trick_phase.TrickState] = PLAY) -> trick_phase.TrickState:
    layout = Layout(trick_phase.COMMON, trick_phase.OWN, trick_phase.FACTS, PACK, len(hands))
    s = trick_phase.TrickState(Rules(layout, {}))
    s.clear(Setup(1, 0, (0,) * len(hands)))
    for seat, hand in enumerate(hands):
        s.zones[trick_phase.HAND + trick_phase.EACH * seat] = bytes(sorted(PACK.read(hand)))
    s.phase = phase
    return s


def play(s: trick_phase.TrickState, *cards: str) -> None:
    for card in cards:
        action = next(a for a in s.legal(s.turn) if PACK.write(a.cards) == card)
        s.apply(s.turn, action)


def hand(s: trick_phase.TrickState, seat: int) -> str:
    return PACK.write(s.zones[trick_phase.HAND + trick_phase.EACH * seat])


@pytest.mark.parametrize(("seats", "first"), [(2, 1), (3, 0), (4, 3)])
def test_cards_are_dealt_one_by_one(seats: int, first: int) -> None:
    hands = deal_round(bytes(range(4 * seats)), 3, seats, first)
    assert hands[first] == bytes([0, seats, 2 * seats])
    assert sorted(b"".join(hands)) == list(range(3 * seats))


def test_a_match_to_a_limit() -> None:
    rules = HEARTS.rules({"limit": "50"})
    setup = Setup(3, 0, (0, 0, 0, 0))
    assert HEARTS.winners(rules, setup, (49, 10, 0, 45)) == 0
    assert HEARTS.winners(rules, setup, (50, 10, 4, 45)) == 0b0100
    assert HEARTS.winners(rules, setup, (50, 4, 4, 70)) == 0b0110


def test_tricks_go_to_their_winner_who_leads_again() -> None:
    s = state("C7 C8", "C9 S7", "C7 C8")
    play(s, "C7", "C9", "C8")
    assert (s.turn, s.tricks, s.phase is PLAY) == (1, (0, 1, 0), True)
    play(s, "S7", "C7", "C8")
    assert (s.turn, s.tricks) == (1, (0, 2, 0))
    assert s.phase is OVER


def test_of_equal_cards_the_first_wins() -> None:
    s = state("C9", "C9")
    play(s, "C9", "C9")
    assert s.tricks == (1, 0)


def test_what_a_seat_has_shown_to_lack_it_cannot_hold_until_it_draws() -> None:
    s = state("C7 C8", "S7 C9", "C9 C8", phase=PLAY)
    s.zones[trick_phase.HAND + trick_phase.EACH] = PACK.read("S7 S8")
    play(s, "C7", "S7")
    at = trick_phase.HAND + trick_phase.EACH
    assert [PACK.names[c] for c in range(6) if not s.can_hold(c, at)] == ["C7", "C8", "C9"]
    assert all(s.can_hold(c, at + 1) for c in range(6))  # what it has won is another matter
    copy = s.copy()
    assert isinstance(copy, trick_phase.TrickState)
    assert copy.void == s.void
    s.drew(1)
    assert all(s.can_hold(c, at) for c in range(6))


def test_refusals_name_the_rule_and_what_is_possible() -> None:
    s = state("C7 C8", "C9 S7")
    play(s, "C7")
    why = PLAY.why(s, 1, PLAY.plays[PACK.faces["S7"]]).phrase
    assert (why.key, why.args) == ("error.small.follow", {"cards": PACK.read("C9"), "card": PACK.faces["C7"]})
    s = state("C7 C8", "S9 S8")
    play(s, "C7")
    assert PLAY.why(s, 1, PLAY.plays[PACK.faces["C9"]]).phrase.key == "error.not_held"


def test_equal_cards_are_passed_and_each_choice_is_listed_once() -> None:
    s = state("C7 C7 C8", "S7 S8 S9", "C9 C9 S7")
    GIVE.begin(s)
    assert [PACK.write(a.cards) for a in s.legal(0)] == ["C7 C7", "C7 C8"]
    for seat in (2, 0, 1):
        assert s.must() >> seat & 1
        s.apply(seat, s.legal(seat)[0])
    assert s.phase is PLAY
    assert s.sealed == ()
    assert [hand(s, seat) for seat in range(3)] == ["C8 C9 C9", "C7 C7 S9", "S7 S7 S8"]


def test_single_melds_are_those_of_the_best_arrangement() -> None:
    pack = suits.pack("A234567JQK")
    melds = Singles([1, 2, 3, 4, 5, 6, 7, 10, 10, 10])
    cards = bytes(sorted(pack.read("H5 H6 H7 S7 D7 CK DK")))
    assert melds.left_over(cards) == 31  # the sevens; the run would leave 34
    assert [pack.write(meld) for meld in melds.melds(cards)] == ["S7 H7 D7"]
    assert melds.left_over(b"") == 0
    assert melds.left_over(bytes(sorted(pack.read("CQ CK SA")))) == 21  # no run goes into the next suit
    with pytest.raises(ValueError, match="13 ranks"):
        Singles([1] * 13)
