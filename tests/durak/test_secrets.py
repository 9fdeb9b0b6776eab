"""What nobody may know, what all have seen, and that being asked tells nothing."""

from __future__ import annotations

import pytest

from durak.positions import dealt, do, hand, legal, position, state
from moves import at_random
from stich.games.durak.rules import GAME
from stich.games.durak.rules_cards import DISCARD, HAND, TALON, TURNUP
from stich.games.durak.rules_phases_first import REVEAL
from stich.kernel.cards import BACK, SPECTATOR, Cards
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.sample import sample
from stich.kernel.view import laid_out, view, witnessed


def names(m: Match, zone: Cards) -> str:
    """Return the cards of a zone that a viewer knows."""
    return str(m.rules.layout.pack.write(bytes(c for c in zone if c != BACK)))


def test_hands_and_talon_are_hidden() -> None:
    s = state(dealt(3))
    for eye in (0, 1, 2, SPECTATOR):
        seen = view(s, eye).seen
        assert set(seen.zones[TALON]) == {BACK}
        assert seen.zones[TURNUP] == s.zones[TURNUP]
        for seat in range(3):
            assert (set(seen.zones[HAND + seat]) == {BACK}) == (eye != seat)


def test_what_was_taken_is_known_until_it_is_played() -> None:
    m = position("H8 H9 D3", "S2 S3 S4", "D2 D7")
    s = do(m, "0 attack H8", "1 take", "0 pass", "2 pass")
    assert (s.attacker, s.defender) == (2, 0)
    for eye in (0, 2, SPECTATOR):
        assert names(m, view(s, eye).seen.zones[HAND + 1]) == "H8"
    face = m.rules.layout.pack.faces["H8"]
    assert all(face in sample(view(s, 0), quick(n)).zones[HAND + 1] for n in range(20))
    do(m, "2 attack D7", "0 take", "2 pass", "1 pass", "1 attack H8")
    assert names(m, view(s, 0).seen.zones[HAND + 1]) == ""


def test_equal_cards_that_were_taken() -> None:
    """Two copies, one of which all have seen: it is the one that is played first."""
    m = position("H8 H9 D3", "H8 S3 S4", packs=2)
    s = do(m, "0 attack H8", "1 take", "0 pass")
    assert names(m, view(s, 0).seen.zones[HAND + 1]) == "H8"
    assert names(m, view(s, 1).seen.zones[HAND + 1]) == hand(m, 1)


def test_the_trump_card_is_known_to_whom_it_went() -> None:
    m = position("H2 H3 H4", "CA", "S2 S4", attack=["H9 HT"], talon="C5 C6", turnup="C7")
    s = do(m, "0 pass", "2 pass")
    assert names(m, view(s, 1).seen.zones[HAND]) == "C7"
    assert all(s.zones[HAND].count(c) >= 1 for c in view(s, SPECTATOR).seen.zones[HAND] if c != BACK)


def test_what_is_out_of_play_was_seen_and_lies_face_down() -> None:
    m = position("H2 H3", "CA", "S2 S4", attack=["H9 HT"])
    s = do(m, "0 pass", "2 pass")
    seen = view(s, 0).seen
    assert seen.zones[DISCARD] == s.zones[DISCARD], "whoever counts along knows it"
    assert set(laid_out(seen)[DISCARD]) == {BACK}
    m = position("H2 H3", "CA", show_discard=True)
    assert BACK not in laid_out(view(state(m), 0).seen)[DISCARD]


def test_nobody_sees_what_another_draws() -> None:
    m = position("H2 H3 H4", "CA", "S2 S4", attack=["H9 HT"], talon="C5 C6 S9", turnup="C7")
    m.events.clear()
    do(m, "0 pass", "2 pass")
    for eye in (1, 2, SPECTATOR):
        drawn = [witnessed(e, eye) for e in m.events if e.kind == "move" and e.src == TALON and e.dst != HAND + eye]
        assert drawn
        assert all(e is not None and e.card == BACK for e in drawn)


