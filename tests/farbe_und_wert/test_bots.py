"""Who counts the cards guesses best, at a common stack who thinks to the last card; and the hint says why."""

from __future__ import annotations

import pytest

from farbe_und_wert.positions import at_value, stacked, state
from stich.bots import advise, bot, levels
from stich.games.farbe_und_wert.bot import best, hits, likeliest, unseen
from stich.games.farbe_und_wert.odds import odds
from stich.games.farbe_und_wert.rules import BY_VALUE, GAME, PACK, FarbeUndWert
from stich.kernel.action import Action
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.state import OVER
from stich.kernel.view import view

pytestmark = pytest.mark.once


def test_the_levels_weakest_first() -> None:
    assert levels(GAME) == ["random", "beginner", "club", "expert"]


SINGLE = [{"single_sequence": sequence} for sequence in ("alternate", "free_choice", "colour_only")]


@pytest.mark.parametrize("options", [{"stacks": "two"}, *SINGLE])
@pytest.mark.parametrize("scoring", ["per_card", "colour1_value4"])
def test_a_hint_says_a_count_that_is_right_and_claims_no_more(options: dict[str, str], scoring: str) -> None:
    chance = quick(3)
    told = set()
    for seed in range(40):
        m = Match(GAME, GAME.rules({"stacks": "single", **options, "scoring": scoring}), Source(SIM, seed))
        while (seat := m.deal.actor()) >= 0:
            s = state(m)
            stacks = {s.rules.stack_of(0), s.rules.stack_of(1)}
            left = [PACK.names[c] for at in stacks for c in s.zones[at]]
            action, why = advise(GAME, view(s, seat), s.legal(seat), chance)
            key = why.key.rpartition(".")[2]
            told.add(key)
            red = sum(card[0] in "HD" for card in left)
            counts = [sum(card[1] == value for card in left) for value in "789TJQKA"]
            n = counts[action.to] if action.verb == "value" else red if action.verb == "red" else len(left) - red
            most = max(counts) if action.verb == "value" else max(red, len(left) - red)
            assert why.args["n"] == n
            if n < most:
                assert key == ("ahead" if action.verb == "value" else "rare")
            elif action.verb == "value" or 2 * n > len(left):
                assert key == action.verb
            else:
                colours = [a for a in best(s, s.legal(seat), unseen(s)) if a.verb != "value"]
                assert key == ("even" if len(colours) == 2 else "ahead")
            m.act(seat, s.legal(seat)[int(chance.below(len(s.legal(seat))))])
    if options == {"stacks": "two"}:
        assert not told & {"rare", "ahead"}, "there the count is all there is"
    elif options == SINGLE[2]:
        assert "rare" in told


def worked_out(s: FarbeUndWert, known: dict[object, float]) -> float:
    """Return the value of the deal from here for the player on turn, by trying all orders of the cards under the
    rules.
    """
    if s.phase is OVER:
        return 0.0
    left = s.zones[s.rules.stack_of(s.turn)]
    key = (left, s.phase)
    if key not in known:
        known[key] = max(guessed(s, a, known) for a in s.legal(s.turn))
    return known[key]


def guessed(s: FarbeUndWert, a: Action, known: dict[object, float]) -> float:
    """Return what a guess is worth there, each card that is left being as likely as any other."""
    at = s.rules.stack_of(s.turn)
    seat = s.turn
    worth = 0.0
    for c in s.zones[at]:
        n = s.copy()
        assert isinstance(n, FarbeUndWert)
        n.zones[at] = n.zones[at].replace(bytes([c]), b"") + bytes([c])
        before = n.result().points[seat]
        n.apply(seat, a)
        rest = worked_out(n, known)
        worth += n.result().points[seat] - before + (rest if n.turn == seat else -rest)
    return worth / len(s.zones[at])


