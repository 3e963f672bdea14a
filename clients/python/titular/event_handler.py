"""Handles each verified event once, and none that a later one overtook."""

from __future__ import annotations

import inspect
import threading
from collections import OrderedDict
from contextlib import contextmanager
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional

from .forks import ForkSafe

# More than come within the time in which an event is repeated.
_MAX_STORED_EVENTS = 10_000


class EventMark:
    """What a store keeps of an event; without ``subject`` its order does not count."""

    def __init__(self, id: str, subject: Optional[str] = None, sequence: Optional[int] = None) -> None:
        self.id = id
        self.subject = subject
        self.sequence = sequence


class MemoryEventStore(ForkSafe):
    """Keeps the last events of one process. A store of your own has the same three methods, over a table.

    ``claim`` returns ``new`` once, in one step; ``repeated`` after ``finish``; ``busy`` while it is worked on elsewhere;
    ``stale`` after a later event of the same transaction.
    """

    def __init__(self) -> None:
        super().__init__()
        self._states: "OrderedDict[str, str]" = OrderedDict()
        self._before: "dict[str, Optional[int]]" = {}
        self._sequences: "OrderedDict[str, int]" = OrderedDict()

    def claim(self, mark: EventMark) -> str:
        """Claims an event: ``new``, ``repeated``, ``busy`` or ``stale``."""
        with self._lock:
            state = self._states.get(mark.id)
            if state is not None:
                return state
            if mark.subject is not None and mark.sequence is not None:
                known = self._sequences.get(mark.subject)
                if known is not None and mark.sequence <= known:
                    return "stale"
                self._before[mark.id] = known
                self._sequences[mark.subject] = mark.sequence
                self._sequences.move_to_end(mark.subject)
                if len(self._sequences) > _MAX_STORED_EVENTS:
                    self._sequences.popitem(last=False)
            self._states[mark.id] = "busy"
            if len(self._states) > _MAX_STORED_EVENTS:
                oldest, _ = self._states.popitem(last=False)
                self._before.pop(oldest, None)
            return "new"

    def finish(self, mark: EventMark) -> None:
        """Records that the work on a claimed event is done."""
        with self._lock:
            self._before.pop(mark.id, None)
            if mark.id in self._states:
                self._states[mark.id] = "repeated"

    def release(self, mark: EventMark) -> None:
        """Gives a claim back after a failure, so that the next delivery is new."""
        with self._lock:
            self._states.pop(mark.id, None)
            before = self._before.pop(mark.id, None)
            if mark.subject is None or self._sequences.get(mark.subject) != mark.sequence:
                return
            if before is None:
                del self._sequences[mark.subject]
            else:
                self._sequences[mark.subject] = before


def _require_plain(name: str, given: object) -> None:
    """An async function only makes a coroutine: the event would count as handled, and nothing would be done."""
    if inspect.iscoroutinefunction(given):
        raise TypeError(f"{name} must not be async: nothing awaits it here")


def _require_done(name: str, result: object) -> None:
    """Refuses work that has not begun, such as that of a lambda that calls an async function."""
    if inspect.iscoroutine(result):
        result.close()
        raise TypeError(f"{name} must not return a coroutine: nothing awaits it here")


class EventHandler(ForkSafe):
    """The one door for verified events. Where the work fails, its error comes out and the event is new again.

    Events of one transaction are worked on one after the other, whatever thread they come in; others side by side.
    Handlers and the methods of a store are plain functions: an async one is a TypeError.
    """

    def __init__(self, handlers: Mapping[str, Callable[[Any], object]], store: Any = None) -> None:
        if not handlers:
            raise TypeError("handlers is missing")
        super().__init__()
        self._handlers = dict(handlers)
        self._store = MemoryEventStore() if store is None else store
        for type, handler in self._handlers.items():
            _require_plain(f"the handler of {type}", handler)
        for name in ("claim", "finish", "release"):
            _require_plain(f"{name} of the store", getattr(self._store, name, None))
        # Locks of those subjects alone that are worked on, each with how many threads hold or want it.
        self._lines: Dict[str, List[Any]] = {}

    def renew(self) -> None:
        """Forgets the lines of the parent's threads."""
        super().renew()
        self._lines = {}

    def __call__(self, event: Any) -> str:
        """Handles an event: ``handled``, ``unhandled``, ``repeated`` or ``stale``."""
        subject, sequence = event.get("transactionId"), event.get("sequence")
        is_ordered = isinstance(subject, str) and isinstance(sequence, int)
        mark = EventMark(event["id"], subject, sequence) if is_ordered else EventMark(event["id"])
        with self._in_line(mark.subject or mark.id):
            return self._handle(event, mark)

    def _handle(self, event: Any, mark: EventMark) -> str:
        verdict = self._store.claim(mark)
        # Answered with a fault it is sent again: by then it was done, or nobody is at it any more.
        if verdict == "busy":
            raise RuntimeError("the event is being worked on elsewhere")
        if verdict in ("repeated", "stale"):
            return str(verdict)
        # What is no verdict is a fault too: taken for one, the event would be answered as if it was handled, and lost.
        if verdict != "new":
            _require_done("claim of the store", verdict)
            raise TypeError("claim of the store must return new, repeated, busy or stale")
        handler = self._handlers.get(event["type"])
        try:
            if handler is not None:
                _require_done(f"the handler of {event['type']}", handler(event))
            _require_done("finish of the store", self._store.finish(mark))
        except BaseException:
            self._store.release(mark)
            raise
        return "unhandled" if handler is None else "handled"

    @contextmanager
    def _in_line(self, subject: str) -> Iterator[None]:
        with self._lock:
            lines = self._lines
            line = lines.setdefault(subject, [threading.RLock(), 0])
            line[1] += 1
        try:
            with line[0]:
                yield
        finally:
            with self._lock:
                line[1] -= 1
                if line[1] == 0:
                    lines.pop(subject, None)
