"""What a job of the driver may put in the place of the network and of the clock."""

import socket
import ssl
import threading
import time

import titular


class FallingClock(titular.clock.SystemClock):
    """The time of day falls back an hour with each wait, which is over at once."""

    def __init__(self):
        self.slept = []

    def now(self):
        return time.time() - 3_600 * len(self.slept)

    def monotonic(self):
        return time.monotonic() + sum(self.slept)

    def sleep(self, seconds):
        self.slept.append(seconds)

    def chance(self):
        return 0.0


class Names:
    """Looks up names for the client: slowly, or as addresses that take no connection."""

    def __init__(self, given):
        self._given = given
        self._ask = socket.getaddrinfo
        self._full = [self._fill() for _ in range(1 if given.get("full") else 0)]
        self._lock = threading.Lock()
        self._now = self.most = 0
        socket.getaddrinfo = self.look_up

    @staticmethod
    def _fill():
        """A listener whose queue is full: it drops what else connects, as a firewall does."""
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        queue = [socket.socket() for _ in range(8)]
        for one in queue:
            one.setblocking(False)
            one.connect_ex(listener.getsockname())
        return listener, queue

    def look_up(self, host, port, *given, **named):
        """Is what the client calls."""
        if host != self._given["host"]:
            return self._ask(host, port, *given, **named)
        if named.get("flags", 0) & socket.AI_NUMERICHOST:
            raise socket.gaierror(socket.EAI_NONAME, "no number")
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
        try:
            time.sleep(self._given.get("hangs", 0))
        finally:
            with self._lock:
                self._now -= 1
        dead = [(*one[:4], listener.getsockname()) for listener, _ in self._full for one in self._ask("127.0.0.1", port)[:1]]
        return dead * self._given.get("full", 0) + self._ask("127.0.0.1", port, *given, **named)


def context_of(given):
    """A context of TLS that trusts an authority of the job, or does not verify as it should."""
    context = ssl.create_default_context()
    if "ca" in given:
        context.load_verify_locations(cadata=given["ca"])
    if "check_hostname" in given:
        context.check_hostname = given["check_hostname"]
    if given.get("verifies") is False:
        context.verify_mode = ssl.CERT_NONE
    return context
