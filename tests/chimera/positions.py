"""Chimera positions for tests, built from the tokens of the rule sheet: 1…12, H, P, C."""

from __future__ import annotations

from collections.abc import Sequence

from stich.games.chimera.rules import GAME
from stich.games.chimera.rules_cards import DEN, EACH, HAND, PACK, ChimeraRules
from stich.games.chimera.rules_combinations import TYPES
from stich.games.chimera.rules_phases_play import PLAY
from stich.games.chimera.rules_state import Chimera
from stich.kernel.deal import Setup
from stich.kernel.match import SIM, Match, Source
from stich.parts import climb
from stich.parts.climb.pack import rank

TOKENS = [*map(str, range(1, 13)), "H", "P", "C"]


class Table:
    """Deals out physical cards for tokens, each only once."""

    def __init__(self) -> None:
        self.left = list(PACK.deck)

    def take(self, tokens: Sequence[str]) -> bytes:
        out = []
        for token in tokens:
            face = next(c for c in self.left if TOKENS[rank(c)] == token)
            self.left.remove(face)
            out.append(face)
        return bytes(out)

    def fill(self, hand: bytes, size: int) -> bytes:
        more, self.left = self.left[: size - len(hand)], self.left[size - len(hand) :]
        return bytes(sorted(hand + bytes(more)))


def rules(**options: object) -> ChimeraRules:
    made = GAME.rules(dict(options))
    assert isinstance(made, ChimeraRules)
    return made


def match_at(state: Chimera) -> Match:
    """Return a match whose current deal is this state."""
    m = Match(GAME, state.rules, Source(SIM, 1))
    m.setup = state.setup
    m.scores = state.setup.scores
    m.deal = state
    return m


def play_state(
    how: ChimeraRules, hands: Sequence[bytes], chimera: int, bid: int = 20, turn: int | None = None
) -> Chimera:
    """Return a state in the play phase, with the rest of the pack lying in the den, out of everybody's way."""
    s = Chimera(how)
    s.clear(Setup(1, 0, (0, 0, 0)))
    for seat, hand in enumerate(hands):
        s.zones[HAND + EACH * seat] = bytes(sorted(hand))
    held = b"".join(hands)
    s.zones[DEN] = bytes(c for c in PACK.deck if c not in held)
    s.bid, s.high, s.chimera = bid, chimera, chimera
    s.turn = chimera if turn is None else turn
    s.phase = PLAY
    return s


def reading(how: ChimeraRules, cards: bytes, declared: Sequence[object]) -> int:
    """Return the move that [type, rank, length] declares for these cards; a move of no such cards if there is none."""
    for move in climb.readings(climb.planes(bytes(map(rank, cards))), how.table, climb.scratch()):
        if [TYPES[climb.kind(move)], climb.rank(move), climb.length(move)] == list(declared):
            return move
    return 1
