"""A bot over a pipe: it plays at random, in every game. See docs/programs.md.

stich arena durak "pipe:python examples/pipe_bot.py" beginner --deals 20
"""

import json
import random
import sys

for line in sys.stdin:
    question = json.loads(line)
    chance = random.Random(question["seed"])  # so that the same contest gives the same games
    answer = {"id": question["id"], "choose": chance.randrange(len(question["legal"]))}
    print(json.dumps(answer), flush=True)
