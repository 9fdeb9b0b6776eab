"""What every option and every value of it does, beside the default; and what follows from it."""

from __future__ import annotations

import pytest

from chinchon.positions import FILLER, LEFT, cards, do, legal, lying, refusal, rules, state, table
from stich.games.chinchon.rules import GAME
from stich.games.chinchon.rules_cards import MELD, PILE, STOCK
from stich.games.chinchon.rules_score import has_won
from stich.kernel.action import Phrase, Refused
from stich.kernel.cards import seats_of
from stich.kernel.chance import quick
from stich.kernel.deal import DealResult, Setup
from stich.kernel.match import SIM, Match, Source, ranked
from stich.kernel.state import OVER

NAMED = {
    "deck", "mode", "face_values", "close_limit", "layoff", "limit", "conga_out_at", "minus_ten_for", "stock_out",
    "seven_ten_adjacent", "conga_close", "seven_run", "close_needs_meld", "auto_melds", "turn_cap", "pile_visible",
    "direction",
}  # fmt: skip
CLOSES = "O1 O2 O3 E5 C5 B5 C4 E12"  # with the king: 4 points are left


def test_every_option_of_the_sheet_is_there() -> None:
    assert {option.name for option in GAME.options} == NAMED


def test_deck() -> None:
    assert len(rules().layout.deck) == 40
    assert len(rules(deck=48).layout.deck) == 48
    assert not {"E8", "E9"} & {GAME.pack.names[c] for c in rules().layout.deck}


@pytest.mark.parametrize(
    ("how", "values"), [("index", [7, 10, 11, 12]), ("ten", [7, 10, 10, 10]), ("compact", [7, 8, 9, 10])]
)
def test_face_values(how: str, values: list[int]) -> None:
    assert [rules(face_values=how).least(cards(card)) for card in ("B7", "B10", "B11", "B12")] == values


def test_compact_values_need_the_small_pack() -> None:
    with pytest.raises(Refused, match="compact"):
        GAME.rules({"face_values": "compact", "deck": "48"})


@pytest.mark.parametrize(
    ("options", "left"),
    [({}, 0), ({"seven_ten_adjacent": False}, 23), ({"deck": 48}, 23), ({"deck": 48, "seven_ten_adjacent": False}, 23)],
)
def test_seven_ten_adjacent(options: dict[str, object], left: int) -> None:
    assert rules(2, **options).least(cards("E6 E7 E10")) == left
    assert rules(2, **options).least(cards("E10 E11 E12")) == 0
    assert rules(2, **options).least(cards("E11 E12 E1 C1 C2")) == 27, "never round the corner"


def test_48_cards_have_runs_through_8_and_9() -> None:
    assert rules(deck=48).least(cards("E7 E8 E9 E10")) == 0


@pytest.mark.parametrize(("limit", "cards_"), [("none", 8), ("10", 1), ("5", 1), ("4", 1), ("3", 0)])
def test_close_limit(limit: str, cards_: int) -> None:
    m = table(CLOSES, FILLER, close_limit=limit)
    assert len(legal(m, 0, "close")) == cards_
    assert len(legal(m, 0, "discard")) == 8


def test_a_zero_closes_under_every_limit() -> None:
    assert "close E12" in legal(table("O1 O2 O3 E5 C5 B5 O5 E12", FILLER, close_limit=3), 0)


# -- §5


def test_layoff_on_closer() -> None:
    """The run of coins takes O4, and would take O5 after it; O6 it does not."""
    closer, other = "O1 O2 O3 E5 C5 B5 C4 E12", "O4 O6 C1 C12 B7 B10 E3"
    assert do(table(closer, other), "0 close E12").left == (4, 43)
    m = table(closer, other, layoff="on_closer")
    assert do(m, "0 close E12").left == (4, 39)
    assert lying(m, MELD + 1) == "O1 O2 O3 O4"


def test_layoff_all_goes_to_later_melds_too() -> None:
    closer = "E1 E2 E3 C10 C4 O6 B7 B12"
    others = ["C5 C6 C7 E12 O12 B2 B4", "E4 E6 O1 O3 C1 C11 O10"]
    m = table(closer, *others, layoff="all")
    s = do(m, "0 close B12")
    assert lying(m, MELD, 1) == "C4 C5 C6 C7 C10 C11", "the closer's own cards, and those of a third"
    assert lying(m, MELD, 0) == "E1 E2 E3 E4"
    assert s.left == (13, 30, 21)
    only = do(table(closer, *others, layoff="on_closer"), "0 close B12")
    assert only.left == (27, 30, 32), "E4 has gone to the closer's run, and nothing else"


