"""The files beside a game's rules: its texts and its help."""

from __future__ import annotations

import sys
from pathlib import Path

from stich.kernel.game import Game
from stich.text.catalogue import LANGUAGES, SHEET


def game_folder(game: Game) -> Path:
    """Return the folder of a game's rules and texts."""
    return Path(str(sys.modules[type(game).__module__].__file__)).parent


def help_file(game: Game, language: str) -> Path | None:
    """Return the rules in this language, otherwise in the first available one, otherwise the rule sheet; None if a game
    has none."""
    folder = game_folder(game)
    files = (*(folder / "help" / f"{one}.md" for one in (language, *LANGUAGES)), folder / SHEET)
    return next((file for file in files if file.is_file()), None)
