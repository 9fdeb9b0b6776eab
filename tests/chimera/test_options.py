"""Every option of the rule sheet's section 12 has the effect that its row promises; bad values are named."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from chimera.positions import Table, match_at, play_state, reading, rules
from stich.games.chimera.rules import GAME, cut_pack, face_up
from stich.games.chimera.rules_cards import DEN, EACH, HAND, OPTIONS, PACK, ChimeraRules
from stich.games.chimera.rules_phases_auction import BID, EXCHANGE
from stich.games.chimera.rules_phases_play import PLAY
from stich.games.chimera.rules_score import SECOND_DEAL
from stich.games.chimera.rules_state import Chimera
from stich.kernel.action import Action, Refused
from stich.kernel.cards import SPECTATOR
from stich.kernel.chance import quick
from stich.kernel.deal import Deck, Setup
from stich.kernel.describe import describe_table
from stich.kernel.match import GIVEN, SIM, Match, Source
from stich.kernel.view import view

PASS = Action("pass")


def bid(n: int) -> Action:
    return Action("bid", b"", n)


def deal(how: ChimeraRules, lifted: int = 27, setup: Setup | None = None) -> Chimera:
    s = GAME.deal(how, setup or Setup(1, 0, (0, 0, 0)), Deck(cut_pack(PACK.deck, lifted), lifted))
    assert isinstance(s, Chimera)
    return s


def calls(s: Chimera, *actions: Action) -> Chimera:
    for a in actions:
        assert a in s.legal(s.turn)
        s.apply(s.turn, a)
    return s


# -- [1] dealer


@pytest.mark.parametrize(("value", "expected"), [("rotate", "next"), ("fixed", "same"), ("random", "drawn")])
def test_dealer(value: str, expected: str) -> None:
    how = rules(dealer=value)
    result = play_state(how, [b"", b"\x00", b"\x01"], 0).result()
    dealers = [GAME.following(how, Setup(1, 1, (0, 0, 0)), result, (0, 0, 0), quick(n)).dealer for n in range(60)]
    if expected == "drawn":
        assert {dealers.count(seat) > 5 for seat in range(3)} == {True}
    else:
        assert set(dealers) == {2 if expected == "next" else 1}


@pytest.mark.parametrize("value", ["rotate", "fixed", "random"])
def test_same_dealer_after_a_passed_out_deal(value: str) -> None:
    how = rules(dealer=value)
    s = calls(deal(how), PASS, PASS, PASS)
    result = s.result()
    assert result.again
    assert {GAME.following(how, Setup(1, 1, (0, 0, 0)), result, (0, 0, 0), quick(n)).dealer for n in range(20)} == {1}


def test_first_dealer_is_drawn() -> None:
    first = [GAME.first(rules(), quick(n)).dealer for n in range(60)]
    assert min(first.count(seat) for seat in range(3)) > 5


# -- [3] the face-up card in the den


def test_cut_stays_near_the_middle_and_gives_each_seat_its_chance() -> None:
    cuts = [GAME.prepare(rules(), quick(n)).cut for n in range(600)]
    assert min(cuts) == 18
    assert max(cuts) == 35
    firsts = [deal(rules(), lifted).turn for lifted in range(18, 36)]
    assert [firsts.count(seat) for seat in range(3)] == [6, 6, 6]


@pytest.mark.parametrize("lifted", [0, 51, 53, 54])
def test_recut_refuses_a_cut_that_could_turn_a_den_card(lifted: int) -> None:
    with pytest.raises(Refused, match=r"error\.chimera\.cut.*1–50"):
        GAME.deal(rules(), Setup(1, 0, (0, 0, 0)), Deck(PACK.deck, lifted))


def test_left_of_dealer_bids_if_the_face_up_card_lies_in_the_den() -> None:
    how = rules(faceup_in_den="left_of_dealer_bids")
    for lifted in range(1, 54):
        deck = Deck(cut_pack(PACK.deck, lifted), lifted)
        s = GAME.deal(how, Setup(1, 1, (0, 0, 0)), deck)
        assert isinstance(s, Chimera)
        in_den = deck.cards[face_up(deck)] in s.zones[DEN]
        assert in_den is (lifted >= 51)
        if in_den:
            assert (s.turn, s.upholder) == (2, -1)
            assert s.up in view(s, SPECTATOR).seen.zones[DEN]  # everybody saw it
            calls(s, bid(20), PASS, PASS)
            assert s.up in view(s, 0).seen.zones[HAND + EACH * s.chimera]  # … and knows who took the den
    cuts = {GAME.prepare(how, quick(n)).cut for n in range(900)}
    assert cuts == set(range(1, 54))


# -- [4] how long the face-up card is shown


@pytest.mark.parametrize(("value", "shown"), [("round", True), ("bidding_only", False)])
def test_show_faceup(value: str, shown: bool) -> None:
    s = deal(rules(show_faceup=value))
    up, holder = s.up, s.upholder
    assert up in view(s, SPECTATOR).seen.zones[HAND + EACH * holder]
    calls(s, bid(20), PASS, PASS)
    assert (s.up == up) is shown
    assert (up in view(s, SPECTATOR).seen.zones[HAND + EACH * holder]) is shown


def test_face_up_card_is_known_until_it_is_played() -> None:
    s = calls(deal(rules()), bid(20), PASS, PASS)
    match_at(s).act(s.turn, Action("play", bytes([s.up])))
    assert s.up == -1


# -- [5], [5a] the auction (the values of forced_bid are in the examples; here those that are not)


def test_the_dealer_is_forced() -> None:
    setup = Setup(2, 2, (0, 0, 0), SECOND_DEAL)
    s = calls(deal(rules(forced_bid="dealer"), setup=setup), PASS, PASS, PASS)
    assert (s.high, s.bid, s.forced, s.turn) == (2, 20, 1, 0)


def test_three_passes_end_the_bidding_and_the_high_bidder_may_raise_again() -> None:
    s = deal(rules(bid_end_passes="3"))
    first = s.turn
    calls(s, bid(20), PASS, PASS)
    assert (s.phase, s.turn) == (BID, first)
    assert [a.to for a in s.legal(first)] == [-1, 30, 40]
    calls(s, bid(30), PASS, PASS, PASS)
    assert (s.chimera, s.bid, s.phase) == (first, 30, EXCHANGE)


# -- [6] the den


@pytest.mark.parametrize(("value", "seen"), [("false", False), ("true", True)])
def test_den_open(value: str, seen: bool) -> None:
    s = deal(rules(den_open=value))
    den = s.zones[DEN]
    calls(s, bid(20), PASS, PASS)
    hunter = (s.chimera + 1) % 3
    assert all(c in view(s, hunter).seen.zones[HAND + EACH * s.chimera] for c in den) is seen
    assert len(s.hand(s.chimera)) == 20


# -- [8]–[16], [28] combinations: the core's own tests go through every value; here, that the table asks the core


@pytest.mark.parametrize(
    ("option", "value", "cards"),
    [
        ("kickers_distinct", "false", "3 3 3 4 4 4 9 9"),
        ("kicker_may_repeat_run", "true", "3 3 3 4 4 4 3 5"),
        ("triple_kicker_same_rank", "true", "7 7 7 7"),
        ("special_kickers", "both", "3 3 3 4 4 4 P C"),
        ("quad_pair_as_singles", "true", "7 7 7 7 2 2"),
        ("quad_two_equal_pairs", "true", "7 7 7 7 9 9 9 9"),
    ],
)
def test_looser_combinations(option: str, value: str, cards: str) -> None:
    def count(how: ChimeraRules) -> int:
        s = play_state(how, [Table().take(cards.split()), b"", b""], 0)
        return sum(len(s.phase.cards(s, 0, a)) == len(cards.split()) for a in s.legal(0))

    readings = 2 if option == "quad_two_equal_pairs" else 1  # a quad of 7s or of 9s
    assert count(rules(**{option: value})) == count(rules()) + readings


@pytest.mark.parametrize(
    ("option", "value", "cards"),
    [
        ("special_kickers", "one", "3 3 3 4 4 4 H P"),
        ("attached_runs", "two_only", "3 3 3 4 4 4 5 5 5 7 8 9"),
        ("piya_end", "high", "5 6 7 8 P"),
    ],
)
def test_stricter_combinations(option: str, value: str, cards: str) -> None:
    def count(how: ChimeraRules) -> int:
        s = play_state(how, [Table().take(cards.split()), b"", b""], 0)
        return sum(len(s.phase.cards(s, 0, a)) == len(cards.split()) for a in s.legal(0))

    assert count(rules(**{option: value})) == count(rules()) - 1


def test_cards_with_readings_of_two_types_have_to_be_declared() -> None:
    how = rules(triple_kicker_same_rank=True)
    cards = Table().take(["7", "7", "7", "7"])
    m = match_at(play_state(how, [cards + bytes([0]), b"\x01", b"\x02"], 0))
    with pytest.raises(Refused, match=r"error\.chimera\.choose.*trap 7 1"):
        m.act(0, Action("play", cards))
    done = m.act(0, Action("play", cards, reading(how, cards, ["triple1", 7, 1])))
    assert GAME.write(how, done) == "play J7 S7 P7 T7 as triple1 7 1"
    assert GAME.read(how, GAME.write(how, done)) == done
    assert m.deal.traps == 0 if isinstance(m.deal, Chimera) else False


# -- [17] idle Hunters


@pytest.mark.parametrize(("value", "points"), [("once", 65), ("per_hunter", 90)])
def test_idle_bonus(value: str, points: int) -> None:
    s = play_state(rules(idle_bonus=value), [b"", b"\x00", b"\x01"], 0)
    s.played = 1
    assert s.result().points == (points, 0, 0)


# -- [25], [26] what the table shows


@pytest.mark.parametrize(("value", "counted"), [("true", True), ("false", False)])
def test_show_counts(value: str, counted: bool) -> None:
    zones = describe_table(GAME, rules(show_counts=value))["zones"]
    assert {z["counted"] for z in zones if z["name"] in ("hand", "won")} == {counted}


@pytest.mark.parametrize(("value", "tricks"), [("current_trick", 0), ("last_trick", 1), ("all", 2)])
def test_history(value: str, tricks: int) -> None:
    table = Table()
    hands = [table.take(["3", "4", "5"]), table.take(["1"]), table.take(["2"])]
    m = match_at(play_state(rules(history=value), hands, 0))
    for seat, card in ((0, hands[0][:1]), (1, b""), (2, b""), (0, hands[0][1:2]), (1, b""), (2, b"")):
        m.act(seat, Action("play", card) if card else PASS)
    assert isinstance(m.deal, Chimera)
    assert len(m.deal.past) == tricks
    if tricks:
        assert m.deal.past[-1] == (0, 1, 1, 4, 1, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, -1, *hands[0][1:2])


# -- [34] the limit, and bad values


@pytest.mark.parametrize("limit", [1, "300", 400, 999_999])
def test_any_positive_limit(limit: object) -> None:
    assert rules(limit=limit).limit == int(str(limit))


@pytest.mark.parametrize("option", OPTIONS, ids=lambda o: o.name)
def test_wrong_values_are_named_with_what_is_allowed(option: object) -> None:
    name = getattr(option, "name", "")
    for wrong in ("maybe", -1, "", None, 0.5, "４００"):
        with pytest.raises(Refused) as refused:
            GAME.rules({name: wrong})
        assert refused.value.phrase.key == "error.option_value"
        assert refused.value.phrase.args["option"] == name
        assert refused.value.phrase.args["allowed"]


def test_unknown_options_and_seats_are_named() -> None:
    with pytest.raises(Refused, match=r"error\.option: option='jokers', allowed='limit dealer"):
        GAME.rules({"jokers": "2"})
    with pytest.raises(Refused, match=r"error\.seats: n=4, allowed='3'"):
        GAME.rules(seats=4)


def test_every_option_of_the_sheet_is_there() -> None:
    assert {o.name: o.values[0] for o in OPTIONS} == {
        "limit": "400",
        "dealer": "rotate",
        "faceup_in_den": "recut",
        "show_faceup": "round",
        "forced_bid": "faceup_holder",
        "bid_end_passes": "2",
        "den_open": "false",
        "kickers_distinct": "true",
        "kicker_may_repeat_run": "false",
        "triple_kicker_same_rank": "false",
        "piya_end": "declare",
        "special_kickers": "each",
        "quad_pair_as_singles": "false",
        "quad_two_equal_pairs": "false",
        "attached_runs": "any",
        "idle_bonus": "once",
        "show_counts": "true",
        "history": "current_trick",
    }


# -- refusals: what was wrong, what is allowed, and nothing has changed


def test_refusals_say_why() -> None:
    table = Table()
    own = table.take(["3", "5", "5", "6", "7", "8", "P"])
    s = play_state(rules(), [own, table.take(["9", "9", "4"]), table.take(["H"])], 0)
    m = match_at(s)
    straight = table.take([]) + own[1:2] + own[3:]

    def refusal(seat: int, action: Action) -> tuple[str, dict[str, object]]:
        before = (list(m.deal.zones), m.deal.turn, len(m.moves))
        with pytest.raises(Refused) as refused:
            m.act(seat, action)
        assert (list(m.deal.zones), m.deal.turn, len(m.moves)) == before
        return refused.value.phrase.key, dict(refused.value.phrase.args)

    assert refusal(1, PASS) == ("error.not_your_turn", {"seats": b"\x00"})
    assert refusal(0, PASS) == ("error.chimera.must_lead", {})
    assert refusal(0, Action("bid", b"", 30)) == ("error.chimera.playing", {})
    assert refusal(0, Action("play")) == ("error.chimera.no_cards", {})
    assert refusal(0, Action("play", b"\x35")) == ("error.not_held", {"cards": b"\x35"})
    assert refusal(0, Action("play", own[:2])) == ("error.chimera.no_combination", {"cards": own[:2]})
    key, args = refusal(0, Action("play", straight, reading(m.deal.rules, own[:1], ["single", 3, 1])))
    assert (key, args["allowed"]) == ("error.chimera.declaration", "straight 8 5, straight 9 5")
    m.act(0, Action("play", own[1:3]))
    key, args = refusal(1, Action("play", m.deal.zones[HAND + EACH][:1]))
    assert (key, args["rank"], args["n"]) == ("error.chimera.beat.pair", "@chimera.rank.5", 1)


def test_bids_and_gifts_are_refused_with_what_is_allowed() -> None:
    m = Match(GAME, rules(), Source(SIM, 3))
    first = m.deal.turn
    m.act(first, bid(30))
    with pytest.raises(Refused, match=r"error\.chimera\.bid: n=20, allowed='40'"):
        m.act(m.deal.turn, bid(20))
    m.act(m.deal.turn, PASS)
    m.act(m.deal.turn, PASS)
    giver = m.deal.actor()
    hand = m.deal.zones[HAND + EACH * giver]
    with pytest.raises(Refused, match=r"error\.chimera\.give: n=1, chosen=2"):
        m.act(giver, Action("give", hand[:2]))
    with pytest.raises(Refused, match=r"error\.chimera\.exchange: n=1"):
        m.act(giver, PASS)
    m.act(giver, Action("give", hand[:1]))
    with pytest.raises(Refused, match=r"error\.not_your_turn"):
        m.act(giver, Action("give", hand[1:2]))
    assert m.deal.phase is EXCHANGE


def test_a_pass_or_bid_with_more_words_is_not_called_what_it_is_not() -> None:
    m = Match(GAME, rules(), Source(SIM, 3))
    first = m.deal.turn
    own = m.deal.zones[HAND + EACH * first][:1]
    with pytest.raises(Refused, match=r"error\.chimera\.bidding: allowed='20, 30, 40'"):
        m.act(first, Action("bid", own, 30))
    table = Table()
    m = match_at(play_state(rules(), [table.take(["3", "4"]), table.take(["1"]), table.take(["2"])], 0))
    m.act(0, Action("play", m.deal.zones[HAND][:1]))
    with pytest.raises(Refused, match=r"error\.illegal: verb='pass'"):  # who follows may pass
        m.act(1, Action("pass", b"", 3))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("play " + " ".join(["J1"] * 5) + " as single 1 1", "no_combination"),
        ("play " + " ".join(PACK.names[:21]) + " as triples1 5 5", "no_combination"),
        ("play " + " ".join(PACK.names) + " as straight 12 12", "no_combination"),
        ("play J1 S2 as pair 1 1", "no_combination"),
        ("play as single 1 1", "no_combination"),
        ("play J1 as", "declaration"),
    ],
)
@pytest.mark.parametrize("loose", [False, True])
def test_no_cards_that_somebody_writes_down_are_too_many(text: str, error: str, loose: bool) -> None:
    how = rules(kickers_distinct="false", kicker_may_repeat_run="true", special_kickers="both") if loose else rules()
    with pytest.raises(Refused, match=rf"error\.chimera\.{error}"):
        GAME.read(how, text)


def test_a_bot_that_thinks_beside_the_table_does_not_disturb_it() -> None:
    table = Table()
    s = play_state(rules(), [table.take(["3", "4", "4", "H"]), table.take(["1"]), table.take(["2"])], 0)
    there = s.legal(0)
    mine = s.rules.lister.scratch()  # as while moves are being listed
    seen = view(s, 1).seen  # shares its rules with the state
    seen.turn = 1
    with ThreadPoolExecutor(1) as beside:
        assert beside.submit(seen.legal, 1).result() != there
    assert [int(mine.moves[i]) for i in range(len(there))] == [a.to for a in there]
    assert mine not in s.rules.lister.scratches


def test_a_given_deck_must_be_the_whole_pack() -> None:
    with pytest.raises(Refused, match=r"error\.deck"):
        Match(GAME, rules(), Source(GIVEN, decks=[(0, Deck(bytes(54), 27))]))


def test_undeclared_straight_takes_the_highest_reading_that_beats() -> None:
    how = rules()
    table = Table()
    lead = table.take(["4", "5", "6", "7", "8"])
    answer = table.take(["5", "6", "7", "8", "P"])
    m = match_at(play_state(how, [lead + table.take(["1"]), answer + table.take(["2"]), table.take(["3"])], 0))
    m.act(0, Action("play", lead))
    done = m.act(1, Action("play", answer))
    assert GAME.write(how, done).endswith("as straight 9 5")
    assert m.deal.phase is PLAY
