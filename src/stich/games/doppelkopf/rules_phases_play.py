"""§5 of Doppelkopf: which cards are allowed, who takes a trick, and what a card reveals about the parties."""

from __future__ import annotations

from typing import Final

from stich.games.doppelkopf.rules_cards import (
    CLUB_QUEEN,
    EACH,
    FLESHLESS,
    HAND,
    HEART_TEN,
    JACKS,
    NORMAL,
    QUEENS,
    SIZE,
    TRICK,
    TRUMP,
    WON,
    WORTH,
)
from stich.games.doppelkopf.rules_score import ALL
from stich.games.doppelkopf.rules_state import FOREIGN, Doppelkopf
from stich.kernel.action import Action, Arg, Phrase, Prompt, Refused
from stich.kernel.cards import ONE, Card, Cards, Seat, has, holds, only, seats_of
from stich.kernel.state import OVER, Phase
from stich.parts import suits
from stich.parts.trick_prompt import ANY, LEAD
from stich.parts.tricks import bearing, choice, each_once, lacking, listed
from stich.parts.tuples import plus, put

FOLLOWS: Final = {JACKS: "follow_jacks", QUEENS: "follow_queens", FLESHLESS: "follow_all"}  # not of any plain suit
PLAYS: Final = [Action("play", ONE[c]) for c in range(4 * SIZE)]


class Play(Phase[Doppelkopf]):
    """§5 Follow the suit led, with trumps as one suit; otherwise any card. The highest trump wins, otherwise the
    highest of the suit led, of equal cards the first.
    """

    def legal(self, s: Doppelkopf, seat: Seat) -> list[Action]:
        return listed(PLAYS, s.hand(seat), s.wanted())

    def apply(self, s: Doppelkopf, seat: Seat, a: Action) -> None:
        play(s, seat, a.cards[0])

    def prompt(self, s: Doppelkopf, viewer: Seat, acts: list[Action]) -> Prompt:
        return play_prompt(s, viewer, len(acts) > 0)

    def why(self, s: Doppelkopf, seat: Seat, a: Action) -> Refused:
        return why_play(s, seat, a) or super().why(s, seat, a)


def why_play(s: Doppelkopf, seat: Seat, a: Action) -> Refused | None:
    """Return the duty that a card violates; None if the reason is another one."""
    if a.verb != "play" or len(a.cards) != 1 or not s.wanted() or not holds(s.hand(seat), a.cards):
        return None
    how = s.rules.contracts[s.contract]
    led = how.suit[s.zones[TRICK][0]]
    args: dict[str, Arg] = {"cards": choice(s.hand(seat), s.wanted())}
    if led == TRUMP:
        return Refused("error.doppelkopf.follow_trump", args)
    args["suit"] = f"@doppelkopf.suit.{suits.SUITS[led].lower()}"
    return Refused(f"error.doppelkopf.{FOLLOWS.get(s.contract, 'follow')}", args)


def play_prompt(s: Doppelkopf, viewer: Seat, asked: bool) -> Prompt:
    """Return what the table says while a trick is played. asked: the viewer plays the next card."""
    trick = s.zones[TRICK]
    if not trick:
        task = LEAD if asked else Phrase("table.task.wait_lead", {"seat": s.turn})
        return Prompt(game_played(s), task, parties_note(s, viewer))
    leader = (s.turn - len(trick)) & 3
    best = s.how().best(trick)
    is_trump = s.how().is_trump(trick[0])
    scene = Phrase("doppelkopf.scene.trump" if is_trump else "table.scene.led", {"seat": leader, "card": trick[0]})
    return Prompt(scene, duty(s, s.hand(viewer)) if asked else None, winning(s, viewer, (leader + best) & 3), best)


