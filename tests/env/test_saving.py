"""What is pickled or copied in the middle of a deal plays on identically: deals, games, views, moves, refusals."""

from __future__ import annotations

import copy
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import stich
from env.tables import tables
from stich.env.deals import Deal, SeatView
from stich.env.moves import IllegalMove, Move
from stich.kernel.action import Action, Refused
from stich.kernel.chance import quick
from stich.kernel.deal import Deck
from stich.kernel.fair import Agreed, Fair, Part
from stich.kernel.match import GIVEN, HKDF, SIM, STREAM, Match, Source

pytestmark = pytest.mark.once

TABLES = tables(every=False)
each_table = pytest.mark.parametrize(("name", "players", "preset"), TABLES, ids=[f"{n}-{p}-{s}" for n, p, s in TABLES])


def sent(value: Any) -> Any:
    """Return what arrives in another process."""
    return pickle.loads(pickle.dumps(value))


def walked(deal: Deal, most: int, seed: int = 0) -> Iterator[Deal]:
    """Play at random, and yield the deal before each move, then once when it is over."""
    chance = random.Random(seed)
    for _ in range(most):
        yield deal
        if deal.over:
            return
        deal.play(chance.choice(deal.legal()))


def everything(deal: Deal) -> tuple[object, ...]:
    """Return what can be seen of a deal, and what nobody sees."""
    s = deal.match.deal
    views = [deal.view(seat).view.key() for seat in range(deal.game.players)]
    hidden = (s.zones, s.sealed, s.entropy, deal.declined, deal.laid_out, deal.match.over, deal.match.winners)
    record = "" if deal.laid_out else deal.record()
    return views, hidden, deal.seat, deal.legal(), deal.points, deal.scores, record, str(deal)


def plays_alike(one: Deal, other: Deal, moves: int, seed: int = 7) -> None:
    """Play both on alike, and compare them after each move."""
    for step in range(moves):
        assert everything(other) == everything(one)
        if one.over:
            return
        move = random.Random(seed + step).choice(one.legal())
        one.play(move)
        other.play(str(move))


@each_table
def test_a_deal_is_restored_anywhere_in_it_and_plays_on_alike(name: str, players: int, preset: str) -> None:
    deal = stich.game(name, players, preset).deal(seed=5)
    for n, here in enumerate(walked(deal, most=250)):
        kinds = (bool(here.match.deal.sealed), here.legal()[-1:] == ["window_closed"], here.over)
        if n % 25 == 0 or (any(kinds) and n % 5 == 0) or here.over:
            assert everything(sent(here)) == everything(here)
            if n % 50 == 0:
                plays_alike(here.copy(), sent(here), moves=12)


@pytest.mark.parametrize("name", sorted(stich_games := {table[0] for table in TABLES}))
def test_the_next_deal_after_a_restored_one_is_the_same(name: str) -> None:
    *_, end = walked(stich.game(name).deal(seed=1), most=20_000)
    assert end.over
    restored = sent(end)
    assert everything(restored) == everything(end)
    if not end.match.over:
        following, other = end.next(), restored.next()
        plays_alike(following, other, moves=20)
        assert everything(sent(following)) == everything(following)


def test_windows_declines_and_sealed_answers_are_among_what_is_restored() -> None:
    """Those are the states that only a copy of the deal alone would lose."""
    found: set[str] = set()
    for name in ("cruzo", "chimera", "herzblatt", "doppelkopf"):
        for here in walked(stich.game(name).deal(seed=5), most=400):
            s = here.match.deal
            state: set[str] = {"declined"} if here.declined else set()
            state |= {"window"} if here.legal()[-1:] == ["window_closed"] else set()
            state |= {"sealed"} if any(a.verb not in ("waiting", "silent") for a in s.sealed) else set()
            if state - found:
                found |= state
                plays_alike(here.copy(), sent(here), moves=20)
    assert found == {"declined", "window", "sealed"}


@pytest.mark.parametrize("name", sorted(stich_games))
def test_a_drawn_deal_and_the_bots_choices_are_restored(name: str) -> None:
    for n, here in enumerate(walked(stich.game(name).deal(seed=3), most=9)):
        if n % 4 == 0 and not here.over:
            assert sent(here).choice("club", seed=n) == here.choice("club", seed=n)
            assert everything(sent(here).sample(here.seat, seed=n)) == everything(here.sample(here.seat, seed=n))
            plays_alike(here.sample(here.seat), sent(here.sample(here.seat)), moves=4)


