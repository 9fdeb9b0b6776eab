"""The list of games: every folder here with a `rules.py`, games from installed packages, and folders given on the
command line.

The module `rules` of a game holds its `GAME`; the same folder has its bots and its texts. A package registers a game
with the entry point group "stich.games", whose object is a `Game`.
"""

from __future__ import annotations

import importlib
import sys
import warnings
from importlib import metadata
from pathlib import Path

from stich.kernel.action import Refused
from stich.kernel.game import Game

GROUP = "stich.games"

_found: dict[str, Game] = {}
_folders: dict[str, Path] = {}


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
    """Return the game of this name. Raises Refused `error.game` (game, allowed)."""
    known = games()
    if name not in known:
        raise Refused("error.game", {"game": name, "allowed": " | ".join(known)})
    return known[name]


def folder(name: str) -> Path:
    """Return the folder with a game's rules, texts and bots. Raises Refused `error.game`."""
    find(name)
    return _folders[name]


def load_folder(path: Path) -> list[str]:
    """Load the games of a folder (one game's own, or one of several) and return their names.

    They become modules of this package, so their bots and texts are found in the same way as for the other games.
    Raises Refused: `error.game_folder` (path): there is no game; `error.game_broken` (path, reason): a game cannot be
    loaded; `error.game_twice` (game).
    """
    known = games()
    path = path.resolve()
    own = [path] if is_game(path) else sorted(f for f in path.iterdir() if is_game(f)) if path.is_dir() else []
    if not own:
        raise Refused("error.game_folder", {"path": str(path)})
    for one in own:
        if one.name in known:
            raise Refused("error.game_twice", {"game": one.name})
        if str(one.parent) not in __path__:
            __path__.append(str(one.parent))
    importlib.invalidate_caches()
    for one in own:
        try:
            _register(one.name)
        except Refused:  # its message says what is wrong, and with which game
            raise
        except Exception as error:  # foreign code: whatever it raises, the message names the folder
            raise Refused(
                "error.game_broken", {"path": str(one), "reason": f"{type(error).__name__}: {error}"}
            ) from error
    return [one.name for one in own]


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
