"""Usual tables: sets of options with a name, offered with one click and played by `--preset`."""

from __future__ import annotations

from pathlib import Path

import pytest

from moves import at_random
from stich.cli import main
from stich.games import find, games, load_folder
from stich.kernel.action import Refused
from stich.kernel.chance import quick
from stich.kernel.game import Game
from stich.kernel.match import SIM, Match, Source
from stich.kernel.options import Preset
from stich.kernel.record import dump, replay
from stich.kernel.record_reader import load
from stich.server.pages.games import game_spec
from stich.text.catalogue import LANGUAGES, catalogue

pytestmark = pytest.mark.once

WITH = {name: game for name, game in games().items() if game.presets}
EACH = [
    pytest.param(game, preset, seats, id=f"{name} {preset.name} {seats}")
    for name, game in WITH.items()
    for preset in game.presets
    for seats in preset.seats or game.seats
]


def match(game: Game, preset: Preset, seats: int) -> Match:
    return Match(game, game.rules(game.with_preset(preset.name, {}, seats), seats), Source(SIM, 5))


def sealed(text: str) -> str:
    """Return a record written by hand: without the sum, and without the program that would have written one."""
    return "".join(f"{line}\n" for line in text.splitlines() if line.split()[0] not in ("sum", "by"))


@pytest.mark.parametrize(("game", "preset", "seats"), EACH)
def test_a_match_is_known_by_its_preset_and_its_record_names_it(game: Game, preset: Preset, seats: int) -> None:
    m = match(game, preset, seats)
    assert game.preset_of(m.rules) == preset.name
    at_random(m, quick(3))
    text = dump(m)
    assert (f"\npreset {preset.name}\n" in text) == bool(preset.options)
    assert replay(load(text, find)).rules.options == m.rules.options


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_preset_has_a_name_and_a_sentence(language: str) -> None:
    for name, game in WITH.items():
        texts = catalogue(language, name)
        names = [texts[f"{name}.preset.{preset.name}"] for preset in game.presets]
        assert len(set(names)) == len(names)
        assert all(str(texts[f"{name}.preset.{preset.name}.about"]).endswith(".") for preset in game.presets)


def test_the_defaults_of_a_game_stay_a_preset_of_their_own() -> None:
    """Else nobody could go back to them with one click."""
    for game in WITH.values():
        for seats in game.seats:
            assert game.preset_of(game.rules({}, seats)), (game.name, seats)


def test_what_is_given_besides_changes_the_preset() -> None:
    chinchon = find("chinchon")
    assert chinchon.recommended() == "usual"
    rules = chinchon.rules(chinchon.with_preset("usual", {"limit": 50}))
    assert (rules.options["close_limit"], rules.options["limit"], chinchon.preset_of(rules)) == ("5", "50", "")
    assert chinchon.with_preset("", {"limit": 50}) == {"limit": 50}


@pytest.mark.parametrize("name", sorted(games()))
def test_an_unknown_preset_is_refused_with_those_there_are(name: str) -> None:
    game = find(name)
    with pytest.raises(Refused) as refused:
        game.with_preset("casino", {})
    args = refused.value.phrase.args
    allowed = " | ".join(one.name for one in game.presets if one.fits(game.seats[0])) or "–"
    assert (refused.value.phrase.key, args["preset"], args["allowed"]) == ("error.preset", "casino", allowed)


BEST = Preset("a", {}, recommended=True)


class Faulty:
    """Chimera with other presets; whatever was changed is put back."""

    def __init__(self, *presets: Preset) -> None:
        self.game, self.presets = find("chimera"), list(presets)

    def refusal(self) -> Refused:
        kept, self.game.presets = self.game.presets, self.presets
        try:
            with pytest.raises(Refused) as refused:
                self.game.check_presets()
        finally:
            self.game.presets = kept
        return refused.value


