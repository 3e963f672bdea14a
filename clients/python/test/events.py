"""Hands events to handlers and stores that cannot work, and prints what each says."""

import json

import titular

EVENT = {"id": "a", "type": "transaction.changed", "transactionId": "t", "sequence": 1}
done = []


async def work_later(event):
    """Would be done by whoever awaits it."""
    done.append(event)


class AsyncStore:
    """What one store of a table would be in a program that is async."""

    async def claim(self, mark):
        """Answers later."""

    async def finish(self, mark):
        """Answers later."""

    async def release(self, mark):
        """Answers later."""


class OddStore(titular.MemoryEventStore):
    """Claims an event, and says what it was made with."""

    def __init__(self, verdict):
        super().__init__()
        self.verdict = verdict

    def claim(self, mark):
        """Says what is no verdict."""
        return self.verdict


def tell(work):
    """What came of some work, or the mistake that it tells."""
    try:
        return work()
    except TypeError as error:
        return str(error)


def handle(handler, store=None):
    """What becomes of the event."""
    return tell(lambda: titular.EventHandler({"transaction.changed": handler}, store)(EVENT))


store = titular.MemoryEventStore()
told = [
    handle(work_later),
    handle(done.append, AsyncStore()),
    handle(lambda event: work_later(event), store),
    # After a mistake it is new again.
    handle(done.append, store),
    handle(done.append, OddStore(None)),
    handle(done.append, OddStore("claimed")),
]
print(json.dumps([told, len(done)]))
