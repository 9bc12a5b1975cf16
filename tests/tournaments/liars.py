"""Players with phones among them two who lie and one who is confused, a director who rules, and a clock that jumps.

Everything that a director does in ``machine.py`` goes on meanwhile.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from hypothesis import strategies as st
from hypothesis.stateful import rule

from journal import now
from journal.book import Caller
from journal.models import Record
from rules.draws.derive import Status
from rules.draws.plan import From
from rules.match.games import GameResult
from rules.match.terms import BOTTOM, TOP, Side
from tests.contents import content, standing, wrong_in
from tests.tournaments.lots import PHONES
from tests.tournaments.machine import AT, LENGTH, SEEN, SIDES, WHICH, Desk, happened
from tournaments.actions.matches import claims
from tournaments.actions.matches import results as matches
from tournaments.actions.matches.claims import Claimed
from tournaments.actions.matches.results import Report
from tournaments.actions.phones.links import player
from tournaments.models import Confirmation, Event, Match, Result
from tournaments.models.switches import plan_of
from tournaments.tasks import settle_what_is_due

HOW = st.sampled_from(["score", "score", "games", "other score"])
MINUTES = st.sampled_from([0, 1, 4, 9, 10, 11, 45, -30])
NO_RECORD = ("tell", "confirm by phone", "contest", "keep score")


class Liars(Desk):
    """The same event; the entrants of the first two lines always claim a win, the third claims anything."""

    busy = PHONES

    def __init__(self) -> None:
        super().__init__()
        self.clock, self.latest = datetime(2026, 11, 21, 12, 0, tzinfo=UTC), datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
        self.read, now.read = now.read, lambda: self.clock

    def teardown(self) -> None:
        now.read = self.read
        super().teardown()

    # --- The phones

    @rule(at=AT, which=WHICH, side=SIDES, how=HOW, seen=SEEN, bit=st.booleans())
    def tell(self, at: int, which: str, side: Side, how: str, seen: str, bit: bool) -> None:
        match = self._match_of(at, which)
        if match is not None:
            claimed = self._claimed(match, self._winner_says(match, side, bit), how, self._between(match, seen))
            act = partial(claims.claim, match.pk, claimed)
            self._by_phone("tell", act, match, side, self._version(match, seen))

    @rule(at=AT, side=SIDES, how=HOW, bit=st.booleans())
    def both_tell(self, at: int, side: Side, how: str, bit: bool) -> None:
        """First the one, then the other, as after a match."""
        match = self._match_of(at, "fitting")
        for each in (side, side.other):
            if match is not None:
                claimed = self._claimed(match, self._winner_says(match, each, bit), how, None)
                self._by_phone("tell", partial(claims.claim, match.pk, claimed), match, each)

    @rule(at=AT, which=WHICH, side=SIDES, points=st.integers(0, 2))
    def keep_score(self, at: int, which: str, side: Side, points: int) -> None:
        match = self._match_of(at, which)
        if match is not None:
            act = partial(claims.claim, match.pk, Claimed(points=(points, 1)))
            self._by_phone("keep score", act, match, side)

    @rule(at=AT, side=SIDES)
    def confirm_by_phone(self, at: int, side: Side) -> None:
        match = self._match(at, "fitting", status=Status.FINISHED, settled=False)
        if match is not None:
            self._by_phone("confirm by phone", partial(claims.confirm_claim, match.pk), match, side)

    @rule(at=AT, which=WHICH, side=SIDES, alone=st.booleans(), how=HOW)
    def contest(self, at: int, which: str, side: Side, alone: bool, how: str) -> None:
        match = self._match(at, which, status=Status.FINISHED)
        if match is not None:
            own = None if alone else self._claimed(match, side, how, None)
            self._by_phone("contest", lambda caller: claims.contest(match.pk, caller, own), match, side)

    @rule(at=AT)
    def a_stranger_tells(self, at: int) -> None:
        match = self._match_of(at, "any")
        if match is None or not match.top_id:
            return
        others = set(Match.objects.filter(draw=match.draw_id, top__isnull=False).values_list("top", flat=True))
        stranger = min(others - {match.top_id, match.bottom_id}, default=0)
        with pytest.raises(PermissionDenied):
            claims.claim(match.pk, Claimed(points=(LENGTH, 0)), Caller(actor=player(stranger or 0)))
        assert content() == self.content, "a stranger changed something"

    # --- The clock and the desk

    @rule(minutes=MINUTES)
    def wait(self, minutes: int) -> None:
        self.clock += timedelta(minutes=minutes)
        self.latest = max(self.latest, self.clock)

    @rule()
    def the_watcher_looks(self) -> None:
        number = self._number()
        settle_what_is_due(self.clock)
        self.content = content()  # that it has looked is written down too
        if self._number() > number:
            happened["the watcher settles"] += 1
            self._new_picture(number)

    @rule(at=AT, side=SIDES)
    def rule_a_dispute(self, at: int, side: Side) -> None:
        match = self._match(at, "fitting", status=Status.DISPUTED)
        if match is not None:
            points = (LENGTH, 1) if side is TOP else (1, LENGTH)
            act = partial(matches.report_result, match.pk, Report(points=points))
            self._do("rule", act, seen=match.version)

    # --- What everybody says

    def _winner_says(self, match: Match, side: Side, bit: bool) -> Side:
        """A liar claims a win, the confused player claims either, all others report what was played."""
        who = match.top_id if side is TOP else match.bottom_id
        if who in self._first_lines(2):
            return side
        if who in self._first_lines(3):
            return TOP if bit else BOTTOM
        return TOP if (match.top_id or 0) * 7 % 5 > (match.bottom_id or 0) * 7 % 5 else BOTTOM

    def _first_lines(self, count: int) -> set[int]:
        first = Match.objects.filter(draw=self._draw(), round=1, bracket="main").order_by("place")
        seated = [who for pair in first.values_list("top", "bottom") for who in pair if who]
        return set(seated[:count])

    def _claimed(self, match: Match, winner: Side, how: str, between: tuple[int, int] | None) -> Claimed:
        start = match.start_score
        if how == "games":
            games = tuple(GameResult(winner) for _ in range(LENGTH - start[winner.place]))
            return Claimed(games=games, between=between)
        low = max(1 if how == "score" else 2, start[winner.other.place])
        points = (LENGTH, low) if winner is TOP else (low, LENGTH)
        return Claimed(points=points, between=between)

    def _match_of(self, at: int, which: str) -> Match | None:
        """Return a match of two that is open, or of which something was told."""
        two = {"top__isnull": False, "bottom__isnull": False}
        return self._match(at, which, status__in=[Status.OPEN, Status.OPEN, Status.FINISHED, Status.DISPUTED], **two)

    def _by_phone(
        self, what: str, act: Callable[[Caller], Any], match: Match, side: Side, seen: int | None = None
    ) -> None:
        who = Match.objects.values_list("top" if side is TOP else "bottom", flat=True).get(pk=match.pk)
        if who is not None:
            self._do(what, lambda caller: act(replace(caller, actor=player(who))), seen=seen)

    # --- How it is looked at

    def _do(self, what: str, act: Callable[[Caller], Any], **more: Any) -> bool:
        done = super()._do(what, act, **more)
        wrong = self._unreasoned()
        assert not wrong, f"after {what}: " + "; ".join(wrong)
        return done

    def _wrote_one(self, what: str, number: int, reached: int) -> bool:
        bodies = Record.objects.filter(stream=self.tournament.stream, number__gt=number).values_list("body", flat=True)
        by_clock = ["due" in json.loads(body) for body in bodies]
        self.settled_first = any(by_clock)
        if self.settled_first:
            happened["settled before the action"] += 1
        others = by_clock.count(False)
        if not others and what in NO_RECORD:
            happened["nothing new"] += 1
        return others == 1 or (others == 0 and what in NO_RECORD)

    def _remember(self, before: dict[str, Any], undone: int | None, reached: int) -> None:
        if self.live and self.live[-1][0] >= reached:
            return  # nothing was written
        if self.settled_first:
            self._forget_pictures()
        super()._remember(before, undone, reached)
        if self.settled_first:
            self._forget_pictures()

    def _new_picture(self, number: int) -> None:
        self.now, self.versions = standing(self.event), self._versions()
        self._forget_pictures()
        wrong = [*wrong_in(self.event, self.now), *self._unreasoned()]
        assert not wrong, f"after record {number}: " + "; ".join(wrong)

    def _forget_pictures(self) -> None:
        self.live = [(number, None) for number, _ in self.live]

    def _unreasoned(self) -> list[str]:
        """Return what stands without a reason, goes on under a dispute, or would be forgotten by the clock."""
        draw = Event.objects.select_related("current_draw", "tournament__stream").get(pk=self.event).current_draw
        if draw is None:
            return []
        rows = list(Match.objects.filter(draw=draw).select_related("result").order_by("place"))
        wrong = [f"{each.code} is settled without a reason" for each in rows if not self._has_reason(each)]
        moved = [f"{each.code} is disputed and moves somebody on" for each in rows if not _waits(each, rows)]
        self.tournament.stream.refresh_from_db()
        due = self.tournament.stream.due_at
        waiting = [each for each in rows if not each.settled and each.result and each.result.deadline]
        late = [f"{each.code} is forgotten" for each in waiting if due is None or due > self._until(each)]
        return [*wrong, *moved, *late]

    def _until(self, match: Match) -> datetime:
        """Return when the clock must look at a match: at its deadline, or at once where that is past."""
        deadline = match.result.deadline if match.result else None
        return max(deadline or self.latest, self.latest)

    def _has_reason(self, match: Match) -> bool:
        result = match.result
        if match.status != Status.FINISHED or not match.settled or result is None:
            return True
        if result.claimed_by_id is None and result.settled:
            return True
        if result.claimed_by_id not in (None, result.winner_id):
            return True
        loser = {match.top_id, match.bottom_id} - {result.winner_id}
        agreed = Result.objects.filter(match=match, claimed_by__in=loser, record__undo=None, winner=result.winner)
        confirmed = Confirmation.objects.filter(result=result, record__undo=None).select_related("record__page")
        return agreed.exists() or any(self._is_right(each, loser) for each in confirmed)

    def _is_right(self, confirmed: Confirmation, loser: set[int | None]) -> bool:
        actor = confirmed.record.page.actor
        if confirmed.how == "opponent":
            return actor in {f"entrant:{who}" for who in loser}
        if confirmed.how == "unopposed":
            on_time = confirmed.record.at == confirmed.result.deadline
            return on_time and confirmed.record.at <= self.latest and actor == "system:0"
        return not actor.startswith("entrant:")


def _waits(match: Match, rows: list[Match]) -> bool:
    """Whether under a dispute nobody has moved on but to a match that has begun."""
    if match.status != Status.DISPUTED:
        return True
    plan = plan_of(match.draw)
    for later in rows:
        planned = plan.matches[later.place]
        for source, who in ((planned.top, later.top_id), (planned.bottom, later.bottom_id)):
            if source.kind is not From.LINE and source.of == match.place and who in (match.top_id, match.bottom_id):
                mine = [each for each in rows if each.place > match.place and who in (each.top_id, each.bottom_id)]
                if not any(each.begun for each in mine):
                    return False
    return True
