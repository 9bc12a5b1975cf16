"""The states of a match, everywhere under the same word.

Source: docs/rules/match-state.md.
"""

from enum import StrEnum


class State(StrEnum):
    """Where a match stands.

    ``FINAL`` was played to the end; the six below it ended otherwise. ``UNSETTLED`` has a result that nobody has
    confirmed, however it came about. Nobody plays a ``BYE``; of a ``VOID`` match both sides are empty.
    """

    WAITING = "waiting"
    READY = "ready"
    CALLED = "called"
    PLAYING = "playing"
    DISPUTED = "disputed"
    UNSETTLED = "unsettled"
    FINAL = "final"
    WALKOVER = "walkover"
    NO_SHOW = "no_show"
    RETIRED = "retired"
    WITHDRAWN = "withdrawn"
    RULING = "ruling"
    SPLIT = "split"
    BYE = "bye"
    VOID = "void"

    @property
    def is_open(self) -> bool:
        """Whether both players are known and there is nothing to settle."""
        return self in _OPEN

    @property
    def is_on(self) -> bool:
        """Whether both play, or were called to a table."""
        return self in (State.CALLED, State.PLAYING)

    @property
    def has_ended(self) -> bool:
        """Whether it has a result or was decided without one, confirmed or not."""
        return self in _ENDED

    @property
    def is_empty(self) -> bool:
        """Whether nobody plays it."""
        return self in (State.BYE, State.VOID)

    @property
    def is_over(self) -> bool:
        """Whether nobody has to play it any more."""
        return self.has_ended or self.is_empty


_OPEN = frozenset({State.READY, State.CALLED, State.PLAYING})
_ENDED = frozenset(
    {
        State.UNSETTLED,
        State.FINAL,
        State.WALKOVER,
        State.NO_SHOW,
        State.RETIRED,
        State.WITHDRAWN,
        State.RULING,
        State.SPLIT,
    }
)
