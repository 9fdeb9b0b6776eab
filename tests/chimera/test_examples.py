"""Every worked example of the rule sheet, played through the rules. The section of each is named in its test."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import pytest

from chimera.positions import TOKENS, Table, match_at, play_state, reading, rules
from stich.games.chimera.rules import GAME, cut_pack
from stich.games.chimera.rules_cards import DEN, EACH, HAND, PACK, WON
from stich.games.chimera.rules_combinations import TYPES
from stich.games.chimera.rules_phases_auction import BID, EXCHANGE, end_auction
from stich.games.chimera.rules_state import Chimera
from stich.kernel.action import Action, Refused
from stich.kernel.deal import Deck, Setup
from stich.kernel.match import GIVEN, Match, Source
from stich.kernel.state import OVER
from stich.parts import climb

EXAMPLES: dict[str, Any] = json.loads(
    (resources.files("stich.games.chimera") / "vectors/chimera.json").read_text("utf-8")
)


def each(section: str) -> list[Any]:
    return [pytest.param(example, id=example["id"]) for example in EXAMPLES[section]]


def test_no_section_is_left_out() -> None:
    tested = {
        "classify",
        "classify_options",
        "beats",
        "bidding",
        "scoring",
        "game_end",
        "tricks",
        "cut",
        "legal_counts",
        "exchange",
    }
    assert set(EXAMPLES) - {"about"} == tested


def name(move: int) -> list[object]:
    return [TYPES[climb.kind(move)], climb.rank(move), climb.length(move)]


@pytest.mark.parametrize("example", [*each("classify"), *each("classify_options")])
def test_classify(example: dict[str, Any]) -> None:
    """§6, §7: which combination cards make."""
    how = rules(**example.get("options", {}))
    try:
        cards = Table().take(example["cards"])
    except StopIteration:  # more copies than the pack has
        assert example["expect"] == "invalid"
        return
    found = sorted(name(m) for m in how.lister.readings(cards))
    assert found == ([] if example["expect"] == "invalid" else sorted(example["expect"]))


@pytest.mark.parametrize("example", each("beats"))
def test_beats(example: dict[str, Any]) -> None:
    """§8: what beats what, played by a follower who holds the cards."""
    how = rules(**example.get("options", {}))

    def moves(cards: str, declared: str) -> list[int]:
        found = how.lister.readings(Table().take(example[cards]))
        return [m for m in found if name(m) == example[declared]] if declared in example else found

    before = max(moves("prev", "prev_as"), key=climb.rank)  # undeclared: the highest reading (§7)
    assert any(climb.beats(before, m) for m in moves("new", "new_as")) is example["beats"]


def deck_with_first_bidder(seat: int, dealer: int = 0) -> Deck:
    """A pack whose cut gives the face-up card to `seat` (§2.3)."""
    lifted = next(u for u in range(18, 36) if (dealer + 1 + (53 - u - 3)) % 3 == seat)
    return Deck(cut_pack(PACK.deck, lifted), lifted)


@pytest.mark.parametrize("example", each("bidding"))
def test_bidding(example: dict[str, Any]) -> None:
    """§3: the auction, the second deal, the forced bid."""
    firsts = [example["first"], example.get("redeal_first", 0)]
    decks = [(0, deck_with_first_bidder(f)) for f in firsts]
    m = Match(GAME, rules(**example.get("options", {})), Source(GIVEN, decks=decks), watched=True)
    if "scores" in example:
        m.scores = tuple(example["scores"])
        m.setup = Setup(1, 0, m.scores)
        m.deal.setup = m.setup
    expect = dict(example["expect"])
    result = expect.pop("result")
    for index, (seat, call) in enumerate(example["actions"]):
        action = Action("pass") if call == "pass" else Action("bid", b"", call)
        if result == "illegal" and index == expect["index"]:
            before = m.deal.copy()
            with pytest.raises(Refused):
                m.act(seat, action)
            assert (before.zones, before.turn, before.phase) == (m.deal.zones, m.deal.turn, m.deal.phase)
            return
        m.act(seat, action)
        if m.deal.phase is OVER:
            m.next_deal()
    s = m.deal
    assert isinstance(s, Chimera)
    assert (m.setup.number == 2) is expect["redeal"]
    assert any(e.kind == "forced" for e in m.events) is expect["forced"]  # though it may have been overcalled
    if result == "won":
        assert s.chimera == expect["seat"]
        assert s.bid == expect["bid"]
    else:
        assert s.phase is BID
        assert (s.turn, s.bid) == (expect["turn"], expect["high"])
        assert s.high == (-1 if expect["high_seat"] is None else expect["high_seat"])
        assert bool(s.forced) is expect["forced"]


@pytest.mark.parametrize("example", each("scoring"))
def test_scoring(example: dict[str, Any]) -> None:
    """§9: what a round is worth."""
    table = Table()
    out, chimera = example["out"], example["chimera"]
    won = [table.take(pile) for pile in example["won"]]
    hands = [
        b"" if seat == out else table.take([next(TOKENS[c >> 2] for c in table.left if c >> 2 in (2, 3))])
        for seat in range(3)
    ]
    s = play_state(rules(**example.get("options", {})), hands, chimera, example["bid"])
    for seat in range(3):
        s.zones[WON + EACH * seat] = bytes(sorted(won[seat]))
    s.traps, s.attack = example["traps"], int(example["attack"])
    s.played = sum(1 << seat for seat in range(3) if seat not in example["idle_hunters"])
    result = s.result()
    assert list(result.points) == example["expect"]
    assert [sum(line.n for line in result.why if line.seat == seat) for seat in range(3)] == example["expect"]


@pytest.mark.parametrize("example", each("game_end"))
def test_game_end(example: dict[str, Any]) -> None:
    """§10: the limit, and ties at the top."""
    how = rules(limit=example["limit"])
    totals, over = list(example["start"]), None
    for number, points in enumerate(example["rounds"], 1):
        totals = [a + b for a, b in zip(totals, points, strict=True)]
        winners = GAME.winners(how, Setup(number, 0, tuple(totals)), tuple(totals))
        if winners:
            over = number
            assert winners == 1 << example["expect"]["winner"]
            break
    assert over == example["expect"]["over_after"]
    assert totals == example["expect"]["totals"]


@pytest.mark.parametrize("example", each("tricks"))
def test_tricks(example: dict[str, Any]) -> None:
    """§5: turns, passes, who takes the trick, when the round is over."""
    how, table = rules(), Table()
    turns: list[tuple[int, bytes, list[object] | None]] = []  # a pass has no cards
    for seat, play in example["plays"]:
        if play == "pass":
            turns.append((seat, b"", None))
        elif isinstance(play, dict):
            turns.append((seat, table.take(play["cards"]), play["as"]))
        else:
            turns.append((seat, table.take(play), None))
    hands = []
    for seat in range(3):
        own = b"".join(cards for who, cards, _ in turns if who == seat)
        hands.append(table.fill(own, max(len(own), example["sizes"][seat])))
    m = match_at(play_state(how, hands, example["leader"]))
    expect = example["expect"]
    for index, (seat, cards, declared) in enumerate(turns):
        action = Action("play", cards, reading(how, cards, declared) if declared else -1) if cards else Action("pass")
        if expect["result"] == "illegal" and index == expect["index"]:
            with pytest.raises(Refused):
                m.act(seat, action)
            return
        m.act(seat, action)
    s = m.deal
    assert isinstance(s, Chimera)
    if expect["result"] == "trick":
        assert (s.last, s.turn) == (0, expect["next_leader"])
        assert s.zones[WON + EACH * expect["winner"]]
    else:
        assert expect["result"] == "round_over"
        assert s.phase is OVER
        assert not s.hand(expect["winner"])
        assert sorted(s.zones[WON + EACH * expect["winner"]]) == sorted(b"".join(cards for _, cards, _ in turns))


@pytest.mark.parametrize("example", each("cut"))
def test_cut(example: dict[str, Any]) -> None:
    """§2: where the face-up card lies after the cut, and who receives it."""
    shuffled = PACK.deck[::-1]
    deck = Deck(cut_pack(shuffled, example["upper"]), example["upper"])
    turned = shuffled[example["upper"]]
    assert deck.cards.index(turned) == example["expect"]["index"]
    s = GAME.deal(rules(faceup_in_den="left_of_dealer_bids"), Setup(1, example["dealer"], (0, 0, 0)), deck)
    assert isinstance(s, Chimera)
    seat = example["expect"]["seat"]
    assert turned in s.zones[DEN if seat is None else HAND + EACH * seat]
    assert s.turn == ((example["dealer"] + 1) % 3 if seat is None else seat)
    assert s.up == turned


@pytest.mark.parametrize("example", each("legal_counts"))
def test_legal_counts(example: dict[str, Any]) -> None:
    """§13: how many different plays a hand offers, leading and following."""
    how = rules(**example.get("options", {}))
    hand = Table().take(example["hand"])
    for count in example["counts"]:
        s = play_state(how, [hand, b"", b""], 0)
        if count["previous"] is not None:
            kind, rank, length = count["previous"]
            top = {13: 12, 14: 13, 15: 14}.get(rank, rank - 1)
            start = 14 if kind == "attack" else top - length + 1
            s.last = TYPES.index(kind) | length << 4 | 2**start << 8
            assert name(s.last) == count["previous"]
        # the sheet counts cards; a straight with Pi Ya at an open end is listed once for each reading
        assert len({climb.counts(a.to) for a in s.legal(0) if a.verb == "play"}) == count["count"], count


@pytest.mark.parametrize("example", each("exchange"))
def test_exchange(example: dict[str, Any]) -> None:
    """§4: how many cards the Hunters exchange."""
    table = Table()
    gifts = [table.take(tokens) for tokens in example["give"]]
    hands = [table.fill(b"", 17), table.fill(gifts[0], 17), table.fill(gifts[1], 17)]
    s = play_state(rules(), hands, 0, example["bid"])
    end_auction(s)
    if example["bid"] == 20:
        assert s.phase is not EXCHANGE
        return
    m = match_at(s)

    def give() -> None:
        m.act(1, Action("give", gifts[0]))
        m.act(2, Action("give", gifts[1]))

    if not example["ok"]:
        with pytest.raises(Refused):
            give()
        return
    give()
    assert all(c in s.hand(2) for c in gifts[0])
    assert all(c in s.hand(1) for c in gifts[1])
    assert [len(s.hand(seat)) for seat in range(3)] == [20, 17, 17]
