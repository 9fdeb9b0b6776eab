"""Players of games on the climbing core: a game adds its bidding, and weights where it values things otherwise.

| module | contents |
|---|---|
| `planner` | the judgement of a sensible player, by a plan and by what is likely to stand |
| `club` | the look ahead of an experienced player |
| `beginner` | a player of low cards, who slips |
| `search` | what a search needs: the planner's best ideas, and playouts on the core |
| `reasons` | reasons for a choice, in words of the game |
"""