@pytest.mark.parametrize(
    ("presets", "reason"),
    [
        ([Preset("a", {"limit": "many"})], "error.option_value"),
        ([Preset("a", {"stakes": "5"})], "error.option"),
        ([Preset("a", {}, seats=[4])], "error.seats"),
        ([Preset("a", {}), Preset("a", {"limit": "300"})], "error.preset_twice"),
        ([Preset("a", {}), Preset("b", {"limit": "400"})], "error.preset_same"),
        ([BEST, Preset("b", {"limit": "300"}, recommended=True)], "error.preset_recommended"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_presets_that_cannot_be_played_or_distinguished_are_refused(presets: list[Preset], reason: str) -> None:
    refused = Faulty(*presets).refusal().phrase
    assert (refused.key, refused.args["reason"]) == ("error.preset_wrong", f"@{reason}")
    assert refused.args["preset"] == presets[-1].name


EXCLUDING = """
from stich.games.chinchon.rules import GAME as CHINCHON
from stich.kernel.game import Game
from stich.kernel.options import Preset


class Snap(Game):
    def __init__(self) -> None:
        like = CHINCHON
        odd = Preset("odd", {"face_values": "compact", "deck": "48"})
        super().__init__(
            "snap", 1, like.seats, 1, like.options, like.phases, like.verbs, [], like.pack, [], presets=[odd]
        )

    def make_rules(self, options, seats):
        return CHINCHON.make_rules(options, seats)

    def conflict(self, options, seats):
        return CHINCHON.conflict(options, seats)


GAME = Snap()
"""


def test_a_game_whose_preset_excludes_itself_is_refused_when_it_is_loaded(tmp_path: Path) -> None:
    (tmp_path / "snap").mkdir()
    (tmp_path / "snap/rules.py").write_text(EXCLUDING, "utf-8")
    with pytest.raises(Refused) as refused:
        load_folder(tmp_path)
    args = refused.value.phrase.args
    assert refused.value.phrase.key == "error.preset_wrong"
    assert (args["preset"], args["game"], args["reason"]) == ("odd", "snap", "@error.chinchon.compact")
    assert "snap" not in games()


def test_a_record_cannot_claim_another_preset_than_it_played() -> None:
    chinchon = find("chinchon")
    usual = chinchon.preset("usual")
    text = sealed(dump(match(chinchon, usual, 4)))
    assert load(text, find).rules.options["close_limit"] == "5"
    for wrong, reason in [
        (text.replace("preset usual", "preset page"), "@error.record.preset"),
        (text.replace("options close_limit=5", "options close_limit=3"), "@error.record.preset"),
        (text.replace("preset usual", "preset casino"), "@error.preset"),
        (text.replace("preset usual", "preset"), "@error.record.form"),
        (text.replace("preset usual", "preset usual\npreset usual"), "@error.record.twice"),
    ]:
        with pytest.raises(Refused) as refused:
            load(wrong, find)
        assert refused.value.phrase.args["reason"] == reason
        assert str(refused.value.phrase.args["text"]).startswith("preset")


@pytest.mark.parametrize("command", ["arena chinchon random random", "check chinchon"])
def test_the_command_line_plays_presets(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = [*command.split(), "--deals", "1"]
    assert main([*words, "--preset", "usual"]) == 0
    assert main([*words, "--preset", "casino"]) == 2
    assert "casino" in capsys.readouterr().err


def test_the_page_learns_of_presets_and_of_what_options_need() -> None:
    spec = game_spec(find("chinchon"))
    assert [(one.name, one.options, sorted(one.seats), one.recommended) for one in spec.presets] == [
        ("usual", {"close_limit": "5"}, [2, 3, 4], True),
        ("page", {}, [2, 3, 4], False),
        ("conga", {"mode": "conga"}, [2, 3, 4], False),
    ]
    needs = {option.name: option.needs for option in game_spec(find("doppelkopf")).options}
    assert [[(way.option, way.values) for way in need] for need in needs["tollen_second_beats_first"]] == [
        [("tollen", ["true"]), ("rules", ["tournament"])]
    ]
    assert needs["rules"] == []
