"""Durak positions for tests, in the notation of the cards."""

from __future__ import annotations

from collections.abc import Sequence

import moves
from stich.games.durak.rules import GAME
from stich.games.durak.rules_cards import DISCARD, HAND, MOST, PAIR, TALON, TRUMPS, TURNUP, DurakRules
from stich.games.durak.rules_phases_bout import DEFEND, OPEN, ask_throwers, begin_bout
from stich.games.durak.rules_state import Durak
from stich.kernel.action import Phrase
from stich.kernel.cards import Seat
from stich.kernel.deal import Deck
from stich.kernel.match import GIVEN, Match, Source

OTHERS = ["C3 C5 D3 D5", "S3 S5 D4 D6", "H3 H5 S4 S6"]


def rules(seats: int = 2, **options: object) -> DurakRules:
    made = GAME.rules(dict(options), seats)
    assert isinstance(made, DurakRules)
    return made


def state(m: Match) -> Durak:
    assert isinstance(m.deal, Durak)
    return m.deal


def dealt(seats: int, first: str = "", dealer: Seat = 0, **options: object) -> Match:
    """Return a match whose deals begin with these cards, dealt one at a time from the dealer's left; the rest follows
    in the pack's order.
    """
    how = rules(seats, **options)
    left = bytearray(how.layout.deck)
    top = how.layout.pack.read(first)
    for c in top:
        left.remove(c)
    return Match(GAME, how, Source(GIVEN, decks=[(dealer, Deck(top + bytes(left)))] * 9), watched=True)


def position(
    *hands: str,
    attack: Sequence[str] = (),
    trump: str = "C",
    talon: str = "",
    turnup: str = "",
    attacker: Seat = 0,
    taking: bool = False,
    out: Sequence[Seat] = (),
    first: bool = False,
    **options: object,
) -> Match:
    """Return a match in which these hands are held, and all cards that are named nowhere are out of play.

    attack: each attack card, followed by the card that beats it. All were laid by the attacker, whose hand is what is
    left, and beaten by the defender. talon: in drawing order. first: the first bout.
    """
    seats = len(hands)
    m = dealt(seats, "", 0, **options)
    s = state(m)
    read = s.layout.pack.read
    s.zones = [b""] * s.layout.size
    for seat, hand in enumerate(hands):
        s.zones[HAND + seat] = bytes(sorted(read(hand)))
    s.zones[TURNUP], s.zones[TALON] = read(turnup), read(talon)[::-1]
    s.out = sum(1 << seat for seat in out)
    s.suit = "CSHD".index(trump)
    s.trump = TRUMPS[s.suit]
    lie = [read(pair) for pair in attack]
    left = list(s.layout.deck)
    for c in b"".join([*s.zones, *lie]):
        left.remove(c)
    s.zones[DISCARD] = bytes(left)
    s.bouts, s.stall, s.drift, s.waiting = (0 if first else 1), 0, b"", 0
    begin_bout(s, attacker)
    give_back(s, lie)
    for cards in lie:
        s.lay_attack(attacker, cards[:1])
    for at, cards in enumerate(lie):
        for c in cards[1:]:
            s.put_down(s.defender, c, PAIR + at)
            s.unbeaten -= 1
    s.phase, s.turn = (DEFEND, s.defender) if lie else (OPEN, attacker)
    s.taking = taking
    if lie and (taking or s.unbeaten == 0):
        ask_throwers(s)
    m.events.clear()
    return m


def give_back(s: Durak, lie: Sequence[bytes]) -> None:
    """Put the cards that will lie on the table into the hands from which they are laid."""
    for cards in lie:
        for seat, some in ((s.attacker, cards[:1]), (s.defender, cards[1:])):
            s.zones[HAND + seat] = bytes(sorted(s.zones[HAND + seat] + some))
    s.limit = s.fits(s.defender)


def do(m: Match, *given: str) -> Durak:
    """Do moves in the notation, as `moves.do`; return the state."""
    return state(moves.do(m, *given))


def legal(m: Match, seat: Seat, verb: str = "") -> list[str]:
    """Return what a seat may do, with the cards that are proposed where none are listed; sorted."""
    s = state(m)
    out = [a if a.cards else type(a)(a.verb, s.phase.cards(s, seat, a), a.to) for a in s.legal(seat)]
    return sorted(GAME.write(m.rules, a) for a in out if not verb or a.verb == verb)


def cards(m: Match, phrase: Phrase) -> dict[str, object]:
    """Return what a phrase says, with cards by their names."""
    out: dict[str, object] = {}
    for name, value in phrase.args.items():
        faces = value if isinstance(value, bytes) else bytes([int(value)]) if name == "card" else None
        out[name] = m.rules.layout.pack.write(faces) if faces is not None and name != "seats" else value
    return out


def refusal(m: Match, move: str) -> tuple[str, dict[str, object]]:
    """Return why a move is refused, and what the reason says, with cards by their names; it changes nothing."""
    phrase = moves.refused(m, move)
    return phrase.key, cards(m, phrase)


def hand(m: Match, seat: Seat) -> str:
    return state(m).layout.pack.write(state(m).hand(seat))


def pairs(m: Match) -> list[str]:
    """Return what lies on the table."""
    return [m.rules.layout.pack.write(pair) for pair in m.deal.zones[PAIR : PAIR + MOST] if pair]


def said(m: Match) -> list[str]:
    """Return the keys of all that was said so far, without the game's name."""
    return [e.phrase.key.removeprefix("durak.") for e in m.events if e.phrase is not None]
