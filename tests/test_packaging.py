"""What is installed and what is published, and the build hook."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from types import ModuleType, SimpleNamespace

import librt.vecs
import pytest
from mypy_extensions import i64

import hatch_build
from repository import ROOT, compiled_files, own_files, statements
from stich import librt_stand_in

# What is published


def test_the_lock_file_names_packages_and_no_host() -> None:
    lock = (ROOT / "web/package-lock.json").read_text("utf-8")
    assert '"integrity"' in lock
    assert '"resolved"' not in lock  # web/.npmrc keeps it so: npm would write the address of whatever registry it used


# A path that exists on one machine only: somebody's home, a temporary folder, where one tool was unpacked.
MACHINE_PATH = re.compile(
    r"(?<![\w.~*}-])/(?:home|mnt|opt|root|srv|tmp|work|Users|var/folders)/\w|\b[A-Z]:[\\/]+Users[\\/]+\w"
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("see /" + "home/eva/stich", True),
        ('open("/' + "tmp" + '/x")', True),
        ("C:" + r"\Users\eva", True),
        ("https://example.org/" + "home/x", False),
        ("tests/" + "tmp/x", False),
        ("/usr/bin/env python3", False),
    ],
)
def test_a_path_of_one_machine_is_distinguished_from_others(text: str, found: bool) -> None:
    assert bool(MACHINE_PATH.search(text)) == found


@pytest.mark.once
def test_no_file_speaks_of_one_machine() -> None:
    found = []
    for file in own_files():
        try:
            lines = file.read_text("utf-8").splitlines()
        except UnicodeDecodeError:
            continue  # a picture
        found += [f"{file.relative_to(ROOT)}:{n}" for n, line in enumerate(lines, 1) if MACHINE_PATH.search(line)]
    assert not found, f"a path that exists on one machine only: {', '.join(found)}"


def test_the_readme_begins_with_the_two_commands() -> None:
    head = (ROOT / "README.md").read_text("utf-8").splitlines()[:8]
    assert [line.split("#")[0].strip() for line in head if line.startswith("    ")] == [
        "python3 run.py",
        "python3 run.py test",
    ]


def test_the_documents_link_to_what_there_is() -> None:
    dead = []
    for file in (f for f in own_files() if f.suffix == ".md"):
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", file.read_text("utf-8")):
            if not re.match(r"https?:", target) and not (file.parent / target).exists():
                dead.append(f"{file.relative_to(ROOT)}: {target}")
    assert not dead, "\n".join(dead)


# What is installed


def built(target: str, into: Path) -> Path:
    """Build what is published, without compiling; the page is what lies there."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(into)]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "STICH_PURE": "1", "STICH_WEB": "0"}, check=True, timeout=120)
    return next(into.iterdir())


def page_files() -> list[Path]:
    return [f for f in (ROOT / hatch_build.STATIC).rglob("*") if f.is_file()]


@pytest.mark.once
def test_all_of_the_package_is_in_the_wheel(tmp_path: Path) -> None:
    with zipfile.ZipFile(built("wheel", tmp_path)) as wheel:
        names = set(wheel.namelist())
    package = [f for f in own_files() if f.is_relative_to(ROOT / "src")]
    missing = {f.relative_to(ROOT / "src").as_posix() for f in package + page_files()} - names
    assert not missing, f"left out of the wheel: {', '.join(sorted(missing))}"


@pytest.mark.once
def test_a_source_distribution_brings_its_page_and_both_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stamp = ROOT / hatch_build.STATIC / "built-from.txt"
    if not stamp.is_file():
        pytest.skip("no page has been built")
    with tarfile.open(built("sdist", tmp_path / "dist")) as archive:
        archive.extractall(tmp_path / "here", filter="data")
    here = next((tmp_path / "here").iterdir())
    assert {"run.py", "run_tests.py", "hatch_build.py"} <= {f.name for f in here.iterdir()}
    assert (here / hatch_build.STATIC / "index.html").is_file()
    monkeypatch.chdir(ROOT)
    digest = hatch_build.page_digest()
    monkeypatch.chdir(here)
    assert hatch_build.page_digest() == digest  # so the page in it is not built again