def test_a_position_is_restored() -> None:
    hands = {"hand.0": "HK S7 S8 D9 CT", "hand.1": "SA SK DJ C8 H7", "turnup": "H9"}
    deal = stich.game("ecarte").position(hands, phase="play", turn=1)
    deal.play("card SA")
    restored = sent(deal)
    assert restored.laid_out
    with pytest.raises(ValueError, match="no record"):
        restored.record()
    plays_alike(deal, restored, moves=20)
    assert deal.over
    assert restored.points == deal.points


def test_each_deal_of_a_replay_is_restored(tmp_path: Path) -> None:
    *_, end = walked(stich.game("ecarte").deal(seed=2), most=400)
    *_, end = walked(end.next(), most=400)
    file = tmp_path / "match.stich"
    file.write_text(end.record(), encoding="utf-8")
    for before, _, _ in stich.replay(file):
        assert everything(sent(before)) == everything(before)


def agreed() -> Source:
    fair = Fair("table", 1, 2, ["ecarte"])
    fair.deals = [Agreed(n, bytes([n]) * 32, [Part(0, bytes(32), bytes([n]) * 16)]) for n in (1, 2)]
    return Source(HKDF, fair=fair)


def test_a_match_keeps_where_its_cards_come_from() -> None:
    """The cards of deals that have not begun are no part of a record, and must not be lost either."""
    game = stich.game("ecarte")
    decks = [(n, Deck(Match(game.of, game.rules, Source(SIM, n)).deck.cards)) for n in (0, 1)]
    for source in (Source(GIVEN, decks=decks), agreed(), Source(STREAM, secret=bytes(32)), Source(SIM, 5)):
        *_, end = walked(Deal(game, Match(game.of, game.rules, source)), most=400)
        restored = sent(end)
        assert everything(restored) == everything(end)
        plays_alike(end.next(), restored.next(), moves=20)


@pytest.mark.parametrize(("name", "players", "preset"), TABLES, ids=[f"{n}-{p}-{s}" for n, p, s in TABLES])
def test_a_game_is_restored(name: str, players: int, preset: str) -> None:
    game = stich.game(name, players, preset)
    for other in (sent(game), copy.copy(game), copy.deepcopy(game)):
        assert repr(other) == repr(game)
        assert str(other.deal(3)) == str(game.deal(3))


@pytest.mark.parametrize("name", sorted(stich_games))
def test_a_view_is_what_the_seat_knew_then(name: str) -> None:
    deal = stich.game(name).deal(seed=4)
    for seat in range(deal.game.players):
        view = deal.view(seat)
        key, text = view.view.key(), str(view)
        for other in (sent(view), copy.deepcopy(view)):
            assert (other.view.key(), str(other)) == (key, text)
    deal.play(deal.legal()[0])
    assert sent(view).view.key() == key
    assert str(sent(SeatView(deal, None, deal.match.deal.zones))) == str(deal)


def test_a_deal_arrives_in_a_process_that_has_loaded_nothing() -> None:
    deal = stich.game("cruzo").deal(seed=5)
    deal.play(deal.legal()[0])
    code = "import pickle, sys; print(pickle.load(sys.stdin.buffer)[0])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=pickle.dumps([deal, deal.legal()]),
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.stdout.decode("utf-8").rstrip() == str(deal)


def test_moves_are_restored_with_their_actions() -> None:
    deal = stich.game("cruzo").deal(seed=5)
    for other in (sent(deal.legal()), copy.deepcopy(deal.legal()), copy.copy(deal.legal())):
        assert other == deal.legal()
        assert all(isinstance(move, Move) for move in other)
        assert [move.action for move in other] == [move.action for move in deal.legal()]


def test_a_refusal_crosses_to_another_process() -> None:
    deal = stich.game("durak", players=4).deal(seed=7)
    with pytest.raises(IllegalMove) as refused:
        deal.play("attack SA")
    for other in (sent(refused.value), copy.copy(refused.value), copy.deepcopy(refused.value)):
        assert (type(other), str(other)) == (IllegalMove, str(refused.value))
        assert (other.key, other.legal) == (refused.value.key, refused.value.legal)
    plain = sent(Refused("error.verb", {"verb": "fly", "cards": b"\x03"}))
    assert (plain.phrase.key, plain.phrase.args) == ("error.verb", {"verb": "fly", "cards": b"\x03"})


def test_the_engine_s_own_parts_are_restored() -> None:
    chance = quick(7)
    chance.below(10)
    twin = sent(chance)
    assert [chance.below(1000) for _ in range(9)] == [twin.below(1000) for _ in range(9)]
    assert sent(Action("play", b"\x05", 3)) == Action("play", b"\x05", 3)
