"""The service for one service account."""

from __future__ import annotations

import math
import re
import ssl
import uuid
from dataclasses import replace
from typing import Any, Callable, Dict, Iterator, Mapping, Optional

from .arguments import (
    fill_path,
    parse_base_url,
    require_context,
    require_header_text,
    require_limit,
    require_number,
    write_query,
    write_body,
)
from .back_off import FIRST_WAIT_SECONDS, parse_retry_after, wait_seconds
from .clock import SystemClock
from .credentials import Credentials, prepare_token_request
from .errors import TitularError
from .operations import Operation, Operations, ProcessResponse, TransactionStatusResponse
from .tokens import AccessTokens
from .transport import Answer, Exchange, Prepared, Transport, describe_unexpected, out_of_time

# Refusals that end when something else does; all 429 and 5xx do as well.
_PASSING_CODES = ("40029", "40032")
_FINAL_STATUSES = frozenset(
    "approved inconclusive expired unknown-share fast-inconclusive absent-holder canceled".split()
)
# The present token is good: whoever replaces it early does not wait long for the next.
_MAX_EARLY_SECONDS = 5
# No sentence of the service is so long.
_MAX_SENTENCE = 1000
_MIN_DEADLINE_SECONDS = 0.001
_FINAL_STATES = ("PROCESS_STATE_FINISHED", "PROCESS_STATE_FAILED")


#: Reads what is waited for, within so many seconds.
_Read = Callable[[float], Any]


def is_final_status(status: str) -> bool:
    """Whether a transaction will never change again; False for a status this version does not know."""
    return status in _FINAL_STATUSES


def _on_one_line(sentence: str) -> str:
    """A sentence that came, without what would begin a line of its own in a log, or steer a terminal."""
    return re.sub("[\x00-\x1f\x7f-\x9f\u2028\u2029]+", " ", sentence)[:_MAX_SENTENCE]


def _require_deadline(given: float) -> float:
    return require_number("deadline_seconds", given, _MIN_DEADLINE_SECONDS, math.inf)


def _state_of(answer: Any) -> Any:
    """What is no answer of the service is no end either: the wait goes on to its limit."""
    process = answer.get("process")
    return process.get("state") if isinstance(process, dict) else None


