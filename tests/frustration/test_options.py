"""What every option and every value of it does, beside the default; and what follows from it."""

from __future__ import annotations

from typing import Any

import pytest

from frustration.positions import OTHERS, cards, dealt, do, hand, legal, lying, refusal, rules, state, table
from stich.games.frustration.rules import GAME
from stich.games.frustration.rules_cards import BOTTOM, CONTRACTS, DRAWN, EACH, HAND, LOT, LOTS, PILE, STOCK
from stich.games.frustration.rules_melds import SET
from stich.games.frustration.rules_phases import CLAIM, DRAW, LOTTERY, PLAY, SWAP
from stich.games.frustration.rules_phases_start import CUT
from stich.games.frustration.rules_score import has_won, settle
from stich.kernel.action import CLOSE, Phrase
from stich.kernel.cards import HOST, seats_of
from stich.kernel.deal import Setup
from stich.kernel.match import SIM, Match, Source
from stich.kernel.state import OVER

NAMED = {
    "cut_joker", "auto_cut", "joker_claim", "claim_ms", "pile_rule", "winner", "twos_wild", "final_discard",
    "ace_in_runs", "claimed_joker", "discarder_may_claim", "extra_turn", "contracts", "turn_cap",
}  # fmt: skip


def test_every_option_of_the_sheet_is_there() -> None:
    assert {option.name for option in GAME.options} == NAMED
    assert next(option for option in GAME.options if option.name == "extra_turn").values == ["true"]


def test_tables_mark_twos_where_they_are_wild() -> None:
    def marked(seats: int, **options: object) -> list[str]:
        layout = rules(seats, **options).layout
        return [layout.pack.names[c] for c in layout.wild]

    twos = sorted(f"{suit}2" for suit in "SHCD")
    assert [sorted(marked(seats)) for seats in (3, 4)] == [[], twos]
    assert [sorted(marked(seats, twos_wild=how)) for seats, how in ((2, "always"), (6, "never"))] == [twos, []]


def test_the_eleven_contracts() -> None:
    """§4 of the sheet, and how many wild cards each of their melds may have."""
    told = [" + ".join(f"{'set' if kind == SET else 'run'}{size}" for kind, size in melds) for melds in CONTRACTS]
    assert told == [
        "set3 + set3", "run3 + run3", "set3 + run4", "set4 + set4", "set3 + run5", "set3 + set3 + set3", "run7",
        "set3 + run6", "run4 + run4", "set5 + set5", "run9",
    ]  # fmt: skip


def test_the_pack_has_110_cards() -> None:
    deck = rules().layout.deck
    assert (len(deck), deck.count(52), {deck.count(c) for c in range(52)}) == (110, 6, {2})


# -- §3 the cut


JOKER_CUT = " ".join(GAME.pack.names[c] for c in GAME.pack.deck[:60])


def cut_joker(**options: Any) -> Match:
    """Return a deal of four whose cut shows a joker: it lies deepest in the pack."""
    m = dealt(4, JOKER_CUT, **options)
    deck = m.deck.cards
    assert m.deck.cut >= 0
    assert deck[m.deck.cut - 1] == 52
    return m


def test_cut_joker() -> None:
    """The seat before the dealer keeps it; it counts among its eleven cards, or is an additional one."""
    m = cut_joker()
    assert [len(state(m).hand(seat)) for seat in range(4)] == [11] * 4
    assert 52 in state(m).hand(3)
    assert len(m.deal.zones[STOCK]) == 110 - 44 - 1
    assert m.deal.zones[BOTTOM] == b""
    assert [len(state(cut_joker(cut_joker="extra")).hand(seat)) for seat in range(4)] == [11, 11, 11, 12]


def test_auto_cut_off() -> None:
    m = dealt(3, cut=-1, dealer=1, auto_cut=False)
    s = state(m)
    assert (s.phase, s.must(), len(m.deal.zones[STOCK])) == (CUT, 1, 110)
    assert len(legal(m, 0)) == 91
    before = m.deal.zones[STOCK]
    do(m, "0 cut 41")
    assert m.deal.zones[BOTTOM] == before[-41:][:1], "the bottom card of the lifted packet is the last of the stock"
    assert [len(s.hand(seat)) for seat in range(3)] == [11] * 3
    assert s.turn == 2
    assert before[-42] in s.hand(2), "below the cut the deal begins"


