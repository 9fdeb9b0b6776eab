"""A match made of deals: dealer, scores, end. Actions are checked here, and only here, before they are applied."""

from __future__ import annotations

from typing import Final, Generic, final

from mypy_extensions import mypyc_attr

from stich.kernel.action import CLOSE, Action, Event, Phrase, Refused
from stich.kernel.cards import EVERYBODY, HOST, Cards, Seat, Seats, has, seats_of
from stich.kernel.chance import Chance, entropy_for, quick, stream
from stich.kernel.deal import DealResult, Deck, Setup
from stich.kernel.fair import Fair
from stich.kernel.game import Game, R
from stich.kernel.state import S

SIM: Final = "sim1"
STREAM: Final = "stream1"
GIVEN: Final = "given"
HKDF: Final = "hkdf1"
KINDS: Final = (SIM, STREAM, GIVEN, HKDF)
MIDDLE: Final = ("trick", "pair", "pile")  # roles of zones into which players lay cards until somebody takes them
SEED_DIGITS: Final = 40  # digits of the longest seed in a record


@final
class Source:
    """The source of a match's cards.

    SIM with a seed, STREAM with a secret of 32 bytes, GIVEN with complete decks and their dealers, or HKDF with what
    the server and the players have agreed on.
    """

    def __init__(
        self,
        kind: str,
        seed: int = 0,
        secret: bytes = b"",
        decks: list[tuple[Seat, Deck]] | None = None,
        fair: Fair | None = None,
    ) -> None:
        if kind not in KINDS or (kind == HKDF) != (fair is not None):
            raise Refused("error.source", {"value": kind, "allowed": " | ".join(KINDS)})
        if kind == STREAM and len(secret) != 32:
            raise Refused("error.secret", {"n": len(secret)})
        if abs(seed) >= 10**SEED_DIGITS:
            allowed = f"-1e{SEED_DIGITS} … 1e{SEED_DIGITS}"
            value = f"≥ 1e{SEED_DIGITS}" if seed > 0 else f"≤ -1e{SEED_DIGITS}"
            raise Refused("error.seed", {"value": value, "allowed": allowed})
        self.kind = kind
        self.seed = seed
        self.secret = secret
        self.decks: list[tuple[Seat, Deck]] = decks if decks is not None else []
        self.fair = fair

    def chance(self, number: int) -> Chance:
        """Return the generator of deal `number`. It yields, in this order, the dealer, the shuffle, the cut and all
        other random choices. Raises Refused `error.no_deck` if nobody has agreed on that deal yet.
        """
        if self.fair is not None:
            return self.fair.chance(number)
        return stream(self.secret, number) if self.kind == STREAM else quick(self.seed, number)


@final
@mypyc_attr(acyclic=True)
class Move:
    """An action that was done, with its cards resolved. seat can be HOST."""

    def __init__(self, deal: int, seat: Seat, action: Action) -> None:
        self.deal = deal
        self.seat = seat
        self.action = action


@final
class Sheet:
    """A finished deal: its setup, its result, and the totals after it."""

    def __init__(self, setup: Setup, result: DealResult, totals: tuple[int, ...]) -> None:
        self.setup = setup
        self.result = result
        self.totals = totals


def ranked(tiebreak: tuple[int, ...], winners: Seats) -> tuple[int, ...]:
    """Return the place of every seat, from 1: the winners first, then by the tiebreak; equal seats share a place."""
    keys = [(1, 0) if has(winners, seat) else (0, n) for seat, n in enumerate(tiebreak)]
    return tuple([1 + len([other for other in keys if other > key]) for key in keys])


