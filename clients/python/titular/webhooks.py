"""Verifies webhooks as Standard Webhooks says, by the standard library alone."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
import time
from typing import Any, List, Mapping, Optional, Sequence, Union

from .arguments import parse_json, require_text
from .errors import WebhookVerificationError

_SECRET_PREFIX = "whsec_"
# Lengths that Standard Webhooks allows, in bytes.
_MIN_SECRET_BYTES, _MAX_SECRET_BYTES = 24, 64
_SIGNATURE_VERSION = "v1,"
# Many servers join by a comma what came twice; of its own only each signature has one.
_JOINED = {"webhook-signature": re.compile(",[^ ]*,|, ")}
# Two sign during a rotation; whoever sends very many wants us to work for nothing.
_MAX_SIGNATURES = 16


def verify_webhook(
    payload: Union[bytes, str],
    headers: Mapping[str, Any],
    secrets: Sequence[str],
    tolerance_seconds: float = 300,
    now: Optional[float] = None,
) -> Any:
    """Verifies a webhook and returns its event; a WebhookVerificationError says by ``code`` why it does not.

    ``payload`` is the body as it came: what was parsed and written again does not verify. ``headers`` may be those of
    ``http.server`` or of a framework. ``secrets`` are the endpoint's, ``whsec_...``: while one is rotated, both. ``now``
    is in seconds. The event may be of a type newer than this package: answer 2xx and ignore it.
    """
    try:
        return _verify(payload, headers, secrets, tolerance_seconds, now)
    except WebhookVerificationError as refused:
        refusal = refused.with_traceback(None)
    # Reporters of faults show the variables of frames, and anybody may send what is refused.
    del secrets
    raise refusal


def _verify(
    payload: Union[bytes, str],
    headers: Mapping[str, Any],
    secrets: Sequence[str],
    tolerance_seconds: float,
    now: Optional[float],
) -> Any:
    keys = [_read_secret(secret) for secret in _require_secrets(secrets)]
    if not hasattr(headers, "items"):
        raise TypeError("headers is missing")
    if not isinstance(payload, (bytes, bytearray, str)):
        raise TypeError("payload must be the body as it came, text or bytes, and not what was parsed of it")
    # What no text of bytes can be is signed by nobody, and no fault of the receiver.
    body = payload.encode("utf-8", "surrogatepass") if isinstance(payload, str) else bytes(payload)
    id, timestamp, signature = (
        _read_header(headers, name) for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
    )
    _check_time(timestamp, tolerance_seconds, time.time() if now is None else now)
    content = f"{id}.{timestamp}.".encode("utf-8", "surrogatepass") + body
    if not _is_signed(content, signature, keys):
        raise WebhookVerificationError("no_matching_signature", "none of the secrets made one of the signatures")
    return _parse_event(body)


def _require_secrets(secrets: Any) -> Sequence[str]:
    """What no sender can change is a fault of the receiver, and so a TypeError."""
    if secrets is None:
        raise TypeError("secrets is missing")
    if not isinstance(secrets, (list, tuple)):
        raise TypeError("secrets must be a list, such as [secret]")
    if not secrets:
        raise TypeError("secrets[0] is missing")
    return [require_text(f"secrets[{at}]", secret) for at, secret in enumerate(secrets)]


def _read_header(headers: Mapping[str, Any], name: str) -> str:
    """Takes names as they come: a framework may write them in its own way, and values as lists."""
    values: List[Any] = []
    for key, value in headers.items():
        if key.lower() == name:
            values.extend(value if isinstance(value, (list, tuple)) else [value])
    is_one = len(values) == 1 and isinstance(values[0], str) and values[0] != ""
    if not is_one or re.search(_JOINED.get(name, ","), values[0]):
        raise WebhookVerificationError("missing_header", f"the header {name} is missing or there twice")
    return values[0]


def _decode(text: str) -> Optional[bytes]:
    padded = text if "=" in text else text + "=" * (-len(text) % 4)
    try:
        return base64.b64decode(padded, validate=True)
    except (binascii.Error, ValueError):
        return None


def _read_secret(secret: str) -> bytes:
    key = _decode(secret[len(_SECRET_PREFIX) :]) if secret.startswith(_SECRET_PREFIX) else None
    if key is None or not _MIN_SECRET_BYTES <= len(key) <= _MAX_SECRET_BYTES:
        message = "a secret is not one of an endpoint: give it whole, as whsec_..."
        raise WebhookVerificationError("bad_secret", message)
    return key


def _check_time(text: str, tolerance_seconds: float, now: float) -> None:
    if not re.fullmatch(r"[0-9]{1,12}", text):
        raise WebhookVerificationError("bad_timestamp", "webhook-timestamp is not a number of seconds")
    age = now - int(text)
    if age != age or tolerance_seconds != tolerance_seconds:
        raise WebhookVerificationError("bad_timestamp", "now or tolerance_seconds is no number")
    if age > tolerance_seconds:
        message = "the attempt is too old: it may be played back, or your clock is ahead"
        raise WebhookVerificationError("too_old", message)
    if age < -tolerance_seconds:
        raise WebhookVerificationError("too_new", "the attempt lies in the future: your clock is behind")


def _is_signed(content: bytes, header: str, keys: List[bytes]) -> bool:
    """Compares in constant time, and skips no pair."""
    signatures = [
        _decode(one[len(_SIGNATURE_VERSION) :])
        for one in header.split(" ")[:_MAX_SIGNATURES]
        if one.startswith(_SIGNATURE_VERSION)
    ]
    is_signed = False
    for key in keys:
        expected = hmac.new(key, content, hashlib.sha256).digest()
        for signature in signatures:
            is_signed = hmac.compare_digest(expected, signature or b"") or is_signed
    return is_signed


def _parse_event(body: bytes) -> Any:
    event = parse_json(body)
    if isinstance(event, dict) and all(isinstance(event.get(name), str) and event[name] for name in ("id", "type")):
        return event
    raise WebhookVerificationError("bad_payload", "the body is signed, but is no event")
