"""Keys of Herzblatt that are put together, and what they end in."""

GRADES = ["won", "lost", "lost_heavily"]

BUILT = {
    "error.herzblatt.": ["follow", "trump", "overtrump"],
    "herzblatt.event.": GRADES,
    "herzblatt.score.": GRADES,
    "herzblatt.score.against_": GRADES,
}
