"""What the table marks in a round: its worth so far, who has passed or is idle; and the bids that are too low."""

from __future__ import annotations

from chimera.test_prompts import bidding
from moves import do
from stich.games.chimera.rules import GAME
from stich.games.chimera.rules_state import Chimera
from stich.kernel.cards import seats_of
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view


def stake(s: Chimera) -> dict[str, int]:
    return {why.key.rpartition(".")[2]: n for why, n in s.situation(0).stake}


def notes(s: Chimera) -> list[tuple[int, str]]:
    return [(seat, said.key.rpartition(".")[2]) for seat, said in s.situation(0).notes]


def test_bids_that_are_too_low_are_shown_with_the_reason() -> None:
    m, seat = bidding()
    assert m.deal.phase.barred(m.deal, seat) == []
    m, seat = bidding("bid 30")
    found = m.deal.phase.barred(m.deal, seat)
    assert [(a.verb, a.to) for a, _ in found] == [("bid", 20), ("bid", 30)]
    assert {why.args["n"] for _, why in found} == {30}
    assert not {a for a, _ in found} & set(m.legal(seat))


def test_who_has_passed_since_the_last_bid() -> None:
    m, first = bidding("pass")
    assert notes(m.deal) == [((first - 1) % 3, "passed")]
    m, seat = bidding("bid 20", "pass")
    assert notes(m.deal) == [((seat - 1) % 3, "passed")]
    do(m, f"{seat} bid 30")
    assert notes(m.deal) == []


def test_a_round_is_worth_what_the_score_sheet_says_if_the_chimera_wins_it() -> None:
    """Random matches: before the round is over the figure is that of its score lines, without treasures."""
    chance = quick(5)
    won = idle = 0
    for seed in range(12):
        m = Match(GAME, GAME.rules({"limit": 1}), Source(SIM, seed))
        while not m.over and m.deal.phase.name != "over":
            s = m.deal
            seats = seats_of(s.phase.must(s)) or [s.turn]
            seat = seats[0]
            acts = m.legal(seat)
            before = len(m.sheets)
            if s.chimera >= 0 and s.phase.name == "play":
                hunters = [n for n in range(3) if n != s.chimera and not s.played >> n & 1]
                assert [n for n, what in notes(s) if what == "idle"] == hunters
                assert stake(s).get("idle", 0) == 25 * min(len(hunters), 1 if s.rules.idle_once else 2)
                idle += len(hunters) > 0
            for viewer in range(3):
                assert view(s, viewer).seen.situation(viewer) == s.situation(viewer)
            m.act(seat, acts[chance.below(len(acts))])
            if len(m.sheets) > before and s.chimera >= 0:
                lines = m.sheets[-1].result.why
                of_round = [x.n for x in lines if not x.key.endswith((".toads", ".cats")) and x.seat == s.chimera]
                if any(x.key.endswith(".bid") for x in lines):
                    won += 1
                    assert sum(of_round) == sum(stake(s).values())
    assert won > 0
    assert idle > 2
