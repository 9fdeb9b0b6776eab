"""The documentation site is built from what there is, and what is wrong in it fails the build."""

from __future__ import annotations

import inspect
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from generator import figures, rules, staging
from generator.docstrings import arranged, names_of
from generator.facts import MEANINGS
from generator.numbers import moves_of, observation_of
from generator.texts import Texts

import stich
from repository import ROOT
from stich.env.actions import ActionNumbers
from stich.env.batch import Climbs
from stich.env.deals import game
from stich.env.observation import Observation
from stich.games import games
from stich.kernel.options import Option

pytestmark = pytest.mark.once

HEAD = "---\nfile_format: mystnb\nkernelspec:\n  name: python3\n---\n"
PAGES = sorted((ROOT / "docs/site").rglob("*.md"))
NOTEBOOKS = [page for page in PAGES if page.read_text("utf-8").startswith("---\nfile_format: mystnb\n")]


def run(*args: str) -> subprocess.CompletedProcess[str]:
    """Run Python on the sources: the reference needs the signatures that a compiled module has not."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "docs")])}
    return subprocess.run([sys.executable, *args], env=env, capture_output=True, text=True, timeout=300, check=False)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the whole site. A warning is an error: a link that leads nowhere, a cell that raises."""
    folder = tmp_path_factory.mktemp("built") / "site"
    done = run("-m", "generator", str(folder))
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    return folder


def test_the_site_is_whole(site: Path) -> None:
    assert len(NOTEBOOKS) >= 5
    for place in staging.documents():
        if place.endswith(".md"):
            assert (site / place).with_suffix(".html").is_file(), place
    for notebook in NOTEBOOKS:
        place = staging.place_of(notebook)
        cells = notebook.read_text("utf-8").count("```{code-cell}")
        page = (site / place).with_suffix(".html").read_text("utf-8")
        assert 0 < page.count('<div class="cell_output') <= cells
    gallery = (site / "gallery.html").read_text("utf-8")
    positions = re.findall(r'<img alt="([^"]*hand|[^"]*stack)[^>]*\.svg"', gallery)
    assert len(positions) >= len(games()), "each game has a position, and its words are those of the picture"
    for name, of in games().items():
        page = (site / f"games/{name}.html").read_text("utf-8")
        assert f"{name}.svg" in page
        words = [*of.verbs, *(option.name for option in of.options), *(preset.name for preset in of.presets)]
        assert not [word for word in words if word not in page]


def test_a_dead_link_and_a_cell_that_raises_fail_the_build(tmp_path: Path) -> None:
    page = f"{HEAD}\n# A page\n\n[gone](gone.md) and [nowhere](#nowhere)\n\n```{{code-cell}}\n1 / 0\n```\n"
    (tmp_path / "index.md").write_text(page, "utf-8")
    places = ["-c", str(ROOT / "docs/generator"), str(tmp_path), str(tmp_path / "out")]
    done = run("-m", "sphinx", "-W", "--keep-going", "-n", "-q", *places)
    assert done.returncode != 0
    for fault in ("gone.md", "nowhere", "ZeroDivisionError"):
        assert fault in done.stderr


def test_an_option_without_a_text_fails_the_build() -> None:
    texts = Texts(games()["ecarte"])
    assert texts.value(Option("target", ["5"], 1, 50), "5") == "5"
    with pytest.raises(KeyError):
        texts.value(Option("gone", ["one", "two"]), "one")


def test_links_lead_to_pages_and_other_files_are_named() -> None:
    source = ROOT / "docs/env.md"
    text = "[a](../ARCHITECTURE.md#imports) [b](site/gallery.md) [c](../run.py) [d](decisions/) [e](gone.md)"
    there = "[a](ARCHITECTURE.md#imports) [b](gallery.md) c [d](decisions/README.md) [e](gone.md)"
    assert staging.relinked(text, source) == there
    assert staging.relinked("![f](pictures/scale.svg)", source) == "![f](pictures/scale.svg)"


