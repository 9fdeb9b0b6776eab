"""Chimera positions for the bots' tests, in the tokens of the rule sheet: 1…12, H, P, C."""

from __future__ import annotations

from stich.bots import bot
from stich.games.chimera.rules import GAME
from stich.games.chimera.rules_cards import EACH, HAND, PACK, WON, ChimeraRules
from stich.games.chimera.rules_phases_play import PLAY
from stich.games.chimera.rules_state import Chimera
from stich.kernel.action import Action
from stich.kernel.cards import Cards
from stich.kernel.chance import quick
from stich.kernel.deal import Setup
from stich.kernel.view import view
from stich.parts.climb.pack import rank

TOKENS = [*map(str, range(1, 13)), "H", "P", "C"]


def table(hands: list[str], chimera: int, plays: list[str], turn: int, bid: int = 20) -> Chimera:
    """Return the state after `plays`, each "seat tokens" or "seat pass"; now it is the turn of `turn`.

    hands: of each seat before these plays, the first of which is a lead. All other cards have been played and lie on
    the Chimera's pile.
    """
    rules = GAME.rules()
    assert isinstance(rules, ChimeraRules)
    s = Chimera(rules)
    s.clear(Setup(1, 0, (0, 0, 0)))
    left = list(PACK.deck)
    for i in range(3):
        s.zones[HAND + EACH * i] = take(left, hands[i])
    s.zones[WON + EACH * chimera] = bytes(left)
    s.bid, s.high, s.chimera, s.played = bid, chimera, chimera, 0b111
    s.phase = PLAY
    s.turn = int(plays[0].split()[0]) if plays else turn
    for play in plays:
        seat, tokens = play.split(maxsplit=1)
        assert int(seat) == s.turn
        act(s, tokens)
    assert s.turn == turn
    return s


def take(left: list[int], tokens: str) -> Cards:
    """Take cards out of what is left of the pack."""
    out = []
    for token in tokens.split():
        face = next(c for c in left if TOKENS[rank(c)] == token)
        left.remove(face)
        out.append(face)
    return bytes(sorted(out))


def act(s: Chimera, tokens: str) -> None:
    """Play what the tokens say, as the match would: only if it is legal."""
    if tokens == "pass":
        action = Action("pass")
    else:
        cards = take(list(s.hand(s.turn)), tokens)
        action = s.phase.canon(s, s.turn, Action("play", cards))
        assert action.to in s.rules.lister.readings(cards)
    assert action in s.legal(s.turn)
    s.apply(s.turn, action)


def choice(s: Chimera, level: str = "club", seed: int = 1) -> str:
    """Return what a bot does here, in tokens."""
    seat = s.actor()
    legal = s.legal(seat)
    chosen = bot(GAME, level).choose(view(s, seat), legal, quick(seed))
    assert s.phase.canon(s, seat, chosen) in legal
    cards = s.phase.cards(s, seat, chosen)
    return " ".join([TOKENS[rank(c)] for c in cards]) or chosen.verb
