"""What beats an attack card of Durak and what passes the attack on, and why it may not be done (§4.2, §7)."""

from __future__ import annotations

from mypy_extensions import i64

from stich.games.durak.rules_cards import BEAT, FACES, PAIR, SHOW
from stich.games.durak.rules_several import add_of_one_rank, one_rank
from stich.games.durak.rules_state import Durak
from stich.kernel.action import Action, Refused
from stich.kernel.cards import ONE, Card, Cards


def add_beats(out: list[Action], s: Durak, hand: Cards) -> None:
    """§4.2 Each card that beats an uncovered attack card."""
    beaten = s.rules.kind.contracts[s.suit].beaten
    beats = BEAT
    zones = s.zones
    single = s.layout.single
    size: i64 = len(hand)
    mask: i64 = 0
    i: i64 = 0
    c: i64 = 0
    last: i64 = -1
    for at in range(PAIR, PAIR + s.count):
        pair = zones[at]
        if len(pair) > 1 or (not single and stands_before(s, at, pair)):
            continue
        attack = FACES * pair[0]
        mask = beaten[pair[0]]
        i = 0
        last = -1
        while i < size:
            c = hand[i]
            if c != last and (mask >> c) & 1:
                out.append(beats[attack + c])
            last = c
            i += 1


def stands_before(s: Durak, at: int, pair: Cards) -> bool:
    """Tell whether an equal card that is not beaten lies in a place before this one."""
    for other in range(PAIR, at):
        if s.zones[other] == pair:
            return True
    return False


def add_transfers(out: list[Action], s: Durak, hand: Cards) -> None:
    """§4.2 Cards of the attack's rank, as long as nothing is beaten and everything fits the next player's hand.

    §7 A trump of that rank may be shown instead, once in a bout.
    """
    same = may_pass_on(s)
    if same == 0:
        return
    room = s.fits(s.left_of(s.defender)) - s.count
    if room > 0:
        add_of_one_rank(out, s, hand, room, "transfer", s.rules.kind.transfer, same)
    if s.rules.by_showing and not s.shown and room >= 0:
        size = s.rules.size
        c = s.suit * size + s.zones[PAIR][0] % size
        if c in hand:
            out.append(SHOW[c])


def may_pass_on(s: Durak) -> i64:
    """§4.2 Return the faces of the attack's rank, as bits; 0 if it can no longer be passed on.

    §7 After a beat it can be passed on if the attack still has one rank.
    """
    same: i64 = s.rules.kind.same[s.zones[PAIR][0]]
    if s.unbeaten == s.count:
        return same  # before the first beat nothing of another rank can have been thrown in
    if not s.rules.after_beat:
        return 0
    for at in range(PAIR, PAIR + s.count):
        if s.rules.kind.same[s.zones[at][0]] != same:
            return 0
    return same


def why_not_defended(s: Durak, a: Action) -> Refused | None:
    """§4.2 Return why the defender cannot do this; None if no rule of the defence says so."""
    if a.verb == "attack":
        return Refused("error.durak.attack_runs")
    if a.verb == "beat" and len(a.cards) == 1:
        return why_not_beaten(s, a.to, a.cards[0])
    if a.verb == "transfer":
        return why_not_passed_on(s, a.cards)
    if a.verb == "show":
        return why_not_shown(s, a.cards)
    return Refused("error.durak.defender") if a.verb in ("throw", "pass") else None


def why_not_beaten(s: Durak, on: int, c: Card) -> Refused:
    """§4.2 Return why c cannot beat the attack card `on`."""
    pairs = s.zones[PAIR : PAIR + s.count]
    if not 0 <= on < len(s.layout.pack.names) or ONE[on] not in pairs:
        return Refused("error.durak.not_open", {"cards": bytes([pair[0] for pair in pairs if len(pair) == 1])})
    trump = "beat_trump" if on // s.rules.size == s.suit else "beat"
    return Refused(f"error.durak.{trump}", {"card": c, "cards": ONE[on]})


def why_not_passed_on(s: Durak, cards: Cards) -> Refused:
    """§4.2 Return why the attack cannot be passed on with these cards."""
    if not s.rules.transfer:
        return Refused("error.durak.no_transfer")
    if not cards:
        return Refused("error.durak.no_cards")
    if not one_rank(s, cards + s.zones[PAIR][:1]):
        return Refused("error.durak.transfer_rank", {"cards": cards, "card": s.zones[PAIR][0]})
    return too_late(s) or too_many(s, len(cards))


def why_not_shown(s: Durak, cards: Cards) -> Refused:
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


def too_late(s: Durak) -> Refused | None:
    if s.unbeaten == s.count:
        return None
    return Refused("error.durak.mixed" if s.rules.after_beat else "error.durak.transfer_late")


def too_many(s: Durak, n: int) -> Refused:
    following = s.left_of(s.defender)
    return Refused("error.durak.room", {"seat": following, "n": s.count + n, "most": s.fits(following)})
