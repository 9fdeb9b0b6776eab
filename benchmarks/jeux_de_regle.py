#!/usr/bin/env python3
"""Compares what the bots of Écarté do with the *jeux de règle*, and what these hands are worth.

    python benchmarks/jeux_de_regle.py --minutes 30
    python benchmarks/jeux_de_regle.py --minutes 0          prints the tables from the file

The books list the hands with which the elder hand should play without proposing, because it then wins two times out of
three; `ecarte_hands.py` has them as patterns. With the king of trumps it should propose all the same. Each bot is asked
at love all for its first decision, with the classic loss for a failed game (`declarer_loss=opponent_two`).

Club is asked for every hand. Expert is asked for some of each class, drawn at random, and for those at the border: the
weakest hands of a class, in which no card can be a step lower, and the hands *below*, one card a step lower, which are
in no class. In the same hands both choices are played out: with hidden cards by Club, and in more deals with open cards
by the policy of Expert, whose tricks are solved. --csv stores what is found; the same command continues.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections import Counter
from collections.abc import Callable, Iterator
from math import sqrt
from pathlib import Path
from typing import Final, NamedTuple

from ecarte_hands import (
    BELOW,
    IMPLIED,
    LISTED,
    OTHER,
    TURNUP,
    WITH_KING,
    Hand,
    all_hands,
    border,
    cards_of,
    drawn,
    group,
)

from stich.analysis.judge import NORMAL, POLICY, Judge
from stich.bots.player import Bot
from stich.bots.solver import Solver
from stich.games.ecarte.club import Club
from stich.games.ecarte.expert import Expert
from stich.games.ecarte.rules import GAME
from stich.games.ecarte.rules_cards import EACH, HAND, PACK
from stich.games.ecarte.rules_state import Ecarte
from stich.kernel.cards import Cards
from stich.kernel.chance import quick
from stich.kernel.deal import Deck
from stich.kernel.match import GIVEN, Match, Source
from stich.kernel.sample import sample
from stich.kernel.state import State
from stich.kernel.view import view

CSV: Final = Path(__file__).resolve().parent.parent / "docs" / "jeux_de_regle.csv"
ELDER: Final = 1
PLAY, PROPOSE = "play", "decline"


class Row(NamedTuple):
    """What is found for a hand. why: "edge", a weakest hand or one below, or "drawn". hidden, open: the deals that were
    played out with hidden and with open cards. The share of games won, the points that playing brings above proposing
    and the standard error of that mean have the same beginnings.
    """

    group: str
    why: str
    hand: str
    club: str
    expert: str
    hidden: int
    hidden_wins: float
    hidden_gain: float
    hidden_error: float
    open: int
    open_wins: float
    open_gain: float
    open_error: float


# -- the bots and the deals ----------------------------------------------------------------------------------------


def dealt(cards: Cards) -> Ecarte:
    """Return a deal in which the elder hand has these cards and is asked first."""
    rest = bytes(c for c in PACK.deck if c not in cards and c != TURNUP)
    pack = cards[:3] + rest[:3] + cards[3:] + rest[3:5] + bytes([TURNUP]) + rest[5:]
    match = Match(GAME, GAME.rules({"declarer_loss": "opponent_two"}), Source(GIVEN, decks=[(0, Deck(pack))]))
    assert isinstance(match.deal, Ecarte)
    assert match.deal.hand(ELDER) == cards
    return match.deal


def asked(bot: Bot, s: Ecarte) -> str:
    """Return what a bot says first."""
    return bot.choose(view(s, ELDER), s.legal(ELDER), quick(1)).verb


def club_says(hands: Counter[Hand]) -> dict[Hand, str]:
    """Return what Club says with each hand."""
    s, club, found = dealt(cards_of(next(iter(hands)))), Club(), {}
    for hand in hands:
        s.zones[HAND + EACH * ELDER] = cards_of(hand)
        found[hand] = asked(club, s)
    return found


class Trial(NamedTuple):
    """What both choices came to, deal by deal. won: whether the game was won after playing. gains: points."""

    won: list[bool]
    gains: list[float]


def won(s: State) -> float:
    assert isinstance(s, Ecarte)
    return float(s.tricks[ELDER] >= 3)


def tried(s: Ecarte, by: str, deals: int) -> Trial:
    """Play both choices out in deals with this hand."""
    judge, chance, trial = Judge(GAME, by, deals), quick(2), Trial([], [])
    for _ in range(deals):
        world = sample(view(s, ELDER), chance)
        points = []
        for action in s.legal(ELDER):
            after = world.copy()
            after.apply(ELDER, action)
            over = judge.finish(after, 0, chance)

            def value(of: Callable[[State], float], after: Ecarte = after, over: bool = over) -> float:
                return of(after) if over else Solver[State](1 << ELDER, of, judge.search.key).value(after)

            if action.verb == PLAY:
                trial.won.append(value(won) > 0)
            points.append(value(lambda end: judge.worth(end, ELDER)))
        trial.gains.append(points[0] - points[1])
    return trial


def mean(values: list[float]) -> tuple[float, float]:
    """Return a mean and its standard error."""
    n = len(values)
    middle = sum(values) / n
    return middle, sqrt(sum((x - middle) ** 2 for x in values) / max(1, n - 1) / n)


def found_for(key: str, why: str, hand: Hand, deals: int, open_deals: int) -> Row:
    """Ask the bots, and play both choices out."""
    s = dealt(cards_of(hand))
    hidden, known = tried(s, Club.level, deals), tried(s, POLICY, open_deals)
    numbers = [repr(x) for trial in (hidden, known) for x in measured(trial)]
    return row_of([key, why, PACK.write(cards_of(hand)), asked(Club(), s), asked(Expert(), s), *numbers])


def measured(trial: Trial) -> list[float]:
    """Return a list: how many deals there were, the share won, the mean gain and its error."""
    return [len(trial.won), *[round(x, 4) for x in (sum(trial.won) / len(trial.won), *mean(trial.gains))]]


# -- the file and the tables ---------------------------------------------------------------------------------------


def read(path: Path) -> list[Row]:
    """Return what the file has; nothing if there is none."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return [row_of(cells) for cells in list(csv.reader(file))[1:]]


