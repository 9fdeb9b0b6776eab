"""Every option of the rule sheet's §8 does what it says there; and what no option changes, holds under all of them."""

from __future__ import annotations

import pytest

from farbe_und_wert.positions import at_value, rules, stacked, state
from moves import at_random, choices, deals_of, do
from stich.games.farbe_und_wert.rules import BY_COLOUR, BY_VALUE, FREE, GAME, OPTIONS, PACK
from stich.kernel.action import Action, Refused
from stich.kernel.cards import SPECTATOR
from stich.kernel.chance import quick
from stich.kernel.deal import DealResult, Setup
from stich.kernel.match import SIM, Match, Source
from stich.kernel.sample import sample
from stich.kernel.state import OVER
from stich.kernel.view import view

BLACK, RED = "S7 S8 S9 ST", "H7 H8 H9 HT"


def test_every_option_of_the_sheet_is_there() -> None:
    assert {o.name: o.values[:3] for o in OPTIONS} == {
        "stacks": ["two", "single"],
        "single_sequence": ["alternate", "free_choice", "colour_only"],
        "scoring": ["per_card", "colour1_value4"],
        "count_aside": ["false", "true"],
        "match_games": ["1", "2", "5"],
        "unit": ["1", "5", "10"],
    }


# -- §1 to §5


@pytest.mark.parametrize("stacks", ["two", "single"])
def test_seat_0_begins_and_then_they_take_turns_at_it(stacks: str) -> None:
    how = rules(match_games=3, stacks=stacks)
    assert {GAME.first(how, quick(n)).dealer for n in range(9)} == {1}
    m = Match(GAME, how, Source(SIM, 1))
    chance = quick(1)
    begun = [m.deal.turn]
    at_random(m, chance)
    while not m.over:
        m.next_deal()
        begun.append(m.deal.turn)
        at_random(m, chance)
    assert begun == [0, 1, 0]


def test_the_pack_is_half_black_and_half_red() -> None:
    s = state(Match(GAME, rules(), Source(SIM, 1)))
    assert [len(zone) for zone in s.zones] == [16, 0, 0, 16, 0, 0]
    assert sorted(PACK.names[c] for c in PACK.deck) == sorted(suit + value for suit in "CSHD" for value in "789TJQKA")
    assert sum(PACK.names[c][0] in "CS" for c in PACK.deck) == sum(PACK.names[c][0] in "HD" for c in PACK.deck) == 16


def test_black_is_clubs_and_spades_and_each_value_is_its_own() -> None:
    """§2, §4: every guess at every card."""
    for card in (PACK.names[c] for c in PACK.deck):
        for guess, right in (("black", card[0] in "CS"), ("red", card[0] in "HD")):
            s = state(do(stacked("", card), f"0 {guess}"))
            assert PACK.faces[card] in s.zones[s.rules.captured_by(0) if right else s.rules.aside_of(0)]
        for value in "789TJQKA":
            s = state(do(at_value(stacked("", card)), f"0 value {value}"))
            where = s.rules.captured_by(0) if value == card[1] else s.rules.aside_of(0)
            assert s.zones[where] == bytes([PACK.faces[card]])


def test_the_other_one_guesses_at_the_first_one_s_stack() -> None:
    """§4.3, §9: the same procedure, with the owner's place for what was wrong."""
    m = do(stacked("H7 H8", "S7 S8"), "0 red", "0 value 8", "1 black", "1 value 8")
    assert {m.deal.layout.ids[at]: PACK.write(zone) for at, zone in enumerate(m.deal.zones) if len(zone) < 9} == {
        "captured.0": "S8",
        "aside.0": "H7",
        "captured.1": "H8",
        "aside.1": "S7",
    }


@pytest.mark.parametrize("stacks", ["two", "single"])
def test_nobody_sees_a_card_before_it_is_turned_not_even_its_owner(stacks: str) -> None:
    m = Match(GAME, rules(stacks=stacks), Source(SIM, 5))
    chance = quick(2)
    while m.deal.must():
        keys = [view(m.deal, eye).key()[1:4] + view(m.deal, eye).key()[5:] for eye in (0, 1, SPECTATOR)]
        assert keys[0] == keys[1] == keys[2]
        acts = m.deal.legal(m.deal.turn)
        m.act(m.deal.turn, acts[chance.below(len(acts))])


