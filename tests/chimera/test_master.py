"""Master: what it sees, that it cannot see more, and what happens where its weights cannot be used."""

from __future__ import annotations

import logging
from collections import Counter
from pathlib import Path

import pytest

from bots.tables import table
from stich.analysis.judge import searcher
from stich.bots import bot, ceiling, levels
from stich.bots.search import Search
from stich.games.chimera import master
from stich.games.chimera.expert import Expert
from stich.games.chimera.master import FILE, Judge, Master, scene_of
from stich.games.chimera.rules import GAME
from stich.games.chimera.rules_cards import CATS, TOADS, ChimeraRules
from stich.games.chimera.rules_phases_auction import end_auction
from stich.games.chimera.rules_phases_play import PLAY
from stich.games.chimera.rules_state import Chimera
from stich.kernel.action import Action
from stich.kernel.cards import BACK
from stich.kernel.chance import quick
from stich.kernel.deal import Setup
from stich.kernel.sample import sample
from stich.kernel.view import view
from stich.parts.climb.pack import counted, rank
from stich.parts.climb.planning.features import Features
from stich.parts.climb.planning.lessons import HEAD
from stich.parts.climb.planning.network import Network
from stich.parts.climb.planning.piles import Scene, Table
from stich.parts.climb.planning.weights import check

pytestmark = pytest.mark.once

NAMES = (
    *("hand", "next", "previous", "unseen", "next_size", "previous_size", "role", "last", "holder", "passes", "trick"),
    *("won_alone", "won_others", "bombs", "rockets", "idle_next", "idle_previous", "idle_own", "stake"),
)


def begun(seed: int, bid: int, **options: str) -> Chimera:
    """Return a round after the auction and, with a higher bid, the exchange."""
    rules = GAME.rules(dict(options))
    assert isinstance(rules, ChimeraRules)
    chance = quick(seed)
    s = GAME.deal(rules, Setup(1, seed % 3, (0, 0, 0)), GAME.prepare(rules, chance))
    s.bid, s.high = bid, int(chance.below(3))
    end_auction(s)
    while s.phase is not PLAY:
        seat = s.actor()
        legal = s.legal(seat)
        s.apply(seat, legal[chance.below(len(legal))])
    return s


def same(one: Scene, other: Scene) -> list[str]:
    """Return the names of the fields in which two scenes differ."""
    return [name for name in NAMES if getattr(one, name) != getattr(other, name)]


@pytest.mark.parametrize("seed", range(1, 31))
def test_a_view_is_seen_as_self_play_sees_it(seed: int) -> None:
    s = begun(seed, (20, 30, 40)[seed % 3])
    chance = quick(seed, 5)
    mirror = Table(TOADS, CATS)
    mirror.alone = s.chimera
    mirror.turn = s.turn
    mirror.stake = seed % 3
    for seat in range(3):
        mirror.hands[seat] = counted(s.hand(seat))
        mirror.shown[seat] = counted(public(s, seat))
        if seat != s.chimera:
            mirror.given[seat] = counted(known_to_partner(s, seat).translate(None, public(s, seat)))
    scene = Scene()
    while s.must():
        seat = s.turn
        seen = view(s, seat)
        mirror.show(scene, False)
        assert same(scene, scene_of(seen)) == []
        legal = s.legal(seat)
        action = known_first(s, seat, legal[chance.below(len(legal))])
        mirror.apply(action.to if action.verb == "play" else 0)
        s.apply(seat, action)


def public(s: Chimera, seat: int) -> bytes:
    """Return the cards of a hand that both others know."""
    seen = [view(s, (seat + n) % 3).seen.hand(seat) for n in (1, 2)]
    return bytes([c for c in seen[0] if c != BACK and c in seen[1]])


def known_to_partner(s: Chimera, seat: int) -> bytes:
    """Return the cards of a Hunter that the other one knows."""
    return view(s, 3 - seat - s.chimera).seen.hand(seat).replace(bytes([BACK]), b"")


def known_first(s: Chimera, seat: int, action: Action) -> Action:
    """Return a play with those cards of its ranks that others know, as far as there are any."""
    if action.verb != "play":
        return action
    all_know = public(s, seat)
    known = [*all_know, *(known_to_partner(s, seat).translate(None, all_know) if seat != s.chimera else b"")]
    left = [*known, *[c for c in s.hand(seat) if c not in known]]
    cards = []
    for wanted in map(rank, s.phase.cards(s, seat, action)):
        cards.append(next(c for c in left if rank(c) == wanted))
        left.remove(cards[-1])
    return Action("play", bytes(sorted(cards)), action.to)


