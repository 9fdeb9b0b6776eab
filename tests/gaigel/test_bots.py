"""What Club does in Gaigel where anybody who has played it knows better than to do something else."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from gaigel.positions import position, rules
from stich.bots.trick import reason
from stich.games.gaigel.advise import advise
from stich.games.gaigel.club import Club
from stich.games.gaigel.judgement import count_of
from stich.games.gaigel.rules import GAME
from stich.games.gaigel.rules_cards import WORTH
from stich.kernel.chance import Chance, quick
from stich.kernel.match import Match
from stich.kernel.view import view

pytestmark = pytest.mark.once


def choice(m: Match, seat: int) -> str:
    return GAME.write(m.rules, Club().choose(view(m.deal, seat), m.deal.legal(seat), quick(1)))


def table(hand: str, trick: str = "", turn: int = 1, scored: Sequence[int] = (), out: str = "") -> Match:
    """Return a table of four with diamonds trump and a talon that lasts, at which seat `turn` has this hand; the others
    have cards that nobody has named, among them those that are to be `out`.
    """
    pack = rules(4).layout.pack
    left = list(pack.deck)
    for c in pack.read(f"{hand} {trick} DT"):
        left.remove(c)
    left.sort(key=lambda c: c not in pack.read(out))
    rest = [pack.write(bytes(left[i : i + 4])) for i in range(0, 20, 4)]
    hands = [hand if seat == turn else rest[seat] for seat in range(4)]
    return position(hands, trump="D", turnup="DT", talon=rest[4], trick=trick, turn=turn, scored=scored)


def test_an_ace_is_not_thrown_into_a_trick_that_the_partner_may_not_get() -> None:
    """The leader's partner plays before one's own."""
    assert choice(table("C9 CT HA HQ SJ", trick="SQ"), 1) != "play HA"


def test_an_ace_is_given_to_the_partner_whose_trick_nobody_can_take() -> None:
    m = table("HA C9 CJ HK S9", trick="CQ DA CA", turn=3)
    assert choice(m, 3) == "play HA"


@pytest.mark.parametrize(("trick", "does"), [("CA C9 CT", "play D"), ("CJ S9 H9", "play C9")])
def test_the_last_to_play_spends_a_trump_on_a_rich_trick_and_none_on_a_poor_one(trick: str, does: str) -> None:
    assert choice(table("DJ DQ C9 HK S9", trick=trick, turn=3, scored=[3]), 3).startswith(does)


@pytest.mark.parametrize(("hand", "does"), [("DK DQ SK SQ C9", "meld DQ DK"), ("SK SQ C9 HJ S9", "meld SQ SK")])
def test_a_pair_is_melded_at_once_the_trumps_first(hand: str, does: str) -> None:
    assert choice(table(hand, scored=[1]), 1) == does


def test_what_is_thrown_to_the_partner_is_not_said_to_be_left() -> None:
    """A player who throws an ace into a trick does not leave it to others: they hope that the partner takes it."""
    m = table("HA S9 SA HK ST", trick="SQ")
    count, pack = count_of(view(m.deal, 1)), m.rules.layout.pack
    options = pack.read("HA S9 SA HK ST")
    seats, side = [0, 1, 2, 3], 0b1010

    def why(card: str) -> str:
        return reason(count, WORTH, pack.read("SQ"), seats, side, options, pack.faces[card])[0]

    assert why("S9") == "leave"
    assert why("HA") == "best"
    action, told = advise(view(m.deal, 1), m.deal.legal(1), quick(1))
    assert told.key != "gaigel.why.leave" or WORTH[action.cards[0]] < 10


@pytest.mark.parametrize(
    ("hand", "trick", "plays"),
    [
        ("DA DT C9 HK S9", "CA C9 CT", "DT"),  # the ten wins as well, and only the ace may not be beaten later
        ("DA DT SQ ST HK", "SK HJ ST", "DT"),
        ("DA DT DJ HK SQ", "DK CA HT", "DT"),
        ("DT DJ DQ HQ S9", "CA C9 CT", "DT"),  # the ten may be lost later, but not in this trick
        ("HT HA C9 SQ SK", "HK HJ CQ", "HT HA"),
        ("CA CT SQ DK HJ", "CK CJ S9", "CT CA"),
    ],
)
def test_the_last_to_play_keeps_what_cannot_be_beaten(hand: str, trick: str, plays: str) -> None:
    """Both of two cards take the trick, which goes to the other side without them."""
    m = table(hand, trick=trick, turn=3, scored=[3], out="DA" if "DA" in hand else "DA DK")
    assert choice(m, 3).removeprefix("play ") in plays.split()


@pytest.mark.parametrize("hand", ["DT S9 H9 HK SQ", "DA CK CJ HJ SQ", "DA DT CJ H9 SK", "DT DK CQ HJ S9"])
def test_no_rich_trump_is_led_while_there_is_a_talon(hand: str) -> None:
    """Trumps are for tricks that others have filled."""
    assert choice(table(hand, scored=[1]), 1) not in ("play DT", "play DA")


@pytest.mark.parametrize("seed", range(25))
def test_whatever_else_lies_the_ten_of_trumps_is_spent_before_the_ace(seed: int) -> None:
    """The last to play, who takes with a trump; the other ace of trumps has not been seen."""
    chance = quick(seed)
    pack = rules(4).layout.pack
    plain = [name for name in pack.names if name[0] != "D"]
    rich = [name for name in plain if name[1] in "AT"]
    low = [str(chance_of(chance, [f"D{rank}" for rank in "KQJ"])), *[str(chance_of(chance, plain)) for _ in range(2)]]
    trick = [chance_of(chance, rich), chance_of(chance, rich), chance_of(chance, plain)]
    m = table(" ".join(["DA", "DT", *low]), trick=" ".join(trick), turn=3, scored=[3], out="DA")
    assert choice(m, 3) != "play DA"


def chance_of(chance: Chance, names: list[str]) -> str:
    """Take a name out of a list."""
    return names.pop(int(chance.below(len(names))))
