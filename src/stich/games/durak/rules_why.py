"""Why an action is refused in Durak, with the rule that forbids it."""

from __future__ import annotations

from stich.games.durak.rules_state import Durak, beside
from stich.games.durak.rules_table import PAIR
from stich.kernel.action import Action, Refused
from stich.kernel.cards import ONE, Card, Cards, Seat, holds


def why_not(s: Durak, seat: Seat, a: Action) -> Refused | None:
    """Return why an action is refused, by the rules of this game; None if no rule of its own says so."""
    phase = s.phase.name
    if a.cards and not holds(s.hand(seat), a.cards):
        return None
    if phase == "reveal":
        return Refused("error.durak.reveal") if a.verb == "show" else None
    if a.verb == "attack":
        return attack(s, a.cards) if phase == "open" else Refused("error.durak.attack_runs")
    if phase == "open":
        return Refused("error.durak.must_attack")
    if a.verb == "throw" and seat != s.defender:
        return throw(s, a.cards)
    if seat != s.defender:
        return Refused("error.durak.defender_only", {"seat": s.defender})
    if a.verb == "beat" and len(a.cards) == 1:
        return beat(s, a.to, a.cards[0])
    if a.verb == "transfer":
        return transfer(s, a.cards)
    if a.verb == "show":
        return show(s, a.cards)
    if a.verb in ("throw", "pass"):
        return Refused("error.durak.defender")
    return None


def not_asked(s: Durak, seat: Seat, a: Action) -> Refused | None:
    """Return the rule by which this seat cannot act now; None if it is simply the turn of others."""
    if s.out >> seat & 1:
        return Refused("error.durak.out")
    phase = s.phase.name
    if phase == "open":
        return Refused("error.durak.throw_open", {"seat": s.attacker}) if a.verb == "throw" else None
    if phase == "reveal" or seat == s.defender:
        return None
    asks = a.verb == "throw" or (a.verb == "pass" and phase != "defend")
    return not_throwing(s, seat) if asks else None


def not_throwing(s: Durak, seat: Seat) -> Refused | None:
    """§4.3 Return why a seat other than the defender may not throw in now."""
    if not s.rules.throw_in:
        return Refused("error.durak.throw_off")
    if s.rules.neighbours and not beside(s) >> seat & 1:
        return Refused("error.durak.throw_neighbours", {"seat": s.defender})
    if not s.hand(seat):
        return None
    if s.phase.name != "defend":
        return None if s.waiting >> seat & 1 else Refused("error.durak.passed")
    if s.count >= s.limit:
        return Refused("error.durak.full", {"seat": s.defender, "most": s.limit})
    return Refused("error.durak.throw_wait", {"seat": s.defender})


def attack(s: Durak, cards: Cards) -> Refused | None:
    """§4.1 Return why these cards cannot attack; None if they can."""
    if not cards:
        return Refused("error.durak.no_cards")
    if not one_rank(s, cards):
        return Refused("error.durak.one_rank", {"cards": cards})
    if len(cards) > s.limit:
        return Refused("error.durak.limit", {"n": len(cards), "most": s.limit, "seat": s.defender})
    return None


def one_rank(s: Durak, cards: Cards) -> bool:
    return len({c % s.rules.size for c in cards}) == 1


def throw(s: Durak, cards: Cards) -> Refused | None:
    """§4.3 Return why these cards cannot be thrown in; None if they can."""
    if not cards:
        return Refused("error.durak.no_cards")
    if len(cards) > 1:
        return Refused("error.durak.one_by_one")
    if not s.fitting >> cards[0] & 1:
        return Refused("error.durak.throw_rank", {"card": cards[0], "cards": lying(s)})
    return None


def lying(s: Durak) -> Cards:
    """Return all cards on the table."""
    return b"".join(s.zones[PAIR : PAIR + s.count])


def beat(s: Durak, on: int, c: Card) -> Refused | None:
    """§4.2 Return why c cannot beat the attack card `on`."""
    pairs = s.zones[PAIR : PAIR + s.count]
    if not 0 <= on < len(s.layout.pack.names) or ONE[on] not in pairs:
        return Refused("error.durak.not_open", {"cards": bytes([pair[0] for pair in pairs if len(pair) == 1])})
    trump = "beat_trump" if on // s.rules.size == s.suit else "beat"
    return Refused(f"error.durak.{trump}", {"card": c, "cards": ONE[on]})


def transfer(s: Durak, cards: Cards) -> Refused | None:
    """§4.2 Return why the attack cannot be passed on with these cards; None if it can."""
    if not s.rules.transfer:
        return Refused("error.durak.no_transfer")
    if not cards:
        return Refused("error.durak.no_cards")
    if not one_rank(s, cards + s.zones[PAIR][:1]):
        return Refused("error.durak.transfer_rank", {"cards": cards, "card": s.zones[PAIR][0]})
    return too_late(s) or too_many(s, len(cards))


def too_late(s: Durak) -> Refused | None:
    if s.unbeaten == s.count:
        return None
    return Refused("error.durak.mixed" if s.rules.after_beat else "error.durak.transfer_late")


def too_many(s: Durak, n: int) -> Refused:
    following = s.left_of(s.defender)
    return Refused("error.durak.room", {"seat": following, "n": s.count + n, "most": s.fits(following)})


def show(s: Durak, cards: Cards) -> Refused | None:
    """§7 `transfer_by_showing_trump`: return why this trump cannot be shown."""
    if not s.rules.by_showing or not s.rules.transfer:
        return Refused("error.durak.no_showing")
    if s.shown:
        return Refused("error.durak.shown")
    size = s.rules.size
    wanted = s.suit * size + s.zones[PAIR][0] % size
    if cards != ONE[wanted]:
        return Refused("error.durak.show_which", {"card": wanted})
    return too_late(s) or too_many(s, 0)
