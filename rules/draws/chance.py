"""Chance that anyone can check: every order drawn by lot follows from a published key.

Source: docs/rules/lot.md.
"""

import unicodedata
from collections.abc import Sequence
from hashlib import sha256

from rules.errors import RuleBroken

LONGEST_KEY = 200


def read_key(text: str) -> str:
    """Return the draw key as it is stored, printed and used: in NFC, trimmed, with single spaces.

    Raises RuleBroken ``key.empty``, ``key.long`` or ``key.unprintable``.
    """
    key = " ".join(unicodedata.normalize("NFC", text).split())
    if not key:
        raise RuleBroken("key.empty")
    if len(key) > LONGEST_KEY:
        raise RuleBroken("key.long", length=len(key), longest=LONGEST_KEY)
    if not key.isprintable():
        raise RuleBroken("key.unprintable")
    return key


def order_by_lot[T](entrants: Sequence[T], key: str) -> list[T]:
    """Return ``entrants`` in the order that ``key`` draws; the same key gives the same order in any language.

    The shuffle is Fisher-Yates from the last place down. The pick for each place is the SHA-256 of ``key:0``,
    ``key:1``, … (UTF-8, counting the picks) as a big-endian number, modulo the places left.
    Source: docs/rules/lot.md.
    """
    order = list(entrants)
    for turn, last in enumerate(range(len(order) - 1, 0, -1)):
        digest = sha256(f"{key}:{turn}".encode()).digest()
        pick = int.from_bytes(digest, "big") % (last + 1)
        order[last], order[pick] = order[pick], order[last]
    return order
