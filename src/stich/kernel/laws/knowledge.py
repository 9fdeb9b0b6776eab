"""L4 to L8: what a seat may know, and what it can notice."""

from __future__ import annotations

from collections import Counter

from stich.kernel.action import CLOSE, Action, Event
from stich.kernel.anatomy import cards, differs
from stich.kernel.cards import BACK, HOST, SPECTATOR, Seat, has
from stich.kernel.laws.past import judge_past
from stich.kernel.laws.random_play import turn_at_random
from stich.kernel.laws.report import Broken
from stich.kernel.laws.run import Run
from stich.kernel.laws.views import judge_legal, judge_plan, table_events
from stich.kernel.match import Match
from stich.kernel.sample import sample
from stich.kernel.state import State
from stich.kernel.view import view, witnessed
from stich.kernel.zones import eyes_of, face_of, zone_of


def known(s: State, p: Seat) -> Counter[tuple[int, int]]:
    """Return what p knows from marks: for each place and face, the number of cards."""
    return Counter((zone_of(m), face_of(m)) for m in s.marks if has(eyes_of(m), p))


def faces(places: Counter[tuple[int, int]]) -> Counter[int]:
    """Return how many cards of each face are known, in all places together."""
    out = Counter[int]()
    for (_, c), n in places.items():
        if n > 0:
            out[c] += n
    return out


def keep_account(run: Run, s: State, before: list[Counter[tuple[int, int]]], events: list[Event]) -> None:
    """Note which seats lost track of a card that went unseen by them: the kernel forgets rather than guesses."""
    for p in range(run.seats):
        left = faces(before[p])
        for e in events:
            if e.kind == "shuffle":
                run.forgot.add(p)
            elif e.kind == "move" and has(e.eyes, p) and not has(s.layout.eyes[e.src], p) and left[e.card] > 0:
                left[e.card] -= 1
        if left - faces(known(s, p)):
            run.forgot.add(p)


def judge_knowledge(run: Run, match: Match, p: Seat, seat: Seat, a: Action) -> None:
    """Check L4 to L9 for viewer p before `seat` does `a`."""
    s, chance = match.deal, run.chance
    run.judging("L5")
    w = view(s, p)
    if has(s.must() | s.may(), p):
        judge_legal(s, w, p)
    if has(s.must() | s.may(), HOST) and table_events(run, w.seen) != table_events(run, s):
        raise Broken(f"the table events in {s.phase.name} or their names do not follow from public facts")
    if w.seen.order() != s.order():
        raise Broken(f"the order of a hand in {s.phase.name} does not follow from public facts")
    if p < s.layout.seats:
        judge_plan(w, p)
    run.judging("L4")
    t = sample(w, chance)
    if cards(t) != s.layout.deck:
        run.judging("L6")
        raise Broken(f"a deal drawn for seat {p} is not the pack: {list(cards(t))}")
    if view(t, p).key() != w.key():
        raise Broken(f"seat {p} can distinguish a drawn deal from the real: {differs(w.key(), view(t, p).key())}")
    if p == SPECTATOR and t.may() != s.may():
        raise Broken(f"the seats that can interrupt in {s.phase.name} do not follow from public facts")
    run.judging("L8")
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
    judge_interference(run, s, t, p, seat, a)
    rare = max(5, (len(match.moves) - run.begun) // 4)  # both checks take longer as the deal grows
    if chance.below(rare) == 0:
        judge_playable(run, t.copy())
    if p != SPECTATOR and chance.below(rare) <= 1:
        judge_past(run, match, w, t, p)


def judge_playable(run: Run, t: State) -> None:
    """Check L6: a drawn deal can be played to its end and counted."""
    run.judging("L6")
    for _ in range(run.longest):
        if t.must() == 0:
            break
        seat, a = turn_at_random(t, run.chance)
        t.apply(seat, a)
    else:
        raise Broken(f"a drawn deal goes on for more than {run.longest} actions")
    if cards(t) != t.layout.deck:
        raise Broken("a drawn deal lost cards on its way to the end")
    t.result()


def judge_interference(run: Run, s: State, t: State, p: Seat, seat: Seat, a: Action) -> None:
    """Do the same action in the real and in a drawn deal; p must notice no difference until a card is shown to
    p.
    """
    if not is_legal(t, seat, a):
        return  # the action of that seat reveals something about its cards
    run.judging("L7")
    x, heard_x = applied(run, s, seat, a)
    y, heard_y = applied(run, t, seat, a)
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


def is_legal(s: State, seat: Seat, a: Action) -> bool:
    """Tell whether an action has a listed form."""
    return s.phase.canon(s, seat, a) in s.legal(seat)


def applied(run: Run, s: State, seat: Seat, a: Action) -> tuple[State, list[Event]]:
    """Do the action on a copy; return the copy and the events, with the phrase for the action first."""
    events: list[Event] = []
    if a != CLOSE:
        heard = s.phase.audience(s, seat, a)
        events.append(Event("say", seat, 0, -1, -1, heard, run.game.phrase(s, seat, a)))
        run.game.label(s, seat, a)
    n = s.copy()
    n.log = events
    n.apply(seat, a)
    return n, events