def test_the_bottom_card_is_drawn_last() -> None:
    m = table("H9 S5", OTHERS[0], OTHERS[1], stock=0, drawn=False)
    m.deal.zones[BOTTOM], m.deal.zones[PILE] = m.deal.zones[PILE][:1], m.deal.zones[PILE][1:]
    last = m.deal.zones[BOTTOM]
    do(m, "0 draw")
    assert last[0] in state(m).hand(0)


# -- §5 the claim


def open_claim(**options: Any) -> Match:
    """Return a table of three at which seat 0 has put a joker on the pile."""
    m = table("X H9 S5", *OTHERS[:2], **options)
    do(m, "0 discard X")
    return m


def test_joker_claim_reaction() -> None:
    m = open_claim()
    assert (m.deal.phase, m.deal.must(), seats_of(m.deal.may())) == (CLAIM, 1 << HOST, [1, 2])
    do(m, "2 claim")
    assert (hand(m, 2).split()[-1], m.deal.phase, m.deal.turn) == ("X", DRAW, 1)
    assert GAME.pack.write(m.deal.zones[PILE]) == "C2"


def test_an_unclaimed_joker_may_be_drawn() -> None:
    m = open_claim()
    m.act(HOST, CLOSE)
    assert (m.deal.phase, m.deal.turn) == (DRAW, 1)
    do(m, "1 take")
    assert "X" in hand(m, 1)


def test_joker_claim_priority() -> None:
    m = open_claim(joker_claim="priority")
    assert (m.deal.must(), m.deal.may(), legal(m, 1)) == (0b10, 0, ["pass", "claim"])
    do(m, "1 pass")
    assert m.deal.must() == 0b100
    do(m, "2 pass")
    assert (m.deal.phase, m.deal.turn) == (DRAW, 1)


def test_joker_claim_random() -> None:
    """All answer at once; lots are drawn until one names somebody who wants it."""
    m = open_claim(joker_claim="random")
    s = state(m)
    assert (s.phase, s.must()) == (LOTTERY, 0b110)
    assert sorted(m.deal.zones[LOTS]) == [LOT, LOT + 1, LOT + 2]
    do(m, "2 claim")
    assert s.phase is LOTTERY, "and nobody knows yet"
    do(m, "1 claim")
    taker = m.deal.zones[DRAWN][-1] - LOT
    assert taker in (1, 2)
    assert 52 in s.hand(taker)
    takers = set()
    for order in (b"\x35\x36\x37", b"\x35\x37\x36"):  # the last one is drawn first
        m = open_claim(joker_claim="random")
        m.deal.zones[LOTS] = order
        do(m, "1 claim", "2 claim")
        takers |= {seat for seat in range(3) if 52 in state(m).hand(seat)}
    assert takers == {1, 2}


def test_lots_are_shuffled_again_and_nobody_has_to_want() -> None:
    m = open_claim(joker_claim="random")
    m.deal.zones[LOTS], m.deal.zones[DRAWN] = b"\x35", b"\x37\x36"
    do(m, "1 pass", "2 claim")
    assert 52 in state(m).hand(2)
    assert sorted(m.deal.zones[LOTS] + m.deal.zones[DRAWN]) == [LOT, LOT + 1, LOT + 2]
    m = open_claim(joker_claim="random")
    do(m, "1 pass", "2 pass")
    assert (m.deal.phase, m.deal.zones[PILE][-1], m.deal.zones[DRAWN]) == (DRAW, 52, b"")


def test_joker_claim_off() -> None:
    m = open_claim(joker_claim="off")
    assert (m.deal.phase, m.deal.turn, m.deal.may()) == (DRAW, 1, 0)


def test_claim_ms() -> None:
    assert rules().layout.window_ms == 3000
    assert rules(claim_ms=1500).layout.window_ms == 1500


