"""Random full rounds, each held against what the rule sheet says of any round. By hand, for many:

python tests/chimera/rounds.py --rounds 100000 --option-rounds 10000
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from stich import build_info
from stich.games.chimera.rules import (
    CATS,
    EACH,
    EXCHANGE,
    GAME,
    HAND,
    OPTIONS,
    PACK,
    PLAY,
    TOADS,
    TRICK,
    WON,
    Chimera,
    rank,
)
from stich.kernel.chance import Chance, quick
from stich.kernel.state import OVER, Setup
from stich.kernel.zones import Rules
from stich.parts import climb


def variants() -> Iterator[tuple[str, str]]:
    """Yield every option value that is not the default."""
    for option in OPTIONS:
        for value in option.values[1:]:
            yield option.name, value


def worth(cards: bytes) -> int:
    """§1: 10 for a 2, 5 for an 11."""
    return sum(10 if rank(c) == TOADS else 5 if rank(c) == CATS else 0 for c in cards)


def play_round(rules: Rules, setup: Setup, chance: Chance) -> tuple[int, Setup]:
    """Play one round at random, dealt again if all pass, and check it; return its decisions and the next setup."""
    decisions = 0
    while True:
        s = GAME.deal(rules, setup, GAME.prepare(rules, chance))
        assert isinstance(s, Chimera)
        decisions += play_deal(s, chance)
        result = s.result()
        scores = tuple(a + b for a, b in zip(setup.scores, result.points, strict=True))
        setup = GAME.following(rules, setup, result, scores, chance)
        if not result.again:
            check_score(s)
            return decisions, setup
        assert setup.number < 10 or setup.carry


def play_deal(s: Chimera, chance: Chance) -> int:
    decisions = 0
    traps = attacks = 0
    tricks = 0
    while (seat := s.actor()) >= 0:
        actions = s.legal(seat)
        a = actions[chance.below(len(actions))]
        if s.phase is PLAY:
            if a.verb == "play":
                assert climb.beats(s.last, a.to)
                traps += climb.kind(a.to) == climb.TRAP
                attacks += climb.kind(a.to) == climb.ATTACK
            if s.last == 0:
                assert a.verb == "play", "a leader may not pass (§5)"
                tricks += 1
                assert not s.zones[TRICK]
        sizes = [len(s.hand(i)) for i in range(3)]
        s.apply(seat, a)
        decisions += 1
        if s.phase is not EXCHANGE and a.verb == "give":
            assert [len(s.hand(i)) for i in range(3)] == sizes, "an exchange leaves seventeen each (§4)"
    assert bytes(sorted(b"".join(s.zones))) == PACK.deck, "no card is lost or made"
    assert s.phase is OVER
    assert (s.traps, s.attack) == (traps, attacks)
    assert tricks <= 54
    return decisions


def check_score(s: Chimera) -> None:
    """§9, computed another way: treasures are shared out among piles and hands, the rest follows from who went out."""
    result = s.result()
    piles = [worth(s.zones[WON + EACH * seat]) for seat in range(3)]
    left = sum(worth(s.zones[HAND + EACH * seat]) for seat in range(3))
    assert sum(piles) + left == 60
    assert not s.zones[TRICK]
    out = [seat for seat in range(3) if not s.hand(seat)]
    assert len(out) == 1
    extra = [points - pile for points, pile in zip(result.points, piles, strict=True)]
    hunters = [seat for seat in range(3) if seat != s.chimera]
    if out[0] == s.chimera:
        idle = sum(not s.played >> seat & 1 for seat in hunters)
        idle = min(idle, 1) if s.rules.idle_once else idle
        assert extra[s.chimera] == 2 * s.bid + 25 * (s.traps + s.attack + idle)
        assert [extra[seat] for seat in hunters] == [0, 0]
    else:
        assert extra[s.chimera] == -s.bid
        assert [extra[seat] for seat in hunters] == [20, 20]
    assert all(points % 5 == 0 for points in result.points)
    assert [sum(line.n for line in result.why if line.seat == seat) for seat in range(3)] == list(result.points)


def play_rounds(rounds: int, seed: int, option: str = "", value: str = "") -> Iterator[int]:
    """Play and check rounds one after the other, the dealer moving on; yield the decisions of each."""
    rules = GAME.rules({option: value} if option else {})
    chance = quick(seed)
    setup = GAME.first(rules, chance)
    for _ in range(rounds):
        decisions, setup = play_round(rules, setup, chance)
        yield decisions


def main() -> None:
    from rich.progress import Progress

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100_000, help="with the default options")
    parser.add_argument("--option-rounds", type=int, default=10_000, help="with each other value of each option")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    runs = [("", "", given.rounds), *((option, value, given.option_rounds) for option, value in variants())]
    total = 0
    with Progress() as progress:
        for option, value, rounds in runs:
            task = progress.add_task(f"{option}={value}" if option else "default options", total=rounds)
            for decisions in play_rounds(rounds, given.seed, option, value):
                total += decisions
                progress.advance(task)
    print(f"{sum(r for _, _, r in runs):,} rounds, {total:,} decisions, {len(runs) - 1} other option values: all hold")
    print(f"engine: {build_info()}; seed {given.seed}")


if __name__ == "__main__":
    main()
