"""The games under interfaces for research: one seat acts after the other, actions have numbers, and what a seat knows
is a row of numbers.

`turns.py`, `actions.py` and `observation.py` need nothing but stich. `aec.py` is for PettingZoo, `single.py` for
Gymnasium, `openspiel.py` for OpenSpiel: `pip install stich[env]`. docs/env.md describes all of them.
"""
