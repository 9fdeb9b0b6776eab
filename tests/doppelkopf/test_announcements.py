"""§12 sentence by sentence: who may say what and when, what is refused and why, and what becomes known by it."""

from __future__ import annotations

from typing import cast

import pytest

from doppelkopf.positions import dealt, hand
from moves import choices, do, refused
from stich.games.doppelkopf.rules import GAME
from stich.games.doppelkopf.rules_cards import AWAY, CLUB_QUEEN, EACH, HAND, PACK, TRICK
from stich.games.doppelkopf.rules_club_phases_reserve import GIVE
from stich.games.doppelkopf.rules_club_phases_tricks import TRICKS
from stich.games.doppelkopf.rules_club_state import ClubDoppelkopf
from stich.games.doppelkopf.rules_score import ALL
from stich.games.doppelkopf.rules_state import parties
from stich.kernel.action import Refused
from stich.kernel.cards import SPECTATOR
from stich.kernel.chance import quick
from stich.kernel.match import Match
from stich.kernel.sample import sample
from stich.kernel.view import view
from stich.text.catalogue import LANGUAGES
from stich.text.say import Speaker

RE1 = "CQ SQ HQ DQ CJ SJ DA DT CA SA HA CK"  # one club queen each
RE2 = "CQ SQ HQ DQ CJ SJ DA DT CA SA HA SK"
BOTH = "CQ CQ SQ HQ DQ CJ DA DT CA SA HA HK"
SPOKEN = {"re", "kontra", "no90", "no60", "no30", "black"}


def table(*hands: str, **options: object) -> Match:
    """Return a deal whose reservation round is to come: seats 1, 2, 3, 0 were dealt these cards."""
    return dealt(*hands, rules="tournament", **options)


def healthy(m: Match) -> Match:
    return do(m, "1 healthy", "2 healthy", "3 healthy", "0 healthy")


def normal(**options: object) -> Match:
    """Return a normal game in its first trick: seats 1 and 2 are Re."""
    return healthy(table(RE1, RE2, **options))


def deal(m: Match) -> ClubDoppelkopf:
    return cast(ClubDoppelkopf, m.deal)


def left(m: Match, **cards: int) -> Match:
    """Let seats hold so many cards, their first ones: what announcements are judged by."""
    s = deal(m)
    for name, n in cards.items():
        at = HAND + EACH * int(name[1:])
        s.zones[at] = s.zones[at][:n]
    return m


def spoken(m: Match, seat: int) -> set[str]:
    return {a.verb for a in m.deal.legal(seat) if a.verb in SPOKEN}


# -- when something may be said


def test_nobody_says_anything_before_the_game_is_named() -> None:
    m = table(RE1, RE2)
    assert all(not spoken(m, seat) for seat in range(4))
    assert refused(m, "1 re").key == "error.verb"
    do(m, "1 reservation", "2 healthy", "3 healthy", "0 healthy")
    assert not spoken(m, 1)


def test_also_who_has_not_the_turn_may_speak_and_nobody_waits_for_it() -> None:
    m = normal()
    assert m.deal.must() == 1 << 1
    assert m.deal.may() == ALL & ~(1 << 1)
    assert spoken(m, 2) == SPOKEN - {"kontra"}
    do(m, "2 re")
    assert m.deal.must() == 1 << 1
    assert choices(m, 1)[0].startswith("play ")


def test_who_may_speak_reveals_no_party() -> None:
    """It follows from public facts: both sides could be the seat's."""
    m = normal()
    for eye in (0, 1, 2, 3, SPECTATOR):
        world = sample(view(m.deal, eye), quick(eye))
        assert (world.must(), world.may()) == (m.deal.must(), m.deal.may())


@pytest.mark.parametrize(("cards", "words"), [(12, 5), (11, 5), (10, 0)])
def test_the_first_word_asks_for_eleven_cards(cards: int, words: int) -> None:
    assert len(spoken(left(normal(), s2=cards), 2)) == words


