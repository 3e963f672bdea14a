"""The one exception of the client, and its form for webhooks."""

from __future__ import annotations

from typing import Any, Dict, Optional


class TitularError(Exception):
    """A call failed. No secret, token, key or body of a request ever stands in it.

    ``kind`` is ``api`` (the service refused or failed), ``token`` (no access token was issued), ``network`` (no readable
    response came), ``timeout`` (a time limit passed) or ``webhook`` (a webhook is not genuine).
    """

    def __init__(
        self,
        kind: str,
        message: str,
        *,
        code: Optional[str] = None,
        status: Optional[int] = None,
        request_id: Optional[str] = None,
        docs: Optional[str] = None,
        retryable: bool = False,
        retry_after_seconds: Optional[float] = None,
        idempotency_key: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        #: Stable: five digits of the API, the sub-code of the token endpoint, or a name of the fault.
        self.code = code
        #: HTTP status, where a response came.
        self.status = status
        #: Names the request in the operator's log.
        self.request_id = request_id
        #: Address of the code and its remedy in the documentation of the running service.
        self.docs = docs
        #: Whether the same request, sent again later, may do better.
        self.retryable = retryable
        self.retry_after_seconds = retry_after_seconds
        #: Key of the create that failed: for a day the same request under it is carried out once.
        self.idempotency_key = idempotency_key
        # Whether the deadline of its own call ended the tries: calls with more time go on.
        self.is_late = False

    def __str__(self) -> str:
        return f"{self.code or self.status or self.kind}: {self.message}"

    def __reduce__(self) -> "tuple[Any, ...]":
        """Carries all it says to other processes, which the message alone would not."""
        return _rebuild, (type(self), self.args, dict(self.__dict__))

    def with_key(self, idempotency_key: Optional[str]) -> "TitularError":
        """Copies the error for one call, because calls that wait for one token share its failure; the traceback stays behind."""
        return self._copy(idempotency_key=idempotency_key)

    def with_retry_after(self, seconds: float) -> "TitularError":
        """Copies the error with what is left of its wait."""
        return self._copy(retry_after_seconds=seconds)

    def _copy(self, **changes: Any) -> "TitularError":
        told = {
            name: getattr(self, name)
            for name in "code status request_id docs retryable retry_after_seconds idempotency_key".split()
        }
        return TitularError(self.kind, self.message, **{**told, **changes})


def _rebuild(kind: "type[TitularError]", given: "tuple[Any, ...]", told: Dict[str, Any]) -> TitularError:
    error = kind.__new__(kind, *given)
    error.args = given
    error.__dict__.update(told)
    return error


class WebhookVerificationError(TitularError):
    """A webhook is not genuine, not fresh, or no event: answer 400 and do nothing. ``code`` says why."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__("webhook", message, code=code)
