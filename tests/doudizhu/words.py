"""Keys of Dou Dizhu that are put together, and what they end in."""

from stich.parts.climb import TYPES

REASONS = [
    *("bid_high", "bid_four", "bid_turns", "pass_low_hand", "pass_no_high", "pass_higher", "pass_turns"),
    *("out", "avoid", "top_single", "help", "last_two", "run", "sure", "long", "low", "shortens", "best"),
    *("stop", "stop_bomb", "take", "cheap", "overtake", "overtake_block"),
    *("cannot", "partner_few", "partner", "keep_bomb", "breaks", "keep_high", "patience", "pass_best"),
]
NUMBERS = [str(n) for n in range(1, 16)]

BUILT = {
    "doudizhu.why.": REASONS,
    "doudizhu.combo.": list(TYPES[1:]),
    "doudizhu.rank.": NUMBERS,
    "doudizhu.ranks.": NUMBERS,
    "doudizhu.score.": ["bid", "grabs", "bombs", "spring"],
    "doudizhu.event.": [f"{who}_{how}" for who in ("landlord", "peasants") for how in ("win", "spring")],
    "doudizhu.task.": ["bid", "bid_above", "bid_last", "must_lead", "only_pass", "only_bomb", "only_rocket"],
    "doudizhu.task.beat.": list(TYPES[1:-1]),
    "doudizhu.note.": ["partner", "left", "also_bomb", "also_rocket"],
    "doudizhu.badge.": ["landlord", "high.bid", "high.grab"],
    "error.doudizhu.": ["must_lead", "playing", "no_cards", "no_combination", "no_answer", "declaration", "choose"],
    "error.doudizhu.beat.": list(TYPES[1:]),
}
