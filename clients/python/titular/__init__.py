"""Asks a titular service, from a merchant's back end, whether a card belongs to a person."""

# Before what is imported: requests name it.
__version__ = "0.1.0"

from .client import Titular, is_final_status, pages
from .credentials import Assertion, ClientSecret
from .errors import TitularError, WebhookVerificationError
from .event_handler import EventHandler, EventMark, MemoryEventStore
from .operations import CONTRACT_VERSION
from .webhooks import verify_webhook

__all__ = [
    "CONTRACT_VERSION",
    "Assertion",
    "ClientSecret",
    "EventHandler",
    "EventMark",
    "MemoryEventStore",
    "Titular",
    "TitularError",
    "WebhookVerificationError",
    "__version__",
    "is_final_status",
    "pages",
    "verify_webhook",
]