def test_rules_have_cards_and_links_of_their_game() -> None:
    text = rules.rules_of(games()["ecarte"])
    assert text.startswith("(ecarte-goal)=\n### The game in a nutshell")
    assert "[exchanged](#ecarte-change)" in text
    assert '<span class="card red" title="HK">K♥</span>' in text
    assert "`cards:" not in text


def test_figures_are_rows_of_documents() -> None:
    found = figures.figures_of(["Écarté"])
    assert found.count("| Écarté |") >= 3
    assert "| Durak" not in found
    assert figures.figures_of(["Durak", "durak"]).count("| stich/durak | loop") == 1
    assert figures.figures_of(["Dou Dizhu", "doudizhu"]).count("| stich/dou_dizhu/") == 4
    assert figures.figures_of(["Bridge"]) == ""


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda page: page.stem)
def test_the_cells_run_on_the_installed_build(notebook: Path, tmp_path: Path) -> None:
    """The site itself is built on the sources, where mistakes pass that a compiled module refuses."""
    cells = re.findall(r"```\{code-cell\}\n(?::.*\n)*(.*?)```", notebook.read_text("utf-8"), re.DOTALL)
    env = {**os.environ, "PYTHONPATH": str(Path(stich.__file__).parents[1]), "IPYTHONDIR": str(tmp_path)}
    program = [sys.executable, "-c", "\n".join(cells)]
    done = subprocess.run(program, env=env, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert cells
    assert done.returncode == 0, done.stderr


def test_moves_are_shown_with_their_numbers() -> None:
    for name in ("durak", "chimera", "frustration"):
        one = game(name)
        numbers = ActionNumbers(one.of, one.rules)
        met = moves_of(one, numbers)
        assert len(met) > len(numbers.blocks) // 2
        for verb, (move, number) in met.items():
            fixed = numbers.fixed(number)
            assert move.split()[0] == verb
            assert number >= numbers.listed if fixed is None else one.of.write(one.rules, fixed) == move


@pytest.mark.parametrize("name", sorted(games()))
def test_every_fact_of_an_observation_has_a_meaning(name: str) -> None:
    of = games()[name]
    for players in of.seats:
        for preset in ["", *(one.name for one in of.presets if one.fits(players))]:
            one = game(name, players, preset)
            facts = [part.name for part in Observation(one.of, one.rules).facts if part.name.startswith("fact.")]
            assert not [fact for fact in facts if fact.removeprefix("fact.") not in MEANINGS[name]]
            assert "as the rules keep it" not in observation_of(one, Texts(of))


def test_the_reference_is_of_what_others_use(site: Path) -> None:
    pages = {place: (site / f"reference/{place}.html").read_text("utf-8") for place in ("library", "environments")}
    every = set(re.findall(r'id="(stich\.[\w.]+)"', "".join(pages.values())))
    for place in ("deals.Deal.play", "openspiel.SpielState", "batch.CLIMB_ROW", "pool.Pool.step", "actions.Block"):
        assert f"stich.env.{place}" in every
    assert "stich.parts.climb.counts" in every
    for place in ("deals.Deal.settle", "deals.copied", "aec.CardEnv.select", "pool.Pool.wait"):
        assert f"stich.env.{place}" not in every


def test_a_docstring_becomes_a_list() -> None:
    names = names_of(Climbs)
    assert {"counts", "starts", "moves", "steps", "seeds"} <= names
    items = re.findall(r"^\* (.*?): ", arranged(inspect.cleandoc(str(Climbs.__doc__)), names), re.MULTILINE)
    assert items == [f"``{name}``" for name in ("n", "counts", "mask", "rows", "moves", "starts", "done")]
    assert arranged("A pass (0) first: so. And then: now.", {"a"}) == "A pass (0) first: so. And then: now.\n"
    assert arranged("*Expert@3000*, `a_` and b_.", set()) == "\\*Expert\\@3000\\*, `a_` and b\\_.\n"
    assert arranged("Do it. a: one; b, c: two. Raises OSError.\n\n    code\n", {"a", "b", "c"}) == (
        "Do it.\n\n* ``a``: one;\n\n* ``b``, ``c``: two.\n\nRaises OSError.\n\n::\n\n    code\n"
    )
