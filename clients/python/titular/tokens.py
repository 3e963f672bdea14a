"""The one access token that all calls of a client share."""

from __future__ import annotations

import threading
from typing import Callable, NamedTuple, Optional, Tuple

from .clock import SystemClock
from .errors import TitularError
from .forks import ForkSafe
from .transport import out_of_time

#: Gets a token and its life in seconds; patient when somebody waits for it, so that retries are worth their time.
#: The instant, of the monotonic clock, is when that ends.
FetchToken = Callable[[bool, float], Tuple[str, float]]

# A token is replaced within this last part of its life, at a time by chance, so that clients do not ask together.
_EARLY_PART = 0.1
# It is not used for so long before its end, so that it does not end on the way.
_MARGIN_SECONDS = 5.0
# Pause after an early replacement that failed, while the token at hand is still good.
_EARLY_PAUSE_SECONDS = 10.0


class _Kept(NamedTuple):
    value: str
    refresh_at: float
    ends_at: float


class AccessTokens(ForkSafe):
    """Keeps one token: fetched once for many threads, used for its life, replaced shortly before its end."""

    def __init__(self, fetch: FetchToken, clock: SystemClock) -> None:
        super().__init__()
        self._fetch = fetch
        self._clock = clock
        self._kept: Optional[_Kept] = None
        self._next_early_at = 0.0
        self._failure: Optional[Tuple[int, TitularError]] = None
        self._ended = 0

    def get(self, ends_at: float) -> str:
        """The present token, or a new one; threads that ask at once wait for the same request, each until its own instant."""
        kept = self._usable()
        if kept is None:
            return self._join(ends_at)
        now = self._clock.now()
        # Whoever passes the time first replaces it; all others go on with the token at hand.
        if now >= kept.refresh_at and now >= self._next_early_at and self._lock.acquire(blocking=False):
            try:
                return self._replace_early(now, ends_at).value
            finally:
                self._lock.release()
        return kept.value

    def discard(self, value: str) -> None:
        """Discards a token that was refused, unless another has taken its place since."""
        kept = self._kept
        if kept is not None and kept.value == value:
            self._kept = None

    def _usable(self) -> Optional[_Kept]:
        kept = self._kept
        return kept if kept is not None and self._clock.now() < kept.ends_at else None

    def _join(self, ends_at: float) -> str:
        seen = self._ended
        left = ends_at - self._clock.monotonic()
        if not self._lock.acquire(timeout=-1 if left > threading.TIMEOUT_MAX else max(left, 0)):
            raise out_of_time("no time was left for a token")
        try:
            kept = self._usable()
            if kept is not None:
                return kept.value
            # Who waited for a request that failed shares its failure instead of asking again.
            if self._failure is not None and self._failure[0] > seen:
                raise self._failure[1]
            try:
                return self._take(True, ends_at).value
            except TitularError as error:
                # One that had less time than others tells them nothing.
                if not error.is_late:
                    self._failure = (self._ended + 1, error)
                raise
            finally:
                self._ended += 1
        finally:
            self._lock.release()

    def _replace_early(self, now: float, ends_at: float) -> _Kept:
        kept = self._kept
        if kept is None or now < kept.refresh_at:
            return kept if kept is not None else self._take(True, ends_at)
        self._next_early_at = now + _EARLY_PAUSE_SECONDS
        try:
            return self._take(False, ends_at)
        except TitularError:
            return kept

    def _take(self, patient: bool, ends_at: float) -> _Kept:
        asked_at = self._clock.now()
        value, life = self._fetch(patient, ends_at)
        early = life * _EARLY_PART * (0.5 + self._clock.chance() / 2)
        ends_at = asked_at + max(life - _MARGIN_SECONDS, life / 2)
        self._kept = kept = _Kept(value, min(asked_at + life - early, ends_at), ends_at)
        return kept
