"""The description of a game for the start page."""

from __future__ import annotations

from stich.bots import levels
from stich.kernel.describe import describe_game
from stich.kernel.game import Game
from stich.server.messages.specs import GameSpec, Need, OptionSpec, PresetSpec
from stich.server.pages.conflicts import conflicts
from stich.server.state.folders import help_file
from stich.server.state.lessons import lesson_names
from stich.text.catalogue import LANGUAGES


def game_spec(game: Game) -> GameSpec:
    """Return the description of a game for the start page."""
    description = describe_game(game)
    options = [
        OptionSpec(**{**option, "needs": [[Need(*way) for way in need] for need in option["needs"]]})
        for option in description.pop("options")
    ]
    presets = [PresetSpec(*preset) for preset in description.pop("presets")]
    has_help = help_file(game, LANGUAGES[0]) is not None
    return GameSpec(
        options=options,
        bots=levels(game),
        lessons=lesson_names(game),
        help=has_help,
        conflicts=conflicts(game),
        presets=presets,
        **description,
    )
