"""What a browser sends: `ClientMessage` is one of these."""

from __future__ import annotations

from typing import Final

from stich.server.messages.frame import Absent, Message, Pace, Talking, Timer

LARGEST: Final = 2**53 - 1  # the largest integer that a browser represents exactly


class Hello(Message, tag="hello"):
    """First frame on every socket.

    `have` is the last v shown and `epoch` the server's word for the sequence of v; −1 and "" on a first visit. `heard`
    is the number of the last line of talk that the page has. `name`: how a person who watches wants to be called.
    """

    proto: int
    table: str
    have: int = -1
    epoch: str = ""
    heard: int = -1
    name: str = ""


class Act(Message, tag="act"):
    """Choose an action.

    `v` is the last update seen. A person uses no `id` for two messages, because a repeat is recognised by person and
    `id`. `host`: the action is one of `TableView.host`, a table event and not an act of this seat. `ask`: nothing is
    done. The answer is the refusal that these cards would meet, or an `ack` if the action is legal.
    """

    id: int
    v: int
    verb: str
    cards: list[int] = []
    to: int = -1
    host: bool = False
    ask: bool = False


class Sit(Message, tag="sit"):
    """Take a seat that no person holds."""

    id: int
    seat: int
    name: str = ""


class Stand(Message, tag="stand"):
    """Leave the seat to a bot and watch."""

    id: int


class Rename(Message, tag="rename"):
    """Take another name."""

    id: int
    name: str


class Start(Message, tag="start"):
    """Stop waiting for friends: bots play the free seats."""

    id: int


class Ready(Message, tag="ready"):
    """The player has read the score sheet of deal number `deal`. The next deal begins when every person has confirmed
    it.
    """

    id: int
    deal: int


class Pledge(Message, tag="pledge"):
    """Pledge a nonce for the shuffle of deal `n` (`Shuffle.n`): `hash` is its hash as in docs/fairness.md, in 64
    hexadecimal digits. Until the nonces are opened another one can replace it.
    """

    id: int
    n: int
    hash: str


class Disclose(Message, tag="disclose"):
    """Open the nonce that was pledged for the shuffle of deal `n`, once `Shuffle.opening` is set: 32 hexadecimal
    digits, or "" if this page does not have it.
    """

    id: int
    n: int
    nonce: str


class Again(Message, tag="again"):
    """A rematch: same table, same seats, same options, new match. It begins when every person at the table has asked
    for it; `Occupant.ready` shows who has. Bots agree; people who have left or are away are not waited for."""

    id: int


class SetPace(Message, tag="pace"):
    """Set how long bots take."""

    id: int
    pace: Pace


class SetTimer(Message, tag="timer"):
    """Set how long people may take; possible between deals."""

    id: int
    timer: Timer


class SetAbsent(Message, tag="absent"):
    """Set what becomes of the seat of a person who is away; possible between deals."""

    id: int
    absent: Absent


class Wait(Message, tag="wait"):
    """Wait a minute more for the absent person on this seat before a bot plays for them."""

    id: int
    seat: int


class WantBot(Message, tag="want_bot"):
    """Agree that a bot plays for the absent person on this seat. It begins to when all people present have agreed."""

    id: int
    seat: int


class WantEnd(Message, tag="want_end"):
    """Agree that the match ends after the running deal, where somebody has left it. It does if then all people present
    have agreed."""

    id: int


class Back(Message, tag="back"):
    """Play on oneself, after a bot has taken over because one was too slow."""

    id: int


class SetLocks(Message, tag="lock"):
    """For the owner: only people whom they let in get one of these seats, and everybody the others."""

    id: int
    seats: list[int]


class Admit(Message, tag="admit"):
    """For the owner: let in somebody who asks for a seat (`Rights.askers`), or turn them away."""

    id: int
    person: int
    admit: bool = True


class Remove(Message, tag="remove"):
    """For the owner: take a person's seat. They get none again unless they are let in."""

    id: int
    seat: int


class HandOver(Message, tag="hand_over"):
    """For the owner: give the table to the person on this seat."""

    id: int
    seat: int


class SetListed(Message, tag="list"):
    """For the owner: show the table in the list of open tables, or no longer."""

    id: int
    on: bool


class Undo(Message, tag="undo"):
    """Take back one's own last decision of this deal, and what the bots answered; possible while `TableView.undo` is
    set.
    """

    id: int


class Hint(Message, tag="hint"):
    """Ask what a good player would do here. `v` is the last update seen. Answered by `tip`, or by an error."""

    id: int
    v: int


class Say(Message, tag="say"):
    """Say one of `TableSpec.phrases` to the table, or `text` in words of one's own where `TableView.talk` is "text"."""

    id: int
    phrase: str = ""
    text: str = ""


class Agree(Message, tag="agree"):
    """Agree, or no longer, that people who watch see all hands of the following deals, three minutes later."""

    id: int
    on: bool


class SetWatching(Message, tag="watching"):
    """Let people without a seat watch, or no longer."""

    id: int
    on: bool


class Silence(Message, tag="silence"):
    """No longer let the person with this `Line.by` talk at the table, or again."""

    id: int
    by: str
    on: bool = True


class SetTalk(Message, tag="talk"):
    """Set what people at the table can say, and whether people who watch can say it, too."""

    id: int
    talk: Talking
    watchers: bool = False


class Ping(Message, tag="ping"):
    """Keep the connection alive. `h` is the hash of the view shown at number `v` (`view_hash`), "" for no check."""

    n: int
    v: int = -1
    h: str = ""


ClientMessage = (
    Hello | Act | Sit | Stand | Rename | Start | Ready | Again | SetPace | Undo | Hint | Ping
    | Pledge | Disclose
    | SetTimer | SetAbsent | Wait | WantBot | WantEnd | Back | SetLocks | Admit | Remove | HandOver | SetListed
    | Say | SetTalk | Silence | Agree | SetWatching
)  # fmt: skip


def countable(msg: ClientMessage) -> bool:
    """Tell whether a browser can represent all numbers in a message exactly.

    They come back in answers and stay in the log, so numbers of a thousand digits are not accepted."""
    for name in msg.__struct_fields__:
        value = getattr(msg, name)
        for n in value if isinstance(value, list) else [value]:
            if isinstance(n, int) and abs(n) > LARGEST:
                return False
    return True
