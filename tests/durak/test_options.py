"""What the options change, and what the sheet says of silent points."""

from __future__ import annotations

import pytest

from durak.positions import OTHERS, dealt, do, hand, legal, pairs, position, rules, said, state
from moves import at_random
from stich.games.durak.rules import GAME
from stich.games.durak.rules_cards import DISCARD, TALON, TURNUP
from stich.games.durak.rules_phases_bout import PILE_ON, THROW_IN
from stich.games.durak.rules_phases_first import REVEAL
from stich.games.durak.rules_refill import refill_order
from stich.games.durak.rules_repeats import BOUT
from stich.kernel.action import Phrase, Refused
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.state import OVER

# -- §2 cards


@pytest.mark.parametrize(("pack", "lowest"), [("52", "C2"), ("36", "C6"), ("32", "C7")])
def test_pack(pack: str, lowest: str) -> None:
    how = rules(2, pack=pack)
    assert len(how.layout.deck) == int(pack)
    assert how.layout.pack.names[0] == lowest


def test_the_number_of_packs() -> None:
    assert len(rules(2, packs="3").layout.deck) == 156
    assert len(rules(12, pack="32").layout.deck) == 96
    with pytest.raises(Refused, match=r"error\.durak\.packs") as refused:
        rules(6, pack="36", packs="1")
    assert refused.value.phrase.args == {"n": 6, "least": 2, "pack": "36"}
    assert len(rules(5, pack="36", packs="1").layout.deck) == 36


def test_the_last_card_of_a_pack_is_the_trump() -> None:
    s = state(dealt(5, pack="36"))
    assert (len(s.zones[TALON]), len(s.zones[TURNUP])) == (5, 1)
    s = state(dealt(12, pack="36"))
    assert len(s.zones[TALON]) == 108 - 72 - 1


# -- §3 who begins

LOW = "C4 S6 C2 S7 C7 S8 C8 D9 S2 DT H2 DJ H3 DQ H4 DK H5 DA CK"  # in turn to seats 1, 2 and 0; clubs are trumps


def test_forehand_attacks_first() -> None:
    s = state(dealt(3, LOW, dealer=0))
    assert (s.attacker, s.defender, s.turn) == (1, 2, 1)


def test_the_player_who_shows_the_lowest_trump_attacks_first() -> None:
    """§7 `lowest_trump`: asked from forehand on, each for a lower one than the last."""
    m = dealt(3, LOW, first_attacker="lowest_trump")
    s = state(m)
    assert (s.phase, s.actor()) == (REVEAL, 1)
    assert legal(m, 1) == ["pass", "show C4", "show C8"]
    do(m, "1 show C4")
    assert legal(m, 2) == ["pass"], "he has C7"
    do(m, "2 pass")
    assert legal(m, 0) == ["pass", "show C2"]
    do(m, "0 show C2")
    assert (s.attacker, s.defender, s.phase.name) == (0, 1, "open")
    assert hand(m, 0) == "C2 S2 S8 H4 DJ DA", "it is shown, not laid"


def test_nobody_has_to_show_a_trump() -> None:
    m = dealt(3, LOW, first_attacker="lowest_trump")
    do(m, "1 pass", "2 pass", "0 pass")
    assert (state(m).attacker, state(m).defender) == (1, 2), "forehand, if nobody does"
    m = dealt(3, LOW, first_attacker="lowest_trump")
    do(m, "1 pass", "2 show C7", "0 pass")
    assert (state(m).attacker, state(m).defender) == (2, 0)


def test_nobody_is_asked_for_a_trump_below_the_lowest() -> None:
    m = dealt(3, LOW.replace("C4", "X").replace("C2", "C4").replace("X", "C2"), first_attacker="lowest_trump")
    s = do(m, "1 show C2")
    assert (s.attacker, s.phase.name) == (1, "open")


# -- §4.1 how many


def test_at_most_so_many_attack_cards() -> None:
    m = position("H8 S8 D8 C8", OTHERS[0], max_attack=2)
    assert max(len(text.split()) for text in legal(m, 0)) == 3
    do(m, "0 attack H8 S8", "1 take")
    assert pairs(m) == [], "there is no room for a third one, so nobody is asked"


def test_one_less_in_the_first_bout() -> None:
    for first, most in ((True, 5), (False, 6)):
        m = position("H8 S8 D8 C8", "C3 C5 D3 D5 S3 S5", first=first, first_bout_max="5")
        assert state(m).limit == most


