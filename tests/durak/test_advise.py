"""What is said for a hint is true, for somebody who sees no other card than the seat does: worked out from the names of
the cards, by trying.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple

import pytest

from durak.positions import position, rules
from stich.games.durak.advise import CLUB
from stich.games.durak.bot import advise
from stich.games.durak.rules import GAME
from stich.games.durak.rules_cards import HAND, MOST, PAIR
from stich.games.durak.rules_state import Durak
from stich.kernel.action import Action, Phrase
from stich.kernel.cards import Cards, seats_of
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view

pytestmark = pytest.mark.once

RANKS = "23456789TJQKA"
WAYS: list[tuple[int, dict[str, object]]] = [
    (2, {}), (4, {}), (3, {"pack": 32, "throw_mode": "free"}),
    (2, {"first_attacker": "lowest_trump", "transfer_by_showing_trump": True}),
]  # fmt: skip
EVERY = {
    *("only", "show", "attack_last", "attack_sure", "attack_trump", "attack_several", "attack_low"),
    *("transfer", "transfer_show", "take_cannot", "take", "take_late", "beat", "beat_all"),
    *("throw", "throw_taken", "keep", "keep_taken", "wait", "beat_safe", "known", "ahead"),
}


class Said(NamedTuple):
    """A hint: the position with open cards, the seat that asked, the advised action, and the reason."""

    s: Durak
    seat: int
    legal: list[Action]
    action: Action
    why: Phrase

    def names(self, cards: Cards) -> list[str]:
        return [self.s.layout.pack.names[c] for c in cards]

    @property
    def trump(self) -> str:
        return "CSHD"[self.s.suit]

    @property
    def hand(self) -> list[str]:
        return self.names(self.s.zones[HAND + self.seat])

    @property
    def gone(self) -> bool:
        return self.s.talon_empty()

    def unbeaten(self) -> list[str]:
        pairs = [self.names(pair) for pair in self.s.zones[PAIR : PAIR + MOST]]
        return [pair[0] for pair in pairs if len(pair) == 1]

    def cards(self, name: str = "cards") -> list[str]:
        told = self.why.args[name]
        return self.names(told if isinstance(told, bytes) else bytes([int(told)]))


def beats(card: str, on: str, trump: str) -> bool:
    if card[0] == on[0]:
        return RANKS.index(card[1]) > RANKS.index(on[1])
    return card[0] == trump


def beaten_all(attack: list[str], cards: list[str], trump: str) -> bool:
    """Tell whether so many of these cards beat the attack, in some order."""
    return any(
        all(beats(card, on, trump) for card, on in zip(some, attack, strict=True))
        for some in permutations(cards, len(attack))
    )


def hints(seats: int, options: dict[str, object], deals: int) -> Iterator[Said]:
    """Let Club play deals against itself, and ask for a hint at every choice: it is Club's own."""
    for seed in range(deals):
        m = Match(GAME, rules(seats, **options), Source(SIM, seed))
        while m.deal.must():
            for seat in [*seats_of(m.deal.may()), m.deal.actor()]:
                legal, seen = m.deal.legal(seat), view(m.deal, seat)
                if not legal:
                    continue
                action, why = advise(seen, legal, quick(1))
                assert isinstance(seen.seen, Durak)
                assert action == CLUB.choose(seen, legal, quick(1))
                copied = m.deal.copy()
                assert isinstance(copied, Durak)
                yield Said(copied, seat, legal, action, why)
                if m.deal.must() >> seat & 1:
                    m.act(seat, action)
                    break


def is_true(said: Said) -> bool:
    """Judge a reason by the open cards."""
    key = said.why.key.removeprefix("durak.why.")
    s, trump, hand = said.s, said.trump, said.hand
    if "seat" in said.why.args:
        assert said.why.args["seat"] == (
            s.left_of(said.seat) if key.startswith("transfer") or key == "known" else s.defender
        )
    if key.startswith("attack"):
        return attack_is_true(key, said)
    fitting = [
        card for card in hand if card[1] in {face[1] for pair in s.zones[PAIR:HAND] for face in said.names(pair)}
    ]
    attack = said.unbeaten()
    best = beaten_all(attack, hand, trump)
    return {
        "only": lambda: len(said.legal) == 1,
        "show": lambda: said.action.verb == "show",
        "transfer": lambda: said.action.verb == "transfer" and set(said.cards()) <= set(hand),
        "transfer_show": lambda: said.action.verb == "show" and said.cards("card")[0][0] == trump,
        "take_cannot": lambda: said.action.verb == "take" and not best and said.cards() == attack,
        "take": lambda: said.action.verb == "take" and not said.gone and beaten_all(attack, said.cards(), trump),
        "take_late": lambda: said.action.verb == "take" and said.gone and beaten_all(attack, said.cards(), trump),
        "beat": lambda: is_least(said, attack),
        "beat_safe": lambda: said.gone and nothing_stops(said, attack),
        "ahead": lambda: said.gone and s.out.bit_count() <= s.layout.seats - 3,
        "known": lambda: said.gone and s.out.bit_count() == s.layout.seats - 2,
        "beat_all": lambda: len(attack) > 1 and beaten_all(attack, said.cards(), trump),
        "throw": lambda: said.action.verb == "throw" and not s.taking,
        "throw_taken": lambda: said.action.verb == "throw" and s.taking,
        "keep": lambda: said.action.verb == "pass" and not s.taking and said.cards() == fitting,
        "keep_taken": lambda: said.action.verb == "pass" and s.taking and said.cards() == fitting,
        "wait": lambda: s.unbeaten > 0 and not s.taking and said.cards("card")[0] in fitting,
    }[key]()


