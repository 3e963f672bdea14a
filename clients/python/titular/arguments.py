"""What the client is given, checked before it is used. What cannot work is a TypeError."""

from __future__ import annotations

import json
import re
import ssl
from datetime import datetime, timezone
from decimal import Decimal
from typing import Any, Mapping, Optional
from urllib.parse import quote, urlencode, urlsplit

_API_PATH = "/api/public/v1"
_LOCAL_HOST = re.compile(r"localhost|127(?:\.\d{1,3}){3}|::1")
# ASCII alone: two standards make different hosts of a name beyond it, and credentials go there.
_ADDRESS = re.compile(r"[!-~]+")
_LABEL = "[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_HOST = re.compile(rf"(?:{_LABEL}\.)*{_LABEL}|[0-9a-f:.]*:[0-9a-f:.]*")
_HEADER_TEXT = re.compile(r"[!-~]{1,255}")


def require_text(name: str, given: object) -> str:
    """A text that has to be there; the TypeError names it, and never shows what was given."""
    if given is None or given == "":
        raise TypeError(f"{name} is missing")
    if not isinstance(given, str):
        raise TypeError(f"{name} must be a text")
    return given


def parse_base_url(base_url: object, allow_http: bool) -> str:
    """The service's own address in ASCII, without the path of the API and without a slash at the end."""
    given = require_text("base_url", base_url)
    try:
        url = urlsplit(given)
        # What no connection can be made to is refused here, before anything waits or is tried again.
        is_sound = url.scheme in ("http", "https") and url.port != 0 and bool(_HOST.fullmatch(url.hostname or ""))
    except ValueError:
        is_sound = False
    if not is_sound or not _ADDRESS.fullmatch(given):
        raise TypeError("base_url must be an https address, such as https://verify.bank.example")
    if url.username or url.password or url.query or url.fragment:
        raise TypeError("base_url must not have a user, a password, a query or a fragment")
    if url.scheme == "http" and not allow_http and not _LOCAL_HOST.fullmatch(url.hostname):
        raise TypeError("base_url is http: credentials would be readable on the way; use https, or allow_http")
    # As others write it: the account's name and whom an assertion is for are made of it.
    host = url.hostname or ""
    usual = {"http": 80, "https": 443}[url.scheme]
    port = "" if url.port in (None, usual) else f":{url.port}"
    path = quote(url.path.rstrip("/"), safe="/%:@!$&'()*+,;=~")
    if path.endswith(_API_PATH):
        path = path[: -len(_API_PATH)]
    return f"{url.scheme}://{f'[{host}]' if ':' in host else host}{port}{path}"


def require_number(name: str, given: float, low: float, high: float) -> float:
    """A number within bounds; anything else is a TypeError."""
    if isinstance(given, bool) or not isinstance(given, (int, float)) or not low <= given <= high:
        raise TypeError(f"{name} must be a number from {low} to {high}")
    return given


def require_limit(seconds: float) -> float:
    """The limit of a wait, infinite where nothing is to end it."""
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not seconds > 0:
        raise TypeError("timeout_seconds must be a number above 0")
    return seconds


def require_header_text(name: str, text: object) -> str:
    """A text that a header holds as it is: the platform's own error about one would quote it."""
    if not isinstance(text, str) or not _HEADER_TEXT.fullmatch(text):
        raise TypeError(f"{name} must be 1 to 255 printable ASCII characters without spaces")
    return text


def _is_unicode(text: str) -> bool:
    """Whether UTF-8 can hold a text; the platform's own error about half of a character would show it whole."""
    return not re.search("[\ud800-\udfff]", text)


def fill_path(path: str, ids: Mapping[str, object]) -> str:
    """A path with its ids; a TypeError for one that would lead to another address."""
    for name, id in ids.items():
        if not isinstance(id, (str, int)) or id in ("", ".", "..") or not _is_unicode(str(id)):
            raise TypeError(f"{name} is not an id")
        path = path.replace(f"{{{name}}}", quote(str(id), safe=""))
    return path


def _to_text(value: object) -> str:
    """What a query has in place of a value; a time needs its zone."""
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise TypeError("a datetime must have a time zone, such as datetime.now(timezone.utc)")
        return value.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def write_query(parameters: Mapping[str, object]) -> str:
    """A query of those parameters that are there."""
    texts = {name: _to_text(one) for name, one in parameters.items() if one is not None}
    if not all(map(_is_unicode, texts.values())):
        raise TypeError("a parameter is no text of Unicode")
    return urlencode(texts)


class _NoFormError(TypeError):
    """What no JSON is made of; its message has the name of a type alone."""


def _to_plain(value: object) -> float:
    """Money is a Decimal in many programs: it is written where a float has the same digits."""
    if isinstance(value, Decimal):
        number = float(value)
        if Decimal(repr(number)) == value:
            return number
    raise _NoFormError(f"it has no form for this {type(value).__name__}")


def write_body(body: Mapping[str, Any]) -> bytes:
    """A body as JSON; a TypeError for what JSON has no word for, such as NaN, or the language alone would write."""
    try:
        return json.dumps(body, allow_nan=False, ensure_ascii=False, default=_to_plain).encode()
    except _NoFormError as error:
        raise TypeError(f"body cannot be written as JSON: {error}") from None
    except (TypeError, ValueError, RecursionError) as error:
        # The platform's own sentence may quote the body.
        raise TypeError(f"body cannot be written as JSON ({type(error).__name__})") from None


def _refuse_constant(name: str) -> Any:
    """NaN and the infinities are no JSON, though the platform reads them."""
    raise ValueError(name)


def parse_json(content: bytes) -> Any:
    """What came as JSON in UTF-8 (RFC 8259), or None where it is anything else."""
    try:
        return json.loads(content.decode("utf-8"), parse_constant=_refuse_constant)
    # Brackets in brackets without end are no JSON of the service either.
    except (ValueError, RecursionError):
        return None


def require_context(given: Optional[ssl.SSLContext]) -> ssl.SSLContext:
    """The context of TLS, or the platform's; one that does not verify would let anybody read secrets and make decisions."""
    if given is None:
        return ssl.create_default_context()
    if not isinstance(given, ssl.SSLContext):
        raise TypeError("ssl_context must be an ssl.SSLContext, such as ssl.create_default_context()")
    if given.verify_mode == ssl.CERT_NONE or not given.check_hostname:
        raise TypeError(
            "ssl_context does not verify whom it speaks to, and secrets travel there: for a certificate authority of "
            "your own take ssl.create_default_context() and its load_verify_locations('ca.pem')"
        )
    return given
