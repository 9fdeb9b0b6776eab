"""Matches: actions are checked before they are done, deals follow each other, and each seat receives its phrases."""

from __future__ import annotations

from types import FunctionType

import pytest

from games.rummy.rules import GAME as RUMMY
from games.schnapsen.rules import GAME as SCHNAPSEN
from stich.games.chimera.rules import GAME as CHIMERA
from stich.games.durak.rules import GAME as DURAK
from stich.kernel.action import CLOSE, Action, Event, Refused
from stich.kernel.anatomy import whole
from stich.kernel.cards import EVERYBODY, HOST, seats_of
from stich.kernel.chance import quick
from stich.kernel.deal import Deck
from stich.kernel.game import Game
from stich.kernel.match import GIVEN, SIM, STREAM, Match, Source, ranked
from stich.kernel.options import Option
from stich.kernel.record import dump
from stich.kernel.record_reader import load


def match(game: Game = SCHNAPSEN, source: Source | None = None, seats: int = 0, **options: object) -> Match:
    return Match(game, game.rules(dict(options), seats), source or Source(SIM, 1), watched=True)


def play_deal(m: Match, seed: int = 1) -> None:
    chance = quick(seed)
    while m.deal.must() != 0:
        able = [seat for seat in seats_of(m.deal.must() | m.deal.may()) if m.deal.legal(seat)]
        seat = able[chance.below(len(able))]
        acts = m.deal.legal(seat)
        m.act(seat, acts[chance.below(len(acts))])


def reason(m: Match, seat: int, a: Action) -> str:
    """Return why it is refused; nothing may have changed by asking."""
    before, moves, events = whole(m.deal), len(m.moves), len(m.events)
    with pytest.raises(Refused) as refused:
        m.act(seat, a)
    assert (whole(m.deal), len(m.moves), len(m.events)) == (before, moves, events)
    return refused.value.phrase.key.removeprefix("error.")


# Refusals


def test_out_of_turn_and_nobody() -> None:
    m = match()
    play = m.deal.legal(m.deal.turn)[0]
    for seat in (1 - m.deal.turn, 2, 13, HOST, 15, 16, -1, 10**30):
        assert reason(m, seat, play) == "not_your_turn"


def test_a_rule_says_more_than_whose_turn_it_is() -> None:
    """A phase may have a reason for a seat that is not asked; never for a seat that there is not."""
    m = Match(DURAK, DURAK.rules({}, 3), Source(SIM, 1), watched=True)
    throw = Action("throw", bytes([255]))
    assert reason(m, (m.deal.turn + 1) % 3, throw) == "durak.throw_open"
    for seat in (3, 13, HOST, 15, -1, 10**30):
        assert reason(m, seat, throw) == "not_your_turn"


def test_cards_and_verbs_that_will_not_do() -> None:
    m = match()
    seat = m.deal.turn
    other = m.deal.zones[3 + 2 * (1 - seat)][:1]
    assert reason(m, seat, Action("play", other)) == "not_held"
    assert reason(m, seat, Action("play", bytes([20]))) == "card"
    assert reason(m, seat, Action("play", bytes([255]))) == "card"
    assert reason(m, seat, Action("jump")) == "verb"
    assert reason(m, seat, Action("play")) == "illegal"
    assert reason(m, seat, CLOSE) == "verb"
    with pytest.raises(Refused) as refused:
        m.act(seat, Action("jump"))
    assert set(str(refused.value.phrase.args["allowed"]).split()) >= {"play", "close"}


def test_cards_may_be_named_in_any_order() -> None:
    m = match(CHIMERA)
    first = m.deal.turn
    m.act(first, Action("bid", b"", 40))
    giver = next(iter(seats_of(m.deal.must())))
    pair = m.deal.legal(giver)[0].cards
    assert m.act(giver, Action("give", pair[::-1])).cards == pair


def test_what_was_done_has_its_cards() -> None:
    m = match(CHIMERA)
    while m.deal.phase.name != "play":
        seat = seats_of(m.deal.must())[0]
        m.act(seat, m.deal.legal(seat)[0 if m.deal.phase.name != "bid" else -1])
    listed = m.deal.legal(m.deal.turn)[0]
    assert listed.cards == b""
    assert m.act(m.deal.turn, listed).cards != b""
    assert m.moves[-1].action.cards != b""


def test_after_the_end() -> None:
    m = match(target=1)
    with pytest.raises(Refused, match=r"deal_runs"):
        m.next_deal()
    play_deal(m)
    assert m.over
    assert reason(m, 0, Action("play", b"\0")) == "match_over"
    with pytest.raises(Refused, match=r"match_over"):
        m.next_deal()
    m = match()
    play_deal(m)
    assert reason(m, 0, Action("play", b"\0")) == "deal_over"


# Deals in a row


