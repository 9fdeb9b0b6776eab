"""Random matches of a game, with every law checked at every decision."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Final

from stich.kernel.cards import SPECTATOR
from stich.kernel.chance import quick
from stich.kernel.game import Game
from stich.kernel.laws.choices import judge_choices, judge_forced, judge_stop
from stich.kernel.laws.knowledge import judge_knowledge, keep_account, known
from stich.kernel.laws.random_play import turn_at_random
from stich.kernel.laws.report import Broken, Failure, Report
from stich.kernel.laws.results import judge_record, judge_result
from stich.kernel.laws.run import Run
from stich.kernel.laws.states import judge_cards, judge_copy, judge_declarations
from stich.kernel.match import SIM, STREAM, Match, Source
from stich.kernel.record import dump, sum_of

FEW: Final = 4  # deals in most matches: setups differ most at the beginning
MANY: Final = 60  # in the others, so that matches come to their end
ENOUGH: Final = 20  # matches that broke a law: what is still to be found will be found when those are mended

NO_MOVES: Final = ("deal", "score", "won")  # first words of lines of the play that are no action


def check(
    game: Game,
    options: dict[str, object] | None = None,
    seats: int = 0,
    deals: int = 100,
    seed: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Play `deals` random deals and check every law at their decisions.

    options: those that differ from the defaults. seats: 0 for the usual number. progress: called with (deals done,
    deals in all). KeyboardInterrupt ends the check early and returns what was found until then. Raises Refused for
    unknown options.
    """
    rules = game.rules(options, seats)
    report = Report(game.name, rules.options, rules.layout.seats)
    run = Run(game, rules, report, quick(seed, 0))
    broken = 0
    try:
        number = 0
        while report.deals < deals and broken < ENOUGH:
            number += 1
            key = quick(seed, number)
            if number % 4 == 0:
                source = Source(STREAM, secret=bytes([key.below(256) for _ in range(32)]))
            else:
                source = Source(SIM, int(key.below(1 << 30)))
            most = FEW if number % 3 else MANY
            broken += not play_match(run, source, min(most, deals - report.deals), progress, deals)
    except KeyboardInterrupt:
        report.interrupted = True
    return report


def play_match(run: Run, source: Source, deals: int, progress: Callable[[int, int], None] | None, of: int) -> bool:
    """Play one match of at most `deals` deals. Returns False if a law was broken; the match stops there."""
    run.law = "L1"
    match: Match | None = None
    try:
        match = Match(run.game, run.rules, source, watched=True)
        for n in range(deals):
            if n:
                match.next_deal()
            play_deal(run, match)
            run.report.deals += 1
            if progress is not None:
                progress(run.report.deals, of)
            if match.over:
                break
        judge_record(run, match)
    except Broken as broken:
        fail(run, match, str(broken), broken.action)
    except Exception as error:
        at = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{at.filename.rpartition('/')[2]}:{at.lineno}"
        fail(run, match, f"{type(error).__name__} at {place}: {error}", raised=True)
    else:
        return True
    run.report.deals += 1
    return False


def fail(run: Run, match: Match | None, what: str, action: int = -1, raised: bool = False) -> None:
    """Keep a broken law with the record that shows it; of several breaches the one after the fewest actions.

    action: which one broke it, as in `Broken`. raised: by an error of the game.
    """
    at = len(match.moves) if match is not None else 0
    before = run.report.failures.get(run.law)
    if before is None or at < before.at:
        try:
            record = marked(dump(match), action, run.law) if match is not None else ""
        except Exception as error:
            record = f"# cannot be written: {error!r}"
        run.report.failures[run.law] = Failure(run.law, what, record, at, raised)


def marked(record: str, action: int, law: str) -> str:
    """Return a record with a comment where a law was broken: above an action, from 0, or −1 for below the last."""
    lines = record.split("\n")[:-2]  # without the checksum
    play = next(at for at, line in enumerate(lines) if line.startswith("deal "))
    moves = [at for at in range(play, len(lines)) if lines[at].split(" ", 1)[0] not in NO_MOVES]
    if action < 0:
        lines.append(f"# {law} is broken here")
    else:
        lines.insert(moves[action], f"# {law} is broken by the next line")
    text = "".join(line + "\n" for line in lines)
    return f"{text}sum {sum_of(text)}\n"


def play_deal(run: Run, match: Match) -> None:
    """Play one deal."""
    run.forgot = set()
    run.placed = None
    judge_declarations(run, match.deal)
    run.begun = len(match.moves)
    judge_stop(run, match.deal)
    while match.deal.must() != 0:
        if len(match.moves) - run.begun > run.longest:
            run.judging("L6")
            raise Broken(f"a deal of more than {run.longest} actions")
        decide(run, match)
    judge_result(run, match)


def decide(run: Run, match: Match) -> None:
    """Check one decision, then do one action."""
    s, chance = match.deal, run.chance
    run.report.decisions += 1
    judge_choices(run, match)
    judge_forced(run, s)
    judge_cards(run, s)
    seat, a = turn_at_random(s, chance)
    judge_stop(run, judge_copy(run, s, seat, a))
    judge_knowledge(run, match, chance.below(run.seats), seat, a)
    if chance.below(8) == 0:
        judge_knowledge(run, match, SPECTATOR, seat, a)
    run.law = "L1"
    before = [known(s, p) for p in range(run.seats)]
    match.events.clear()
    match.act(seat, a)
    keep_account(run, match.deal, before, match.events)