@pytest.mark.parametrize(
    ("said", "cards", "may"),
    [
        ([], 10, set()),
        (["re"], 10, {"no90", "no60", "no30", "black"}),
        (["re"], 9, set()),
        (["re", "no90"], 9, {"no60", "no30", "black"}),
        (["re", "no60"], 8, {"no30", "black"}),
        (["re", "no30"], 7, {"black"}),
        (["re", "no30"], 6, set()),
        (["black"], 12, set()),
    ],
)
def test_steps(said: list[str], cards: int, may: set[str]) -> None:
    m = normal()
    do(m, *[f"1 {word}" for word in said])
    assert spoken(left(m, s2=cards), 2) == may


def test_any_member_of_the_side_makes_the_next_step_by_their_own_cards() -> None:
    m = do(normal(), "1 re")
    left(m, s1=9, s2=10)
    assert spoken(m, 1) == set()
    do(m, "2 no90")
    assert spoken(m, 1) == {"no60", "no30", "black"}


@pytest.mark.parametrize(("theirs", "last"), [("re", 10), ("no90", 9), ("no60", 8), ("no30", 7), ("black", 6)])
def test_an_answer_has_one_card_more_of_time(theirs: str, last: int) -> None:
    """6.4.4: by the word said, however early it was; and only Kontra itself."""
    m = do(normal(), f"1 {theirs}")
    assert spoken(left(m, s3=last), 3) == {"kontra"}
    assert spoken(left(m, s3=last - 1), 3) == set()


def test_after_an_answer_in_time_for_itself_steps_are_made_else_none() -> None:
    m = do(left(do(normal(), "1 re"), s3=10), "3 kontra")
    assert spoken(m, 3) == spoken(m, 0) == set()
    assert refused(m, "0 no90").key == "error.doppelkopf.say_answered"
    m = do(left(do(normal(), "1 re"), s3=11), "3 kontra")
    assert spoken(m, 0) == {"no90", "no60", "no30", "black"}


# -- what is refused


@pytest.mark.parametrize(
    ("moves", "cards", "move", "key"),
    [
        ([], {"s2": 10}, "2 re", "say_late"),
        ([], {"s2": 10}, "2 no90", "say_nothing"),
        ([], {"s1": 10}, "1 no90", "say_first"),
        (["1 re"], {"s2": 9}, "2 no90", "say_late"),
        (["1 re"], {"s2": 9}, "2 no60", "say_nothing"),
        (["2 re"], {"s1": 9}, "1 no60", "say_missed"),
        (["1 re"], {}, "2 re", "say_again"),
        (["1 re", "2 no60"], {}, "1 no90", "say_again"),
        ([], {}, "2 kontra", "say_for_kontra"),
        ([], {}, "3 re", "say_for_re"),
        ([], {}, "1 solo C", "reserved"),
        ([], {}, "2 solo queens", "reserved"),
        ([], {}, "2 wedding", "reserved"),
        ([], {}, "0 reservation", "reserved"),
        ([], {"s2": 5}, "2 black", "say_late"),
        ([], {"s2": 9}, "2 no30", "say_nothing"),
    ],
)
def test_what_is_refused_names_its_rule(moves: list[str], cards: dict[str, int], move: str, key: str) -> None:
    m = left(do(normal(), *moves), **cards)
    assert refused(m, move).key == f"error.doppelkopf.{key}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("moves", "cards", "move"),
    [
        ([], {"s1": 10}, "1 re"),
        (["1 re"], {}, "2 re"),
        ([], {}, "3 re"),
        ([], {}, "1 solo C"),
        ([], {"s1": 10}, "1 no90"),
        (["1 re"], {"s2": 9}, "2 no60"),
    ],
)
def test_refusals_have_texts(language: str, moves: list[str], cards: dict[str, int], move: str) -> None:
    told = refused(left(do(normal(), *moves), **cards), move)
    said = Speaker(language, "doppelkopf", card=lambda card: PACK.names[card]).say(told.key, told.args)
    assert not {"{", "@"} & set(said)
    assert len(said) > 20


