"""The verbs of the command line. Each module here has `add(subparsers)`, which declares its arguments, and `run(args)
-> int`."""

from __future__ import annotations

import argparse
import locale
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stich.kernel.action import Refused
from stich.text.catalogue import LANGUAGES

if TYPE_CHECKING:
    from stich.kernel.game import Game
    from stich.text.say import Speaker

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]
else:
    Subparsers = Any

__all__ = ["GameFails", "Subparsers", "add_preset", "explain", "language", "load_games", "playing", "say", "speaker"]
__all__ += ["add_database", "data_folder", "database_of", "positive", "was_told"]


class GameFails(Exception):
    """Raised when a game or one of its bots has raised an error while it was played: the game's name, and the error in
    one line. Unlike `Refused` it comes whole out of another process.
    """

    @property
    def refused(self) -> Refused:
        """The same for `explain`: `error.game_fails` (game, reason)."""
        return Refused("error.game_fails", {"game": self.args[0], "reason": self.args[1]})


@contextmanager
def playing(game: Game) -> Iterator[None]:
    """Raise GameFails for whatever the game or its bots raise."""
    from stich.games import failure

    try:
        yield
    except (Refused, GameFails):
        raise
    except Exception as error:
        raise GameFails(game.name, failure(game, error)) from error


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


def explain(refused: Refused, *folders: Path) -> str:
    """Return what was refused and why, in the user's language. folders: of games that are not loaded, for their
    texts.
    """
    from stich.games import games
    from stich.text.say import Speaker

    key, args = refused.phrase.key, refused.phrase.args
    try:
        wording = Speaker(language(), *games(), *folders).say(key, args)
    except (ValueError, SyntaxError):  # the texts of a game cannot be read, which is said when they are needed
        wording = say(key, args)
    return wording if wording != key else str(refused)  # a key without a text


_told: list[Refused] = []  # why games were left out, where `load_games` has said it


def was_told(refused: Refused) -> bool:
    """Tell whether `load_games` has said this already: who asks for a game that was left out need not read it twice."""
    return any(refused is one for one in _told)


def load_games(folders: Sequence[Path], *, for_table: bool = False) -> None:
    """Take in the games of folders. One that is broken is left out: stderr names its file and the cause, and the
    others are there.

    for_table: leave out also a game that a table cannot show: without bots or texts that can be read.
    Raises Refused `error.game_folder` (path): there is no game in it.
    """
    from stich.games import folder, leave_out, take_in

    _told.clear()
    for path in folders:
        names, troubles = take_in(path)
        for name in names if for_table else []:
            why = unfit(name)
            if why is not None:
                troubles[folder(name)] = why
                leave_out(name, why)
        for at, refused in troubles.items():
            reason = explain(refused, at)
            wording = reason if str(at) in reason else f"{at}: {reason}"
            print(f"stich: {say('cli.left_out', {'reason': wording})}", file=sys.stderr)
            _told.append(refused)


def unfit(name: str) -> Refused | None:
    """Return why a table cannot show a game that is loaded: a file of texts or bots that cannot be read, no name in
    English. None: it can.
    """
    from stich.bots import levels
    from stich.games import find, folder, not_loadable
    from stich.text.catalogue import read_texts

    path = folder(name)
    for language in LANGUAGES:
        file = path / "text" / f"{language}.po"
        try:
            texts = read_texts(file) if file.is_file() else {}
        except Exception as error:
            reason = f"text/{file.name}: {type(error).__name__}: {error}"
            return Refused("error.game_broken", {"path": str(path), "reason": reason})
        if language == LANGUAGES[0] and f"{name}.name" not in texts:
            reason = f"text/{file.name}: {name}.name"
            return Refused("error.game_text", {"path": str(path), "reason": reason})
    try:
        levels(find(name))
    except Refused as refused:
        return refused
    except (Exception, SystemExit) as error:
        return not_loadable(path, error)
    return None


def data_folder() -> Path:
    """Return the folder of this user's tables, by the convention of the system."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData/Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library/Application Support")
    else:
        base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local/share")
    return Path(base) / "stich"


def add_database(parser: argparse.ArgumentParser) -> None:
    """Declare `--database`. Its help does not show a default, which can hold a password."""
    parser.add_argument(
        "--database",
        metavar="URL",
        default=os.environ.get("STICH_DATABASE", ""),
        help="where the tables are stored: sqlite:///PATH or postgresql://USER:PASSWORD@HOST/NAME (STICH_DATABASE, "
        "otherwise tables.sqlite in the data folder)",
    )


def database_of(args: argparse.Namespace) -> Path | str:
    """Return where the tables are stored: the file, or the address that was given."""
    data: Path = args.data if args.data is not None else data_folder()
    return str(args.database) or data / "tables.sqlite"


LARGEST = 10**9  # one more than any number of games or people


def positive(text: str) -> int:
    """Read a number of at least 1, for argparse."""
    if not (text.isascii() and text.isdigit() and len(text) < 20 and 0 < int(text) < LARGEST):
        raise argparse.ArgumentTypeError(f"not a number from 1 to {LARGEST - 1}: {text[:20]}")
    return int(text)