@pytest.mark.parametrize("seed", range(1, 41))
def test_deals_that_look_equal_give_equal_inputs_and_judgements(seed: int) -> None:
    s = begun(seed, (20, 30, 40)[seed % 3])
    chance = quick(seed, 9)
    player = Master(1)
    for _ in range(int(chance.below(30))):
        if not s.must():
            break
        legal = s.legal(s.turn)
        s.apply(s.turn, legal[chance.below(len(legal))])
    if not s.must():
        return
    seen = view(s, s.turn)
    other = sample(seen, chance)
    assert isinstance(other, Chimera)
    again = view(other, s.turn)
    features = Features(s.rules.table, TOADS, CATS)
    rows = []
    for one in (seen, again):
        row = Network(master.weights()).scene_row
        end = int(features.scene(scene_of(one), False, row, 0))
        rows.append([int(row[i]) for i in range(end)])
    assert rows[0] == rows[1]
    legal = s.legal(s.turn)
    assert player.judged(seen, legal) == player.judged(again, legal)


def test_master_stands_above_expert() -> None:
    assert levels(GAME)[-2:] == ["expert", "master"]
    assert isinstance(bot(GAME, "master@200"), Master)


def test_open_cards_are_left_to_expert() -> None:
    """The network was never shown them: neither the ceiling nor the judge of a review may ask it."""
    assert ceiling.searcher(GAME) is Expert
    assert type(searcher(GAME)) is Expert


def test_without_search_master_plays_what_the_network_likes_best_of_the_plan() -> None:
    """Another play than the plan's first has to be better by SURE points."""
    kept = changed = 0
    for seed in range(40):
        s = begun(seed, 30)
        legal = s.legal(s.turn)
        if len(legal) == 1:
            continue
        seen = view(s, s.turn)
        player = Master(1)
        planned = Expert(1).candidates(seen, legal)[: Master.FEW]
        values = player.judged(seen, planned)
        best = max(values)
        expected = planned[values.index(best)] if best > values[0] + Master.SURE else planned[0]
        assert player.choose(seen, legal, quick(1)).to == expected.to
        kept += expected is planned[0]
        changed += expected is not planned[0]
    assert kept
    assert changed


def test_the_search_begins_with_the_judgement_of_the_network() -> None:
    """Of 400 iterations it counts as 80 worlds."""
    s = begun(4, 30)
    seen = view(s, s.turn)
    player = Master(400)
    tried = player.candidates(seen, s.legal(s.turn))
    assert player.prior(seen, tried) == pytest.approx([80 * value for value in player.judged(seen, tried)])
    assert 2 <= len(tried) <= Master.tried + 1


def test_of_plays_that_differ_in_attachments_some_are_judged() -> None:
    s = table(["4 4 4 4 5 6 8 9 11 12 H", "3 3 6", "7 7 10"], 0, [], 0)
    legal = s.legal(0)
    offered = Master(1).offered(legal)
    heads = Counter(a.to & HEAD for a in offered)
    assert max(heads.values()) == Master.VARIANTS
    assert set(heads) == {a.to & HEAD for a in legal}
    assert [a for a in legal if a in offered] == offered


def test_master_goes_out() -> None:
    for level in ("master@1", "master@100"):
        s = table(["5 5 5 9 9", "3 4", "6 7"], 0, [], 0)
        chosen = bot(GAME, level).choose(view(s, 0), s.legal(0), quick(1))
        s.apply(0, chosen)
        assert not s.hand(0), level


def test_a_judgement_is_in_points_of_the_own_side() -> None:
    """Sure to win with the next play, a Chimera at 40 gets 80 points and more; a Hunter's side gets 60."""
    judge = Judge(GAME.rules().table, master.weights())
    s = table(["C", "3 4 6 8", "6 7 9 11"], 0, [], 0, bid=40)
    assert judge.values(scene_of(view(s, 0)), [a.to for a in s.legal(0)], 40)[0] > 40


@pytest.mark.parametrize("fault", ["missing", "damaged", "old"])
def test_without_usable_weights_expert_plays_and_it_is_said(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / FILE.name
    whole = FILE.read_bytes()
    if fault == "damaged":
        file.write_bytes(whole[:-100])
    elif fault == "old":
        file.write_bytes(whole.replace(b'"encoding": 1', b'"encoding": 0', 1))
    monkeypatch.setattr(master, "FILE", file)
    master.trouble.cache_clear()
    master.weights.cache_clear()
    try:
        assert levels(GAME)[-1] == "expert"
        with caplog.at_level(logging.WARNING):
            player = bot(GAME, "master@50")
        assert isinstance(player, Search)
        assert player.level == "expert"
        assert "master of chimera cannot play" in caplog.text
        assert {"missing": "is missing", "damaged": "is damaged", "old": "is for encoding 0"}[fault] in caplog.text
        s = begun(3, 20)
        assert player.choose(view(s, s.turn), s.legal(s.turn), quick(1)).verb == "play"
    finally:
        monkeypatch.undo()
        master.trouble.cache_clear()
        master.weights.cache_clear()


def test_the_weights_have_a_card_and_are_small() -> None:
    header, packed = check(FILE, "chimera", 1)
    assert {"command", "seed", "cpu_seconds", "strength_by_cpu_seconds"} <= set(header["card"])
    assert len(packed) <= 5_000_000
