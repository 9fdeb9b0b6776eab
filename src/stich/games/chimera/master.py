"""Master: a network that learnt by playing against itself, and Expert's search over the moves that it likes.

The network judges a move from what the seat knows; the search tries the best ones in worlds that the seat cannot
distinguish from the real one. In such a world all hands are open, so that the search alone believes too much in plays
that need to know them. The network never sees them. So its judgement counts as some worlds more.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import ClassVar, Final, final

from stich.bots.climbing.planner import going_out
from stich.games.chimera.expert import WIN, Expert
from stich.games.chimera.planner import with_cards
from stich.games.chimera.rules_cards import CATS, TOADS, TRICK
from stich.games.chimera.rules_phases_auction import EXCHANGE
from stich.games.chimera.rules_phases_play import PLAY
from stich.games.chimera.rules_score import treasures
from stich.games.chimera.rules_state import Chimera
from stich.games.chimera.sight import Sight
from stich.kernel.action import Action
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts.climb.pack import counted
from stich.parts.climb.planning.features import Features
from stich.parts.climb.planning.lessons import HEAD
from stich.parts.climb.planning.network import WHOLE, Network, Weights
from stich.parts.climb.planning.piles import LEADS, NEXT_HOLDS, PREVIOUS_HOLDS, Scene
from stich.parts.climb.planning.position import known
from stich.parts.climb.planning.weights import Unfit, check, load

FILE: Path = Path(__file__).with_name("master.weights")  # not Final: a test replaces it in the compiled module, too
RULES: Final = 1  # version of the rules that the network was trained for
UNIT: Final = 50  # points that are 1 in the network's numbers
STAKES: Final = (20, 30, 40)


@lru_cache(1)
def weights() -> Weights:
    """Return the weights in the package; a process reads them once. Raises Unfit if they cannot be used."""
    return load(FILE, "chimera", RULES)


@lru_cache(1)
def trouble() -> str:
    """Return what is wrong with the weights in the package; "" if nothing is. They are not unpacked for it."""
    try:
        check(FILE, "chimera", RULES)
    except Unfit as unfit:
        return str(unfit)
    return ""


def scene_of(view: View[Chimera]) -> Scene:
    """Return what the seat of a view knows, once cards are played, in the form that the network was trained on."""
    s = view.seen
    sight = Sight(view)
    left, right = sight.left, 3 - view.seat - sight.left
    won = s.treasures or (0, 0, 0)
    scene = Scene()
    scene.hand = sight.hand
    scene.next = counted(known(s, left))
    scene.previous = counted(known(s, right))
    scene.unseen = sight.unseen
    scene.next_size = sight.sizes[left]
    scene.previous_size = sight.sizes[right]
    scene.role = 0 if sight.alone else 1 if left == s.chimera else 2
    scene.last = s.last
    scene.holder = LEADS if s.last == 0 else NEXT_HOLDS if s.holder == left else PREVIOUS_HOLDS
    scene.passes = s.passes
    scene.trick = treasures(s.zones[TRICK])
    scene.won_alone = won[s.chimera]
    scene.won_others = sum(won) - won[s.chimera]
    scene.bombs = s.traps
    scene.rockets = s.attack
    scene.idle_own = 1 - ((s.played >> view.seat) & 1)
    scene.idle_next = 1 - ((s.played >> left) & 1)
    scene.idle_previous = 1 - ((s.played >> right) & 1)
    scene.stake = STAKES.index(s.bid)
    return scene


@final
class Judge:
    """One thread's network, for one rule table."""

    def __init__(self, rules: int, found: Weights) -> None:
        """Create the working data."""
        self.rules = rules
        self.features = Features(rules, TOADS, CATS)
        self.network = Network(found)

    def values(self, scene: Scene, moves: list[int], bid: int) -> list[float]:
        """Return for each move the points that it makes for the seat's side, with WIN for the win, as a rollout of
        Expert has them.
        """
        network = self.network
        features = self.features
        out: list[float] = []
        sign = 1.0 if int(scene.role) == 0 else -1.0
        network.look(scene.role, features.scene(scene, False, network.scene_row, 0))
        for move in moves:
            network.judge(features.move(move, network.move_row, 0))
            win = int(network.win) / WHOLE
            value = win * (3 * bid + 20 + 2 * WIN) - (bid + 20 + WIN)
            out.append(sign * (value + UNIT * (int(network.points) + int(network.bonus)) / WHOLE))
        return out


