"""The worked examples of sheet.md, and what the rules refuse."""

from __future__ import annotations

from typing import cast

import pytest

from games.rummy.rules import CLAIM, DISCARD, DRAW, GAME, HAND, MELD, PACK, PLAY, STOCK, Rummy, fits, melds
from stich.kernel.action import CLOSE, Refused
from stich.kernel.cards import BACK, HOST
from stich.kernel.match import SIM, Match, Source
from stich.kernel.state import OVER
from stich.kernel.view import view


def cards(text: str) -> bytes:
    return bytes(sorted(PACK.read(text)))


def table(
    *hands: str, pile: str = "S5", stock: str = "D2 D3 D4", melds: tuple[str, ...] = (), **options: object
) -> Match:
    """Return a match of three in which these cards lie there and seat 0 has drawn. The other cards are out of play."""
    m = Match(GAME, GAME.rules(dict(options), 3), Source(SIM, 1))
    s = m.deal
    s.turn = 0
    s.phase = PLAY
    for seat, hand in enumerate(hands):
        s.zones[HAND + seat] = cards(hand)
    s.zones[DISCARD], s.zones[STOCK] = PACK.read(pile), PACK.read(stock)
    for i, meld in enumerate(melds):
        s.zones[MELD + i] = cards(meld)
    return m


def state(m: Match) -> Rummy:
    return cast(Rummy, m.deal)


def do(m: Match, *moves: str) -> None:
    for move in moves:
        seat, text = move.split(" ", 1)
        m.act(int(seat), GAME.read(m.rules, text))


def refusal(m: Match, seat: int, text: str) -> str:
    with pytest.raises(Refused) as refused:
        m.act(seat, GAME.read(m.rules, text))
    return refused.value.phrase.key


def test_deal() -> None:
    s = Match(GAME, GAME.rules({}, 4), Source(SIM, 3)).deal
    assert [len(s.zones[HAND + i]) for i in range(4)] == [10] * 4
    assert (len(s.zones[DISCARD]), len(s.zones[STOCK])) == (1, 63)
    assert s.phase is DRAW
    assert s.turn == (s.setup.dealer + 1) % 4


def test_who_sees_what() -> None:
    layout = GAME.rules().layout
    assert [layout.ids[at] for at, eyes in enumerate(layout.eyes) if eyes == 0] == ["stock"]
    hidden = {layout.ids[at]: eyes for at, eyes in enumerate(layout.eyes) if eyes != 0xFFFF}
    assert hidden == {"stock": 0, "hand.0": 1, "hand.1": 2, "hand.2": 4}


def test_example_1_melds() -> None:
    found = {PACK.write(m) for m in melds(cards("SA S2 S3 S4 H4 C4"), equal=False)}
    assert found == {"SA S2 S3", "S2 S3 S4", "SA S2 S3 S4", "S4 H4 C4"}
    assert melds(cards("SA S2 SK HA"), equal=False) == []
    assert melds(cards("SQ SK HA H2"), equal=False) == []  # a run stays in its suit
    assert melds(cards("S9 S9 H9"), equal=False) == []
    assert [PACK.write(m) for m in melds(cards("S9 S9 H9"), equal=True)] == ["S9 S9 H9"]


def test_example_2_adding() -> None:
    def fitting(meld: str, equal: bool = False) -> str:
        return PACK.write(bytes(c for c in range(52) if fits(cards(meld), c, equal)))

    assert fitting("H5 H6 H7") == "H4 H8"
    assert fitting("HA H2 H3") == "H4"
    assert fitting("HJ HQ HK") == "HT"
    assert fitting("S9 H9 C9") == "D9"
    assert fitting("S9 H9 C9", equal=True) == "S9 H9 C9 D9"


def test_example_3_buying() -> None:
    m = table("S7 H7", "C2", "C3")
    do(m, "0 discard S7")
    s = state(m)
    assert s.phase is CLAIM
    assert (s.must(), s.may()) == (1 << HOST, 0b110)
    assert refusal(m, 0, "buy") == "error.not_your_turn"
    do(m, "2 buy")
    assert PACK.write(s.zones[HAND + 2]) == "S7 C3 D4"
    assert s.buys == (0, 0, 1)
    assert s.turn == 1
    assert m.deal.phase is DRAW
    assert PACK.write(s.zones[DISCARD]) == "S5"


def test_the_host_ends_the_time_to_buy() -> None:
    m = table("S7 H7", "C2", "C3")
    do(m, "0 discard S7")
    m.act(HOST, CLOSE)
    assert (state(m).turn, state(m).phase) == (1, DRAW)
    do(m, "1 take")
    assert PACK.write(state(m).zones[HAND + 1]) == "S7 C2"


