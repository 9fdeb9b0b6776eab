"""Durak's players: what they may do under every way of playing, what they do in plain positions, and what they see."""

from __future__ import annotations

import pytest

from durak.positions import dealt, position, rules, state
from stich.bots import bot
from stich.bots.player import Bot
from stich.bots.search import Search
from stich.games.durak.bot import BOTS
from stich.games.durak.rules import GAME
from stich.games.durak.rules_cards import HAND, TALON
from stich.kernel.action import CLOSE
from stich.kernel.cards import seats_of
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view

pytestmark = pytest.mark.once

WAYS: list[dict[str, object]] = [
    {}, {"pack": 36}, {"pack": 32, "packs": 2}, {"throw_mode": "free"}, {"throw_in": "neighbours", "transfer": False},
    {"first_attacker": "lowest_trump", "transfer_by_showing_trump": True}, {"throw_in": "off", "max_attack": 3},
    {"transfer_after_beat": True, "pile_on_after_take": False, "refill_order": "defender_last"},
]  # fmt: skip
STOCK = "S6 D6 D7 H7 S7 DJ HJ SJ SQ"  # a talon from which the end is far
LEFT = "H2 H3 H4 D2"  # hands of others
RIGHT = "D3 S3 H5 H6"


def player(level: str) -> Bot:
    kind = BOTS[level]
    return kind(3) if issubclass(kind, Search) else kind()


@pytest.mark.parametrize("level", BOTS)
@pytest.mark.parametrize("options", WAYS, ids=str)
def test_each_player_plays_whole_deals(level: str, options: dict[str, object]) -> None:
    m = Match(GAME, rules(3, **options), Source(SIM, 4))
    bot, chance = player(level), quick(4)
    while m.deal.must():
        offers = [(seat, [*m.deal.legal(seat), CLOSE]) for seat in seats_of(m.deal.may())]
        asked = [*offers, (m.deal.actor(), m.deal.legal(m.deal.actor()))]
        for seat, legal in asked:
            action = bot.choose(view(m.deal, seat), legal, chance)
            if action != CLOSE:
                m.act(seat, action)
                break
    assert m.sheets


@pytest.mark.parametrize("level", BOTS)
def test_a_hand_with_many_equal_cards_is_no_riddle(level: str) -> None:
    """With several packs a rank can be held so often that it is listed by number; the bot names the cards."""
    m = Match(GAME, rules(2, packs=4, pack=32), Source(SIM, 1))
    s = state(m)
    s.zones[HAND + s.attacker] = s.layout.pack.read("S7 S7 S7 D7 D7 H7")
    legal = m.deal.legal(s.attacker)
    assert any(not a.cards for a in legal)
    action = player(level).choose(view(m.deal, s.attacker), legal, quick(1))
    m.act(s.attacker, action)
    assert state(m).count


def chosen(level: str, m: Match, seat: int) -> str:
    return GAME.write(m.rules, player(level).choose(view(m.deal, seat), m.deal.legal(seat), quick(3)))


def test_who_shows_a_trump_shows_the_lowest() -> None:
    m = dealt(3, "C4 S6 C2 S7 C7 S8 C8 D9 S2 DT H2 DJ H3 DQ H4 DK H5 DA CK", first_attacker="lowest_trump")
    assert m.deal.legal(1)[1:] == [GAME.read(m.rules, "show C4"), GAME.read(m.rules, "show C8")]
    assert chosen("club", m, 1) == "show C4"
    seen = view(m.deal, 1)
    shown = {player("beginner").choose(seen, m.deal.legal(1), quick(seed)) for seed in range(40)}
    assert {GAME.write(m.rules, a) for a in shown} == {"pass", "show C4"}


