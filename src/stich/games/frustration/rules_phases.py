"""The phases of a deal of Frustration after the cards are dealt: §5 the turns, and the claim of a joker on the pile.

A contract is laid in one action. The listed actions are the ways to lay it: ranks, runs, and how many wild cards go
into each meld. The player chooses the cards.
"""

from __future__ import annotations

from typing import Final

from stich.games.frustration.rules_cards import (
    BEFORE,
    BOTTOM,
    DRAWN,
    EACH,
    HAND,
    LOT,
    LOTS,
    MELD,
    PILE,
    STOCK,
    end_of,
    meld_of,
)
from stich.games.frustration.rules_lay import lay_offs, why_not_lay, why_not_lay_off
from stich.games.frustration.rules_melds import (
    JOKER,
)
from stich.games.frustration.rules_prompts import (
    claim_prompt,
    draw_prompt,
    play_prompt,
    swap_prompt,
)
from stich.games.frustration.rules_state import Frustration
from stich.kernel.action import Action, Phrase, Prompt, Refused
from stich.kernel.cards import ONE, Cards, Seat, Seats, has, holds, only
from stich.kernel.state import OVER, Phase
from stich.parts import hands, window

# -- §5 a turn ---------------------------------------------------------------------------------------------------------

FROM_STOCK: Final = Action("draw")
FROM_PILE: Final = Action("take")
DISCARD: Final = [Action("discard", ONE[c]) for c in range(JOKER + 1)]


def begin_turn(s: Frustration) -> None:
    """§5 Without a stock the pile becomes the new one, except for its top card. The number of rounds is limited."""
    s.taken = -1
    s.waiting = 0
    s.claimant = -1
    s.dealing = False
    s.contract = "" if has(s.laid, s.turn) else f"frustration.contract.{s.contracts[s.turn]}"
    if s.is_last():
        hands.lay_open(s, [HAND + EACH * seat for seat in range(s.layout.seats)], "frustration.event.open")
        s.phase = OVER
        return
    if not s.zones[STOCK] and not s.zones[BOTTOM] and len(s.zones[PILE]) > 1:
        s.shuffle_up(PILE, STOCK, keep=1)
    if s.can_draw():
        s.phase = DRAW
    elif s.hand(s.turn):
        s.phase = PLAY  # claims can put the whole pack into hands and melds
    else:
        end_turn(s, s.turn, False)  # nothing to draw, and nothing to play: but a player without a contract is not out


class Draw(Phase[Frustration]):
    """§5 The top of the stock, or of the pile."""

    def legal(self, s: Frustration, seat: Seat) -> list[Action]:
        out = [FROM_STOCK] if s.zones[STOCK] or s.zones[BOTTOM] else []
        if s.zones[PILE]:
            out.append(FROM_PILE)
        return out

    def apply(self, s: Frustration, seat: Seat, a: Action) -> None:
        if a.verb == "take":
            s.taken = s.draw(PILE, HAND + EACH * seat)
        else:
            s.draw(STOCK if s.zones[STOCK] else BOTTOM, HAND + EACH * seat)
        s.phase = PLAY

    def prompt(self, s: Frustration, viewer: Seat, acts: list[Action]) -> Prompt:
        return draw_prompt(s, viewer, acts)

    def why(self, s: Frustration, seat: Seat, a: Action) -> Refused:
        if a.verb in ("lay", "layoff", "discard"):
            return Refused("error.frustration.draw_first")
        return wrong_time(a) or super().why(s, seat, a)

    def why_not_asked(self, s: Frustration, seat: Seat, a: Action) -> Refused | None:
        return not_asked(s, seat, a)