class Master(Expert):
    """Searches like Expert, over moves that the network likes."""

    level: ClassVar[str] = "master"

    margin: ClassVar[float] = 0.0
    tried: ClassVar[int] = 7
    ALONE: ClassVar[int] = 10  # with fewer iterations the network plays alone
    PRIOR: ClassVar[float] = 4.0  # its judgement counts as so many worlds, times the root of the iterations
    VARIANTS: ClassVar[int] = 6  # judged of one combination with different attachments, as in self-play
    FEW: ClassVar[int] = 4  # plays of the plan, among which it chooses when it plays alone …
    SURE: ClassVar[float] = 4.0  # … and the points by which it must like another one better than the plan's first

    def __init__(self, iterations: int = 0, path: Path = FILE) -> None:
        """Use this number of iterations for a choice; 0: the usual number. path: the file of weights.

        Raises Unfit if they cannot be used.
        """
        super().__init__(iterations)
        self.weights = load(path, "chimera", RULES) if path != FILE else weights()

    @classmethod
    def lacks(cls) -> str:
        return trouble()

    def judge(self, rules: int) -> Judge:
        """Return this thread's network."""
        found: Judge | None = getattr(self.kept, "judge", None)
        if found is None or found.rules != rules:
            found = self.kept.judge = Judge(rules, self.weights)
        return found

    def judged(self, view: View[Chimera], legal: list[Action]) -> list[float]:
        """Return what the network says of each play."""
        s = view.seen
        moves = [a.to if a.verb == "play" else 0 for a in legal]
        return self.judge(s.rules.table).values(scene_of(view), moves, s.bid)

    def offered(self, legal: list[Action]) -> list[Action]:
        """Return the plays to judge: of those that differ in their attachments alone the first ones, with the lowest
        cards.
        """
        seen: dict[int, int] = {}
        out: list[Action] = []
        for a in legal:
            head = a.to & HEAD if a.verb == "play" else 0
            seen[head] = seen.get(head, 0) + 1
            if seen[head] <= self.VARIANTS:
                out.append(a)
        return out

    def think(self, view: View[Chimera], legal: list[Action], chance: Chance, stop: Callable[[], bool]) -> Action:
        """Return the best of the legal actions; a hand that can go out goes out."""
        s = view.seen
        if s.phase is not PLAY:
            alone = 0 < self.given < self.ALONE
            return self.thoughts.choose(view, legal, chance) if alone else super().think(view, legal, chance, stop)
        sight = Sight(view)
        moves = [a.to if a.verb == "play" else 0 for a in legal]
        out = going_out(sight, moves)
        if out:
            return with_cards(sight, legal[moves.index(out)])
        return super().think(view, legal, chance, stop)

    def candidates(self, view: View[Chimera], legal: list[Action]) -> list[Action]:
        """Return the moves that the network likes best, and the planner's choice."""
        if view.seen.phase is EXCHANGE:
            return super().candidates(view, legal)
        planned = super().candidates(view, legal)
        if 0 < self.given < self.ALONE:
            return [self.preferred(view, planned[: self.FEW])]
        offered = self.offered(legal)
        values = self.judged(view, offered)
        order = sorted(range(len(offered)), key=values.__getitem__, reverse=True)
        best = [offered[i] for i in order[: self.tried]]
        return best if planned[0] in best else [*best, planned[0]]

    def preferred(self, view: View[Chimera], planned: list[Action]) -> Action:
        """Return the play that the network likes best; the plan's first unless another one is clearly better.

        There can be hundreds of plays, and of so many guesses the highest is mostly too high.
        """
        values = self.judged(view, planned)
        values[0] += self.SURE
        return planned[max(range(len(planned)), key=values.__getitem__)]

    def prior(self, view: View[Chimera], tried: list[Action]) -> list[float]:
        """Return the network's judgement, which counts as some worlds: a search that looks at more of them is more
        exact, but believes the more in open hands.
        """
        if view.seen.phase is EXCHANGE:
            return []
        worlds = self.PRIOR * self.budget(view.seen) ** 0.5
        return [worlds * value for value in self.judged(view, tried)]