def test_on_ones_turn_the_own_cards_are_named() -> None:
    m = left(normal(), s1=10)
    told = refused(m, "1 re")
    assert (told.key, told.args["n"], told.args["count"]) == ("error.doppelkopf.say_late", 11, 10)
    told = refused(m, "1 no60")
    assert (told.key, told.args["n"]) == ("error.doppelkopf.say_first", 11)


def test_a_card_off_ones_turn_is_refused_as_ever() -> None:
    assert refused(normal(), "2 play CA").key == "error.not_your_turn"


def test_a_solo_is_named_after_the_reservation() -> None:
    m = table(RE1, RE2)
    assert refused(m, "1 solo C").key == "error.doppelkopf.reserve_first"
    do(m, "1 healthy", "2 reservation", "3 healthy", "0 healthy")
    assert choices(m, 2) == [f"solo {x}" for x in ("C", "S", "H", "D", "queens", "jacks", "fleshless")]
    assert refused(m, "2 healthy").key == "error.doppelkopf.must_name"
    assert refused(m, "2 wedding").key == "error.doppelkopf.wedding_queens"


# -- a wedding


def married(**options: object) -> Match:
    m = do(table(BOTH, **options), "1 reservation", "2 healthy", "3 healthy", "0 healthy")
    return do(m, "1 wedding")


def test_in_a_wedding_nobody_speaks_before_the_partner_is_found() -> None:
    m = married()
    assert m.deal.may() == 0
    assert refused(m, "1 re").key == "error.doppelkopf.say_wedding"
    assert refused(m, "3 kontra").key == "error.doppelkopf.say_wedding"


@pytest.mark.parametrize(("trick", "least"), [(1, 11), (2, 10), (3, 9)])
def test_limits_fall_with_the_deciding_trick(trick: int, least: int) -> None:
    m = married()
    s = deal(m)
    for n in range(1, trick + 1):
        s.zones[TRICK] = b""
        for seat in range(4):
            high = seat == (1 if n < trick else 3)
            s.zones[HAND + EACH * seat] = bytes(sorted(PACK.read("HT" if high else "D9") + hand("C9 S9")))
        for _ in range(4):
            high = s.turn == (1 if n < trick else 3)
            do(m, f"{s.turn} play {'HT' if high else 'D9'}")
    assert parties(s, SPECTATOR) == (2 | 8, 1 | 4)
    for cards, words in ((least, 5), (least - 1, 0)):
        s.zones[HAND + EACH * 3] = PACK.read("C9") * cards
        assert len(spoken(m, 3)) == words


def test_a_silent_wedding_is_a_normal_game_to_all_others() -> None:
    m = healthy(table(BOTH))
    assert deal(m).game == "doppelkopf.game.normal"
    assert parties(deal(m), 1) == (2, ALL & ~2)  # who holds both knows all
    for seat in (0, 2, 3):
        assert parties(cast(ClubDoppelkopf, view(m.deal, seat).seen), seat) == (0, 1 << seat)
    do(m, "1 re")
    assert parties(deal(m), SPECTATOR) == (2, 0)


# -- what becomes known


def test_who_speaks_for_re_holds_a_club_queen_in_every_drawn_deal() -> None:
    m = do(normal(), "2 re")
    for eye in (0, 1, 3, SPECTATOR):
        for i in range(30):
            assert CLUB_QUEEN in cast(ClubDoppelkopf, sample(view(m.deal, eye), quick(i))).hand(2)
    assert parties(deal(m), SPECTATOR) == (4, 0)
    assert parties(cast(ClubDoppelkopf, view(m.deal, 1).seen), 1) == (6, 9)  # who holds the other queen knows all


