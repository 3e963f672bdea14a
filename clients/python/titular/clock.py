"""How the client tells time and waits; tests hand in another one."""

from __future__ import annotations

import random
import time


class SystemClock:
    """Time and chance of the machine."""

    def now(self) -> float:
        """Seconds since 1970, for assertions and for dates in headers."""
        return time.time()

    def monotonic(self) -> float:
        """Seconds since some instant, for limits: nobody sets them back."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Waits before a retry or the next reading."""
        time.sleep(seconds)

    def chance(self) -> float:
        """A number in [0, 1) that spreads waits."""
        return random.random()
