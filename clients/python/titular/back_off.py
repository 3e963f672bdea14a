"""Pauses before a retry."""

from __future__ import annotations

import math
import re
from datetime import datetime, timezone
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


# A longer time is waited for by nobody.
_MAX_SECONDS = 999_999_999.0

_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
_TIME = r"(?P<time>[0-9]{2}:[0-9]{2}:[0-9]{2})"
# The three forms of a date (RFC 9110 section 5.6.7).
_DATE_FORMS = (
    r"[A-Z][a-z]{2}, (?P<day>[0-9]{2}) (?P<month>[A-Z][a-z]{2}) (?P<year>[0-9]{4}) " + _TIME + " GMT",
    r"[A-Z][a-z]{5,8}, (?P<day>[0-9]{2})-(?P<month>[A-Z][a-z]{2})-(?P<year>[0-9]{2}) " + _TIME + " GMT",
    r"[A-Z][a-z]{2} (?P<month>[A-Z][a-z]{2}) (?P<day>[ 0-9][0-9]) " + _TIME + " (?P<year>[0-9]{4})",
)


def _whole_year(year: str, now: float) -> int:
    """The year; one of two digits is at most 50 years ahead."""
    if len(year) > 2:
        return int(year)
    in_century = 2000 + int(year)
    ahead = in_century - datetime.fromtimestamp(now, timezone.utc).year
    return in_century - 100 if ahead > 50 else in_century


def _parse_date(text: str, now: float) -> Optional[float]:
    found = next(filter(None, (re.fullmatch(form, text) for form in _DATE_FORMS)), None)
    if found is None or found["month"] not in _MONTHS:
        return None
    hour, minute, second = map(int, found["time"].split(":"))
    month = _MONTHS.index(found["month"]) + 1
    try:
        day = datetime(_whole_year(found["year"], now), month, int(found["day"]), tzinfo=timezone.utc)
        return day.replace(hour=hour, minute=minute, second=second).timestamp()
    except (ValueError, OverflowError):
        return None


def parse_retry_after(header: Optional[str], now: float) -> Optional[float]:
    """Seconds that a Retry-After header names, as a number or a date (RFC 9110 section 10.2.3); else None."""
    text = (header or "").strip()
    if re.fullmatch(r"[0-9]+", text):
        return float(text) if len(text) <= 9 else _MAX_SECONDS
    date = _parse_date(text, now)
    return None if date is None else min(max(0.0, float(math.ceil(date - now))), _MAX_SECONDS)
