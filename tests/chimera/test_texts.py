"""Chimera's words: everything that its rules and its table say has them, and they say nothing else."""

import re
import tomllib
from pathlib import Path

import pytest

from stich.games.chimera.rules import GAME
from stich.games.chimera.rules_combinations import TYPES
from stich.testing.texts import UNNAMED
from stich.text.catalogue import LANGUAGES, read_texts

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
TEXTS = ROOT / "src/stich/games/chimera/text"
SOURCES = [*(ROOT / "src/stich/games/chimera").glob("*.py"), ROOT / "web/src/skins/chimera.ts"]
KEY = re.compile(r"[\"'`@]((?:chimera|card\.chimera|error\.chimera)\.[\w.]*\w)[\"'`]")
ADVISE = [ROOT / "src/stich/games/chimera/advise.py", ROOT / "src/stich/bots/climbing/reasons.py"]
WHY = re.compile(r"""(?:said\(|if big else |else )"([a-z_]+)\"""")
BUILT = {  # keys that are put together from a name and one of these
    "error.chimera.": ["must_lead", "playing", "no_cards", "no_combination", "no_answer", "declaration", "choose"],
    "chimera.rank.": [str(n) for n in range(1, 16)],
    "chimera.ranks.": [str(n) for n in range(1, 16)],
    "chimera.combo.": list(TYPES[1:]),
    "error.chimera.beat.": list(TYPES[1:]),
    "chimera.task.": ["bid", "bid_above", "bid_last", "must_lead", "only_pass", "only_trap", "only_attack"],
    "chimera.task.beat.": list(TYPES[1:-1]),  # all but the last, the attack
    "chimera.bid.stake.": ["20", "30", "40"],
    "chimera.bid.swap.": ["20", "30", "40"],
    "chimera.badge.": ["chimera", "high.bid"],
    "chimera.why.": ["stop_trap", "keep_trap"],
    "chimera.note.": ["takes", "also_trap", "also_attack", "partner", "left"],
    "chimera.score.": ["bid", "failed_bid", "traps", "attack", "idle", "hunters", "toads", "cats"],
    "chimera.event.": ["chimera_win", "hunters_win"],
    "card.chimera.": [
        f"{f}.{kind}" for f in ("jade", "sword", "pagoda", "star") for kind in ("number", "toad", "cat", "hero")
    ]
    + ["piya", "chimera"],
}


def wanted() -> set[str]:
    """Return every key that rules, page and declarations ask for."""
    keys = {key for file in SOURCES for key in KEY.findall(file.read_text("utf-8"))}
    keys |= {f"chimera.why.{name}" for file in ADVISE for name in WHY.findall(file.read_text("utf-8"))}
    keys |= {start + end for start, ends in BUILT.items() for end in ends}
    keys |= {"chimera.reference"} if GAME.reference else set()
    layout = GAME.rules().layout
    phases = [phase.name for phase in GAME.phases]
    keys |= {f"chimera.zone.{zone.name}" for zone in layout.common + layout.own}
    keys |= {f"chimera.fact.{fact.name}" for fact in layout.facts if fact.kind not in UNNAMED}
    keys |= {f"chimera.phase.{name}" for name in [*phases, "over"]}
    keys |= {f"chimera.verb.{verb}" for verb in GAME.verbs} | {f"chimera.said.{verb}" for verb in GAME.verbs}
    keys |= {f"chimera.preset.{preset.name}{end}" for preset in GAME.presets for end in ("", ".about")}
    for option in GAME.options:
        keys.add(f"chimera.option.{option.name}")
        if option.kind == "choice":
            keys |= {
                f"chimera.option.{option.name}.{value}" for value in option.values if value not in {"true", "false"}
            }
    for lesson in (ROOT / "src/stich/games/chimera/lessons").glob("*.toml"):
        name = f"chimera.lesson.{lesson.stem}"
        keys |= {name} | {f"{name}.{step['step']}" for step in tomllib.loads(lesson.read_text("utf-8"))["steps"]}
    return keys | {"chimera.name", "chimera.about", "chimera.credit"}


def test_every_word_is_there() -> None:
    missing = wanted() - set(read_texts(TEXTS / "en.po"))
    assert not missing


def test_no_word_is_left_over() -> None:
    asked = wanted()
    ends = (".you", ".help", ".told", ".note", ".at")
    kin = {key: {key, *map(key.removesuffix, ends)} for key in read_texts(TEXTS / "en.po")}
    unused = {key for key, names in kin.items() if not names & asked and not key.startswith("form.")}
    assert not unused


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_one_does_oneself_is_said_to_you(language: str) -> None:
    texts = read_texts(TEXTS / f"{language}.po")
    for key in texts:
        if key.endswith(".you"):
            assert "{seat}" not in str(texts[key]), key
            assert key.removesuffix(".you") in texts
