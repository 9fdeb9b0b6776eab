"""Who counts the cards guesses best, and the hint says the count."""

from __future__ import annotations

import pytest

from farbe_und_wert.positions import stacked, state
from stich.bots import advise, bot, levels
from stich.games.farbe_und_wert.bot import hits, unseen
from stich.games.farbe_und_wert.rules import GAME, PACK
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view


def test_the_levels_weakest_first() -> None:
    assert levels(GAME) == ["random", "beginner", "club", "expert"]


@pytest.mark.parametrize("options", [{}, {"stacks": "single"}, {"stacks": "single", "single_sequence": "free_choice"}])
@pytest.mark.parametrize("scoring", ["per_card", "colour1_value4"])
def test_a_hint_is_a_guess_with_the_best_prospect_and_says_the_count(options: dict[str, str], scoring: str) -> None:
    chance = quick(3)
    for seed in range(20):
        m = Match(GAME, GAME.rules({**options, "scoring": scoring}), Source(SIM, seed))
        while (seat := m.deal.actor()) >= 0:
            s = state(m)
            stacks = {s.rules.stack_of(0), s.rules.stack_of(1)}
            left = [PACK.names[c] for at in stacks for c in s.zones[at]]
            action, why = advise(GAME, view(s, seat), s.legal(seat), chance)
            key = why.key.rpartition(".")[2]
            red = sum(card[0] in "HD" for card in left)
            if action.verb == "value":
                counts = [sum(card[1] == value for card in left) for value in "789TJQKA"]
                assert (key, why.args["n"]) == ("value", max(counts)) == ("value", counts[action.to])
            else:
                mine = red if action.verb == "red" else len(left) - red
                assert why.args["n"] == mine >= len(left) - mine
                assert key == ("even" if 2 * mine == len(left) else action.verb)
            m.act(seat, s.legal(seat)[int(chance.below(len(s.legal(seat))))])


def test_club_remembers_what_a_beginner_has_forgotten() -> None:
    players = {level: bot(GAME, level) for level in ("club", "beginner")}
    short = dict.fromkeys(players, 0)
    chance = quick(5)
    for seed in range(10):
        m = Match(GAME, GAME.rules(), Source(SIM, seed))
        while (seat := m.deal.actor()) >= 0:
            left = unseen(state(m))
            legal = m.deal.legal(seat)
            for level, player in players.items():
                guess = player.choose(view(m.deal, seat), legal, chance)
                short[level] += hits(guess, left) < max(hits(a, left) for a in legal)
            m.act(seat, legal[int(chance.below(len(legal)))])
    assert short["club"] == 0
    assert short["beginner"] > 50


def test_expert_tries_out_only_what_counting_leaves_open() -> None:
    m = stacked("", "")
    assert bot(GAME, "expert").choose(view(m.deal, 0), m.deal.legal(0), quick(1)).verb in ("black", "red")
    m = stacked("", stacks="single", single_sequence="free_choice", scoring="colour1_value4")
    assert bot(GAME, "expert@8").choose(view(m.deal, 0), m.deal.legal(0), quick(1)) in m.deal.legal(0)