class TestClub:
    def test_attacks_with_its_lowest_plain_cards_several_at_once(self) -> None:
        m = position("S4 D4 H9 C2 CA HA", LEFT, RIGHT, talon=STOCK, turnup="C7")
        assert chosen("club", m, 0) == "attack S4 D4"
        m = position("S4 D5 H9 C2 C3 HA", LEFT, RIGHT, talon=STOCK, turnup="C7")
        assert chosen("club", m, 0) == "attack S4"

    def test_attacks_with_a_trump_only_if_it_has_nothing_else(self) -> None:
        m = position("C2 C4 CA", LEFT, RIGHT, talon=STOCK, turnup="C7")
        assert chosen("club", m, 0) == "attack C2"
        m = position("C2 CA HK", LEFT, RIGHT, talon=STOCK, turnup="C7")
        assert chosen("club", m, 0) == "attack HK"

    def test_takes_early_rather_than_spend_a_high_trump_and_beats_at_the_end(self) -> None:
        hand = "H8 D8 H9 D9 CA S2"
        early = position(LEFT, hand, RIGHT, attack=["SK"], talon=STOCK, turnup="C7")
        late = position(LEFT, hand, RIGHT, attack=["SK"])
        assert chosen("club", early, 1) == "take"
        assert chosen("club", late, 1) == "beat SK CA"

    def test_beats_with_the_least_that_does_it(self) -> None:
        m = position(LEFT, "HQ HK D9 CA C2 S2", RIGHT, attack=["HT"], talon=STOCK, turnup="C7")
        assert chosen("club", m, 1) == "beat HT HQ"

    def test_passes_on_what_it_can(self) -> None:
        m = position(LEFT, "D8 HK D9 CA C2 S2", RIGHT, attack=["H8"], talon=STOCK, turnup="C7")
        assert chosen("club", m, 1) == "transfer D8"

    def test_throws_in_what_it_can_spare_and_no_trump(self) -> None:
        m = position("D9 C4 CK", LEFT, RIGHT, attack=["S4 S9"], talon=STOCK, turnup="C7")
        assert chosen("club", m, 0) == "throw D9"
        m = position("C9 C4 CK", LEFT, RIGHT, attack=["S4 S9"], talon=STOCK, turnup="C7")
        assert chosen("club", m, 0) == "pass"

    def test_gives_no_good_cards_to_somebody_who_takes(self) -> None:
        m = position("D4 CK", LEFT, RIGHT, attack=["S4"], taking=True, talon=STOCK, turnup="C7")
        assert chosen("club", m, 0) == "throw D4"
        m = position("C4 CK", LEFT, RIGHT, attack=["S4"], taking=True, talon=STOCK, turnup="C7")
        assert chosen("club", m, 0) == "pass"

    def test_knows_what_the_last_other_one_holds(self) -> None:
        """Without a talon the unseen cards are the opponent's: the nine cannot be beaten, the eight can."""
        m = position("S8 D9 C2", "ST H2 H3")
        assert chosen("club", m, 0) == "attack D9"

    def test_lays_the_whole_hand_if_that_is_the_last_of_it(self) -> None:
        m = position("CA DA", "H2 H3 S2", RIGHT)
        assert chosen("club", m, 0) == "attack CA DA"

    def test_waits_until_all_is_beaten_where_it_may_throw_in_at_any_time(self) -> None:
        m = position("D8 CK", LEFT, RIGHT, attack=["S8"], talon=STOCK, turnup="C7", throw_mode="free")
        legal = m.deal.legal(0)
        assert legal
        assert player("club").choose(view(m.deal, 0), [*legal, CLOSE], quick(1)) == CLOSE


def test_a_beginner_beats_what_it_can_and_slips_now_and_then() -> None:
    m = position(LEFT, "HQ H9 D9 CA C2 S2", RIGHT, attack=["HT"], talon=STOCK, turnup="C7")
    bot = player("beginner")
    told = [GAME.write(m.rules, bot.choose(view(m.deal, 1), m.deal.legal(1), quick(n))) for n in range(200)]
    assert set(told) == {"beat HT HQ", "take"}
    assert 20 < told.count("take") < 60


@pytest.mark.parametrize("level", BOTS)
def test_a_player_sees_nothing_that_is_hidden(level: str) -> None:
    """Two deals that differ only in the hands of others and in the talon: the same choice at every seat."""
    first = position("D9 C9 CK", "H2 H3 H4", "S2 S3 S5", attack=["S4 S9"], talon="DA D2 D3", turnup="C7")
    other = position("D9 C9 CK", "H2 D3 H4", "S2 DA S5", attack=["S4 S9"], talon="S3 D2 H3", turnup="C7")
    assert first.deal.zones[TALON] != other.deal.zones[TALON]
    assert chosen(level, first, 0) == chosen(level, other, 0)


def test_club_is_better_than_beginner_who_is_better_than_chance() -> None:
    """In deals of two, each played from both seats."""
    assert lost("club", "beginner") < 50
    assert lost("beginner", "random") < 30


def lost(level: str, against: str) -> int:
    """Return of how many deals in a hundred that are not drawn the first one is the Durak."""
    losses = [0, 0]
    for seed in range(60):
        for side in (0, 1):
            m = Match(GAME, rules(2), Source(SIM, seed))
            players, chance = [bot(GAME, level), bot(GAME, against)], quick(seed)
            while m.deal.must():
                seat = m.deal.actor()
                asked = players[seat ^ side]
                m.act(seat, asked.choose(view(m.deal, seat), m.deal.legal(seat), chance))
            if state(m).durak >= 0:
                losses[state(m).durak ^ side] += 1
    return 100 * losses[0] // sum(losses)
