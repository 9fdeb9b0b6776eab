"""Keys of Herzblatt that are put together, and what they end in."""

from stich.bots.trick import REASONS

GRADES = ["won", "lost", "lost_heavily"]

BUILT = {
    "herzblatt.why.": [
        *REASONS,
        "yes",
        "no",
        "propose_self",
        "propose_other",
        "agree",
        "stock",
        "bury_points",
        "bury_short",
        "bury_low",
    ],
    "error.herzblatt.": ["follow", "trump", "overtrump"],
    "herzblatt.note.": ["forehand_must", "random", "redeal"],
    "herzblatt.event.": GRADES,
    "herzblatt.score.": GRADES,
    "herzblatt.score.against_": GRADES,
}
