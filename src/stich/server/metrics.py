"""What the server measures of itself, in the format of Prometheus, at an address of its own.

Everything is collected when somebody asks: at the table only numbers are added up (`state/counts.py`). No label holds
anything of a player, a table or a card: they are codes, kinds and levels from our own code.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from prometheus_client import CollectorRegistry, PlatformCollector, ProcessCollector, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector
from starlette.applications import Starlette

from stich import __version__
from stich.server.bots.pool import BotPool
from stich.server.connections.gate import Gate
from stich.server.connections.pulse import Pulse
from stich.server.connections.socket import Sockets
from stich.server.state.counts import COUNTS, Counts, Histogram
from stich.server.tables.registry import TableRegistry

LABELS_MOST: Final = 200  # values of a label; games from outside can have any number of codes


class Measured(Collector):
    """The measurements of one server."""

    def __init__(self, registry: TableRegistry, sockets: Sockets, gate: Gate, pulse: Pulse, counts: Counts) -> None:
        self.registry = registry
        self.sockets = sockets
        self.gate = gate
        self.pulse = pulse
        self.counts = counts

    def collect(self) -> Iterator[Metric]:
        """Yield everything. Called in another thread than the event loop's: single numbers and copies are read."""
        yield from self.gauges()
        yield from self.counters()
        counts = self.counts
        yield histogram("stich_event_loop_lag_seconds", "By how much timers come too late", counts.loop_lag)
        yield histogram("stich_commit_seconds", "Time of a commit", counts.commit_seconds)
        yield histogram("stich_commit_entries", "Log entries in a commit", counts.commit_entries)
        yield histogram(
            "stich_action_seconds", "From an action at a table until its last view was sent", counts.action_seconds
        )

    def gauges(self) -> Iterator[Metric]:
        """Yield what is so at this moment."""
        yield GaugeMetricFamily("stich_tables", "Tables in memory", len(self.registry.runners))
        yield GaugeMetricFamily("stich_sockets", "Open sockets", len(self.sockets.open))
        yield GaugeMetricFamily("stich_connections", "Connections that are no sockets", len(self.gate.visits))
        yield GaugeMetricFamily("stich_connections_most", "Connections that there can be", self.gate.most)
        yield GaugeMetricFamily("stich_work", "Pieces of work in progress: bots, advice, tables that are read",
                                len(self.registry.tasks))  # fmt: skip
        tasks = asyncio.all_tasks(self.pulse.loop) if self.pulse.loop is not None else ()
        yield GaugeMetricFamily("stich_tasks", "Tasks of the event loop", len(tasks))
        yield GaugeMetricFamily("stich_log_waiting", "Writes that wait for the log", self.registry.store.waiting)
        yield GaugeMetricFamily("stich_stopping", "1 while the server stops", int(self.pulse.stopping))
        thinkers = self.registry.minds.thinkers
        if isinstance(thinkers, BotPool):
            yield GaugeMetricFamily(
                "stich_bots_waiting", "Choices of bots that wait for a process", len(thinkers.queue)
            )
            busy = sum(process.busy for process in thinkers.all())
            yield GaugeMetricFamily("stich_bots_thinking", "Processes of bots that think", busy)
        path = self.registry.store.path
        if path is not None:
            sizes = [file.stat().st_size for file in (path, path.with_name(path.name + "-wal")) if file.exists()]
            yield GaugeMetricFamily("stich_log_bytes", "Size of the database file", sum(sizes))
        build = GaugeMetricFamily("stich_build", "The version that runs", labels=["version"])
        build.add_metric([__version__], 1)
        yield build

    def counters(self) -> Iterator[Metric]:
        """Yield what was counted since the start."""
        counts = self.counts
        for name, told, value in (
            ("stich_commit_failures", "Commits that failed", counts.commit_failures),
            ("stich_connections_refused", "Connections for which there was no room", self.gate.refused),
            ("stich_answers_repeated", "Requests that came twice and got the same answer", counts.answers_repeated),
            ("stich_resumes", "Pages that came back and were sent only what they had missed", counts.resumes),
            ("stich_whole_views", "Pages that were sent a whole view", counts.whole_views),
            ("stich_view_hashes_compared", "Views that a page asked to compare", counts.hashes_compared),
            ("stich_view_hashes_wrong", "Pages that showed something else than the server", counts.hashes_wrong),
            ("stich_bot_failures", "Bots that failed", counts.bot_failures),
        ):
            yield CounterMetricFamily(name, told, value)
        yield labelled("stich_entries", "Log entries, by kind", "kind", counts.entries)
        yield labelled("stich_refusals", "Requests that were refused, by code", "code", counts.refused)
        yield labelled("stich_bot_seconds", "Time for which bots thought, by level", "level", counts.bot_seconds)
        thinkers = self.registry.minds.thinkers
        if isinstance(thinkers, BotPool):
            yield labelled("stich_bot_pool", "What happened in the processes of bots", "event", thinkers.counts)
        yield labelled("stich_bot_decisions", "Decisions of bots, by level", "level", counts.bot_decisions)


def labelled(name: str, told: str, label: str, values: Mapping[str, float]) -> Metric:
    """Return a counter with one label."""
    family = CounterMetricFamily(name, told, labels=[label])
    for value, count in sorted(dict(values).items())[:LABELS_MOST]:
        family.add_metric([value], count)
    return family


def histogram(name: str, told: str, measured: Histogram) -> Metric:
    """Return a histogram."""
    counts = list(measured.counts)
    bounds = [*map(str, measured.bounds), "+Inf"]
    return HistogramMetricFamily(
        name, told, buckets=list(zip(bounds, running(counts), strict=True)), sum_value=measured.sum
    )


def running(counts: Iterable[int]) -> list[float]:
    """Return the running sums."""
    sums: list[float] = []
    for count in counts:
        sums.append((sums[-1] if sums else 0) + count)
    return sums


def serve_metrics(where: tuple[str, int], app: Starlette) -> int:
    """Answer at an address of its own, in a thread, so that a busy event loop can be seen; return the port.

    Raises OSError.
    """
    state = app.state
    measured = Measured(state.registry, state.sockets, state.gate, state.pulse, COUNTS)
    collectors = CollectorRegistry()
    ProcessCollector(registry=collectors)
    PlatformCollector(registry=collectors)
    collectors.register(measured)
    host, port = where
    server, _ = start_http_server(port, host, collectors)
    return int(server.server_port)
