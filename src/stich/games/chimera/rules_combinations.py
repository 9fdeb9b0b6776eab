"""§6–8: what the sheet calls the combinations of Chimera.

What a hand can play and what beats what comes from the climbing core, which knows ranks and no families.
"""

from __future__ import annotations

from typing import Final

from stich.parts import climb
from stich.parts.climb.names import Names

NAMES: Final = Names("chimera", {"bomb": "trap", "rocket": "attack"})  # where the sheet has names of its own
TYPES: Final = NAMES.types
TRAP: Final = climb.BOMB  # four equal cards
ATTACK: Final = climb.ROCKET  # Pi Ya with the Chimera card
