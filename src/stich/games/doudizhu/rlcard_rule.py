"""RLCard's rule agent as a player: what `stich arena doudizhu expert rlcard-rule` plays against.

The agent runs in another process (`rlcard_agent`) and is sent what its seat sees, so it can read nothing else. The
rules of the deal are ours: it chooses among the plays that are legal here, written as RLCard writes them (decision
0044).
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from typing import Any, Final

from stich.bots.player import Bot
from stich.games.doudizhu.rules_cards import TRICK
from stich.games.doudizhu.rules_phases import PLAY
from stich.games.doudizhu.rules_state import DouDizhu
from stich.kernel.action import Action, Refused
from stich.kernel.cards import Cards, Seat
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts import climb
from stich.parts.climb.pack import RANKS

SIGNS: Final = "3456789TJQKA2BR"  # as RLCard writes the ranks; B and R are the jokers
SEEDS: Final = 2**31


COMMAND: Final = [sys.executable, "-m", "stich.games.doudizhu.rlcard_agent"]


class Agent:
    """The process, started at the first question and kept for all seats. command: what starts it."""

    def __init__(self, command: list[str]) -> None:
        self.command = command
        self.process: subprocess.Popen[str] | None = None

    def ask(self, seed: int, seen: dict[str, Any]) -> str:
        """Return the agent's action. Raises Refused: `error.player_failed` (level, reason)."""
        if self.process is None or self.process.poll() is not None:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(json.dumps({"seed": seed, "seen": seen}) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            code = self.process.wait()
            self.process = None
            raise failed(f"its process ended with code {code}")
        found: dict[str, str] = json.loads(line)
        if "error" in found:
            raise failed(found["error"])
        return found["action"]


AGENT: Final = Agent(COMMAND)


def failed(reason: str) -> Refused:
    return Refused("error.player_failed", {"level": RlcardRule.level, "reason": reason})


class RlcardRule(Bot):
    """Plays what RLCard's rule agent plays. It knows no auction, and passes there."""

    level = "rlcard-rule"

    def __init__(self) -> None:
        """Raises Refused: `error.player_package` (level, package) without RLCard."""
        if find_spec("rlcard") is None:
            raise Refused("error.player_package", {"level": self.level, "package": "stich[rlcard]"})

    def choose(self, view: View[DouDizhu], legal: list[Action], chance: Chance) -> Action:
        s = view.seen
        if s.phase is not PLAY:
            return legal[0]
        return ask(AGENT, s, view.seat, legal, chance)


def ask(agent: Agent, s: DouDizhu, seat: Seat, legal: list[Action], chance: Chance) -> Action:
    """Return the agent's choice among the legal actions. Raises Refused: `error.player_failed` (level, reason)."""
    known = {written(a): a for a in reversed(legal)}
    chosen = agent.ask(int(chance.below(SEEDS)), seen(s, seat, sorted(known)))
    if chosen not in known:
        raise failed(f"it chose {chosen}, which is not legal here")
    return known[chosen]


def seen(s: DouDizhu, seat: Seat, actions: list[str]) -> dict[str, Any]:
    """Return what RLCard's raw observation says of this trick, as far as the agent reads it."""
    return {
        "self": seat,
        "landlord": s.landlord,
        "current_hand": signs(s.hand(seat)),
        "trace": trace(s),
        "actions": actions,
    }


def trace(s: DouDizhu) -> list[tuple[Seat, str]]:
    """Return the turns of this trick; [] if the next one leads."""
    out: list[tuple[Seat, str]] = []
    cards = s.zones[TRICK]
    at = 0
    for turn in s.plays:
        n = turn[1]
        out.append((turn[0], signs(cards[at : at + n]) if n else "pass"))
        at += n
    return out


def signs(cards: Cards) -> str:
    """Return cards as RLCard writes them, the lowest first."""
    return "".join([SIGNS[rank] for rank in sorted(RANKS[c] for c in cards)])


def written(a: Action) -> str:
    """Return a listed action as RLCard writes it."""
    return "pass" if a.verb == "pass" else "".join([SIGNS[rank] for rank in climb.ranks(climb.cards(a.to))])
