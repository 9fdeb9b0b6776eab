"""Positions of Écarté for tests, written with the names of the cards."""

from __future__ import annotations

from moves import refused
from stich.games.ecarte.rules import GAME
from stich.games.ecarte.rules_cards import AWAY, EACH, HAND, PACK, STOCK, TRICK, TURNUP, EcarteRules
from stich.games.ecarte.rules_phases import CLAIM, PLAY
from stich.games.ecarte.rules_state import Ecarte
from stich.kernel.cards import Seat
from stich.kernel.deal import Deck, Setup
from stich.kernel.match import GIVEN, SIM, Match, Source
from stich.kernel.state import Phase

Scores = tuple[int, ...]


def rules(**options: object) -> EcarteRules:
    made = GAME.rules(dict(options))
    assert isinstance(made, EcarteRules)
    return made


def state(m: Match) -> Ecarte:
    assert isinstance(m.deal, Ecarte)
    return m.deal


def position(
    first: str,
    second: str,
    phase: Phase[Ecarte] = PLAY,
    turnup: str = "H7",
    turn: Seat = 1,
    scores: Scores = (0, 0),
    stock: int = 21,
    trick: str = "",
    **options: object,
) -> Match:
    """Return a match in which seat 0 deals and holds the first hand; of the cards left over the first ones (clubs, from
    the seven on) are the top of the stock, and what is too much for it has been laid away by the dealer.
    """
    m = Match(GAME, rules(**options), Source(SIM, 1))
    s = Ecarte(rules(**options))
    s.clear(Setup(1, 0, scores))
    s.zones[HAND], s.zones[HAND + EACH] = (bytes(sorted(PACK.read(hand))) for hand in (first, second))
    s.zones[TURNUP], s.zones[TRICK] = PACK.read(turnup), PACK.read(trick)
    rest = bytes(c for c in PACK.deck if c not in b"".join(s.zones))
    s.zones[STOCK], s.zones[AWAY] = rest[:stock][::-1], rest[stock:]
    s.turnup, s.turn, s.phase = s.zones[TURNUP][0], turn, phase
    if phase is CLAIM:
        s.ask(3)
    m.deal, m.setup, m.scores = s, s.setup, scores
    return m


def dealt(first: str, second: str, turnup: str, scores: Scores = (0, 0), stock: str = "", **options: object) -> Match:
    """Return a match whose first deal is dealt by seat 0, who gets the first hand. stock: its top cards."""
    hands = PACK.read(first), PACK.read(second)
    top = hands[1][:3] + hands[0][:3] + hands[1][3:] + hands[0][3:] + PACK.read(turnup) + PACK.read(stock)
    deck = Deck(top + bytes(c for c in PACK.deck if c not in top))
    m = Match(GAME, rules(**options), Source(GIVEN, decks=[(0, deck)] * 3))
    if scores != (0, 0):
        m.stand_at(Setup(1, 0, scores), deck, b"", [])
        m.scores = scores
    return m


def refusal(m: Match, seat: Seat, text: str) -> tuple[str, dict[str, object]]:
    """Return why a move is refused, with cards by their names."""
    phrase = refused(m, f"{seat} {text}")
    args = phrase.args
    named = {name: PACK.write(value) if isinstance(value, bytes) else value for name, value in args.items()}
    if isinstance(named.get("card"), int):
        named["card"] = PACK.names[int(str(named["card"]))]
    return phrase.key, dict(named)
