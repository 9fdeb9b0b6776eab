"""The phases of a deal of Écarté: §4 deciding, exchanging and the king, §5 the tricks."""

from __future__ import annotations

from typing import Final

from stich.games.ecarte.rules_cards import AWAY, CONTRACTS, EACH, HAND, MOST, SIZE, STOCK, TRICK, WON
from stich.games.ecarte.rules_state import Ecarte
from stich.kernel.action import Action, Phrase, Prompt, Refused
from stich.kernel.cards import ONE, Seat, Seats, holds, subsets
from stich.kernel.state import OVER, Phase
from stich.parts.trick_prompt import trick_prompt
from stich.parts.tricks import BIT, binding, choice, lacking, listed
from stich.parts.tuples import at, more, united

MARK: Final = Action("mark")


class Turned(Phase[Ecarte]):
    """§7 A king turned up has decided the match, and nothing more is played."""

    def legal(self, s: Ecarte, seat: Seat) -> list[Action]:
        return [MARK]

    def apply(self, s: Ecarte, seat: Seat, a: Action) -> None:
        s.phase = OVER

    def prompt(self, s: Ecarte, viewer: Seat, acts: list[Action]) -> Prompt:
        scene = Phrase("ecarte.scene.turned", {"seat": s.setup.dealer, "card": s.turnup})
        return Prompt(scene, Phrase("ecarte.task.mark") if acts else None)


# -- §4.1 deciding --------------------------------------------------------------------------------------------------

TAKE: Final = Action("play")
DECLINE: Final = Action("decline")
OFFER: Final = Action("offer")


class Decide(Phase[Ecarte]):
    """§4.1 Forehand plays or declines; then the dealer plays or offers an exchange, as long as there is a stock."""

    def legal(self, s: Ecarte, seat: Seat) -> list[Action]:
        if seat != s.setup.dealer:
            return [TAKE, DECLINE]
        if s.zones[STOCK]:
            return [TAKE, OFFER]
        return [TAKE] if s.rules.dealer_plays else [TAKE, DECLINE]

    def apply(self, s: Ecarte, seat: Seat, a: Action) -> None:
        if a.verb == "play":
            s.declarer = seat
            before_play(s)
        elif a.verb == "offer":
            s.exchanges += 1
            s.turn = s.forehand()
            s.phase = CHANGE
        elif seat != s.setup.dealer:
            s.turn = s.setup.dealer
        else:  # §4.2 both have declined, and there is nothing left to exchange
            before_play(s)

    def prompt(self, s: Ecarte, viewer: Seat, acts: list[Action]) -> Prompt:
        scene = Phrase("ecarte.scene.trump", {"card": s.turnup})
        if s.turn == s.setup.dealer:
            key = "ecarte.scene.asks" if s.zones[STOCK] else "ecarte.scene.passes"
            scene = Phrase(key, {"seat": s.forehand()})
        elif s.exchanges:
            scene = exchanged(s, s.setup.dealer)
        task = None
        if acts:
            offers = [a.verb for a in acts]
            task = Phrase(f"ecarte.task.{offers[-1]}" if s.zones[STOCK] or len(acts) == 1 else "ecarte.task.pass")
        return Prompt(scene, task, Phrase("ecarte.note.declarer"))

    def why(self, s: Ecarte, seat: Seat, a: Action) -> Refused:
        if a.verb == "offer" and seat == s.setup.dealer:
            return Refused("error.ecarte.stock_empty")
        if a.verb == "decline" and seat == s.setup.dealer:
            return Refused("error.ecarte.dealer_plays" if not s.zones[STOCK] else "error.ecarte.dealer_offers")
        return wrong_time(a) or super().why(s, seat, a)


def wrong_time(a: Action) -> Refused | None:
    """§4 Return the refusals that depend on when something is said."""
    if a.verb == "king":
        return Refused("error.ecarte.king_time")
    if a.verb == "change":
        return Refused("error.ecarte.change_time")
    return None


# -- §4.2 exchanging ------------------------------------------------------------------------------------------------

NONE: Final = Action("change")  # the dealer keeps the cards


