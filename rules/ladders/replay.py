"""A ladder replayed: facts in the order in which they happened, with every deadline that came due between them.

Source: docs/rules/ladders.md#replay.
"""

from collections.abc import Callable, Iterator
from datetime import datetime, tzinfo

from rules.ladders.board import Board, Change, Start
from rules.ladders.deadlines import days_later
from rules.ladders.facts import Challenge, Do, Fact
from rules.ladders.settings import LadderRules, Mode, Unmet


class Replay:
    """A ladder after the facts applied so far; deadlines are settled up to ``now``."""

    def __init__(self, rules: LadderRules, zone: tzinfo, start: Start, since: datetime) -> None:
        self.rules, self.zone, self.now = rules, zone, since
        self.board = Board(rules, start)
        self.frozen: dict[str, datetime | None] = dict.fromkeys(start.frozen)
        self.challenges: dict[int, Challenge] = {}
        self.changes: list[Change] = []
        self._open: dict[int, Challenge] = {}
        self._met: dict[frozenset[str], datetime] = {}
        self._active = dict.fromkeys(start.order, since)

    @property
    def open(self) -> list[Challenge]:
        """The open challenges by number."""
        return [self._open[number] for number in sorted(self._open)]

    @property
    def next_due(self) -> datetime | None:
        """When something is due next, None if nothing is."""
        return min((at for at, _, _, _ in self._due()), default=None)

    def settle(self, to: datetime) -> None:
        """Settle everything that is due up to ``to``: an instant itself has passed; by instant, then number."""
        while True:
            due = min((each for each in self._due() if each[0] <= to), default=None)
            if due is None:
                break
            at, kind, number, who = due
            if kind == 0:
                del self.frozen[who]
                self._active[who] = at
            elif kind == 1:
                self._lapse(self._open[number], at)
            else:
                self._active[who] = at
                self._drop(who, self.rules.decay_places, at, ("inactive", None))
        self.now = max(self.now, to)

    def refusal(self, fact: Fact) -> str | None:
        """Return why a fact is refused now, None if it is not. Deadlines up to it are settled."""
        if fact.do is Do.CHALLENGE:
            return next((reason for reason, applies in self._against(fact) if applies), None)
        on_ladder = fact.who in self.board.order
        match fact.do:
            case Do.TICK:
                return None
            case Do.JOIN:
                return "already_on_ladder" if on_ladder else None
            case Do.LEAVE | Do.FREEZE | Do.THAW if not on_ladder:
                return "not_on_ladder"
            case Do.LEAVE:
                return None
            case Do.FREEZE:
                return "already_frozen" if fact.who in self.frozen else None
            case Do.THAW:
                return None if fact.who in self.frozen else "not_frozen"
        challenge = self.challenges.get(fact.number)
        if challenge is None:
            return "no_challenge"
        if fact.do is Do.RESULT and fact.winner not in (challenge.a, challenge.b):
            return "not_playing"
        if challenge.closed:
            return "not_open"
        return "already_accepted" if fact.do is Do.ACCEPT and challenge.accepted else None

    def apply(self, fact: Fact) -> None:
        """Apply a fact that is not refused, after settling what is due; what no longer applies changes nothing."""
        self.settle(fact.at)
        if fact.do is Do.CHALLENGE:
            if fact.a in self.board.order and fact.b in self.board.order:
                self._challenge(fact)
        elif self.refusal(fact) is None:
            self._apply(fact)

    def _apply(self, fact: Fact) -> None:
        match fact.do:
            case Do.ACCEPT:
                self._accept(self._open[fact.number], fact.at)
            case Do.DECLINE:
                self._decline(self._open[fact.number], fact.at)
            case Do.WITHDRAW | Do.VOID:
                self._close(self._open[fact.number], "withdrawn" if fact.do is Do.WITHDRAW else "void")
            case Do.RESULT:
                self._result(self._open[fact.number], fact)
            case Do.FREEZE:
                self.frozen[fact.who] = fact.until
                self._close_all(fact.who, "frozen")
            case Do.THAW:
                del self.frozen[fact.who]
                self._active[fact.who] = fact.at
            case Do.JOIN:
                self._active[fact.who] = fact.at
                self._move(fact.at, {fact.who: "joined"}, None, lambda: self.board.join(fact.who))
            case Do.LEAVE:
                self._close_all(fact.who, "left")
                self.frozen.pop(fact.who, None)
                self._active.pop(fact.who, None)
                self._move(fact.at, {fact.who: "left"}, None, lambda: self.board.leave(fact.who))

    # --- Challenges

    def _against(self, fact: Fact) -> Iterator[tuple[str, bool]]:
        """Yield the reasons against a challenge in order, each with whether it applies."""
        a, b, rules = fact.a, fact.b, self.rules
        yield "self", a == b
        yield "not_on_ladder", a not in self.board.order or b not in self.board.order
        yield "below", self.board.is_below(a, b)
        reach = rules.places(len(self.board.order))
        yield "out_of_range", reach is not None and self.board.distance(a, b, self.frozen) > reach
        yield "challenger_frozen", a in self.frozen
        yield "defender_frozen", b in self.frozen
        open_ = self._open.values()
        yield "already_open", any({each.a, each.b} == {a, b} for each in open_)
        yield "too_many_out", rules.max_out is not None and sum(each.a == a for each in open_) >= rules.max_out
        yield "too_many_in", rules.max_in is not None and sum(each.b == b for each in open_) >= rules.max_in
        met = self._met.get(frozenset((a, b)))
        yield "cool_down", met is not None and fact.at < self._later(met, rules.cooldown_days)

    def _challenge(self, fact: Fact) -> None:
        days = self.rules.play_days if self.rules.accept_days is None else self.rules.accept_days
        deadline = None if days is None else self._later(fact.at, days)
        challenge = Challenge(fact.number, fact.a, fact.b, fact.at, deadline)
        self.challenges[fact.number] = self._open[fact.number] = challenge

    def _accept(self, challenge: Challenge, at: datetime) -> None:
        challenge.accepted = True
        if self.rules.accept_days is None:
            return
        since = challenge.at if self.rules.play_from_challenge else at
        days = self.rules.play_days
        challenge.deadline = None if days is None else self._later(since, days)

    def _decline(self, challenge: Challenge, at: datetime) -> None:
        if self.rules.refusal_penalty:
            self._close(challenge, "refused")
            self._penalise(challenge, at, "refused")
        else:
            self._unmet(challenge, at, self.rules.no_answer, "refused")

    def _lapse(self, challenge: Challenge, at: datetime) -> None:
        if challenge.accepted:
            self._unmet(challenge, at, self.rules.if_not_played, "not_played")
        else:
            self._unmet(challenge, at, self.rules.no_answer, "no_answer")

    def _unmet(self, challenge: Challenge, at: datetime, outcome: Unmet, reason: str) -> None:
        self._close(challenge, reason)
        if outcome is Unmet.WIN:
            movers = {challenge.a: reason, challenge.b: reason}
            self._move(at, movers, challenge.number, lambda: self.board.win(challenge.a, challenge.b))
        elif outcome is Unmet.PENALTY:
            self._penalise(challenge, at, reason)

    def _penalise(self, challenge: Challenge, at: datetime, reason: str) -> None:
        self._drop(challenge.b, self.rules.refusal_penalty, at, (reason, challenge.number))

    def _result(self, challenge: Challenge, fact: Fact) -> None:
        a, b = challenge.a, challenge.b
        won = fact.winner == a
        self._close(challenge, "won" if won else "failed")
        self._met[frozenset((a, b))] = self._active[a] = self._active[b] = fact.at

        def move() -> None:
            (self.board.win if won else self.board.fail)(a, b)
            self.board.rate(fact.winner, b if won else a)

        movers = {a: "won", b: "lost"} if won else {a: "failed", b: "defended"}
        self._move(fact.at, movers, challenge.number, move)

    def _close_all(self, who: str, reason: str) -> None:
        for challenge in self.open:
            if who in (challenge.a, challenge.b):
                self._close(challenge, reason)

    def _close(self, challenge: Challenge, reason: str) -> None:
        challenge.closed, challenge.deadline = reason, None
        del self._open[challenge.number]

    # --- Time and places

    def _due(self) -> Iterator[tuple[datetime, int, int, str]]:
        """Yield what comes due by itself: the end of a holiday, then deadlines by number, then inactivity by place."""
        for who, until in self.frozen.items():
            if until is not None:
                yield until, 0, 0, who
        for challenge in self._open.values():
            if challenge.deadline is not None:
                yield challenge.deadline, 1, challenge.number, ""
        if self.rules.decay_days is not None and self.rules.mode is not Mode.RATING:
            for place, who in enumerate(self.board.order):
                if who not in self.frozen:
                    yield self._later(self._active[who], self.rules.decay_days), 2, -place, who

    def _later(self, at: datetime, days: int) -> datetime:
        return days_later(at, days, self.zone, self.rules.holidays)

    def _drop(self, who: str, places: int, at: datetime, reason: tuple[str, int | None]) -> None:
        self._move(at, {who: reason[0]}, reason[1], lambda: self.board.drop(who, places))

    def _move(self, at: datetime, movers: dict[str, str], number: int | None, move: Callable[[], None]) -> None:
        """Make a move, and note everybody who moved by it with the reason."""
        before = self.board.snapshot()
        move()
        self.changes += self.board.changes(before, at, movers, number)