def test_the_limit_is_the_hand_when_somebody_becomes_defender() -> None:
    """§9: as many as the defender can beat, at every moment."""
    m = position("H8 S8 D8 C9", "H9 S9 C3", "H7 S7 D7 C7")
    do(m, "0 attack H8 S8", "1 beat H8 H9", "1 beat S8 S9")
    assert (state(m).limit, state(m).phase) == (3, THROW_IN)
    do(m, "0 throw D8")
    assert state(m).phase is not THROW_IN
    do(m, "1 beat D8 C3")
    assert pairs(m) == [], "three cards lay, and the bout is over"


# -- §4.2 beating, and passing on


def test_what_beats_what() -> None:
    m = position("D2", "H7 H9 S9 C3 CK", attack=["H8"])
    assert legal(m, 1, "beat") == ["beat H8 C3", "beat H8 CK", "beat H8 H9"]
    m = position("D2", "H7 H9 S9 C3 CK", attack=["C9"])
    assert legal(m, 1, "beat") == ["beat C9 CK"]


def test_an_equal_card_does_not_beat() -> None:
    """§2: copies are the same card."""
    m = position("D2 D3", "H8 HT CK", attack=["H8"], packs=2)
    assert legal(m, 1, "beat") == ["beat H8 CK", "beat H8 HT"]


def test_equal_attack_cards_are_beaten_one_by_one() -> None:
    m = position("D2 D3", "HT HT CK", attack=["H8", "H8"], packs=2)
    assert legal(m, 1, "beat") == ["beat H8 CK", "beat H8 HT"]
    do(m, "1 beat H8 HT")
    assert pairs(m) == ["H8 HT", "H8"]
    do(m, "1 beat H8 HT")
    assert pairs(m) == ["H8 HT", "H8 HT"]


def test_passing_on_travels_round_the_table() -> None:
    m = position("H8 H2 H3 H4", "S8 S2 S3 S4", "D8 D2 D3 D4")
    s = do(m, "0 attack H8", "1 transfer S8")
    assert (s.attacker, s.defender, s.turn) == (1, 2, 2)
    s = do(m, "2 transfer D8")
    assert (s.attacker, s.defender, s.limit) == (2, 0, 3)
    assert pairs(m) == ["H8", "S8", "D8"]
    do(m, "0 take")
    assert hand(m, 0) == "S8 H2 H3 H4 H8 D8", "three cards to three, so nobody was asked"
    assert (s.attacker, s.defender) == (1, 2)


def test_with_two_players_it_comes_back() -> None:
    s = do(position("H8 H2 H3 H4", "S8 D8 S3 S4"), "0 attack H8", "1 transfer S8")
    assert (s.attacker, s.defender) == (1, 0)


def test_several_cards_pass_on() -> None:
    m = position("H8 H2 H3 H4", "S8 D8 C8 S4")
    do(m, "0 attack H8")
    three = ["transfer C8", "transfer C8 D8", "transfer C8 S8", "transfer D8", "transfer S8", "transfer S8 D8"]
    assert legal(m, 1, "transfer") == sorted(three), "four would be more than he holds"


def test_after_a_beat_nothing_is_passed_on() -> None:
    m = position("H2 H3 H4 H5", "S8 D3 D4", attack=["H8 HT", "D8"])
    assert legal(m, 1, "transfer") == []
    m = position("H2 H3 H4 H5", "S8 D3 D4", attack=["H8 HT", "D8"], transfer_after_beat=True)
    assert legal(m, 1, "transfer") == ["transfer S8"]
    m = position("H2 H3 H4 H5", "S8 ST D4", attack=["H8 HT", "DT"], transfer_after_beat=True)
    assert legal(m, 1, "transfer") == [], "eight and ten"


def test_what_was_beaten_before_it_was_passed_on_is_taken_with_the_rest() -> None:
    m = position("H2 H3 H4 H5", "S8 D3 D4", attack=["H8 HT", "D8"], transfer_after_beat=True)
    do(m, "1 transfer S8", "0 take", "1 pass")
    assert hand(m, 0) == "S8 H2 H3 H4 H5 H8 HT D8"


def test_no_passing_on() -> None:
    m = position("H2 H3 H4", "S8 D3 D4", attack=["H8"], transfer=False)
    assert legal(m, 1) == ["take"]


def test_a_trump_is_shown_and_kept() -> None:
    m = position("H2 H3 H4", "C8 D3 D4", "S3 S4 S5", attack=["H8"], transfer_by_showing_trump=True)
    assert legal(m, 1) == ["beat H8 C8", "show C8", "take", "transfer C8"]
    s = do(m, "1 show C8")
    assert (s.attacker, s.defender, hand(m, 1), pairs(m)) == (1, 2, "C8 D3 D4", ["H8"])


