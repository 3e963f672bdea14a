"""Fails in several ways, and prints what a reporter of faults shows of each: every frame with its variables."""

import base64
import json
import os
import traceback

import titular

SECRETS = ["whsec_" + base64.b64encode(b"canary-webhook-secret-of-a-shop!").decode()]
HEADERS = {"webhook-id": "a", "webhook-timestamp": "1", "webhook-signature": "v1,AAAA"}

client = titular.Titular(
    os.environ["TITULAR_URL"], titular.ClientSecret("shop", "canary-secret-4711"), max_retries=0
)


def report(work):
    """All that is reached from the error of some work."""
    try:
        work()
    except titular.TitularError as error:
        assert error.__cause__ is None and error.__context__ is None
        told = traceback.TracebackException(type(error), error, error.__traceback__, capture_locals=True)
        return "".join(told.format())
    return ""


print(
    json.dumps(
        [
            report(client.read_limits),
            report(client.read_limits),
            report(client.read_limits),
            report(lambda: client.wait_for_final("019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e")),
            report(lambda: titular.verify_webhook("{}", HEADERS, SECRETS)),
            report(lambda: titular.verify_webhook("{}", HEADERS, SECRETS, now=1)),
        ]
    )
)
