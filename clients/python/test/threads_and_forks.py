"""Programs that handle events in threads, and that fork; `threads-and-forks.test.ts` runs one by name."""

import json
import os
import signal
import sys
import threading

import titular
from titular import connections

EVENT = {"id": "a", "type": "transaction.changed", "transactionId": "t", "sequence": 1}


def in_threads(first, second):
    """Handles an event, and another in a second thread while the first is worked on."""
    told = []
    later = threading.Thread(target=lambda: told.append(handle(second)))

    def work(event):
        told.append(f"{event['id']} begins")
        if event is first:
            later.start()
            # Long enough for who does not wait.
            later.join(0.5)
        told.append(f"{event['id']} ends")

    handle = titular.EventHandler({"transaction.changed": work})
    told.append(handle(first))
    later.join()
    return told


def order():
    """A later event of the same transaction."""
    return in_threads(EVENT, {**EVENT, "id": "b", "sequence": 2})


def twice():
    """The same event, delivered twice."""
    return in_threads(EVENT, dict(EVENT))


def apart():
    """An event of another transaction."""
    return in_threads(EVENT, {**EVENT, "id": "b", "transactionId": "u"})


def fork():
    """A child of a process in which threads were getting a token, looking up names and claiming an event."""
    store = titular.MemoryEventStore()
    credentials = titular.ClientSecret("shop", "canary-secret-4711")
    client = titular.Titular(os.environ["TITULAR_URL"], credentials, max_retries=0)
    handle = titular.EventHandler({"transaction.changed": lambda _: None}, store)
    for lock in (client._tokens._lock, store._lock, handle._lock):
        lock.acquire()
    while connections._lookups._places.acquire(blocking=False):
        pass
    child = os.fork()
    if child == 0:
        signal.alarm(30)
        # Another name of this machine, which has to be looked up.
        told = [client.read_limits(), handle(EVENT)]
        print(json.dumps(told), flush=True)
        os._exit(0)
    return os.waitpid(child, 0)[1]


print(json.dumps(globals()[sys.argv[1]]()))
