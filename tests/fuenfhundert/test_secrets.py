"""What both know and what only one does: talon, hands, declared cards, the exchanged card, what was just drawn."""

from __future__ import annotations

from fuenfhundert.positions import cards, dealt, do, match, plays, position, state
from stich.games.fuenfhundert.rules_cards import BOTTOM, DRAWN, EACH, HAND, PACK, TALON, WON
from stich.kernel.cards import BACK, SPECTATOR
from stich.kernel.chance import quick
from stich.kernel.sample import sample
from stich.kernel.view import view


def test_who_sees_what() -> None:
    """§4: hands are private, the talon is hidden but for its last card, and both have seen all tricks."""
    layout = match().rules.layout
    everybody = [0, 1, SPECTATOR]
    seen = {layout.ids[at]: [seat for seat in everybody if eyes >> seat & 1] for at, eyes in enumerate(layout.eyes)}
    assert seen == {
        "talon": [],
        "bottom": everybody,
        "trick": everybody,
        "hand.0": [0],
        "drawn.0": [0],
        "won.0": everybody,
        "hand.1": [1],
        "drawn.1": [1],
        "won.1": everybody,
    }


def test_declared_cards_are_where_they_were_shown_until_they_are_played() -> None:
    m = dealt("CK CQ H7 HA", "D8", "S9", "H9 D9")
    s = do(m, "1 declare KQ:C", "1 play HA", "0 play D8")
    both = cards("CK CQ")
    for eye in (0, SPECTATOR):
        assert set(both) <= set(view(s, eye).seen.zones[HAND + EACH])
        assert all(set(both) <= set(sample(view(s, eye), quick(n)).zones[HAND + EACH]) for n in range(30))
    s = do(m, "1 play CK")
    assert cards("CK")[0] not in view(s, 0).seen.zones[HAND + EACH]
    assert cards("CQ")[0] in view(s, 0).seen.zones[HAND + EACH]


def test_what_is_complete_is_nobody_elses_business() -> None:
    s = state(dealt("CK CQ", "", "S9"))
    seen = view(s, 0).seen
    assert set(seen.zones[HAND + EACH]) == {BACK}
    assert any("KQ" not in str(a) for a in s.legal(1))
    assert {cards("CK")[0] in sample(view(s, 0), quick(n)).zones[HAND + EACH] for n in range(40)} == {True, False}


def test_the_exchanged_card_is_known_also_when_it_is_no_longer_new() -> None:
    m = dealt("S7 HA H8", "D8", "SA", "H9 D9")
    s = do(m, "1 exchange")
    assert view(s, 0).seen.zones[DRAWN + EACH] == cards("SA")
    s = do(m, "1 play HA", "0 play D8")
    assert cards("SA")[0] in view(s, 0).seen.zones[HAND + EACH]
    assert PACK.write(view(s, 0).seen.zones[BOTTOM]) == "S7"


def test_the_last_draw_is_known() -> None:
    m = position("C8 C9", "H7 H8", talon=2, bottom="S9")
    s = do(m, "0 play C9", "1 play H8")
    assert cards("S9")[0] in view(s, 0).seen.zones[DRAWN + EACH]


def test_without_a_talon_each_knows_all() -> None:
    m = position("C8 C9 SA", "H7 H8 SK")
    s = state(m)
    for n in range(10):
        assert sample(view(s, 0), quick(n)).zones == s.zones


def test_the_talon_is_hidden() -> None:
    s = state(match())
    for eye in (0, 1, SPECTATOR):
        assert set(view(s, eye).seen.zones[TALON]) == {BACK}


def test_a_drawn_card_is_seen_by_nobody_but_lies_apart() -> None:
    m = dealt("HA", "D8", "S9", "H9 D9")
    s = do(m, "1 play HA", "0 play D8")
    assert view(s, 0).seen.zones[DRAWN + EACH] == bytes([BACK])
    assert view(s, 1).seen.zones[DRAWN + EACH] == cards("H9")
    assert s.zones[WON + EACH] == cards("HA D8")
    s = do(m, f"1 play {plays(m, 1)[0]}")
    assert s.zones[DRAWN + EACH] == b""
