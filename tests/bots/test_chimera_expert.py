"""What Expert sees and Club does not, what every player sees, and how its rollouts hang together with the rules."""

from __future__ import annotations

import pytest

from bots.tables import TOKENS, choice, table
from stich.bots import bot
from stich.games.chimera.bot import duplicate
from stich.games.chimera.expert import Expert
from stich.games.chimera.planner import Planner
from stich.games.chimera.rules import GAME
from stich.games.chimera.rules_cards import EACH, HAND, TRICK
from stich.games.chimera.rules_phases_auction import EXCHANGE
from stich.games.chimera.rules_phases_play import PLAY
from stich.games.chimera.rules_score import treasures
from stich.games.chimera.rules_state import Chimera
from stich.kernel.chance import quick
from stich.kernel.view import view
from stich.parts.climb.pack import counted, rank

pytestmark = pytest.mark.once


def dealt(number: int, steps: int, seed: int = 5) -> Chimera | None:
    """Return a deal with given roles after so many of Club's actions; None if it is over by then."""
    rules = GAME.rules()
    [(state, _)] = duplicate(rules, GAME.prepare(rules, quick(seed, number)), number)
    assert isinstance(state, Chimera)
    club = bot(GAME, "club")
    while state.must() and (steps > 0 or state.phase is not PLAY):
        seat = state.actor()
        state.apply(seat, club.choose(view(state, seat), state.legal(seat), quick(number, steps)))
        steps -= 1
    return state if state.must() else None


@pytest.mark.parametrize("steps", [0, 5, 17])
def test_a_rollout_is_worth_what_the_rules_say(steps: int) -> None:
    """The same choices, made one by one under the rules, lead to the same utility."""
    expert = Expert(1)
    for number in range(4):
        s = dealt(number, steps)
        if s is None:
            continue
        seat = s.actor()
        expert.look(s, seat)
        expected = expert.rest(s, seat, quick(1))
        playout = expert.tools(s.rules.table).playout
        while s.must():
            at = s.actor()
            hands = [counted(s.zones[HAND + EACH * i]) for i in range(3)]
            playout.place(hands[0], hands[1], hands[2], s.turn, s.last, s.holder, s.passes, s.chimera)
            playout.trick = treasures(s.zones[TRICK])
            move = playout.choose(hands[at])
            s.apply(at, next(a for a in s.legal(at) if (a.to if a.verb == "play" else 0) == move))
        assert expert.utility(s, seat) == expected
        assert expert.utility(s, s.chimera) == -expert.utility(s, (s.chimera + 1) % 3)


def test_hunters_are_one_side() -> None:
    s = dealt(1, 3)
    assert s is not None
    expert = Expert(1)
    for seat in range(3):
        assert expert.side(s, seat) == (0b111 ^ 1 << s.chimera if seat != s.chimera else 1 << seat)


def test_the_plan_is_the_first_candidate() -> None:
    expert, planner = Expert(1), Planner()
    for number in range(6):
        s = dealt(number, 3 * number)
        if s is None:
            continue
        seat = s.actor()
        legal = s.legal(seat)
        tried = expert.candidates(view(s, seat), legal)
        assert len(tried) == min(len(legal), Expert.tried)
        assert len({(a.verb, a.to) for a in tried}) == len(tried)
        chosen = planner.choose(view(s, seat), legal, quick(1))
        assert (tried[0].verb, tried[0].to) == (chosen.verb, chosen.to)


def test_it_gives_in_the_exchange() -> None:
    rules = GAME.rules()
    [(state, _)] = duplicate(rules, GAME.prepare(rules, quick(5, 3)), 3)
    assert isinstance(state, Chimera)
    assert state.phase is EXCHANGE
    seat = state.actor()
    given = Expert(20).choose(view(state, seat), state.legal(seat), quick(1))
    assert given in state.legal(seat)
    assert all(TOKENS[rank(c)] not in ("H", "P", "C") for c in given.cards)


# hands of seats 0 to 2, who is the Chimera, plays; what seat 0 must do and why
POSITIONS = {
    "go out": (["5 6 7 8 9", "3 3", "10 10"], 2, [], "5 6 7 8 9"),
    "stop a Chimera with one card": (["10 10 4 5 6", "9 H", "7 7 8"], 1, ["1 9", "2 pass"], "10"),
    "lead for a partner with one card": (["3 8 8 9 9 12", "7", "10 10 11 H 5 5"], 2, [], "3"),
    "count the pairs that are gone": (["2 10 10", "12 4 6 6", "11 5 H 9"], 2, [], "10 10"),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_it_sees_what_every_player_sees(name: str) -> None:
    hands, chimera, plays, good = POSITIONS[name]
    assert choice(table(hands, chimera, plays, turn=0), "expert@120") == good
