"""Every reason that is given in Herzblatt and Gaigel holds in the position, measured by the open cards."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any, cast

import pytest

from bots.reasons import Said, Trick, hints, is_true
from stich.bots.trick import REASONS
from stich.games.gaigel.rules_cards import CONTRACTS, TURNUP
from stich.games.gaigel.rules_cards import TRICK as GAIGEL_TRICK
from stich.games.gaigel.rules_cards import WORTH as GAIGEL_WORTH
from stich.games.gaigel.rules_state import Gaigel
from stich.games.herzblatt.rules_cards import CONTRACT, TRICK, WORTH
from stich.games.herzblatt.rules_state import Herzblatt

pytestmark = pytest.mark.once
TABLES = [
    ("herzblatt", n, {"declarer_selection": how}) for n in (2, 3, 4) for how in ("volunteer_in_turn", "agreement")
]
TABLES += [("gaigel", n, {"stop": how}) for n in (2, 3, 4) for how in ("auto", "claim")]


@cache
def collected(name: str) -> list[Said]:
    return [said for game, seats, options in TABLES if game == name for said in hints(game, seats, options, 3)]


def trick_of(x: Said) -> Trick:
    n = x.s.layout.seats
    if isinstance(x.s, Herzblatt):
        s = x.s
        seats = [s.after(s.leader, i) for i in range(n)]
        hands = [s.hand(seat) for seat in range(n)]
        return Trick(CONTRACT, WORTH, s.zones[TRICK], seats, s.side(x.seat), hands)
    t = cast(Gaigel, x.s)
    seats = [(t.leader + t.rules.step * i) % n for i in range(n)]
    held = [t.held(seat) for seat in range(n)]
    return Trick(CONTRACTS[t.suit], GAIGEL_WORTH, t.zones[GAIGEL_TRICK], seats, t.rules.side[x.seat], held)


@pytest.mark.parametrize("name", ["herzblatt", "gaigel"])
def test_each_reason_of_a_play_is_true(name: str) -> None:
    for x in collected(name):
        key = x.why.key.removeprefix(f"{name}.why.")
        if key in REASONS:
            n = int(cast(Any, x.why.args["n"]))
            assert is_true(trick_of(x), x.seat, x.legal, x.action.cards[0], key, n), (x, key)


def test_what_is_said_in_herzblatt_before_the_play() -> None:
    for x in collected("herzblatt"):
        key, args = x.why.key.removeprefix("herzblatt.why."), cast(dict[str, int], x.why.args)
        if key in ("yes", "propose_self"):
            assert args["n"] >= args["least"]
        elif key in ("no", "propose_other"):
            assert args["n"] < args["least"]
        elif key.startswith("bury"):
            c = x.action.cards[0]
            alone = sum(d // 8 == c // 8 for d in cast(Herzblatt, x.s).hand(x.seat)) == 1
            assert (key == "bury_points") == (WORTH[c] >= 3)
            assert key != "bury_short" or alone


def test_what_is_said_in_gaigel_beside_the_play() -> None:
    for x in collected("gaigel"):
        key, s = x.why.key.removeprefix("gaigel.why."), cast(Gaigel, x.s)
        if key == "claim":
            assert x.why.args["n"] == s.points[x.seat] >= 101
        elif key == "exchange":
            assert x.why.args["card"] == s.zones[TURNUP][0]
        elif key == "meld":
            assert x.why.args["n"] == (40 if x.action.cards[0] // 6 == s.suit else 20)
        elif key == "lead_pair":
            assert s.melded >= 0


@pytest.mark.parametrize("name", ["herzblatt", "gaigel"])
def test_most_choices_have_a_reason_of_their_own(name: str) -> None:
    said = Counter(x.why.key.removeprefix(f"{name}.why.") for x in collected(name))
    assert said["best"] < said.total() / 2, said
    assert len(said) >= 11, said
