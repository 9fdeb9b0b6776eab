"""§6, §7: what the sheet calls the combinations of Dou Dizhu.

What a hand can play and what beats what comes from the climbing core, which knows ranks and no suits.
"""

from __future__ import annotations

from typing import Final

from stich.parts.climb.names import Names

NAMES: Final = Names("doudizhu", {}, named_ends=True)