class Titular(Operations):
    """The service for one service account. Make one and keep it: all calls, in any thread, share an access token.

    ``deadline_seconds`` limits a whole call with its token, all tries and the waits between them; ``math.inf`` is no limit.
    ``timeout_seconds`` limits each single request as a whole: name lookup, all addresses, proxy, TLS, sending, receiving.
    Nothing can interrupt the platform's name lookup. A daemon thread makes it, one of 16 in a process, and is left to
    itself at the limit. ``max_retries`` limits the tries after the first. ``ssl_context`` trusts a certificate authority of
    your own; one that does not verify is refused. Arguments that cannot work are a TypeError.
    """

    def __init__(
        self,
        base_url: str,
        credentials: Credentials,
        *,
        timeout_seconds: float = 30,
        deadline_seconds: float = 600,
        max_retries: int = 5,
        allow_http: bool = False,
        ssl_context: Optional[ssl.SSLContext] = None,
        clock: Optional[SystemClock] = None,
    ) -> None:
        self._clock = clock or SystemClock()
        self._transport = Transport(
            parse_base_url(base_url, allow_http),
            require_number("timeout_seconds", timeout_seconds, 0.001, 600),
            int(require_number("max_retries", max_retries, 0, 20)),
            require_context(ssl_context),
            self._clock,
        )
        self._deadline_seconds = _require_deadline(deadline_seconds)
        if credentials is None:
            raise TypeError("credentials is missing")
        self._prepare_token = prepare_token_request(credentials, self._transport.origin)
        self._tokens = AccessTokens(self._fetch_token, self._clock)

    def wait_for_final(
        self, transaction_id: str, *, timeout_seconds: float = 600
    ) -> TransactionStatusResponse:
        """Polls a transaction, ever more rarely, until its status is final.

        A TitularError of kind timeout ends it by its limit, and where the next poll would come after that.
        """
        read: _Read = lambda left: self.read_transaction(transaction_id, max_retries=0, deadline_seconds=left)
        return self._wait(transaction_id, read, lambda answer: answer.get("status") in _FINAL_STATUSES, timeout_seconds)

    def wait_for_final_process(self, process_id: str, *, timeout_seconds: float = 600) -> ProcessResponse:
        """Polls a process until it has finished or failed."""
        read: _Read = lambda left: self.read_process(process_id, max_retries=0, deadline_seconds=left)
        is_end: Callable[[Any], bool] = lambda answer: _state_of(answer) in _FINAL_STATES
        return self._wait(process_id, read, is_end, timeout_seconds)

    def _wait(
        self, id: str, read: _Read, is_end: Callable[[Any], bool], timeout_seconds: float
    ) -> Any:
        ends_at = self._clock.monotonic() + require_limit(timeout_seconds)
        readings = faults = 0
        while True:
            readings += 1
            try:
                answer = read(max(ends_at - self._clock.monotonic(), _MIN_DEADLINE_SECONDS))
                if is_end(answer):
                    return answer
                faults = 0
                pause = min(2 * 1.5 ** min(readings - 1, 20), 30) * (1 + self._clock.chance() / 4)
            except TitularError as error:
                # A wait of hours outlives a fault of minutes; what will not pass by itself ends it.
                if not error.retryable:
                    raise
                faults += 1
                asked = wait_seconds(faults, error.retry_after_seconds, self._clock.chance())
                # A Retry-After of nothing, or of a time that our clock has behind it, would have it ask without a pause.
                pause = max(asked, FIRST_WAIT_SECONDS)
            if self._clock.monotonic() + pause > ends_at:
                raise out_of_time(f"{id} had not ended after {timeout_seconds} s")
            self._clock.sleep(pause)

    def _call(
        self,
        operation: Operation,
        ids: Mapping[str, object],
        *,
        query: Optional[Mapping[str, object]] = None,
        body: Optional[Mapping[str, Any]] = None,
        idempotency_key: object = None,
        max_retries: Optional[int] = None,
        deadline_seconds: Optional[float] = None,
        scenario: Optional[str] = None,
    ) -> Any:
        headers: Dict[str, str] = {}
        # Written once: a repeat under one Idempotency-Key has to be the same to the byte.
        content = None if body is None else write_body(body)
        if content is not None:
            headers["content-type"] = "application/json"
        key: Optional[str] = None
        if operation.repeat == "under-key" and idempotency_key is not False:
            given = str(uuid.uuid4()) if idempotency_key is None else idempotency_key
            key = headers["idempotency-key"] = require_header_text("idempotency_key", given)
        if scenario is not None:
            headers["x-titular-scenario"] = require_header_text("scenario", scenario)

        seconds = self._deadline_seconds if deadline_seconds is None else _require_deadline(deadline_seconds)
        ends_at = self._clock.monotonic() + seconds
        retries = self._retries(max_retries)

        def prepare() -> Prepared:
            if not operation.has_token:
                return Prepared(headers, content)
            token = self._tokens.get(ends_at, retries)
            authorized = {"authorization": f"Bearer {token}", **headers}
            return Prepared(authorized, content, lambda: self._tokens.discard(token))

        exchange = Exchange(
            operation=operation.name,
            method=operation.method,
            path=fill_path(operation.path, ids),
            query=write_query(query or {}),
            repeatable=operation.repeat == "always" or key is not None,
            prepare=prepare,
            to_error=self._to_api_error,
            max_retries=retries,
            is_file=operation.is_file,
            ends_at=ends_at,
        )
        try:
            answer = self._transport.send(exchange)
            return answer.content if operation.is_file else answer.body
        except TitularError as error:
            failure = error.with_key(key)
        # Out here it leads to no frame that has a token: reporters of faults show the variables of each.
        raise failure

    def _retries(self, given: Optional[int]) -> int:
        return self._transport.max_retries if given is None else int(require_number("max_retries", given, 0, 20))

    def _docs(self, code: Optional[str]) -> str:
        docs = f"{self._transport.origin}/docs"
        return docs if code is None else f"{docs}#code-{code}"

    def _to_api_error(self, answer: Answer) -> TitularError:
        body = answer.body if isinstance(answer.body, dict) else {}
        given, sentence = body.get("code"), body.get("message")
        code = given if isinstance(given, str) and re.fullmatch(r"[0-9]{5}", given) else None
        is_told = code is not None and isinstance(sentence, str)
        return TitularError(
            "api",
            _on_one_line(str(sentence)) if is_told else describe_unexpected(answer),
            code=code,
            status=answer.status,
            request_id=answer.request_id,
            docs=self._docs(code),
            retryable=answer.status == 429 or answer.status >= 500 or code in _PASSING_CODES,
            retry_after_seconds=parse_retry_after(answer.headers.get("retry-after"), self._clock.now()),
        )

    def _to_token_error(self, answer: Answer) -> TitularError:
        body = answer.body if isinstance(answer.body, dict) else {}
        sub_code, word, sentence = body.get("sub_code"), body.get("error"), body.get("error_description")
        is_named = isinstance(sub_code, str) and re.fullmatch(r"[a-z0-9_]{1,64}", sub_code) is not None
        named = str(sub_code) if is_named else None
        # Another server's word may be a whole sentence.
        is_word = isinstance(word, str) and re.fullmatch(r"[a-z_]{1,64}", word) is not None
        return TitularError(
            "token",
            _on_one_line(sentence) if isinstance(sentence, str) else describe_unexpected(answer),
            code=named or (str(word) if is_word else None),
            status=answer.status,
            request_id=answer.request_id,
            docs=self._docs(named),
            retryable=answer.status == 429 or answer.status >= 500,
            retry_after_seconds=parse_retry_after(answer.headers.get("retry-after"), self._clock.now()),
        )

    def _fetch_token(
        self, patient: bool, ends_at: float, note: Callable[[TitularError], None], retries_before: int
    ) -> "tuple[str, float]":
        def to_error(answer: Answer) -> TitularError:
            error = self._to_token_error(answer)
            note(error)
            return error

        answer = self._transport.send(
            Exchange(
                operation="issueToken",
                method="POST",
                path="/oauth2/token",
                repeatable=True,
                prepare=lambda: Prepared(*self._prepare_token(self._clock.now())),
                to_error=to_error,
                max_retries=self._transport.max_retries if patient else 0,
                max_seconds=math.inf if patient else _MAX_EARLY_SECONDS,
                ends_at=ends_at,
                ends_on_retry_after=True,
                retries_before=retries_before,
            )
        )
        value, life = answer.body.get("access_token"), answer.body.get("expires_in")
        # A token that no header can hold would come back in an error of the platform.
        is_token = isinstance(value, str) and re.fullmatch(r"[!-~]+", value) is not None
        if not is_token or isinstance(life, bool) or not isinstance(life, (int, float)) or not life > 0:
            raise self._to_token_error(replace(answer, body=None))
        return value, float(life)


def pages(method: Callable[..., Any], *ids: str, **query: Any) -> Iterator[Any]:
    """Goes through a list page by page: ``pages(client.list_transactions, status="approved")``.

    The log of events is gone through to its present end; the ``cursor`` of the last page is where to go on later, as ``after``.
    """
    # The log of events names each of its places, its end too, and asks by another name.
    name = "after" if "after" in query else "cursor"
    at = query.pop(name, None)
    # Brent's algorithm finds a place that comes again: one place is kept, however long the list.
    mark, steps, limit = at, 0, 0
    while True:
        page = method(*ids, **query, **({} if at is None else {name: at}))
        yield page
        following = page.get("nextCursor")
        if "hasMore" in page:
            following = page["cursor"] if page["hasMore"] else None
        if following is None:
            return
        if steps == limit:
            mark, steps, limit = at, 0, 2 * limit + 1
        steps += 1
        # It would never end.
        if following == mark:
            message = "the pages of the list lead in a circle"
            raise TitularError("network", message, code="BROKEN_ANSWER", retryable=True)
        at = following
