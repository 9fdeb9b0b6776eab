"""The sentence of the table, as a player reads it in English."""

from __future__ import annotations

from durak.positions import OTHERS, dealt, do, position
from sentences import sentence
from stich.kernel.cards import SPECTATOR


def test_an_attack() -> None:
    m = position("H8 S8 H9", *OTHERS[:2])
    assert sentence(m, 0) == "You attack Ben · play one card, or several of one rank · 4 cards at most"
    assert sentence(m, 1) == "Ada attacks you · waiting for Ada · 4 cards at most"
    assert sentence(m, 2) == "Ben is attacked · waiting for Ada · 4 cards at most"
    assert sentence(position("H8 S8", "C3"), 0) == "You attack Ben · play one card"


def test_a_defence() -> None:
    m = position("D2 S8 D3", "H9 C8 C3", OTHERS[1], attack=["H8"])
    more = "up to 2 more cards can be thrown in"
    assert sentence(m, 1) == f"Ada attacks you with the H8 · beat it, pass it on, or take · {more}"
    assert sentence(m, 0) == f"You attack Ben with the H8 · Ben has to beat or take · {more}"
    for viewer in (2, SPECTATOR):
        assert sentence(m, viewer) == f"Ada attacks with the H8 · Ben has to beat or take · {more}"


def test_what_is_left_to_beat() -> None:
    m = position("D2 D3", "H9 C3", attack=["H8", "D8"])
    assert sentence(m, 1) == "Ada attacks you with the H8 and the D8 · beat them all, or take"
    do(m, "1 beat H8 H9")
    assert sentence(m, 1) == "Still to beat: D8 · beat it, or take"
    assert sentence(m, 0) == "Still to beat: D8 · Ben has to beat or take"


def test_a_card_that_cannot_be_beaten() -> None:
    m = position("D2 D3", "H9 S3", attack=["H8", "D8"])
    attack = "Ada attacks you with the H8 and the D8"
    assert sentence(m, 1) == f"{attack} · beat them all, or take · you have nothing that beats the D8"
    m = position("D2", "S3 S4", attack=["H8"])
    assert sentence(m, 1) == "Ada attacks you with the H8 · you cannot beat it: take · 1 more card can be thrown in"
    m = position("D2 D3", "S3 S4", attack=["H8", "D8"])
    assert sentence(m, 1) == "Ada attacks you with the H8 and the D8 · you cannot beat them: take"
    m = position("D2 D3", "S8 S4", attack=["H8"])
    assert sentence(m, 1).endswith("· pass it on, or take · you have nothing that beats the H8")


def test_passing_on_by_showing_a_trump() -> None:
    m = position("D2 D3", "C8 S4", attack=["H8"], transfer_by_showing_trump=True)
    assert "beat it, pass it on, or take" in sentence(m, 1)
    m = position("D2 D3", "C8 S4", attack=["H8"], transfer=False)
    assert "beat it, or take" in sentence(m, 1)


def test_throwing_in() -> None:
    m = position("D8 ST", "CA H3 H4", "S8 C9 D3", attack=["H8 HT"])
    throw, more = "you may throw in a card of a rank that lies here", "up to 3 more cards can be thrown in"
    assert sentence(m, 0) == f"Ben has beaten everything · {throw} · {more}"
    assert sentence(m, 1) == f"You have beaten everything · the others may still throw in · {more}"
    assert sentence(m, 2) == f"Ben has beaten everything · waiting for Ada · {more}"
    m = position("D2 S4", "CA H3 H4", "S8 C9 D3", attack=["H8 HT"])
    assert sentence(m, 0) == f"Ben has beaten everything · none of your cards fits: pass · {more}"


def test_what_is_taken() -> None:
    m = position("D8 ST", "CA H3", attack=["H8"], taking=True)
    throw, more = "you may throw in a card of a rank that lies here", "1 more card can be thrown in"
    assert sentence(m, 0) == f"Ben takes · {throw} · {more}"
    assert sentence(m, 1) == f"You take · the others may still throw in · {more}"


def test_throwing_in_at_any_time() -> None:
    m = position("D8 ST", "CA H3", "S8 C9 D3", attack=["H8"], throw_mode="free")
    throw, more = "you may throw in a card of a rank that lies here", "1 more card can be thrown in"
    assert sentence(m, 2) == f"Ada attacks with the H8 · {throw} · {more}"
    assert sentence(m, 0) == f"You attack Ben with the H8 · {throw} · {more}"


def test_a_table_where_nobody_throws_in() -> None:
    m = position("D8 ST", "CA H3", attack=["H8"], throw_in="off")
    assert sentence(m, 1) == "Ada attacks you with the H8 · beat it, or take"


def test_a_player_who_is_out() -> None:
    m = position("H2 H3", "CA", "S2 S4", "D2 D4")
    do(m, "0 attack H2", "1 beat H2 CA")
    assert sentence(m, 1) == "Dan is attacked · you are out, the others play on · 2 cards at most"
    do(m, "2 attack S2")
    assert sentence(m, 1).startswith("Cleo attacks with the S2 · you are out, the others play on")


def test_the_lowest_trump() -> None:
    m = dealt(3, "C4 S6 C2 S7 C7 S8 C8 D9 S2 DT H2 DJ H3 DQ H4 DK H5 DA CK", first_attacker="lowest_trump")
    lowest = "the lowest trump shown attacks first"
    assert sentence(m, 1) == f"The CK is the trump card · show a trump, or pass · {lowest}"
    do(m, "1 show C4")
    assert sentence(m, 1) == f"You have shown the C4 · waiting for Cleo · {lowest}"
    assert sentence(m, 2) == f"Ben has shown the C4 · you have no trump that will do: pass · {lowest}"
    do(m, "2 pass")
    assert sentence(m, 0) == f"Ben has shown the C4 · show a lower trump, or pass · {lowest}"