def test_minus_ten_for() -> None:
    hands = (CLOSES, "E1 E2 E3 B1 B2 B3 B4")
    m = table(*hands)
    do(m, "0 close E12")
    assert m.sheets[-1].result.points == (4, 0)
    m = table(*hands, minus_ten_for="anyone")
    do(m, "0 close E12")
    assert m.sheets[-1].result.points == (4, -10)


def test_a_closer_with_nothing_left_may_fall_below_zero() -> None:
    m = table("O1 O2 O3 E5 C5 B5 O5 E12", FILLER, scores=(3, 0))
    do(m, "0 close E12")
    assert (m.scores, m.sheets[-1].result.points) == ((-7, 51), (-10, 51))
    assert [line.key for line in m.sheets[-1].result.why] == ["chinchon.score.minus_ten", "chinchon.score.left"]


ROW = "B1 B2 B3 B4 B5 B6 B7"
ANOTHER_ROW = "E2 E3 E4 E5 E6 E7 E10"


@pytest.mark.parametrize("options", [{}, {"auto_melds": False}, {"layoff": "all"}, {"mode": "conga"}])
def test_seven_in_a_row_win_for_any_player(options: dict[str, object]) -> None:
    m = table(CLOSES.replace("B5", "O5"), ROW, scores=(50, 99), **options)  # type: ignore[arg-type]
    do(m, "0 close E12")
    assert (m.over, m.winners) == (True, 0b10)
    assert m.sheets[-1].result.headline == Phrase("chinchon.event.chinchon", {"seat": 1})


def test_seven_in_a_row_of_somebody_else_where_they_win_for_the_closer_alone() -> None:
    m = table(CLOSES.replace("B5", "O5"), ROW, scores=(90, 0), seven_run="closer")
    do(m, "0 close E12")
    assert (m.over, m.scores) == (False, (94, 0))
    m = table(f"{ROW} E12", ANOTHER_ROW, scores=(90, 0), seven_run="closer")
    do(m, "0 close E12")
    assert (m.over, m.winners) == (True, 0b1)


def test_of_several_with_seven_in_a_row_the_closer_wins_then_the_next_in_turn() -> None:
    m = table(f"{ROW} E12", ANOTHER_ROW, FILLER.replace("E7", "O12").replace("B6", "O4"))
    do(m, "0 close E12")
    assert m.winners == 0b1
    m = table("O1 O2 O3 C5 O5 O7 C4 E12", ANOTHER_ROW, ROW)
    do(m, "0 close E12")
    assert m.winners == 0b100, "turns go to the right: seat 2 comes after seat 0"


def test_closing_may_take_a_meld() -> None:
    loose = f"{FILLER} E2"
    assert len(legal(table(loose, "C2 C5 E1 B4 B12 O6 E10"), 0, "close")) == 8
    m = table(loose, "C2 C5 E1 B4 B12 O6 E10", close_needs_meld=True)
    assert legal(m, 0, "close") == []
    assert refusal(m, "0 close E2") == ("error.chinchon.needs_meld", {"cards": "E7 C1 C4 C12 O11 B6 B10"})
    m = table("E1 E2 E3 C7 E7 O10 C12 B4", FILLER.replace("E7", "B12"), close_needs_meld=True)
    assert legal(m, 0, "close") == ["close E7", "close C7", "close C12", "close O10", "close B4"]
    assert refusal(m, "0 close E1")[0] == "error.chinchon.needs_meld"


def test_closing_may_take_a_meld_beside_a_limit() -> None:
    m = table("E1 E3 E5 C1 C3 B2 B4 O12", FILLER.replace("C1 ", "B12 "), close_needs_meld=True, close_limit=10)
    assert refusal(m, "0 close O12") == ("error.chinchon.too_many", {"n": 19, "most": 10})


def test_auto_melds_off() -> None:
    """All lie open, and players arrange their own melds, the closer first; forgotten melds count against them."""
    m = table(CLOSES, "E1 E2 E3 C7 E7 O10 C12", auto_melds=False)
    s = do(m, "0 close E12")
    assert (lying(m, LEFT, 0), lying(m, LEFT, 1)) == ("E5 C4 C5 O1 O2 O3 B5", "E1 E2 E3 E7 C7 C12 O10")
    assert legal(m, 0) == ["meld E5 C5 B5", "meld O1 O2 O3", "done"]
    do(m, "0 meld O1 O2 O3", "0 done")
    assert (s.turn, legal(m, 1)) == (1, ["meld E1 E2 E3", "done"])
    do(m, "1 meld E1 E2 E3", "1 done")
    assert m.sheets[-1].result.points == (19, 36)