class Change(Phase[Ecarte]):
    """§4.2 Forehand discards and draws as many, then the dealer does; then forehand is asked again."""

    def legal(self, s: Ecarte, seat: Seat) -> list[Action]:
        out = [Action("change", cards) for cards in subsets(s.hand(seat), min(MOST, len(s.zones[STOCK])))]
        if self.least(s, seat) == 0:
            out.append(NONE)
        return out

    def least(self, s: Ecarte, seat: Seat) -> int:
        """Return how many cards the seat must exchange; never more than there are."""
        return min(s.rules.least[seat != s.setup.dealer], len(s.zones[STOCK]))

    def apply(self, s: Ecarte, seat: Seat, a: Action) -> None:
        s.move_cards(a.cards, HAND + EACH * seat, AWAY + EACH * seat)
        for _ in a.cards:
            s.draw(STOCK, HAND + EACH * seat)
        n = len(a.cards)
        s.changed = (n, s.changed[1]) if seat == 0 else (s.changed[0], n)
        s.turn = 1 - seat
        if seat == s.setup.dealer:
            s.phase = DECIDE

    def prompt(self, s: Ecarte, viewer: Seat, acts: list[Action]) -> Prompt:
        stock = len(s.zones[STOCK])
        scene = Phrase("ecarte.scene.offered", {"seat": s.setup.dealer})
        if s.turn == s.setup.dealer:
            scene = exchanged(s, s.forehand())
        if not acts:
            return Prompt(scene)
        n = min(MOST, stock)
        key = "ecarte.task.change" if self.least(s, viewer) else "ecarte.task.change_or_keep"
        return Prompt(scene, Phrase(key, {"n": n}, n=n), Phrase("ecarte.note.stock", {"n": stock}, n=stock))

    def why(self, s: Ecarte, seat: Seat, a: Action) -> Refused:
        if a.verb == "change" and holds(s.hand(seat), a.cards):
            most = min(MOST, len(s.zones[STOCK]))
            return Refused("error.ecarte.change", {"chosen": len(a.cards), "least": self.least(s, seat), "most": most})
        if a.verb == "king":
            return Refused("error.ecarte.king_time")
        return super().why(s, seat, a)


def exchanged(s: Ecarte, seat: Seat) -> Phrase:
    """Return the sentence that says how many cards a seat exchanged last."""
    n = at(s.changed, seat)
    return Phrase("ecarte.scene.changed" if n else "ecarte.scene.kept", {"seat": seat, "n": n}, n=n)


# -- §4.3 the king --------------------------------------------------------------------------------------------------

DECLARE: Final = Action("king")
NO: Final = Action("no")


def before_play(s: Ecarte) -> None:
    """§4.3 Both are asked at once, as long as the king can be in a hand, so being asked reveals nothing."""
    if s.declarer >= 0 and s.log is not None:
        s.say("declarer", s.declarer, Phrase("ecarte.event.declarer", {"seat": s.declarer}))
    if s.turnup == s.trump_king():
        lead(s)
    else:
        s.ask(s.layout.everyone)
        s.phase = CLAIM


class Claim(Phase[Ecarte]):
    """§4.3 The holder of the trump king may declare it or keep it secret; with `auto` it is declared.

    Both players answer, and no answer is known before the last one. So neither the question nor the time it takes
    reveals who could have declared.
    """

    def must(self, s: Ecarte) -> Seats:
        return s.unanswered()

    def legal(self, s: Ecarte, seat: Seat) -> list[Action]:
        if s.trump_king() not in s.hand(seat):
            return [NO]
        return [DECLARE] if s.rules.auto else [DECLARE, NO]

    def apply(self, s: Ecarte, seat: Seat, a: Action) -> None:
        if not s.seal(seat, a):
            return
        answers = s.sealed
        s.sealed = ()
        for who in range(2):
            if answers[who].verb == "king":
                s.king = who
        if s.king >= 0:
            declared(s, s.king)
        else:
            if s.rules.auto:  # then nobody holds it
                king = BIT[s.trump_king()]
                s.void = (s.void[0] | king, s.void[1] | king)
            if s.log is not None:
                s.say("king", -1, Phrase("ecarte.event.no_king"))
        if s.king >= 0 and s.has_won(s.king):
            s.phase = OVER
        else:
            lead(s)

    def prompt(self, s: Ecarte, viewer: Seat, acts: list[Action]) -> Prompt:
        scene = engaged(s)
        if not acts:
            return Prompt(scene)
        if acts[0] == NO:
            return Prompt(scene, Phrase("ecarte.task.no_king", {"card": s.trump_king()}))
        task = Phrase("ecarte.task.king" if len(acts) > 1 else "ecarte.task.must_declare")
        return Prompt(scene, task, Phrase("ecarte.note.king"))

    def why(self, s: Ecarte, seat: Seat, a: Action) -> Refused:
        if a.verb == "king":
            return Refused("error.ecarte.no_king", {"card": s.trump_king()})
        if a.verb == "no" and s.rules.auto:
            return Refused("error.ecarte.must_declare", {"card": s.trump_king()})
        return super().why(s, seat, a)


