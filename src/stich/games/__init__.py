"""The list of games: every folder here with a `rules.py`, games from installed packages, and folders given on the
command line.

The module `rules` of a game holds its `GAME`; the same folder has its bots and its texts. A package registers a game
with the entry point group "stich.games", whose object is a `Game`.
"""

from __future__ import annotations

import importlib
import sys
import traceback
import warnings
from importlib import metadata
from pathlib import Path

from stich.kernel.action import Refused
from stich.kernel.faces import NoCard
from stich.kernel.game import Game

GROUP = "stich.games"

_found: dict[str, Game] = {}
_folders: dict[str, Path] = {}
_left_out: dict[str, Refused] = {}  # games that cannot be played, by the names of their folders, and why


def games() -> dict[str, Game]:
    """Return every game by its name: those of stich, then those of packages, then those of `load_folder`."""
    if not _folders:
        for folder in sorted(Path(__file__).parent.iterdir()):
            if is_game(folder):
                _register(folder.name)
        for point in metadata.entry_points(group=GROUP):
            try:
                game = point.load()
                if isinstance(game, Game):
                    game.check_presets()
            except Exception as error:  # one broken package must not prevent playing the other games
                warnings.warn(f"the game {point.value} cannot be loaded: {error}", RuntimeWarning, stacklevel=2)
                continue
            if isinstance(game, Game) and game.name not in _found:
                file = sys.modules[type(game).__module__].__file__
                _found[game.name] = game
                _folders[game.name] = Path(file).parent if file else Path()
    return dict(_found)


def find(name: str) -> Game:
    """Return the game of this name.

    Raises Refused: `error.game` (game, allowed), or what is wrong with a game of this name that was left out.
    """
    known = games()
    if name not in known:
        if name in _left_out:
            raise _left_out[name]
        raise Refused("error.game", {"game": name, "allowed": " | ".join(known)})
    return known[name]


def find_alone(folders: list[Path], name: str) -> Game:
    """Return a game without importing others, if it is one of stich's own. folders: where further games are."""
    if is_game(Path(__file__).with_name(name)):
        found: Game = importlib.import_module(f"{__name__}.{name}.rules").GAME
        return found
    for one in folders:
        take_in(one)
    return find(name)


def folder(name: str) -> Path:
    """Return the folder with a game's rules, texts and bots. Raises Refused `error.game`."""
    find(name)
    return _folders[name]


def load_folder(path: Path) -> list[str]:
    """Take in the games of a folder as `take_in` does, and return their names.

    Raises Refused for the first that cannot be taken in; the others are there then.
    """
    names, troubles = take_in(path)
    for refused in troubles.values():
        raise refused
    return names


def take_in(path: Path) -> tuple[list[str], dict[Path, Refused]]:
    """Take in the games of a folder (one game's own, or one of several). Return their names, and for each game that is
    left out its folder and the reason: `error.game_broken` (path, reason), `error.game_twice` (game),
    `error.game_reserved` (game), `error.preset_wrong`.

    They become modules of this package, so what lies beside their rules is found as it is for all others. Raises
    Refused `error.game_folder` (path): there is no game.
    """
    known = games()
    path = path.resolve()
    own = [path] if is_game(path) else sorted(f for f in path.iterdir() if is_game(f)) if path.is_dir() else []
    if not own:
        raise Refused("error.game_folder", {"path": str(path)})
    names: list[str] = []
    troubles: dict[Path, Refused] = {}
    for one in own:
        if one.name in known and _folders[one.name].resolve() == one:
            names.append(one.name)  # it has been taken in before
        elif one.name in known:
            troubles[one] = Refused("error.game_twice", {"game": one.name})
        elif one.name in RESERVED:
            troubles[one] = Refused("error.game_reserved", {"game": one.name})
        elif str(one.parent) not in __path__:
            __path__.append(str(one.parent))
    importlib.invalidate_caches()
    for one in own:
        if one in troubles or one.name in names:
            continue
        try:
            _register(one.name)
            names.append(one.name)
            continue
        except Refused as refused:  # it says in words what is wrong, and with which game
            troubles[one] = refused
        except (Exception, SystemExit) as error:  # foreign code: whatever it raises, the message names the place
            troubles[one] = not_loadable(one, error)
        _left_out[one.name] = troubles[one]
    return names, troubles


def leave_out(name: str, why: Refused) -> None:
    """Take a game out again that cannot be played; `find` raises the reason from now on."""
    del _found[name]
    del _folders[name]
    _left_out[name] = why


def not_loadable(path: Path, error: BaseException) -> Refused:
    """Return that the game in a folder cannot be loaded: the last place in its files that the error came through, and
    the error.
    """
    at = place_in(path, error)
    at += ": " if at else ""
    if isinstance(error, SyntaxError) and error.filename:
        at = f"{Path(error.filename).name}:{error.lineno}: "
    reason = error.msg if isinstance(error, SyntaxError) else str(error)
    reason = reason if isinstance(error, NoCard) else f"{type(error).__name__}: {reason}"
    return Refused("error.game_broken", {"path": str(path), "reason": f"{at}{reason}"})


def failure(game: Game, error: BaseException) -> str:
    """Return what was raised while a game was played, with the place: the last one in the game's files that the error
    came through; outside of them the last one of all.
    """
    at = place_in(folder(game.name), error)
    if not at and type(error) is RuntimeError:
        return str(error)  # it says in words what the game did
    frames = traceback.extract_tb(error.__traceback__)
    if not at and frames:
        at = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}"
    return f"{type(error).__name__}: {error}" + (f" ({at})" if at else "")


def place_in(path: Path, error: BaseException) -> str:
    """Return the last place in a game's folder that an error came through, as "rules.py:12"; "" for none."""
    at = ""
    for frame in traceback.extract_tb(error.__traceback__):
        if Path(frame.filename).is_relative_to(path):
            at = f"{Path(frame.filename).relative_to(path)}:{frame.lineno}"
    return at


def is_game(path: Path) -> bool:
    """Tell whether a folder holds a game's rules, as a source or compiled."""
    return path.is_dir() and path.name.isidentifier() and any(path.glob("rules.*"))


def _register(name: str) -> None:
    module = importlib.import_module(f"{__name__}.{name}.rules")
    game = module.GAME
    if not isinstance(game, Game) or game.name != name:
        raise TypeError(f"GAME of {name}/rules is not the game {name}")
    game.check_presets()
    _found[name] = game
    _folders[name] = Path(str(module.__file__)).parent


RESERVED = frozenset(name for name in globals() if not name.startswith("_"))
"""Names that no game can have: its module would replace what is called so here."""