def test_claimed_joker_swap() -> None:
    m = open_claim(claimed_joker="swap")
    do(m, "2 claim")
    assert (m.deal.phase, m.deal.must()) == (SWAP, 0b100)
    do(m, "2 give D9")
    assert GAME.pack.write(m.deal.zones[PILE]) == "D9 C2", "under the pile"
    assert (hand(m, 2), m.deal.phase, m.deal.turn) == ("D3 D5 D7 X", DRAW, 1)


def test_discarder_may_claim() -> None:
    assert seats_of(open_claim(discarder_may_claim=True).deal.may()) == [0, 1, 2]
    assert seats_of(open_claim().deal.may()) == [1, 2]


def test_who_is_out_claims_nothing_more() -> None:
    """§5: neither the first one who is out nor the next one; jokers of others are meant."""
    m = table("S9", "S4 X", "X D3", "D5", laid=0b11, melds={0: ["C4 D4 H4"]})
    do(m, "0 discard S9", "1 draw", "1 discard X")
    assert (state(m).out, seats_of(m.deal.may())) == (0, [2, 3])
    m = table("S9", "S4", "X D3", "D5", laid=0b11, melds={0: ["C4 D4 H4"]})
    do(m, "0 discard S9", "1 take", "1 layoff S4 -> m1 set", "1 discard S9", "2 draw", "2 discard X")
    assert (hand(m, 1), state(m).out, seats_of(m.deal.may())) == ("", 0, [3])


def test_without_a_contract_nobody_is_out() -> None:
    """§5: a player whose last card went in a turn in which nothing could be drawn plays on."""
    m = table("C3", *OTHERS[:2], stock=0)
    m.deal.zones[HAND + EACH] = bytes(sorted(m.deal.zones[HAND + EACH] + m.deal.zones[PILE]))
    m.deal.zones[PILE] = b""
    do(m, "0 discard C3")
    assert (state(m).out, m.deal.turn, m.deal.phase) == (-1, 1, DRAW)
    m = table("C3", "", OTHERS[1], stock=0)
    everything_else = m.deal.zones[PILE] + cards("C3")
    s = state(m)
    s.zones[HAND] = cards("X")
    s.zones[HAND + 2 * EACH] = bytes(sorted(set(everything_else)))
    s.zones[PILE] = b""
    do(m, "0 discard X", "2 claim")
    assert (s.out, s.turn, s.phase, refusal(m, "2 draw")[0]) == (-1, 2, PLAY, "error.frustration.nothing_to_draw")


# -- §5 a turn


def test_pile_rule() -> None:
    m = table("H9 S5", *OTHERS[:2], pile="D2 H9", drawn=False)
    do(m, "0 take")
    assert legal(m, 0, "discard") == ["discard S5"], "neither of the two nines of hearts"
    m = table("H9 S5", *OTHERS[:2], pile="D2 H9", drawn=False, pile_rule="honour")
    do(m, "0 take")
    assert legal(m, 0, "discard") == ["discard S5", "discard H9"]


def test_what_was_taken_may_go_where_nothing_else_is_left() -> None:
    m = table("H9", *OTHERS[:2], pile="D2 H9", drawn=False, laid=1, melds={0: ["C4 D4 H4"]})
    do(m, "0 take")
    assert legal(m, 0) == ["discard H9"]


def test_the_rule_ends_with_the_turn() -> None:
    m = table("H9 S5 S7", *OTHERS[:2], pile="D2 H9", drawn=False)
    do(m, "0 take", "0 discard S5", "1 draw", "1 discard C3", "2 draw", "2 discard D3", "0 draw")
    assert "discard H9" in legal(m, 0)


def test_final_discard() -> None:
    laid: dict[str, Any] = {"laid": 1, "melds": {0: ["C4 D4 H4"]}}
    m = table("S4", *OTHERS[:2], **laid)
    do(m, "0 layoff S4 -> m1 set")
    assert state(m).out == 0
    m = table("S4", *OTHERS[:2], final_discard="required", **laid)
    assert legal(m, 0) == ["discard S4"]
    whole = "H4 S4 D4 CK CK HK"
    assert legal(table(whole, *OTHERS[:2], final_discard="required"), 0, "lay") == []
    assert legal(table(f"{whole} S9", *OTHERS[:2], final_discard="required"), 0, "lay") == ["lay S4 H4 D4 | CK CK HK"]