def engaged(s: Ecarte) -> Phrase | None:
    """§6 Return who has to make three tricks, None if nobody has."""
    return Phrase("ecarte.scene.declarer", {"seat": s.declarer}) if s.declarer >= 0 else None


def declared(s: Ecarte, seat: Seat) -> None:
    """§4.3 A point at once; and all know where the king is."""
    s.show(s.trump_king(), HAND + EACH * seat)
    s.kings = more(s.kings, seat, 1)
    if s.log is not None:
        s.say("king", seat, Phrase("ecarte.event.king", {"seat": seat}))


# -- §4.4 and §5 the tricks -----------------------------------------------------------------------------------------

CARD: Final = [Action("card", ONE[c]) for c in range(4 * SIZE)]


def lead(s: Ecarte) -> None:
    """§4.4 Forehand leads to the first trick, whichever player declares."""
    s.turn = s.forehand()
    s.phase = PLAY


class Play(Phase[Ecarte]):
    """§5 Head the trick in its suit; otherwise follow suit; otherwise trump; otherwise any card."""

    def legal(self, s: Ecarte, seat: Seat) -> list[Action]:
        return listed(CARD, s.hand(seat), s.wanted())

    def apply(self, s: Ecarte, seat: Seat, a: Action) -> None:
        c = a.cards[0]
        trick = s.zones[TRICK]
        if not trick:
            s.move(c, HAND + EACH * seat, TRICK)
            s.turn = 1 - seat
            return
        lacks = lacking(c, s.wanted())
        if lacks:
            s.void = united(s.void, seat, lacks)
        s.move(c, HAND + EACH * seat, TRICK)
        end_trick(s, seat if CONTRACTS[s.trump()].beats(c, trick[0]) else 1 - seat)

    def prompt(self, s: Ecarte, viewer: Seat, acts: list[Action]) -> Prompt:
        trick = s.zones[TRICK]
        contract = CONTRACTS[s.trump()]
        rule = ""
        if trick and 0 < len(acts) < len(s.hand(viewer)):
            rule = binding(contract, trick, s.hand(viewer), choice(s.hand(viewer), s.wanted()))
        general = trick_prompt(contract, trick, s.turn, 2, len(acts) > 0, rule)
        if trick:
            return general
        note = Phrase("ecarte.note.three")
        if s.declarer >= 0:
            n = at(s.tricks, s.declarer)
            note = Phrase("ecarte.note.made", {"seat": s.declarer, "n": n}, n=n)
        return Prompt(engaged(s), general.task, note)

    def why(self, s: Ecarte, seat: Seat, a: Action) -> Refused:
        if a.verb != "card" or len(a.cards) != 1 or a.to != -1 or not holds(s.hand(seat), a.cards):
            return wrong_time(a) or super().why(s, seat, a)
        allowed = choice(s.hand(seat), s.wanted())
        duty = binding(CONTRACTS[s.trump()], s.zones[TRICK], s.hand(seat), allowed)
        return Refused(f"error.ecarte.{duty}", {"cards": allowed, "card": s.zones[TRICK][0]})


def end_trick(s: Ecarte, winner: Seat) -> None:
    s.tricks = more(s.tricks, winner, 1)
    s.move_all(TRICK, WON + EACH * winner)
    if s.log is not None:
        s.say("trick", winner, Phrase("ecarte.event.trick", {"seat": winner}))
    s.turn = winner
    if not s.hand(winner):
        s.phase = OVER


TURNED: Final = Turned("turned")
DECIDE: Final = Decide("decide")
CHANGE: Final = Change("change")
CLAIM: Final = Claim("king")
PLAY: Final = Play("play")
