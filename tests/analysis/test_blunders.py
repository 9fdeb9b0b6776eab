"""A bot's decisions before the judge: bad bots are found, the same seeds say the same, and it goes on after a break."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path

import pytest

import stich
from stich.analysis.blunders import DealJudge, Decision, Judged, Study, loss, played, summary, worst
from stich.analysis.blunders_file import Writer, read
from stich.bots.arena import Estimate
from stich.cli import main
from stich.games import find
from stich.games.ecarte import bot as ecarte
from stich.games.ecarte.club import Club
from stich.kernel.action import Action, Refused
from stich.kernel.chance import Chance, quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import View, view

pytestmark = pytest.mark.once

SCHNAPSEN = Path(__file__).parent.parent / "games" / "schnapsen"
STUDY = Study("ecarte", {}, "beginner", "beginner", seed=4, worlds=4, decisions=3)


class Fool(Club):
    """Club, but that it plays whatever it was dealt, and its last card first where it may choose."""

    level = "fool"

    def choose(self, view: View, legal: list[Action], chance: Chance) -> Action:
        cards = [a for a in legal if a.verb == "card"]
        if cards:
            return max(cards, key=lambda a: a.cards)
        play = [a for a in legal if a.verb == "play"]
        return play[0] if play else super().choose(view, legal, chance)


def judged(study: Study, n: int) -> list[Judged]:
    judge = DealJudge(study, find(study.game))
    return [judge.judged(dealt) for dealt in islice(played(study, find(study.game), {}), n)]


def some(*losses: float, sure: bool = True) -> list[Decision]:
    told = [Estimate(n, n - 1, n + 1) for n in losses]
    return [Decision(at, 0, "", "a", "b", e, e if sure and e.mean > 0 else None) for at, e in enumerate(told)]


# -- what is found -----------------------------------------------------------------------------------------------


@pytest.mark.long  # Club looks ahead in every playout
def test_a_bad_bot_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ecarte.BOTS, Fool.level, Fool)
    bad, good = [
        summary(judged(Study("ecarte", {}, level, "club", 3, worlds=16, decisions=4), 10)) for level in ("fool", "club")
    ]
    assert bad.loss.low > 0
    assert bad.loss.mean > 2 * max(0.0, good.loss.mean)
    assert bad.share.mean > good.share.mean


def test_what_is_listed_can_be_reached_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """By seed, deal and move: the hand lies there, the bot chooses what is said, and the better choice is legal."""
    monkeypatch.setitem(ecarte.BOTS, Fool.level, Fool)
    study = Study("ecarte", {}, "fool", "beginner", 11, worlds=20)
    listed = worst(study, judged(study, 12), 4)
    assert len(listed) == 4
    losses = [loss(one.decision) for one in listed]
    assert losses == sorted(losses, reverse=True)
    for one in listed:
        game = DealJudge(study, find(study.game)).game
        match = Match(game, game.rules(), Source(SIM, one.seed))
        fools, luck = [Fool(), Fool()], [quick(one.seed, -1), quick(one.seed, -2)]
        while match.setup.number < one.deal or len([m for m in match.moves if m.deal == one.deal]) < one.decision.at:
            if not match.deal.must():
                match.next_deal()
                continue
            seat = match.deal.actor()
            match.act(seat, fools[seat].choose(view(match.deal, seat), match.deal.legal(seat), luck[seat]))
        seat = one.decision.seat
        hand = match.deal.zones[[z.name for z in match.deal.layout.zones].index("hand") + 2 * seat]
        assert game.pack.write(hand) in one.decision.hand
        legal = match.deal.legal(seat)
        chosen = fools[seat].choose(view(match.deal, seat), legal, luck[seat])
        assert game.write(match.rules, chosen) == one.decision.chosen
        assert one.decision.best in [game.write(match.rules, a) for a in legal]


def test_figures_by_hand() -> None:
    """A deal counts by its decisions, judged or not; the stake is the deviation of 10, −10, 10, −10."""
    deals = [Judged(0, 1, False, 2, [10, -10], some(1.5, 0.5)), Judged(0, 2, True, 6, [10, -10], some(3, 0, -1))]
    found = summary(deals)
    assert (found.deals, found.decisions, found.stake) == (2, 5, 10.0)
    assert found.loss.mean == pytest.approx((2 + 6 * (2 / 3)) / 8)
    assert found.share.mean == pytest.approx((1 + 6 * (1 / 3)) / 8)
    assert found.loss.low == pytest.approx(2 / 3)
    assert found.loss.high == pytest.approx(1.0)
    unsure = summary([Judged(0, 1, True, 2, [10, -10], some(5, 5, sure=False))])
    assert (unsure.loss.mean, unsure.share.mean) == (5.0, 0.0)
    assert [w.decision.loss.mean for w in worst(STUDY, deals, 2)] == [3, 1.5]
    assert worst(STUDY, deals, 9)[0][:2] == (4, 2)


def test_deals_without_a_decision_do_no_harm() -> None:
    found = summary([Judged(0, 1, True, 0, [1.0, -1.0], [])])
    assert (found.decisions, found.loss.mean, found.share.mean) == (0, 0.0, 0.0)


def test_decisions_not_to_interrupt_are_judged_too() -> None:
    """A player who could throw in and does not has decided, too."""
    study = Study("cruzo", {}, "beginner", "policy", 3, worlds=4, decisions=0)
    dealt = next(played(study, find(study.game), {}))
    declined = [ask for ask in dealt.asks if ask[2][0] == "window_closed"]
    assert declined
    found = DealJudge(study, find(study.game)).judged(dealt._replace(asks=declined))
    assert [d.chosen for d in found.decisions] == ["window_closed"] * len(declined)


def test_no_more_decisions_than_asked_for_and_not_always_the_first_ones() -> None:
    every = judged(STUDY._replace(decisions=0), 3)
    drawn = judged(STUDY, 3)
    assert [len(one.decisions) for one in drawn] == [min(3, one.real) for one in every]
    for one, all_of in zip(drawn, every, strict=True):
        assert [d for d in all_of.decisions if d in one.decisions] == one.decisions
    assert any(one.decisions != all_of.decisions[:3] for one, all_of in zip(drawn, every, strict=True))


# -- going on ----------------------------------------------------------------------------------------------------


def test_what_is_written_is_read(tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    deals = judged(STUDY, 3)
    for one in deals:
        writer = Writer(file, STUDY)
        writer.add(one)
        writer.close()
    assert read(file, STUDY) == deals
    assert read(tmp_path / "none.jsonl", STUDY) == []
    file.write_bytes(file.read_bytes()[:-9])
    assert read(file, STUDY) == deals[:2]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda lines: ["{}", *lines[1:]], "line 1"),
        (lambda lines: ["no json", *lines[1:]], "line 1"),
        (lambda lines: [lines[0].replace('"seed": 4', '"seed": 5'), *lines[1:]], "1: seed is 5 in the file, but 4"),
        (lambda lines: [lines[0].replace('"worlds": 4', '"worlds": 40'), *lines[1:]], "line 1: worlds is 40"),
        (lambda lines: [lines[0], "7"], "line 2"),
        (lambda lines: [*lines, '{"match": "x"}'], "line 3"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(tmp_path: Path, change, reason: str) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "deals.jsonl"
    writer = Writer(file, STUDY)
    writer.add(Judged(0, 1, False, 3, [1.0, -1.0], some(1.0)))
    writer.close()
    file.write_text("\n".join(change(file.read_text("utf-8").splitlines())) + "\n", "utf-8")
    with pytest.raises(Refused) as refused:
        read(file, STUDY)
    assert refused.value.phrase.key == "error.data"
    assert reason in str(refused.value.phrase.args["reason"])


def words(file: Path | None = None, *more: str) -> list[str]:
    kept = ["--resume", str(file)] if file else []
    few = ["--worlds", "4", "--decisions", "3", "--seed", "4"]
    return ["blunders", "ecarte", "beginner", "--by", "beginner", *few, *kept, *more]


def test_the_command_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the middle of a match, or behind its end."""
    file, table, whole = tmp_path / "deals.jsonl", tmp_path / "decisions.csv", tmp_path / "whole.csv"
    ends = [one.last for one in judged(STUDY, 12)]
    for n in (2, ends.index(True) + 1, 12):
        assert main([*words(file), "--deals", str(n), "--csv", str(table)]) == 0
    assert len(read(file, STUDY)) == 12
    assert main([*words(), "--deals", "12", "--csv", str(whole)]) == 0
    assert table.read_text("utf-8") == whole.read_text("utf-8")
    assert len(whole.read_text("utf-8").splitlines()) == 1 + sum(len(one.decisions) for one in read(file, STUDY))
    said = capsys.readouterr().out
    assert "12 deals, " in said
    assert "mean loss" in said
    assert main([*words(file), "--deals", "5"]) == 0
    assert "5 deals, " in capsys.readouterr().out


