"""The laws that every game obeys, checked in random play: `stich check <game>`. No game is exempt.

A law is checked at each decision of random matches. It compares the real state, what one seat knows of it, and deals
that this seat cannot distinguish from the real one. The laws find state that is forgotten, leaking or inconsistent.
They do not know the rules of a game: they do not notice a trump that fails to win, or a zone that the rules file makes
public and the rule sheet does not. The worked examples of the rule sheet test that.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from stich.kernel.action import CLOSE, Action, Event, Refused
from stich.kernel.anatomy import added, attributes, cards, change, differs, is_plain, whole
from stich.kernel.cards import BACK, HOST, ONE, SPECTATOR, Seat, has, holds, seats_of
from stich.kernel.chance import Chance, quick
from stich.kernel.forced import is_forced, is_seen_forced
from stich.kernel.game import Game
from stich.kernel.match import SIM, STREAM, Match, Source
from stich.kernel.past import Place, Traced, Untraceable, dealt_places, explain_by_faces
from stich.kernel.record import dump, load, replay
from stich.kernel.sample import sample
from stich.kernel.state import OVER, State
from stich.kernel.verbs import ANY, TARGETS, misfit
from stich.kernel.view import View, view, witnessed
from stich.kernel.zones import Rules

LAWS: Final = {
    "L0": "All that a state holds is declared: facts are public, secrets are not; so are its phases and verbs.",
    "L1": "Until a deal is over somebody must act and can, each choice is listed once and accepted; anything else is "
    "refused and changes nothing.",
    "L2": "Every card lies in exactly one zone, unordered zones are sorted, known cards lie where they are known to.",
    "L3": "A copy has everything and shares nothing: what happens to it happens to it alone, and is what would happen.",
    "L4": "A deal drawn from what a seat may know looks the same to that seat.",
    "L5": "What may be done follows from what the one who does it may know.",
    "L6": "A drawn deal is a whole deal and can be played to its end.",
    "L7": "What a seat has no part in and is not shown does not change what it sees and hears.",
    "L8": "What the play has shown of hidden cards is true, and drawn deals respect it.",
    "L9": "A drawn deal explains the past: from its pack the same match could have been played.",
    "L10": "A record replays to the same state, a seed always deals the same cards, score lines add up to the points.",
    "L11": "Every legal action fits its verb: its cards lie in the declared zones, its target in the declared range.",
    "L12": "Where everybody can see that a seat has only one action, it has no other.",
}
HINTS: Final = {
    "L0": "Name each attribute of the state in the layout's facts or in the game's secrets, and copy it in public_copy "
    "or secrets_to.",
    "L2": "Move cards by the methods of State alone, and sort what `deal` lays in unordered zones.",
    "L3": "Keep immutable values in the state: int, str, bytes, tuple.",
    "L4": "Something public depends on a hidden card: look at State.public_copy and at what Phase.must and may ask.",
    "L5": "Phase.legal looks at a card that its seat may not see, or at an attribute that is no fact.",
    "L6": "Deals are drawn from what is public: a fact that does not follow from the zones is needed in the state.",
    "L8": "State.can_hold or State.may_pair excludes a card that can lie there.",
    "L9": "A play has shown that a card or two equal ones cannot lie somewhere, and the state does not say so: look at "
    "State.can_hold and State.may_pair, and at State.new_cards where cards have come since.",
    "L10": "State.result gives a Score for each part of the points, and its lines of a seat add up to them.",
    "L12": "Phase.only_action overlooks something that the seat may hold, or legal looks at more than the seat's hand.",
}
"""Where to look when a law does not hold."""
LONGEST: Final = 20_000  # actions in a deal: more is taken for endless
FEW: Final = 4  # deals in most matches: setups differ most at the beginning
MANY: Final = 60  # in the others, so that matches come to their end
ENOUGH: Final = 20  # matches that broke a law: what is still to be found will be found when those are mended


@dataclass
class Failure:
    """A law that did not hold: what differed, the shortest record found that shows it, and the number of its
    actions.
    """

    law: str
    what: str
    record: str
    at: int

    @property
    def hint(self) -> str:
        """Where to look, "" where there is no usual cause."""
        return HINTS.get(self.law, "")


@dataclass
class Report:
    """The result of a check. checked: how often each law was checked."""

    game: str
    options: dict[str, str]
    seats: int
    deals: int = 0
    decisions: int = 0
    checked: Counter[str] = field(default_factory=Counter)
    failures: dict[str, Failure] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    """Where and why a law could not be checked, for laws that could not be checked everywhere."""
    interrupted: bool = False

    @property
    def ok(self) -> bool:
        """Tell whether no law was broken."""
        return not self.failures


class Broken(Exception):
    """Raised when a law does not hold; the text says what differs."""


def check(
    game: Game,
    options: dict[str, object] | None = None,
    seats: int = 0,
    deals: int = 100,
    seed: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Play `deals` random deals and check every law at their decisions.

    options: those that differ from the defaults. seats: 0 for the usual number. progress: called with (deals done,
    deals in all). KeyboardInterrupt ends the check early and returns what was found until then. Raises Refused for
    unknown options.
    """
    rules = game.rules(options, seats)
    report = Report(game.name, rules.options, rules.layout.seats)
    exam = Exam(game, rules, report, quick(seed, 0))
    broken = 0
    try:
        number = 0
        while report.deals < deals and broken < ENOUGH:
            number += 1
            key = quick(seed, number)
            if number % 4 == 0:
                source = Source(STREAM, secret=bytes([key.below(256) for _ in range(32)]))
            else:
                source = Source(SIM, int(key.below(1 << 30)))
            most = FEW if number % 3 else MANY
            broken += not exam.sit(source, min(most, deals - report.deals), progress, deals)
    except KeyboardInterrupt:
        report.interrupted = True
    return report


