"""Puzzles: every shipped one is replayed by the rules and has one answer; some are proved again, with -m long all."""

from __future__ import annotations

import json
from math import comb
from pathlib import Path

import pytest

from stich.analysis.certain import distributions, holds_everywhere, spread
from stich.analysis.mining import Miner, ends, hardest, is_welcome, next_seed, only_best, proved
from stich.analysis.puzzles import (
    FILE,
    Puzzle,
    grade_of,
    lost,
    number_of_day,
    parse,
    pick,
    position_of,
    puzzles_in,
    read,
    replies,
    resolved,
    write,
)
from stich.games import find, folder, games
from stich.kernel.action import Refused
from stich.kernel.cards import BACK
from stich.kernel.match import GIVEN, SIM, Match, Source
from stich.kernel.record import Record
from stich.kernel.sample import unseen
from stich.kernel.state import State
from stich.kernel.view import view

LEAST = {"chimera": 200, "ecarte": 50, "gaigel": 50, "fuenfhundert": 50, "herzblatt": 50, "doppelkopf": 50}
SHIPPED = [(name, n) for name in LEAST for n in range(1, len(puzzles_in(folder(name))) + 1)]
SAMPLE = [(name, 1 + i * (len(puzzles_in(folder(name))) - 1) // 2) for name in LEAST for i in range(3)]
QUICK = 11  # cards in all hands: such a position is solved at once


def shipped(name: str, number: int) -> Puzzle:
    return pick(puzzles_in(folder(name)), number, name)


@pytest.mark.once
def test_every_game_that_names_puzzles_has_enough_of_them() -> None:
    assert {name: len(puzzles_in(folder(name))) >= least for name, least in LEAST.items()} == dict.fromkeys(LEAST, True)
    assert {path.parent.name for path in folder("chimera").parent.glob(f"*/{FILE}")} == set(LEAST)
    for name in LEAST:
        assert len({one.grade for one in puzzles_in(folder(name))}) >= 3
        positions = [(one.source, tuple(one.moves)) for one in puzzles_in(folder(name))]
        assert len(set(positions)) == len(positions)


@pytest.mark.once
@pytest.mark.parametrize("name", LEAST)
def test_every_puzzle_is_replayed_by_the_rules(name: str) -> None:
    game = find(name)
    for one in puzzles_in(folder(name)):
        match = position_of(game, one)
        assert match.deal.actor() == one.seat
        acts = [resolved(match, one.seat, a) for a in match.deal.legal(one.seat)]
        assert [game.write(match.rules, a) for a in acts] == [each.do for each in one.tries]
        best = max(each.value for each in one.tries)
        assert [i for i, each in enumerate(one.tries) if each.value == best] == [one.answer]
        assert one.grade == grade_of(one.found, len(acts), one.cards)


@pytest.mark.once
@pytest.mark.parametrize(("name", "number"), SAMPLE)
def test_the_lines_of_a_puzzle_end_the_deal(name: str, number: int) -> None:
    assert ends(find(name), shipped(name, number)) == ""


@pytest.mark.once
@pytest.mark.parametrize("name", LEAST)
def test_a_small_puzzle_is_proved_again(name: str) -> None:
    one = min(puzzles_in(folder(name)), key=lambda each: (each.cards, len(each.tries)))
    assert proved(find(name), one) == ""


@pytest.mark.long
@pytest.mark.parametrize(("name", "number"), SHIPPED)
def test_every_puzzle_is_proved_again(name: str, number: int) -> None:
    assert proved(find(name), shipped(name, number)) == ""


def smallest(name: str) -> Puzzle:
    return min(puzzles_in(folder(name)), key=lambda each: (each.cards, len(each.tries)))


@pytest.mark.once
def test_a_wrong_puzzle_is_found() -> None:
    one = smallest("ecarte")
    game = find("ecarte")
    other = (one.answer + 1) % len(one.tries)
    assert proved(game, one._replace(answer=other)) == "its answer is not the only best action"
    worse = [each._replace(value=each.value - 1) for each in one.tries]
    assert proved(game, one._replace(tries=worse)).startswith("its values are")
    assert proved(game, one._replace(tries=one.tries[1:])) == "its actions are not those of the position"
    short = [each._replace(line=each.line[:-1]) for each in one.tries]
    assert "does not end the deal" in ends(game, one._replace(tries=short))
    with pytest.raises(Refused):
        position_of(game, one._replace(moves=[*one.moves, "0 card XX"]))


@pytest.mark.once
def test_a_line_of_the_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    one = smallest("gaigel")
    assert parse(write(one)) == one
    path = tmp_path / FILE
    path.write_text(f"{write(one)}\n{write(one)[:50]}", "utf-8")
    assert read(path) == [one]  # the last line is not finished
    path.write_text("{}\n", "utf-8")
    with pytest.raises(Refused, match=r"error\.data"):
        read(path)
    data = json.loads(write(one))
    with pytest.raises(ValueError):
        parse(json.dumps({**data, "grade": 9}))
    assert read(tmp_path / "none") == []


@pytest.mark.once
def test_the_same_seed_gives_the_same_puzzle_and_a_record_gives_it_again() -> None:
    game = find("ecarte")
    miner = Miner(game)
    found = next(one for one in map(miner.generated, range(1, 60)) if one is not None)
    assert Miner(game).generated(int(found.source[1])) == found
    match = position_of(game, found)
    record = Record(game, match.rules, match.source)
    seat = found.seat
    action = resolved(match, seat, match.deal.legal(seat)[found.answer])
    match.act(seat, action)
    record.moves = list(match.moves)
    again = miner.played(record)
    assert again is not None
    assert again.source[0] == GIVEN
    assert position_of(game, again).deal.zones == position_of(game, found).deal.zones
    assert [each.value for each in again.tries] == [each.value for each in found.tries]


@pytest.mark.once
def test_what_is_taken_and_where_mining_goes_on() -> None:
    one = smallest("ecarte")
    easy, hard = one._replace(found=["club"]), one._replace(found=[], source=(SIM, 9))
    assert is_welcome(easy, [], 3)
    two = [easy._replace(source=(SIM, 5)), easy._replace(source=(SIM, 6))]
    assert not is_welcome(easy, two, 3)  # the others are to be harder
    assert is_welcome(hard, two, 3)
    assert not is_welcome(hard, [hard], 9)
    assert next_seed([], 3) == 3
    assert next_seed([hard], 3) == 10
    assert hardest([]) is None
    assert hardest([one._replace(grade=1), one._replace(grade=4), one._replace(grade=2)]) == one._replace(grade=4)


@pytest.mark.once
def test_an_answer_exceeds_all_others_by_the_gap() -> None:
    assert only_best([1.0, 3.0, 2.0], 1.0) == 1
    assert only_best([1.0, 3.0, 2.5], 1.0) == -1
    assert only_best([3.0, 3.0], 1.0) == -1
    assert only_best([1.0, None, 9.0], 1.0) == -1
    assert grade_of(["club", "expert"], 3, 8) == 1
    assert grade_of(["club"], 5, 8) == 2
    assert grade_of(["expert"], 5, 8) == 3
    assert grade_of([], 4, 20) == 4
    assert grade_of([], 5, 20) == 5


@pytest.mark.once
def test_distributions_are_counted_out() -> None:
    assert distributions([2, 2]) == 6
    assert list(spread(2, [1, 2])) == [[0, 2], [1, 1]]
    game = find("ecarte")
    one = smallest("ecarte")
    match = position_of(game, one)
    seen = view(match.deal, one.seat)
    assert not holds_everywhere(seen, lambda s, seat: True, 1)  # too many


@pytest.mark.once
def test_every_world_of_the_last_cards_agrees_with_the_view() -> None:
    game = find("chimera")
    one = min((each for each in puzzles_in(folder("chimera")) if each.sure), key=lambda each: each.cards)
    match = position_of(game, one)
    seen = view(match.deal, one.seat)
    keys: list[object] = []

    def same(world: object, seat: int) -> bool:
        assert isinstance(world, type(match.deal))
        assert view(world, seat).key() == seen.key()
        keys.append(tuple(world.zones))
        return True

    assert holds_everywhere(seen, same, 4000)
    assert len(set(keys)) == len(keys)
    assert tuple(match.deal.zones) in keys
    assert not holds_everywhere(seen, lambda world, seat: tuple(world.zones) != tuple(match.deal.zones), 4000)


@pytest.mark.once
def test_cards_that_are_out_of_play_may_lie_anywhere() -> None:
    """In Écarté the stock is never drawn from while cards are played: only the other hand is counted out."""
    one = min((each for each in puzzles_in(folder("ecarte")) if each.sure), key=lambda each: each.cards)
    match = position_of(find("ecarte"), one)
    seen = view(match.deal, one.seat)
    hand = next(at for at, z in enumerate(match.deal.layout.zones) if z.role == "hand" and BACK in seen.seen.zones[at])
    met: list[object] = []

    def noted(world: State, seat: int) -> bool:
        assert BACK not in b"".join(world.zones)
        assert sorted(b"".join(world.zones)) == sorted(b"".join(match.deal.zones))
        met.append(world.zones[hand])
        return True

    assert not holds_everywhere(seen, noted, 15_000)  # the stock has an order
    assert holds_everywhere(seen, noted, 15_000, ["stock", "discard"])
    able = [c for c in unseen(seen.seen) if seen.seen.can_hold(c, hand)]
    assert len(set(met)) == len(met) == comb(len(able), len(match.deal.zones[hand])) > 1
    assert match.deal.zones[hand] in met


@pytest.mark.once
@pytest.mark.parametrize("name", LEAST)
def test_some_puzzles_of_each_game_hold_whatever_the_others_have(name: str) -> None:
    sure = [one for one in puzzles_in(folder(name)) if one.sure]
    assert len(sure) >= 15


@pytest.mark.once
@pytest.mark.parametrize("name", ["ecarte", "gaigel"])
def test_a_miner_can_take_certain_puzzles_alone(name: str) -> None:
    game = find(name)
    miner = Miner(game, certain=True)
    for sure in (True, False):
        one = min((one for one in puzzles_in(folder(name)) if one.sure is sure), key=lambda one: one.cards)
        assert len(list(miner.here(position_of(game, one), one.options, one.source))) == sure


@pytest.mark.once
@pytest.mark.parametrize(("name", "number"), SAMPLE)
def test_a_wrong_choice_has_its_refutation(name: str, number: int) -> None:
    game, one = find(name), shipped(name, number)
    for at, each in enumerate(one.tries):
        said = replies(game, one, at)
        assert len(said) <= len(each.line)
        assert said[:2] == replies(game, one, at, 2)
        assert all(reply.label.key.startswith(f"{name}.") for reply in said)
        if at != one.answer and each.line:
            assert said, "what refutes it is said"


@pytest.mark.once
def test_the_puzzle_of_a_day_is_the_same_for_everybody_and_each_comes() -> None:
    assert number_of_day("2026-11-29", "chimera", 200) == number_of_day("2026-11-29", "chimera", 200)
    assert number_of_day("2026-11-29", "chimera", 0) == 0
    days = {number_of_day(f"2026-{month:02}-{day:02}", "chimera", 5) for month in (1, 2) for day in range(1, 28)}
    assert days == {1, 2, 3, 4, 5}


@pytest.mark.once
def test_a_game_without_puzzles_says_so() -> None:
    with pytest.raises(ValueError, match="durak wants no puzzles"):
        Miner(find("durak"))
    assert "durak" in games()
    assert Match(find("durak"), find("durak").rules(), Source(SIM, 1)).deal.must()
    with pytest.raises(Refused, match=r"error\.puzzle"):
        pick([], 1, "durak")


@pytest.mark.once
def test_what_a_choice_costs_is_counted_in_points_of_the_seat() -> None:
    game = find("doppelkopf")
    one = smallest("doppelkopf")
    for at, each in enumerate(one.tries):
        assert 2 * lost(game, one, at) == one.tries[one.answer].value - each.value  # of two against two
    one = smallest("ecarte")
    for at, each in enumerate(one.tries):
        assert lost(find("ecarte"), one, at) == one.tries[one.answer].value - each.value