def duty(s: Doppelkopf, hand: Cards) -> Phrase:
    """§5 Return the task of a player who follows with this hand. The words name the cards that look as if they were of
    the suit led but are trumps, if the player holds such cards.
    """
    allowed = choice(hand, s.wanted())
    if allowed == each_once(hand):
        return ANY
    led = s.how().suit[s.zones[TRICK][0]]
    if led == TRUMP:
        return Phrase("doppelkopf.task.follow_trump")
    suit = f"@doppelkopf.suit.{suits.SUITS[led].lower()}"
    if not [c for c in hand if c // SIZE == led and s.how().is_trump(c)]:
        return Phrase("doppelkopf.task.follow", {"what": suit})
    name = "jacks" if s.contract == JACKS else "queens" if s.contract == QUEENS else "pictures"
    if led == suits.HEARTS and s.how().is_trump(HEART_TEN):
        name = "ten"
    return Phrase("doppelkopf.task.follow", {"what": f"@doppelkopf.word.but_{name}", "suit": suit})


def winning(s: Doppelkopf, viewer: Seat, seat: Seat) -> Phrase:
    """Return who is winning the trick, on whose side if the viewer can know it, and the points that lie in it."""
    n = bearing(s.zones[TRICK], WORTH)
    re, kontra = s.known_to(viewer)
    key = "winning"
    if seat != viewer and viewer < 4 and has(re | kontra, viewer) and has(re | kontra, seat):
        key = "friend" if has(re, viewer) == has(re, seat) else "foe"
    return Phrase(f"doppelkopf.note.{key}", {"seat": seat, "n": n})


def game_played(s: Doppelkopf) -> Phrase | None:
    """Return what is played, before a card is led."""
    if s.is_looking():
        return Phrase("doppelkopf.scene.looking", {"seat": s.declarer})
    if s.contract == NORMAL:
        is_poverty = s.declarer >= 0 and s.called < 0
        return Phrase("doppelkopf.scene.poverty" if is_poverty else "doppelkopf.game.normal")
    return Phrase(s.game) if s.game else None


def parties_note(s: Doppelkopf, viewer: Seat) -> Phrase | None:
    """§4 Return what a viewer can know about the parties; None if it is nothing."""
    if s.is_looking():
        if s.called == FOREIGN:
            return Phrase("doppelkopf.note.foreign")
        return Phrase("doppelkopf.note.ace", {"suit": f"@doppelkopf.suit.{suits.SUITS[s.called].lower()}"})
    re, kontra = s.known_to(viewer)
    if kontra == ALL & ~re and len(seats_of(re)) == 1:
        soloist = seats_of(re)[0]
        return Phrase("doppelkopf.note.alone", {"seat": soloist})
    if viewer > 3 or not has(re | kontra, viewer):
        return None
    side = "re" if has(re, viewer) else "kontra"
    partners = (re if has(re, viewer) else kontra) & ~only(viewer)
    if partners:
        return Phrase("doppelkopf.note.partner", {"seat": seats_of(partners)[0], "side": f"@doppelkopf.word.{side}"})
    return Phrase("doppelkopf.note.side", {"side": f"@doppelkopf.word.{side}"})


def play(s: Doppelkopf, seat: Seat, c: Card) -> None:
    """§5 Lay a card, and note what it reveals: a missing suit, a party, the partner who was called."""
    wanted = s.wanted()
    discarded = len(wanted) > 0 and not wanted[0] >> c & 1
    if discarded:
        s.void = put(s.void, seat, s.void[seat] | lacking(c, wanted))
    s.move(c, HAND + EACH * seat, TRICK)
    if c == CLUB_QUEEN:
        show_queen(s, seat)
    elif discarded:
        s.deduce()  # without a trump there is no club queen
    if s.called >= 0 and s.is_called(c):
        show_ace(s, seat)
    s.turn = (seat + 1) & 3
    if len(s.zones[TRICK]) == 4:
        end_trick(s, s.turn)


def show_queen(s: Doppelkopf, seat: Seat) -> None:
    """§4 A club queen on the table: say so if it proves that its player is Re."""
    before = s.re
    s.queens |= only(seat)
    s.note_queen(seat)
    if s.log is not None and has(s.re & ~before, seat):
        s.say("party", seat, Phrase("doppelkopf.event.re", {"seat": seat}))


def show_ace(s: Doppelkopf, seat: Seat) -> None:
    """§4 The player of the first called ace becomes the partner, except the caller; §8 or the caller stays alone."""
    if seat == s.both:
        s.own_ace = 1
        if s.is_looking() and s.rules.own_ace_alone:
            part(s, seat, s.tricks_taken())
    elif s.is_looking():
        part(s, seat, s.tricks_taken())


def part(s: Doppelkopf, partner: Seat, before: int) -> None:
    """§4 The caller and the partner found are Re; the caller alone if no other was found. before: the number of tricks
    before the one that decides.
    """
    s.re |= only(partner)
    s.kontra = ALL & ~s.re
    s.note_partner(before)
    if s.log is not None:
        name = "alone" if partner == s.declarer else "partner"
        s.say("party", partner, Phrase(f"doppelkopf.event.{name}", {"seat": partner}))


def end_trick(s: Doppelkopf, leader: Seat) -> None:
    """§5 The winner takes the trick and leads the next one."""
    trick = s.zones[TRICK]
    place = s.how().best(trick)
    seat = (leader + place) & 3
    n = bearing(trick, WORTH)
    s.points = plus(s.points, seat, n)
    s.taker = seat
    if s.rules.review:
        s.last = trick
    before = len(s.foxes)
    s.note_specials(trick, leader, place, n)
    s.move_all(TRICK, WON + EACH * seat)
    if s.log is not None:
        s.say("trick", seat, Phrase("doppelkopf.event.trick", {"seat": seat, "n": n}, n=n))
        s.say_specials(seat, s.foxes[before:], n)
    if s.called == FOREIGN and s.is_looking() and (seat != s.declarer or s.tricks_taken() == 3):
        part(s, seat, s.tricks_taken() - 1)  # §9, 4.4.3: after three tricks of the caller's own there is no partner
    s.turn = seat
    if not s.hand(seat):
        s.phase = OVER


PLAY: Final = Play("play")
