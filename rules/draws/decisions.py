"""The decisions of a draw by match, in columns, so that ``derive`` reads those of a whole round at once."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

# First and second entrant of the pairing (smaller number first), who goes on, who drops (PHANTOM: nobody), the result's
# ref (None: a ruling alone).
type Decision = tuple[int, int, int, int, int | None]
# The same five of some matches that stand together.
type Columns = tuple[list[int], list[int], list[int], list[int], list[int | None]]

NO_PAIRING = -2
"""Stands for both entrants where a match has no decision; no side of a match is ever that."""
_NONE: Decision = (NO_PAIRING, NO_PAIRING, 0, 0, None)


@dataclass(slots=True)
class Decisions:
    """Of each match the decision of one pairing; ``more`` maps a match to those of its other pairings.

    The pairing is the one that was decided last, so that hardly any match is looked up in ``more``. The columns end
    with the last match that has a decision.
    """

    firsts: list[int] = field(default_factory=list)
    seconds: list[int] = field(default_factory=list)
    ons: list[int] = field(default_factory=list)
    offs: list[int] = field(default_factory=list)
    refs: list[int | None] = field(default_factory=list)
    more: dict[int, tuple[Decision, ...]] = field(default_factory=dict)

    @classmethod
    def gather(cls, decided: Iterable[tuple[int, Decision]]) -> "Decisions":
        """Return these decisions with their matches, one per pairing, of a match the one decided last at the end."""
        last: dict[int, Decision] = {}
        more: dict[int, tuple[Decision, ...]] = {}
        for match, decision in decided:
            if match in last:
                more[match] = (last[match], *more.get(match, ()))
            last[match] = decision
        rows = [last.get(match, _NONE) for match in range(max(last, default=-1) + 1)]
        firsts, seconds = [each[0] for each in rows], [each[1] for each in rows]
        ons, offs = [each[2] for each in rows], [each[3] for each in rows]
        return cls(firsts, seconds, ons, offs, [each[4] for each in rows], more)

    @property
    def columns(self) -> Columns:
        """The five columns."""
        return self.firsts, self.seconds, self.ons, self.offs, self.refs

    def between(self, start: int, end: int) -> Columns:
        """Return the columns of the matches from ``start`` to before ``end``."""
        firsts, seconds, ons, offs, refs = self.columns
        part = firsts[start:end], seconds[start:end], ons[start:end], offs[start:end], refs[start:end]
        _extend(part, end - start)
        return part

    def of(self, match: int) -> Iterator[Decision]:
        """Yield the decisions in a match, one per pairing."""
        if match < len(self.firsts) and self.firsts[match] != NO_PAIRING:
            yield self.firsts[match], self.seconds[match], self.ons[match], self.offs[match], self.refs[match]
        yield from self.more.get(match, ())

    def put(self, match: int, first: int, second: int, now: Decision | None) -> None:
        """Replace the decision of a pairing of a match; None takes it away. An empty side (PHANTOM) decides nothing."""
        if first <= 0:
            return
        others = [each for each in self.of(match) if each[0] != first or each[1] != second]
        last, *more = [now, *others] if now else others or [_NONE]
        _extend(self.columns, match + 1)
        self.firsts[match], self.seconds[match], self.ons[match], self.offs[match], self.refs[match] = last
        if more:
            self.more[match] = tuple(more)
        else:
            self.more.pop(match, None)
        if last[0] == NO_PAIRING:
            self._end_with_the_last()

    def _end_with_the_last(self) -> None:
        length = len(self.firsts)
        while length and self.firsts[length - 1] == NO_PAIRING:
            length -= 1
        for column in self.columns:
            del column[length:]

    def copy(self) -> "Decisions":
        """Return the same, to be changed."""
        firsts, seconds, ons, offs, refs = self.columns
        return Decisions(firsts[:], seconds[:], ons[:], offs[:], refs[:], self.more.copy())


def _extend(columns: Columns, length: int) -> None:
    """Let ``columns`` have that many entries at least."""
    short = length - len(columns[0])
    if short > 0:
        for sides in columns[:2]:
            sides += [NO_PAIRING] * short
        for ends in columns[2:4]:
            ends += [0] * short
        columns[4].extend([None] * short)
