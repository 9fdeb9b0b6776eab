"""How the bots of Chimera bid and exchange, which card of several equal ones they play, and how a Beginner slips."""

from __future__ import annotations

import pytest

from bots.tables import TOKENS, choice, table, take
from stich.bots import bot
from stich.bots.climbing.beginner import SLIPS
from stich.games.chimera.beginner import Beginner
from stich.games.chimera.bot import winners
from stich.games.chimera.planner import with_cards
from stich.games.chimera.rules import GAME
from stich.games.chimera.rules_cards import EACH, HAND, PACK, ChimeraRules
from stich.games.chimera.rules_phases_auction import BID, EXCHANGE
from stich.games.chimera.rules_state import Chimera
from stich.games.chimera.sight import Sight
from stich.kernel.chance import quick
from stich.kernel.deal import Setup
from stich.kernel.view import view
from stich.parts.climb.pack import rank

pytestmark = pytest.mark.once

STRONG = "C P H H H 12 12 12 11 11 11 10 10 10 3 4 5"
WEAK = "1 1 2 3 3 4 5 5 6 7 7 8 9 9 10 11 12"


def before_play(tokens: str, seat: int, bid: int = 0, exchange: bool = False) -> Chimera:
    """Return a state in the auction, or in the exchange with seat 0 as the Chimera, in which `seat` has these cards."""
    rules = GAME.rules()
    assert isinstance(rules, ChimeraRules)
    s = Chimera(rules)
    s.clear(Setup(1, 0, (0, 0, 0)))
    left = list(PACK.deck)
    s.zones[HAND + EACH * seat] = take(left, tokens)
    sizes = {other: 20 if exchange and other == 0 else 17 for other in range(3) if other != seat}
    for other, size in sizes.items():
        s.zones[HAND + EACH * other] = bytes(left[:size])
        left = left[size:]
    s.zones[0] = bytes(left)
    s.turn, s.bid, s.high = seat, bid, 0 if bid else -1
    s.phase = EXCHANGE if exchange else BID
    if exchange:
        s.chimera = 0
        s.ask(0b110)
    return s


def bid_of(tokens: str, level: str, standing: int = 0) -> int:
    s = before_play(tokens, 1, standing)
    chosen = bot(GAME, level).choose(view(s, 1), s.legal(1), quick(1))
    return chosen.to if chosen.verb == "bid" else 0


def test_club_bids_what_the_hand_is_worth() -> None:
    assert bid_of(STRONG, "club") >= 30
    assert bid_of(STRONG, "club", 20) >= 30
    assert bid_of(STRONG, "club", 30) == 40
    assert [bid_of(WEAK, "club", standing) for standing in (0, 20, 30)] == [0, 0, 0]


def test_stronger_hands_never_bid_less() -> None:
    better = ["H", "H", "P", "C", "H", "H"]
    bids = [bid_of(" ".join(better[:n] + WEAK.split()[n:]), "club") for n in range(7)]
    assert bids == sorted(bids)
    assert bids[0] < bids[-1]


def test_a_beginner_counts_high_cards() -> None:
    without_slips = type("Careful", (Beginner,), {"SLIP": 0})()
    s = before_play(STRONG, 1)
    assert without_slips.choose(view(s, 1), s.legal(1), quick(1)).to == 40
    s = before_play(WEAK, 1)
    assert without_slips.choose(view(s, 1), s.legal(1), quick(1)).verb == "pass"


@pytest.mark.parametrize(
    ("hand", "n", "kept"),
    [
        ("3 5 5 6 6 7 7 9 9 9 10 10 11 11 C H H", 1, {"5", "6", "7", "9", "C", "H"}),  # the 3 fits nothing
        ("3 4 6 6 6 6 7 7 8 8 10 10 11 11 H P C", 2, {"6", "7", "8", "H", "P", "C"}),  # a trap, a run, what is high
        ("1 3 5 6 7 8 9 11 11 11 12 12 12 H H P C", 2, {"5", "6", "7", "8", "9", "H", "P", "C"}),  # a straight
    ],
)
def test_club_gives_what_it_can_spare(hand: str, n: int, kept: set[str]) -> None:
    s = before_play(hand, 1, 20 + 10 * n, exchange=True)
    chosen = bot(GAME, "club").choose(view(s, 1), s.legal(1), quick(1))
    given = {TOKENS[rank(c)] for c in chosen.cards}
    assert len(chosen.cards) == n
    assert not given & kept


def test_the_card_that_all_have_seen_is_played_first() -> None:
    """A player known to hold the star 7 reveals nothing by playing it, and something by playing another 7."""
    s = table(["7 7 3 3 12 12", "4 5 6 8 9", "5 8 9 10 11"], 1, ["1 6", "2 pass"], 0)
    first, second = [c for c in s.hand(0) if TOKENS[rank(c)] == "7"]
    single = next(a for a in s.legal(0) if a.verb == "play")
    for up, played in ((first, first), (second, second), (-1, first)):
        s.up, s.upholder = up, 0
        assert s.phase.cards(s, 0, with_cards(Sight(view(s, 0)), single)) == bytes([played])
    s.up = s.hand(1)[0]  # somebody else's
    assert with_cards(Sight(view(s, 0)), single) == single


def test_beginners_slip_three_times_in_ten() -> None:
    chance = quick(5)
    drawn = [Beginner().slip(chance) for _ in range(4000)]
    assert 0.25 < 1 - drawn.count("") / len(drawn) < 0.35
    assert {slip for slip in drawn if slip} == set(SLIPS)


@pytest.mark.parametrize(
    ("hands", "plays", "careful", "slips"),
    [
        # wastes: the trap on a 4; forgets: takes the 4 for unbeatable; breaks: any answer
        (["3 3 3 3 9", "5 5 6 6 8", "4 10 10 11 11 H"], ["2 4"], {"9"}, {"3 3 3 3", "pass"}),
        # overtakes: the partner, who has all but won the trick
        (["12 9 9 3 3", "11 5 5 6", "4 10 10 8 8"], ["1 11", "2 pass"], {"pass"}, {"12"}),
    ],
)
def test_slips_are_of_kinds_that_can_be_explained(
    hands: list[str], plays: list[str], careful: set[str], slips: set[str]
) -> None:
    s = table(hands, 2, plays, 0)
    done = {choice(s, "beginner", seed) for seed in range(200)}
    assert careful | slips <= done
    without_slips = type("Careful", (Beginner,), {"SLIP": 0})()
    chosen = {s.phase.cards(s, 0, without_slips.choose(view(s, 0), s.legal(0), quick(n))) for n in range(50)}
    assert {" ".join([TOKENS[rank(c)] for c in cards]) or "pass" for cards in chosen} == careful


def test_even_a_beginner_goes_out() -> None:
    s = table(["7 7", "4 4 6", "5 5 9"], 2, ["2 5 5"], 0)
    assert {choice(s, "beginner", seed) for seed in range(100)} == {"7 7"}


def test_the_side_that_goes_out_has_won() -> None:
    for hands, chimera, expected in ((["7", "4 4 6", "5 5 9"], 2, 0b011), (["7", "4 4 6", "5 5 9"], 0, 0b001)):
        s = table(hands, chimera, [], 0)
        s.apply(0, s.legal(0)[0])
        assert s.must() == 0
        assert winners(s) == expected
