"""Prints what programs show of credentials and of a client that has a token: each by whatever shows objects."""

import copy
import dataclasses
import json
import os
import pickle
import pprint

import titular

secret = titular.ClientSecret("shop", "canary-secret-4711", scope="limits")
key = titular.Assertion("shop", "tenant", private_key="canary-key", algorithm="ES256")
client = titular.Titular(os.environ["TITULAR_URL"], secret)
client.read_limits()


@dataclasses.dataclass
class Shop:
    """What a merchant keeps beside it."""

    credentials: object
    client: object


def walk(thing, seen):
    """All that is reached by attributes and members."""
    if id(thing) in seen:
        return ""
    seen[id(thing)] = thing
    if isinstance(thing, dict):
        return "".join(walk(one, seen) for pair in thing.items() for one in pair)
    if isinstance(thing, (list, tuple)):
        return repr(thing) + "".join(walk(one, seen) for one in thing)
    slots = [getattr(thing, name) for name in getattr(type(thing), "__slots__", ()) if hasattr(thing, name)]
    return repr(thing) + walk(slots, seen) + walk(getattr(thing, "__dict__", {}), seen)


def pickled(thing):
    """The bytes that pickle writes, or why it writes none."""
    try:
        return repr(pickle.dumps(thing))
    except Exception as refused:
        return repr(refused)


shown = []
for thing in (secret, key, client, Shop(secret, client), Shop(key, None)):
    shown += [repr(thing), str(thing), pprint.pformat(vars(thing)), walk(thing, {}), pickled(thing)]
for thing in (secret, key, Shop(secret, None)):
    shown.append(json.dumps(thing, default=lambda one: getattr(one, "__dict__", repr(one))))
    shown.append(repr(dataclasses.asdict(thing)))
    assert copy.deepcopy(thing) == copy.copy(thing) == thing
assert secret == titular.ClientSecret("shop", "canary-secret-4711", scope="limits")
assert secret != titular.ClientSecret("shop", "canary-secret-4712", scope="limits")
assert len({secret, titular.ClientSecret("shop", "canary-secret-4711", scope="limits")}) == 1
print("\n".join(shown))
