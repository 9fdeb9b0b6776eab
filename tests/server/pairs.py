"""Pairs of deals that one viewer cannot tell apart, with everything that led to them.

A match is played at random up to some decision. There a deal is drawn from those that the viewer cannot tell from the
real one, and the pack is found that would have led to it (law L9). Both matches then go on together, by actions that
look the same to the viewer. Nothing here compares what the viewer is shown: that is `worlds`' task, and a leak in a
view must not make a pair vanish.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from operator import ne
from typing import NamedTuple

from stich.kernel.action import CLOSE, Action, Refused
from stich.kernel.cards import BACK, HOST, SPECTATOR, Seat, seats_of
from stich.kernel.chance import Chance, quick
from stich.kernel.deal import Deck
from stich.kernel.game import Game
from stich.kernel.laws.knowledge import known
from stich.kernel.laws.random_play import choose, resolved, turn_at_random
from stich.kernel.laws.retrace import Traced, Untraceable, dealt_places, moves_of_deal, past_by_faces
from stich.kernel.match import GIVEN, SIM, Match, Source
from stich.kernel.sample import sample
from stich.kernel.state import State
from stich.kernel.view import view, witnessed
from stich.kernel.zones import Rules

DRAWS = 6  # tries to draw a deal that differs from the real one
TOGETHER = 24  # actions at most, after the point where the other deal was drawn
Decks = list[tuple[Seat, Deck]]


class Step(NamedTuple):
    """What one seat does in both matches; with other cards where the viewer cannot see them."""

    seat: Seat
    actions: tuple[Action, Action]


class Pair(NamedTuple):
    """Two matches from their first deal on. decks: of each. deals: the steps of every deal.

    interrupts: somebody could act out of turn. cut: how many steps of the last deal were played before the other deal
    was drawn; phase: in which phase that was. hidden: how many places hold other cards.
    """

    game: Game
    seed: int
    seats: int
    options: dict[str, str]
    viewer: Seat
    decks: tuple[Decks, Decks]
    deals: list[list[Step]]
    interrupts: bool
    cut: int
    phase: str
    hidden: int


class Unpaired(Exception):
    """No pair comes from this seed; the text says why."""


def any_options(game: Game, seats: int, chance: random.Random) -> dict[str, str]:
    """Draw options: the defaults, or some of them changed; again where they exclude each other."""
    while True:
        options = dict(game.rules({}, seats).options)
        for option in game.options:
            if chance.random() < 0.3:
                options[option.name] = str(chance.choice(option.values))
        if game.conflict(options, seats) is None:
            return options


def pair_of(game: Game, seed: int) -> Pair:
    """Return the pair that this seed makes. Raises Unpaired."""
    chance, luck = random.Random(f"{game.name}/{seed}"), quick(seed, 11)
    seats = chance.choice(game.seats)
    options = any_options(game, seats, chance) if chance.random() < 0.6 else dict(game.rules({}, seats).options)
    rules = game.rules(dict(options), seats)
    viewer = SPECTATOR if chance.random() < 0.2 else chance.randrange(seats)
    real = Match(game, rules, Source(SIM, seed), watched=True)
    decks: Decks = []
    deals: list[list[Step]] = []
    interrupts = False
    while True:
        cuts, forgot, may = play_deal(real, viewer, luck)
        interrupts |= may
        decks.append((real.setup.dealer, real.deck))
        if real.over or rules.layout.reshuffles or chance.random() < 0.85:  # a given pack has no entropy of its own
            break
        deals.append([Step(move.seat, (move.action, move.action)) for move in moves_of_deal(real)])
        real.next_deal()
    if forgot is not None:
        cuts = cuts[:forgot]
    if not cuts:
        raise Unpaired("the viewer lost sight of a card at once")
    phase = chance.choice(sorted(set(cuts)))
    cut = chance.choice([at for at, name in enumerate(cuts) if name == phase])
    moves = moves_of_deal(real)[:cut]
    before = [move for deal in deals for move in deal]
    done = [(step.seat, step.actions[0]) for step in before] + [(move.seat, move.action) for move in moves]
    match = replayed(game, rules, decks, done, seed)
    others, acts, hidden = other_past(match, viewer, luck)
    twin_decks = [*decks[:-1], (decks[-1][0], others)]
    past = [(s.seat, s.actions[1]) for s in before] + [(m.seat, a) for m, a in zip(moves, acts, strict=True)]
    try:
        twin = replayed(game, rules, twin_decks, past, seed)
    except Refused as refused:
        raise Unpaired(f"not to be dealt: {refused}") from refused
    steps = [Step(move.seat, (move.action, a)) for move, a in zip(moves, acts, strict=True)]
    steps += together(match, twin, viewer, chance)
    if reported_twice([*before, *steps]):
        raise Unpaired("two table events in a row: people can report one")
    both = (decks, twin_decks)
    return Pair(game, seed, seats, options, viewer, both, [*deals, steps], interrupts, cut, phase, hidden)


def reported_twice(steps: list[Step]) -> bool:
    """Tell whether two table events come in a row. Only one is accepted between two acts of players."""
    events = [step.seat == HOST and step.actions[0].verb != CLOSE.verb for step in steps]
    return any(one and two for one, two in pairwise(events))


def play_deal(match: Match, viewer: Seat, luck: Chance) -> tuple[list[str], int | None, bool]:
    """Play one deal at random.

    Return the phase of each decision, from which on the viewer has lost sight of a card that they once saw (there the
    kernel forgets, and the viewer could remember), and whether anybody could interrupt.
    """
    phases: list[str] = []
    forgot: int | None = None
    interrupts = False
    while match.deal.must() != 0:
        interrupts |= match.deal.may() != 0 or match.deal.must() >> HOST != 0
        phases.append(match.deal.phase.name)
        seat, action = turn_at_random(match.deal, luck)
        before = known(match.deal, viewer)
        match.events.clear()
        match.act(seat, action)
        if forgot is None and loses_sight(match, viewer, before):
            forgot = len(phases)
    return phases, forgot, interrupts


def loses_sight(match: Match, viewer: Seat, before: Counter[tuple[int, int]]) -> bool:
    """Tell whether the viewer lost sight of a card that went unseen by them, by the same account as the laws."""
    for e in match.events:
        if e.kind == "shuffle":
            return True
        if e.kind == "move" and e.eyes >> viewer & 1 and before[e.src, e.card] > 0:
            before[e.src, e.card] -= 1
    return bool(before - known(match.deal, viewer))


def replayed(game: Game, rules: Rules, decks: Decks, acts: list[tuple[Seat, Action]], seed: int) -> Match:
    """Play these actions with these decks; what else is drawn, such as the order of age, comes from the seed.

    Raises Refused where that cannot be, Unpaired where somebody would have to break a rule that is punished: players
    who choose from what is listed do not.
    """
    match = Match(game, rules, Source(GIVEN, seed=seed, decks=decks))
    for seat, action in acts:
        if match.deal.must() == 0:
            match.next_deal()
        if match.deal.phase.breach(match.deal, seat, action):
            raise Unpaired("with these cards it would be a breach")
        match.act(seat, action)
    if match.deal.must() == 0:
        match.next_deal()
    return match


def other_past(match: Match, viewer: Seat, luck: Chance) -> tuple[Deck, list[Action], int]:
    """Return another pack for this deal, its actions with it, and how many cards then lie elsewhere."""
    w = view(match.deal, viewer)
    moves = moves_of_deal(match)
    for _ in range(DRAWS):
        drawn = sample(w, luck)
        hidden = sum(sum(map(ne, z, t)) for z, t in zip(match.deal.zones, drawn.zones, strict=True))
        if not hidden and drawn.sealed == match.deal.sealed:
            continue
        try:
            cards, named = past(match, viewer, drawn)
        except Untraceable as why:
            raise Unpaired(f"equal cards: {why}") from why
        acts = [Action(move.action.verb, own, move.action.to) for move, own in zip(moves, named, strict=True)]
        for seat, answer in enumerate(drawn.sealed):
            if seat != viewer and match.deal.sealed[seat].verb not in ("waiting", "silent"):
                last = max(k for k, move in enumerate(moves) if move.seat == seat)
                acts[last] = resolved(drawn, seat, answer)
        return Deck(cards, match.deck.cut), acts, hidden
    raise Unpaired("nothing is hidden any more")


def past(match: Match, viewer: Seat, drawn: State) -> tuple[bytes, list[bytes]]:
    if len(set(match.rules.layout.deck)) == len(match.rules.layout.deck):
        return past_by_faces(match, view(match.deal, viewer), drawn)
    return Traced(match, dealt_places(match), viewer).past(drawn)


def together(real: Match, twin: Match, viewer: Seat, chance: random.Random) -> list[Step]:
    """Go on with both, by what looks the same to the viewer, until the viewer is shown a card that differs."""
    steps: list[Step] = []
    matches = (real, twin)
    while len(steps) < TOGETHER and real.deal.must() != 0:
        step = common(real.deal, twin.deal, viewer, chance)
        if step is None or shows_difference(real.deal, twin.deal, viewer, step):
            break
        for match, action in zip(matches, step.actions, strict=True):
            match.act(step.seat, action)
        steps.append(step)
    return steps


def shows_difference(real: State, twin: State, viewer: Seat, step: Step) -> bool:
    """Tell whether this step lets the viewer see a card, or hear an answer, that is another one in the other match.

    Only cards openly shown to the viewer count (law L7), and the score of a deal that ends: whatever else differs
    afterwards is a leak.
    """
    heard = []
    points = []
    for s, action in zip((real, twin), step.actions, strict=True):
        n = s.copy()
        n.log = []
        n.apply(step.seat, action)
        if s.sealed and not n.sealed and any(a.verb not in ("waiting", "silent") for a in s.sealed):
            return True  # answers of others are turned up
        points.append(n.result().points if n.must() == 0 else ())
        heard.append([seen for e in n.log if (seen := witnessed(e, viewer)) is not None])
    if points[0] != points[1]:
        return True  # cards that stay in hand may count
    for e, f in zip(*heard, strict=False):
        same = (e.kind, e.seat, e.src, e.dst, e.phrase) == (f.kind, f.seat, f.src, f.dst, f.phrase)
        if same and e.card != f.card and BACK not in (e.card, f.card) and e.kind in ("move", "show"):
            return True
        if not same or e.card != f.card:
            return False
    return False


def common(real: State, twin: State, viewer: Seat, chance: random.Random) -> Step | None:
    asked = [seat for seat in seats_of(real.must() | real.may()) if (twin.must() | twin.may()) >> seat & 1]
    chance.shuffle(asked)
    for seat in asked:
        acts = [[resolved(s, seat, a) for a in s.legal(seat)] for s in (real, twin)]
        if real.sealed and seat not in (viewer, HOST):
            if sum(a.verb == "waiting" for a in real.sealed) < 2:
                continue  # the last answer turns all of them up
            return Step(seat, (choose(quick(chance.randrange(1 << 30)), acts[0]), chance.choice(acts[1])))
        both = [a for a in acts[0] if a in acts[1]]
        if both:
            action = chance.choice(both)
            return Step(seat, (action, action))
    return None
