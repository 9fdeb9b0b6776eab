"""Dou Dizhu positions for tests: hands by ranks, "3 3 T J 2 b B", where b and B are the jokers."""

from __future__ import annotations

from collections.abc import Sequence

from stich.games.doudizhu.rules import GAME
from stich.games.doudizhu.rules_cards import EACH, HAND, WON, DouDizhuRules
from stich.games.doudizhu.rules_phases import PLAY
from stich.games.doudizhu.rules_state import DouDizhu
from stich.kernel.deal import Deck, Setup
from stich.kernel.match import GIVEN, SIM, Match, Source
from stich.parts import climb
from stich.parts.climb.pack import counted, rank

TOKENS = "3456789TJQKA2bB"


def rules(**options: object) -> DouDizhuRules:
    made = GAME.rules(dict(options))
    assert isinstance(made, DouDizhuRules)
    return made


class Table:
    """Deals out physical cards for ranks, each only once."""

    def __init__(self) -> None:
        self.left = list(range(54))

    def take(self, ranks: str) -> bytes:
        out = []
        for token in ranks.split():
            face = next(c for c in self.left if TOKENS[rank(c)] == token)
            self.left.remove(face)
            out.append(face)
        return bytes(sorted(out))


def start(how: DouDizhuRules, dealer: int = 2, deals: int = 9) -> Match:
    """Return a match with the pack in the order of its faces in every deal; seat 0 speaks first in the first one."""
    decks = [((dealer + n) % 3, Deck(how.layout.deck)) for n in range(deals)]
    return Match(GAME, how, Source(GIVEN, decks=decks), watched=True)


def at_play(
    how: DouDizhuRules, hands: Sequence[str], landlord: int = 0, turn: int | None = None, bid: int = 1, last: str = ""
) -> Match:
    """Return a match in which these hands are being played; what lies nowhere else was played before.

    last: the play that lies there, made by the seat before `turn`.
    """
    table = Table()
    s = DouDizhu(how)
    s.clear(Setup(1, (landlord - 1) % 3, (0, 0, 0)))
    trick = table.take(last)
    for seat, hand in enumerate(hands):
        s.zones[HAND + EACH * seat] = table.take(hand)
    s.zones[1] = trick
    s.zones[WON] = bytes(table.left)
    s.landlord = s.high = landlord
    s.bid = bid
    s.turn = landlord if turn is None else turn
    s.turns = (1, 1, 1)
    if last:
        [s.last, *_] = how.lister.readings(trick)
        s.holder = (s.turn - 1) % 3
        s.plays = ((s.holder, len(trick), climb.kind(s.last), climb.rank(s.last), climb.length(s.last)),)
    s.phase = PLAY
    m = Match(GAME, how, Source(SIM, 1))
    m.setup = s.setup
    m.scores = s.setup.scores
    m.deal = s
    return m


def state(m: Match) -> DouDizhu:
    assert isinstance(m.deal, DouDizhu)
    return m.deal


def hand(ranks: str) -> int:
    """Return a hand as the core counts."""
    return int(counted(Table().take(ranks)))