def librt_names() -> set[tuple[str, str]]:
    """List what the package imports from librt, as (module, name)."""
    found = set()
    for file in (ROOT / "src").rglob("*.py"):
        for node in statements(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("librt"):
                found |= {(str(node.module), alias.name) for alias in node.names}
    return found


@pytest.mark.once
def test_a_source_distribution_takes_what_lies_at_the_top() -> None:
    """A name without a slash would also take what is called so in any folder below."""
    project = tomllib.loads(Path(ROOT, "pyproject.toml").read_text("utf-8"))
    taken = project["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert [name for name in taken if not name.startswith("/")] == []


def test_the_stand_in_has_all_that_is_imported_from_librt(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "librt"]:
        monkeypatch.setitem(sys.modules, name, sys.modules[name])  # to be put back
    librt_stand_in.install()
    missing = [f"{module}.{name}" for module, name in librt_names() if not hasattr(sys.modules.get(module), name)]
    assert not missing, f"src/stich/librt_stand_in.py lacks {', '.join(missing)}"


@pytest.mark.parametrize("vecs", [librt.vecs, librt_stand_in], ids=["librt", "stand-in"])
def test_vectors_are_values_in_librt_and_in_the_stand_in(vecs: ModuleType) -> None:
    assert list(vecs.vec[i64]()) == list(vecs.vec[i64](capacity=8)) == []
    three = vecs.vec[i64]([5, 6, 7])
    assert list(vecs.append(three, 8)) == [5, 6, 7, 8]
    assert list(vecs.extend(vecs.vec[i64]([1]), [2, 3])) == [1, 2, 3]
    assert list(vecs.remove(vecs.vec[i64]([5, 6, 5]), 5)) == [6, 5]
    rest, last = vecs.pop(vecs.vec[i64]([5, 6, 7]))
    assert (list(rest), last) == ([5, 6], 7)
    three[1] = 9
    assert (list(three), len(three), three[-1], 9 in three, 6 in three) == ([5, 9, 7], 3, 7, True, False)
    with pytest.raises(ValueError):
        vecs.remove(three, 1000)
    with pytest.raises(IndexError):
        three[3]


# The build hook


@pytest.mark.once
def test_without_a_compiler_the_hook_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    assert hatch_build.compiler_trouble() == "no C compiler was found"


@pytest.mark.once
def test_an_empty_setting_chooses_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CC", raising=False)
    without = hatch_build.compiler_trouble()
    monkeypatch.setenv("CC", "")
    assert hatch_build.compiler_trouble() == without


@pytest.mark.parametrize("asked", ["0", "1", None])
def test_the_switch_decides_what_a_missing_compiler_means(monkeypatch: pytest.MonkeyPatch, asked: str | None) -> None:
    monkeypatch.setattr(hatch_build, "compiler_trouble", lambda: "no C compiler was found")
    monkeypatch.delenv("STICH_PURE", raising=False)
    if asked is not None:
        monkeypatch.setenv("STICH_PURE", asked)
    why = hatch_build.why_pure.__wrapped__
    if asked == "0":
        with pytest.raises(SystemExit, match="asks for a compiled engine, but no C compiler was found"):
            why()
    else:
        assert why() == ("built with STICH_PURE=1" if asked else "no C compiler was found")


def test_a_page_is_stale_when_its_sources_change_and_only_then(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("STICH_WEB", raising=False)
    for name in ("src/main.ts", "index.html", "tests/a.test.ts", "node_modules/x.js"):
        file = tmp_path / "web" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"one\ntwo\n")
    assert hatch_build.page_is_stale()
    stamp = tmp_path / hatch_build.STATIC / "built-from.txt"
    stamp.parent.mkdir(parents=True)
    stamp.write_text(hatch_build.page_digest(), "utf-8")
    (tmp_path / "web/src/main.ts").write_bytes(b"one\r\ntwo\r\n")  # as git may check it out on Windows
    (tmp_path / "web/tests/a.test.ts").write_bytes(b"three")
    (tmp_path / "web/node_modules/x.js").unlink()
    assert not hatch_build.page_is_stale()
    (tmp_path / "web/src/more.ts").write_bytes(b"")
    assert hatch_build.page_is_stale()
    monkeypatch.setenv("STICH_WEB", "0")
    assert not hatch_build.page_is_stale()


# Groups of modules


def test_every_compiled_module_is_in_one_group() -> None:
    modules = compiled_files()
    parts = hatch_build.groups(modules)
    assert sorted(module for group in parts.values() for module in group) == modules
    assert {"core", "bots", "server", "durak", "chimera"} <= set(parts)
    assert all(module.startswith(("src/stich/kernel", "src/stich/parts")) for module in parts["core"])


def test_no_game_is_compiled_against_another() -> None:
    """Else a change in one of them would have to compile both."""
    parts = hatch_build.groups(compiled_files())
    for name in set(parts) - {"core", "bots", "server"}:
        used = hatch_build.with_imports({ROOT / module for module in parts[name]}, ROOT)
        others = {f.relative_to(ROOT).parts[3] for f in used if f.relative_to(ROOT).parts[2] == "games"}
        assert {f for f in others if not f.endswith(".py")} <= {name}


def test_modules_share_a_binary_that_starts_each_of_them(tmp_path: Path) -> None:
    """Python calls the function with the last part of the module's name."""
    modules = ["stich.kernel.game", "stich.games.durak.rules", "stich.games.ecarte.rules", "stich.games.ecarte.expert"]
    extensions = [SimpleNamespace(name="stich_core__mypyc", sources=["group.c"])]
    for module in modules:
        start, source = f"PyInit_{module.rpartition('.')[2]}", tmp_path / f"{module}.c"
        double = f"PyMODINIT_FUNC PyInit___init__(void) {{ {start}(); }}"
        source.write_text(f"PyMODINIT_FUNC\n{start}(void)\n{{\n}}\n{double}\n")
        extensions.append(SimpleNamespace(name=module, sources=[str(source)]))
    serves = hatch_build.share_finders(extensions, tmp_path)
    sources = {extension.name: Path(extension.sources[0]) for extension in extensions}
    assert set(serves) == set(modules), "the group is no module"
    assert len(set(serves.values())) == 2, "two modules are called rules"
    for module, other in serves.items():
        text = sources[other].read_text()
        assert text.count(f"PyInit_{module.rpartition('.')[2]}(void)\n") == 1
        assert "PyInit___init__" not in text
    times = {source: source.stat().st_mtime_ns for source in tmp_path.glob("finders_*")}
    for extension in extensions[1:]:
        extension.sources = [str(tmp_path / f"{extension.name}.c")]
    hatch_build.share_finders(extensions, tmp_path)
    assert times == {s: s.stat().st_mtime_ns for s in tmp_path.glob("finders_*")}, "nothing is compiled twice"
