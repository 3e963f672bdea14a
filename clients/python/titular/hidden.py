"""Texts that stand in objects and are shown by none of them."""

from __future__ import annotations

from typing import Any, Callable


class Hidden:
    """A text that ``repr``, ``vars``, ``asdict`` and ``json`` do not show, and ``pickle`` does not write."""

    __slots__ = ("reveal",)

    def __init__(self, text: str) -> None:
        # In a closure, which those who walk through objects do not open.
        self.reveal: Callable[[], str] = lambda: text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hidden) and self.reveal() == other.reveal()

    def __hash__(self) -> int:
        return hash(self.reveal())

    def __repr__(self) -> str:
        return "hidden"

    def __copy__(self) -> "Hidden":
        return self

    def __deepcopy__(self, _memo: Any) -> "Hidden":
        return self

    def __reduce__(self) -> Any:
        raise TypeError("a secret is not pickled: make credentials in the process that uses them")
