"""Pauses before a retry."""

from __future__ import annotations

import math
import re
from email.utils import parsedate_to_datetime
from typing import Optional

#: A longer Retry-After is not waited for: the error comes at once and tells it.
MAX_RETRY_AFTER_SECONDS = 300

#: The pause before the first retry where no time is named.
FIRST_WAIT_SECONDS = 1
_MAX_WAIT_SECONDS = 60
# Added by chance at most, so that clients that failed together do not return together.
_JITTER = 0.25


def wait_seconds(retry: int, retry_after_seconds: Optional[float], chance: float) -> float:
    """Seconds before retry number ``retry`` (from 1): never shorter than Retry-After, else 1, 2, 4 ... 60."""
    spread = 1 + _JITTER * chance
    if retry_after_seconds is not None:
        return retry_after_seconds * spread
    doubled = FIRST_WAIT_SECONDS * 2 ** min(retry - 1, 16)
    return min(doubled * spread, _MAX_WAIT_SECONDS)


def parse_retry_after(header: Optional[str], now: float) -> Optional[float]:
    """Seconds that a Retry-After header names, as a number or a date (RFC 9110 section 10.2.3); else None."""
    text = (header or "").strip()
    if re.fullmatch(r"[0-9]{1,9}", text):
        return float(text)
    if not re.match(r"[A-Z][a-z]{2}, ", text):
        return None
    try:
        return min(max(0.0, float(math.ceil(parsedate_to_datetime(text).timestamp() - now))), 999_999_999.0)
    except (TypeError, ValueError, OverflowError):
        return None
