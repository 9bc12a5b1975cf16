"""A ladder that is kept: facts come in any order, and what it has is what a replay by time gives.

Source: docs/rules/ladders.md#late-facts.
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, tzinfo

from rules.ladders.board import Change, Start
from rules.ladders.facts import Challenge, Do, Fact
from rules.ladders.replay import Replay
from rules.ladders.settings import LadderRules


class Ladder:
    """A ladder with its memory; ``since`` is when it begins, from which inactivity counts."""

    def __init__(self, rules: LadderRules, zone: tzinfo, start: Start, since: datetime) -> None:
        self.rules, self.zone, self.start, self.since = rules, zone, start, since
        self._facts: list[Fact] = []
        self._numbers = 0
        self._clock = since
        self._replay = self._blank()

    @property
    def order(self) -> list[str]:
        """Everybody on the ladder, top first."""
        return list(self._replay.board.order)

    @property
    def rungs(self) -> dict[str, int]:
        """The rung of each player, empty on a ladder without rungs."""
        return dict(self._replay.board.rungs)

    @property
    def open(self) -> list[Challenge]:
        """The open challenges by number."""
        return self._replay.open

    @property
    def changes(self) -> list[Change]:
        """Every change of place so far, in the order of time, each with its reason."""
        return list(self._replay.changes)

    @property
    def frozen(self) -> set[str]:
        """Those who are frozen."""
        return set(self._replay.frozen)

    @property
    def latest_number(self) -> int:
        """The highest number that a challenge has, 0 without any."""
        return self._numbers

    def challenge(self, number: int) -> Challenge | None:
        """Return a challenge by its number."""
        return self._replay.challenges.get(number)

    @property
    def next_due(self) -> datetime | None:
        """When the clock changes something by itself: a deadline, the end of a holiday, inactivity; None for never."""
        return self._replay.next_due

    def load(self, facts: Iterable[Fact], numbers: int = 0) -> None:
        """Take facts that were entered before, in the order of entry; challenges keep their numbers.

        ``numbers`` is the highest that was ever given, also to a challenge that is not among them.
        """
        clock, self._numbers = self.since, numbers
        for fact in facts:
            self._keep(fact, is_late=fact.at < clock)
            clock = max(clock, fact.at, fact.entered or fact.at)
            self._numbers = max(self._numbers, fact.number)
        self._clock = clock
        self._replay = self._all()
        self._replay.settle(clock)

    def enter(self, fact: Fact) -> str | None:
        """Enter a fact, however late; return the reason if it is refused, else None.

        Deadlines up to the time of entry are settled either way. A challenge gets the next number.
        """
        clock = max(self._clock, fact.at, fact.entered or fact.at)
        is_late = fact.at < self._replay.now
        at_its_time = self._before(fact.at) if is_late else self._replay
        at_its_time.settle(fact.at)
        reason = self._refusal(fact, at_its_time)
        self._clock = clock
        if reason is None:
            self._remember(fact, is_late=is_late)
        self._replay.settle(clock)
        return reason

    def refusal(self, fact: Fact) -> str | None:
        """Return the reason for which a fact would be refused, None if it would not; nothing changes."""
        replay = self._before(fact.at)
        replay.settle(fact.at)
        return self._refusal(fact, replay)

    def may_challenge(self, challenger: str, at: datetime) -> dict[str, str | None]:
        """Return for everybody else on the ladder the reason against a challenge now, None if there is none."""
        replay = self._before(at)
        replay.settle(at)
        others = (each for each in replay.board.order if each != challenger)
        return {each: replay.refusal(Fact(at, Do.CHALLENGE, a=challenger, b=each)) for each in others}

    def finalists(self, number: int | None = None) -> list[str]:
        """Return the top of the ladder for the knockout at the end of a season, frozen players left out."""
        many = number if number is not None else self.rules.finalists
        playing = [who for who in self.order if who not in self._replay.frozen]
        return playing if many is None else playing[:many]

    def _refusal(self, fact: Fact, replay: Replay) -> str | None:
        if fact.do in (Do.RESULT, Do.CORRECT, Do.VOID):
            decided = next((each for each in self._facts if each.do is Do.RESULT and each.number == fact.number), None)
            if fact.do is Do.CORRECT:
                challenge = self._replay.challenges.get(fact.number)
                if challenge is None or decided is None:
                    return "no_result"
                return None if fact.winner in (challenge.a, challenge.b) else "not_playing"
            if decided is not None:
                return None if fact.do is Do.VOID else "decided"
        return replay.refusal(fact)

    def _remember(self, fact: Fact, *, is_late: bool) -> None:
        if fact.do is Do.CHALLENGE:
            self._numbers += 1
            fact = replace(fact, number=self._numbers)
        if self._keep(fact, is_late=is_late) or is_late:
            self._replay = self._all()
        else:
            self._replay.apply(fact)

    def _keep(self, fact: Fact, *, is_late: bool) -> bool:
        """Put a fact among the others; return whether it changed one that was there.

        A correction of a result that is not there is none.
        """
        decided = [each for each in self._facts if each.do is Do.RESULT and each.number == fact.number]
        if fact.do is Do.CORRECT and not decided:
            return False
        if decided and fact.do in (Do.CORRECT, Do.VOID):
            for each in decided:
                self._facts.remove(each)
            kept = replace(decided[0], winner=fact.winner) if fact.do is Do.CORRECT else fact
            if fact.do is Do.VOID:
                kept = replace(fact, at=decided[0].at)
            self._insert(kept)
            return True
        self._insert(fact, is_late=is_late)
        return False

    def _insert(self, fact: Fact, *, is_late: bool = False) -> None:
        """Keep the facts in the order of time, those of one instant in the order of entry.

        A late result stands by its number among the results of its instant, whichever of them was entered first.
        """
        at = bisect_right(self._facts, fact.at, key=lambda each: each.at)
        while is_late and fact.do is Do.RESULT and at:
            before = self._facts[at - 1]
            if before.at < fact.at or before.do is not Do.RESULT or before.number < fact.number:
                break
            at -= 1
        self._facts.insert(at, fact)

    def _blank(self) -> Replay:
        return Replay(self.rules, self.zone, self.start, self.since)

    def _before(self, at: datetime) -> Replay:
        """Return a replay of everything up to ``at``."""
        replay = self._blank()
        for fact in self._facts[: bisect_right(self._facts, at, key=lambda each: each.at)]:
            replay.apply(fact)
        return replay

    def _all(self) -> Replay:
        replay = self._blank()
        for fact in self._facts:
            replay.apply(fact)
        return replay
