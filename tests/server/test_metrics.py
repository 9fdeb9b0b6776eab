"""What the server measures of itself: the numbers are right, and hold nothing hidden or personal."""

from __future__ import annotations

import asyncio
import re
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from server.page import Page
from server.running import Process, Served, served
from stich.games import find
from stich.kernel.action import Refused
from stich.server import metrics, settings
from stich.server.connections import pulse
from stich.server.connections.pulse import LAGGING, Pulse
from stich.server.metrics import running, serve_metrics
from stich.server.state.counts import COUNTS, Histogram

pytestmark = pytest.mark.once


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path, {"chimera": find("chimera")}) as running:
        yield running


def read(port: int) -> tuple[str, dict[str, float]]:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        text = answer.read().decode()
    found = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sample.labels.items())
            found[f"{sample.name}{{{labels}}}"] = sample.value
    return text, found


def test_a_match_is_counted(server: Served) -> None:
    port = serve_metrics(("127.0.0.1", 0), server.app)
    _, before = read(port)
    name = server.table(gather=True, pace="instant")

    async def work() -> str:
        page = Page(server.url, name, sit=0).start()
        await page.until(lambda view: view["you"] == 0)
        await page.ask({"t": "start"})
        await page.until(lambda view: view["status"] == "playing")
        refused = (await page.ask({"t": "act", "v": page.have, "verb": "nonsense"}))["code"]
        await asyncio.sleep(1)
        cookie = page.cookie or ""
        text, now = await asyncio.to_thread(read, port)
        grown = {key: value - before.get(key, 0) for key, value in now.items()}
        assert now["stich_tables{}"] == 1
        assert now["stich_sockets{}"] == 1
        assert now["stich_stopping{}"] == 0
        assert now["stich_log_bytes{}"] > 4096
        assert now["process_resident_memory_bytes{}"] > 10_000_000
        assert grown["stich_entries_total{kind=sit}"] == 1
        assert grown["stich_entries_total{kind=match}"] == 1
        assert grown["stich_whole_views_total{}"] >= 1
        assert grown[f"stich_refusals_total{{code={refused}}}"] == 1
        assert grown["stich_commit_seconds_count{}"] >= 3
        assert grown["stich_commit_entries_sum{}"] >= 3
        assert grown["stich_action_seconds_count{}"] >= 3
        assert grown["stich_event_loop_lag_seconds_count{}"] >= 1
        await page.stop()
        return text + cookie

    text = asyncio.run(work())
    assert name not in text  # a table's address is the key to it
    labels = set(re.findall(r'(\w+)="', text)) - {"le"}
    assert labels <= {"version", "event", "kind", "code", "level", "implementation", "major", "minor", "patchlevel"}


def test_a_histogram_counts_up_to_its_bounds() -> None:
    measured = Histogram((1.0, 2.0))
    for value in (0.5, 1.0, 1.5, 2.0, 9.0):
        measured.observe(value)
    assert (measured.counts, measured.sum) == ([2, 2, 1], 14.0)
    assert running(measured.counts) == [2, 4, 5]
    (family,) = [metrics.histogram("x", "told", measured)]
    assert {s.labels["le"]: s.value for s in family.samples if s.name == "x_bucket"} == {"1.0": 2, "2.0": 4, "+Inf": 5}


def test_there_are_only_so_many_labels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "LABELS_MOST", 3)
    assert len(metrics.labelled("x", "told", "code", {f"code{n}": 1 for n in range(9)}).samples) == 3


class LateLoop:
    """A loop whose clock moves by hand, and whose timers come as late as the test says."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.timer: tuple[float, Callable[..., None], tuple[Any, ...]] | None = None

    def call_later(self, seconds: float, call: Callable[..., None], *args: Any) -> None:
        assert self.timer is None, "one timer at a time"
        self.timer = (self.now + seconds, call, args)

    def ring(self, late: float) -> None:
        assert self.timer is not None
        (due, call, args), self.timer = self.timer, None
        self.now = due + late
        call(*args)


def test_the_lag_is_that_of_a_loop_that_is_late_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = sum(COUNTS.loop_lag.counts)
    loop, measure = LateLoop(), Pulse()
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: loop)
    monkeypatch.setattr(pulse, "time", SimpleNamespace(monotonic=lambda: loop.now))
    measure.start()
    loop.ring(2.0)  # one pause is no trouble
    for _ in range(6):
        loop.ring(0.01)
    assert measure.lag < LAGGING
    for late in (0.7, 1.2, 0.9, 0.8, 3.0):
        loop.ring(late)
        assert measure.lag < LAGGING
    loop.ring(0.7)
    assert measure.lag == pytest.approx(0.7)
    assert sum(COUNTS.loop_lag.counts) == counted + 13


def test_the_pulse_is_measured_in_a_real_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse, "EVERY", 0.001)
    counted = sum(COUNTS.loop_lag.counts)
    measure = Pulse()

    async def work() -> None:
        measure.start()
        while len(measure.lags) < pulse.MEASURES:
            await asyncio.sleep(0.001)

    asyncio.run(work())
    assert sum(COUNTS.loop_lag.counts) >= counted + pulse.MEASURES


def test_measurements_are_shown_only_where_they_are_wanted(tmp_path: Path) -> None:
    server = Process(tmp_path, "--metrics", "127.0.0.1:0")
    server.start()
    try:
        assert server.process is not None
        assert server.process.stdout is not None
        line = server.process.stdout.readline()
        port = int(re.search(r"127\.0\.0\.1:(\d+)/metrics", line)[1])  # type: ignore[index]
        assert read(port)[1]["stich_tables{}"] == 0
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(server.url + "metrics", timeout=10)
    finally:
        server.interrupt()


@pytest.mark.parametrize("given", ["", "nowhere", "127.0.0.1", "127.0.0.1:99999", ":x", "127.0.0.1:-1"])
def test_an_address_that_is_none_is_refused(given: str) -> None:
    with pytest.raises(Refused) as refused:
        settings.metrics_address(given)
    assert refused.value.phrase.key == "error.metrics"
    assert settings.metrics_address(":9100") == ("127.0.0.1", 9100)
    assert settings.metrics_address("[::1]:9100") == ("::1", 9100)
    assert settings.metrics_address(None) is None
