"""What can happen at the table of a chouette, each as one value.

Source: docs/rules/chouette.md#what-happens.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

MOST_POINTS = 10**9
MOST_TIES = 100


class Side(StrEnum):
    """A side of the game: the box, or the team."""

    BOX = "box"
    TEAM = "team"

    @property
    def other(self) -> "Side":
        """The opponent."""
        return Side.TEAM if self is Side.BOX else Side.BOX


class Win(StrEnum):
    """How much a game is won by."""

    SINGLE = "single"
    GAMMON = "gammon"
    BACKGAMMON = "backgammon"

    @property
    def times(self) -> int:
        """How often the cube is paid."""
        return 1 + list(Win).index(self)


class Answer(StrEnum):
    """What somebody answers to a double, a beaver or a raccoon."""

    TAKE = "take"
    DROP = "pass"
    BEAVER = "beaver"
    ACCEPT = "accept"
    RACCOON = "raccoon"


type Answers = tuple[tuple[str, Answer], ...]


@dataclass(frozen=True, slots=True)
class Join:
    """Somebody sits down between two games."""

    who: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Somebody leaves between two games; the balance stays in the ledger."""

    who: str


@dataclass(frozen=True, slots=True)
class SitOut:
    """A member leaves the table for a while: ``proxy`` decides about their cube, or it follows the captain's."""

    who: str
    proxy: str | None = None


@dataclass(frozen=True, slots=True)
class ComeBack:
    """A member who was away decides again."""

    who: str


@dataclass(frozen=True, slots=True)
class TakePartner:
    """The box takes the next in line after the captain as a partner."""

    who: str


@dataclass(frozen=True, slots=True)
class Start:
    """The next game begins."""


@dataclass(frozen=True, slots=True)
class Ties:
    """``number`` equal opening rolls in a row."""

    number: int


@dataclass(frozen=True, slots=True)
class RefuseOpening:
    """A side refuses its first roll, and the cube is turned."""

    side: Side


@dataclass(frozen=True, slots=True)
class TeamDoubles:
    """The members in ``by`` double, with a single cube the captain for all (``by`` is empty or the captain)."""

    by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BoxDoubles:
    """The box doubles the members in ``to``, with a single cube all (``to`` is empty or all)."""

    to: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answered:
    """Answers by member, or one ``answer`` for the only cube that waits for one."""

    answers: Answers = ()
    answer: Answer | None = None

    @classmethod
    def of(cls, answers: "Mapping[str, Answer] | Answer") -> Self:
        """Return answers by member, or one answer."""
        return cls(answer=answers) if isinstance(answers, Answer) else cls(tuple(answers.items()))


@dataclass(frozen=True, slots=True)
class BoxAnswers(Answered):
    """The box takes, passes or beavers the doubles of the team."""


@dataclass(frozen=True, slots=True)
class TeamAnswers(Answered):
    """The members take, pass or beaver the double of the box."""


@dataclass(frozen=True, slots=True)
class BeaverAnswers(Answered):
    """The side that doubled accepts, passes or raccoons the beavers."""


@dataclass(frozen=True, slots=True)
class RaccoonAnswers(Answered):
    """The side that beavered accepts or passes the raccoons."""


@dataclass(frozen=True, slots=True)
class Settle:
    """The contract between ``first`` and ``second`` ends; ``pays`` pays ``points``. None if nobody pays."""

    first: str
    second: str
    pays: str | None = None
    points: int = 0


@dataclass(frozen=True, slots=True)
class TakeExtra:
    """``holder``, who just dropped, plays on the box's side against the lone taker ``against``."""

    holder: str
    against: str


@dataclass(frozen=True, slots=True)
class Resign:
    """``side`` resigns the cube between the box and the member ``who``, where each member has a cube."""

    who: str
    side: Side
    kind: Win = Win.SINGLE


@dataclass(frozen=True, slots=True)
class WinGame:
    """The game was played out, or resigned, at the level of ``kind``."""

    side: Side
    kind: Win = Win.SINGLE


type Action = (
    Join | Leave | SitOut | ComeBack | TakePartner | Start | Ties | RefuseOpening | TeamDoubles | BoxDoubles
    | BoxAnswers | TeamAnswers | BeaverAnswers | RaccoonAnswers | Settle | TakeExtra | Resign | WinGame
)  # fmt: skip
