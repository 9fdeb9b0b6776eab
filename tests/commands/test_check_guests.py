"""`stich check` finds in a guest game what its author forgot: texts, parameters, bots, and what the play has shown."""

from __future__ import annotations

import itertools
import re
import shutil
from pathlib import Path

import pytest

from repository import ROOT
from stich.cli import main
from stich.games import find
from stich.kernel.laws.report import HINTS
from stich.kernel.record_reader import load
from stich.testing import bots, phrases

pytestmark = pytest.mark.once

HEARTS = ROOT / "tests/games/hearts"
COUNT = itertools.count()


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("STICH_LANG", "en")
    monkeypatch.setattr(bots, "SEARCHES", 6)  # Expert is slow there, and the game is interpreted
    monkeypatch.setattr(phrases, "ADVICE", 8)


def copy(folder: Path, *changes: tuple[str, str, str]) -> str:
    """Copy Hearts under another name, each file with one thing changed: file, old, new. Returns the name."""
    name = f"hearts_{next(COUNT)}"
    shutil.copytree(HEARTS, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for file in (folder / name).rglob("*.*"):
        text = file.read_text("utf-8").replace('"hearts"', f'"{name}"').replace("hearts.", f"{name}.")
        for path, old, new in changes:
            if file == folder / name / path:
                assert old.replace("hearts.", f"{name}.") in text, old
                text = text.replace(old.replace("hearts.", f"{name}."), new.replace("hearts.", f"{name}."))
        file.write_text(text, "utf-8")
    return name


def check(folder: Path, name: str, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, str]:
    code = main(["check", name, "--games", str(folder), "--deals", "4", *more])
    told = capsys.readouterr()
    assert "Traceback" not in told.out + told.err
    return code, told.out.replace(f"{name}.", "hearts.")


def test_the_copy_is_sound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = check(tmp_path, copy(tmp_path), capsys)
    assert (code, "missing" in out, "wrong" in out, "broken" in out) == (0, False, False, False)


KEYS = (
    *("hearts.name", "hearts.phase.pass", "hearts.zone.won", "hearts.fact.broken", "hearts.verb.give"),
    *("hearts.said.give", "hearts.option.limit", "hearts.score.queen", "hearts.event.trick", "hearts.event.most"),
    *("hearts.event.moon", "error.hearts.give", "error.hearts.first", "error.hearts.counts", "hearts.task.first"),
)


def test_every_kind_of_missing_text_is_listed_in_each_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changes = [(f'msgid "{key}"\n', f'msgid "hearts.of_no_use_{n}"\n') for n, key in enumerate(KEYS)]
    name = copy(tmp_path, *((f"text/{one}.po", *change) for one in ("de", "en") for change in changes))
    code, out = check(tmp_path, name, capsys)
    assert code == 1
    for key in KEYS:
        assert out.count(f"    {key} is missing") == 2, out
    assert f"en.po: {len(KEYS)} texts are missing" in out
    assert "fr.po" not in out
    assert "hu.po" not in out


WRONG = (
    (
        '"{seat} takes the trick: {n} point"',
        '"{who} takes it: {n}"',
        "hearts.event.trick asks for {who}; given: n, seat",
    ),
    ('"You take the trick: {n} point"', '"You take {card}"', "hearts.event.trick.you asks for {card}; given: n, seat"),
    ('"Queen of spades"', '"{points} taken"', "hearts.score.queen asks for {points}; given: n, seat"),
    ('"Pass {n} cards; you', '"Pass {count} cards; you', "asks for {count}; given: chosen, n"),
    ('"A heart has fallen"\n', '"A heart has fallen\n', "has a quotation mark too few or too many"),
)


def test_wrong_parameters_and_lost_quotation_marks_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out = check(tmp_path, copy(tmp_path, *(("text/en.po", old, new) for old, new, _ in WRONG)), capsys)
    assert code == 1
    for _, _, told in WRONG:
        assert told in out, out


def test_missing_keys_are_appended_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gone = 'msgid "hearts.said.give"\nmsgstr "{seat} gibt {cards} weiter"\n'
    name = copy(tmp_path, ("text/de.po", gone, ""))
    file = tmp_path / name / "text/de.po"
    (tmp_path / name / "text/en.po").unlink()
    code, out = check(tmp_path, name, capsys, "--write")
    assert code == 1
    assert "de.po: 1 keys appended" in out
    assert file.read_text("utf-8").endswith(f'#. {{cards}} {{seat}}\nmsgid "{name}.said.give"\nmsgstr ""\n')
    english = (tmp_path / name / "text/en.po").read_text("utf-8")
    assert f'msgid "{name}.name"\nmsgstr ""' in english
    code, out = check(tmp_path, name, capsys, "--write")
    assert "keys appended" not in out
    assert "hearts.said.give is missing" in out  # an empty text says nothing
    assert (tmp_path / name / "text/en.po").read_text("utf-8") == english


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "return min(legal, key=lambda a: a.cards[0] % SIZE)",
            "return legal[99]",
            "bot beginner: in pass|play, IndexError",
        ),
        ("return careful(view.seen, legal)", 'return Action("fly")', "bot club: chose what is refused"),
        ("return careful(s, legal)", "return 1 / 0  # type: ignore", "ZeroDivisionError: division by zero (bot.py:"),
        ("BOTS: Final =", "PLAYERS: Final =", "bot.py has no dict BOTS"),
        ("from typing import", "import nothing_like_it\nfrom typing import", "No module named 'nothing_like_it'"),
        (", Expert.level: Expert}", "}", "bot.py lists no player that searches"),
    ],
)
def test_bots_that_cannot_play_are_named_with_their_line(
    old: str, new: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out = check(tmp_path, copy(tmp_path, ("bot.py", old, new)), capsys)
    assert code == (0 if "searches" in told else 1)
    parts = told.split("|")
    assert parts[0].split(",")[0] in out or parts[-1] in out, out
    assert parts[-1].split(", ")[-1] in out, out


def test_a_forgotten_void_points_at_can_hold_and_stands_last(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forgets = "    def can_hold(self, c: int, at: int) -> bool:\n        return True\n\n    def order(self)"
    name = copy(tmp_path, ("rules.py", "    def order(self)", forgets))
    code, out = check(tmp_path, name, capsys)
    assert code == 1
    last = out.rstrip().splitlines()[-2:]
    assert last[0].startswith("L9 is broken: a deal drawn for seat")
    assert "is not legal" in last[0]
    assert "State.can_hold" in last[1]
    assert "State.may_pair" in last[1]


def test_a_fact_that_is_changed_before_the_play_is_noted_is_named_as_a_cause(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And the record marks the action, and can still be read."""
    hasty = """    def apply(self, s, seat, a):  # type: ignore
        s.broken = s.broken or bool(1 << a.cards[0] & HEARTS)
        super().apply(s, seat, a)

    def contract(self"""
    name = copy(tmp_path, ("rules.py", "    def contract(self", hasty))
    code, out = check(tmp_path, name, capsys, "--deals", "30")
    assert code == 1
    last = out.rstrip().splitlines()[-2:]
    told = re.match(r"L9 is broken: .*: action (\d+) in play, '(play \w\w)' of seat (\d), is not legal", last[0])
    assert told, last
    assert last[1].endswith("has a fact that it reads been changed before super().apply? Change it afterwards.")
    marked = re.search(r"# L9 is broken by the next line\n(.*)\n", out)
    assert marked
    assert marked[1] == f"{told[3]} {told[2]}"
    deal = out[: marked.start()].rpartition("\ndeal ")[2]
    assert len(deal.splitlines()) == int(told[1])  # its own line, and the actions before
    written = out[out.index("stich record 1") : out.index("L9 is broken:")].strip() + "\n"
    load(written, find)  # raises Refused where the checksum does not fit


def test_an_error_in_the_rules_has_no_hint_about_a_law(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    typo = "    def apply(self, s, seat, a):\n        super().aply(s, seat, a)\n\n    def contract(self"
    code, out = check(tmp_path, copy(tmp_path, ("rules.py", "    def contract(self", typo)), capsys)
    assert code == 1
    *_, last = out.rstrip().splitlines()
    law = re.match(r"(L\d) is broken: AttributeError at rules.py:\d+: .*has no attribute 'aply'", last)
    assert law, last
    assert law[1] in HINTS  # it has a hint where it is broken by itself
    assert f"# {law[1]} is broken here\nsum " in out


def test_looking_into_another_hand_is_called_by_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    peeks = """    def legal(self, s, seat):  # type: ignore
        acts = super().legal(s, seat)
        other = s.zones[HAND + EACH * ((seat + 1) % 4)]
        return acts[:1] if QUEEN in other else acts

    def contract(self"""
    name = copy(tmp_path, ("rules.py", "    def contract(self", peeks))
    code, out = check(tmp_path, name, capsys)
    assert code == 1
    assert "L5 is broken" in out
    assert "L9 is broken" not in out


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    def passed(self, s: Hearts) -> None:\n        start(s)", "    def passed(self, s):\n        1 / 0"),
        ("        s = Hearts(rules)\n", "        s = Hearts(rules)\n        1 / 0\n"),
        ("        return DealResult(self.taken", "        1 / 0\n        return DealResult(self.taken"),
    ],
)
def test_rules_that_raise_are_a_broken_law(
    old: str, new: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out = check(tmp_path, copy(tmp_path, ("rules.py", old, new)), capsys)
    assert code == 1
    assert "texts: not compared, the play fails: ZeroDivisionError: division by zero (rules.py:" in out
    assert "is broken: ZeroDivisionError at rules.py:" in out


def test_a_card_written_the_other_way_round_is_told_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = copy(tmp_path, ("rules.py", 'PACK.faces["SQ"]', 'PACK.faces["QS"]'))
    for _ in range(2):
        assert main(["check", name, "--games", str(tmp_path / name)]) == 2
        err = capsys.readouterr().err
        assert err.count("cannot be loaded") == 1, err
        assert err.endswith("no card QS; a card is written suit first: SQ\n")
    assert main(["check", "nothing_like_it", "--games", str(tmp_path / name)]) == 2  # another reason is said
    assert "nothing_like_it" in capsys.readouterr().err


LEFT_OVER = (
    *("option.trump", "option.trump.none", "option.limit.spades", "phase.bid", "prompt.play", "zone.stock"),
    *("fact.closer", "badge.closer", "preset.club", "preset.club.about"),
)
IN_USE = (
    *("option.limit.70", "option.limit.help", "phase.over", "task.some", "zone.won.tricks", "badge.broken"),
    *("verb.play_low", "said.play_low", "event.some", "about"),
)


def test_keys_that_nothing_uses_and_optional_texts_are_named_and_no_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = copy(tmp_path)
    file = tmp_path / name / "text/de.po"
    text = file.read_text("utf-8")
    assert text.count(f'msgid "{name}.said.play.you"\n') == 1
    text = text.replace(f'msgid "{name}.said.play.you"\n', f'msgid "{name}.of_no_use.said.play.you"\n')
    added = [f'\nmsgid "{name}.{key}"\nmsgstr "x"\n' for key in (*LEFT_OVER, *IN_USE) if f'{name}.{key}"' not in text]
    file.write_text(text + "".join(added), "utf-8")
    code, out = check(tmp_path, name, capsys)
    assert code == 0, out
    lines = [line for line in out.splitlines() if "de.po: " in line]
    assert [line.split("de.po: ")[1] for line in lines] == [
        "nothing uses " + " ".join(f"hearts.{key}" for key in LEFT_OVER),
        "could also say hearts.said.play.you",
    ]
    assert "en.po" not in out