def test_it_is_shown_once_in_a_bout() -> None:
    m = position("H2 H3 C8", "C8 D3 D4", attack=["H8"], transfer_by_showing_trump=True, packs=2)
    do(m, "1 show C8")
    assert legal(m, 0, "show") == []
    assert "transfer C8" in legal(m, 0)
    do(m, "0 take", "1 pass")
    assert not state(m).shown, "the next bout is another one"


def test_to_show_needs_room_for_what_lies() -> None:
    m = position("H2", "C8 D3 D4", attack=["H8", "S8"], transfer_by_showing_trump=True)
    assert legal(m, 1, "show") == []


# -- §4.3 throwing in


def asked(m: Match) -> list[int]:
    """Return who is asked in turn, if all pass."""
    out = []
    while state(m).phase in (THROW_IN, PILE_ON):
        out.append(state(m).actor())
        do(m, f"{out[-1]} pass")
    return out


FIVE = ("H2 H3", "S2 S3 S4", "D2 D3", "S7 S9", "C2 C3")


@pytest.mark.parametrize(("who", "seats"), [("all", [0, 2, 3, 4]), ("neighbours", [0, 2]), ("off", [])])
def test_who_throws_in(who: str, seats: list[int]) -> None:
    for taking in (False, True):
        m = position(*FIVE, attack=["H8 HT"], throw_in=who, taking=taking)
        assert asked(m) == seats


def test_neighbours_are_those_who_are_still_in() -> None:
    m = position("", "S2 S3 S4", "", "S7 S9", "C2 C3", attack=["H8 HT"], attacker=4, out=[0, 2], throw_in="neighbours")
    assert (state(m).attacker, state(m).defender) == (4, 1)
    assert asked(m) == [4, 3]


def test_no_more_for_who_takes() -> None:
    m = position(*FIVE, attack=["H8"], pile_on_after_take=False)
    do(m, "1 take")
    assert pairs(m) == []
    m = position(*FIVE, attack=["H8 HT"], pile_on_after_take=False)
    assert asked(m) == [0, 2, 3, 4], "who beats is not spared"


def test_more_for_who_takes_up_to_the_limit() -> None:
    m = position("H8 S8 D2", "H2 H3", "D8 C8 D3", attack=["H9"], max_attack=6)
    do(m, "1 take")
    assert asked(m) == [0, 2]
    m = position("S9 S8 D2", "H2 H3", "D9 C9 D3", attack=["H9"])
    s = do(m, "1 take", "0 pass", "2 throw D9")
    assert pairs(m) == []
    assert hand(m, 1) == "H2 H3 H9 D9", "he held two cards, so two are all"
    assert (s.attacker, s.defender) == (2, 0)


def test_after_a_throw_all_are_asked_again() -> None:
    m = position("S9 S8 D2", "H2 H3 H4 H5", "D9 C9 D3", attack=["H9"], taking=True)
    s = do(m, "0 pass", "2 throw D9")
    assert s.actor() == 0, "who has passed is asked again"
    do(m, "0 throw S9", "0 pass")
    assert s.actor() == 2


def test_after_a_throw_the_defender_answers_first() -> None:
    m = position("ST S8 D2", "CA H3 H4 H5", "D9 C9 D3", attack=["H9 HT"])
    s = do(m, "0 throw ST")
    assert (s.phase.name, s.actor()) == ("defend", 1)
    s = do(m, "1 beat ST CA")
    assert s.actor() == 0


def test_who_has_no_card_is_not_asked() -> None:
    m = position("", "CA H3 H4 H5", "D9 C9 D3", attack=["H9 HT"], talon="S2", turnup="C2")
    assert asked(m) == [2]


# -- §7 `throw_mode=free`


def test_all_may_throw_in_at_any_time() -> None:
    m = position("S9 S8 D2", "HT HJ H4 H5", "D9 C9 D3", attack=["H9"], throw_mode="free")
    s = state(m)
    assert (s.must(), s.may()) == (0b010, 0b101)
    assert legal(m, 2) == ["throw C9", "throw D9"]
    s = do(m, "2 throw D9", "1 beat H9 HT", "0 throw S9")
    assert pairs(m) == ["H9 HT", "D9", "S9"]
    assert s.turn == 1