def row_of(cells: list[str]) -> Row:
    group, why, hand, club, expert = cells[:5]
    x = [float(cell) for cell in cells[5:]]
    return Row(group, why, hand, club, expert, int(x[0]), x[1], x[2], x[3], int(x[4]), x[5], x[6], x[7])


def write(path: Path, rows: list[Row]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(Row._fields)
        out.writerows(rows)


def wanted(key: str) -> str:
    """Return what the list has the hands of a group do."""
    return PLAY if key != BELOW and key != OTHER and not key.startswith(WITH_KING) else PROPOSE


def counted(key: str) -> bool:
    """Tell whether the group counts: classes that are only implied, and hands without a class, do not."""
    name = key.removeprefix(WITH_KING)
    return key == BELOW or any(one.key == name and one.source != IMPLIED for one in LISTED)


def pooled(rows: list[Row], gain: Callable[[Row], tuple[float, float, int]]) -> str:
    """Return the mean gain of several hands with its interval, each hand as often as it was dealt."""
    found = [gain(row) for row in rows]
    middle = sum(x for x, _, _ in found) / len(found)
    among = sum((x - middle) ** 2 for x, _, _ in found) / max(1, len(found) - 1) / len(found)
    wide = NORMAL * sqrt(max(among, sum(e * e for _, e, _ in found) / len(found) ** 2))
    return f"{middle:+.2f} ({middle - wide:+.2f} … {middle + wide:+.2f})"


def table(rows: list[Row], hands: Counter[Hand], club: dict[Hand, str]) -> Iterator[str]:
    """Yield the lines of the table of classes."""
    yield "| class | list | hands | Club agrees | Expert agrees | won, hidden | gain, hidden | gain, open |"
    yield "|---|---|---:|---:|---:|---:|---:|---:|"
    total: Counter[tuple[str, bool]] = Counter()
    keys = sorted({group(hand) for hand in hands}, key=lambda key: (key == OTHER, not counted(key), key))
    for key in [*keys[:-1], BELOW, keys[-1]]:
        some = [row for row in rows if row.group == key and (row.why == "drawn" or key == BELOW)]
        if not some:
            continue
        mine = {hand: n for hand, n in hands.items() if group(hand) == key}
        says = wanted(key)
        if key == BELOW:
            agree, every = sum(row.club == says for row in some), len(some)
        else:
            agree, every = sum(n for hand, n in mine.items() if club[hand] == says), sum(mine.values())
        expert = sum(row.expert == says for row in some)
        for name, right, n in (("Club", agree, every), ("Expert", expert, len(some))):
            if counted(key):
                total[name, True] += right
                total[name, False] += n
        wins = sum(row.hidden_wins for row in some) / len(some)
        hidden = pooled(some, lambda row: (row.hidden_gain, row.hidden_error, row.hidden))
        known = pooled(some, lambda row: (row.open_gain, row.open_error, row.open))
        cells = [key, says if says == PLAY else "propose", f"{every:,}", f"{agree / every:.1%}"]
        cells += [f"{expert} of {len(some)}", f"{wins:.2f}", hidden, known]
        yield f"| {' | '.join(cells)} |"
    yield ""
    for name in ("Club", "Expert"):
        yield f"{name}: {total[name, True] / max(1, total[name, False]):.1%} of {total[name, False]:,} hands"


def differing(rows: list[Row]) -> Iterator[str]:
    """Yield the hands of the border with what is known of them, those first with which a bot does something else."""
    yield "| hand | class | list | Club | Expert | won, hidden | gain, hidden | gain, open |"
    yield "|---|---|---|---|---|---:|---:|---:|"
    edge = [row for row in rows if row.why == "edge"]
    for row in sorted(edge, key=lambda row: (row.club == row.expert == wanted(row.group), row.group)):
        said = [word.replace(PROPOSE, "propose") for word in (wanted(row.group), row.club, row.expert)]
        gains = [
            f"{x:+.2f} ± {NORMAL * e:.2f}"
            for x, e in ((row.hidden_gain, row.hidden_error), (row.open_gain, row.open_error))
        ]
        yield f"| {' | '.join([row.hand, row.group, *said, f'{row.hidden_wins:.2f}', *gains])} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=20, help="how long to play")
    parser.add_argument("--deals", type=int, default=32, help="deals with hidden cards for a hand at the border")
    parser.add_argument("--drawn", type=int, default=8, help="hands of each class")
    parser.add_argument("--csv", type=Path, default=CSV)
    args = parser.parse_args()
    until = time.monotonic() + 60 * args.minutes
    hands, rows = all_hands(), read(args.csv)
    known = {(row.group, row.why, row.hand) for row in rows}
    work = [(key, "drawn", hand, max(2, args.deals * 3 // 8)) for key, hand in drawn(hands, args.drawn)]
    work += [(key, "edge", hand, args.deals) for key, hand in border(hands)]
    for key, why, hand, deals in work:
        if time.monotonic() > until:
            break
        if (key, why, PACK.write(cards_of(hand))) not in known:
            rows.append(found_for(key, why, hand, deals, 25 * deals))
            write(args.csv, rows)
    print("\n".join([*table(rows, hands, club_says(hands)), "", *differing(rows)]))


if __name__ == "__main__":
    main()