@pytest.mark.parametrize(
    ("value", "low", "high"), [("high_or_low", True, True), ("low", True, False), ("high", False, True)]
)
def test_ace_in_runs(value: str, low: bool, high: bool) -> None:
    for run, allowed in (("HA H2 H3", low), ("HQ HK HA", high), ("HK HA H2", False)):
        m = table(f"{run} S7 S8 S9 C5", *OTHERS[:2], contracts=[2, 1, 1], ace_in_runs=value)
        assert bool(legal(m, 0, "lay")) == allowed, run


@pytest.mark.parametrize(
    ("value", "seats", "wild"),
    [("over_three", 3, False), ("over_three", 4, True), ("always", 2, True), ("never", 6, False)],
)
def test_twos_wild(value: str, seats: int, wild: bool) -> None:
    how = rules(seats, twos_wild=value)
    assert how.twos is wild
    assert how.worth[cards("H2")[0]] == (20 if wild else 5)


def test_one_more_turn_for_everybody_else() -> None:
    m = table("S9", *OTHERS[:2], laid=1, melds={0: ["C4 D4 H4"]})
    do(m, "0 discard S9", "1 draw", "1 discard C3")
    assert m.deal.must() == 0b100
    do(m, "2 draw", "2 discard D3")
    assert (m.deal.phase, m.sheets[-1].result.headline) == (OVER, Phrase("frustration.event.finished", {"seat": 0}))


def test_a_second_one_who_goes_out_starts_no_new_turns() -> None:
    m = table("S9", "S4", OTHERS[1], laid=0b11, melds={0: ["C4 D4 H4"]})
    do(m, "0 discard S9", "1 draw", "1 layoff S4 -> m1 set")
    do(m, f"1 discard {hand(m, 1)}")
    if m.deal.phase is CLAIM:
        m.act(HOST, CLOSE)
    assert (state(m).out, hand(m, 1)) == (0, "")
    do(m, "2 draw", "2 discard D3")
    assert m.deal.phase is OVER


def test_turn_cap() -> None:
    m = table(*OTHERS[:3], drawn=False, turn_cap=20)
    while m.deal.must():
        seat = m.deal.turn
        if m.deal.phase is CLAIM:
            m.act(HOST, CLOSE)
        else:
            do(m, f"{seat} draw")
            do(m, f"{seat} {legal(m, seat, 'discard')[0]}")
    assert m.sheets[-1].result.headline == Phrase("frustration.event.nobody")
    assert (state(m).turns, min(m.sheets[-1].result.points) > 0) == (20, True)


def test_the_pile_is_shuffled_for_a_new_stock() -> None:
    m = table("H9 S5", *OTHERS[:2], stock=0)
    n = len(m.deal.zones[PILE])
    do(m, "0 discard S5")
    assert (len(m.deal.zones[STOCK]), GAME.pack.write(m.deal.zones[PILE])) == (n, "S5")


def test_nobody_claims_after_the_last_turn_of_a_deal() -> None:
    """§5: neither when everybody has had the last turn, nor when the turns that are allowed have been played."""
    m = table("S9", "X S4", "X D3", laid=1, melds={0: ["C4 D4 H4"]}, twos_wild="never")
    do(m, "0 discard S9", "1 draw", "1 discard X")
    m.act(HOST, CLOSE)
    assert do(m, "2 draw", "2 discard X").phase is OVER
    m = table("X S9", *OTHERS[:2], turn_cap=20)
    state(m).turns = 19
    do(m, "0 discard X")
    assert m.deal.phase is OVER