def test_the_command_on_two_processes_finds_the_same(tmp_path: Path) -> None:
    tables = []
    for jobs in ("1", "2"):
        file = tmp_path / f"{jobs}.csv"
        assert main([*words(), "--deals", "6", "--jobs", jobs, "--csv", str(file)]) == 0
        tables.append(file.read_text("utf-8"))
    assert tables[0] == tables[1]


def test_a_game_of_somebody_else_is_judged_too(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["--games", str(SCHNAPSEN), "--deals", "2", "--worlds", "8", "--option", "close=false", "--top", "2"]
    assert main(["blunders", "schnapsen", "random", *given]) == 0
    said = capsys.readouterr().out
    assert "played out by random" in said
    assert "schnapsen close=false: random" in said


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C cannot be sent to a process of its own there")
def test_an_interrupted_command_shows_what_it_has(tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    source = Path(stich.__file__).parent.parent
    with subprocess.Popen(
        [sys.executable, "-m", "stich", *words(file, "--deals", "100000")],
        env={**os.environ, "PYTHONPATH": str(source)},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            for _ in range(600):
                if file.exists() and file.read_bytes().count(b"\n") > 3:
                    break
                time.sleep(0.1)
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does it: to all of its processes
            said, _ = process.communicate(timeout=60)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 130
    kept = len(read(file, STUDY))
    assert kept >= 3
    assert f"interrupted: {kept} of 100000 deals" in said
    assert f"{kept} deals, " in said
    assert json.loads(file.read_text("utf-8").splitlines()[0])["by"] == "beginner"


@pytest.mark.parametrize(
    "asked",
    [
        ["chess", "club"],
        ["ecarte", "wizard"],
        ["ecarte", "club", "--by", "wizard"],
        ["ecarte", "club", "--option", "target=much"],
        ["gaigel", "club", "--seats", "5"],
        ["ecarte", "club", "--csv", "/nowhere/at/all.csv"],
    ],
)
def test_what_does_not_exist_is_refused(asked: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["blunders", *asked, "--deals", "1"]) == 2
    assert capsys.readouterr().err.startswith("stich: ")
