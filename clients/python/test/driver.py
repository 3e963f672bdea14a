"""Runs calls that a test names by JSON on standard input, and prints what came of each."""

import json
import math
import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import titular
from network import FallingClock, Names, context_of


class CountedClock(titular.clock.SystemClock):
    """Notes waits instead of waiting; they and a job move its time on, and a job names all that chance brings."""

    def __init__(self, drawn=0.0):
        self.slept = []
        self.drawn = drawn
        self.passed = 0

    def now(self):
        return super().now() + self.passed

    def monotonic(self):
        return super().monotonic() + self.passed

    def sleep(self, seconds):
        self.slept.append(seconds)
        self.passed += seconds

    def chance(self):
        return self.drawn


def sign_elsewhere(content):
    """Signs by another program, as a key service does."""
    program = [os.environ["NODE"], "-e", os.environ["SIGN"]]
    return subprocess.run(program, input=content, stdout=subprocess.PIPE, check=True).stdout


def credentials_of(given):
    """Credentials of a job, with what JSON cannot hold."""
    if "client_id" in given:
        return titular.ClientSecret(**given)
    by_hand = {"sign": sign_elsewhere} if "private_key" not in given else {}
    return titular.Assertion(**given, **by_hand)


def tell(work):
    """What came of a call, or what its error says."""
    try:
        value = work()
        return {"value": len(value) if isinstance(value, bytes) else value}
    except titular.TitularError as error:
        told = ["kind", "code", "status", "docs", "request_id", "retryable", "idempotency_key"]
        # Worker processes hand errors on by pickle.
        error = pickle.loads(pickle.dumps(error))
        retry_after = error.retry_after_seconds or 0
        attributes = {**{name: getattr(error, name) for name in told}, "retry_after": retry_after}
        return {"error": attributes, "text": repr(error) + str(error)}
    except TypeError as error:
        return {"wrong": str(error)}


def with_odd_values(given):
    """What a call is given, with what no JSON holds in the places that are marked."""
    return json.loads(json.dumps(given).replace('"$NaN"', "NaN").replace("$broken", r"\ud800"))


def run_job(job):
    """One client and its calls in turn."""
    counted = lambda: CountedClock(job.get("chance", 0.0))
    clocks = {"counted": counted, "falling": FallingClock, "real": lambda: None}
    clock = clocks[job.get("clock", "counted")]()
    names = Names(job["names"]) if "names" in job else None
    options = {"max_retries": job.get("max_retries", 5), "timeout_seconds": job.get("timeout_seconds", 30)}
    if "deadline_seconds" in job:
        options["deadline_seconds"] = job["deadline_seconds"] or math.inf
    options["allow_http"] = job.get("allow_http", False)
    if "tls" in job:
        options["ssl_context"] = context_of(job["tls"])
    try:
        credentials = credentials_of(job["credentials"])
        client = titular.Titular(job["url"], credentials, clock=clock, **options)
    except TypeError as error:
        return {"results": [{"wrong": str(error), "text": repr(error)}], "slept": [], "shown": ""}
    calls = job.get("calls", [])
    # Threads of a pool begin together; without one, calls go in turn.
    threads = job.get("threads", 1)
    begin = Barrier(threads)

    def make(call):
        if threads > 1:
            begin.wait()
        elif "after_seconds" in call:
            clock.passed += call.get("after_seconds", 0)
        method = getattr(client, call["method"])
        args, options = with_odd_values(call.get("args", [])), with_odd_values(call.get("options", {}))
        if call.get("pages"):
            return tell(lambda: list(titular.pages(method, *args, **options)))
        return tell(lambda: method(*args, **options))

    with ThreadPoolExecutor(threads) as pool:
        results = list(pool.map(make, calls))
    told = {"results": results, "slept": clock.slept if clock else [], "shown": repr(client) + repr(credentials)}
    return {**told, "most_lookups": names.most if names else 0}


def main():
    job = json.load(sys.stdin)
    if "deliveries" in job:
        told = [tell(lambda: titular.verify_webhook(**delivery)) for delivery in job["deliveries"]]
        json.dump({"results": told}, sys.stdout)
    else:
        json.dump(run_job(job), sys.stdout)


main()