class Play(Phase[Frustration]):
    """§5 Lay the contract; after that lay off; finally discard. A player without cards is out."""

    def legal(self, s: Frustration, seat: Seat) -> list[Action]:
        hand = s.hand(seat)
        out: list[Action] = []
        if has(s.laid, seat):
            if len(hand) > s.rules.keeps_one:
                out = lay_offs(s, hand)
        elif len(hand) >= s.contract_of(seat).size + s.rules.keeps_one:
            out = [Action("lay", b"", way) for way in s.contract_of(seat).ways(hand)]
        last = -1
        for c in hand:
            if c != last and (c != s.taken or not s.rules.no_return):
                out.append(DISCARD[c])
            last = c
        if not out:  # only the card taken off the pile
            out = [DISCARD[hand[0]]]
        return out

    def canon(self, s: Frustration, seat: Seat, a: Action) -> Action:
        """Any cards that make up the contract in the given way; if none is given, in the best way for these cards."""
        if a.verb != "lay" or not a.cards or len(a.cards) != s.contract_of(seat).size:
            return a
        contract = s.contract_of(seat)
        way = a.to if a.to >= 0 else contract.way_of(contract.best(a.cards))
        if way < 0 or not holds(s.hand(seat), a.cards) or not contract.laid(a.cards, way):
            return a
        return Action("lay", b"", way)

    def cards(self, s: Frustration, seat: Seat, a: Action) -> Cards:
        """Return the fitting cards that leave the fewest points."""
        if a.cards or a.verb != "lay":
            return a.cards
        return bytes(sorted(b"".join(s.contract_of(seat).laid(s.hand(seat), a.to))))

    def apply(self, s: Frustration, seat: Seat, a: Action) -> None:
        hand = HAND + EACH * seat
        if a.verb == "lay":
            for i, meld in enumerate(s.contract_of(seat).laid(a.cards or s.zones[hand], a.to)):
                s.move_cards(meld, hand, MELD + EACH * seat + i)
            s.laid |= only(seat)
            s.contract = ""
        elif a.verb == "layoff":
            s.move(a.cards[0], hand, meld_of(a))
            if end_of(a) == BEFORE:
                s.cut(meld_of(a), 1)
        else:
            s.move(a.cards[0], hand, PILE)
            if a.cards[0] == s.taken and s.rules.no_return and s.zones[hand]:
                s.show(s.taken, hand)  # it can go back only if nothing else is in hand, so the rest equals it
        if a.verb == "discard" or not s.zones[hand]:
            end_turn(s, seat, a.verb == "discard")

    def prompt(self, s: Frustration, viewer: Seat, acts: list[Action]) -> Prompt:
        return play_prompt(s, viewer, acts)

    def why(self, s: Frustration, seat: Seat, a: Action) -> Refused:
        hand = s.hand(seat)
        if a.verb in ("draw", "take"):
            return Refused("error.frustration.drawn" if s.can_draw() else "error.frustration.nothing_to_draw")
        if a.cards and not holds(hand, a.cards):
            return Refused("error.not_held", {"cards": a.cards})
        if a.verb == "lay":
            return why_not_lay(s, seat, a)
        if a.verb == "layoff":
            return why_not_lay_off(s, seat, a)
        if a.verb == "discard" and len(a.cards) == 1 and a.cards[0] == s.taken:
            return Refused("error.frustration.taken", {"card": s.taken})
        return wrong_time(a) or super().why(s, seat, a)

    def why_not_asked(self, s: Frustration, seat: Seat, a: Action) -> Refused | None:
        return not_asked(s, seat, a)


def not_asked(s: Frustration, seat: Seat, a: Action) -> Refused | None:
    """§5 Return why a seat cannot act while another one plays: it is out, or its claim comes at the wrong time."""
    if s.is_out(seat):
        return Refused("error.frustration.out")
    return wrong_time(a)


def wrong_time(a: Action) -> Refused | None:
    return Refused("error.frustration.claim_time") if a.verb == "claim" else None


def end_turn(s: Frustration, seat: Seat, discarded: bool) -> None:
    """§5 The first player without cards is out; each other has one more turn. A joker on the pile may be claimed."""
    s.turns += 1
    s.turn = (seat + 1) % s.layout.seats
    if s.out < 0 and s.is_out(seat):
        s.out = seat
        if s.log is not None:
            s.say("out", seat, Phrase("frustration.event.out", {"seat": seat}))
    if discarded and not s.is_last():
        after_pile(s, seat)
    else:
        begin_turn(s)


# -- §5 the claim ------------------------------------------------------------------------------------------------------

CLAIM_IT: Final = Action("claim")
LEAVE: Final = Action("pass")


def after_pile(s: Frustration, discarder: Seat) -> None:
    """§5 A joker discarded on the pile may be claimed by all players except its discarder and those who are out."""
    top = s.zones[PILE][len(s.zones[PILE]) - 1]
    if top != JOKER or s.rules.claim == "off":
        begin_turn(s)
        return
    s.waiting = s.layout.everyone
    if discarder >= 0 and not s.rules.discarder_claims:
        s.waiting &= ~only(discarder)
    if s.out >= 0:
        for seat in range(s.layout.seats):
            if s.is_out(seat):
                s.waiting &= ~only(seat)
    if s.rules.claim == "random":
        s.ask(s.waiting)
        s.phase = LOTTERY
    else:
        s.phase = CLAIM