def test_totals_dealers_and_winners() -> None:
    m = match(target=5)
    totals = [0, 0]
    dealers = [m.setup.dealer]
    while True:
        play_deal(m, len(m.sheets))
        points = m.sheets[-1].result.points
        totals = [a + b for a, b in zip(totals, points, strict=True)]
        assert m.scores == m.sheets[-1].totals == tuple(totals)
        if max(totals) >= 5:
            break
        assert not m.over
        m.next_deal()
        dealers.append(m.setup.dealer)
        assert m.setup.scores == m.scores
        assert m.setup.number == len(dealers)
        assert m.standings == ()
    assert m.over
    assert m.winners == 1 << totals.index(max(totals))
    assert m.standings == ((1, 2) if m.winners == 1 else (2, 1))
    assert dealers == [(dealers[0] + i) % 2 for i in range(len(dealers))]


@pytest.mark.parametrize(
    ("tiebreak", "winners", "places"),
    [
        ((5, 9, 5), 0b010, (2, 1, 2)), ((5, 9, 7), 0b001, (1, 2, 3)), ((5, 9, 7), 0b101, (1, 3, 1)),
        ((0, 0, 0, -4), 0b0001, (1, 2, 2, 4)),
    ],
)  # fmt: skip
def test_winners_come_first_and_merit_ranks_the_others(
    tiebreak: tuple[int, ...], winners: int, places: tuple[int, ...]
) -> None:
    assert ranked(tiebreak, winners) == places


def test_a_deal_that_is_passed_out_does_not_count() -> None:
    m = match(CHIMERA)
    dealer = m.setup.dealer
    for _ in range(3):
        m.act(m.deal.turn, Action("pass"))
    assert m.sheets[0].result.again
    assert m.scores == (0, 0, 0)
    m.next_deal()
    assert (m.setup.number, m.setup.dealer, m.setup.carry) == (2, dealer, (2,))


@pytest.mark.parametrize("kind", [SIM, STREAM])
def test_the_source_alone_decides_the_cards(kind: str) -> None:
    def decks(seed: int, choices: int) -> list[bytes]:
        source = Source(SIM, seed) if kind == SIM else Source(STREAM, secret=bytes([seed]) * 32)
        m = match(RUMMY, source, deals=3)
        out = []
        for _ in range(3):
            out.append(m.deck.cards + m.deal.entropy + bytes([m.setup.dealer]))
            play_deal(m, choices)
            if not m.over:
                m.next_deal()
        return out

    assert decks(1, 1) == decks(1, 2)
    assert decks(1, 1) != decks(2, 1)
    assert len({deck[:104] for deck in decks(1, 1)}) == 3
    assert len(decks(1, 1)[0]) == 104 + (8 if kind == SIM else 32) + 1


def test_packs_written_out_are_dealt_in_their_order_and_end() -> None:
    deck = Deck(bytes(range(20)))
    m = match(source=Source(GIVEN, decks=[(1, deck)]))
    assert m.setup.dealer == 1
    assert m.deal.zones[3] == bytes([0, 1, 2, 7, 8])
    play_deal(m)
    before = dump(m)
    with pytest.raises(Refused, match=r"no_deck"):
        m.next_deal()
    assert dump(m) == before


@pytest.mark.parametrize(
    ("dealer", "deck", "error"),
    [
        (0, bytes(range(19)), r"error\.deck: n=19, allowed=20"),
        (0, bytes(20), r"error\.deck"),
        (0, bytes(range(1, 21)), r"error\.deck"),
        (2, bytes(range(20)), r"error\.record\.seat: n=2, most=1"),
        (-1, bytes(range(20)), r"error\.record\.seat"),
    ],
)
def test_a_pack_written_out_wrongly_is_refused_and_the_match_stays_as_it_was(
    dealer: int, deck: bytes, error: str
) -> None:
    with pytest.raises(Refused, match=error):
        match(source=Source(GIVEN, decks=[(dealer, Deck(deck))]))
    m = match(source=Source(GIVEN, decks=[(0, Deck(bytes(range(20)))), (dealer, Deck(deck))]))
    play_deal(m)
    before = dump(m)
    with pytest.raises(Refused, match=error):
        m.next_deal()
    assert dump(m) == before


def test_sources_that_will_not_do() -> None:
    with pytest.raises(Refused, match=r"error\.source"):
        Source("dice")
    with pytest.raises(Refused, match=r"error\.secret"):
        Source(STREAM, secret=b"short")
    with pytest.raises(Refused, match=r"no_deck"):
        match(source=Source(GIVEN))
    for seed in (10**40, -(10**40), 10**5000):  # a record could not say it
        with pytest.raises(Refused, match=r"error\.seed.*1e40"):
            Source(SIM, seed)
    longest = match(source=Source(SIM, 1 - 10**40))
    assert load(dump(longest), lambda name: SCHNAPSEN).source.seed == 1 - 10**40


# Phrases


