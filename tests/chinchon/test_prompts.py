"""The sentence of the table, as a player reads it in English."""

from __future__ import annotations

from chinchon.positions import FILLER, do, table
from sentences import sentence
from stich.kernel.cards import SPECTATOR

CLOSES = "O1 O2 O3 E5 C5 B5 E2 E12"  # the two of swords is left over


def test_a_draw() -> None:
    m = table(FILLER, FILLER.replace("C1 ", "C2 "), drawn=False, pile="O12")
    assert sentence(m, 0) == "The O12 is on the pile · take it, or draw from the stock · 51 points left over"
    assert sentence(m, 1) == "The O12 is on the pile · waiting for Ada · 52 points left over"
    assert sentence(m, SPECTATOR) == "The O12 is on the pile · waiting for Ada"
    m = table("O1 O2 O3 E5 C5 B5 O5", FILLER, drawn=False, pile="O12")
    assert sentence(m, 0).endswith("· nothing left over")


def test_closing() -> None:
    m = table(CLOSES, FILLER)
    assert (
        sentence(m, 0)
        == "You have drawn · discard a card, or close with one · closing with the E12 leaves you 2 points"
    )
    assert sentence(m, 1) == "Ada has drawn · waiting for Ada · 51 points left over"
    m = table("O1 O2 O3 E5 C5 B5 O5 E12", FILLER, close_limit=5)
    assert sentence(m, 0).endswith("· discard a card, or close with one · closing with the E12 leaves you nothing")
    m = table("E2 E3 E4 E5 E6 E7 E10 C1", FILLER.replace("E7", "B12"))
    assert sentence(m, 0).endswith("· seven in a row: close and win the match")


def test_what_closing_takes() -> None:
    m = table(FILLER + " E11", FILLER, close_limit=5)
    assert sentence(m, 0) == "You have drawn · discard a card · 50 left over, closing takes 5 points at most"
    m = table("E1 E3 E5 C1 C3 B2 B4 O12", FILLER.replace("C1 ", "B12 "), close_needs_meld=True, close_limit="none")
    assert sentence(m, 0) == "You have drawn · discard a card · closing takes at least one meld"


def test_closing_to_stay_in() -> None:
    m = table(CLOSES, FILLER, mode="conga", scores=(99, 0))
    assert sentence(m, 0) == "You have drawn · discard a card · 2 left over, but you stay in with at most 1 point"
    m = table(CLOSES, FILLER, mode="conga", scores=(100, 0))
    assert sentence(m, 0) == "You have drawn · discard a card · 2 left over, but you stay in only with nothing"


def test_laying_down() -> None:
    m = table(CLOSES, "E1 E3 C1 C7 E7 O7 C12", auto_melds=False)
    do(m, "0 close E12")
    assert sentence(m, 0) == "You have closed · lay down your melds · 23 points left over"
    assert sentence(m, 1) == "Ada has closed · waiting for Ada"
    do(m, "0 meld O1 O2 O3", "0 meld E5 C5 B5")
    assert sentence(m, 0) == "You have closed · nothing more to lay down: finish · 2 points left over"


def test_adding() -> None:
    m = table(CLOSES, "O4 O6 C1 C12 B7 B10 E3", auto_melds=False, layoff="on_closer")
    do(m, "0 close E12", "0 meld O1 O2 O3", "0 done")
    assert sentence(m, 1).startswith("Ada has closed · lay off what fits, or finish · ")


def test_a_player_who_is_out_of_the_match() -> None:
    m = table(CLOSES, FILLER, "", mode="conga", scores=(0, 90, 130), out=0b100)
    assert sentence(m, 2) == "Ada has drawn · you are out of the match, the others play on"
