"""Where the server listens, and the addresses that lead there."""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import os
import socket
from typing import Final

from stich.kernel.action import Refused

FIRST_PORT: Final = 8000
PORTS: Final = 100  # tried one after another if none was given
EVERYWHERE: Final = ("0.0.0.0", "::", "")  # listening there means listening at every address of this machine


def own_names(host: str) -> list[str]:
    """Return the names that lead to this machine: the address it listens at, and its own name in the network."""
    name = socket.gethostname()
    return [host, name, name.partition(".")[0], name.partition(".")[0] + ".local"]


def listen(host: str, port: int | None) -> socket.socket:
    """Return a listening socket: at the given port, or at the first free one.

    Raises Refused: `error.port` (n), out of range; `error.port_used` (n); `error.port_denied` (n); `error.ports_used`
    (n, most); `error.host` (host).
    """
    if port is not None and not 0 <= port < 65536:
        raise Refused("error.port", {"n": str(port), "allowed": "0–65535"})
    for tried in [port] if port is not None else range(FIRST_PORT, FIRST_PORT + PORTS):
        try:
            return bound(host, tried)
        except socket.gaierror as error:
            raise Refused("error.host", {"host": host}) from error
        except PermissionError as error:
            if port is not None:
                raise Refused("error.port_denied", {"port": str(tried)}) from error
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL:
                raise Refused("error.host", {"host": host}) from error
            if port is not None:
                raise Refused("error.port_used", {"port": str(tried), "host": host}) from error
    raise Refused("error.ports_used", {"port": str(FIRST_PORT), "to": str(FIRST_PORT + PORTS - 1), "host": host})


def bound(host: str, port: int) -> socket.socket:
    """Return a listening socket. port 0: any free one. Raises OSError."""
    family, kind, proto, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    listener = socket.socket(family, kind, proto)
    try:
        if os.name != "nt":  # there it would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(where)
        listener.listen(2048)
        listener.setblocking(False)
    except OSError:
        listener.close()
        raise
    return listener


def address(host: str, listener: socket.socket) -> str:
    """Return the address to open on this machine."""
    return url_of("127.0.0.1" if host in EVERYWHERE else host, listener)


def from_outside(host: str, listener: socket.socket) -> list[str]:
    """Return the addresses to open on other machines, as far as this one knows them; [] if it listens on localhost
    only."""
    if host not in EVERYWHERE:
        return []
    six = listener.family == socket.AF_INET6
    found: list[str] = []
    if not six or not listener.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY):
        found.append(way_out(socket.AF_INET, "192.0.2.1"))
        with contextlib.suppress(OSError):  # a machine that does not know its own name
            found += socket.gethostbyname_ex(socket.gethostname())[2]
    if six:
        found.append(way_out(socket.AF_INET6, "2001:db8::1"))
    return [url_of(one, listener) for one in dict.fromkeys(found) if is_of_a_network(one)]


def way_out(family: socket.AddressFamily, far: str) -> str:
    """Return this machine's address on the route to a distant one, "" if there is no route. Connecting a datagram
    socket sends nothing; it only looks up the route."""
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
        asking.connect((far, 9))
        return str(asking.getsockname()[0])
    return ""


def is_of_a_network(address: str) -> bool:
    """Tell whether other machines can reach this one by this address."""
    with contextlib.suppress(ValueError):
        ip = ipaddress.ip_address(address)
        return not (ip.is_loopback or ip.is_unspecified or ip.is_link_local)
    return False


def url_of(host: str, listener: socket.socket) -> str:
    """Return the address at which the start page is found."""
    port = listener.getsockname()[1]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
