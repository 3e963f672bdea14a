"""One request with all of its tries: the only place that retries."""

from __future__ import annotations

import http.client
import math
import re
import socket
import ssl
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Iterable, Mapping, Optional, Tuple

from . import __version__
from .arguments import parse_json
from .back_off import MAX_RETRY_AFTER_SECONDS, wait_seconds
from .clock import SystemClock
from .connections import HttpHandler, HttpsHandler, NoRedirect
from .errors import TitularError

# No response of the service comes near it; anything longer is not the service.
_MAX_RESPONSE_BYTES = 32 * 1024 * 1024
_CHUNK_BYTES = 65_536


# Reporters of faults show the variables of frames, and of these objects nothing that is hidden here.
@dataclass(frozen=True)
class Answer:
    """A response of any status; ``body`` is None where it is not JSON, and ``asked`` is method and address without query."""

    asked: str
    status: int
    #: By names in lower case; what came twice is one list, parted by commas (RFC 9110 section 5.3).
    headers: Mapping[str, str] = field(repr=False)
    content: bytes = field(repr=False)
    body: Any = field(repr=False)

    @property
    def request_id(self) -> Optional[str]:
        """Names the request in the operator's log."""
        given = self.headers.get("x-request-id")
        # Another server's may be of any length.
        return given if given is not None and re.fullmatch("[!-~]{1,128}", given) else None


@dataclass(frozen=True)
class Prepared:
    """What one try is sent with; ``renew`` discards credentials that were just refused."""

    headers: Dict[str, str] = field(repr=False)
    body: Optional[bytes] = field(default=None, repr=False)
    renew: Optional[Callable[[], None]] = None


@dataclass
class Exchange:
    """One request, with all of its tries; ``prepare`` makes each."""

    operation: str
    method: str
    path: str
    #: Whether it may be sent again when nobody knows what became of it.
    repeatable: bool
    prepare: Callable[[], Prepared]
    to_error: Callable[[Answer], TitularError]
    max_retries: int
    query: str = ""
    #: Whether the response of a success is bytes, not JSON.
    is_file: bool = False
    #: A limit for each try below that of the client.
    max_seconds: float = math.inf
    #: Instant of the monotonic clock after which nothing is waited for or tried.
    ends_at: float = math.inf
    #: Whether a refusal that names a Retry-After ends it: those who wait for it wait each by itself.
    ends_on_retry_after: bool = False
    #: Retries that went before on behalf of the same call.
    retries_before: int = 0


def describe_unexpected(answer: Answer) -> str:
    """What is said of a response that is not one of the service; it quotes nothing of the response."""
    asked, status = answer.asked, answer.status
    if 300 <= status < 400:
        return (
            f"{asked} was answered with a redirect, which is not followed: "
            "base_url is likely not the address of the service itself"
        )
    if status == 429 or status >= 500:
        return f"{asked} was answered {status} without a word of the service"
    return (
        f"{asked} was answered {status}, but not by the service: "
        "check base_url, and what stands before the service"
    )


def _network_error(reason: str, message: str, retryable: bool = True) -> TitularError:
    return TitularError("network", message, code=reason, retryable=retryable)


def out_of_time(message: str) -> TitularError:
    """The error of a time limit; the same call may work with more time."""
    return TitularError("timeout", message, code="TIMEOUT", retryable=True)


def _read_content(response: Any) -> bytes:
    content = bytearray()
    while True:
        chunk = response.read1(_CHUNK_BYTES)
        if not chunk:
            break
        content += chunk
        if len(content) > _MAX_RESPONSE_BYTES:
            raise _network_error("ANSWER_TOO_LARGE", f"the response has more than {_MAX_RESPONSE_BYTES} bytes")
    told = response.headers.get("content-length", "")
    if told.isascii() and told.isdigit() and len(content) < int(told):
        raise ConnectionError
    return bytes(content)


def _join_headers(given: Iterable[Tuple[str, str]]) -> Dict[str, str]:
    joined: Dict[str, str] = {}
    for name, value in given:
        known = joined.get(name.lower())
        joined[name.lower()] = value if known is None else f"{known}, {value}"
    return joined


def _cause_of(error: BaseException) -> object:
    """What lies under the error of an opener; a fault of TLS has a `reason` too, which is a word."""
    return error.reason if isinstance(error, urllib.error.URLError) else error


def _reason_of(cause: object) -> str:
    """Name of the fault; the platform's own sentence may quote a header."""
    if isinstance(cause, ssl.SSLError):
        return "TLS"
    if isinstance(cause, socket.gaierror):
        return "NAME_NOT_FOUND"
    return {
        ConnectionResetError: "ECONNRESET",
        ConnectionRefusedError: "ECONNREFUSED",
        http.client.RemoteDisconnected: "ECONNRESET",
        BrokenPipeError: "EPIPE",
    }.get(type(cause), "CONNECTION")


