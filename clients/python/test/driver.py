"""Runs calls that a test names by JSON on standard input, and prints what came of each."""

import json
import os
import subprocess
import sys

import titular


class CountedClock(titular.clock.SystemClock):
    """Notes waits instead of waiting, without chance."""

    def __init__(self):
        self.slept = []

    def sleep(self, seconds):
        self.slept.append(seconds)

    def chance(self):
        return 0.0


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
        return {"error": {name: getattr(error, name) for name in told}, "text": repr(error) + str(error)}
    except TypeError as error:
        return {"wrong": str(error)}


def run_job(job):
    """One client and its calls in turn."""
    clock = CountedClock() if job.get("counts", True) else None
    credentials = credentials_of(job["credentials"])
    options = {"max_retries": job.get("max_retries", 5), "timeout_seconds": job.get("timeout_seconds", 30)}
    client = titular.Titular(job["url"], credentials, clock=clock, **options)
    results = [
        tell(lambda: getattr(client, call["method"])(*call.get("args", []), **call.get("options", {})))
        for call in job.get("calls", [])
    ]
    return {"results": results, "slept": clock.slept if clock else [], "shown": repr(client) + repr(credentials)}


def main():
    job = json.load(sys.stdin)
    if "deliveries" in job:
        told = [tell(lambda: titular.verify_webhook(**delivery)) for delivery in job["deliveries"]]
        json.dump({"results": told}, sys.stdout)
    else:
        json.dump(run_job(job), sys.stdout)


main()