def test_a_bout_is_over_when_all_have_passed_since_the_last_change() -> None:
    m = position("S9 S8 D2", "HT HJ H4 CA", "D9 C9 D3", attack=["H9 HQ"], throw_mode="free")
    s = state(m)
    assert (s.must(), s.may()) == (0b101, 0)
    do(m, "2 pass")
    assert s.must() == 0b001
    do(m, "0 throw S9")
    assert (s.must(), s.may()) == (0b010, 0b101)
    do(m, "1 beat S9 CA")
    assert s.must() == 0b101, "all are asked again"
    do(m, "0 pass", "2 pass")
    assert pairs(m) == []


def test_nobody_interrupts_when_the_limit_is_reached() -> None:
    m = position("S9 S8 D2", "HT HJ", "D9 C9 D3", attack=["H9", "S9"], packs=2, throw_mode="free")
    assert state(m).may() == 0


# -- §4.4 to §4.6 the end of a bout


def test_what_was_beaten_is_out_of_play() -> None:
    m = position("H2 H3", "CA", "S2 S4", attack=["H9 HT"])
    before = len(m.deal.zones[DISCARD])
    s = do(m, "0 pass", "2 pass")
    assert len(m.deal.zones[DISCARD]) == before + 2
    assert (s.attacker, s.defender) == (1, 2)


def test_discarded_cards_may_be_looked_at() -> None:
    for show in (False, True):
        assert rules(2, show_discard=show).layout.zones[DISCARD].shown == show


@pytest.mark.parametrize(("order", "after"), [("laid", [6, 6, 5]), ("defender_last", [6, 5, 6])])
def test_who_draws_first(order: str, after: list[int]) -> None:
    """§4.5, §9: who laid first, or the defender last. Four cards are due, and three are left."""
    hands = ["H2 H3 H4 H5 H6", "S2 S3 S4 S5 DJ", "D2 D3 D4 D5 D7 D9"]
    m = position(*hands, attack=["H9 HT"], talon="C5 C6", turnup="C7", refill_order=order)
    do(m, "0 pass", "2 throw D9", "1 beat D9 DJ", "0 pass", "2 pass")
    assert [len(state(m).hand(seat)) for seat in range(3)] == after


def test_who_laid_nothing_draws_behind_the_others() -> None:
    """§4.5: clockwise from the attacker, who is the one who has passed the attack on."""
    m = position("H2 H3 H8", "S8 S3", "D3 D5", "D4 D6", "S2 S4")
    s = do(m, "0 attack H8")
    assert list(refill_order(s)) == [0, 1, 2, 3, 4]
    s = do(m, "1 transfer S8")
    assert list(refill_order(s)) == [0, 1, 2, 3, 4]
    m = position("H2 H3 H8", "S8 S3", "D3 D5", "D4 D6", "S2 S4", refill_order="defender_last")
    s = do(m, "0 attack H8", "1 transfer S8")
    assert list(refill_order(s)) == [1, 3, 4, 0, 2]


def test_the_open_trump_is_drawn_last() -> None:
    m = position("H2 H3 H4", "CA", "S2 S4", attack=["H9 HT"], talon="C5 C6", turnup="C7")
    do(m, "0 pass", "2 pass")
    assert hand(m, 0) == "C5 C6 C7 H2 H3 H4"
    assert m.deal.zones[TURNUP] == b""


def test_a_defender_who_is_out_leaves_the_attack_to_the_next() -> None:
    m = position("H2 H3", "CA", "S2 S4", "D2 D4")
    do(m, "0 attack H2", "1 beat H2 CA")
    s = state(m)
    assert (s.out, s.attacker, s.defender) == (0b0010, 2, 3)
    assert said(m)[-1] == "event.out"


def test_an_attacker_who_is_out_is_passed_over() -> None:
    m = position("H2", "D3 D5", "", "C2 C3", out=[2])
    s = do(m, "0 attack H2", "1 take", "3 pass")
    assert (s.out, s.attacker, s.defender) == (0b0101, 3, 1)


def test_nobody_is_out_before_the_talon_is_gone() -> None:
    m = position("H2", "CA D2", "S2 S4", talon="S5", turnup="C7")
    s = do(m, "0 attack H2", "1 beat H2 CA", "2 pass")
    assert s.out == 0
    assert hand(m, 0) == "C7 S5"


# -- §5 the end


def test_the_last_ones_run_out_together() -> None:
    m = position("H2", "H3")
    s = do(m, "0 attack H2", "1 beat H2 H3")
    assert (s.phase, s.durak, m.over) == (OVER, -1, True)
    assert m.sheets[-1].result.points == (0, 0)
    assert said(m)[-1] == "event.draw_together"