def test_who_speaks_for_kontra_holds_none() -> None:
    m = do(normal(), "3 kontra", "0 no90")
    assert parties(deal(m), SPECTATOR) == (0, 9)
    for i in range(40):
        s = cast(ClubDoppelkopf, sample(view(m.deal, SPECTATOR), quick(i)))
        assert CLUB_QUEEN not in s.hand(3) + s.hand(0)


def test_a_step_tells_whose_it_is_and_is_written_without() -> None:
    m = do(normal(), "1 re", "3 kontra", "0 no90")
    assert deal(m).said == (0, 1)
    assert (deal(m).re, deal(m).kontra) == (2, 9)
    assert [GAME.write(m.rules, move.action) for move in m.moves[-3:]] == ["re", "kontra", "no90"]


def test_three_of_kontra_leave_one_alone() -> None:
    m = do(healthy(table("", "", BOTH)), "1 kontra", "2 no90", "0 no60")
    assert parties(deal(m), SPECTATOR) == (8, 7)


def test_a_plain_card_on_a_trump_lead_proves_a_player_to_be_kontra() -> None:
    m = normal()
    s = deal(m)
    s.zones[HAND + EACH * 3] = hand("CA CA CT CK C9 SA ST SK S9 HA HK H9")
    do(m, "1 play SJ", "2 play CJ", "3 play CK")
    assert parties(s, SPECTATOR) == (0, 8)
    s.zones[HAND + EACH * 0] = hand("CA CT ST HA")
    do(m, "0 play CT")
    assert parties(s, SPECTATOR) == (0, 9)  # of the two others one may hold both


def test_the_last_queen_played_as_the_last_card_is_still_a_queen() -> None:
    m = normal()
    s = deal(m)
    for seat, card in enumerate(("S9", "SA", "CQ", "S9")):
        s.zones[HAND + EACH * seat] = hand(card)
    s.fallen, s.sworn_re = (0, 0, 0, 0), 0
    s.turn = 1
    TRICKS.apply(s, 1, GAME.read(m.rules, "play SA"))
    TRICKS.apply(s, 2, GAME.read(m.rules, "play CQ"))
    assert s.re == 4


@pytest.mark.parametrize(("cards", "fat"), [("ST ST CT CT", (1,)), ("SA ST CT CK", ()), ("SA SA ST CK", ())])
def test_a_trick_counts_extra_from_forty_points_on(cards: str, fat: tuple[int, ...]) -> None:
    m = normal()
    s = deal(m)
    for seat, card in zip((1, 2, 3, 0), cards.split(), strict=True):
        s.zones[HAND + EACH * seat] = bytes(sorted(PACK.read(card) + hand("HK")))
    for seat, card in zip((1, 2, 3, 0), cards.split(), strict=True):
        TRICKS.apply(s, seat, GAME.read(m.rules, f"play {card}"))
    assert s.fat == fat


# -- duty solos


@pytest.mark.parametrize(
    ("done", "played", "forced"),
    [(0, 20, 1), (0, 19, -1), (0b0011, 22, 2), (0b1111, 23, -1), (0b0111, 23, 3), (0b1110, 23, 0)],
)
def test_a_duty_solo_is_forced_when_as_many_are_due_as_deals_are_left(done: int, played: int, forced: int) -> None:
    """8.6: the first to the dealer's left who owes a duty solo; the dealer last."""
    m = table(duty_solo=True, match_deals=24)
    setup = type(m.setup)(played + 1, 0, (0,) * 4, (played, done, 0))
    s = cast(ClubDoppelkopf, GAME.deal(m.rules, setup, m.deck))
    assert (s.turn if s.forced else -1) == forced
    if s.forced:
        assert {a.verb for a in s.legal(s.turn)} == {"solo"}
        s.apply(forced, GAME.read(m.rules, "solo fleshless"))
        assert (s.duty, s.turn) == (forced, forced)


def test_a_shorter_match_has_no_duty_solos() -> None:
    s = deal(table(duty_solo=True, match_deals=4))
    assert not s.owes(1)


# -- house rules