@pytest.mark.parametrize("stacks", ["two", "single"])
def test_what_is_left_may_lie_in_any_order(stacks: str) -> None:
    """§3: samples know only the size of a stack; cards that were turned stay where they are."""
    m = do(stacked("S7 S8 S9", stacks=stacks), "0 red") if stacks == "single" else stacked(BLACK, RED)
    s = state(m)
    piles = sorted({s.rules.stack_of(0), s.rules.stack_of(1)})
    for eye in (0, 1, SPECTATOR):
        tops = set()
        for n in range(300):
            drawn = sample(view(s, eye), quick(n))
            assert [len(z) for z in drawn.zones] == [len(z) for z in s.zones]
            assert [z for at, z in enumerate(drawn.zones) if at not in piles] == [
                z for at, z in enumerate(s.zones) if at not in piles
            ]
            tops.add(drawn.zones[piles[0]][-1])
        assert len(tops) == sum(len(s.zones[at]) for at in piles)


def test_a_card_is_shown_only_when_it_is_turned() -> None:
    m = stacked(BLACK, RED)
    m.watched, m.deal.log = True, m.events
    for _ in range(8):
        m.events.clear()
        top = state(m).zones[state(m).rules.stack_of(m.deal.turn)][-1]
        do(m, f"{m.deal.turn} {choices(m, m.deal.turn)[0]}")
        told = {e.card for e in m.events if e.phrase is None} | {
            e.phrase.args["card"] for e in m.events if e.phrase is not None and "card" in e.phrase.args
        }
        assert told == {top}


def test_what_may_be_guessed_does_not_depend_on_what_has_been_turned() -> None:
    m = stacked("", "C7 S7 H7 D7 " + BLACK.replace("S7 ", ""))
    for _ in range(4):
        do(m, "0 black")
        assert choices(m, 0) == [f"value {value}" for value in "789TJQKA"]
        do(m, "0 value 7", "1 red", "1 value A")
        assert choices(m, 0) == ["black", "red"]


def test_each_card_is_turned_once_and_two_a_turn() -> None:
    m = stacked(BLACK, RED)
    turns = []
    while m.deal.must():
        turns.append((m.deal.turn, m.deal.phase.name))
        do(m, f"{m.deal.turn} {'black' if m.deal.phase is BY_COLOUR else 'value 7'}")
    assert turns == [(seat, step) for _ in range(8) for seat in (0, 1) for step in ("colour", "value")]
    assert sum(len(state(m).captured(seat)) + len(m.deal.zones[state(m).rules.aside_of(seat)]) for seat in (0, 1)) == 32


def test_a_card_is_turned_before_it_goes_where_it_belongs() -> None:
    m = stacked(BLACK, RED)
    m.watched, m.deal.log = True, m.events
    do(m, "0 black", "0 value 8")
    assert [(e.kind, PACK.names[e.card], m.deal.layout.ids[e.dst]) for e in m.events if e.phrase is None] == [
        ("show", "H7", "stack.1"),
        ("move", "H7", "aside.1"),
        ("show", "H8", "stack.1"),
        ("move", "H8", "captured.0"),
    ]
    assert state(m).turned == PACK.faces["H8"]


# -- §8 a single stack


def test_with_a_single_stack_a_player_goes_on_until_a_wrong_guess() -> None:
    m = stacked("S7 S8 H9 HT SJ", stacks="single")
    s = state(m)
    assert [len(zone) for zone in s.zones] == [32, 0, 0, 0]
    do(m, "0 black")
    assert (s.turn, s.phase) == (0, BY_VALUE)
    do(m, "0 value 8")
    assert (s.turn, s.phase) == (0, BY_COLOUR)
    do(m, "0 black")
    assert (s.turn, s.phase) == (1, BY_COLOUR)
    assert [PACK.write(zone) for zone in s.zones[1:]] == ["H9", "S7 S8", ""]
    do(m, "1 red", "1 value 7")
    assert (s.turn, s.phase) == (0, BY_COLOUR), "a new turn begins with a colour"


