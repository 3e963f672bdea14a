"""The one access token that all calls of a client share."""

from __future__ import annotations

import math
import threading
from typing import Callable, NamedTuple, Optional, Tuple

from .back_off import MAX_RETRY_AFTER_SECONDS, wait_seconds
from .clock import SystemClock
from .errors import TitularError
from .forks import ForkSafe
from .hidden import Hidden
from .transport import out_of_time

#: Gets a token and its life in seconds; patient when somebody waits for it, so that retries are worth their time.
#: The instant, of the monotonic clock, is when that ends. Every refusal is told. Retries that went before count.
FetchToken = Callable[[bool, float, Callable[[TitularError], None], int], Tuple[str, float]]

# A token is replaced within this last part of its life, at a time by chance, so that clients do not ask together.
_EARLY_PART = 0.1
# It is not used for so long before its end, so that it does not end on the way.
_MARGIN_SECONDS = 5.0
# Pause after an early replacement that failed, while the token at hand is still good.
_EARLY_PAUSE_SECONDS = 10.0
# What is left of a wait by the rounding of fractions is none.
_INSTANT_SECONDS = 1e-6


class _Kept(NamedTuple):
    value: Hidden
    refresh_at: float
    ends_at: float


class _Refused(NamedTuple):
    error: TitularError
    is_too_long: bool
    at: float
    said: float
    lasts: float


class AccessTokens(ForkSafe):
    """Keeps one token: fetched once for many threads, used for its life, replaced shortly before its end."""

    def __init__(self, fetch: FetchToken, clock: SystemClock) -> None:
        super().__init__()
        self._fetch = fetch
        self._clock = clock
        self._kept: Optional[_Kept] = None
        self._next_early_at = -math.inf
        self._failure: Optional[Tuple[int, TitularError]] = None
        self._ended = 0
        # The last refusal that named a Retry-After. It holds for all calls: whoever asked may be gone by its end.
        self._refused: Optional[_Refused] = None

    def get(self, ends_at: float, max_retries: int) -> str:
        """The present token, or a new one; threads that ask at once wait for the same request, each until its own instant."""
        kept = self._usable()
        if kept is None:
            return self._join(ends_at, max_retries)
        now = self._clock.monotonic()
        # Whoever passes the time first replaces it; all others go on with the token at hand.
        is_due = now >= kept.refresh_at and now >= self._next_early_at and self._waits_for() is None
        if is_due and self._lock.acquire(blocking=False):
            try:
                kept = self._replace_early(now, ends_at)
            finally:
                self._lock.release()
        return kept.value.reveal() if kept is not None else self._join(ends_at, max_retries)

    def discard(self, value: str) -> None:
        """Discards a token that was refused, unless another has taken its place since."""
        kept = self._kept
        if kept is not None and kept.value.reveal() == value:
            self._kept = None

    def _usable(self) -> Optional[_Kept]:
        kept = self._kept
        return kept if kept is not None and self._clock.monotonic() < kept.ends_at else None

    def _note(self, error: TitularError) -> None:
        seconds = error.retry_after_seconds
        if not error.retryable or seconds is None:
            return
        at = self._clock.monotonic()
        # Drawn once, so that all calls end it together, and clients that were refused together do not.
        drawn = wait_seconds(1, seconds, self._clock.chance())
        is_too_long = seconds > MAX_RETRY_AFTER_SECONDS
        # Who names hours is asked again after the longest wait.
        lasts = MAX_RETRY_AFTER_SECONDS if is_too_long else drawn
        self._refused = _Refused(error, is_too_long, at, drawn, lasts)

    def _waits_for(self) -> Optional[_Refused]:
        """The refusal whose wait is not over; None where the client may ask."""
        refused = self._refused
        if refused is None or refused.lasts - (self._clock.monotonic() - refused.at) <= _INSTANT_SECONDS:
            return None
        return refused

    def _wait_out(self, ends_at: float, waits_left: int) -> bool:
        """Waits, if it has to, until the client may ask again. Who has no time for it gets the refusal, with what is left."""
        refused = self._waits_for()
        if refused is None:
            return False
        now = self._clock.monotonic()
        pause = max(refused.lasts - (now - refused.at), 0)
        if waits_left <= 0 or refused.is_too_long or now + pause > ends_at:
            raise refused.error.with_retry_after(math.ceil(refused.said - (now - refused.at)))
        self._clock.sleep(pause)
        return True

    def _join(self, ends_at: float, max_retries: int) -> str:
        waits = 0
        while True:
            seen = self._ended
            if self._wait_out(ends_at, max_retries - waits):
                waits += 1
            left = ends_at - self._clock.monotonic()
            if not self._lock.acquire(timeout=-1 if left > threading.TIMEOUT_MAX else max(left, 0)):
                raise out_of_time("no time was left for a token")
            try:
                kept = self._usable()
                if kept is not None:
                    return kept.value.reveal()
                # A refusal that names a wait is waited out by each thread for itself.
                if self._waits_for() is not None:
                    continue
                # Who waited for a request that failed shares its failure instead of asking again.
                if self._failure is not None and self._failure[0] > seen:
                    raise self._failure[1]
                return self._ask(ends_at, waits)
            except TitularError:
                if self._waits_for() is None:
                    raise
            finally:
                self._lock.release()

    def _ask(self, ends_at: float, retries: int) -> str:
        try:
            return self._take(True, ends_at, retries).value.reveal()
        except TitularError as error:
            # One that had less time than others tells them nothing.
            if not error.is_late:
                self._failure = (self._ended + 1, error)
            raise
        finally:
            self._ended += 1

    def _replace_early(self, now: float, ends_at: float) -> Optional[_Kept]:
        kept = self._kept
        if kept is None or now < kept.refresh_at:
            return kept
        self._next_early_at = now + _EARLY_PAUSE_SECONDS
        try:
            return self._take(False, ends_at)
        except TitularError:
            return kept

    def _take(self, patient: bool, ends_at: float, retries: int = 0) -> _Kept:
        asked_at = self._clock.monotonic()
        value, life = self._fetch(patient, ends_at, self._note, retries)
        self._refused = None
        early = life * _EARLY_PART * (0.5 + self._clock.chance() / 2)
        ends_at = asked_at + max(life - _MARGIN_SECONDS, life / 2)
        self._kept = kept = _Kept(Hidden(value), min(asked_at + life - early, ends_at), ends_at)
        return kept