def test_pigs_are_announced_with_the_first_and_are_the_highest_trumps() -> None:
    m = healthy(table("DA DA HT CQ SQ HQ DQ CJ SJ CA SA HA", schweinchen=True))
    assert "pigs DA" in choices(m, 1)
    do(m, "1 pigs DA")
    s = deal(m)
    assert s.pigs == 1
    assert PACK.faces["DA"] in cast(ClubDoppelkopf, sample(view(m.deal, 3), quick(1))).hand(1)
    assert s.how().beats(PACK.faces["DA"], PACK.faces["HT"])
    m = healthy(table("DA DA HT CQ SQ HQ DQ CJ SJ CA SA HA"))
    assert "pigs DA" not in choices(m, 1)
    m = healthy(table("DA HT HT CQ SQ HQ DQ CJ SJ CA SA HA", schweinchen=True))
    assert refused(m, "1 pigs DA").key.startswith("error.")


POOR = "D9 DK DJ CA CK C9 SA SK S9 HA HK H9"


def poverty() -> Match:
    m = do(table(POOR, armut=True), "1 reservation", "2 healthy", "3 healthy", "0 healthy")
    return do(m, "1 armut")


def test_a_poverty_is_offered_round_and_exchanged() -> None:
    m = poverty()
    assert len(m.deal.zones[AWAY]) == 3
    assert "?" in PACK.write(view(m.deal, 2).seen.zones[AWAY])
    do(m, "2 decline", "3 accept")
    assert m.deal.phase is GIVE
    given = choices(m, 3)[0]
    assert len(given.split()) == 4
    do(m, f"3 {given}")
    s = deal(m)
    assert (s.re, s.kontra, s.turn) == (2 | 8, 1 | 4, 1)
    assert [len(s.hand(seat)) for seat in range(4)] == [12] * 4


def test_cards_given_back_stay_secret() -> None:
    m = do(poverty(), "2 accept")
    m.events.clear()
    do(m, f"2 {choices(m, 2)[0]}")
    said = next(event.phrase for event in m.events if event.phrase is not None)
    assert (said.key, said.args) == ("doppelkopf.said.give", {"seat": 2, "n": 3})


def test_a_poverty_that_nobody_takes_is_dealt_again() -> None:
    m = do(poverty(), "2 decline", "3 decline", "0 decline")
    assert m.sheets[-1].result.again
    m.next_deal()
    assert m.setup.dealer == 0


def test_a_solo_goes_before_a_poverty_which_takes_its_trumps_back() -> None:
    m = do(table(POOR, armut=True), "1 reservation", "2 reservation", "3 healthy", "0 healthy", "1 armut")
    do(m, "2 solo jacks")
    assert len(deal(m).hand(1)) == 12
    assert not m.deal.zones[AWAY]


def test_five_nines_are_shown_and_dealt_again() -> None:
    nines = "C9 C9 S9 S9 H9 HK DA DT CA SA HA CK"
    m = do(table(nines, neunen=True), "1 reservation", "2 healthy", "3 healthy", "0 healthy", "1 neunen")
    assert m.sheets[-1].result.again
    four = nines.replace("H9", "HK")
    m = do(table(four, neunen=True), "1 reservation", "2 healthy", "3 healthy", "0 healthy")
    assert refused(m, "1 neunen").args == {"n": 4}


# -- in the page's game


def test_a_called_ace_lets_nobody_speak_before_it_falls() -> None:
    m = dealt(BOTH.replace(" SA", " S9"), "SA", announcements=True)
    do(m, "1 call_ace S")
    assert m.deal.may() == 0
    assert not spoken(m, 1)
    do(m, "1 play S9", "2 play SA")
    assert spoken(m, 2) == SPOKEN - {"kontra"}


def test_without_announcements_nobody_speaks() -> None:
    m = do(dealt(specials=True), "1 ok", "2 ok", "3 ok", "0 ok")
    assert m.deal.may() == 0
    with pytest.raises(Refused):
        do(m, "1 re")
