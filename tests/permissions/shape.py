"""The bodies of requests that change the shape of a draw."""

from typing import Any

BODIES: dict[tuple[str, str], dict[str, Any]] = {
    ("POST", "/api/v1/entrants/<int:pk>/exchange/"): {"entrant": "$entrants", "reason": "wrong pots"},
    ("POST", "/api/v1/entrants/<int:pk>/take-out/"): {"reason": "drawn twice"},
    ("POST", "/api/v1/matches/<int:pk>/length/"): {"length": 7},
}
