"""Signs with a private key, by the optional package cryptography."""

from __future__ import annotations

from typing import Callable, Optional, Tuple

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

_UNUSABLE = (
    "private_key is no key that can sign here: give a PKCS#8 PEM (BEGIN PRIVATE KEY) of P-256, Ed25519 or RSA"
)

# The service registers no shorter key (RFC 7518 section 3.3).
_MIN_RSA_BITS = 2048


def open_private_key(pem: str, named: Optional[str]) -> Tuple[str, Callable[[bytes], bytes]]:
    """The algorithm of a key and what signs with it; a TypeError tells nothing of a key that cannot sign."""
    try:
        key = serialization.load_pem_private_key(pem.encode(), password=None)
    except Exception:
        # What a library says of a key it cannot read may quote the key.
        raise TypeError(_UNUSABLE) from None
    sha256 = hashes.SHA256()
    if isinstance(key, ec.EllipticCurvePrivateKey) and isinstance(key.curve, ec.SECP256R1):
        curve_key = key

        def sign_es256(content: bytes) -> bytes:
            r, s = decode_dss_signature(curve_key.sign(content, ec.ECDSA(sha256)))
            return r.to_bytes(32, "big") + s.to_bytes(32, "big")

        return _agree("ES256", named), sign_es256
    if isinstance(key, ed25519.Ed25519PrivateKey):
        return _agree("EdDSA", named), key.sign
    if isinstance(key, rsa.RSAPrivateKey) and key.key_size >= _MIN_RSA_BITS:
        rsa_key = key
        if named == "PS256":
            pss = padding.PSS(mgf=padding.MGF1(sha256), salt_length=32)
            return "PS256", lambda content: rsa_key.sign(content, pss, sha256)
        return _agree("RS256", named), lambda content: rsa_key.sign(content, padding.PKCS1v15(), sha256)
    raise TypeError(_UNUSABLE)


def _agree(algorithm: str, named: Optional[str]) -> str:
    if named not in (None, algorithm):
        raise TypeError(f"algorithm is {named}, but private_key signs {algorithm}")
    return algorithm
