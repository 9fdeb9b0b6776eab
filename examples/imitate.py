"""A player that imitates Club of Doppelkopf: python examples/imitate.py [DEALS]. It needs NumPy; see docs/data.md."""

import sys
from pathlib import Path

import numpy as np

import stich
from stich.cli import main
from stich.env import data
from stich.env.actions import ActionNumbers
from stich.env.deals import Deal
from stich.env.observation import Observation

GAME = stich.game("doppelkopf")
LAYOUT = Observation(GAME.of, GAME.rules)
NUMBERS = ActionNumbers(GAME.of, GAME.rules)
TRICK = LAYOUT.part("top.trick")
HIDDEN = 128  # units of the network
ROUNDS = 8  # through all decisions
BATCH = 64  # decisions for each step of learning
TESTED = 400  # deals
random = np.random.default_rng(1)


def features(cards: bytes, facts: list[int]) -> np.ndarray:
    """Return what the network sees of a position: counts of cards, the cards of the trick by place, facts in bits."""
    row = np.frombuffer(cards, np.uint8)
    trick = row[TRICK.start : TRICK.start + TRICK.size, None] == np.arange(1, LAYOUT.faces + 1)
    bits = np.array(facts)[:, None] >> np.arange(8) & 1
    whole: np.ndarray = np.concatenate([np.minimum(row, 2), trick.ravel(), bits.ravel(), [1]]).astype(np.float32)
    return whole


class Network:
    """A network with one hidden layer, which gives a score to each action. weights: of both layers."""

    def __init__(self, inputs: int) -> None:
        """Begin with small random weights. inputs: how many numbers `features` has."""
        shapes = ((inputs, HIDDEN), (HIDDEN, NUMBERS.size))
        self.weights = [random.normal(0, shape[0] ** -0.5, shape).astype(np.float32) for shape in shapes]

    def scores(self, x: np.ndarray, legal: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the hidden layer and the scores, for positions x; those of actions that are not legal are very low."""
        hidden = np.maximum(x @ self.weights[0], 0)
        return hidden, np.where(legal, hidden @ self.weights[1], -1e9)

    def learn(self, x: np.ndarray, legal: np.ndarray, chosen: np.ndarray, rate: float) -> None:
        """Take a step towards the chosen actions, down the slope of the cross-entropy."""
        hidden, scores = self.scores(x, legal)
        error = np.exp(scores - scores.max(1, keepdims=True))
        error /= error.sum(1, keepdims=True)
        error[np.arange(len(x)), chosen] -= 1
        slopes = x.T @ (error @ self.weights[1].T * (hidden > 0)), hidden.T @ error
        for w, slope in zip(self.weights, slopes, strict=True):
            w -= rate / len(x) * slope

    def play(self, deal: Deal) -> None:
        """Do the legal action with the highest score, for the seat whose turn it is."""
        seen = deal.view(deal.seat).view
        numbered = NUMBERS.of(deal.actions)
        legal = np.isin(np.arange(NUMBERS.size), list(numbered))
        _, scores = self.scores(features(LAYOUT.row(seen), LAYOUT.numbers(seen)), legal)
        deal.act(numbered[int(scores.argmax())])


def points(player: Network | str, others: str, seed: int) -> int:
    """Return the points of a player in one seat of a deal. others: the bots in the other seats."""
    deal = GAME.deal(seed)
    own = seed % GAME.players
    while not deal.over:
        who = player if deal.seat == own else others
        if isinstance(who, Network):
            who.play(deal)
        else:
            deal.play(deal.choice(who, seed))
    return deal.points[own]


def decisions_of(deals: str) -> list[data.Decision]:
    """Return the decisions of Club in which there was a choice. deals: how many; they are generated once."""
    file = Path(f"doppelkopf-{deals}.jsonl.gz")
    if not file.exists() or Path(f"{file}.part").exists():
        main(f"generate doppelkopf --observations --jobs 2 --deals {deals} --out {file}".split())
    return [d for deal in data.read(file) for d in deal.decisions if len(d.legal) > 1 and d.action >= 0]


def trained(found: list[data.Decision]) -> Network:
    """Return a network that has learnt from nine tenths of the decisions; print how it does in the others."""
    x = np.stack([features(d.observation, d.facts) for d in found])
    chosen = np.array([d.action for d in found])
    legal = np.array([np.isin(np.arange(NUMBERS.size), d.legal) for d in found])
    network = Network(x.shape[1])
    held = len(found) // 10
    for at in range(ROUNDS):
        for part in np.array_split(random.permutation(len(found) - held), len(found) // BATCH):
            network.learn(x[part], legal[part], chosen[part], 0.2 * (1 - at / ROUNDS))
        right = network.scores(x[-held:], legal[-held:])[1].argmax(1) == chosen[-held:]
        print(f"round {at + 1}: as Club in {right.mean():.1%} of {held} decisions of other deals", flush=True)
    return network


def compare(network: Network) -> None:
    """Print what the network, Club and Random gain in one seat, in the same deals."""
    for bots in ("random", "club"):
        for name, player in (("imitation", network), ("club", "club"), ("random", "random")):
            got = np.array([points(player, bots, 1_000_000 + seed) for seed in range(TESTED)])
            error = 1.96 * got.std() / TESTED**0.5
            print(f"{name} among {bots}: {got.mean():+.2f} ± {error:.2f} points a deal", flush=True)


if __name__ == "__main__":
    compare(trained(decisions_of(sys.argv[1] if len(sys.argv) > 1 else "1000")))
