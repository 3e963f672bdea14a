"""Connections that end by one deadline, however slowly their bytes come."""

from __future__ import annotations

import http.client
import io
import queue
import socket
import ssl
import threading
import time
import urllib.request
from functools import partial
from typing import Any, List, Optional, Tuple

from .forks import ForkSafe

# Threads of one process that look up names at once; with a name server that is silent, further calls wait for a place.
_MAX_LOOKUPS = 16
# The next address has to wait for one that takes no connection so long at least, or most networks would be too slow.
_MIN_ADDRESS_SECONDS = 2.0
# Sent at once: a socket of TLS begins its limit anew with each write.
_CHUNK_BYTES = 65_536


def _left(ends_at: float) -> float:
    left = ends_at - time.monotonic()
    if left <= 0:
        raise socket.timeout("timed out")
    return left


def _limit(sock: Any, ends_at: float) -> None:
    """Leaves the next operation of a socket what is left of the time."""
    sock.settimeout(_left(ends_at))


class _Lookups(ForkSafe):
    """Looks up names by the platform, which cannot be interrupted: daemon threads do, and are left to themselves in the end."""

    def __init__(self) -> None:
        super().__init__()
        self._places = threading.BoundedSemaphore(_MAX_LOOKUPS)

    def renew(self) -> None:
        """Has all places free again: the threads that had them are those of the parent."""
        super().renew()
        self._places = threading.BoundedSemaphore(_MAX_LOOKUPS)

    def find(self, host: str, port: int, ends_at: float) -> List[Any]:
        """The addresses of a host in the order of the platform, or a time limit that passed."""
        try:
            return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST)
        except (OSError, UnicodeError):
            # It is a name, and no address already.
            places = self._places
        if not places.acquire(timeout=_left(ends_at)):
            raise socket.timeout("timed out")
        found: "queue.SimpleQueue[Any]" = queue.SimpleQueue()

        def look_up() -> None:
            try:
                found.put(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
            except Exception as error:
                found.put(error)
            finally:
                places.release()

        try:
            threading.Thread(target=look_up, name="titular-lookup", daemon=True).start()
        except RuntimeError:
            places.release()
            raise OSError("no thread is left to look up a name") from None
        try:
            addresses = found.get(timeout=_left(ends_at))
        except queue.Empty:
            raise socket.timeout("timed out") from None
        if isinstance(addresses, UnicodeError):
            raise socket.gaierror(socket.EAI_NONAME, "no name of a host")
        if isinstance(addresses, Exception):
            raise addresses
        return list(addresses)


_lookups = _Lookups()


def _dial(ends_at: float, place: Tuple[str, int], *_: Any) -> socket.socket:
    """Connects to one address after the other; each leaves time for those behind it."""
    addresses = _lookups.find(*place, ends_at)
    fault: OSError = OSError("the name has no address")
    for at, (family, kind, protocol, _name, address) in enumerate(addresses):
        share = _left(ends_at) / (len(addresses) - at)
        sock: Optional[socket.socket] = None
        try:
            sock = socket.socket(family, kind, protocol)
            sock.settimeout(min(max(share, _MIN_ADDRESS_SECONDS), _left(ends_at)))
            sock.connect(address)
            return sock
        except OSError as error:
            fault = error
            if sock is not None:
                sock.close()
    raise fault


class _LimitedReader(io.RawIOBase):
    """Reads from a socket. Its own time limit is for each read, and begins anew with each byte."""

    def __init__(self, sock: Any, ends_at: float) -> None:
        self._sock = sock
        self._raw = sock.makefile("rb", buffering=0)
        self._ends_at = ends_at

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Optional[int]:
        _limit(self._sock, self._ends_at)
        count: Optional[int] = self._raw.readinto(buffer)
        return count

    def close(self) -> None:
        self._raw.close()
        super().close()


class _LimitedSocket:
    """What a response is made from."""

    def __init__(self, sock: Any, ends_at: float) -> None:
        self._reader = _LimitedReader(sock, ends_at)

    def makefile(self, *_: Any, **__: Any) -> io.BufferedReader:
        return io.BufferedReader(self._reader)


class _LimitedResponse(http.client.HTTPResponse):
    def __init__(self, sock: Any, *given: Any, ends_at: float, opened: List[Any], **named: Any) -> None:
        super().__init__(_LimitedSocket(sock, ends_at), *given, **named)  # type: ignore[arg-type]
        opened.append(self)

    def begin(self) -> None:
        """Reads to the head of the response itself: the platform would take a 103 before it for one."""
        super().begin()
        while self.status in range(102, 200):
            self.headers = self.msg = None  # type: ignore[assignment]
            super().begin()


class _Limited(http.client.HTTPConnection):
    """A connection for one request: lookup, connecting, a proxy, TLS, sending and reading share its time limit."""

    def __init__(self, host: str, port: Optional[int] = None, timeout: float = 30, *given: Any, **named: Any) -> None:
        super().__init__(host, port, timeout, *given, **named)
        self._ends_at = time.monotonic() + timeout
        self._opened: List[Any] = []
        self._create_connection = partial(_dial, self._ends_at)
        made = partial(_LimitedResponse, ends_at=self._ends_at, opened=self._opened)
        self.response_class = made  # type: ignore[assignment]

    def connect(self) -> None:
        try:
            super().connect()
        finally:
            # Before Python 3.10 the response of a proxy that refused is left open.
            while self._opened:
                self._opened.pop().close()
        # What comes next is the handshake of TLS, whose limit is the one that the socket has.
        _limit(self.sock, self._ends_at)

    def send(self, data: Any) -> None:
        if self.sock is None:
            self.connect()
        view = memoryview(data)
        while view:
            _limit(self.sock, self._ends_at)
            view = view[self.sock.send(view[:_CHUNK_BYTES]) :]


class _LimitedTls(http.client.HTTPSConnection, _Limited):
    """The same over TLS, which begins once the connection below stands."""


class HttpHandler(urllib.request.HTTPHandler):
    """Opens plain connections with a deadline."""

    def http_open(self, request: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_Limited, request)


class HttpsHandler(urllib.request.HTTPSHandler):
    """Opens TLS connections with a deadline."""

    def __init__(self, context: ssl.SSLContext) -> None:
        super().__init__(context=context)
        self._given = context

    def https_open(self, request: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_LimitedTls, request, context=self._given)


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Credentials go to the service alone: where a response points is not even read."""

    def http_error_302(self, *_: Any) -> None:
        return None

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302
