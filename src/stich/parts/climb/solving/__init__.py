"""Positions with all cards open: who goes out first, and for how many points, if all play best.

One seat plays alone against the two others, which share their result. A search goes to the end of the deal. It has a
limit of positions, and it can be stopped.

| module | contents |
|---|---|
| `win` | who goes out first |
| `points` | the exact points |
| `order` | moves, the most promising ones first |
| `squeeze` | positions that differ only by ranks without cards are made equal |
| `table` | the positions that are known |
"""
