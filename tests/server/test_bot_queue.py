"""Whose bot thinks next, and for how long: one table, one person and one address never take more than their share.

The processes are simulated, with a clock of their own: every thought takes all the time that it is given.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Callable
from threading import Event
from typing import Any, NamedTuple, cast

import pytest

from stich.server.bots.job import Job, Kind, Place
from stich.server.bots.queue import LEAST, OF_PERSON, PATIENCE, FairQueue, UsedTime
from stich.server.tables import pace
from stich.server.tables.thinking import slot

pytestmark = pytest.mark.once

STEP = pace.THINK["normal"]
WINDOW = (STEP - pace.cut(STEP)) / 1000  # seconds that a bot has which is alone


def job(place: Place, kind: Kind = Kind.SEARCH) -> Job:
    """Return a job for the queue, which looks at its kind and its place only."""
    return Job(kind, place, cast(Any, None), {}, cast(Any, None), [], "", (0, 0), lambda began: began, Event())


class Asked(NamedTuple):
    at: float
    place: Place
    kind: Kind = Kind.SEARCH


class Outcome(NamedTuple):
    """waited: seconds until each job began; thought: seconds that it had, by table."""

    waited: dict[str, list[float]]
    thought: dict[str, list[float]]


def window_of(asked: float, began: float) -> float:
    """Return the seconds that a bot has which was asked and began then."""
    return (slot(round(asked * 1000) + STEP, STEP, round(began * 1000)) - pace.cut(STEP)) / 1000 - began


def simulate(
    asked: list[Asked],
    processes: int = 1,
    takes: float = WINDOW,
    again: Callable[[Place, float], Asked | None] = lambda place, at: None,
) -> Outcome:
    """Do these jobs as `BotPool` does, and what `again` asks for when one is done. takes: what a thought would take."""
    queue = FairQueue(processes)
    due = [(one.at, n, one) for n, one in enumerate(asked)]
    heapq.heapify(due)
    running: list[tuple[Job, float, float]] = []  # job, began, ends
    windows: dict[Job, float] = {}
    born: dict[Job, float] = {}
    out = Outcome(defaultdict(list), defaultdict(list))
    numbers = len(due)
    while due or running or len(queue):
        now = min([due[0][0]] if due else [], default=float("inf"))
        now = min([now, *(ends for _, _, ends in running)])
        for one, began, ends in [entry for entry in running if entry[2] <= now]:
            running.remove((one, began, ends))
            queue.ended(one, now - began, now)
            out.thought[one.place.table].append(now - began)
            following = again(one.place, now)
            if following is not None:
                numbers += 1
                heapq.heappush(due, (following.at, numbers, following))
        while due and due[0][0] <= now:
            entry = heapq.heappop(due)[2]
            new = job(entry.place, entry.kind)
            born[new] = now
            queue.put(new, now)
        while len(running) < processes and (taken := queue.take(now, quick=False)) is not None:
            out.waited[taken.place.table].append(now - born[taken])
            windows[taken] = window_of(born[taken], now)
            running.append((taken, now, now + min(takes, queue.share(taken, windows[taken], now))))
        if len(queue):  # those who think hurry
            running = [
                (one, began, max(now, min(ends, began + queue.share(one, windows[one], now))))
                for one, began, ends in running
            ]
    return out


def crowd(tables: int, address: str = "192.0.2.66", people: int = 1) -> list[Asked]:
    return [Asked(0.001 * n, Place(address, f"eve{n % people}", f"eve{n}")) for n in range(tables)]


def endlessly(until: float, step: float = 1.1) -> Callable[[Place, float], Asked | None]:
    """A table asks again as soon as its bot has acted."""
    return lambda place, at: Asked(at + 0.05, place) if at + 0.05 < until else None


def test_the_bots_of_another_table_hardly_wait_for_those_of_a_visitor_with_115_tables() -> None:
    ann = [Asked(1.0 + 3.0 * n, Place("192.0.2.1", "ann", "ann")) for n in range(20)]
    out = simulate(crowd(115) + ann, again=lambda p, at: endlessly(62.0)(p, at) if p.person != "ann" else None)
    assert len(out.waited["ann"]) == 20
    assert max(out.waited["ann"]) <= LEAST + 0.001
    assert min(out.thought["ann"]) >= WINDOW / 2 - LEAST
    others = [seconds for table, all_seconds in out.waited.items() if table != "ann" for seconds in all_seconds]
    assert max(others) > 1.0, "the crowd waits for itself"


@pytest.mark.parametrize("people", [1, 115])
def test_an_address_gets_no_more_by_being_many_people(people: int) -> None:
    ann = [Asked(0.5, Place("192.0.2.1", "ann", "ann"))]
    out = simulate([*crowd(115, people=people), *ann], again=endlessly(60.0))
    mine = sum(out.thought["ann"])
    theirs = sum(sum(seconds) for table, seconds in out.thought.items() if table != "ann")
    assert 0.4 < mine / (mine + theirs) < 0.95


def test_two_people_at_one_address_share_it_evenly_whatever_their_tables() -> None:
    one = [Asked(0.0, Place("192.0.2.1", "ann", "a0"))]
    many = [Asked(0.0, Place("192.0.2.1", "bob", f"b{n}")) for n in range(30)]
    out = simulate(one + many, again=endlessly(60.0))
    shares: Counter[str] = Counter()
    for table, seconds in out.thought.items():
        shares[table[0]] += round(1000 * sum(seconds))
    assert 0.4 < shares["a"] / shares.total() < 0.7


def test_all_tables_of_a_busy_person_get_their_turn() -> None:
    out = simulate(crowd(60), again=endlessly(60.0))
    counted = [len(seconds) for seconds in out.thought.values()]
    assert len(counted) == 60
    assert max(counted) - min(counted) <= 2


def test_who_is_alone_thinks_as_long_as_the_pace_allows() -> None:
    assert simulate([Asked(0.0, Place("a", "b", "c"))]).thought["c"] == [pytest.approx(WINDOW)]
    several = [Asked(0.0, Place(f"{n}", "b", f"{n}")) for n in range(4)]
    out = simulate(several, processes=4)
    assert [min(times) for times in out.thought.values()] == [pytest.approx(WINDOW)] * 4


@pytest.mark.parametrize("tables", [2, 5, 20])
def test_the_busier_the_machine_the_less_bots_think_and_all_keep_their_pace(tables: int) -> None:
    out = simulate([Asked(0.0, Place(f"{n}", "", f"{n}")) for n in range(tables)])
    waited = sorted(times[0] for times in out.waited.values())
    assert waited[int(0.7 * tables)] < STEP / 1000 * 3 / 4, "most begin in time to act when they would anyway"
    assert waited[-1] < 2 * STEP / 1000


def test_a_person_who_has_used_much_time_gets_the_least_until_they_have_rested() -> None:
    queue = FairQueue(8)
    place = Place("a", "b", "c")
    queue.used.add(place, OF_PERSON + 1, 0.0)
    one = job(place)
    queue.put(one, 0.0)
    assert queue.share(one, WINDOW, 0.0) == LEAST
    assert queue.share(one, WINDOW, 60.0) == WINDOW
    queue.used.forget(60.0)
    assert queue.used.known
    queue.used.forget(1000.0)
    assert not queue.used.known, "nothing is kept of those who went away"


def test_advice_comes_after_choices_unless_it_has_waited_for_long() -> None:
    queue = FairQueue(1)
    hint = job(Place("a", "a", "a"), Kind.ADVICE)
    queue.put(hint, 0.0)
    queue.put(job(Place("b", "b", "b")), 0.1)
    queue.put(job(Place("b", "b", "b"), Kind.QUICK), 0.1)
    kinds = []
    for _ in range(3):
        taken = queue.take(0.2, quick=False)
        assert taken is not None
        kinds.append(taken.kind)
    assert kinds == [Kind.SEARCH, Kind.QUICK, Kind.ADVICE]
    queue.put(hint, 0.0)
    queue.put(job(Place("b", "b", "b")), 0.1)
    assert queue.take(PATIENCE + 0.1, quick=False) is hint


def test_a_process_for_quick_choices_takes_nothing_else() -> None:
    queue = FairQueue(1)
    queue.put(job(Place("a", "a", "a")), 0.0)
    queue.put(job(Place("a", "a", "a"), Kind.ADVICE), 0.0)
    assert queue.take(0.0, quick=True) is None
    quick = job(Place("a", "a", "a"), Kind.QUICK)
    queue.put(quick, 0.0)
    assert queue.take(0.0, quick=True) is quick


def test_what_was_dropped_leaves_nothing_behind() -> None:
    queue = FairQueue(1)
    jobs = [job(Place(f"{n % 3}", f"{n % 5}", f"{n}")) for n in range(30)]
    for one in jobs:
        queue.put(one, 0.0)
    for one in jobs[::2]:
        queue.drop(one)
        queue.ended(one, 0.0, 0.0)
    while (taken := queue.take(0.0, quick=False)) is not None:
        queue.ended(taken, 0.01, 0.0)
    assert len(queue) == 0
    assert not queue.active
    assert not any(queue.waiting.values())
    assert queue.oldest() is None


def test_older_time_counts_less() -> None:
    used = UsedTime()
    used.add(Place("a", "b", "c"), 10.0, 0.0)
    used.add(Place("a", "b", "d"), 10.0, 20.0)
    assert used.of(("a", "b", "c"), 20.0) == pytest.approx(5.0)
    assert used.of(("a", "b"), 20.0) == pytest.approx(15.0)
    assert used.of(("z",), 20.0) == 0.0
