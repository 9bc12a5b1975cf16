"""One line of an entry list as it is read: an entrant, a question about one, or why it is none.

Source: docs/rules/entering.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.members import Member


@dataclass(frozen=True, slots=True)
class Doubt:
    """What is asked about a line: a code with its facts, and the other readings to choose from."""

    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    others: tuple["ReadEntry", ...] = ()


@dataclass(frozen=True, slots=True)
class ReadEntry:
    """One entrant as read from a line; ``line`` counts from 1 in the text, ``part`` from 0 where a line holds several.

    ``email`` is kept as the contact and shown nowhere. ``group`` names those who travel together. ``members`` are the
    people of an entrant of several; ``named``: they have a name of their own.
    """

    line: int
    name: str
    club: str = ""
    country: str = ""
    rating: str = ""
    seed: int | None = None
    paid: bool = False
    email: str = ""
    doubt: Doubt | None = None
    part: int = 0
    group: str = ""
    members: tuple[Member, ...] = ()
    named: bool = False

    def asking(self, code: str, *others: "ReadEntry", **facts: Any) -> "ReadEntry":
        """Return the entry with a question about it; the first question stays."""
        return self if self.doubt else replace(self, doubt=Doubt(code, facts, others))


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that can't be entered: its text, and the code and facts of why."""

    line: int
    text: str
    code: str
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PassedLine:
    """A line that holds no entrant: title, total, rule, empty number, prose or chat."""

    line: int
    text: str
    code: str


@dataclass(frozen=True, slots=True)
class Read:
    """The entrants in a text; ``left_out`` names the columns of its header that are not kept.

    ``columns`` are the roles of the columns of a table without a header, ``samples`` what stands in them first;
    ``unsure``: they were guessed, and other guesses are as good.
    """

    entries: tuple[ReadEntry, ...]
    problems: tuple[BadLine, ...]
    left_out: tuple[str, ...] = ()
    passed: tuple[PassedLine, ...] = ()
    columns: tuple[str, ...] = ()
    samples: tuple[str, ...] = ()
    unsure: bool = False