def test_words_for_all_and_words_for_one() -> None:
    m = match(CHIMERA)
    assert [e.kind for e in m.events] == ["deal"]
    m.events.clear()
    m.act(m.deal.turn, Action("bid", b"", 40))
    assert m.events[0].phrase is not None
    assert (m.events[0].phrase.key, m.events[0].eyes) == ("chimera.said.bid", EVERYBODY)
    giver = next(iter(seats_of(m.deal.must())))
    m.events.clear()
    m.act(giver, m.deal.legal(giver)[0])
    told = [(e.phrase.key, e.eyes) for e in m.events if e.phrase is not None]
    assert told == [("chimera.said.give", 1 << giver), ("table.said.answered", EVERYBODY & ~(1 << giver))]


def test_the_end_of_a_deal_has_a_phrase() -> None:
    m = match()
    play_deal(m)
    assert [e.kind for e in m.events][-1] == "result"
    assert m.events[-1].phrase == m.sheets[-1].result.headline


def test_who_does_not_watch_pays_for_no_events() -> None:
    m = Match(SCHNAPSEN, SCHNAPSEN.rules(), Source(SIM, 1))
    play_deal(m)
    assert m.events == []


def test_the_history_counts_the_events_before_each_action() -> None:
    m = match(DURAK)
    play_deal(m)
    ends: list[int] = []
    heard = m.heard(len(m.moves), ends)
    assert ends == sorted(ends)
    assert ends[0] == 1
    for to in (1, len(m.moves) // 2, len(m.moves) - 1):
        assert len(m.heard(to)) == ends[to] + 1, "and the result"
    assert m.heard(0)[-1].kind == heard[-1].kind == "result"


@pytest.mark.skipif(not isinstance(Match.heard, FunctionType), reason="a compiled call cannot be counted")
def test_the_history_looks_at_each_event_once(monkeypatch: pytest.MonkeyPatch) -> None:
    m = match(DURAK)
    play_deal(m)
    asked: list[Event] = []
    recalls = Match.recalls

    def counted(self: Match, event: Event) -> bool:
        asked.append(event)
        return recalls(self, event)

    monkeypatch.setattr(Match, "recalls", counted)
    m.heard(len(m.moves), [])
    assert len(asked) == len({id(event) for event in asked}) > len(m.moves)


# Options and notation


@pytest.mark.parametrize("given", [300, "300", "0300"])
def test_a_number_is_read_as_a_page_a_file_or_a_program_says_it(given: object) -> None:
    assert CHIMERA.rules({"limit": given}).options["limit"] == "300"


@pytest.mark.parametrize("given", [True, "true"])
def test_so_is_a_choice(given: object) -> None:
    assert CHIMERA.rules({"den_open": given}).options["den_open"] == "true"


@pytest.mark.parametrize(
    ("options", "seats", "key", "allowed"),
    [
        ({"limit": 0}, 0, "option_value", "1–999999999"),
        ({"limit": "-5"}, 0, "option_value", "1–999999999"),
        ({"limit": "²"}, 0, "option_value", "1–999999999"),
        ({"limit": 3.5}, 0, "option_value", "1–999999999"),
        ({"limit": None}, 0, "option_value", "1–999999999"),
        ({"limit": "9" * 5000}, 0, "option_value", "1–999999999"),
        ({"dealer": "nobody"}, 0, "option_value", "rotate | fixed | random"),
        ({"den_open": 1}, 0, "option_value", "false | true"),
        ({"colour": "red"}, 0, "option", "limit dealer"),
        ({}, 4, "seats", "3"),
        ({}, -1, "seats", "3"),
    ],
)
def test_options_that_do_not_exist(options: dict[str, object], seats: int, key: str, allowed: str) -> None:
    with pytest.raises(Refused) as refused:
        CHIMERA.rules(options, seats)
    assert refused.value.phrase.key == f"error.{key}"
    assert str(refused.value.phrase.args["allowed"]).startswith(allowed)


def test_an_option_needs_a_default() -> None:
    option = Option("limit", ["400", "300"], 1, 500)
    assert (option.default, option.kind) == ("400", "number")
    ages = Option("ages", ["drawn"], order=True)
    assert [ages.read(value) for value in ("drawn", "2,0,1", "0")] == ["drawn", "2,0,1", "0"]
    for value in ("2,0", "0,0", "1,2", "0,1,", "0 1", "-1,0", "", "0,01"):
        with pytest.raises(Refused, match=r"error\.option_value"):
            ages.read(value)
    assert Option("x", ["a", "b"]).kind == "choice"


@pytest.mark.parametrize(
    "text",
    ["draw", "lay S7 H7 C7", "add S7 to 12", "discard S7", "lay S7 S7 H7"],
)
def test_notation_is_written_as_it_is_read(text: str) -> None:
    rules = RUMMY.rules()
    assert RUMMY.write(rules, RUMMY.read(rules, text)) == text


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "notation"),
        ("   ", "notation"),
        ("fold", "notation"),
        ("lay S1", "card"),
        ("lay S7 to ²", "card"),
        ("add S7 to " + "9" * 5000, "card"),
        ("discard ٣", "card"),
    ],
)
def test_notation_that_says_nothing(text: str, key: str) -> None:
    with pytest.raises(Refused, match=rf"^error\.{key}"):
        RUMMY.read(RUMMY.rules(), text)