@pytest.mark.parametrize("options", SINGLE)
@pytest.mark.parametrize("scoring", ["per_card", "colour1_value4"])
@pytest.mark.parametrize("left", ["S7 H7 D7", "S7 S8 H9 D9 HT", "C7 S7 H7 D7 CA SK"])
def test_the_odds_are_those_of_the_rules_tried_out(options: dict[str, str], scoring: str, left: str) -> None:
    m = stacked("", stacks="single", scoring=scoring, **options)
    s = state(m)
    s.zones[0], s.zones[1] = bytes(sorted(PACK.read(left))), bytes(c for c in PACK.deck if c not in PACK.read(left))
    known: dict[object, float] = {}
    for phase in {s.phase, BY_VALUE} if options == SINGLE[0] else {s.phase}:
        s.phase = phase
        found = odds(1, 4 if s.rules.by_guess else 1, s.rules.sequence).of(s.legal(0), s.zones[0])
        assert found == pytest.approx([guessed(s, a, known) for a in s.legal(0)])


def test_the_rarer_colour_may_be_the_better_one() -> None:
    """As the rules to read say: with one black and two red cards left, say black."""
    m = stacked("", stacks="single", single_sequence="colour_only")
    s = state(m)
    s.zones[0], s.zones[1] = PACK.read("S7 H8 D9"), bytes(c for c in PACK.deck if c not in PACK.read("S7 H8 D9"))
    assert bot(GAME, "club").choose(view(s, 0), s.legal(0), quick(1)).verb == "red"
    assert bot(GAME, "expert").choose(view(s, 0), s.legal(0), quick(1)).verb == "black"
    action, why = advise(GAME, view(s, 0), s.legal(0), quick(1))
    assert (action.verb, why.key, why.args) == ("black", "farbe_und_wert.why.rare", {"n": 1, "of": 3})


def test_nobody_says_black_because_it_is_first() -> None:
    """Between equals it is left to luck, and so are the values of which none has been turned."""
    for level in ("beginner", "club", "expert"):
        m = stacked("", "")
        said = {bot(GAME, level).choose(view(m.deal, 0), m.deal.legal(0), quick(n)) for n in range(200)}
        at_value(m)
        said |= {bot(GAME, level).choose(view(m.deal, 0), m.deal.legal(0), quick(n)) for n in range(200)}
        assert len(said) == 10


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


@pytest.mark.parametrize("scoring", ["per_card", "colour1_value4"])
def test_with_two_stacks_expert_and_club_choose_among_the_same(scoring: str) -> None:
    m = Match(GAME, GAME.rules({"scoring": scoring}), Source(SIM, 2))
    while (seat := m.deal.actor()) >= 0:
        s = state(m)
        assert best(s, s.legal(seat), unseen(s)) == likeliest(s, s.legal(seat), unseen(s))
        m.act(seat, s.legal(seat)[0])


def lost(level: str, options: dict[str, str], games: int = 6) -> float:
    """Return what a guess of this level costs on average at the common stack, against the best one."""
    total, guesses = 0.0, 0
    player, luck = bot(GAME, level), quick(5)
    for seed in range(games):
        m = Match(GAME, GAME.rules({"stacks": "single", **options}), Source(SIM, seed))
        while (seat := m.deal.actor()) >= 0:
            s = state(m)
            legal = s.legal(seat)
            action = player.choose(view(s, seat), legal, luck)
            left = unseen(s)
            worths = odds(s.rules.colour_worth, s.rules.value_worth, s.rules.sequence).of(legal, left)
            total += max(worths) - worths[legal.index(action)]
            guesses += 1
            m.act(seat, action)
    return total / guesses


@pytest.mark.parametrize("scoring", ["per_card", "colour1_value4"])
def test_club_guesses_a_colour_with_an_eye_to_the_value_behind_it(scoring: str) -> None:
    """To guess the likeliest colour costs several times as much."""
    assert lost("club", {"scoring": scoring}) < 0.006
    assert lost("beginner", {"scoring": scoring}) > 0.05


@pytest.mark.parametrize("options", SINGLE)
def test_expert_never_guesses_worse_than_it_could(options: dict[str, str]) -> None:
    assert lost("expert", options, 3) < 1e-9
