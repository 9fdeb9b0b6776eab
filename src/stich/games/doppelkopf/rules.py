"""Doppelkopf. Four seats, 48 cards, every card twice; two secret parties, or one player against three.

The page's game. §2 Trumps are queens and jacks and all diamonds; of equal cards the first is higher (`rules_cards`). §3
Twelve cards each. §4 The player with both club queens calls an ace, whose player becomes the partner, or plays a solo;
in all other deals the two players with one each are Re, and this stays secret (`rules_phases_announce`). §5 Follow
trump with trump, suit with suit; else any card (`rules_phases_play`). §6 Re needs 121 of 240 points; units for the win,
Schneider and Schwarz go from losers to winners (`rules_score`). §7 A match is a number of deals. §8 Options. What the
sheet decides where its source is silent is in §9.

The club's game, §12. Reservations (`rules_club_phases_reserve`), tricks with announcements at any time
(`rules_club_phases_tricks`), value and specials (`rules_club_score`). Such deals keep more facts (`rules_club_state`)
than the page's game (`rules_state`), which stays as fast as it is.

The parties follow from the hands, so they become a public fact only when they are proven. `Doppelkopf.known_to` says
what a viewer knows.
"""

from __future__ import annotations

from typing import Final, final

from stich.games.doppelkopf.rules_cards import (
    EACH,
    HAND,
    OPTIONS,
    PACK,
    PRESETS,
    SOLO_KEYS,
    SOLO_WORDS,
    SUIT_KEYS,
    DoppelkopfRules,
)
from stich.games.doppelkopf.rules_club_phases_reserve import GIVE, NAME, POVERTY_ASKED, RESERVE, begin_reservations
from stich.games.doppelkopf.rules_club_phases_tricks import SIDE_KEYS, STEPPED, TRICKS, VERBS
from stich.games.doppelkopf.rules_club_state import ClubDoppelkopf
from stich.games.doppelkopf.rules_phases_announce import ANNOUNCE
from stich.games.doppelkopf.rules_phases_play import PLAY
from stich.games.doppelkopf.rules_state import Doppelkopf
from stich.kernel.action import Action, Arg, Phrase, Refused
from stich.kernel.cards import Cards, Seat, Seats
from stich.kernel.chance import Chance
from stich.kernel.deal import DealResult, Deck, Setup
from stich.kernel.game import BLOW, NOTICE, TRIUMPH, TWIST, Game
from stich.kernel.verbs import Verb
from stich.parts import suits

# -- §3 the deal -------------------------------------------------------------------------------------------------------


def set_up(rules: DoppelkopfRules, setup: Setup, deck: Cards) -> Doppelkopf:
    """§4 The page's game begins with announcing, §12 the club's with reservations."""
    if rules.tournament:
        club = ClubDoppelkopf(rules)
        deal_out(club, setup, deck)
        begin_reservations(club)
        return club
    s: Doppelkopf = ClubDoppelkopf(rules) if rules.modern else Doppelkopf(rules)
    deal_out(s, setup, deck)
    s.phase = ANNOUNCE
    return s


def deal_out(s: Doppelkopf, setup: Setup, deck: Cards) -> None:
    """§3 The same number of cards for each, forehand first."""
    s.clear(setup)
    n = s.rules.dealt
    for i in range(4):
        s.zones[HAND + EACH * ((setup.dealer + 1 + i) & 3)] = bytes(sorted(deck[n * i : n * i + n]))
    s.turn = s.forehand()


# -- the game ----------------------------------------------------------------------------------------------------------

EXCLUDED: Final = [  # §8, §12 a value, and the value of another option with which it makes no sense
    ("caller_ace", "alone", "wedding", "first_foreign_trick"),
    ("fuchsfang", "true", "specials", "true"),
    ("neunen", "true", "no_nines", "true"),
    *[(name, "true", "rules", "page") for name in ("duty_solo", "schweinchen", "armut", "neunen")],
    *[(name, "true", "rules", "tournament") for name in ("fuchsfang", "grossspiel")],
    ("caller_ace", "alone", "rules", "tournament"),
    ("pay", "pairwise", "rules", "tournament"),
]

DECLARED: Final = [
    Verb("ok", idle=True),
    Verb("call_ace", to="choice", among=SUIT_KEYS),
    Verb("wedding"),
    Verb("solo", to="choice", among=SOLO_KEYS),
    Verb("grossspiel"),
    Verb("play", "hand"),
    Verb("healthy", idle=True),
    Verb("reservation"),
    Verb("armut"),
    Verb("neunen"),
    Verb("accept"),
    Verb("decline", idle=True),
    Verb("give", "hand", away=True),
    Verb("pigs", "hand", says=True),
    Verb("re"),
    Verb("kontra"),
    *[Verb(word, to="choice", among=SIDE_KEYS) for word in STEPPED],
]
STAGED: Final = {
    "said.reservation": NOTICE,
    "said.wedding": TWIST,
    "said.call_ace": TWIST,
    "said.armut": TWIST,
    "said.accept": TWIST,
    "said.grossspiel": TWIST,
    "said.forced": TWIST,
    "said.pigs": TRIUMPH,
    "event.re": TWIST,
    "event.partner": TWIST,
    "event.alone": TWIST,
    "event.fox": BLOW,
    "event.doppelkopf": TRIUMPH,
    "event.karlchen": TRIUMPH,
    "said.solo": TWIST,
    "said.solo_queens": TWIST,
    "said.solo_jacks": TWIST,
    "said.solo_fleshless": TWIST,
    **{f"said.{word}": NOTICE for word in VERBS},
}


