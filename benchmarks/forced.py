"""Count the decisions that a table makes by itself: how many of a game's are forced, and of which everybody can see it.

    python benchmarks/forced.py                   all games, random play and Club
    python benchmarks/forced.py durak --matches 20

Each game is played with its recommended preset, its usual number of players and at most three deals of a match.
"""

from __future__ import annotations

import argparse
from collections import Counter

from stich.bots import bot
from stich.games import find, games
from stich.kernel.cards import seats_of
from stich.kernel.chance import quick
from stich.kernel.forced import plays_by_itself
from stich.kernel.game import Game
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view

DEALS = 3  # of each match


def count(game: Game, level: str, matches: int) -> Counter[str]:
    """Return how many decisions there are, and how many of them a table makes by itself, alone and among people."""
    options: dict[str, object] = next((dict(one.options) for one in game.presets if one.recommended), {})
    rules = game.rules(options, game.seats[0])
    player, chance = bot(game, level), quick(1)
    found: Counter[str] = Counter()
    for seed in range(matches):
        match = Match(game, rules, Source(SIM, seed=seed))
        while True:
            deal = match.deal
            if deal.must() == 0:
                if match.over or match.setup.number >= DEALS:
                    break
                match.next_deal()
                continue
            seat = seats_of(deal.must())[0]
            acts = deal.legal(seat)
            if seat < rules.layout.seats:
                found["all"] += 1
                found["alone"] += plays_by_itself(game, deal, seat, alone=True)
                found["people"] += plays_by_itself(game, deal, seat, alone=False)
            match.act(seat, acts[0] if len(acts) == 1 else player.choose(view(deal, seat), acts, chance))
    return found


def main() -> None:
    """Print a row for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(games()))
    parser.add_argument("--matches", type=int, default=10)
    asked = parser.parse_args()
    print("| game | players | random: alone | with people | Club: alone | with people |")
    print("|---|---:|---:|---:|---:|---:|")
    for name in asked.games:
        game = find(name)
        row = [name, str(game.seats[0])]
        for level in ("random", "club"):
            found = count(game, level, asked.matches)
            row += [f"{100 * found[kind] / found['all']:.0f} %" for kind in ("alone", "people")]
        print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
