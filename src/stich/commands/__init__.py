"""The verbs of the command line. Each module here has `add(subparsers)`, which declares its arguments, and `run(args)
-> int`."""

from __future__ import annotations

import argparse
import locale
import os
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from stich.kernel.action import Refused
from stich.text.catalogue import LANGUAGES

if TYPE_CHECKING:
    from stich.text.say import Speaker

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]
else:
    Subparsers = Any

__all__ = ["Subparsers", "add_preset", "explain", "language", "say", "speaker"]


def add_preset(parser: argparse.ArgumentParser, otherwise: str) -> None:
    """Declare `--preset`. otherwise: the rules without it, for the help."""
    parser.add_argument(
        "--preset", default="", metavar="NAME", help=f"a usual table of the game, by name ({otherwise})"
    )


def language() -> str:
    """Return the user's language if there are texts in it, otherwise English. STICH_LANG overrides the system's
    setting.
    """
    settings = [os.environ.get(name) for name in ("STICH_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")]
    for setting in [*settings, locale.getlocale()[0]]:
        if setting:
            wanted = setting[:2].lower()
            return wanted if wanted in LANGUAGES else LANGUAGES[0]
    return LANGUAGES[0]


@cache
def speaker(*games: str) -> Speaker:
    """Return a translator for the user's language, with the texts of these games."""
    from stich.text.say import Speaker

    return Speaker(language(), *games)


def say(key: str, args: Mapping[str, Any] | None = None) -> str:
    """Return the text of a key in the user's language."""
    return speaker().say(key, args)


def explain(refused: Refused) -> str:
    """Return the text of a refusal in the user's language."""
    from stich.games import games

    key, args = refused.phrase.key, refused.phrase.args
    told = speaker(*games()).say(key, args)
    return told if told != key else str(refused)  # a key without a text: its name and values are better than its name