def known(s: State, p: Seat) -> Counter[tuple[int, int]]:
    """Return what p knows from marks: for each place and face, the number of cards."""
    return Counter((m >> 24, m >> 16 & 255) for m in s.marks if has(m, p))


def faces(places: Counter[tuple[int, int]]) -> Counter[int]:
    """Return how many cards of each face are known, in all places together."""
    out = Counter[int]()
    for (_, c), n in places.items():
        if n > 0:
            out[c] += n
    return out


def choose(chance: Chance, acts: list[Action]) -> Action:
    """Return one of the actions at random. Half the time a verb is drawn first, so that rare verbs are met."""
    if chance.below(2):
        verbs = sorted({a.verb for a in acts})
        verb = verbs[chance.below(len(verbs))]
        acts = [a for a in acts if a.verb == verb]
    return acts[chance.below(len(acts))]


def resolved(s: State, seat: Seat, a: Action) -> Action:
    """Return the action with its cards, in the form that a record holds."""
    return Action(a.verb, s.phase.cards(s, seat, a), a.to)


def turn_at_random(s: State, chance: Chance) -> tuple[Seat, Action]:
    """Return an action that a seat can do now, interruptions included."""
    able = [(seat, acts) for seat in seats_of(s.must() | s.may()) if (acts := s.legal(seat))]
    if not able:
        raise Broken(f"none of the seats {seats_of(s.must())} can act in {s.phase.name}")
    seat, acts = able[chance.below(len(able))]
    return seat, resolved(s, seat, choose(chance, acts))


