"""The treasures so far: what everybody has seen go into the tricks, and at the end what the sheet says."""

from __future__ import annotations

from stich.games import find
from stich.games.chimera.rules_cards import EACH, WON
from stich.games.chimera.rules_score import treasures
from stich.kernel.cards import SPECTATOR
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view

GAME = find("chimera")


def test_the_tally_is_the_worth_of_each_pile_at_every_moment_and_for_every_viewer() -> None:
    chance = quick(1)
    seen = set()
    for seed in range(6):
        match = Match(GAME, GAME.rules(), Source(SIM, seed=seed))
        while match.setup.number < 3:
            deal = match.deal
            if deal.must() == 0:
                match.next_deal()
                continue
            piles = tuple([treasures(deal.zones[WON + EACH * seat]) for seat in range(3)])
            for viewer in (0, 1, 2, SPECTATOR):
                told = view(deal, viewer).seen.treasures
                assert (told or (0, 0, 0)) == piles
                seen.add(told)
            acts = deal.legal(deal.actor())
            match.act(deal.actor(), acts[chance.below(len(acts))])
    assert len(seen) > 20
