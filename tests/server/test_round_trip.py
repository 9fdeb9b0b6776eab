"""The round trip of a connection is measured now and then, and its longest of the last few counts."""

from __future__ import annotations

from stich.server.connections.round_trip import MEASURE, MEASURES, RoundTrip


def measured(trip: RoundTrip, at: float, seconds: float) -> None:
    assert trip.begin(at)
    trip.end(at + seconds)


def test_the_longest_of_the_last_ones_counts() -> None:
    trip = RoundTrip()
    assert trip.longest is None
    for n, seconds in enumerate([0.5, 0.25, 0.125, 0.125]):
        measured(trip, 1 + n * (MEASURE + 1), seconds)
    assert len(trip.delays) == MEASURES
    assert trip.longest == 250


def test_one_ping_is_on_its_way_at_a_time_and_they_are_rare() -> None:
    trip = RoundTrip()
    assert trip.begin(1.0)
    assert not trip.begin(1.0 + 2 * MEASURE), "its pong has not come"
    trip.end(1.5)
    assert not trip.begin(1.0 + MEASURE), "it is too early"
    assert trip.begin(1.5 + MEASURE)


def test_a_pong_that_nobody_asked_for_or_that_does_not_count_changes_nothing() -> None:
    trip = RoundTrip()
    trip.end(5.0)
    assert trip.begin(6.0)
    trip.drop()
    trip.end(7.0)
    assert trip.longest is None
