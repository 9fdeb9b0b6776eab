"""The engine under test is the one that was asked for: `run.py test` asks for each build in turn by STICH_EXPECT."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from mypyc.build import get_cflags

import hatch_build
import stich
from hatch_build import engine_cell, flags, optimisation
from repository import HOOK, ROOT, compiled_files


def module_name(file: str) -> str:
    return ".".join(Path(file).with_suffix("").parts[1:])


def test_the_build_is_the_one_that_was_asked_for() -> None:
    expected = os.environ.get("STICH_EXPECT", "compiled" if stich.build_info().compiled else "interpreted")
    assert expected in {"compiled", "interpreted"}
    assert stich.build_info().compiled == (expected == "compiled"), str(stich.build_info())


def test_the_engine_is_of_one_build() -> None:
    compiled = stich.build_info().compiled
    for name in map(module_name, compiled_files()):
        file = str(importlib.import_module(name).__file__)
        assert file.endswith(".py") != compiled, f"{name} was loaded from {file}"


def test_the_engine_includes_kernel_and_parts_and_leaves_out_what_is_named() -> None:
    files = compiled_files()
    assert {"src/stich/kernel/cards.py", "src/stich/kernel/view.py", "src/stich/parts/climb/generate.py"} <= set(files)
    assert not [file for file in files if file.endswith("__init__.py")]
    for file in HOOK["interpreted"]:
        assert (ROOT / file).is_file(), f"pyproject.toml keeps {file} interpreted, and there is none"
        assert file not in files


def test_no_pattern_of_the_engine_stands_twice() -> None:
    for name in ("compile", "interpreted"):
        assert len(HOOK[name]) == len(set(HOOK[name]))


def test_an_interpreted_build_says_why() -> None:
    info = stich.build_info()
    assert str(info) == ("compiled" if info.compiled else f"interpreted ({info.why})")
    assert bool(info.why) != info.compiled


def test_importing_stich_loads_no_server() -> None:
    code = "import sys, stich; print([m for m in ('starlette', 'uvicorn', 'msgspec', 'rich') if m in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"


def test_a_wheel_is_optimised_where_it_pays_and_a_clone_is_compiled_quickly() -> None:
    groups = [f"stich_{group}__mypyc" for group in ("core", "bots", "server")]
    assert [optimisation(group, True) for group in groups] == ["-O3", "-O3", "-O2"]
    assert {optimisation(group, False) for group in groups} == {"-O1"}
    assert engine_cell(True) != engine_cell(False), "setuptools would take the one's objects for the other"


@pytest.mark.parametrize(("compiler", "own"), [("unix", True), ("msvc", False), ("mingw32", False)])
def test_a_compiler_gets_options_of_its_own_kind(compiler: str, own: bool) -> None:
    theirs = get_cflags(compiler_type=compiler, opt_level="3", debug_level="0")
    ours = flags(theirs, "-O1")
    assert (set(ours) - set(theirs) == {"-O1", *hatch_build.OWN_FLAGS}) == own
    assert "-O3" not in ours
    assert own or ours == theirs
    if compiler == "msvc":
        assert "/O2" in ours
        assert not [flag for flag in ours if not flag.startswith("/")]


@pytest.mark.parametrize(
    ("name", "value"),
    [("ARCHFLAGS", "-arch arm64"), ("MACOSX_DEPLOYMENT_TARGET", "11.0"), ("CC", "clang"), ("CPPFLAGS", "-DX")],
)
def test_no_wheel_takes_the_binaries_of_another(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On macOS cibuildwheel makes the wheels of both processors in one folder, with one Python."""
    monkeypatch.delenv(name, raising=False)
    before = engine_cell(True)
    monkeypatch.setenv(name, value)
    assert engine_cell(True) != before


def test_the_folder_of_a_build_is_short_enough_for_windows() -> None:
    """There a path has at most 260 characters, of which pip's temporary folder takes a hundred."""
    cell = engine_cell(True)
    sources = [f"{cell}/c/__native_stich_{group}.c" for group in hatch_build.groups(compiled_files())]
    assert max(len(f"{cell}/tmp/Release/{source}bj") for source in sources) <= 110