def test_free_choice() -> None:
    m = stacked("S7 S8 H9 HT SJ", stacks="single", single_sequence="free_choice")
    for move, turn in (("0 value 7", 0), ("0 value 8", 0), ("0 red", 0), ("0 black", 1), ("1 value J", 1)):
        do(m, move)
        assert (m.deal.turn, m.deal.phase) == (turn, FREE)
        assert len(choices(m, turn)) == 10


def test_colour_only() -> None:
    m = stacked("S7 S8 H9 HT SJ", stacks="single", single_sequence="colour_only")
    for move, turn in (("0 black", 0), ("0 black", 0), ("0 red", 0), ("0 black", 1), ("1 red", 0)):
        do(m, move)
        assert (m.deal.turn, choices(m, turn)) == (turn, ["black", "red"])


@pytest.mark.parametrize("sequence", ["free_choice", "colour_only"])
def test_two_stacks_have_a_sequence_of_their_own(sequence: str) -> None:
    m = do(stacked(BLACK, RED, single_sequence=sequence), "0 red")
    assert m.deal.phase is BY_VALUE


@pytest.mark.parametrize("right", [True, False])
def test_a_single_stack_ends_the_game_in_the_middle_of_a_turn(right: bool) -> None:
    m = stacked("S7", stacks="single")
    s = state(m)
    s.zones[1], s.zones[0] = s.zones[0][:-1], s.zones[0][-1:]
    do(m, "0 black" if right else "0 red")
    assert (s.phase, m.over) == (OVER, True)
    assert m.scores == ((1, -1) if right else (0, 0))


# -- §6, §8 what counts


def game(*moves: str, **options: object) -> tuple[int, ...]:
    """Return the points of a game in which only these guesses are made, at cards all black, then all red."""
    m = stacked("C7 C8 C9 CT", "H7 H8 H9 HT", **options)
    do(m, *moves)
    m.deal.phase = OVER
    result: DealResult = m.deal.result()
    return result.points


GUESSES = ("0 red", "0 value 8", "1 black", "1 value 7", "0 red", "0 value 7", "1 red", "1 value T")


@pytest.mark.parametrize(
    ("options", "net"),
    [
        ({}, 1),  # seat 0: two colours, a value; seat 1: a colour, a value
        ({"scoring": "colour1_value4"}, 1),
        ({"count_aside": "true"}, 2),  # wrong guesses of the opponent: two of mine, one of theirs
        ({"unit": 10}, 10),
        ({"unit": 10, "scoring": "colour1_value4", "count_aside": "true"}, 20),
    ],
)
def test_what_counts(options: dict[str, object], net: int) -> None:
    assert game(*GUESSES, **options) == (net, -net)


def test_a_value_is_worth_four_colours() -> None:
    assert game("0 black", "0 value 8", "1 black", "1 value 7", scoring="colour1_value4") == (3, -3)


def test_both_ways_to_count_go_with_either_stack() -> None:
    """§8: the scoring can be combined with both stack modes."""
    moves = ("0 black", "0 value 8", "0 red", "1 red")  # two right, one wrong; one wrong
    for scoring, net in (("per_card", 2), ("colour1_value4", 5)):
        for sequence in ("alternate", "free_choice"):
            m = stacked("S7 S8 S9 ST", stacks="single", single_sequence=sequence, scoring=scoring, unit=10)
            do(m, *moves)
            m.deal.phase = OVER
            assert m.deal.result().points == (10 * net, -10 * net)
    m = stacked("S7 S8 S9 ST", stacks="single", single_sequence="colour_only", scoring="colour1_value4")
    do(m, "0 black", "0 black", "0 red", "1 black")
    m.deal.phase = OVER
    assert m.deal.result().points == (1, -1)


def test_aside_cards_of_both_kinds_count_one_each() -> None:
    """§8: what is kept counts for its owner, beside a value's four."""
    options = {"scoring": "colour1_value4", "count_aside": "true"}
    assert game("0 black", "0 value 8", "1 red", "1 value 7", **options) == (4 + 2 - 1, 1 - 4 - 2)


