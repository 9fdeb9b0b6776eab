"""RLCard's rule agent in a process of its own: `python -m stich.games.doudizhu.rlcard_agent`.

It reads a line of JSON for each question and writes one for each answer, "action" or "error". A question has the seed
of the agent's random choices and what RLCard calls the raw observation of a seat; nothing else is in this process. The
agent is that of RLCard 1.2.0, `doudizhu-rule-v1` (Zha et al. 2020).
"""

from __future__ import annotations

import json
import sys
from typing import Any


def answer(agent: Any, seed: Any, question: dict[str, Any]) -> dict[str, str]:
    """Return what the agent does, or what went wrong in it. seed: sets the generator that it draws from."""
    try:
        seed(question["seed"])
        return {"action": str(agent.step({"raw_obs": question["seen"]}))}
    except Exception as error:  # whatever fails in there is said, and the process goes on
        return {"error": f"{type(error).__name__}: {error}"}


def main() -> None:
    """Answer questions until there are no more."""
    from rlcard.models import doudizhu_rule_models

    agent = doudizhu_rule_models.DouDizhuRuleAgentV1()
    for line in sys.stdin:
        print(json.dumps(answer(agent, doudizhu_rule_models.np.random.seed, json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
