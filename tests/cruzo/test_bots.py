"""Cruzo's players: what they may do under every way of playing, what they do in plain positions, and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cruzo.positions import do, rules, state, table
from oracles.cruzo import Table, fits, group, held
from stich.bots.arena import Arena, Contest
from stich.bots.player import Bot
from stich.bots.search import Search
from stich.games import find
from stich.games.cruzo.bot import BOTS, advise
from stich.games.cruzo.rules import GAME
from stich.games.cruzo.rules_cards import BUNKER, EACH, HAND, KNOWN, MOST, OPEN, PILE, RANKS, ROW, STOCK
from stich.games.cruzo.rules_state import Cruzo
from stich.games.cruzo.sight import after_play, stuck, unseen
from stich.kernel.action import CLOSE, Action, Phrase
from stich.kernel.cards import HOST, Seat, seats_of
from stich.kernel.chance import Chance, quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view

pytestmark = pytest.mark.once

WAYS: list[dict[str, object]] = [
    {}, {"throw_mode": "priority", "finish": "rank_by_table"}, {"throw_mode": "off", "eight_with_two": "normal"},
    {"draw_mode": "manual"}, {"swap_before_start": True, "throw_from_open": True}, {"joker_over_two": "undercut"},
    {"joker_equal_ok": False, "ten_again": True}, {"tree": "random"},
]  # fmt: skip
Choose = Callable[[Seat, list[Action]], Action]


def cards(text: str) -> bytes:
    return GAME.pack.read(text)


def player(level: str) -> Bot:
    kind = BOTS[level]
    return kind(3) if issubclass(kind, Search) else kind()


def chosen(level: str, m: Match, seat: Seat = 0) -> str:
    """Return what a player does, in the notation; in a window it may do nothing."""
    legal = m.deal.legal(seat)
    if m.deal.must() >> seat & 1 == 0:
        legal = [*legal, CLOSE]
    return GAME.write(m.rules, player(level).choose(view(m.deal, seat), legal, quick(1)))


def seen(m: Match, seat: Seat = 0) -> Cruzo:
    s = view(m.deal, seat).seen
    assert isinstance(s, Cruzo)
    return s


def step(m: Match, choose: Choose) -> None:
    """Let somebody act: first who may interrupt, then who must."""
    s = m.deal
    for seat in seats_of(s.may() & ~s.must() & ~(1 << HOST) & ~s.phase.waits_out(s)):
        legal = s.legal(seat)
        action = choose(seat, [*legal, CLOSE]) if legal else CLOSE
        if action != CLOSE:
            m.act(seat, action)
            return
    seat = s.actor()
    m.act(seat, CLOSE if seat == HOST else choose(seat, s.legal(seat)))


@pytest.mark.parametrize("level", BOTS)
@pytest.mark.parametrize("options", WAYS, ids=str)
def test_each_player_plays_whole_deals(level: str, options: dict[str, object]) -> None:
    m = Match(GAME, rules(3, action_cap=300, **options), Source(SIM, 4))
    bot, chance = player(level), quick(4)
    while m.deal.must():
        step(m, lambda seat, legal: bot.choose(view(m.deal, seat), legal, chance))
    assert sorted(m.sheets[0].result.points)[0] == 1


# -- plain positions ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["beginner", "club"])
def test_the_lowest_card_that_fits_goes_first(level: str) -> None:
    assert chosen(level, table("6 J A", "", "", pile="5")).startswith("play 6")


def test_club_lays_all_of_a_rank_and_keeps_what_fits_on_everything() -> None:
    others = ("4 5 6", "4 5 6")
    assert chosen("club", table("8 8 2", *others, pile="5")) == "play 8 8"
    assert chosen("club", table("2 3 K", *others, pile="5")) == "play K"
    assert chosen("club", table("2 X T", *others, pile="A")) in ("play 2", "play X")


def test_club_blocks_its_only_opponent_and_knows_their_open_cards() -> None:
    given: dict[str, Any] = {"opened": ("4", "Q Q J"), "stock": 0, "pile": "5"}
    assert chosen("club", table("6 K", "", **given)) == "play K"
    assert chosen("club", table("6 K", "", **{**given, "opened": ("4", "Q Q A")})) == "play 6"


def test_club_throws_whatever_completes_a_four() -> None:
    m = table("5 6 7", "J J 4", "4 5 6", pile="5 J J", window=True)
    assert chosen("club", m, 1) == "throw J J"


def test_in_the_arena_whose_turn_it_is_leaves_the_others_their_time() -> None:
    arena = Arena(Contest("cruzo", {}, "club", "club", seats=3), find("cruzo"))
    m = table("5 6 Q", "J J 4", "4 5 6", pile="5 J J", window=True)
    seat, action = arena.next_action(m.deal, 0b111, arena.seated(0b111, 0), arena.luck(0))
    assert (seat, GAME.write(m.rules, action)) == (1, "throw J J")


def test_club_throws_no_two_while_there_is_a_stock() -> None:
    given: dict[str, Any] = {"pile": "5 2 2", "window": True}
    hands = ("5 6 7", "2 2 4", "4 5 6")
    assert chosen("club", table(*hands, **given), 1) == "window_closed"
    assert chosen("club", table(*hands, stock=0, **given), 1) == "throw 2 2"


def test_club_does_not_save_a_player_who_has_nothing_to_lay() -> None:
    given: dict[str, Any] = {"pile": "Q K K", "window": True, "stock": 0}
    assert chosen("club", table("", "K K 4", "4", opened=("6 7 Q", "", ""), **given), 1) == "window_closed"
    assert chosen("club", table("", "K K 4", "4", opened=("6 7 A", "", ""), **given), 1) == "throw K K"


def test_more_is_thrown_when_a_four_has_been_completed() -> None:
    m = table("5 6 7", "J J J 4", "4 5 6", pile="5 J J", window=True)
    do(m, "1 throw J J")
    assert [chosen("club", m, seat) for seat in (1, 2)] == ["throw J", "window_closed"]


def test_the_best_cards_are_laid_open_before_the_start() -> None:
    m = Match(GAME, rules(3, swap_before_start=True), Source(SIM, 1))
    s = state(m)
    for at, text in ((HAND, "D3 S5 S2"), (OPEN, "S4 HK DA")):
        s.zones[at] = bytes(sorted(cards(text)))
    assert chosen("club", m) == "swap D3 S4"


def test_nobody_forgets_to_draw_who_knows_better() -> None:
    m = table("5 6", "4 5 6", "4 5 6", pile="4", draw_mode="manual", turn=1)
    state(m).owed = (1, 0, 0)
    assert chosen("club", m) == "draw"


def test_club_gives_a_forgetful_player_a_little_time() -> None:
    m = table("5 6", "4 5 6", "4 5 6", pile="4", draw_mode="manual", turn=1)
    state(m).owed = (1, 0, 0)
    assert chosen("club", m, 2) == "window_closed"
    state(m).since = (0b10, 0, 0)
    assert chosen("club", m, 2) == "challenge 0"


# -- what they know ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", BOTS)
@pytest.mark.parametrize("window", [False, True], ids=["turn", "window"])
def test_a_player_sees_nothing_that_is_hidden(level: str, window: bool) -> None:
    """Two deals that differ in another hand, bunkers and the stock alone: the same choice."""
    choices = []
    for other, bunker in (("HJ S4 S4", "D2"), ("D2 S4 S4", "HJ")):
        hands, rows = ("DJ CJ S7", other, "4 5 6"), ("8 9 Q", "8 9 Q", "8 9 Q")
        given: dict[str, Any] = {"pile": "S5 CJ SJ", "window": window, "opened": rows, "bunkers": (bunker,)}
        m = table(*hands, turn=int(window), **given)
        m.deal.zones[STOCK] = bytes(sorted(m.deal.zones[STOCK], reverse=bunker == "D2"))
        choices.append(chosen(level, m))
    assert choices[0] == choices[1]


def test_what_has_not_been_seen_is_counted() -> None:
    m = table("S6 S5 X", "HJ S4 S4", "H4 H5 H6", pile="S5", opened=("D9", "D9", "X"))
    left = unseen(seen(m))
    assert sum(left) == len(m.deal.layout.deck) - 7
    assert [left[c] for c in cards("S5 D9 X HJ")] == [0, 0, 4, 2]


def test_who_has_nothing_to_lay_is_known_from_what_all_have_seen() -> None:
    m = table("K", "", "4", pile="5", opened=("", "4", "4"), stock=0, known={1: "4"})
    s = state(m)
    king = cards("S5 SK")
    assert stuck(seen(m), king, 1) == 1.0, "his only card has been seen"
    assert 0.0 < stuck(seen(m), king, 2) < 1.0
    s.lacks = (0, 0, s.rules.missing[(RANKS.index("K") + 1) * 4])
    assert stuck(seen(m), king, 2) == 1.0, "he had to take up a king"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_comes_next_is_what_the_rules_make_of_it(seats: int) -> None:
    """Whatever is played in random deals: the same player, and the same pile."""
    tried = set()
    for seed in range(6):
        m = Match(GAME, rules(seats, throw_mode="off"), Source(SIM, seed))
        chance = quick(seed)
        while m.deal.must():
            s = state(m)
            seat = s.turn
            legal = s.legal(seat)
            action = legal[int(chance.below(len(legal)))]
            if action.verb != "play":
                m.act(seat, action)
                continue
            expected = after_play(s, seat, action.to // MOST, action.to % MOST)
            m.act(seat, action)
            if s.playing >> seat & 1 and m.deal.must():
                tried.add(RANKS[action.to // MOST])
                assert (s.turn, [c // 4 for c in s.zones[PILE]]) == (expected[0], [c // 4 for c in expected[1]])
    assert tried == set(RANKS)


# -- why ---------------------------------------------------------------------------------------------------------------


def reasons(options: dict[str, object], seats: int) -> list[tuple[Cruzo, Seat, list[Action], Action, Phrase]]:
    """Return what Club advises in the deals that it plays against itself."""
    out = []
    for seed in range(8):
        m = Match(GAME, rules(seats, **options), Source(SIM, seed))
        chance: Chance = quick(seed)

        def choose(seat: Seat, legal: list[Action], m: Match = m, chance: Chance = chance) -> Action:
            action, why = advise(view(m.deal, seat), legal, chance)
            assert action in legal
            copied = m.deal.copy()
            assert isinstance(copied, Cruzo)
            out.append((copied, seat, legal, action, why))
            return action

        while m.deal.must():
            step(m, choose)
    return out


def second(s: Cruzo) -> Table:
    """Return the position as the second reading of the sheet has it."""
    names = s.layout.pack.names

    def of_each(zone: int) -> list[list[str]]:
        return [[names[c] for c in s.zones[zone + EACH * seat]] for seat in range(s.layout.seats)]

    hands = [a + b for a, b in zip(of_each(HAND), of_each(KNOWN), strict=True)]
    bunkers = [[card for i in range(ROW) for card in of_each(BUNKER + i)[seat]] for seat in range(s.layout.seats)]
    stock = [names[c] for c in s.zones[STOCK]]
    t = Table(dict(s.rules.options), hands, of_each(OPEN), bunkers, stock, list(range(s.layout.seats)))
    t.pile, t.turn, t.stage, t.direction = [names[c] for c in s.zones[PILE]], s.turn, "turn", s.direction
    t.first_card, t.opens = "", False
    t.places = [seat for seat in range(s.layout.seats) if s.places[seat]]
    return t


@pytest.mark.parametrize("seats", [2, 4])
def test_reasons_hold_for_who_sees_no_other_card(seats: int) -> None:
    told = set()
    for s, seat, legal, action, why in reasons({"throw_mode": "priority"}, seats):
        key = why.key.removeprefix("cruzo.why.")
        told.add(key)
        t = second(s)
        ranks = {RANKS[a.to // MOST] for a in legal if a.verb == "play"}
        if key in ("only", "take"):
            assert len(legal) == 1
            assert (action.verb == "pickup") == (key == "take")
        elif action.verb == "play":
            k, n = RANKS[action.to // MOST], action.to % MOST
            card = why.args.get("card", 4 * (action.to // MOST))
            assert isinstance(card, int)
            assert RANKS[card // 4] == k
            check_play(t, seat, key, ranks, k, n)
        elif key in ("throw", "more"):
            assert action.verb == "throw"
            assert group([*t.pile, *[t.pile[-1]] * (action.to % MOST)]) >= 4
        elif key == "stuck":
            assert not any(fits(k, t.pile, t.options) for k in held(t.cards(s.turn))) or t.source(s.turn) == "bunkers"
        elif key == "spare":
            assert t.stock
        else:
            assert key == action.verb
    assert {"keep", "low", "special", "take", "flip", "dir", "ahead"} <= told


@pytest.mark.parametrize(
    ("hand", "pile", "key"),
    [("6 6", "5", "last"), ("6 6 6 4", "6", "four"), ("6 6", "7", "last"), ("3 X", "K", "sure")],
)
def test_a_turn_is_explained_by_what_it_wins(hand: str, pile: str, key: str) -> None:
    """Between two, the other one with a five in hand that all have seen."""
    last = key == "last"
    given: dict[str, Any] = {"opened": ("" if last else "4", "4"), "bunkers": ("" if last else "4 4 5", "7 7 9")}
    m = table(hand, "", pile=pile, known={1: "5"}, stock=0, **given)
    assert advise(view(m.deal, 0), m.deal.legal(0), quick(1))[1].key == f"cruzo.why.{key}"


@pytest.mark.parametrize(
    ("hand", "pile", "row", "stock", "key"),
    [
        ("J J 4", "5 J J", "6 7 Q", 9, "throw"),
        ("2 2 4", "5 2 2", "6 7 Q", 9, "spare"),
        ("K K 4", "Q K K", "6 7 Q", 0, "stuck"),
        ("K K 4", "Q K K", "6 7 A", 0, "throw"),
    ],
)
def test_a_throw_is_explained_and_why_there_is_none(hand: str, pile: str, row: str, stock: int, key: str) -> None:
    """Where all are asked in turn, the only time in which somebody may ask for advice on it."""
    given: dict[str, Any] = {"opened": (row, "", ""), "stock": stock, "throw_mode": "priority", "window": True}
    m = table("", hand, "4", pile=pile, **given)
    assert advise(view(m.deal, 1), m.deal.legal(1), quick(1))[1].key == f"cruzo.why.{key}"


def check_play(t: Table, seat: Seat, key: str, ranks: set[str], k: str, n: int) -> None:
    """Hold the reason for a play against the second reading, and against the open cards."""
    special = set("23TX")
    if key == "keep":
        assert k not in special
        assert ranks & special
    elif key == "special":
        assert ranks <= special
    elif key == "low":
        assert RANKS.index(k) == min(RANKS.index(other) for other in ranks)
        assert not ranks & special
    elif key == "several":
        assert (ranks, n > 1) == ({k}, True)
    elif key == "last":
        assert len(t.hands[seat]) + len(t.open[seat]) + len(t.bunkers[seat]) == n
    elif key == "four":
        assert group([*t.pile, *[k] * n]) >= 4
    elif key == "ahead":
        assert not t.stock
    elif key == "again":
        assert (k, len(t.left())) == ("8", 2)
    elif key in ("sure", "likely"):
        assert len(t.left()) == 2
        other = next(who for who in t.left() if who != seat)
        after = [*t.pile, *[k] * n]
        if key == "sure" and t.source(other) in ("hand", "open"):
            assert not any(fits(rank, after, t.options) for rank in held(t.cards(other)))