def test_auto_melds_off_with_additions() -> None:
    m = table(CLOSES, "O4 O6 C1 C12 B7 B10 E3", auto_melds=False, layoff="on_closer")
    s = do(m, "0 close E12", "0 meld O1 O2 O3", "0 meld E5 C5 B5", "0 done")
    assert legal(m, 1) == ["add O4 to 5", "done"]
    do(m, "1 add O4 to 5", "1 done")
    assert (lying(m, MELD), s.left) == ("O1 O2 O3 O4", (4, 39))


def test_auto_melds_off_and_seven_in_a_row() -> None:
    m = table("E2 E3 E4 E5 E6 E7 E10 C1", FILLER.replace("E7", "B12"), auto_melds=False, scores=(90, 0))
    do(m, "0 close C1")
    assert (m.over, m.winners) == (True, 1), "nobody has to lay out anything for that"


# -- §4, §8: deals that come to nothing


def test_stock_out_void_deal() -> None:
    m = table(f"{FILLER} E2", "C2 C5 E1 B4 B12 O6 E10", stock=0, stock_out="void_deal")
    do(m, "0 discard C1")
    assert (m.deal.phase, m.sheets[-1].result.again, m.scores) == (OVER, True, (0, 0))
    m.next_deal()
    assert m.setup.dealer == 0, "the same dealer once more"


def test_turn_cap() -> None:
    m = table(FILLER, "C2 C5 E1 B4 B12 O6 E10", drawn=False, turn_cap=20)
    for _ in range(20):
        seat = m.deal.turn
        do(m, f"{seat} draw")
        do(m, f"{seat} {legal(m, seat, 'discard')[0]}")
    assert m.sheets[-1].result.again
    assert m.sheets[-1].result.headline == Phrase("chinchon.event.void")


def test_the_pile_shows_its_top_card_and_play_goes_to_the_right() -> None:
    how = rules(4, pile_visible="top", direction="ccw")
    s = GAME.deal(how, Setup(1, 2, (0,) * 4), GAME.prepare(how, quick(1)))
    assert (s.turn, len(s.zones[PILE]), len(s.zones[STOCK])) == (1, 1, 11)


# -- §6


@pytest.mark.parametrize(
    ("totals", "closer", "winners"),
    [
        ((99, 10), 0, 0),
        ((100, 10), 0, 2),
        ((130, 120), 1, 2),
        ((100, 100), 1, 2),
        ((100, 60, 60), 0, 0b110),
        ((100, 60, 60), 2, 0b100),
    ],
)
def test_the_match_ends_at_the_limit(totals: tuple[int, ...], closer: int, winners: int) -> None:
    """The fewest points win; of equal ones the closer, if among them."""
    assert has_won(rules(len(totals)), 0, totals, closer) == winners


def test_limit() -> None:
    assert has_won(rules(limit=50), 0, (50, 49), 0) == 2
    assert has_won(rules(limit=150), 0, (149, 49), 0) == 0


@pytest.mark.parametrize(
    ("out_at", "totals", "winners"),
    [
        (101, (100, 100), 0), (101, (101, 100), 2), (100, (100, 99), 2), (100, (99, 98), 0), (101, (120, 110), 2),
        (101, (110, 110), 1),
    ],
)  # fmt: skip
def test_conga_out_at(out_at: int, totals: tuple[int, ...], winners: int) -> None:
    """The last one wins; if all drop out at once, the fewest points, the closer (seat 0) before equals."""
    assert has_won(rules(mode="conga", conga_out_at=out_at), 0, totals, 0) == winners


@pytest.mark.parametrize(
    ("how", "total", "limits"),
    [
        ("five_and_stay_in", 50, 5), ("five_and_stay_in", 96, 4), ("five_and_stay_in", 100, 0), ("five_only", 100, 5),
        ("five_only", 0, 5), ("five_from_96", 95, 10_000), ("five_from_96", 96, 5),
    ],
)  # fmt: skip
def test_conga_close(how: str, total: int, limits: int) -> None:
    s = state(table(CLOSES, FILLER, mode="conga", conga_close=how, scores=(total, 0)))
    assert s.most_left(0) == limits


def test_in_la_conga_a_close_limit_holds_as_well() -> None:
    assert state(table(CLOSES, FILLER, mode="conga", close_limit=3)).most_left(0) == 3
    assert state(table(CLOSES, FILLER, mode="conga", conga_out_at=100, scores=(97, 0))).most_left(0) == 2


