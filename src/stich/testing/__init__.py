"""For tests of a game: prepared positions, moves in the notation, refusals, and what `stich check` looks at.

    GAME = load(Path(__file__).parents[1])  # the folder of the game
    table = Table(GAME, seed=3)  # a match, dealt
    table.place({"hand.0": "S7 HA", "hand.1": "S9 C2"}, rest="won.0", phase="play", turn=0)
    table.do("0 play S7", "1 play S9")
    assert table.refused("0 play C5") == "error.not_held"

Nothing here needs pytest: what does not hold raises AssertionError, in words.
"""

from __future__ import annotations

from pathlib import Path

from stich.games import find, games, load_folder
from stich.games import folder as folder_of
from stich.kernel.game import Game
from stich.kernel.laws.check import check
from stich.testing.bots import bot_troubles
from stich.testing.laws import hint_of
from stich.testing.phrases import PhraseLog, heard
from stich.testing.table import Table
from stich.testing.texts import text_troubles

__all__ = ["PhraseLog", "Table", "check_bots", "check_laws", "check_texts", "heard", "load"]


def load(folder: Path) -> Game:
    """Return the game in a folder, loaded once.

    Raises Refused: `error.game_broken` (path, reason), `error.game_twice` (game): another folder has one of that name.
    """
    if folder.name not in games() or folder_of(folder.name).resolve() != folder.resolve():
        load_folder(folder)
    return find(folder.name)


def check_laws(game: Game, deals: int = 20, seats: int = 0, options: dict[str, object] | None = None) -> None:
    """Play random deals and judge the laws of the kernel. AssertionError: one does not hold; it says which and why."""
    report = check(game, options, seats, deals)
    found = report.failures.values()
    told = [f"{failure.law} is broken: {failure.what}. {hint_of(game, failure)}".rstrip() for failure in found]
    assert not told, "\n".join(told)


def check_texts(game: Game, deals: int = 8) -> None:
    """Play random deals and compare all that is said with the texts of the game. AssertionError lists what is missing
    or asks for a parameter that is not given.
    """
    told = [str(trouble) for trouble in text_troubles(game, heard(game, deals))]
    assert not told, "\n".join(told)


def check_bots(game: Game, deals: int = 1) -> None:
    """Let each level of the game's bots play deals against itself. AssertionError says which level failed and where."""
    told = bot_troubles(game, deals)
    assert not told, "\n".join(told)
