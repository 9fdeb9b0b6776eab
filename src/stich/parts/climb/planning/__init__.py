"""What bots need to plan a hand of combinations that beat each other. Rules do not import it.

It lies here and not with the bots, because a playout calls the generator of moves thousands of times for each choice:
what is compiled together calls each other directly.

| module | contents |
|---|---|
| `odds` | the chance that a combination stands |
| `turns` | a hand split into combinations, as few turns as possible |
| `sketch` | that plan, in a form that a playout updates |
| `playout` | a deal played to its end by plans |
"""
