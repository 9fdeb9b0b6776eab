"""The sentence of the table in the examples that a guest's game is copied from: it names the rule that binds."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.hearts.rules import GAME as HEARTS
from games.hearts.rules import Hearts
from games.knock.rules import GAME as KNOCK
from games.rummy.rules import GAME as RUMMY
from games.schnapsen.rules import GAME as SCHNAPSEN
from sentences import sentence
from stich.kernel.game import Game
from stich.kernel.match import SIM, Match, Source
from stich.text.catalogue import catalogue
from test_prompts import check_rules, positions

HERE = Path(__file__).parent


@pytest.mark.parametrize("game", [HEARTS, KNOCK, RUMMY, SCHNAPSEN], ids=lambda game: str(game.name))
def test_the_sentence_names_the_rule_that_binds(game: Game) -> None:
    texts = set(catalogue("en", HERE / game.name))
    assert check_rules(positions(game, "", game.seats[0], 400), texts)[0] > 0


def read(m: Match, seat: int) -> str:
    return sentence(m, seat, folder=HERE / m.game.name)


def test_hearts() -> None:
    m = Match(HEARTS, HEARTS.rules(), Source(SIM, 1))
    assert read(m, 0) == "pass 3 cards to Ben"
    for seat in range(4):
        m.act(seat, m.deal.legal(seat)[0])
    s = m.deal
    assert isinstance(s, Hearts)
    assert read(m, s.turn) == "the two of clubs begins"
    m.act(s.turn, s.legal(s.turn)[0])
    assert " led the C2 · " in read(m, s.turn)
    assert read(m, s.turn).endswith(" is winning so far [C2]")


def test_knock() -> None:
    m = Match(KNOCK, KNOCK.rules(), Source(SIM, 1))
    top = m.rules.layout.pack.names[m.deal.zones[1][-1]]
    assert read(m, m.deal.turn) == f"draw from the stock, or take the {top} · 25 points left over: knock at 10 or less"
    m.act(m.deal.turn, m.deal.legal(m.deal.turn)[0])
    said = read(m, m.deal.turn)
    assert said.startswith("discard a card · ")
    assert said.endswith(" points left over: knock at 10 or less")


def test_rummy_says_what_the_hand_would_cost() -> None:
    m = Match(RUMMY, RUMMY.rules(seats=3), Source(SIM, 1))
    hand = m.deal.zones[14 + m.deal.turn]
    cost = sum(min(card % 13 + 1, 10) for card in hand)
    assert read(m, m.deal.turn).endswith(f" · {cost} points in hand")