class Exam:
    """One game with one set of options: plays random matches and checks each decision."""

    def __init__(self, game: Game, rules: Rules, report: Report, chance: Chance) -> None:
        self.game = game
        self.rules = rules
        self.report = report
        self.chance = chance
        self.law = "L0"
        self.seats = rules.layout.seats
        self.single = len(set(rules.layout.deck)) == len(rules.layout.deck)
        self.placed: list[Place] | None = None
        self.names: set[str] = set()  # of the attributes of this deal's state when it began
        self.begun = 0  # actions before this deal
        self.forgot: set[Seat] = set()  # seats that have seen more in this deal than they still know

    def judging(self, law: str) -> None:
        """Name the law that the following checks belong to."""
        self.law = law
        self.report.checked[law] += 1

    def sit(self, source: Source, deals: int, progress: Callable[[int, int], None] | None, of: int) -> bool:
        """Play one match of at most `deals` deals. Returns False if a law was broken; the match stops there."""
        self.law = "L1"
        match: Match | None = None
        try:
            match = Match(self.game, self.rules, source, watched=True)
            for n in range(deals):
                if n:
                    match.next_deal()
                self.play(match)
                self.report.deals += 1
                if progress is not None:
                    progress(self.report.deals, of)
                if match.over:
                    break
            self.judge_record(match)
        except Broken as broken:
            self.fail(match, str(broken))
        except Exception as error:
            at = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{at.filename.rpartition('/')[2]}:{at.lineno}"
            self.fail(match, f"{type(error).__name__} at {place}: {error}")
        else:
            return True
        self.report.deals += 1
        return False

    def fail(self, match: Match | None, what: str) -> None:
        """Keep a broken law with the record that shows it; of several breaches the one after the fewest actions."""
        at = len(match.moves) if match is not None else 0
        before = self.report.failures.get(self.law)
        if before is None or at < before.at:
            try:
                record = dump(match) if match is not None else ""
            except Exception as error:
                record = f"# cannot be written: {error!r}"
            self.report.failures[self.law] = Failure(self.law, what, record, at)

    def play(self, match: Match) -> None:
        """Play one deal."""
        self.forgot = set()
        self.placed = None
        self.judge_declarations(match.deal)
        self.begun = len(match.moves)
        self.judge_stop(match.deal)
        while match.deal.must() != 0:
            if len(match.moves) - self.begun > LONGEST:
                self.judging("L6")
                raise Broken(f"a deal of more than {LONGEST} actions")
            self.decide(match)
        self.judge_result(match)

    def decide(self, match: Match) -> None:
        """Check one decision, then do one action."""
        s, chance = match.deal, self.chance
        self.report.decisions += 1
        self.judge_choices(match)
        self.judge_forced(s)
        self.judge_cards(s)
        seat, a = turn_at_random(s, chance)
        self.judge_stop(self.judge_copy(s, seat, a))
        self.judge_knowledge(match, chance.below(self.seats), seat, a)
        if chance.below(8) == 0:
            self.judge_knowledge(match, SPECTATOR, seat, a)
        self.law = "L1"
        before = [known(s, p) for p in range(self.seats)]
        match.events.clear()
        match.act(seat, a)
        self.keep_account(match.deal, before, match.events)

    def keep_account(self, s: State, before: list[Counter[tuple[int, int]]], events: list[Event]) -> None:
        """Note which seats lost track of a card that went unseen by them: the kernel forgets rather than guesses."""
        for p in range(self.seats):
            left = faces(before[p])
            for e in events:
                if e.kind == "shuffle":
                    self.forgot.add(p)
                elif e.kind == "move" and has(e.eyes, p) and not has(s.layout.eyes[e.src], p) and left[e.card] > 0:
                    left[e.card] -= 1
            if left - faces(known(s, p)):
                self.forgot.add(p)

    # -- L0: what is declared ----------------------------------------------------------------------------------

    def judge_declarations(self, s: State) -> None:
        """Check L0: what the game declares exists, and its verbs name kinds of targets and roles of zones."""
        self.judging("L0")
        facts = {f.name for f in s.layout.facts}
        secrets = set(self.game.secrets)
        names = set(added(s))
        wrong = (names ^ (facts | secrets)) | facts & secrets
        if wrong:
            raise Broken(f"attributes that are not exactly one of fact and secret: {sorted(wrong)}")
        roles = {zone.role for zone in s.layout.zones} | {"", ANY}
        for verb in self.game.verbs.values():
            if verb.to not in TARGETS or not roles.issuperset([*verb.cards, verb.at]):
                raise Broken(f"verb {verb.name} names an unknown kind of target or role of zones")
        for name in names:
            if not is_plain(getattr(s, name)):
                raise Broken(f"{name} is not made of numbers, texts, cards and tuples: {getattr(s, name)!r}")
        self.judge_copies(s, facts, secrets)
        self.names = attributes(s)

    def judge_attributes(self, s: State) -> None:
        """Check that the play has given the state no attribute that it did not have when the deal began."""
        self.law = "L0"
        new = sorted(attributes(s) - self.names)
        if new:
            is_neither = "is set during play but is neither" if len(new) == 1 else "are set during play but are neither"
            raise Broken(f"{', '.join(new)} {is_neither} a fact nor a secret")

    def judge_copies(self, s: State, facts: set[str], secrets: set[str]) -> None:
        """Check what each way of copying copies, on states in which every attribute has another value."""
        marked = s.copy()
        change(marked, facts | secrets)
        again = marked.copy()
        change(again, secrets)  # one changed value can be the start value by chance, two cannot
        public, public_again = marked.public_copy(), again.public_copy()
        private = s.public_copy()
        marked.secrets_to(private)
        for name in sorted(facts):
            if getattr(public, name) != getattr(marked, name):
                raise Broken(f"public_copy does not copy {name}")
            if getattr(private, name) != getattr(s, name):
                raise Broken(f"secrets_to copies {name}")
        for name in sorted(secrets):
            if all(getattr(n, name) == getattr(of, name) for n, of in ((public, marked), (public_again, again))):
                raise Broken(f"public_copy copies {name}")
            if getattr(private, name) != getattr(marked, name):
                raise Broken(f"secrets_to does not copy {name}")

    # -- L1: choices -------------------------------------------------------------------------------------------

    def judge_choices(self, match: Match) -> None:
        """Check L1 and L11 for each seat: what is listed is declared, distinct, and accepted as it is listed."""
        self.judging("L1")
        s = match.deal
        must = s.must()
        if s.phase is not OVER and s.phase not in self.game.phases:
            raise Broken(f"phase {s.phase.name} is not among the game's phases")
        if (must | s.may()) & ~(s.layout.everyone | 1 << HOST):
            raise Broken(f"must {must:b} or may {s.may():b} names seats that do not exist")
        for seat in seats_of(must | s.may()):
            acts = s.legal(seat)
            if not acts and has(must, seat):
                raise Broken(f"seat {seat} must act in {s.phase.name} and has no choice")
            if len(set(acts)) != len(acts):
                raise Broken(f"seat {seat} in {s.phase.name}: a choice is listed twice: {acts}")
            for a in acts:
                if a != CLOSE and a.verb not in self.game.verbs:
                    raise Broken(f"verb {a.verb} is not among the game's verbs")
                if seat == HOST and a != CLOSE and a.verb not in self.game.table_events:
                    raise Broken(f"verb {a.verb} is not among the game's table_events")
                done = resolved(s, seat, a)
                if s.phase.canon(s, seat, a) not in acts or s.phase.canon(s, seat, done) != s.phase.canon(s, seat, a):
                    raise Broken(f"seat {seat} in {s.phase.name}: {a} and {done}, with its cards, differ in canon")
                if seat != HOST:
                    self.judge_notation(s, seat, done)
            self.judge_verbs(s, seat, acts)
        self.judge_refusals(match)

    def judge_stop(self, s: State) -> None:
        """Check that a deal in which nobody has to act is over: the match would count it there as it is."""
        self.law = "L1"
        if s.must() == 0 and s.phase is not OVER:
            raise Broken(f"nobody has to act in phase {s.phase.name}, but the deal is not over: set the next phase")

    def judge_notation(self, s: State, seat: Seat, done: Action) -> None:
        """Check L1: the notation of an action reads as the same action."""
        text = self.game.write(self.rules, done)
        read = self.game.read(self.rules, text)
        if read.cards != done.cards or s.phase.canon(s, seat, read) != s.phase.canon(s, seat, done):
            raise Broken(f"{done} is written {text!r}, which reads {read}")

    def judge_refusals(self, match: Match) -> None:
        """Check L1: actions at random are refused unless they are listed, and checking changes nothing."""
        s, chance = match.deal, self.chance
        before = whole(s)
        names = len(s.layout.pack.names)
        verbs = [*self.game.verbs, CLOSE.verb, "nonsense"]
        for _ in range(3):
            seat = [-1, HOST, SPECTATOR, *range(self.seats), *seats_of(s.must())][
                chance.below(3 + self.seats + len(seats_of(s.must())))
            ]
            n = chance.below(4)
            some = bytes([chance.below(names + (chance.below(9) == 0)) for _ in range(n)])
            to = [-1, -1, -2, 0, 1, 7, 10**6][chance.below(7)]
            a = Action(verbs[chance.below(len(verbs))], some, to)
            try:
                done = match.check(seat, a)
            except Refused:
                continue
            finally:
                if whole(s) != before:
                    raise Broken(f"checking whether {a} is legal changed the state: {differs(before, whole(s))}")
            if not (s.must() | s.may()) >> max(seat, 0) & 1 or seat < 0:
                raise Broken(f"{a} was accepted for seat {seat}, which cannot act in {s.phase.name}")
            if s.phase.canon(s, seat, done) not in s.legal(seat) and not s.phase.breach(s, seat, done):
                raise Broken(f"{a} was accepted for seat {seat} in {s.phase.name} as {done}, which is not listed")

    # -- L11: verbs --------------------------------------------------------------------------------------------

    def judge_verbs(self, s: State, seat: Seat, acts: list[Action]) -> None:
        """Check L11: every action fits its verb."""
        self.judging("L11")
        for a in acts:
            if a != CLOSE:
                wrong = misfit(self.game.verbs[a.verb], s, seat, resolved(s, seat, a))
                if wrong:
                    raise Broken(f"seat {seat} in {s.phase.name}: {a} does not fit its verb: {wrong}")
        self.law = "L1"

    # -- L12: no choice ----------------------------------------------------------------------------------------

    def judge_forced(self, s: State) -> None:
        """Check L12: what everybody can see about the choice of a seat is true."""
        self.judging("L12")
        for seat in seats_of(s.must()):
            if seat < self.seats and is_seen_forced(self.game, s, seat) and not is_forced(self.game, s, seat):
                raise Broken(f"seat {seat} in {s.phase.name} is thought to have no choice, and has {s.legal(seat)[:9]}")

    # -- L2: cards ---------------------------------------------------------------------------------------------

    def judge_cards(self, s: State) -> None:
        """Check L2: no card is lost, and seats know of no card where there is none."""
        self.judging("L2")
        if cards(s) != s.layout.deck:
            there, due = Counter(cards(s)), Counter(s.layout.deck)
            raise Broken(f"cards lost {dict(due - there)}, cards too many {dict(there - due)}")
        for i, z in enumerate(s.zones):
            if not s.layout.ordered[i] and z != bytes(sorted(z)):
                raise Broken(f"{s.layout.ids[i]} is not sorted: {list(z)}")
        for p in (*range(self.seats), SPECTATOR):
            for (i, c), n in known(s, p).items():
                if s.zones[i].count(c) < n:
                    raise Broken(f"seat {p} is marked as knowing {n} × {c} in {s.layout.ids[i]}: {list(s.zones[i])}")

    # -- L3: copies --------------------------------------------------------------------------------------------

    def judge_copy(self, s: State, seat: Seat, a: Action) -> State:
        """Return what the action makes of a copy."""
        self.judge_attributes(s)
        self.judging("L3")
        before = whole(s)
        n = s.copy()
        if whole(n) != before:
            raise Broken(f"the copy differs: {differs(before, whole(n))}")
        for name in attributes(s):
            value = getattr(s, name)
            if isinstance(value, list | dict | set) and value is getattr(n, name):
                raise Broken(f"the copy shares {name}")
        n.apply(seat, a)
        if whole(s) != before:
            raise Broken(f"{a} on a copy changed the state it was copied from: {differs(before, whole(s))}")
        m = s.copy()
        m.apply(seat, a)
        if whole(m) != whole(n):
            raise Broken(f"{a} has different effects in equal states: {differs(whole(n), whole(m))}")
        self.judge_attributes(n)
        return n

    # -- L4 to L9: what a seat may know ------------------------------------------------------------------------

    def judge_knowledge(self, match: Match, p: Seat, seat: Seat, a: Action) -> None:
        """Check L4 to L9 for viewer p before `seat` does `a`."""
        s, chance = match.deal, self.chance
        self.judging("L5")
        w = view(s, p)
        if has(s.must() | s.may(), p):
            self.judge_legal(s, w, p)
        if has(s.must() | s.may(), HOST) and self.table_events(w.seen) != self.table_events(s):
            raise Broken(f"the table events in {s.phase.name} or their names do not follow from public facts")
        if w.seen.order() != s.order():
            raise Broken(f"the order of a hand in {s.phase.name} does not follow from public facts")
        if p < s.layout.seats:
            self.judge_plan(w, p)
        self.judging("L4")
        t = sample(w, chance)
        if cards(t) != s.layout.deck:
            self.judging("L6")
            raise Broken(f"a deal drawn for seat {p} is not the pack: {list(cards(t))}")
        if view(t, p).key() != w.key():
            raise Broken(f"seat {p} can distinguish a drawn deal from the real: {differs(w.key(), view(t, p).key())}")
        if p == SPECTATOR and t.may() != s.may():
            raise Broken(f"the seats that can interrupt in {s.phase.name} do not follow from public facts")
        self.judging("L8")
        for name, n in (("the real", s), ("a drawn", t)):
            for i, z in enumerate(n.zones):
                newer = s.new_cards(i)
                for c in z:
                    if not s.can_hold(c, i):
                        newer -= 1
                        if newer < 0:
                            raise Broken(f"in {name} deal card {c} lies in {s.layout.ids[i]}, where it cannot lie")
                    if z.count(c) > 1 and not s.may_pair(c, i):
                        raise Broken(f"in {name} deal two of card {c} lie in {s.layout.ids[i]}, where one can")
        self.judge_interference(s, t, p, seat, a)
        rare = max(5, (len(match.moves) - self.begun) // 4)  # both checks take longer as the deal grows
        if chance.below(rare) == 0:
            self.judge_playable(t.copy())
        if p != SPECTATOR and chance.below(rare) <= 1:
            self.judge_past(match, w, t, p)

    def table_events(self, s: State) -> list[tuple[Action, str, object]]:
        """Return what the HOST can do, each with its name; all seats receive the same list."""
        acts = [a for a in s.phase.legal(s, HOST) if a != CLOSE]
        named = self.game.choices(s, HOST, acts)
        return [(a, label.key, label.args) for a, (_, label) in zip(acts, named, strict=True)]

    def judge_plan(self, w: View, p: Seat) -> None:
        """Check that the melds proposed to a seat use cards of its hand, each at most once."""
        layout = w.seen.layout
        planned = b"".join(w.seen.plan(p)).replace(ONE[BACK], b"")
        own = [i for i, z in enumerate(layout.zones) if layout.owner[i] == p and z.role == "hand"]
        held = b"".join([w.seen.zones[i] for i in own])
        if not holds(held, planned):
            raise Broken(f"in {w.seen.phase.name} seat {p} plans with {list(planned)} and holds {list(held)}")

    def judge_legal(self, s: State, w: View, p: Seat) -> None:
        """Check L5: a seat that sees only its view finds the same actions with the same cards."""
        acts = s.legal(p)
        seen = w.seen.phase.legal(w.seen, p)
        if seen != acts:
            more, less = [a for a in acts if a not in seen], [a for a in seen if a not in acts]
            raise Broken(f"seat {p} in {s.phase.name}: only by the state {more[:9]}, only by the view {less[:9]}")
        for a in acts[:50]:
            if s.phase.cards(s, p, a) != w.seen.phase.cards(w.seen, p, a):
                raise Broken(f"seat {p} in {s.phase.name}: the cards of {a} differ by state and view")

    def judge_playable(self, t: State) -> None:
        """Check L6: a drawn deal can be played to its end and counted."""
        self.judging("L6")
        for _ in range(LONGEST):
            if t.must() == 0:
                break
            seat, a = turn_at_random(t, self.chance)
            t.apply(seat, a)
        else:
            raise Broken(f"a drawn deal goes on for more than {LONGEST} actions")
        if cards(t) != t.layout.deck:
            raise Broken("a drawn deal lost cards on its way to the end")
        t.result()

    # -- L7: hidden actions must not be noticed ----------------------------------------------------------------

    def judge_interference(self, s: State, t: State, p: Seat, seat: Seat, a: Action) -> None:
        """Do the same action in the real and in a drawn deal; p must notice no difference until a card is shown to
        p.
        """
        if not self.is_legal(t, seat, a):
            return  # the action of that seat reveals something about its cards
        self.judging("L7")
        x, heard_x = self.applied(s, seat, a)
        y, heard_y = self.applied(t, seat, a)
        opened = t.sealed != s.sealed and not x.sealed  # revealed by the last answer; p did not know the others
        seen_x = [e for e in (witnessed(e, p) for e in heard_x) if e is not None]
        seen_y = [e for e in (witnessed(e, p) for e in heard_y) if e is not None]
        for e, f in zip(seen_x, seen_y, strict=False):
            if e.kind == f.kind == "show" and (e.card, e.src) != (f.card, f.src):
                return  # p was shown a card and its place: from here on the deals can differ
            same = (e.kind, e.seat, e.src, e.dst, e.phrase) == (f.kind, f.seat, f.src, f.dst, f.phrase)
            if same and e.card != f.card and BACK not in (e.card, f.card) and e.kind == "move":
                return  # p saw a card go
            if opened and (not same or e.card != f.card):
                return  # or an answer
            if not same or e.card != f.card:
                unlike = f"{e.kind} {e.card} {e.src}→{e.dst} {e.phrase} / {f.kind} {f.card} {f.src}→{f.dst} {f.phrase}"
                raise Broken(f"seat {p} learns about hidden cards from the events of {a}: {unlike}")
        if opened and len(seen_x) != len(seen_y):
            return
        if len(seen_x) != len(seen_y):
            raise Broken(f"seat {p} learns about hidden cards from the number of events of {a}")
        u, v = view(x, p).key(), view(y, p).key()
        if opened:  # facts can depend on answers, places cannot: nobody was seen to show anything
            u, v = u[5:7], v[5:7]
        if u != v:
            raise Broken(f"seat {p} learns about hidden cards from {a} without being shown one: {differs(u, v)}")

    def is_legal(self, s: State, seat: Seat, a: Action) -> bool:
        """Tell whether an action has a listed form."""
        return s.phase.canon(s, seat, a) in s.legal(seat)

    def applied(self, s: State, seat: Seat, a: Action) -> tuple[State, list[Event]]:
        """Do the action on a copy; return the copy and the events, with the phrase for the action first."""
        events: list[Event] = []
        if a != CLOSE:
            heard = s.phase.audience(s, seat, a)
            events.append(Event("say", seat, 0, -1, -1, heard, self.game.phrase(s, seat, a)))
            self.game.label(s, seat, a)
        n = s.copy()
        n.log = events
        n.apply(seat, a)
        return n, events

    # -- L9: the past ------------------------------------------------------------------------------------------

    def judge_past(self, match: Match, w: View, t: State, p: Seat) -> None:
        """Deal the pack that would have led to the drawn deal, and play the same actions again."""
        if p in self.forgot:
            self.report.notes["L9"] = "not judged where a seat has lost sight of a card that it once saw"
            return
        if t.sealed != match.deal.sealed:
            return  # other answers mean another past
        if self.single:
            against = explain_by_faces(match, w, t)
        else:
            try:
                against = Traced(match, self.places_of(match), p).explain(t)
                if against:  # the faces may have been assigned to the wrong ones of several cards in one place
                    against = Traced(match, self.places_of(match), p, strictly=True).explain(t)
            except Untraceable as why:
                self.report.notes["L9"] = f"not judged where equal cards cannot be told apart: {why}"
                return
        self.judging("L9")
        if against:
            self.judge_peeking(match)
            self.law = "L9"
            raise Broken(f"a deal drawn for seat {p} cannot have been dealt: {against}")

    def judge_peeking(self, match: Match) -> None:
        """Judge L5 at every action of this deal: a seat whose choices follow from the hands of others brings about
        pasts that cannot be, too, and that is the fault then.
        """
        self.law = "L5"
        n = self.game.deal(match.rules, match.setup, match.deck)
        n.entropy = match.entropy
        for move in match.moves[self.begun :]:
            self.judge_legal(n, view(n, move.seat), move.seat)
            n.apply(move.seat, move.action)

    def places_of(self, match: Match) -> list[Place]:
        """Return where this deal put each card of its pack; computed once for each deal."""
        if self.placed is None:
            self.placed = dealt_places(match)
        return self.placed

    # -- L10: results and records ------------------------------------------------------------------------------

    def judge_result(self, match: Match) -> None:
        """Check L10: the score lines of each seat add up to its points."""
        self.judging("L10")
        self.judge_cards(match.deal)
        self.law = "L10"
        result = match.sheets[-1].result
        if len(result.points) != self.seats:
            raise Broken(f"points for {len(result.points)} seats, not {self.seats}")
        for seat in range(self.seats):
            lines = sum(score.n for score in result.why if score.seat == seat)
            if lines != result.points[seat]:
                raise Broken(f"the score lines of seat {seat} make {lines}, its points are {result.points[seat]}")

    def judge_record(self, match: Match) -> None:
        """Check L10: the record of the match leads to the same state and to the same record."""
        self.judging("L10")
        text = dump(match)
        record = load(text, lambda name: self.game)
        again = replay(record)
        if whole(again.deal) != whole(match.deal):
            raise Broken(f"the replayed record has another state: {differs(whole(match.deal), whole(again.deal))}")
        if dump(again) != text:
            raise Broken("saving the replayed match gives a different record")
