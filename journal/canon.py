"""Canonical JSON: equal values have the same text, and so the same seal, on every machine and in every language.

Source: RFC 8785; docs/decisions/0023-canonical-json.md.
"""

import json
from dataclasses import fields, is_dataclass
from datetime import UTC, date, datetime, timedelta
from enum import Enum
from functools import lru_cache
from hashlib import sha256
from typing import Any


def canonical(value: Any) -> str:
    """Return ``value`` as JSON by RFC 8785: sorted keys, no blanks, only the escapes that JSON requires.

    Times are UTC to the microsecond. Integers are written in full, where RFC 8785 ends at 2⁵³; keys are ASCII.
    Raises TypeError for floats and for everything else without a unique text.
    """
    return json.dumps(_plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


@lru_cache(maxsize=256)
def stored_json(text: str) -> Any:
    """Return the data of a stored JSON text. Treat it as frozen: the answer is shared."""
    return json.loads(text)


def moment(at: datetime) -> str:
    """Return ``at`` in the sealed form: UTC, microseconds, ``Z``."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def seal(previous: str, text: str) -> str:
    """Return the hash of ``text`` chained to the hash before it, 64 hex digits."""
    return sha256(f"{previous}\n{text}".encode()).hexdigest()


def digest_of(salt: str, words: Any) -> str:
    """Return the salted hash that binds erasable words to their record without revealing them."""
    return sha256(f"{salt}\n{canonical(words)}".encode()).hexdigest()


def _plain(value: Any) -> Any:
    """Return ``value`` as JSON's own types."""
    if value is None or type(value) in (str, int, bool):
        return value
    if isinstance(value, Enum):
        return _plain(value.value)
    if isinstance(value, str | int):
        return value
    if isinstance(value, datetime):
        return moment(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, dict):
        return {str(name): _plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, timedelta):
        return str(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    raise TypeError(type(value).__name__)
