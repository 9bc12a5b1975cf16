"""A director who does everything in any order, right or wrong; after each step the whole is looked at.

Actions are called as pages and programs call them. What is refused must change nothing; what is undone last must
leave the event as it was; a match that has begun loses no player unless the director says so.
"""

import inspect
import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import transaction
from hypothesis import currently_in_test_context, note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from journal.book import Caller, Previewed
from journal.models import Stream
from journal.statements import Blank, Columns
from journal.verify import verify
from rules.draws.corrections import Choice
from rules.draws.derive import Status
from rules.errors import RuleBroken
from rules.match.games import GameResult
from rules.match.terms import BOTTOM, TOP, Side
from tests.contents import content, current_draw, standing, wrong_in
from tests.factories import NAMES, a_caller, a_tournament, an_event, undo
from tests.tournaments.lots import BUSY, BY_LOT, SCOPES
from tests.tournaments.picked import picked
from tournaments.actions.draws import making as draws
from tournaments.actions.entrants import entering as entrants
from tournaments.actions.entrants.entering import EVERYTHING, Entry
from tournaments.actions.matches import calls, corrections
from tournaments.actions.matches import results as matches
from tournaments.actions.matches.corrections import AffectedChoices
from tournaments.actions.matches.results import Report
from tournaments.models import Entrant, Match
from tournaments.read.entrants.listed import entrant_list

SIDES = st.sampled_from([TOP, BOTTOM])
AT = st.integers(0, 40)
HOW = st.sampled_from(["score", "games", "forfeit", "both"])
SEEN = st.sampled_from(["version", "nothing", "between", "stale", "others"])
CHOICES = st.sampled_from(["", "void", "stand", "each"])
WHICH = st.sampled_from(["fitting", "any", "ruled"])
LENGTH, BEGUN = 3, 8  # BEGUN: the column of a match's standing that says whether it has begun

happened: Counter[str] = Counter()
_last_number = Columns(lambda: Stream.objects.filter(pk=Blank("stream")).values_list("number"))