class Claim(window.Window[Frustration]):
    """§5 The joker goes to the first claim, or to the first claimant in turn order."""

    def mode(self, s: Frustration) -> str:
        return s.rules.claim

    def waiting(self, s: Frustration) -> Seats:
        return s.waiting

    def narrow(self, s: Frustration, left: Seats) -> None:
        s.waiting = left

    def reactions(self, s: Frustration, seat: Seat) -> list[Action]:
        return [CLAIM_IT]

    def react(self, s: Frustration, seat: Seat, a: Action) -> None:
        claimed(s, seat)

    def close(self, s: Frustration) -> None:
        begin_turn(s)

    def prompt(self, s: Frustration, viewer: Seat, acts: list[Action]) -> Prompt:
        return claim_prompt(s, viewer, acts)

    def why(self, s: Frustration, seat: Seat, a: Action) -> Refused:
        return Refused("error.frustration.offered")

    def why_not_asked(self, s: Frustration, seat: Seat, a: Action) -> Refused | None:
        return not_offered(s, seat, a)


class Lottery(Phase[Frustration]):
    """§8 `random`: all say at once whether they want the joker, and lots are drawn until one names a player who
    does.
    """

    def must(self, s: Frustration) -> Seats:
        return s.unanswered()

    def legal(self, s: Frustration, seat: Seat) -> list[Action]:
        return [CLAIM_IT, LEAVE]

    def apply(self, s: Frustration, seat: Seat, a: Action) -> None:
        if not s.seal(seat, a):
            return
        wanted = [who for who in range(s.layout.seats) if s.sealed[who].verb == "claim"]
        s.sealed = ()
        if not wanted:
            begin_turn(s)
            return
        if s.zones[DRAWN]:  # the lots of an earlier draw go back
            s.move_all(LOTS, DRAWN)
            s.shuffle_up(DRAWN, LOTS)
        while True:
            who = s.draw(LOTS, DRAWN) - LOT
            if who in wanted:
                break
        claimed(s, who)

    def prompt(self, s: Frustration, viewer: Seat, acts: list[Action]) -> Prompt:
        return claim_prompt(s, viewer, acts)

    def why(self, s: Frustration, seat: Seat, a: Action) -> Refused:
        return Refused("error.frustration.offered")

    def why_not_asked(self, s: Frustration, seat: Seat, a: Action) -> Refused | None:
        return not_offered(s, seat, a)


def not_offered(s: Frustration, seat: Seat, a: Action) -> Refused | None:
    """§5 Return why a seat is not asked while a joker is offered. None: it will be asked, after others."""
    if s.is_out(seat):
        return Refused("error.frustration.out")
    if a.verb not in ("claim", "pass"):
        return Refused("error.frustration.offered")
    if not s.dealing and seat == s.before_turn() and not s.rules.discarder_claims:
        return Refused("error.frustration.own_joker")
    if has(s.waiting, seat) and s.rules.claim != "random":
        return None
    return Refused("error.frustration.answered")


def claimed(s: Frustration, seat: Seat) -> None:
    """§5 The joker is an additional card, unless the claimant has to put a card under the pile."""
    s.draw(PILE, HAND + EACH * seat)
    s.waiting = 0
    if s.rules.swap:
        s.claimant = seat
        s.phase = SWAP
    else:
        after_claim(s)


GIVE: Final = [Action("give", ONE[c]) for c in range(JOKER + 1)]


class Swap(Phase[Frustration]):
    """§8 `swap`: a player who has claimed a joker puts a card under the pile."""

    def must(self, s: Frustration) -> Seats:
        return only(s.claimant)

    def legal(self, s: Frustration, seat: Seat) -> list[Action]:
        return [GIVE[c] for c in sorted(set(s.hand(seat)))]

    def apply(self, s: Frustration, seat: Seat, a: Action) -> None:
        s.move(a.cards[0], HAND + EACH * seat, PILE)
        s.cut(PILE, 1)
        after_claim(s)

    def prompt(self, s: Frustration, viewer: Seat, acts: list[Action]) -> Prompt:
        return swap_prompt(s, viewer, acts)

    def why(self, s: Frustration, seat: Seat, a: Action) -> Refused:
        if a.verb != "give":
            return wrong_time(a) or Refused("error.frustration.swap_first")
        return super().why(s, seat, a)

    def why_not_asked(self, s: Frustration, seat: Seat, a: Action) -> Refused | None:
        return not_asked(s, seat, a)


def after_claim(s: Frustration) -> None:
    """§3 After a claim in the deal the next card is turned up."""
    s.claimant = -1
    if s.dealing:
        s.draw(STOCK, PILE)
        after_pile(s, -1)
    else:
        begin_turn(s)


DRAW: Final = Draw("draw")
PLAY: Final = Play("play")
CLAIM: Final = Claim("claim")
LOTTERY: Final = Lottery("lottery")
SWAP: Final = Swap("swap")
