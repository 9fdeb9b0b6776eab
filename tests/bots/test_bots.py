"""What is asked of every bot of every game: legal answers, from the view alone, the same for the same question."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stich.bots import Bot, bot, levels
from stich.bots.search import Search
from stich.games import find, games, load_folder
from stich.games.chimera.rules import GAME
from stich.games.chimera.rules_state import Chimera
from stich.kernel.action import Action, Refused
from stich.kernel.cards import holds
from stich.kernel.chance import quick
from stich.kernel.deal import Setup
from stich.kernel.match import SIM, Match, Source
from stich.kernel.sample import sample
from stich.kernel.view import View, view

pytestmark = pytest.mark.once

FOREIGN = Path(__file__).parent.parent / "games"
LEVELS = ["random", "beginner", "club", "expert@8"]  # whatever its budget, a search keeps the rules
COMBINATIONS = {
    "kickers_distinct": "false",
    "kicker_may_repeat_run": "true",
    "triple_kicker_same_rank": "true",
    "special_kickers": "both",
    "quad_pair_as_singles": "true",
    "quad_two_equal_pairs": "true",
}
OTHER_RULES = [
    COMBINATIONS,
    {"special_kickers": "one", "attached_runs": "two_only", "piya_end": "high"},
    {"show_counts": "false", "den_open": "true", "show_faceup": "bidding_only"},
    {"forced_bid": "first_passer_no_redeal", "history": "all", "faceup_in_den": "left_of_dealer_bids"},
]


def question(seed: int, steps: int, options: dict[str, object]) -> tuple[Match, int]:
    """Return a match after so many random actions, at a seat that has a choice."""
    match = Match(GAME, GAME.rules(options), Source(SIM, seed))
    chance = quick(seed, 1)
    while True:
        if not match.deal.must():
            match.next_deal()
        seat = match.deal.actor()
        legal = match.deal.legal(seat)
        if steps <= 0 and len(legal) > 1:
            return match, seat
        match.act(seat, legal[int(chance.below(len(legal)))])
        steps -= 1


def ask(player: Bot, v: View, legal: list[Action], seed: int) -> Action:
    return player.choose(v, legal, quick(seed, 2))


def test_levels_of_chimera_from_weak_to_strong() -> None:
    assert levels(GAME) == ["random", "beginner", "club", "expert", "master"]
    assert [bot(GAME, level).level for level in levels(GAME)] == levels(GAME)


def test_every_game_has_a_player() -> None:
    for game in games().values():
        assert levels(game)[0] == "random"


def test_a_game_without_bots_of_its_own_has_the_search() -> None:
    load_folder(FOREIGN / "schnapsen")
    game = find("schnapsen")
    assert levels(game) == ["random", "expert"]
    assert type(bot(game, "expert")) is Search


def test_a_search_may_be_asked_for_with_its_iterations() -> None:
    load_folder(FOREIGN / "schnapsen")
    game = find("schnapsen")
    player = bot(game, "expert@250")
    assert isinstance(player, Search)
    assert player.budget(game.deal(game.rules(), Setup(1, 0, (0, 0)), game.prepare(game.rules(), quick(1)))) == 250
    for level in ("expert@", "expert@0", "expert@-5", "expert@many", "expert@1@2", "random@250", "@250", "expert "):
        with pytest.raises(Refused) as refused:
            bot(game, level)
        assert refused.value.phrase.args == {"level": level, "allowed": "random | expert"}


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        bot(GAME, "grandmaster")
    assert refused.value.phrase.key == "error.level"
    assert refused.value.phrase.args == {
        "level": "grandmaster",
        "allowed": "random | beginner | club | expert | master",
    }


@pytest.mark.parametrize("options", [{}, *OTHER_RULES])
@pytest.mark.parametrize("level", LEVELS)
@given(seed=st.integers(0, 10**6), steps=st.integers(0, 90))
@settings(max_examples=25, deadline=None)
def test_answers_are_legal_and_held(level: str, options: dict[str, object], seed: int, steps: int) -> None:
    match, seat = question(seed, steps, options)
    s = match.deal
    legal = s.legal(seat)
    chosen = ask(bot(GAME, level), view(s, seat), list(legal), seed)
    listed = s.phase.canon(s, seat, chosen)
    assert listed in legal
    assert Action(chosen.verb, chosen.cards if listed.cards else b"", chosen.to) == listed
    assert isinstance(s, Chimera)
    assert holds(s.hand(seat), s.phase.cards(s, seat, chosen))
    match.act(seat, chosen)  # the match has nothing against it either


@pytest.mark.parametrize("level", LEVELS)
@given(seed=st.integers(0, 10**6), steps=st.integers(0, 90))
@settings(max_examples=40, deadline=None)
def test_hidden_cards_make_no_difference(level: str, seed: int, steps: int) -> None:
    """A deal that the seat cannot tell from the real one gets the same answer from another bot."""
    match, seat = question(seed, steps, {})
    seen = view(match.deal, seat)
    other = sample(seen, quick(seed, 3))
    assert view(other, seat).key() == seen.key()
    legal = match.deal.legal(seat)
    assert other.legal(seat) == legal
    assert ask(bot(GAME, level), seen, legal, seed) == ask(bot(GAME, level), view(other, seat), legal, seed)


@pytest.mark.parametrize("level", LEVELS)
@given(seed=st.integers(0, 10**6), steps=st.integers(0, 90))
@settings(max_examples=20, deadline=None)
def test_the_question_alone_decides(level: str, seed: int, steps: int) -> None:
    """The same question gets the same answer, whatever was asked before; and the bot leaves the question as it was."""
    match, seat = question(seed, steps, {})
    seen = view(match.deal, seat)
    before = seen.key()
    legal = match.deal.legal(seat)
    used = bot(GAME, level)
    for other_seed in (seed + 1, seed + 2):
        other, at = question(other_seed, steps // 2, {})
        ask(used, view(other.deal, at), other.deal.legal(at), seed)
    assert ask(used, seen, legal, seed) == ask(bot(GAME, level), seen, legal, seed)
    assert seen.key() == before


def test_several_threads_may_ask_one_bot() -> None:
    questions = [question(seed, seed % 70, {}) for seed in range(60)]
    player = bot(GAME, "club")

    def answer(one: tuple[Match, int]) -> Action:
        match, seat = one
        return ask(player, view(match.deal, seat), match.deal.legal(seat), 1)

    alone = [answer(one) for one in questions]
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(answer, questions * 5)) == alone * 5


def test_random_reaches_every_action() -> None:
    match, seat = question(5, 0, {})
    legal = match.deal.legal(seat)
    player = bot(GAME, "random")
    chance = quick(9)
    chosen = [player.choose(view(match.deal, seat), legal, chance) for _ in range(400)]
    assert all(60 < chosen.count(a) < 140 for a in legal)
    assert len(legal) == 4