def nothing_stops(said: Said, attack: list[str]) -> bool:
    """Whatever others may add to it, all of it is beaten; what is left over then is of one rank."""
    s = said.s
    others = [c for at, seat in enumerate(range(s.layout.seats)) if seat != said.seat for c in said.names(s.hand(at))]
    table = [card for pair in s.zones[PAIR:HAND] for card in said.names(pair)]
    for spent in permutations(said.hand, len(attack)):
        if not all(beats(c, on, said.trump) for c, on in zip(spent, attack, strict=True)):
            continue
        rest = list(said.hand)
        for c in spent:
            rest.remove(c)
        ranks = {card[1] for card in [*table, *spent]}
        added = [c for c in others if c[1] in ranks] if s.count < s.limit and s.rules.throw_in and rest else []
        if len({card[1] for card in rest}) <= 1 and (
            not added or (len(rest) == 1 and all(beats(rest[0], c, said.trump) for c in added))
        ):
            return True
    return False


def attack_is_true(key: str, said: Said) -> bool:
    laid = said.names(said.s.phase.cards(said.s, said.seat, said.action))
    trumps = [card for card in said.hand if card[0] == said.trump]
    plain = [RANKS.index(card[1]) for card in said.hand if card[0] != said.trump]
    theirs = said.names(said.s.zones[HAND + said.s.defender])
    return {
        "attack_last": lambda: said.gone and sorted(laid) == sorted(said.hand),
        "attack_sure": lambda: (
            said.gone and not beaten_all(laid, theirs, said.trump) and laid[0][1] not in [card[1] for card in theirs]
        ),
        "attack_trump": lambda: len(trumps) == len(said.hand) and laid[0][1] == min(trumps, key=height)[1],
        "attack_several": lambda: len(laid) > 1 and not set(laid) & set(trumps) and laid == said.cards(),
        "attack_low": lambda: laid == said.cards("card") and RANKS.index(laid[0][1]) == min(plain),
    }[key]()


def height(card: str) -> int:
    return RANKS.index(card[1])


def is_least(said: Said, attack: list[str]) -> bool:
    """A card is the least that beats another one: no lower one of its suit, and no trump where a plain card does it."""
    able = [card for card in said.hand if beats(card, attack[0], said.trump)]
    least = min(able, key=lambda card: (card[0] == said.trump, height(card)))
    return len(attack) == 1 and said.cards("card") == [least] and said.cards() == attack


def test_reasons_hold_in_the_position() -> None:
    told = set()
    for seats, options in WAYS:
        for said in hints(seats, options, 8):
            key = said.why.key.removeprefix("durak.why.")
            told.add(key)
            assert is_true(said), (key, GAME.write(said.s.rules, said.action), said.hand, said.unbeaten())
    assert told <= EVERY
    assert EVERY - told <= {"attack_sure", "take_late", "transfer_show", "keep_taken", "beat_safe"}


@pytest.mark.parametrize(
    ("hands", "given", "seat", "key"),
    [
        (["S8 D9 C2", "ST H2 H3"], {}, 0, "attack_sure"),
        (["S8 D9", "CA ST", "HJ SJ"], {"attack": ["CK"]}, 1, "beat_safe"),
        (["S8 D9", "CA ST H3", "HJ SJ"], {"attack": ["CK"]}, 1, "take_late"),
        (["S9 D9", "C8 SA H3"], {"attack": ["H8"], "transfer_by_showing_trump": True}, 1, "transfer_show"),
        (["C4 CK", "H2 H3"], {"attack": ["S4"], "taking": True, "talon": "S2 D2", "turnup": "C7"}, 0, "keep_taken"),
    ],
)
def test_what_is_seldom_said(hands: list[str], given: dict[str, object], seat: int, key: str) -> None:
    m = position(*hands, **given)  # type: ignore[arg-type]
    legal = m.deal.legal(seat)
    action, why = advise(view(m.deal, seat), legal, quick(1))
    assert isinstance(m.deal, Durak)
    assert why.key == f"durak.why.{key}"
    assert is_true(Said(m.deal, seat, legal, action, why))
