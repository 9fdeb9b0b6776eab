"""Keys of Doppelkopf that are put together, and what they end in."""

from stich.bots.trick import REASONS
from stich.games.doppelkopf.rules_cards import CONTRACT_NAMES, SOLO_WORDS
from stich.games.doppelkopf.rules_club_score import REACHED, STEPS, UNDER

SIDES = ["re", "kontra"]
SPOKEN = STEPS[1:]

BUILT = {
    "doppelkopf.why.": [
        *(*REASONS, "ok", "no_solo", "wedding", "call", "call_own", "alone", "seek", "draw"),
        *("healthy", "reserve_solo", "reserve_wedding", "reserve_other", "alone_few", "forced", "neunen", "armut"),
        *("accept", "decline", "give", "say", "answer", "step", "pigs"),
    ],
    "doppelkopf.game.": [*CONTRACT_NAMES, "call_c", "call_s", "call_h", "wedding", "poverty", "solo_jacks"],
    "doppelkopf.game.solo_": ["queens", "jacks", "fleshless", "c", "s", "h", "d"],
    "doppelkopf.suit.": list("cshd"),
    "doppelkopf.verb.solo_": SOLO_WORDS[4:],
    "doppelkopf.said.solo_": SOLO_WORDS[4:],
    "doppelkopf.said.": SPOKEN,
    "doppelkopf.word.": [*SIDES, *SPOKEN],
    "doppelkopf.word.but_": ["pictures", "ten", "queens", "jacks"],
    "doppelkopf.task.": [
        *("call_ace", "wedding", "must_solo", "ok", "ok_or_solo", "ok_or_grossspiel"),
        *("name", "must_name", "duty", "neunen", "armut", "healthy"),
    ],
    "doppelkopf.note.": ["winning", "friend", "foe"],
    "doppelkopf.event.": ["re_won", "kontra_won", "alone_won", "alone_lost", "partner", "alone"],
    "doppelkopf.event.thrown_": ["nines", "poverty"],
    "doppelkopf.score.": [
        *("win", "schneider", "schwarz", "black", "against", "foxes", "doppelkopf", "karlchen", "karlchen_caught"),
        *(f"under{n}" for n in UNDER),
        *(f"reached{n}" for n in REACHED),
        *(f"said_{side}" for side in SIDES),
        *(f"said_{side}_{step}" for side in SIDES for step in SPOKEN),
    ],
    "error.doppelkopf.": [
        *("follow", "follow_jacks", "follow_queens", "follow_all", "call_diamonds", "own_aces"),
    ],
    "error.doppelkopf.say_for_": SIDES,
}