def test_who_finds_nothing_to_draw_goes_on_without() -> None:
    """§5 says nothing of a pack that is wholly in hands and melds; claims can bring it there, and the deal goes on."""
    m = table("X S9", *OTHERS[:2], stock=0)
    m.deal.zones[HAND + EACH] = bytes(sorted(m.deal.zones[HAND + EACH] + m.deal.zones[PILE]))
    m.deal.zones[PILE] = b""
    do(m, "0 discard X", "2 claim")
    assert (m.deal.phase, m.deal.turn) == (PLAY, 1)
    assert refusal(m, "1 draw") == ("error.frustration.nothing_to_draw", {})
    do(m, "1 discard C3")
    assert (m.deal.phase, legal(m, 2)) == (DRAW, ["take"])


# -- §4 and §7


def test_a_contract_that_was_not_laid_is_to_be_laid_again() -> None:
    m = table("S9", *OTHERS[:2], laid=1, melds={0: ["C4 D4 H4"]}, contracts=[5, 5, 5])
    do(m, "0 discard S9", "1 draw", "1 discard C3", "2 draw", "2 discard D3")
    assert m.sheets[-1].result.carry == (5, 4, 4)
    m.next_deal()
    assert state(m).contracts == (6, 5, 5)


@pytest.mark.parametrize(
    ("value", "numbers"),
    [
        ("eleven", list(range(1, 12))), ("odd", [1, 3, 5, 7, 9, 11]), ("first_six", [1, 2, 3, 4, 5, 6]),
        ("last_three", [9, 10, 11]), ("last", [11]), ("first", [1]),
    ],
)  # fmt: skip
def test_contracts(value: str, numbers: list[int]) -> None:
    how = rules(contracts=value)
    assert how.numbers == numbers
    m = Match(GAME, how, Source(SIM, 1))
    assert state(m).contracts == (numbers[0],) * 3
    assert has_won(how, (len(numbers), 0, 0), 1, (50, 10, 10)) == 1


@pytest.mark.parametrize(
    ("value", "done", "finished", "totals", "winners"),
    [
        ("first_then_points", (11, 11, 10), 0b011, (120, 95, 60), 0b010),
        ("first_then_points", (11, 11, 10), 0b011, (95, 95, 60), 0b011),
        ("first_then_points", (10, 10, 10), 0, (95, 95, 60), 0),
        ("lowest_points", (11, 11, 10), 0b011, (120, 95, 60), 0b100),
        ("lowest_points", (10, 10, 10), 0, (120, 95, 60), 0),
        ("both_or_play_on", (11, 10, 10), 0b001, (120, 95, 60), 0),
        ("both_or_play_on", (11, 10, 10), 0b001, (60, 95, 120), 0b001),
        ("both_or_play_on", (11, 10, 10), 0, (60, 95, 120), 0b001),
        ("both_or_play_on", (11, 11, 10), 0b010, (60, 60, 61), 0b011),
    ],
)
def test_winner(value: str, done: tuple[int, ...], finished: int, totals: tuple[int, ...], winners: int) -> None:
    assert has_won(rules(winner=value), done, finished, totals) == winners


def test_who_has_laid_the_last_contract_lays_it_again_when_they_play_on() -> None:
    m = table(
        "S9",
        *OTHERS[:2],
        laid=1,
        melds={0: ["C4 D4 H4"]},
        contracts=[11, 5, 5],
        scores=(500, 0, 0),
        winner="both_or_play_on",
    )
    do(m, "0 discard S9", "1 draw", "1 discard C3", "2 draw", "2 discard D3")
    assert not m.over
    m.next_deal()
    assert state(m).contracts == (11, 5, 5)


# -- §4 laying


def test_the_cards_of_a_contract_are_the_players_choice() -> None:
    """Three sevens of four, and which meld has the joker."""
    held = "H7 S7 D7 C7 CK CK HK X S9"
    m = table(held, *OTHERS[:2])
    assert "lay C7 S7 X | CK CK HK" in legal(m, 0, "lay"), "with the joker less is left"
    do(m, "0 lay S7 D7 H7 | CK HK X")
    assert lying(m, 0) == ["S7 H7 D7", "CK HK X"]
    m = table(held, *OTHERS[:2])
    do(m, "0 lay H7 S7 X | CK CK HK")
    assert lying(m, 0) == ["S7 H7 X", "CK CK HK"]


