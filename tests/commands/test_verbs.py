"""A command loads its own verb and no other."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys

import pytest

from stich.cli import USAGE, main, parser

pytestmark = pytest.mark.once


def verbs(of: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the verbs of a parser and their own parsers."""
    found = [action.choices for action in of._actions if isinstance(action, argparse._SubParsersAction)]
    return dict(found[0])


ALL = verbs(parser())


@pytest.mark.parametrize("verb", ALL)
def test_a_verb_is_the_same_alone_and_among_all(verb: str) -> None:
    alone = verbs(parser(verb))[verb]
    assert alone.format_help() == ALL[verb].format_help()
    assert alone.get_default("run") is ALL[verb].get_default("run")


@pytest.mark.parametrize("first", ["", "--no-browser", "no-such-verb", "__init__", "admin_token"])
def test_without_a_verb_all_are_there(first: str) -> None:
    assert verbs(parser(first)).keys() == ALL.keys()


def test_a_verb_written_as_its_module_is_refused_with_all_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["admin_token"])
    assert ended.value.code == USAGE
    said = capsys.readouterr().err
    assert all(verb in said for verb in ALL)


def test_no_other_verb_is_loaded() -> None:
    code = "import sys; from stich.cli import parser; parser('serve'); print('stich.commands.arena' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "False"


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "ascii"])
def test_a_file_or_a_pipe_that_cannot_hold_a_letter_gets_a_question_mark(encoding: str) -> None:
    """On Windows they cannot hold most of the letters and signs that the commands print."""
    words = [sys.executable, "-m", "stich", "puzzle", "ecarte", "1", "--lang", "hu"]
    settings = {**os.environ, "PYTHONIOENCODING": encoding}
    done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=settings, check=False)
    said = done.stdout.decode(encoding)
    assert "Kij" in said
    assert ("?tsz" in said) == (encoding == "ascii")