def test_who_drops_out_sits_out_and_the_others_go_on() -> None:
    m = table(CLOSES, FILLER, "C2 C3 C7 B4 B12 O6 E10", mode="conga", scores=(0, 90, 20))
    do(m, "0 close E12")
    assert (m.over, m.scores) == (False, (4, 141, 64))
    out = Phrase("chinchon.event.out", {"seat": 1, "n": 141}, n=141)
    assert [e.phrase for e in m.events if e.kind == "out"] == [out]
    m.next_deal()
    s = state(m)
    assert (seats_of(s.setup.out), seats_of(s.out)) == ([1], [1])
    assert (s.setup.dealer, s.turn) == (2, 0), "the deal and the turn pass over who is out"
    assert [len(s.hand(seat)) for seat in range(3)] == [7, 0, 7]
    assert s.around(0) == [0, 2]


def test_seven_in_a_row_end_la_conga_and_nobody_drops_out_any_more() -> None:
    m = table("E2 E3 E4 E5 E6 E7 E10 C1", FILLER.replace("E7", "B12"), "", mode="conga", scores=(0, 90, 0), out=0b100)
    do(m, "0 close C1")
    assert (m.over, m.winners, m.scores[1] > 100) == (True, 1, True)
    assert [e.phrase for e in m.events if e.kind == "out"] == []


def test_the_last_one_left_wins_la_conga() -> None:
    m = table(CLOSES, FILLER, "", mode="conga", scores=(0, 90, 130), out=0b100)
    do(m, "0 close E12")
    assert (m.over, m.winners, m.sheets[-1].result.points[2]) == (True, 1, 0)


def test_who_stays_in_la_conga_for_longer_is_ranked_higher() -> None:
    """Later dropouts rank first despite more points; of those who drop out with one deal the fewest points come
    first.
    """
    m = table(CLOSES, FILLER, "C2 C3 C7 B4 B12 O6 E10", "B1 B2 B3 C10 C11 C6 O7", mode="conga", scores=(0, 90, 20, 99))
    do(m, "0 close E12")
    assert (m.scores, m.standings) == ((4, 141, 64, 133), ())
    m.next_deal()
    assert (seats_of(m.setup.out), m.setup.carry) == ([1, 3], (0, 2, 0, 2))
    assert state(m).places == (0, 4, 0, 3)
    tiebreak = GAME.tiebreak(m.rules, m.setup, m.sheets[-1].result, (9, 141, 150, 133))
    assert ranked(tiebreak, 1) == (1, 4, 2, 3)


def test_whole_matches_of_la_conga_end_with_one() -> None:
    m = Match(GAME, rules(4, mode="conga", conga_close="five_from_96"), Source(SIM, 5))
    chance = quick(5)
    while not m.over:
        while m.deal.must():
            seat = m.deal.turn
            acts = m.deal.legal(seat)
            m.act(seat, acts[chance.below(len(acts))])
        if not m.over:
            m.next_deal()
    assert len(seats_of(m.winners)) == 1
    first_out = next(sheet for sheet in m.sheets if any(n > 100 for n in sheet.totals))
    assert all(sheet.setup.out for sheet in m.sheets if sheet.setup.number > first_out.setup.number)


@pytest.mark.parametrize("seed", range(4))
def test_the_places_of_who_is_out_are_those_at_the_end(seed: int) -> None:
    m = Match(GAME, rules(4, mode="conga"), Source(SIM, seed))
    told: dict[int, int] = {}
    chance = quick(seed)
    while not m.over:
        places = state(m).places
        assert {seat for seat, place in enumerate(places) if place} == set(seats_of(m.setup.out))
        assert told.items() <= dict(enumerate(places)).items(), "a place does not change"
        told = {seat: place for seat, place in enumerate(places) if place}
        while m.deal.must():
            acts = m.deal.legal(m.deal.turn)
            m.act(m.deal.turn, acts[chance.below(len(acts))])
        if not m.over:
            m.next_deal()
    assert told
    assert {seat: m.standings[seat] for seat in told} == told


def test_without_la_conga_nobody_has_a_place_before_the_end() -> None:
    assert [fact.kind for fact in rules(4).layout.facts].count("places") == 0
    assert [fact.kind for fact in rules(4, mode="conga").layout.facts].count("places") == 1


def test_a_deal_that_counts_goes_on_to_the_right() -> None:
    how = rules(3)
    counted = DealResult((1, 2, 3), [], Phrase("chinchon.event.closed"))
    assert GAME.following(how, Setup(1, 0, (0, 0, 0)), counted, (1, 2, 3), quick(1)).dealer == 2
