"""The engine for people who write Python: `stich.game`, deals, moves, views, positions, replays."""

from __future__ import annotations

import copy
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import stich
from env.tables import tables
from stich.env.deals import Deal
from stich.env.moves import IllegalMove, Move
from stich.env.words import in_notation
from stich.games import find, games
from stich.kernel.record_reader import load

pytestmark = pytest.mark.once

TABLES = tables(every=False)
each_table = pytest.mark.parametrize(("name", "players", "preset"), TABLES, ids=[f"{n}-{p}-{s}" for n, p, s in TABLES])


def played(deal: Deal, seed: int = 0, most: int = 3000) -> Deal:
    """Play a deal at random, each move by its text."""
    chance = random.Random(seed)
    for _ in range(most):
        if deal.over:
            break
        deal.play(str(chance.choice(deal.legal())))
    return deal


@each_table
def test_every_move_is_understood_as_it_is_written(name: str, players: int, preset: str) -> None:
    deal = played(stich.game(name, players, preset).deal(seed=3), most=120)
    texts = [str(move) for move in deal.legal()]
    assert len(set(texts)) == len(texts)


@each_table
def test_a_record_of_the_deal_is_read_by_the_table(name: str, players: int, preset: str, tmp_path: Path) -> None:
    deal = played(stich.game(name, players, preset).deal(seed=4), most=60)
    file = tmp_path / "deal.stich"
    file.write_text(deal.record(), encoding="utf-8")
    assert load(deal.record(), find).game.name == name
    again = stich.replay(file)
    assert str(again.end()) == str(deal)
    steps = list(again)
    assert [seat for _, seat, _ in steps] == [move.seat for move in deal.match.moves if move.seat < players]
    for before, seat, move in steps[:10]:
        assert move in before.legal(seat)


def test_the_seed_decides_the_cards() -> None:
    durak = stich.game("durak", players=4)
    assert str(durak.deal(seed=7)) == str(durak.deal(seed=7))
    assert str(durak.deal(seed=7)) != str(durak.deal(seed=8))


def test_a_move_is_a_text_and_keeps_its_action() -> None:
    deal = stich.game("durak", players=4).deal(seed=7)
    move = deal.legal()[0]
    assert isinstance(move, Move)
    assert move == "attack H3"
    assert move.action.verb == "attack"
    deal.play("attack H3")
    assert deal["pair1"] == "H3"


def test_a_view_hides_what_its_seat_does_not_know() -> None:
    deal = stich.game("durak", players=4).deal(seed=7)
    view = deal.view(0)
    assert view["hand.0"] == deal["hand.0"]
    assert set(view["hand.1"].split()) == {"?"}
    assert "hand.2  ? ? ? ? ? ?" in str(view)
    assert "?" not in str(deal)
    world = deal.sample(0, seed=5)
    assert world.view(0).view.key() == view.view.key()
    assert world["hand.1"] != deal["hand.1"]


def test_a_view_does_not_say_who_is_asked_in_a_window() -> None:
    deal, chance, windows = stich.game("cruzo", players=4).deal(seed=2), random.Random(3), 0
    for _ in range(300):
        if deal.over:
            break
        if deal.legal()[-1] == "window_closed":
            windows += 1
            heads = {str(deal.view(seat)).splitlines()[0] for seat in range(4) if seat != deal.seat}
            assert all(f"seat {deal.seat} to act" not in head for head in heads)
        deal.play(chance.choice(deal.legal()))
    assert windows > 3


def test_a_copy_is_played_on_alone() -> None:
    deal = stich.game("ecarte").deal(seed=7)
    for other in (deal.copy(), copy.copy(deal), copy.deepcopy(deal)):
        other.play(other.legal()[0])
        assert str(other) != str(deal)


def test_a_deal_ends_and_the_next_begins() -> None:
    first = played(stich.game("ecarte").deal(seed=2))
    assert first.over
    assert any(first.points)
    assert first.legal() == []
    second = first.next()
    assert second.scores == first.scores
    assert not second.over
    with pytest.raises(ValueError, match="this deal is not over"):
        second.next()


@pytest.mark.parametrize(
    ("move", "says"),
    [
        ("attack SA", "attack H3"),
        ("attack H1", "“H1” is not a card of durak. Legal: attack H3"),
        ("fly", "Legal: attack H3"),
        ("", "Legal: attack H3"),
    ],
)
def test_an_illegal_move_is_refused_with_the_reason_and_what_is_legal(move: str, says: str) -> None:
    deal = stich.game("durak", players=4).deal(seed=7)
    before = str(deal)
    with pytest.raises(IllegalMove) as refused:
        deal.play(move)
    assert says in str(refused.value)
    assert refused.value.legal == deal.legal()
    assert refused.value.key.startswith("error.")
    assert str(deal) == before


@pytest.mark.parametrize("name", list(games()))
def test_each_card_is_understood_as_people_write_it(name: str) -> None:
    """With signs, small letters, "10", and the rank in front; no way of writing one card means another."""
    pack = stich.game(name).rules.layout.pack
    suited = pack.art in ("french", "german")
    for card in pack.names:
        ways = [card, card.lower()]
        if suited and not card.startswith("X"):
            sign, rank = "♣♠♥♦"["CSHD".index(card[0])], card[1:].replace("T", "10")
            ways += [card[0] + rank, sign + rank, rank + sign, rank.lower() + card[0].lower(), card[1:] + card[0]]
        ways = [way for way in ways if way != "as"]  # a word of the notation, "play … as straight 5 5"
        assert [in_notation(pack, way) for way in ways] == [card] * len(ways)


