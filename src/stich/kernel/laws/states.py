"""L0, L2 and L3: what a state holds is declared, no card is lost, and copies share nothing."""

from __future__ import annotations

from collections import Counter

from stich.kernel.action import Action
from stich.kernel.anatomy import added, attributes, cards, change, differs, is_plain, whole
from stich.kernel.cards import SPECTATOR, Seat
from stich.kernel.laws.knowledge import known
from stich.kernel.laws.report import Broken
from stich.kernel.laws.run import Run
from stich.kernel.state import State
from stich.kernel.verbs import ANY, TARGETS


def judge_declarations(run: Run, s: State) -> None:
    """Check L0: what the game declares exists, and its verbs name kinds of targets and roles of zones."""
    run.judging("L0")
    facts = {f.name for f in s.layout.facts}
    secrets = set(run.game.secrets)
    names = set(added(s))
    wrong = (names ^ (facts | secrets)) | facts & secrets
    if wrong:
        raise Broken(f"attributes that are not exactly one of fact and secret: {sorted(wrong)}")
    roles = {zone.role for zone in s.layout.zones} | {"", ANY}
    for verb in run.game.verbs.values():
        if verb.to not in TARGETS or not roles.issuperset([*verb.cards, verb.at]):
            raise Broken(f"verb {verb.name} names an unknown kind of target or role of zones")
    for name in names:
        if not is_plain(getattr(s, name)):
            raise Broken(f"{name} is not made of numbers, texts, cards and tuples: {getattr(s, name)!r}")
    judge_copies(s, facts, secrets)
    run.names = attributes(s)


def judge_attributes(run: Run, s: State) -> None:
    """Check that the play has given the state no attribute that it did not have when the deal began."""
    run.law = "L0"
    new = sorted(attributes(s) - run.names)
    if new:
        is_neither = "is set during play but is neither" if len(new) == 1 else "are set during play but are neither"
        raise Broken(f"{', '.join(new)} {is_neither} a fact nor a secret")


def judge_copies(s: State, facts: set[str], secrets: set[str]) -> None:
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


def judge_cards(run: Run, s: State) -> None:
    """Check L2: no card is lost, and seats know of no card where there is none."""
    run.judging("L2")
    if cards(s) != s.layout.deck:
        there, due = Counter(cards(s)), Counter(s.layout.deck)
        raise Broken(f"cards lost {dict(due - there)}, cards too many {dict(there - due)}")
    for i, z in enumerate(s.zones):
        if not s.layout.ordered[i] and z != bytes(sorted(z)):
            raise Broken(f"{s.layout.ids[i]} is not sorted: {list(z)}")
    for p in (*range(run.seats), SPECTATOR):
        for (i, c), n in known(s, p).items():
            if s.zones[i].count(c) < n:
                raise Broken(f"seat {p} is marked as knowing {n} × {c} in {s.layout.ids[i]}: {list(s.zones[i])}")


def judge_copy(run: Run, s: State, seat: Seat, a: Action) -> State:
    """Return what the action makes of a copy."""
    judge_attributes(run, s)
    run.judging("L3")
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
    judge_attributes(run, n)
    return n