@pytest.mark.parametrize("contract", [2, 5, 6, 7])
def test_all_choices_together_are_called_what_each_is_called(contract: int) -> None:
    held = "H3 H4 H5 H6 H7 H8 H9 S5 D5 C5 S6 D6 C6 S7 D7 X X CK"
    m = table(held, *OTHERS[:3], contracts=[contract, 1, 1, 1])
    s = m.deal
    acts = s.legal(0)
    assert [a.verb for a in acts[:3]] == ["lay"] * 3
    for a, (moved, name) in zip(acts, GAME.choices(s, 0, acts), strict=True):
        assert moved == s.phase.cards(s, 0, a)
        assert name == GAME.label(s, 0, type(a)(a.verb, moved, a.to))


def test_a_wild_card_lies_where_it_is_put() -> None:
    for run in ("X H4 H5 H6", "H4 H5 H6 X"):
        m = table("H4 H5 H6 X S9 S9 C9 DK", *OTHERS[:2], contracts=[3, 1, 1])
        do(m, f"0 lay S9 S9 C9 | {run}")
        assert lying(m, 0)[1] == run


def test_lay_offs_at_either_end() -> None:
    m = table("H3 X H7 S5", *OTHERS[:2], laid=3, melds={0: ["C4 D4 S4"], 1: ["H4 H5 H6"]})
    ends = ["layoff H3 -> m4 low", "layoff X -> m4 low", "layoff H7 -> m4 high", "layoff X -> m4 high"]
    assert sorted(legal(m, 0, "layoff")) == sorted(["layoff X -> m1 set", *ends])
    do(m, "0 layoff H3 -> m4 low", "0 layoff X -> m4 high")
    assert lying(m, 1) == ["H3 H4 H5 H6 X"]
    assert refusal(m, "0 layoff H7 -> m4 high")[0] == "error.frustration.no_fit", "the joker stands for it"


def test_a_match_ends_when_somebody_has_laid_the_last_contract() -> None:
    m = table("S9", *OTHERS[:2], laid=1, melds={0: ["C4 D4 H4"]}, contracts=[11, 5, 5], scores=(500, 0, 0))
    do(m, "0 discard S9", "1 draw", "1 discard C3", "2 draw", "2 discard D3")
    assert (m.over, m.winners) == (True, 1)


def test_behind_the_winner_contracts_rank_and_then_points() -> None:
    given: dict[str, Any] = {"laid": 1, "melds": {0: ["C4 D4 H4"]}, "contracts": [11, 7, 9, 9]}
    for scores, places in (((500, 0, 400, 300), (1, 4, 3, 2)), ((500, 0, 200, 300), (1, 4, 2, 3))):
        m = table("S9", "C3 C5", "D3 D5", "S4 S6", scores=scores, **given)
        do(m, "0 discard S9", "1 draw", "1 discard C3", "2 draw", "2 discard D3", "3 draw", "3 discard S4")
        assert m.standings == places


@pytest.mark.parametrize(
    ("scores", "done", "laid", "told"),
    [
        (
            (120, 95, 60),
            (10, 10, 9),
            0b111,
            ("done_of", [1], 95),
        ),  # the example fr-e09: seat 2 has fewer, and a contract to go
        ((120, 95, 60), (10, 9, 9), 0b111, ("done", [0], 120)),
        ((20, 95, 60), (10, 10, 10), 0b111, ("won", [0], 20)),
        ((60, 95, 60), (10, 10, 10), 0b111, ("won", [0, 2], 60)),
    ],
)
def test_a_match_is_said_to_be_won_by_what_has_won_it(
    scores: tuple[int, ...], done: tuple[int, ...], laid: int, told: tuple[str, list[int], int]
) -> None:
    """§7 Only who has laid the last contract can win: others may have fewer points."""
    key, winners, n = told
    result = settle(rules(3), Setup(11, 0, scores, done), [b"", b"", b""], laid, 0)
    assert seats_of(result.winners) == winners
    assert result.headline == Phrase(f"frustration.event.{key}", {"seats": bytes(winners), "n": n}, n=n)