def test_moves_and_positions_are_understood_with_signs() -> None:
    deal = stich.game("ecarte").position({"hand.0": "♥K 7s", "hand.1": "A♠ c8", "turnup": "10♥"}, phase="play", turn=1)
    assert (deal["hand.0"], deal["hand.1"], deal["turnup"]) == ("S7 HK", "C8 SA", "HT")
    deal.play("♠A")
    deal.play("card 7♠")
    assert deal["won.1"] == "SA S7"


@pytest.mark.parametrize(
    ("name", "text", "means"),
    [
        ("ecarte", "♥️k, ♡7", "HK H7"),
        ("doudizhu", "play S3 S4 S5 S6 S7 as straight 5 5", "play S3 S4 S5 S6 S7 as straight 5 5"),
        ("chimera", "bid 110", "bid 110"),
        ("chimera", "10▲ 2★ H◆ †12", "P10 T2 JH S12"),
        ("doppelkopf", "solo ♦", "solo D"),
        ("durak", "pass", "pass"),
        ("chinchon", "10o 12E", "O10 E12"),
    ],
)
def test_only_cards_are_read_as_cards(name: str, text: str, means: str) -> None:
    assert in_notation(stich.game(name).rules.layout.pack, text) == means


def test_a_card_that_no_legal_move_has_is_named() -> None:
    deal = stich.game("durak", players=4).deal(seed=7)
    with pytest.raises(IllegalMove, match=r"^No legal move has C2\. Legal: attack "):
        deal.play("c2")
    with pytest.raises(IllegalMove) as refused:
        deal.play("beat S9")
    assert "Allowed" not in str(refused.value)


def test_a_move_is_understood_by_words_that_no_other_legal_move_has() -> None:
    deal = stich.game("durak", players=4).deal(seed=7)
    for written in ("attack h3", "H3", "attack H3"):
        other = deal.copy()
        other.play(written)
        assert other["pair1"] == "H3"
    with pytest.raises(IllegalMove):
        deal.play("attack")  # there are six


def test_a_bot_chooses_by_what_its_seat_knows() -> None:
    deal = stich.game("doppelkopf").deal(seed=3)
    while not deal.over:
        move = deal.choice("club")
        assert move in deal.legal()
        assert deal.sample(deal.seat, seed=1).choice("club") == move
        deal.play(move)
    with pytest.raises(ValueError, match="over"):
        deal.choice()
    with pytest.raises(ValueError, match="wizard"):
        stich.game("ecarte").deal().choice("wizard")


def test_another_seat_is_refused_out_of_turn() -> None:
    deal = stich.game("durak", players=4).deal(seed=7)
    with pytest.raises(IllegalMove):
        deal.play("attack H3", seat=2)
    assert deal.legal(seat=2) == []
    with pytest.raises(IndexError, match="seats 0 to 3"):
        deal.view(4)


@pytest.mark.parametrize("name", list(games()))
def test_a_finished_deal_is_over_for_whatever_is_asked(name: str) -> None:
    deal = played(stich.game(name).deal(seed=2), most=20_000)
    assert deal.over
    for seat in (-2, 0):
        with pytest.raises(IllegalMove) as refused:
            deal.play("pass", seat=seat)
        assert (str(refused.value), refused.value.legal) == ("The deal is over.", [])
        assert refused.value.key == "error.deal_over"
    for seat in range(deal.game.players):
        with pytest.raises(ValueError, match="the deal is over"):
            deal.sample(seat)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"name": "skat"}, "There is no game “skat”"),
        ({"name": "durak", "players": 40}, "cannot be played by 40"),
        ({"name": "durak", "preset": "loud"}, "loud"),
        ({"name": "durak", "colour": "red"}, "There is no option “colour”"),
        ({"name": "durak", "pack": "7"}, "7"),
    ],
)
def test_a_game_that_there_is_not_is_refused(given: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        stich.game(**given)  # type: ignore[arg-type]


@pytest.mark.parametrize("seat", [-2, 9, None, "0", 1.0])
def test_a_seat_that_there_is_not_is_refused_everywhere(seat: object) -> None:
    deal = stich.game("ecarte").deal()
    asked: list[Callable[[], object]] = [lambda: deal.view(seat), lambda: deal.sample(seat)]  # type: ignore[arg-type]
    if seat != -2:  # stands for the seat whose turn it is
        asked += [lambda: deal.legal(seat), lambda: deal.play("play", seat=seat)]  # type: ignore[arg-type]
    for one in asked:
        with pytest.raises((IndexError, TypeError), match=r"seats 0 to 1|no whole number"):
            one()


@pytest.mark.parametrize("seed", [1.5, "7", None, 10**41])
def test_a_seed_that_is_none_is_refused(seed: object) -> None:
    with pytest.raises((TypeError, ValueError), match=r"no whole number|1e40"):
        stich.game("ecarte").deal(seed)  # type: ignore[arg-type]


def test_what_stich_offers_is_listed() -> None:
    assert {"game", "replay", "build_info"} <= set(dir(stich))


def test_a_damaged_record_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "broken.stich"
    file.write_text("stich record 1\ngame ecarte 1\nseats 3\nsource sim1 5\ndeal 1 dealer 1\n", encoding="utf-8")
    with pytest.raises(ValueError, match="Line 3"):
        stich.replay(file)
    with pytest.raises(OSError, match="missing"):
        stich.replay(tmp_path / "missing.stich")


def test_importing_stich_loads_none_of_it() -> None:
    code = "import sys, stich; print([name for name in sys.modules if name.startswith(('stich.env', 'stich.text'))])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
