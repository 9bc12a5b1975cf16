"""A ladder for the demo: ten weeks of challenges at a club that kept it on paper before, one of them still open."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import count

from django.utils import timezone

from clubs.actions.ladders.entering import Entry, enter_on_ladder
from clubs.actions.ladders.opening import Opening, open_ladder
from clubs.models import Club, Ladder
from journal.actors import SYSTEM
from journal.book import Caller

NAME = "Winter ladder"
NAMES = (
    "Petra Horvat", "Falk Brenner", "Tereza Nováková", "Ömer Yıldırım", "Olga Zabala", "Max Oyarzun", "Ilir Shehu",
    "Brigitta Solheim", "Emeka Okafor", "Itziar Agirre",
)  # fmt: skip
WEEKS = timedelta(weeks=10)
# By number: who challenges whom, who wins, and the points of the loser; one challenge about every four days.
PLAYED = (
    (3, 1, 3, 7), (5, 4, 4, 9), (8, 6, 8, 4), (10, 9, 10, 10), (2, 3, 2, 5), (8, 4, 8, 8), (7, 6, 6, 3), (5, 1, 5, 10),
    (8, 1, 8, 2), (10, 7, 10, 6), (5, 2, 5, 9), (9, 6, 9, 1), (4, 8, 8, 8), (8, 5, 5, 10), (10, 9, 10, 7), (1, 2, 1, 5),
)  # fmt: skip
FROZEN, CHALLENGER, DEFENDER = 7, 10, 8


def load_ladder(club_name: str) -> None:
    """Load a ladder in the demo's club, once."""
    club = Club.objects.filter(name=club_name).order_by("pk")[0]
    if Ladder.objects.filter(club=club, name=NAME).exists():
        return
    since = timezone.now() - WEEKS
    opening = Opening(NAME, NAMES, {"preset": "cambridge"}, "Europe/Madrid", since)
    ladder = open_ladder(club.pk, opening, Caller(SYSTEM)).ladder.pk
    for entry in _entries(since):
        enter_on_ladder(ladder, entry, Caller(SYSTEM))


def _entries(since: datetime) -> Iterator[Entry]:
    """Yield what happened: challenges and their results, one who is away, and a challenge that waits."""
    day = timedelta(days=1)
    for number, (challenger, defender, winner, lost) in zip(count(1), PLAYED, strict=False):
        at = since + number * 4 * day
        yield Entry("challenge", a=challenger, b=defender, at=at)
        yield Entry("result", challenge=number, winner=winner, points=(11, lost), at=at + day)
    yield Entry("freeze", who=FROZEN, at=since + WEEKS - 2 * day)
    yield Entry("challenge", a=CHALLENGER, b=DEFENDER, at=since + WEEKS - day)
