"""How the client proves who it is to the token endpoint."""

from __future__ import annotations

import base64
import json
import uuid
from dataclasses import InitVar, dataclass, field
from typing import Callable, Dict, Optional, Union
from urllib.parse import quote_plus, urlencode, urlsplit

from .arguments import require_text
from .errors import TitularError
from .hidden import Hidden

_JWT_BEARER_GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"
_ES256_BYTES = 64
_ALGORITHMS = ("ES256", "EdDSA", "PS256", "RS256")


@dataclass(frozen=True)
class ClientSecret:
    """A client id with its secret (RFC 6749 section 4.4)."""

    client_id: str
    client_secret: InitVar[str]
    #: Scopes parted by spaces; all of the account without it.
    scope: Optional[str] = None
    _secret: Hidden = field(init=False, repr=False)

    def __post_init__(self, client_secret: str) -> None:
        require_text("client_id", self.client_id)
        object.__setattr__(self, "_secret", Hidden(require_text("client_secret", client_secret)))


@dataclass(frozen=True)
class Assertion:
    """A service account that signs an assertion for each access token (RFC 7523); no secret leaves the process.

    Give ``private_key`` (PKCS#8 PEM; needs the package ``cryptography``), or ``sign`` with ``algorithm``: a function that
    signs bytes elsewhere, such as a key service does, within a time limit of its own. A signature of ES256 has the form of
    RFC 7518 section 3.4.
    """

    account: str
    tenant_id: str
    private_key: InitVar[Optional[str]] = None
    sign: Optional[Callable[[bytes], bytes]] = field(default=None, repr=False)
    #: ``ES256``, ``EdDSA``, ``PS256`` or ``RS256``; needed beside ``sign``, and for an RSA key registered for PS256.
    algorithm: Optional[str] = None
    #: Id of the registered key; needed where the account has several of one algorithm.
    key_id: Optional[str] = None
    #: Domain in the name of the account; without it, host of ``base_url``.
    issuer_domain: Optional[str] = None
    #: Public address of the service or of its token endpoint; without it, made from ``base_url``.
    audience: Optional[str] = None
    #: 1 to 3600; the account may be limited to less.
    lifetime_seconds: int = 60
    scope: Optional[str] = None
    _key: Hidden = field(init=False, repr=False)

    def __post_init__(self, private_key: Optional[str]) -> None:
        require_text("account", self.account)
        require_text("tenant_id", self.tenant_id)
        if self.sign is None:
            require_text("private_key", private_key)
        elif self.algorithm is None:
            raise TypeError("algorithm is missing: sign alone does not tell it")
        if self.algorithm is not None and self.algorithm not in _ALGORITHMS:
            raise TypeError(f"algorithm must be one of {', '.join(_ALGORITHMS)}")
        if not 1 <= self.lifetime_seconds <= 3600:
            raise TypeError("lifetime_seconds must be a number from 1 to 3600")
        object.__setattr__(self, "_key", Hidden(private_key or ""))


Credentials = Union[ClientSecret, Assertion]

#: Headers and form of one token request, at a time in seconds.
PrepareToken = Callable[[float], "tuple[Dict[str, str], bytes]"]


def prepare_token_request(credentials: Credentials, origin: str) -> PrepareToken:
    """Makes what token requests are sent with; each has an assertion of its own."""
    scope = {} if credentials.scope is None else {"scope": credentials.scope}
    content_type = {"content-type": "application/x-www-form-urlencoded"}
    if isinstance(credentials, ClientSecret):
        # Both halves are form-encoded first (RFC 6749 section 2.3.1).
        pair = f"{quote_plus(credentials.client_id)}:{quote_plus(credentials._secret.reveal())}"
        basic = base64.b64encode(pair.encode()).decode()
        headers = {**content_type, "authorization": f"Basic {basic}"}
        form = urlencode({"grant_type": "client_credentials", **scope}).encode()
        return lambda _: (headers, form)
    assertion = credentials
    algorithm, sign = _open_signer(assertion)

    def prepare(now: float) -> "tuple[Dict[str, str], bytes]":
        signed = _sign_assertion(assertion, origin, algorithm, sign, int(now))
        form = {"grant_type": _JWT_BEARER_GRANT, "assertion": signed, **scope}
        return content_type, urlencode(form).encode()

    return prepare


def _base64url(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def _sign_assertion(
    credentials: Assertion, origin: str, algorithm: str, sign: Callable[[bytes], bytes], now: int
) -> str:
    domain = credentials.issuer_domain or urlsplit(origin).netloc
    name = f"{credentials.account}@{credentials.tenant_id}.{domain}"
    header = {"alg": algorithm, "typ": "JWT"}
    if credentials.key_id is not None:
        header["kid"] = credentials.key_id
    claims = {
        "iss": name,
        "sub": name,
        "aud": credentials.audience or f"{origin}/oauth2/token",
        "iat": now,
        "exp": now + credentials.lifetime_seconds,
        "jti": str(uuid.uuid4()),
    }
    content = ".".join(_base64url(json.dumps(part).encode()) for part in (header, claims))
    try:
        signature = sign(content.encode())
    except Exception as error:
        # A key service that is away is a fault like any other; its own words may tell of the key.
        message = f"sign failed: {type(error).__name__}"
        raise TitularError("token", message, code="SIGN_FAILED", retryable=True) from error
    # Key services answer DER, which the service refuses without a reason that helps.
    if algorithm == "ES256" and len(signature) != _ES256_BYTES:
        message = f"sign returned {len(signature)} bytes, not the 64 of RFC 7518 section 3.4: convert DER to r and s"
        raise TitularError("token", message, code="SIGN_FAILED")
    return f"{content}.{_base64url(signature)}"


def _open_signer(credentials: Assertion) -> "tuple[str, Callable[[bytes], bytes]]":
    if credentials.sign is not None and credentials.algorithm is not None:
        return credentials.algorithm, credentials.sign
    try:
        from .private_key import open_private_key
    except ImportError:
        raise TypeError(
            "private_key needs the package cryptography: install it, or give sign and algorithm"
        ) from None
    return open_private_key(credentials._key.reveal(), credentials.algorithm)