@pytest.mark.parametrize("mode", ["priority", "free"])
@pytest.mark.parametrize("taking", [False, True])
def test_who_is_asked_does_not_depend_on_the_hand(mode: str, taking: bool) -> None:
    """Two deals that differ in hidden cards alone: the same seats are asked, and see the same."""
    found = []
    for held, drawn in (("S8 D8", "S7 D7"), ("S7 D7", "S8 D8")):
        hands = ["D2 D3", "C2 C3 C4", held, "S2 S3"]
        m = position(*hands, attack=["H8 HT"], talon=drawn, turnup="C9", taking=taking, throw_mode=mode)
        s = state(m)
        found.append([(s.must(), s.may(), view(s, eye).key()) for eye in (0, 1, 3, SPECTATOR)])
        do(m, "0 pass")
        found[-1].append((s.must(), s.may(), view(s, 1).key()))
    assert found[0] == found[1]


def test_while_the_defender_beats_all_may_throw_or_none() -> None:
    found = []
    for held, drawn in (("S8 D8", "S7 D7"), ("S7 D7", "S8 D8")):
        hands = ["D2 D3", "C2 C3 C4", held]
        s = state(position(*hands, attack=["H8"], talon=drawn, turnup="C9", throw_mode="free"))
        found.append((s.must(), s.may(), view(s, 1).key()))
    assert found[0] == found[1]
    assert found[0][1] == 0b101


def test_nobody_learns_whether_the_defender_could_beat() -> None:
    can, cannot = (
        position("D2 D3", f"{card} C3 C4", attack=["H8"], talon=drawn, turnup="C9")
        for card, drawn in (("H9", "H7"), ("H7", "H9"))
    )
    assert "beat H8 H9" in legal(can, 1)
    for eye in (0, SPECTATOR):
        assert view(can.deal, eye).key() == view(cannot.deal, eye).key()


def test_a_shown_trump_is_known_and_what_was_not_shown_is_not() -> None:
    cards = "C4 S6 C2 S7 C7 S8 C8 D9 S2 DT H2 DJ H3 DQ H4 DK H5 DA CK"
    m = dealt(3, cards, first_attacker="lowest_trump")
    s = do(m, "1 show C4", "2 pass")
    assert s.phase is REVEAL
    assert names(m, view(s, 0).seen.zones[HAND + 1]) == "C4"
    faces = m.rules.layout.pack.faces
    drawn = [sample(view(s, 0), quick(n)) for n in range(60)]
    assert any(faces["C3"] in w.zones[HAND + 2] for w in drawn), "who does not show one may hold one"
    assert all(faces["C4"] in w.zones[HAND + 1] for w in drawn)


def test_a_trump_shown_to_pass_on_stays_known() -> None:
    m = position("H2 H3 H4", "C8 D3 D4", "S3 S4 S5", attack=["H8"], transfer_by_showing_trump=True)
    s = do(m, "1 show C8")
    assert names(m, view(s, 2).seen.zones[HAND + 1]) == "C8"


def test_a_draw_by_repetition_is_the_same_in_deals_that_look_alike() -> None:
    """§8 Positions are made of hidden hands; that one comes back follows from what lay on the table."""
    circle = ["0 attack H2", "1 take", "2 attack D2", "0 take", "1 attack H2", "2 take"]
    circle += ["0 attack D2", "1 take", "2 attack H2", "0 take", "1 attack D2", "2 take"]
    ends = []
    for one, other in (("H9 S9", "C9 CJ"), ("C9 CJ", "H9 S9")):
        m = position("H2 D9", one, f"D2 {other}", throw_in="off")
        seen = []
        for move in circle * 2:
            do(m, move)
            seen.append((m.deal.must(), [view(m.deal, eye).key() for eye in (0, SPECTATOR)]))
        assert m.over
        ends.append(seen)
    assert ends[0] == ends[1]


def test_samples_of_a_whole_game_know_what_was_taken() -> None:
    """In every position of a random game, what a seat was seen to take is in each deal drawn for the others."""
    m = Match(GAME, GAME.rules({}, 4), Source(SIM, 7))
    chance = quick(3, 3)
    known = 0
    while m.deal.must() and len(m.moves) < 150:
        acts = m.deal.legal(m.deal.actor())
        m.act(m.deal.actor(), acts[int(chance.below(len(acts)))])
        seen = view(m.deal, 0)
        drawn = sample(seen, chance)
        for seat in (1, 2, 3):
            for c in seen.seen.zones[HAND + seat]:
                if c != BACK:
                    known += 1
                    assert c in m.deal.zones[HAND + seat]
                    assert c in drawn.zones[HAND + seat]
    assert known > 50
    at_random(m, chance)
