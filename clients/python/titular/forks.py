"""Locks of objects that live on in a child process."""

from __future__ import annotations

import os
import threading
import weakref
from typing import Any

_holders: "weakref.WeakSet[ForkSafe]" = weakref.WeakSet()


class ForkSafe:
    """Gives ``_lock`` anew in a child: the thread that held it at the fork is not there to release it."""

    def __init__(self) -> None:
        self._lock: Any = threading.Lock()
        _holders.add(self)

    def renew(self) -> None:
        """Replaces what belonged to threads of the parent."""
        self._lock = threading.Lock()


def _renew_all() -> None:
    for holder in list(_holders):
        holder.renew()


# Windows has no forks.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_all)