def test_a_draw() -> None:
    """§7: equal is a draw, in a game and in a match."""
    m = do(stacked("C7 C8", "H7 H8"), "0 red", "0 value A", "1 black", "1 value A")
    m.deal.phase = OVER
    result = m.deal.result()
    assert (result.points, result.headline.key, result.headline.args) == (
        (0, 0),
        "farbe_und_wert.event.draw",
        {"n": 1},
    )


def test_cards_laid_aside_without_an_owner_do_not_count() -> None:
    m = do(stacked(RED, stacks="single", count_aside="true"), "0 black", "1 black")
    m.deal.phase = OVER
    assert m.deal.result().points == (0, 0)


def test_the_lines_of_the_sheet_say_what_is_paid_for_what() -> None:
    m = do(stacked("C7 C8 C9 CT", "H7 H8 H9 HT"), *GUESSES)
    m.deal.phase = OVER
    result = m.deal.result()
    assert [(line.seat, line.key.rpartition(".")[2], line.n, line.count) for line in result.why] == [
        (0, "captured", 3, 3),
        (1, "captured", 2, 2),
        (0, "paid", -2, 2),
        (1, "paid", -3, 3),
    ]
    assert result.headline.key == "farbe_und_wert.event.win"
    assert result.headline.args == {"seat": 0, "n": 1, "more": 3, "less": 2}
    assert [tally.n for tally in result.tallies] == [3, 2]


# -- §7 the match


@pytest.mark.parametrize("games", [1, "2", 5, "100"])
def test_match_games(games: object) -> None:
    how = rules(match_games=games)
    n = int(str(games))
    assert GAME.winners(how, Setup(n, 1, (0, 0)), (3, -3)) == 1
    assert GAME.winners(how, Setup(n, 1, (0, 0)), (0, 0)) == 3, "a draw"
    if n > 1:
        assert GAME.winners(how, Setup(n - 1, 1, (0, 0)), (9, -9)) == 0


def test_the_games_of_a_match_add_up() -> None:
    m = Match(GAME, rules(match_games=3), Source(SIM, 9))
    nets = [deal.sheets[-1].result.points[0] for deal in deals_of(m, quick(4))]
    assert m.scores == (sum(nets), -sum(nets))
    assert m.winners == (1 if sum(nets) > 0 else 2 if sum(nets) < 0 else 3)


def test_notation() -> None:
    """§11."""
    for text in ("black", "red", *(f"value {value}" for value in "789TJQKA")):
        assert GAME.write(rules(), GAME.read(rules(), text)) == text


# -- refusals


def refusal(m: Match, seat: int, text: str) -> tuple[str, dict[str, object]]:
    before = (list(m.deal.zones), m.deal.turn, m.deal.phase)
    with pytest.raises(Refused) as refused:
        m.act(seat, GAME.read(m.rules, text))
    assert (list(m.deal.zones), m.deal.turn, m.deal.phase) == before
    return refused.value.phrase.key, dict(refused.value.phrase.args)


def test_refusals_say_what_is_guessed_now() -> None:
    m = stacked(BLACK, RED)
    values = {"allowed": "7 8 9 T J Q K A"}
    assert refusal(m, 1, "black") == ("error.not_your_turn", {"seats": b"\0"})
    assert refusal(m, 0, "value K") == ("error.farbe_und_wert.colour", {})
    m = at_value(stacked(BLACK, RED))
    assert refusal(m, 0, "red") == ("error.farbe_und_wert.value", values)
    for wrong in ("value", "value 6", "value 10", "value K K", "value SK", "value TJ"):
        assert refusal(m, 0, wrong) == ("error.farbe_und_wert.which", values)
    assert refusal(m, 0, "blue")[0] == "error.notation"
    with pytest.raises(Refused, match=r"error\.farbe_und_wert\.which"):
        m.act(0, Action("value", b"", 8))
    with pytest.raises(Refused, match=r"error\.not_held|error\.illegal"):
        m.act(0, Action("value", b"\3", 3))