def test_one_is_left() -> None:
    m = position("H2", "H3 H4")
    s = do(m, "0 attack H2", "1 beat H2 H3")
    assert (s.durak, m.sheets[-1].result.points, m.winners) == (1, (0, 1), 0b01)
    assert m.sheets[-1].result.headline == Phrase("durak.event.durak", {"seat": 1, "n": 1}, n=1)


# -- §6 the match


def test_the_loser_deals() -> None:
    m = Match(GAME, rules(3, match_games=5), Source(SIM, 1))
    for n in range(4):
        at_random(m, quick(5, n))
        lost = m.sheets[-1].result.points
        dealer = (m.setup.dealer + 1) % 3 if sum(lost) == 0 else lost.index(1)
        m.next_deal()
        assert m.setup.dealer == dealer


def test_the_fewest_lost_games_win_and_the_durak_pays() -> None:
    how = rules(3, match_games=3)
    setup = dealt(3).setup
    assert GAME.winners(how, setup, (1, 0, 0)) == 0
    setup.number = 3
    assert GAME.winners(how, setup, (2, 1, 0)) == 0b100
    assert GAME.stakes(how, (2, 1, 0), 0b100) == (-3, 0, 3)
    assert GAME.stakes(how, (1, 0, 0), 0b110) == (-2, 1, 1)


# -- §8 does it end?

CIRCLE = [  # three hand each other two cards; after six bouts all is as it was
    *("0 attack H2", "1 take", "2 attack D2", "0 take", "1 attack H2", "2 take"),
    *("0 attack D2", "1 take", "2 attack H2", "0 take", "1 attack D2", "2 take"),
]


def circle(stall_limit: int = 200) -> Match:
    return position("H2 D9", "S9", "D2 C9", throw_in="off", stall_limit=stall_limit)


def test_a_position_for_the_third_time_is_a_draw() -> None:
    m = circle()
    do(m, *CIRCLE, *CIRCLE[:-1])
    assert state(m).phase is not OVER
    s = do(m, CIRCLE[-1])
    assert (s.phase, s.durak, m.sheets[-1].result.points) == (OVER, -1, (0, 0, 0))
    assert said(m)[-2:] == ["event.repeated", "event.draw_repeated"]


def test_equal_cards_make_equal_positions() -> None:
    """§2: with two packs half a circle leads to the same hands."""
    m = position("H2 D9", "S9", "H2 C9", throw_in="off", packs=2)
    half = ["0 attack H2", "1 take", "2 attack H2", "0 take", "1 attack H2", "2 take"]
    do(m, *half, *half[:-1])
    assert state(m).phase is not OVER
    assert do(m, half[-1]).phase is OVER


def test_a_card_out_of_play_never_comes_back() -> None:
    """So no position before it can come back, and none is kept."""
    m = position("H2 H9 D9", "C8 C7", "D2 C9", throw_in="off")
    s = do(m, "0 attack H2", "1 take", "2 attack D2", "0 take")
    assert s.drift.count(BOUT) == 3
    do(m, "1 attack C7", "2 beat C7 C9")
    assert s.drift == bytes([BOUT, s.attacker])


def test_with_a_talon_no_position_is_noted() -> None:
    m = position("H2 D9", "S9", "D2 C9", throw_in="off", turnup="C2")
    assert state(m).drift == b""
    s = do(m, "0 attack H2", "1 take")
    assert s.zones[TURNUP] == b""
    assert s.drift == bytes([BOUT, 2])


def test_too_many_takes_on_end_are_a_draw() -> None:
    m = circle(stall_limit=5)
    do(m, *CIRCLE[:8])
    assert (state(m).stall, state(m).phase is OVER) == (4, False)
    s = do(m, *CIRCLE[8:10])
    assert (s.stall, s.phase, s.durak) == (5, OVER, -1)
    assert said(m)[-2:] == ["event.stall", "event.draw_stall"]


@pytest.mark.parametrize("seats", [2, 4, 7])
def test_a_defender_who_always_takes_does_not_play_for_ever(seats: int) -> None:
    """§8 Nobody ever beats a card, nobody passes on, nobody throws in."""
    m = Match(GAME, rules(seats, transfer=False, stall_limit=30), Source(SIM, 3))
    while m.deal.must():
        seat = m.deal.actor()
        acts = m.deal.legal(seat)
        m.act(seat, next((a for a in acts if a.verb in ("take", "pass")), acts[0]))
    assert len(m.moves) < 30 * 3 * seats
