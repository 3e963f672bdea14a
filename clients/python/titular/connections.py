"""Connections that end by one deadline, however slowly their bytes come."""

from __future__ import annotations

import http.client
import io
import socket
import ssl
import time
import urllib.request
from functools import partial
from typing import Any, Optional


def _limit(sock: Any, ends_at: float) -> None:
    """Leaves the next operation of a socket what is left of the time."""
    left = ends_at - time.monotonic()
    if left <= 0:
        raise socket.timeout("timed out")
    sock.settimeout(left)


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
    def __init__(self, sock: Any, *given: Any, ends_at: float, **named: Any) -> None:
        super().__init__(_LimitedSocket(sock, ends_at), *given, **named)  # type: ignore[arg-type]


class _Limited(http.client.HTTPConnection):
    """A connection for one request: connecting, sending and reading share its time limit."""

    def __init__(self, host: str, *given: Any, timeout: float, **named: Any) -> None:
        super().__init__(host, *given, timeout=timeout, **named)
        self._ends_at = time.monotonic() + timeout
        self.response_class = partial(_LimitedResponse, ends_at=self._ends_at)  # type: ignore[assignment]

    def send(self, data: Any) -> None:
        if self.sock is None:
            self.connect()
        _limit(self.sock, self._ends_at)
        super().send(data)


class _LimitedTls(_Limited, http.client.HTTPSConnection):
    pass


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
