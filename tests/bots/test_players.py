"""What is asked of the players of every game: legal under all rules, the same answer again, stronger than chance."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from _pytest.mark import ParameterSet

from rounds import runs
from stich.bots import bot
from stich.bots.arena import Arena, Contest
from stich.games import find, games
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view
from stich.kernel.zones import Rules

pytestmark = pytest.mark.once
GAMES = sorted(games())
SHORTER = {"cruzo": {"action_cap": "200"}}  # so that a deal has no thousand decisions
LARGE = ("cruzo", "doppelkopf", "durak", "gaigel")  # players or cards: a deal takes longest there


def sets() -> Iterator[ParameterSet]:
    """Yield every set; of large games one other value of each option, and the outermost numbers of players, are tried
    at every change."""
    for name in GAMES:
        seats = find(name).seats
        tried = {f"{n} seats" for n in range(min(seats) + 1, max(seats)) if n != seats[0]} if name in LARGE else set()
        for run in runs(find(name), 1, 1, SHORTER.get(name)):
            of = run.name.partition("=")[0]
            marks = [pytest.mark.long] if of in tried else []
            yield pytest.param(name, run.rules, id=f"{name} {run.name}", marks=marks)
            if name in LARGE:
                tried.add(of)


DEALS = 40
FEW = {"chimera": 20, "cruzo": 16, "doppelkopf": 12, "durak": 8, "fuenfhundert": 20, "gaigel": 12}  # --long: 40 of all
PAIR = ("cruzo",)  # of which two players are tried here, because with four a deal takes a second
SHARES = {  # of duplicate deals that Club has to win at least; it wins .05 more
    ("chimera", "random"): 0.88,
    ("chinchon", "random"): 0.57,
    ("cruzo", "random"): 0.62,
    ("doudizhu", "random"): 0.85,
    ("doppelkopf", "random"): 0.53,  # a random player is its partner as often as not
    ("durak", "random"): 0.6,  # of four players all win but one: .667 is the most there can be
    ("ecarte", "random"): 0.62,
    ("farbe_und_wert", "random"): 0.72,
    ("frustration", "random"): 0.92,
    ("fuenfhundert", "beginner"): 0.6,
    ("fuenfhundert", "random"): 0.86,
    ("gaigel", "random"): 0.71,
    ("herzblatt", "random"): 0.61,
}


@pytest.mark.parametrize("level", ["beginner", "club"])
@pytest.mark.parametrize(("name", "rules"), list(sets()))
def test_whatever_the_rules_a_bot_does_what_is_legal(name: str, rules: Rules, level: str) -> None:
    game = find(name)
    player, luck = bot(game, level), quick(3)
    for seed in range(1 if name in LARGE else 2):
        m = Match(game, rules, Source(SIM, seed))
        while m.deal.must():
            seat = m.deal.actor()
            legal = m.deal.legal(seat)
            chosen = player.choose(view(m.deal, seat), legal, luck)
            assert m.deal.phase.canon(m.deal, seat, chosen) in legal
            m.act(seat, chosen)


@pytest.mark.parametrize("name", GAMES)
def test_expert_does_what_is_legal_and_the_same_again(name: str) -> None:
    game = find(name)
    first, second = bot(game, "expert@12"), bot(game, "expert@12")
    m = Match(game, game.rules(), Source(SIM, 4))
    while m.deal.must():
        seat = m.deal.actor()
        legal = m.deal.legal(seat)
        chosen = first.choose(view(m.deal, seat), legal, quick(3))
        if len(m.moves) % 3 == 0:
            assert chosen == second.choose(view(m.deal, seat), legal, quick(3))
        assert m.deal.phase.canon(m.deal, seat, chosen) in legal
        m.act(seat, chosen)


@pytest.mark.parametrize(("name", "other"), SHARES)
def test_club_is_stronger(name: str, other: str) -> None:
    seats = 2 if name in PAIR else 0
    assert share(name, other, FEW.get(name, DEALS), seats) > SHARES[name, other]


@pytest.mark.long
@pytest.mark.parametrize(("name", "other"), [case for case in SHARES if case[0] in FEW])
def test_club_is_stronger_in_many_deals(name: str, other: str) -> None:
    assert share(name, other, DEALS) > SHARES[name, other]


def share(name: str, other: str, deals: int, seats: int = 0) -> float:
    """Return the share of duplicate deals that Club wins. seats: 0 for the usual number."""
    arena = Arena(Contest(name, {}, "club", other, seed=8, seats=seats), find(name))
    results = [result for number in range(deals) for result in arena.deal(number).results]
    return sum(result.share for result in results) / len(results)


def test_of_every_game_club_is_tried_against_chance() -> None:
    assert {name for name, other in SHARES if other == "random"} == set(GAMES)