class Desk(RuleBasedStateMachine):
    """One event from its entry list on."""

    busy = BUSY

    def __init__(self) -> None:
        super().__init__()
        self.savepoint = transaction.savepoint_create()
        self.story: list[str] = []

    @initialize(
        n=st.sampled_from([8, 5, 13, 3, 4, 6, 7, 9, 11, 2, 12, 10]),
        consolation=st.sampled_from(["none", "first_match", "progressive", "progressive"]),
        seeds=st.integers(0, 3),
        last_chance=st.booleans(),
    )
    def open(self, n: int, consolation: str, seeds: int, last_chance: bool = False) -> None:
        self.tournament = a_tournament()
        lower = last_chance and consolation != "none"
        length = dict.fromkeys(SCOPES[:3], LENGTH)
        self.event = an_event(self.tournament, consolation, length=length, last_chance=lower).pk
        self.keys = self.names = 0
        self.versions: dict[int, int] = {}
        # Numbers of the records that count, each with the event as it stood before it.
        self.live: list[tuple[int, dict[str, Any] | None]] = []
        self.content, self.now = content(), standing(self.event)
        entries = [Entry(self._name(), seed=at + 1 if at < seeds else None) for at in range(n)]
        self._do("enter", lambda caller: entrants.enter(self.event, entries, caller))
        self._do("draw", lambda caller: draws.make_draw(self.event, self._key(), caller))

    def teardown(self) -> None:
        if hasattr(self, "event"):
            assert verify() == []
        transaction.savepoint_rollback(self.savepoint)

    # --- Matches

    @rule(at=AT, which=WHICH, side=SIDES, how=HOW, seen=SEEN, settled=st.sampled_from([True, True, False]))
    def report(self, at: int, which: str, side: Side, how: str, seen: str, settled: bool) -> None:
        match = self._match(at, which, status=Status.OPEN)
        if match is None:
            return
        report = self._report(match, side, how, seen, settled)
        done = self._do(
            "report", lambda caller: matches.report_result(match.pk, report, caller), seen=self._version(match, seen)
        )
        assert not (done and seen in ("stale", "others")), "an old picture was not refused"

    @rule(count=st.integers(1, 9), sides=st.integers(0, 511))
    def play_on(self, count: int, sides: int) -> None:
        """Play as the day goes, so that later rounds come about."""
        for turn in range(count):
            match = self._match(turn, "fitting", status=Status.OPEN)
            if match is None:
                return
            side = TOP if sides >> turn & 1 else BOTTOM
            report = self._report(match, side, "score", "version", True)
            self._do("report", partial(matches.report_result, match.pk, report), seen=match.version)

    @rule(at=AT, which=WHICH, seen=SEEN)
    def start(self, at: int, which: str, seen: str) -> None:
        match = self._match(at, which, status=Status.OPEN, begun=False)
        if match is None:
            return
        between = self._between(match, seen)
        done = self._do(
            "start", lambda caller: matches.start_match(match.pk, caller, between), seen=self._version(match, seen)
        )
        assert not (done and seen in ("stale", "others")), "an old picture was not refused"

    @rule(at=AT, which=WHICH, table=st.sampled_from(["1", "1", "2", "stage", ""]), seen=SEEN)
    def call(self, at: int, which: str, table: str, seen: str) -> None:
        match = self._match(at, which, status=Status.OPEN)
        if match is None:
            return
        done = self._do(
            "call", lambda caller: calls.call_match(match.pk, table, caller), seen=self._version(match, seen)
        )
        assert not (done and seen == "stale"), "an old picture was not refused"
        there = Match.objects.filter(draw=self._draw(), status=Status.OPEN, call__table=table).exclude(pk=match.pk)
        assert not (done and table and there), "two matches were called to one table"

    @rule(at=AT, which=WHICH, side=SIDES, points=st.integers(0, 2), seen=SEEN)
    def penalise(self, at: int, which: str, side: Side, points: int, seen: str) -> None:
        match = self._match(at, which, status=Status.OPEN)
        if match is None:
            return
        act = partial(calls.penalise, match.pk, side, points, "")
        done = self._do("penalise", act, seen=self._version(match, seen))
        assert not (done and seen == "stale"), "an old picture was not refused"

    @rule(at=AT, which=WHICH)
    def confirm(self, at: int, which: str) -> None:
        match = self._match(at, which, status=Status.FINISHED, settled=False)
        if match is not None:
            self._do("confirm", lambda caller: matches.confirm_result(match.pk, caller))

    @rule(at=AT, which=WHICH, side=SIDES, how=HOW, seen=SEEN, choices=CHOICES, bits=st.integers(0, 255))
    def correct(self, at: int, which: str, side: Side, how: str, seen: str, choices: str, bits: int) -> None:
        match = self._match(at, which, status=Status.FINISHED)
        if match is None:
            return
        report = self._report(match, side, how, seen, True)
        done = self._with_choices(
            "correct",
            lambda caller, choices: corrections.correct_result(match.pk, report, "written down wrong", caller, choices),
            choices,
            bits,
            self._version(match, seen),
        )
        assert not (done and seen in ("stale", "others")), "an old picture was not refused"
        match.refresh_from_db()
        winner = None if how == "both" else (match.top_id if side is TOP else match.bottom_id)
        ruled = choices not in ("", "void")
        assert not done or ruled or match.goes_on_id == winner, "another goes on than the one who won"

    @rule(at=AT, which=WHICH, seen=SEEN, choices=CHOICES, bits=st.integers(0, 255))
    def clear(self, at: int, which: str, seen: str, choices: str, bits: int) -> None:
        match = self._match(at, which, begun=True)
        if match is None:
            return
        done = self._with_choices(
            "clear",
            lambda caller, choices: corrections.clear_result(match.pk, "wrong table", caller, choices),
            choices,
            bits,
            self._version(match, seen),
        )
        match.refresh_from_db()
        assert not (done and (match.begun or match.result_id)), "a cleared match has begun"

    # --- Entrants

    @rule(at=AT, which=WHICH, scope=st.sampled_from(SCOPES))
    def withdraw(self, at: int, which: str, scope: str) -> None:
        who = self._entrant(at, which)
        if self._do(f"withdraw {scope}", lambda caller: entrants.withdraw(who, scope, caller)):
            assert who not in self._waiting_for(scope), "a withdrawn player is waited for"

    @rule(line=st.sampled_from([None, None, None, 2, 4, 6, 8, 10, 1, 3, 17]), count=st.integers(1, 2))
    def enter_late(self, line: int | None, count: int) -> None:
        entries = [Entry(self._name()) for _ in range(count)]
        self._do("late", lambda caller: entrants.enter(self.event, entries, caller, line))

    @rule(at=AT, which=WHICH)
    def replace(self, at: int, which: str) -> None:
        who, entry = self._entrant(at, which), Entry(self._name())
        self._do("replace", lambda caller: entrants.replace_entrant(who, entry, caller))

    @rule(at=AT, which=WHICH, seed=st.sampled_from([None, None, None, 1, 2]))
    def rename(self, at: int, which: str, seed: int | None) -> None:
        who = self._entrant(at, which)
        changes = {"name": self._name()} | ({"seed": seed} if seed else {})
        self._do("rename", lambda caller: entrants.rename(who, changes, caller))

    # --- The draw and the memory

    @rule(discard=st.booleans(), used=st.sampled_from([False, False, False, True]))
    def draw_again(self, discard: bool, used: bool) -> None:
        key = f"key {self.keys}" if used else self._key()
        self._do(
            "remake",
            lambda caller: draws.make_draw(self.event, key, caller, discard=discard, reason="two were missing"),
            moving=discard,
        )

    @rule(back=st.integers(0, 12))
    def undo_any(self, back: int) -> None:
        number = self._number() - back % self._number()
        self._do("undo", lambda caller: undo(self.tournament.pk, number, caller), undone=number)

    @rule(times=st.integers(1, 3))
    def undo_last(self, times: int) -> None:
        """Take back what was done last, as one does after a slip; the entry list and its draw stay."""
        for _ in range(times):
            if len(self.live) > 2:
                number = self.live[-1][0]
                self._do("undo", partial(undo, self.tournament.pk, number), undone=number)

    @rule(at=AT, side=SIDES)
    def try_out(self, at: int, side: Side) -> None:
        match = self._match(at, "fitting", status=Status.OPEN)
        if match is None:
            return
        caller = a_caller(preview=True, seen=match.version, render=lambda outcome: outcome.moved)
        with pytest.raises(Previewed) as previewed:
            matches.report_result(match.pk, self._report(match, side, "score", "version", True), caller)
        assert match.code in previewed.value.answer
        assert content() == self.content, "a preview changed something"

    @rule(seed=st.integers(0, 2**32))
    def a_busy_while(self, seed: int) -> None:
        self.be_busy(random.Random(seed), 12)

    def be_busy(self, lot: random.Random, steps: int) -> None:
        """Take steps of all the kinds above, the likely ones more often: so the day goes deep, into later rounds."""
        for _ in range(steps):
            name = lot.choices(list(self.busy), weights=list(self.busy.values()))[0]
            step = getattr(self, name)
            step(**{each: lot.choice(BY_LOT[each]) for each in inspect.signature(step).parameters})

    # --- How every step is taken and looked at

    def _do(
        self,
        what: str,
        act: Callable[[Caller], Any],
        *,
        seen: int | None = None,
        moving: bool = False,
        undone: int | None = None,
    ) -> bool:
        """Act; return whether it was done. ``moving`` says that players may leave matches that have begun."""
        before, number = self.now, self._number()
        try:
            act(a_caller(seen=seen))
        except RuleBroken as broken:
            self._tell(f"{what} refused: {broken.code}")
            happened[f"{what} refused"] += 1
            happened[broken.code] += 1
            self.refusal = broken
            assert content() == self.content, f"refused {what} changed something"
            return False
        reached = self._number()
        self._tell(f"{what} done: record {reached}")
        happened[what] += 1
        self.content, self.now = content(), standing(self.event)
        wrong = wrong_in(self.event, self.now)
        assert not wrong, f"after {what}: " + "; ".join(wrong)
        self._versions_rose(what, before)
        assert moving or seats(before, begun=True) <= seats(self.now), f"{what} took a player out of a match on now"
        assert self._wrote_one(what, number, reached), f"{what} is not one record"
        self._remember(before, undone, reached)
        return True

    def _wrote_one(self, what: str, number: int, reached: int) -> bool:
        return reached == number + 1

    def _remember(self, before: dict[str, Any], undone: int | None, reached: int) -> None:
        if undone is None:
            self.live.append((reached, before))
            return
        number, picture = self.live[-1] if self.live else (0, None)
        if number == undone and picture is not None:
            happened["undo of the last"] += 1
            assert self.now == picture, "an undo did not restore"
        # Later pictures show the undone record, so they can no longer be compared.
        self.live = [(each, old if each < undone else None) for each, old in self.live if each != undone]

    def _versions_rose(self, what: str, before: dict[str, Any]) -> None:
        old, versions = self.versions, self._versions()
        self.versions = versions
        if before["draw"] != self.now["draw"]:
            return
        for was, now in zip(before["matches"], self.now["matches"], strict=True):
            place, must_look_again = was[0], was[:8] != now[:8]
            assert versions[place] > old[place] or not must_look_again, "the version did not rise"
        quiet = ("start", "confirm", "rename", "call")
        assert versions == old or what not in quiet, "a version rose for nothing"

    def _with_choices(
        self, what: str, act: Callable[[Caller, AffectedChoices], Any], choices: str, bits: int, seen: int | None
    ) -> bool:
        """Act with one choice for all affected matches, or with one for each of those that the refusal names."""
        chosen = AffectedChoices(all=Choice(choices)) if choices in ("void", "stand") else AffectedChoices()
        moving = choices in ("void", "each")
        if self._do(what, lambda caller: act(caller, chosen), seen=seen, moving=moving):
            return True
        if choices != "each" or self.refusal.code != "match.begun" or "affected" not in self.refusal.facts:
            return False
        listed = [each["match"] for each in self.refusal.facts["affected"]]
        each = {pk: Choice.STAND if bits >> at & 1 else Choice.VOID for at, pk in enumerate(listed)}
        return self._do(f"{what} each", lambda caller: act(caller, AffectedChoices(each=each)), seen=seen, moving=True)

    def _report(self, match: Match, side: Side, how: str, seen: str, settled: bool) -> Report:
        between, start = self._between(match, seen), match.start_score
        if how == "games":
            games = tuple(GameResult(side) for _ in range(LENGTH - start[side.place]))
            return Report(games=games, between=between, settled=settled)
        if how == "score":
            points = (LENGTH, 1) if side is TOP else (start[0], LENGTH)
            return Report(points=points, between=between, settled=settled)
        forfeit = (TOP, BOTTOM) if how == "both" else (side.other,)
        return Report(forfeit=forfeit, why="no_show", between=between, settled=settled)

    def _between(self, match: Match, seen: str) -> tuple[int, int] | None:
        if seen == "others":
            return (10**9, 10**9 + 1)
        if seen == "between" and match.top_id and match.bottom_id:
            return (match.bottom_id, match.top_id)
        return None

    def _version(self, match: Match, seen: str) -> int | None:
        return {"version": match.version, "stale": match.version - 1}.get(seen)

    def _match(self, at: int, which: str, **fitting: Any) -> Match | None:
        """Return a match that fits, or any, or one on which a ruling stands (where there is one)."""
        return picked(self._draw(), at, which, fitting)

    def _entrant(self, at: int, which: str) -> int:
        """Return somebody who stands on a line, or (``any``) also one who was taken back, replaced or never drawn."""
        on_lines = [each.id for each in entrant_list(self.event) if each.line is not None]
        listed = on_lines if which != "any" and on_lines else _all_entrants(self.event)
        return listed[at % len(listed)]

    def _draw(self) -> int | None:
        draw: int | None = current_draw(event=self.event)[0][0]
        return draw

    def _number(self) -> int:
        return int(_last_number(stream=self.tournament.stream_id)[0][0])

    def _versions(self) -> dict[int, int]:
        return dict(Match.objects.filter(draw=self._draw()).values_list("place", "version"))

    def _waiting_for(self, scope: str) -> set[int | None]:
        """Return who sits in an open match of the brackets of ``scope``."""
        brackets = SCOPES if scope == EVERYTHING else [scope]
        rows = Match.objects.filter(draw=self._draw(), status=Status.OPEN, bracket__in=brackets)
        return {who for pair in rows.values_list("top", "bottom") for who in pair}

    def _tell(self, line: str) -> None:
        self.story.append(line)
        if currently_in_test_context():
            note(line)

    def _name(self) -> str:
        self.names += 1
        return f"{NAMES[self.names % len(NAMES)]} {self.names}"

    def _key(self) -> str:
        self.keys += 1
        return f"key {self.keys}"


def seats(now: dict[str, Any], *, begun: bool = False) -> set[tuple[int, int, frozenset[int | None]]]:
    """Return draw, place and players of each match of an event that stands so, with ``begun`` of those on now."""
    return {
        (now["draw"], place, frozenset((top, bottom)))
        for place, top, bottom, *_, has_begun in (each[: BEGUN + 1] for each in now["matches"])
        if has_begun or not begun
    }


def _all_entrants(event: int) -> list[int]:
    return list(Entrant.objects.filter(event=event).order_by("pk").values_list("pk", flat=True))