@final
class DoppelkopfGame(Game[Doppelkopf, DoppelkopfRules]):
    def __init__(self) -> None:
        super().__init__(
            name="doppelkopf",
            version=1,
            seats=[4],
            minutes=20,
            options=OPTIONS,
            phases=[ANNOUNCE, PLAY, RESERVE, NAME, POVERTY_ASKED, GIVE, TRICKS],
            verbs=DECLARED,
            secrets=[],
            pack=PACK,
            showcase=["DA", "SJ", "CQ", "HT"],
            pose="trick",
            kind="tricks",
            premoves=["play"],
            asides=VERBS,
            presets=PRESETS,
            reference="cards",
            moments=STAGED,
        )

    def make_rules(self, options: dict[str, str], seats: int) -> DoppelkopfRules:
        return DoppelkopfRules(options)

    def deal(self, rules: DoppelkopfRules, setup: Setup, deck: Deck) -> Doppelkopf:
        return set_up(rules, setup, deck.cards)

    def conflict(self, options: dict[str, str], seats: int) -> Refused | None:
        """§8, §12 Return the options that contradict each other, by the table above. An option without effect does
        not contradict others, as the second heart ten where they are no trumps, Charlie where specials do not count.
        """
        for name, value, other, than in EXCLUDED:
            if options[name] == value and options[other] == than:
                return Refused("error.doppelkopf.conflict", {"option": name, "other": f"{other}={than}"})
        return None

    def following(
        self, rules: DoppelkopfRules, setup: Setup, result: DealResult, scores: tuple[int, ...], chance: Chance
    ) -> Setup:
        """§12 The same dealer deals again after a duty solo that was not forced, and after a deal that was thrown
        in.
        """
        out = super().following(rules, setup, result, scores, chance)
        again = len(result.carry) > 2 and result.carry[2] == 1
        return Setup(out.number, setup.dealer if again else out.dealer, out.scores, out.carry, out.out)

    def winners(self, rules: DoppelkopfRules, setup: Setup, scores: tuple[int, ...]) -> Seats:
        """§7, §12 After the agreed number of deals the highest balance wins; deals that were thrown in are not
        counted.
        """
        played = setup.carry[0] + 1 if setup.carry else setup.number
        if played < rules.deals:
            return 0
        return super().winners(rules, setup, scores)

    def lookback(self, rules: DoppelkopfRules) -> int | None:
        """§ Information: the last trick can be looked at again."""
        return 1

    def opening(self, s: Doppelkopf, setup: Setup) -> Phrase:
        if s.is_forced():
            return Phrase("doppelkopf.said.forced", {"seat": s.turn, "n": setup.number}, n=setup.number, seat=s.turn)
        return super().opening(s, setup)

    def label(self, s: Doppelkopf, seat: Seat, a: Action) -> Phrase:
        if a.verb == "solo" and a.to > suits.DIAMONDS:
            return Phrase(f"doppelkopf.verb.solo_{SOLO_WORDS[a.to]}")
        return super().label(s, seat, a)

    def phrase(self, s: Doppelkopf, seat: Seat, a: Action) -> Phrase:
        """Cards given back in a poverty lie face down; a step is announced for a side."""
        if a.verb == "solo" and a.to > suits.DIAMONDS:
            return Phrase(f"doppelkopf.said.solo_{SOLO_WORDS[a.to]}", {"seat": seat})
        if a.verb == "give":
            return Phrase("doppelkopf.said.give", {"seat": seat, "n": len(a.cards)}, n=len(a.cards))
        if a.verb in STEPPED:
            return Phrase(f"doppelkopf.said.{a.verb}", {"seat": seat, "side": f"@{SIDE_KEYS[a.to]}"})
        return Phrase(f"doppelkopf.said.{a.verb}", self.parameters(a) | {"seat": seat}, a.cards)

    def parameters(self, a: Action) -> dict[str, Arg]:
        if a.to < 0:
            return super().parameters(a)
        return {} if a.verb in STEPPED else {"suit": f"@{SUIT_KEYS[a.to]}"}

    def write(self, rules: DoppelkopfRules, a: Action) -> str:
        """§11 A suit by its letter: "call_ace S", "solo D"; §12 the other solos by their words, a step alone."""
        if a.to < 0:
            return super().write(rules, a)
        return a.verb if a.verb in STEPPED else f"{a.verb} {SOLO_WORDS[a.to]}"

    def read(self, rules: DoppelkopfRules, text: str) -> Action:
        """Raises Refused: `error.notation`, `error.card`."""
        words = text.split()
        if len(words) == 2 and words[0] == "call_ace" and words[1] in tuple(suits.SUITS):
            return Action(words[0], b"", suits.SUITS.index(words[1]))
        if len(words) == 2 and words[0] == "solo" and words[1] in SOLO_WORDS:
            return Action(words[0], b"", SOLO_WORDS.index(words[1]))
        return super().read(rules, text)


GAME: Final = DoppelkopfGame()