def test_example_4_buying_in_turn() -> None:
    m = table("S7 H7", "C2", "C3", claim="priority")
    do(m, "0 discard S7")
    assert (state(m).must(), state(m).may()) == (0b010, 0)
    do(m, "1 pass")
    assert state(m).must() == 0b100
    do(m, "2 pass")
    assert (state(m).turn, state(m).phase) == (1, DRAW)
    m = table("S7 H7", "C2", "C3", claim="off")
    do(m, "0 discard S7")
    assert state(m).phase is DRAW


def test_nobody_buys_a_fourth_time_or_from_an_empty_stock() -> None:
    m = table("S7 H7", "C2", "C3")
    state(m).buys = (0, 3, 0)
    do(m, "0 discard S7")
    assert state(m).may() == 0b100
    m = table("S7 H7", "C2", "C3", stock="")
    do(m, "0 discard S7")
    assert state(m).phase is DRAW


def test_example_5_a_new_stock() -> None:
    m = table("C5 H7", "C2", "C3", pile="S5 H5", stock="")
    do(m, "0 discard C5")
    s = state(m)
    assert PACK.write(s.zones[DISCARD]) == "C5"
    assert cards(PACK.write(s.zones[STOCK])) == cards("S5 H5")
    assert s.shuffles == 1
    assert (s.turn, s.phase) == (1, DRAW)
    m = table("C5 H7", "C2", "C3", pile="S5 H5", stock="")
    state(m).shuffles = 2
    do(m, "0 discard C5")
    assert m.deal.phase is OVER
    assert m.sheets[0].result.points == (-7, -2, -3)


def test_example_6_score() -> None:
    m = table("SA HK", "C2", "D5")
    s = state(m)
    s.turn = 1
    do(m, "1 discard C2")
    assert m.sheets[0].result.points == (-11, 16, -5)


def test_going_out_without_a_discard() -> None:
    m = table("S7 H7 C7 D8", "C2", "C3", melds=("D5 D6 D7",))
    do(m, "0 lay S7 H7 C7", "0 add D8 to 1")
    assert m.deal.phase is OVER
    assert m.sheets[0].result.points == (5, -2, -3)


def test_what_was_taken_does_not_go_back() -> None:
    m = table("", "C2 S5 H9", "C3", pile="S5")
    s = state(m)
    s.turn, s.phase = 1, DRAW
    do(m, "1 take")
    assert refusal(m, 1, "discard S5") == "error.rummy.taken"  # the other S5 neither: nobody could tell them apart
    do(m, "1 discard C2")
    assert s.taken == -1


def test_refusals() -> None:
    m = table("S7 H7 C8 D9", "C2", "C3", melds=("D5 D6 D7",))
    assert refusal(m, 0, "lay S7 H7 C8") == "error.rummy.no_meld"
    assert refusal(m, 0, "add C8 to 1") == "error.rummy.no_fit"
    assert refusal(m, 0, "discard DK") == "error.not_held"
    assert refusal(m, 0, "draw") == "error.verb"
    m = table("S7 H7 C7 D9", "C2", "C3", melds=("D5 D6 D7",) * 12)
    assert refusal(m, 0, "lay S7 H7 C7") == "error.rummy.full"


def test_match_of_so_many_deals() -> None:
    rules = GAME.rules({"deals": 1}, 3)
    setup = Match(GAME, rules, Source(SIM, 1)).setup
    assert GAME.winners(rules, setup, (5, 5, -10)) == 0b011
    assert GAME.winners(GAME.rules({}, 3), setup, (5, 5, -10)) == 0


def test_what_is_left_in_hand_lies_open_when_the_deal_is_over() -> None:
    m = table("H5", "SK SK D2", "C7")
    assert view(state(m), 2).seen.zones[HAND + 1] == bytes([BACK] * 3)
    do(m, "0 discard H5")
    assert m.deal.phase is OVER
    assert [sorted(view(state(m), viewer).seen.zones[HAND + 1]) for viewer in (0, 2)] == [sorted(cards("SK SK D2"))] * 2


@pytest.mark.parametrize(
    ("hand", "meld", "key", "what"),
    [
        ("H7 H8 H9 SK", "C2 C3 C4", "rummy.task.lay", ""),
        ("C5 SK", "C2 C3 C4", "rummy.task.add", ""),
        ("H7 H8 H9 C5 SK", "C2 C3 C4", "rummy.task.meld", ""),
        ("H7 SK", "C2 C3 C4", "rummy.task.discard", ""),
        ("H7 H8 H9 S5 SK", "C2 C3 C4", "rummy.task.taken", "@rummy.task.lay"),
    ],
)
def test_the_sentence_follows_what_is_legal(hand: str, meld: str, key: str, what: str) -> None:
    m = table(hand, "D2", "D3", melds=(meld,))
    if what:
        state(m).taken = PACK.faces["S5"]
    task = GAME.prompt(state(m), 0, 1, m.legal(0)).task
    assert task is not None
    assert (task.key, task.args.get("what", "")) == (key, what)