@final
class Match(Generic[S, R]):
    """A whole match. It is determined by (game, rules, source, moves): the same moves give the same match on any
    machine.

    watched: keep events in `events` for observers; the reader empties the list. standings: the place of each seat, once
    the match is over. called_off: its players have ended it between two deals, and nobody has won.
    """

    def __init__(self, game: Game[S, R], rules: R, source: Source, watched: bool = False) -> None:
        self.game = game
        self.rules = rules
        self.source = source
        self.watched = watched
        self.events: list[Event] = []
        self.moves: list[Move] = []
        self.sheets: list[Sheet] = []
        self.scores: tuple[int, ...] = (0,) * rules.layout.seats
        self.winners: Seats = 0
        self.standings: tuple[int, ...] = ()
        self.over = False
        self.called_off = False
        chance = source.chance(1)
        self.setup = game.first(rules, chance)
        self.deck = Deck(b"")
        self.entropy: Cards = b""  # the entropy of the running deal when it began
        self.takebacks = 0
        self.deal = self.start(self.setup, chance)
        self.listed: list[Action] = []  # see `legal`
        self.listed_for: tuple[S, int, Seat] = (self.deal, -1, -1)

    def start(self, setup: Setup, chance: Chance) -> S:
        """Return a fresh deal. Its setup and its pack are stored only after all checks have passed."""
        if self.source.kind == GIVEN:
            if setup.number > len(self.source.decks):
                raise Refused("error.no_deck", {"n": setup.number})
            dealer, deck = self.source.decks[setup.number - 1]
            layout = self.rules.layout
            if not 0 <= dealer < layout.seats:
                raise Refused("error.record.seat", {"n": dealer, "most": layout.seats - 1})
            if bytes(sorted(deck.cards)) != layout.deck:
                raise Refused("error.deck", {"n": len(deck.cards), "allowed": len(layout.deck)})
            setup = Setup(setup.number, dealer, setup.scores, setup.carry, setup.out)
        else:
            deck = self.game.prepare(self.rules, chance)
        s = self.game.deal(self.rules, setup, deck)
        self.setup = setup
        self.deck = deck
        if self.rules.layout.reshuffles:
            s.entropy = entropy_for(chance)
        self.entropy = s.entropy
        if self.watched:
            s.log = self.events
            self.events.append(Event("deal", setup.dealer, 0, -1, -1, EVERYBODY, self.game.opening(s, setup)))
        return s

    def next_deal(self) -> None:
        """Start the next deal.

        Raises Refused: `error.deal_runs`, `error.match_over`, or the fault of a given pack (`error.no_deck`,
        `error.deck`, `error.record.seat`, a cut in a game without one); then nothing has changed.
        """
        if self.over:
            raise Refused("error.match_over")
        if self.deal.must() != 0:
            raise Refused("error.deal_runs")
        chance = self.source.chance(self.setup.number + 1)
        setup = self.game.following(self.rules, self.setup, self.sheets[-1].result, self.scores, chance)
        self.deal = self.start(setup, chance)

    def call_off(self) -> None:
        """End the match after the deal that is over, although its rules would deal again: nobody has won it.

        Raises Refused: `error.deal_runs`, `error.match_over`.
        """
        if self.over:
            raise Refused("error.match_over")
        if self.deal.must() != 0:
            raise Refused("error.deal_runs")
        self.over = self.called_off = True

    def stand_at(self, setup: Setup, deck: Deck, entropy: Cards, sheets: list[Sheet]) -> None:
        """Go to the start of a deal of this match without playing the deals before it.

        setup, deck, entropy: of that deal. sheets: of all deals before it. `moves` does not contain the actions of
        those deals.
        """
        s = self.game.deal(self.rules, setup, deck)
        s.entropy = entropy
        self.setup = setup
        self.deck = deck
        self.entropy = entropy
        self.sheets = sheets
        self.moves = []
        self.scores = sheets[-1].totals if sheets else (0,) * self.rules.layout.seats
        self.winners = 0
        self.standings = ()
        self.over = False
        self.called_off = False
        self.deal = s
        if self.watched:
            self.events = [Event("deal", setup.dealer, 0, -1, -1, EVERYBODY, self.game.opening(s, setup))]
            s.log = self.events

    def legal(self, seat: Seat) -> list[Action]:
        """Return the list of what `seat` can do. Callers must not change it. It is cached until the next action,
        because the seat usually chooses from it next.
        """
        deal, moves, asked = self.listed_for
        if asked != seat or moves != len(self.moves) or deal is not self.deal:
            self.listed = self.deal.legal(seat)
            self.listed_for = (self.deal, len(self.moves), seat)
        return self.listed

    def act(self, seat: Seat, a: Action) -> Action:
        """Do the action that `seat` chose, and return it with its cards resolved.

        Raises Refused with the reason; then nothing has changed.
        """
        done = self.check(seat, a)
        s = self.deal
        if self.watched:
            self.events.extend(self.words_for(s, seat, done))
        s.apply(seat, done)
        self.moves.append(Move(self.setup.number, seat, done))
        if s.must() == 0:
            self.finish()
        return done

    def take_back(self, to: int) -> None:
        """Return to the state of the running deal after the first `to` actions of the match.

        Raises Refused: `error.undo_over` if the deal is over, `error.undo_none` if it has no such actions.
        """
        if self.deal.must() == 0:
            raise Refused("error.undo_over")
        begun = len([move for move in self.moves if move.deal < self.setup.number])
        if not begun <= to < len(self.moves):
            raise Refused("error.undo_none")
        s = self.game.deal(self.rules, self.setup, self.deck)
        s.entropy = self.entropy
        for move in self.moves[begun:to]:
            s.apply(move.seat, move.action)
        del self.moves[to:]
        if self.watched:
            s.log = self.events
        self.deal = s
        self.takebacks += 1

    def heard(self, to: int, ends: list[int] | None = None) -> list[Event]:
        """Return the history of the running deal up to the first `to` actions of the match, each event with the seats
        that receive it.

        It covers the deal, the actions, their results, and the cards that went from place to place or were shown.
        ends: filled with the number of events before each action of the deal.
        """
        s = self.game.deal(self.rules, self.setup, self.deck)
        s.entropy = self.entropy
        events = [Event("deal", self.setup.dealer, 0, -1, -1, EVERYBODY, self.game.opening(s, self.setup))]
        s.log = events
        history: list[Event] = []
        for move in self.moves[:to]:
            if move.deal == self.setup.number:
                history += [event for event in events if self.recalls(event)]
                if ends is not None:
                    ends.append(len(history))
                events.clear()
                events.extend(self.words_for(s, move.seat, move.action))
                s.apply(move.seat, move.action)
        if self.sheets and self.sheets[-1].setup.number == self.setup.number:
            headline = self.sheets[-1].result.headline
            events.append(Event("result", -1, 0, -1, -1, EVERYBODY, headline))
        return history + [event for event in events if self.recalls(event)]

    def recalls(self, event: Event) -> bool:
        """Tell whether an event belongs in the history: it has a phrase, a card went somewhere, or was shown."""
        return event.phrase is not None or (event.src >= 0 and event.dst >= 0 and event.kind != "shuffle")

    def check(self, seat: Seat, a: Action, listed_only: bool = False) -> Action:
        """Return the action in the form in which `act` applies it. Raises Refused.

        listed_only: also refuse acts that the rules accept and punish.
        """
        s = self.deal
        must = s.must()
        if must == 0:
            raise Refused("error.match_over" if self.over else "error.deal_over")
        if 0 <= seat < HOST and has(s.setup.out, seat):
            raise Refused("error.out_of_match")
        if not 0 <= seat <= HOST or not has(must | s.may(), seat):
            reason = s.phase.why_not_asked(s, seat, a) if 0 <= seat < s.layout.seats else None
            if reason is not None:
                raise reason
            raise Refused("error.not_your_turn", {"seats": bytes(seats_of(must))})
        for c in a.cards:
            if c >= len(s.layout.pack.names):
                raise Refused("error.card", {"card": str(c), "game": self.game.name})
        chosen = Action(a.verb, bytes(sorted(a.cards)), a.to)
        listed = s.phase.canon(s, seat, chosen)
        if listed in self.legal(seat):
            return Action(listed.verb, chosen.cards or s.phase.cards(s, seat, listed), listed.to)
        if not listed_only and s.phase.breach(s, seat, chosen):
            return chosen
        raise s.phase.why(s, seat, chosen)

    def words_for(self, s: S, seat: Seat, done: Action) -> list[Event]:
        """Return the words for an action as events. Seats that must not hear them learn only that the seat has
        answered.
        """
        if done.verb == CLOSE.verb:
            return []
        heard = s.phase.audience(s, seat, done)
        words = [Event("say", seat, 0, -1, -1, heard, self.game.phrase(s, seat, done))]
        if heard != EVERYBODY:
            others = EVERYBODY & ~heard
            words.append(Event("say", seat, 0, -1, -1, others, Phrase("table.said.answered", {"seat": seat})))
        return words

    def finish(self) -> None:
        """Count the finished deal: add a sheet, the scores, and after the last deal winners and standings."""
        result = self.deal.result()
        if not result.again:
            self.scores = tuple([a + b for a, b in zip(self.scores, result.points, strict=True)])
            self.winners = result.winners or self.game.winners(self.rules, self.setup, self.scores)
            self.over = self.winners != 0
            if self.over:
                self.standings = ranked(self.game.tiebreak(self.rules, self.setup, result, self.scores), self.winners)
        self.sheets.append(Sheet(self.setup, result, self.scores))
        if self.watched:
            self.events.append(Event("result", -1, 0, -1, -1, EVERYBODY, result.headline))
