"""Accounts in the database: a name and a password for the identity that a person has in their cookie."""

from __future__ import annotations

from typing import Final, NamedTuple
from unicodedata import normalize

from sqlalchemy import Connection, RowMapping, insert, select, update

from stich.server.state.names import clean_name
from stich.server.storage.personal import revocation
from stich.server.storage.schema import Statement, account

SHORTEST: Final = 2  # characters of a name


class Account(NamedTuple):
    """An account. password: its hash; number: of the cookies that hold."""

    key: str
    name: str
    identity: str
    password: str
    number: int


def key_of(name: str) -> str:
    """Return the key by which the account of a name is found: neither case nor the way in which a letter is encoded
    makes a difference. "" for what is no name."""
    shown = clean_name(name)
    return normalize("NFKC", shown.casefold()) if len(shown) >= SHORTEST else ""


def by_key(db: Connection, key: str) -> Account | None:
    """Return the account of this name, None if there is none."""
    return found(db.execute(select(account).where(account.c.key == key)).mappings().first())


def by_identity(db: Connection, identity: str) -> Account | None:
    """Return the account of a person, None if they have none."""
    return found(db.execute(select(account).where(account.c.identity == identity)).mappings().first())


def found(row: RowMapping | None) -> Account | None:
    """Return a row as an account."""
    if row is None:
        return None
    return Account(row["key"], row["name"], row["identity"], row["password"], int(row["number"]))


def made(key: str, name: str, identity: str, password: str, at: int) -> list[Statement]:
    """Return what stores a new account. It fails if the name or the person has one."""
    row = {"key": key, "name": name, "identity": identity, "password": password, "number": 0, "at_ms": at}
    return [insert(account).values(row)]


def changed(one: Account, password: str, at: int) -> list[Statement]:
    """Return what stores another password, and ends all cookies of before. Of two changes at once the later holds."""
    number = one.number + 1
    of_key = update(account).where(account.c.key == one.key)
    return [of_key.values(password=password, number=number), revocation(one.identity, number, at)]


def hashed_again(one: Account, password: str) -> list[Statement]:
    """Return what stores another hash of the same password."""
    same = (account.c.key == one.key, account.c.password == one.password)
    return [update(account).where(*same).values(password=password)]
