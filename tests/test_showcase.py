"""What games declare for the start page: how the cards of their tile lie, and what kind of game they are."""

from __future__ import annotations

import pytest

from games.rummy.rules import GAME as RUMMY
from games.schnapsen.rules import GAME as SCHNAPSEN
from stich.games import games
from stich.kernel.game import GAME_KINDS, POSES, Game
from stich.text.catalogue import LANGUAGES, catalogue

GUESTS: dict[str, Game] = {"rummy": RUMMY, "schnapsen": SCHNAPSEN}
ALL: dict[str, Game] = {**games(), **GUESTS}


@pytest.mark.parametrize("name", ALL)
def test_a_tile_has_two_to_five_cards_of_the_pack_in_a_known_pose(name: str) -> None:
    game = ALL[name]
    assert 2 <= len(game.showcase) <= 5
    assert set(game.showcase) <= set(game.pack.names)
    assert game.pose in POSES
    assert game.kind in GAME_KINDS


def test_every_own_game_has_a_kind_and_a_tile_of_its_own() -> None:
    own = {name: game for name, game in ALL.items() if name not in GUESTS}
    assert [name for name, game in own.items() if not game.kind] == []
    tiles = {name: (game.pose, *game.showcase, game.pack.art) for name, game in own.items()}
    assert len(set(tiles.values())) == len(tiles)


def test_a_guest_that_declares_nothing_is_a_fan_of_no_kind() -> None:
    assert {(ALL[name].pose, ALL[name].kind) for name in GUESTS} == {("fan", "")}


@pytest.mark.parametrize(("pose", "kind"), [("heap", ""), ("fan", "chess")])
def test_a_pose_or_kind_that_there_is_not_is_an_error(pose: str, kind: str) -> None:
    pack = ALL["ecarte"].pack
    with pytest.raises(ValueError, match=r"heap|chess"):
        Game("odd", 1, [2], 5, [], [], [], [], pack, ["HK"], pose=pose, kind=kind)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_has_a_name(language: str) -> None:
    words = catalogue(language)
    assert [kind for kind in GAME_KINDS if kind and f"start.kind.{kind}" not in words] == []
