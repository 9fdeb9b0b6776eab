"""The seats of a table as its log describes them: who holds which, who is away, for whom a bot plays, who owns it."""

from __future__ import annotations

from typing import Final, final

from stich.kernel.action import Event, Phrase
from stich.kernel.cards import EVERYBODY, SPECTATOR, Seat, Seats, has
from stich.kernel.match import Match
from stich.server.state.entries import (
    BOT_ACTOR,
    HOST_ACTOR,
    AbsentSet,
    Agreed,
    AnyBody,
    Awaits,
    Back,
    CalledOff,
    Granted,
    IsReady,
    Left,
    Listed,
    Locked,
    Named,
    Opened,
    Owned,
    Paced,
    Presence,
    Programmed,
    Recovered,
    Removed,
    Seated,
    Silenced,
    StandsIn,
    TalkSet,
    Timed,
    Waits,
    WantsBot,
    WantsEnd,
    WatchingSet,
)
from stich.server.state.names import bot_name
from stich.server.state.open_hands import OpenHands
from stich.server.state.ownership import Ownership
from stich.server.state.programs import is_program
from stich.server.state.seats import People, SeatState, Sitting

GUEST: Final = "@table.guest"  # the text key for somebody without a name


@final
class SeatLog:
    """The seats and the people of one table, and what its entries say about them: `words`, if it is `watched`.

    gone: seats whose persons have left during this match, and that nobody has taken since. ending: seats whose persons
    agree that it ends after this deal.
    """

    def __init__(self, opened: Opened) -> None:
        self.seats = [SeatState(level) for level in opened.bots]
        self.people = People()
        self.ownership = Ownership(opened.owner, opened.listed)
        self.open_hands = OpenHands()
        self.sat_down = 0  # how many people have
        self.gone: Seats = 0
        self.ending: Seats = 0
        self.tokens = 0  # how many have been given to programs
        self.watched = False
        self.words: list[Event] = []

    def seat_of(self, identity: str) -> Seat:
        """Return the seat that this person holds, or SPECTATOR."""
        for seat, seat_state in enumerate(self.seats):
            if seat_state.holder == identity:
                return seat
        return SPECTATOR

    @property
    def owner_seat(self) -> Seat:
        """The seat of the table's owner, −1: they watch, or there is none."""
        seat = self.seat_of(self.ownership.owner) if self.ownership.owner else SPECTATOR
        return -1 if seat == SPECTATOR else seat

    def viewer_of(self, identity: str) -> Seat:
        """Return the seat whose hand this person, or this program, sees; or SPECTATOR."""
        if is_program(identity):
            return next((seat for seat, one in enumerate(self.seats) if one.program == identity), SPECTATOR)
        return self.seat_of(identity)

    def awaited_by(self, identity: str) -> Seat:
        """Return the seat that this person gets when the deal is over, or SPECTATOR."""
        for seat, seat_state in enumerate(self.seats):
            if seat_state.next_holder == identity:
                return seat
        return SPECTATOR

    def apply(self, body: AnyBody, actor: str, at: int, match: Match | None) -> None:
        """Change the seats as an entry says. actor: who caused it; at: when, ms."""
        match body:
            case Seated(seat, name):
                self.sit_down(actor, seat, name)
            case Awaits(seat, name):
                before = self.cancel_claim(actor)
                if seat < 0:
                    self.say("stays_away", -1, {"name": before or GUEST})
                else:
                    self.seats[seat].next_holder, self.seats[seat].next_name = actor, name
                    self.say("comes", seat, {"seat": seat, "name": name or GUEST})
            case Left(seat):
                self.say("stand", seat, {"seat": seat, "name": self.seats[seat].name or GUEST})
                self.leave(seat)
            case Named(seat, name):
                old = self.seats[seat].name or GUEST
                self.say("rename", seat, {"seat": seat, "name": name or GUEST, "before": old})
                self.seats[seat].name = name
            case IsReady(seat):
                self.seats[seat].ready = True
                if match is not None and match.over:
                    self.say("again", seat, {"seat": seat})
            case Paced(pace):
                self.say("pace", -1, {"pace": f"@table.pace.{pace}"})
            case TalkSet(talk):
                self.say("talk", -1, {"what": f"@talk.level.{talk}"})
            case Agreed(seat, on):
                self.open_hands.agree(actor, on=on)
                self.say("agree" if on else "disagree", seat, {"seat": seat})
            case WatchingSet(on):
                self.ownership.watching = on
                self.say("watching" if on else "no_watching", -1, {})
            case Silenced(seat, name, person, on):
                self.ownership.silence(person, name, on=on)
                self.say("silence" if on else "unsilence", seat, {"name": name or GUEST})
            case AbsentSet(absent):
                for one in self.seats:
                    one.agreed, one.until = 0, 0
                self.say("absent", -1, {"absent": f"@table.absent.{absent}"})
            case WantsEnd(seat):
                self.ending |= 1 << seat
                self.say("want_end", seat, {"seat": seat})
            case CalledOff():
                self.say("called_off", -1, {})
            case Timed(timer):
                self.say("timer", -1, {"timer": f"@table.timer.{timer}"})
            case Granted(seat, n, until):
                self.seats[seat].token, self.seats[seat].token_until = n, until
                self.tokens = max(self.tokens, n)
                self.say("token" if n else "token_ends", seat, {"seat": seat})
            case Programmed(seat, name):
                self.play(seat, actor, name)
            case Owned() | Locked() | Removed() | Listed() | Recovered():
                self.rule(body, actor)
            case _:
                self.come_or_go(body, actor, at)
        changed = isinstance(body, (Programmed, Seated, Left, Named, StandsIn, Back, Removed, Recovered))
        if changed or (isinstance(body, Presence) and body.online):
            self.note_sitting(match)

    def come_or_go(self, body: AnyBody, actor: str, at: int) -> None:
        """Note who is away, for how long they are waited for, and that a bot plays for them or no longer does."""
        by = self.seat_of(actor) if actor != HOST_ACTOR else -1
        match body:
            case Presence(seat, online, until):
                played = self.seats[seat].bot
                if online:
                    self.seats[seat].returns()
                    self.ending = 0  # they agreed because this person was away
                self.seats[seat].online, self.seats[seat].until = online, until
                if until > 0:
                    left = (until - at + 500) // 1000
                    self.say("away", seat, {"seat": seat, "n": left}, left)
                else:
                    self.say(("back" if played else "online") if online else "offline", seat, {"seat": seat})
            case Waits(seat, until):
                self.seats[seat].until = until
                if by >= 0:
                    self.say("grace", by, {"seat": by, "name": self.seats[seat].name or GUEST})
            case WantsBot(seat):
                self.seats[seat].agreed |= 1 << by
                self.say("want_bot", by, {"seat": by, "name": self.seats[seat].name or GUEST})
            case StandsIn(seat, late):
                self.seats[seat].bot, self.seats[seat].until = True, 0
                self.say("too_slow" if late else "stands_in", seat, {"seat": seat, "name": bot_name(seat)})
            case Back(seat):
                self.seats[seat].returns()
                self.say("back", seat, {"seat": seat})

    def rule(self, body: Owned | Locked | Removed | Listed | Recovered, actor: str) -> None:
        """Change who owns the table, who holds a seat or who may get one."""
        match body:
            case Owned(seat):
                self.ownership.owner = self.seats[seat].holder or ""
                self.say("owner", seat, {"seat": seat})
            case Locked(locked):
                self.ownership.locked = locked
                self.say("lock" if locked else "unlock", -1, {"seats": bytes(locked)} if locked else {})
            case Removed(seat, person):
                self.say("remove", seat, {"seat": seat, "name": self.seats[seat].name or GUEST})
                self.leave(seat)
                self.ownership.removed.add(person)
            case Listed(on):
                self.ownership.listed = on
                self.say("list" if on else "unlist", -1, {})
            case Recovered(seat):
                old = self.seats[seat].holder or ""
                self.cancel_claim(actor)
                self.seats[seat].returns()
                self.seats[seat].holder, self.seats[seat].online = actor, True
                self.ownership.recovers(old, actor, seat)
                self.open_hands.recovers(old, actor)
                self.people.saw[actor] = seat
                self.say("recover", seat, {"seat": seat})

    def play(self, seat: Seat, program: str, name: str) -> None:
        """Let a program play in place of a seat's bot; name "": the bot plays again."""
        one = self.seats[seat]
        before, one.program, one.program_name = one.program_name, program if name else None, name
        if name:
            self.people.saw.setdefault(program, seat)
            self.say("program", seat, {"seat": seat, "name": name})
        elif before:
            self.say("program_gone", seat, {"seat": seat, "name": before, "bot": bot_name(seat)})

    def leave(self, seat: Seat) -> None:
        """Give a seat to its bot, and the table to another owner if it was the owner's."""
        holder = self.seats[seat].holder
        self.seats[seat].empty()
        self.gone |= 1 << seat
        self.ending &= ~(1 << seat)
        heir = -1 if holder is None else self.ownership.leaves(holder, self.seats)
        if heir >= 0:
            self.say("owner", heir, {"seat": heir})

    def sit_down(self, actor: str, seat: Seat, name: str) -> None:
        """Give a seat to a person, who leaves their own one: that is possible before the first deal."""
        own = self.seat_of(actor)
        if own != SPECTATOR:
            self.seats[own].empty()
        self.cancel_claim(actor)
        self.gone &= ~(1 << seat)
        seat_state = self.seats[seat]
        seat_state.next_holder, seat_state.next_name = None, ""
        seat_state.holder, seat_state.name, seat_state.online, seat_state.ready = actor, name, True, False
        seat_state.program, seat_state.program_name = None, ""
        self.sat_down += 1
        seat_state.since = self.sat_down
        self.ownership.sits(actor)
        self.open_hands.sits(actor)
        self.people.visited = True
        self.people.saw.setdefault(actor, seat)
        self.say("sit", seat, {"seat": seat, "name": name or GUEST})

    def cancel_claim(self, identity: str) -> str:
        """Cancel a person's claim to a seat; return the name for it."""
        at = self.awaited_by(identity)
        if at == SPECTATOR:
            return ""
        name = self.seats[at].next_name
        self.seats[at].next_holder, self.seats[at].next_name = None, ""
        return name

    def note_sitting(self, match: Match | None, once: Seat = -1) -> None:
        """Remember who sits where from now on; earlier actions belong to those who sat there then. once: the match's
        last action was done by the bot of this seat although its person plays."""
        if match is None:
            return
        bots = sum([1 << seat for seat, one in enumerate(self.seats) if one.bot or seat == once])
        holders = tuple([one.holder for one in self.seats])
        seats = enumerate(self.seats)
        names = [one.bot_name(seat) if one.holder is None or has(bots, seat) else one.name for seat, one in seats]
        moves = len(match.moves) - (once >= 0)
        self.people.sittings.append(Sitting(moves, match.setup.number, holders, tuple(names), bots))

    def note_player(self, seat: Seat, actor: str, match: Match) -> None:
        """Note who did the match's last action on a person's seat: the person, who then plays on, or the bot, because
        their time was up."""
        one = self.seats[seat] if seat < len(self.seats) else None
        if one is None or one.holder is None:
            return
        if one.holder == actor:
            returned = one.bot
            one.returns()
            if returned:
                self.note_sitting(match)
                self.say("back", seat, {"seat": seat})
        elif actor.startswith(BOT_ACTOR) and not one.bot:
            one.late += 1
            self.note_sitting(match, seat)
            self.note_sitting(match)
            self.say("time_up", seat, {"seat": seat, "name": bot_name(seat)})

    def say(self, topic: str, seat: Seat, args: dict[str, int | str | bytes], n: int = 0) -> None:
        """Add words of the table to the events of this entry: `table.said.<topic>`.

        seat: whom they are about, −1 for nobody.
        """
        if self.watched:
            words = Phrase(f"table.said.{topic}", args, n=n)
            self.words.append(Event("say", seat, 0, -1, -1, EVERYBODY, words, topic))
