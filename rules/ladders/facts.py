"""What people enter about a ladder, and the challenges that come of it.

Source: docs/rules/ladders.md#facts.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Do(StrEnum):
    """The kind of a fact."""

    CHALLENGE = "challenge"
    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"
    RESULT = "result"
    CORRECT = "correct"
    VOID = "void"
    FREEZE = "freeze"
    THAW = "thaw"
    JOIN = "join"
    LEAVE = "leave"
    TICK = "tick"


# Facts about a challenge, by its number, and facts about one player.
ABOUT_A_CHALLENGE = (Do.ACCEPT, Do.DECLINE, Do.WITHDRAW, Do.RESULT, Do.CORRECT, Do.VOID)
ABOUT_A_PLAYER = (Do.FREEZE, Do.THAW, Do.JOIN, Do.LEAVE)


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact: ``at`` is when it happened, ``entered`` when it was entered if that was later.

    A challenge has ``a`` who challenges ``b``; a result has the ``winner``; ``until`` ends a holiday. ``number`` of a
    challenge is given as it is accepted by the rules.
    """

    at: datetime
    do: Do
    number: int = 0
    a: str = ""
    b: str = ""
    winner: str = ""
    who: str = ""
    until: datetime | None = None
    entered: datetime | None = None


@dataclass(slots=True)
class Challenge:
    """A challenge while events are replayed; ``closed`` is the reason why it is no longer open."""

    number: int
    a: str
    b: str
    at: datetime
    deadline: datetime | None = None
    accepted: bool = False
    closed: str = ""
