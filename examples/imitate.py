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
LAYOUT, NUMBERS = Observation(GAME.of, GAME.rules), ActionNumbers(GAME.of, GAME.rules)
TRICK, HIDDEN, ROUNDS, BATCH, TESTED = LAYOUT.part("top.trick"), 128, 8, 64, 400
random = np.random.default_rng(1)


def features(cards: bytes, facts: list[int]) -> np.ndarray:  # counts, the cards of the trick by place, facts in bits
    row = np.frombuffer(cards, np.uint8)
    trick = row[TRICK.start : TRICK.start + TRICK.size, None] == np.arange(1, LAYOUT.faces + 1)
    bits = np.array(facts)[:, None] >> np.arange(8) & 1
    whole: np.ndarray = np.concatenate([np.minimum(row, 2), trick.ravel(), bits.ravel(), [1]]).astype(np.float32)
    return whole


class Network:
    def __init__(self, inputs: int) -> None:
        shapes = ((inputs, HIDDEN), (HIDDEN, NUMBERS.size))
        self.weights = [random.normal(0, shape[0] ** -0.5, shape).astype(np.float32) for shape in shapes]

    def scores(self, x: np.ndarray, legal: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        hidden = np.maximum(x @ self.weights[0], 0)
        return hidden, np.where(legal, hidden @ self.weights[1], -1e9)

    def learn(self, x: np.ndarray, legal: np.ndarray, chosen: np.ndarray, rate: float) -> None:
        hidden, scores = self.scores(x, legal)
        error = np.exp(scores - scores.max(1, keepdims=True))
        error /= error.sum(1, keepdims=True)
        error[np.arange(len(x)), chosen] -= 1
        slopes = x.T @ (error @ self.weights[1].T * (hidden > 0)), hidden.T @ error
        for w, slope in zip(self.weights, slopes, strict=True):
            w -= rate / len(x) * slope

    def play(self, deal: Deal) -> None:
        seen, numbered = deal.view(deal.seat).view, NUMBERS.of(deal.actions)
        legal = np.isin(np.arange(NUMBERS.size), list(numbered))
        deal.act(numbered[int(self.scores(features(LAYOUT.row(seen), LAYOUT.numbers(seen)), legal)[1].argmax())])


def points(player: Network | str, others: str, seed: int) -> int:  # of one seat in one deal, with bots in the others
    deal, own = GAME.deal(seed), seed % GAME.players
    while not deal.over:
        who = player if deal.seat == own else others
        who.play(deal) if isinstance(who, Network) else deal.play(deal.choice(who, seed))
    return deal.points[own]


if __name__ == "__main__":
    file = Path(f"doppelkopf-{sys.argv[1] if len(sys.argv) > 1 else 1000}.jsonl.gz")
    if not file.exists() or Path(f"{file}.part").exists():
        main(f"generate doppelkopf --observations --jobs 2 --deals {file.name[11:-9]} --out {file}".split())
    found = [d for deal in data.read(file) for d in deal.decisions if len(d.legal) > 1 and d.action >= 0]
    x, chosen = np.stack([features(d.observation, d.facts) for d in found]), np.array([d.action for d in found])
    legal = np.array([np.isin(np.arange(NUMBERS.size), d.legal) for d in found])
    network, held = Network(x.shape[1]), len(found) // 10
    for at in range(ROUNDS):
        for part in np.array_split(random.permutation(len(found) - held), len(found) // BATCH):
            network.learn(x[part], legal[part], chosen[part], 0.2 * (1 - at / ROUNDS))
        right = network.scores(x[-held:], legal[-held:])[1].argmax(1) == chosen[-held:]
        print(f"round {at + 1}: as Club in {right.mean():.1%} of {held} decisions of other deals", flush=True)
    for bots in ("random", "club"):
        for name, player in (("imitation", network), ("club", "club"), ("random", "random")):
            got = np.array([points(player, bots, 1_000_000 + seed) for seed in range(TESTED)])
            error = 1.96 * got.std() / TESTED**0.5
            print(f"{name} among {bots}: {got.mean():+.2f} ± {error:.2f} points a deal", flush=True)
