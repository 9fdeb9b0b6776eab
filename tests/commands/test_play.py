"""`stich play` and `stich join`: what they refuse, and who one is the next time."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from stich.cli import main
from stich.client.address import TableAddress, fetch_games
from stich.commands.join import new_table
from stich.commands.play import at_home, private, setting
from stich.kernel.action import Refused
from stich.server.messages.over_http import NewTable
from stich.terminal.identity import Identities, Known

pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["play"], "needs a terminal"),
        (["play", "whist"], "There is no game “whist”"),
        (["play", "--set", "limit"], "“limit” does not name an option and its value. Write limit=300"),
        (["join", "https://cards.example/t/abc"], "needs a terminal"),
        (["join", "https://cards.example/"], "is not a link to a table"),
    ],
)
def test_what_cannot_be_is_explained(
    given: list[str], told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STICH_LANG", "en")
    monkeypatch.setattr(sys, "stdin", open(os.devnull))  # noqa: SIM115
    assert main(given) == 2
    assert told in capsys.readouterr().err


def test_a_private_server_makes_tables_and_ends(tmp_path: Path) -> None:
    with private(tmp_path) as origin:
        assert origin.startswith("http://127.0.0.1:")
        assert [spec.game for spec in fetch_games(TableAddress(origin))][:1] == ["chimera"]
        assert new_table(TableAddress(origin), NewTable(game="chimera", options={"limit": "300"})).table
        with pytest.raises(Refused, match=r"error\.option_value"):
            new_table(TableAddress(origin), NewTable(game="chimera", options={"limit": "many"}))
    with pytest.raises(Refused, match=r"error\.network"):
        new_table(TableAddress(origin), NewTable(game="chimera"))
    assert (tmp_path / "tables.sqlite").is_file()


def test_a_second_match_at_the_same_time_has_a_folder_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stich.commands.play.data_folder", lambda: tmp_path)
    with at_home(None) as (first, _), at_home(None) as (second, origin):
        assert first == tmp_path / "terminal"
        assert second != first
        assert new_table(TableAddress(origin), NewTable(game="chimera")).table
        with pytest.raises(Refused, match=r"error\.data_used"), at_home(first):
            pass
    assert not second.exists()
    with at_home(None) as (again, _):
        assert again == first


def test_who_one_was_is_remembered_and_nobody_else_may_read_it(tmp_path: Path) -> None:
    file = tmp_path / "stich" / "tables.json"
    Identities(file).keep("https://cards.example", cookie="stich=abc", table="t1")
    again = Identities(file)
    assert again.of("https://cards.example") == Known("stich=abc", "t1")
    assert again.of("https://other.example") == Known()
    if os.name != "nt":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.write_text("rubbish", "utf-8")
    assert Identities(file).known == {}


def test_a_setting_has_a_name_and_a_value() -> None:
    assert setting("limit = 300") == ("limit", "300")
    assert setting("a=b=c") == ("a", "b=c")


def test_other_commands_do_not_load_what_draws() -> None:
    code = "import sys; from stich.cli import parser; parser(); print({'textual', 'websockets'} & set(sys.modules))"
    there = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    assert subprocess.check_output([sys.executable, "-c", code], text=True, env=there).strip() == "set()"
