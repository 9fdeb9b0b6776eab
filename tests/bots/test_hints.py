"""Every hint has a reason in the terms of its game, with words in each language that the game has.

Hearts and Knock, which are loaded from a folder, say so in their own tests.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from fingerprint import GAMES
from stich.bots import BOTS_CHOICE, advise, bot, levels, policies
from stich.bots.search import Search
from stich.kernel.action import Phrase
from stich.kernel.cards import HOST
from stich.kernel.chance import quick
from stich.kernel.game import Game
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view
from stich.text.catalogue import LANGUAGES, catalogue

pytestmark = pytest.mark.once

GUESTS = Path(__file__).parents[1] / "games"
EACH = 3  # every so many choices a hint is asked for
FEW = 3  # rollouts for a hint: its reason does not depend on them, and a class that is compiled cannot be patched


def reasons(game: Game, deals: int) -> dict[str, Phrase]:
    """Let an ordinary level play deals, and return what is said for hints on the way, by key."""
    luck = quick(5)
    names = levels(game)
    player = bot(game, names[-2] if len(names) > 2 else "random")
    found: dict[str, Phrase] = {}
    for seed in range(deals):
        m = Match(game, game.rules({}, game.seats[len(game.seats) // 2]), Source(SIM, seed))
        for n in range(200):
            if not m.deal.must():
                break
            seat = m.deal.actor()
            seen, legal = view(m.deal, seat), m.deal.legal(seat)
            if seat != HOST and n % EACH == seed % EACH:
                action, why = advise(game, seen, legal, luck)
                assert action in legal
                found[why.key] = why
            m.act(seat, player.choose(seen, legal, luck) if seat != HOST else legal[0])
    return found


@pytest.mark.parametrize("name", list(GAMES))
def test_every_hint_has_a_reason(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for value in vars(policies(GAMES[name])).values():
        if isinstance(value, Search):
            monkeypatch.setattr(value, "given", FEW)
    found = reasons(GAMES[name], 1 if (GUESTS / name).is_dir() else 2)  # guests are never compiled
    assert found
    assert BOTS_CHOICE.key not in found
    for lang in LANGUAGES:
        words = dict(catalogue(lang, GUESTS / name if (GUESTS / name).is_dir() else name))
        if f"{name}.about" in words:
            assert [key for key in found if key not in words] == []
