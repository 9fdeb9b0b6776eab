"""What the other one must not know: the hand, what was laid away, the talon, and who could have declared the king."""

from __future__ import annotations

import pytest

from ecarte.positions import dealt, position, state
from moves import choices, do
from stich.games.ecarte.rules_cards import AWAY, EACH, HAND, PACK, STOCK, TURNUP, WON
from stich.games.ecarte.rules_phases import CLAIM
from stich.games.ecarte.rules_state import Ecarte
from stich.kernel.cards import BACK, SPECTATOR, Card
from stich.kernel.chance import quick
from stich.kernel.match import Match
from stich.kernel.sample import sample
from stich.kernel.view import View, view

KING: Card = PACK.read("HK")[0]
WITH, WITHOUT = "HK CK CQ CJ CT", "S7 CK CQ CJ CT"  # hearts are trump


def seen(m: Match, eye: int) -> tuple[list[bytes], int, int, int, tuple[str, ...]]:
    """Return what a viewer sees: zones, who is asked, who can act, the king's fact, and who has answered."""
    w = view(state(m), eye).seen
    assert isinstance(w, Ecarte)
    answers = tuple(a.verb for a in w.sealed)
    return list(w.zones), w.must(), w.may(), w.king, answers


def holds_king(w: View, draws: int = 60) -> set[bool]:
    """Return what the samples from a view say of the king: whether seat 1 holds it."""
    return {KING in sample(w, quick(n)).zones[HAND + EACH] for n in range(draws)}


def test_who_sees_what() -> None:
    """§4, §5: hands and discards are visible to their owners only, the talon to nobody, and tricks lie open."""
    layout = position(WITH, WITHOUT).rules.layout
    everybody = [0, 1, SPECTATOR]
    eyes = {layout.ids[at]: [seat for seat in everybody if of >> seat & 1] for at, of in enumerate(layout.eyes)}
    assert eyes == {
        "stock": [],
        "turnup": everybody,
        "trick": everybody,
        **{f"{zone}.{seat}": [seat] for zone in ("hand", "away") for seat in (0, 1)},
        **{f"won.{seat}": everybody for seat in (0, 1)},
    }


@pytest.mark.parametrize("auto", ["manual", "auto"])
@pytest.mark.parametrize("eye", [0, SPECTATOR])
def test_being_asked_does_not_reveal_who_could_declare_the_king(eye: int, auto: str) -> None:
    """§4.3: both are asked whether or not they hold it, and while one has answered nobody hears what."""
    pair = [position("SK SQ SJ ST S9", hand, CLAIM, king_declaration=auto) for hand in (WITH, WITHOUT)]
    assert choices(pair[0], 1) != choices(pair[1], 1)
    assert seen(pair[0], eye) == seen(pair[1], eye)
    do(pair[0], "1 king")
    do(pair[1], "1 no")
    assert seen(pair[0], eye) == seen(pair[1], eye)


def test_a_king_kept_back_looks_like_none() -> None:
    """§4.3: a player who does not declare the king can still hold it, except with `auto`."""
    kept = do(position("SK SQ SJ ST S9", WITH, CLAIM), "0 no", "1 no")
    none = do(position("SK SQ SJ ST S9", WITHOUT, CLAIM), "0 no", "1 no")
    assert seen(kept, 0) == seen(none, 0)
    assert holds_king(view(state(none), 0)) == {True, False}
    forced = do(position("SK SQ SJ ST S9", WITHOUT, CLAIM, king_declaration="auto"), "0 no", "1 no")
    assert holds_king(view(state(forced), 0)) == {False}


def test_a_declared_king_is_known_until_it_is_played() -> None:
    m = do(position("SK SQ SJ ST S9", WITH, CLAIM), "0 no", "1 king")
    assert all(KING in view(state(m), eye).seen.zones[HAND + EACH] for eye in (0, SPECTATOR))
    assert holds_king(view(state(m), 0)) == {True}
    do(m, "1 card HK", "0 card S9")
    assert KING not in view(state(m), 0).seen.zones[HAND + EACH]
    assert KING in view(state(m), 0).seen.zones[WON + EACH]


def test_an_exchange_tells_how_many_and_nothing_else() -> None:
    """§4.2: discards are known to the player who made them, drawn cards to the player who drew them."""
    m = dealt("SK SQ SJ ST S9", "CK CQ CJ CT C9", "H7", stock="DA DK DQ")
    do(m, "1 decline", "0 offer", "1 change C9 CT")
    away, hand = AWAY + EACH, HAND + EACH
    assert PACK.write(view(state(m), 1).seen.zones[away]).split() == ["C9", "CT"]
    assert set(PACK.read("DA DK")) <= set(view(state(m), 1).seen.zones[hand])
    for eye in (0, SPECTATOR):
        assert view(state(m), eye).seen.zones[away] == bytes([BACK, BACK])
        assert set(view(state(m), eye).seen.zones[hand]) == {BACK}
    own = {sample(view(state(m), 1), quick(n)).zones[away] for n in range(20)}
    assert own == {state(m).zones[away]}
    assert len({sample(view(state(m), 0), quick(n)).zones[away] for n in range(40)}) > 20


def test_the_talon_is_hidden_and_the_turned_card_is_not() -> None:
    s = state(position(WITH, WITHOUT))
    for eye in (0, 1, SPECTATOR):
        assert set(view(s, eye).seen.zones[STOCK]) == {BACK}
        assert PACK.write(view(s, eye).seen.zones[TURNUP]) == "H7"


def test_who_could_not_follow_holds_none_of_it() -> None:
    """§5: a trump on a led spade has no spade beside it, a lower card no higher one."""
    m = do(position("H8 D9 D8 DT DA", "SA SK SQ SJ ST"), "1 card SA", "0 card H8")
    spades = set(PACK.read("S7 S8 S9"))
    assert all(not spades & set(sample(view(state(m), 1), quick(n)).zones[HAND]) for n in range(40))
    m = do(position("S7 D9 D8 DT DA", "SQ SJ S8 C7 C8"), "1 card SQ", "0 card S7")
    higher = set(PACK.read("SK"))  # §2: king, queen, jack, ace
    assert all(not higher & set(sample(view(state(m), 1), quick(n)).zones[HAND]) for n in range(40))
