"""A queue of jackpots for the tables of rights, with somebody in it."""

from typing import Any

from rules.jackpots import Terms
from tests.factories import a_caller
from tournaments.actions.jackpots.joining import join_queue
from tournaments.actions.jackpots.queues import open_queue

TERMS = {"name": "Jackpot 10", "size": 8, "length": 5}
BODIES: dict[tuple[str, str], dict[str, Any]] = {
    ("POST", "/tournaments/<int:pk>/jackpots/"): {"do": "join", "queue": "$jackpots", "name": "Luan Berisha"},
    ("POST", "/my/<int:pk>/jackpots/"): {"do": "join", "which": "$jackpots"},
    ("POST", "/api/v1/tournaments/<int:pk>/jackpots/"): TERMS,
    ("POST", "/api/v1/jackpots/<int:pk>/entries/"): {"name": "Luan Berisha"},
    ("POST", "/api/v1/jackpots/<int:pk>/leave/"): {"number": 1},
}


def a_queue(tournament: int) -> int:
    """Return a queue in which one person waits."""
    queue = open_queue(tournament, Terms("Jackpot 5", 4, 3), a_caller()).jackpot
    join_queue(queue, "Canary Queue", "", a_caller())
    return queue