def _says_invalid_token(answer: Answer) -> bool:
    said = answer.headers.get("www-authenticate", "")
    return answer.status in (401, 403) and 'error="invalid_token"' in said


@dataclass
class Transport:
    """How requests leave: where to, and how patiently. Proxies for https come from the environment."""

    origin: str
    timeout_seconds: float
    max_retries: int
    ssl_context: ssl.SSLContext
    clock: SystemClock
    _opener: urllib.request.OpenerDirector = field(init=False, repr=False)

    def __post_init__(self) -> None:
        # Plain http is for this machine alone: a proxy would read the credentials.
        proxies = {name: url for name, url in urllib.request.getproxies_environment().items() if name == "https"}
        through = urllib.request.ProxyHandler(proxies)
        self._opener = urllib.request.build_opener(through, HttpHandler(), HttpsHandler(self.ssl_context), NoRedirect())

    def send(self, exchange: Exchange) -> Answer:
        """Sends until an answer comes, retries are used up or time is over; new credentials are tried once, at once."""
        renewed = False
        retry = 1 + exchange.retries_before
        while True:
            prepared = exchange.prepare()
            answer: Optional[Answer] = None
            try:
                answer = self._try_once(exchange, prepared)
                error = self._judge(exchange, answer)
            except TitularError as fault:
                error = fault
            if error is None and answer is not None:
                return answer
            assert error is not None
            if prepared.renew and not renewed and answer is not None and _says_invalid_token(answer):
                renewed = True
                prepared.renew()
                continue
            pause = wait_seconds(retry, error.retry_after_seconds, self.clock.chance())
            error.is_late = self.clock.monotonic() + pause > exchange.ends_at
            if retry > exchange.max_retries or error.is_late or not self._may_repeat(error, exchange):
                raise error
            self.clock.sleep(pause)
            retry += 1

    def _try_once(self, exchange: Exchange, prepared: Prepared) -> Answer:
        address = f"{self.origin}{exchange.path}"
        request = urllib.request.Request(
            f"{address}?{exchange.query}" if exchange.query else address,
            data=prepared.body,
            headers={
                "accept": "*/*" if exchange.is_file else "application/json",
                # Many gateways refuse the platform's own name.
                "user-agent": f"titular-python/{__version__}",
                **prepared.headers,
            },
            method=exchange.method,
        )
        limit = min(self.timeout_seconds, exchange.max_seconds, exchange.ends_at - self.clock.monotonic())
        if limit <= 0:
            raise out_of_time(f"no time was left for {exchange.operation}")
        try:
            try:
                response = self._opener.open(request, timeout=limit)
            except urllib.error.HTTPError as refusal:
                response = refusal
            with response:
                content = _read_content(response)
                headers = _join_headers(response.headers.items())
                status = response.status if hasattr(response, "status") else response.code
        except TitularError:
            raise
        except (OSError, http.client.HTTPException) as error:
            cause = _cause_of(error)
            if isinstance(cause, (socket.timeout, TimeoutError)):
                raise out_of_time(f"no answer to {exchange.operation} in {limit:g} s") from None
            tunnel = re.match("Tunnel connection failed: ([0-9]{3})", str(cause))
            if tunnel:
                refused = f"a proxy on the way answered {tunnel[1]} and made no connection: check HTTPS_PROXY"
                raise _network_error("PROXY", refused, int(tunnel[1]) >= 500) from None
            message = "the service was not reached, or its answer broke off"
            if isinstance(cause, ssl.SSLError):
                message = "no TLS with the service: check base_url, its certificate, and the authorities that are trusted"
            # What nobody vouches for now will not be vouched for in a minute.
            passes = not isinstance(cause, ssl.SSLCertVerificationError)
            raise _network_error(_reason_of(cause), message, passes) from None
        return Answer(f"{exchange.method} {address}", status, headers, content, parse_json(content))

    @staticmethod
    def _judge(exchange: Exchange, answer: Answer) -> Optional[TitularError]:
        if not 200 <= answer.status < 300:
            return exchange.to_error(answer)
        if exchange.is_file or isinstance(answer.body, dict):
            return None
        message = f"the answer to {answer.asked} is not the JSON that the service sends: check base_url"
        return _network_error("BROKEN_ANSWER", message)

    @staticmethod
    def _may_repeat(error: TitularError, exchange: Exchange) -> bool:
        """A request that was turned away at the door did nothing; any other fault may have come after the deed."""
        seconds = error.retry_after_seconds or 0
        if seconds > MAX_RETRY_AFTER_SECONDS or (exchange.ends_on_retry_after and seconds > 0):
            return False
        if error.status is None:
            return exchange.repeatable and error.retryable
        if error.status == 429:
            return True
        is_under_way = error.kind == "api" and error.code == "40029"
        return exchange.repeatable and (is_under_way or error.status >= 500)
