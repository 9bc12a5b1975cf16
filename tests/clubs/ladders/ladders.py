"""Ladders for tests, made with the real actions at times of the test."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from clubs.actions.ladders.entering import Entry, enter_on_ladder
from clubs.actions.ladders.opening import Opening, open_ladder
from clubs.models import Club
from clubs.read.ladders.view import LadderView
from journal import now
from journal.book import Caller
from tests.factories import a_caller, a_club

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
ANN, BOB, CID, DEE, EVE, FAY = range(1, 7)


@contextmanager
def at(text: str) -> Iterator[None]:
    """Let it be this time, in UTC."""
    before, moment = now.read, datetime.fromisoformat(f"{text}+00:00")
    now.read = lambda: moment
    try:
        yield
    finally:
        now.read = before


def a_ladder(club: Club | None = None, **options: Any) -> LadderView:
    """Open a ladder of six, Cambridge unless it is named, on Monday 2 March 2026 at 19:00 in Madrid."""
    with at("2026-03-02T18:00"):
        rules = options or {"preset": "cambridge"}
        return open_ladder((club or a_club()).pk, Opening("Winter ladder", NAMES, rules, "Europe/Madrid"), a_caller())


def enter(view: LadderView, when: str, do: str, caller: Caller | None = None, **more: Any) -> LadderView:
    """Enter something at a time; the system does it unless a caller is named."""
    with at(when):
        return enter_on_ladder(view.ladder.pk, Entry(do, **more), caller or a_caller())


def order(view: LadderView) -> str:
    """The initials of everybody on the ladder, top first."""
    return "".join(view.name(player)[0] for player in view.order)
