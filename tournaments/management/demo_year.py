"""The year behind the demo's club, made from a seed: forty people, the nights of a year, two more ladders.

Nights and matches have the times at which they would have been played, counted back from today.
"""

from collections.abc import Iterator
from datetime import datetime, time, timedelta
from random import Random

from django.utils import timezone

from clubs.actions.casual import CasualScore, report_casual
from clubs.actions.ladders.entering import Entry, enter_on_ladder
from clubs.actions.ladders.opening import Opening, open_ladder
from clubs.actions.nights import NightSheet, check_in, plan_nights
from clubs.actions.persons.claiming import claim_person, offer_person
from clubs.actions.persons.importing import import_people
from clubs.models import CasualMatch, Club, Night, User
from clubs.read.persons.rows import person_rows
from journal.actors import SYSTEM, Actor
from journal.book import Caller
from tournaments.management.demo import DEMO_ADDRESS

SEED = 2026
SERIES = "Tuesday night of the past year"
NIGHTS, AT_THE_LAST = 50, 14
ZONE = "Europe/Madrid"
NEWCOMERS = (
    "Itziar Agirre", "Aitor Goikoetxea", "Beatriz Salaverría", "Claudia Hohenauer", "Dragan Milićević",
    "Eleni Karagianni", "Florian Zwygart", "Gülşen Demirel", "Henrik Aasgaard", "Ines Carvalheira",
    "Jakub Wiśniewski", "Kristín Jónsdóttir", "Lars Oxenstierna", "Mirjam Vanderveken", "Nuno Albuquerque",
    "Oihane Urrutia", "Paolo Castelnuovo", "Quim Puigdomènech", "Renate Schwarzenbach", "Saša Radovanović",
    "Thea Qvistgaard", "Unai Basterretxea", "Viktor Szentgyörgyi", "Wanda Krzyżanowska", "Xabier Mujika",
    "Yannick Delacroix", "Zsófia Kerekes",
)  # fmt: skip
# Name, rules, weeks since it began, points of a match, places up that one challenges, and how many challenges.
LADDERS = (("Rapid ladder", "swap", 40, 5, 2, 18), ("Summer ladder", "rac", 26, 7, 4, 12))


def load_year(club_name: str) -> None:
    """Load the year of the demo's club, once."""
    club = Club.objects.filter(name=club_name).order_by("pk")[0]
    if Night.objects.filter(club=club, name=SERIES).exists():
        return
    chance, now = Random(SEED), timezone.now()  # noqa: S311 -- a demo that is the same each time
    import_people(club.pk, "name;kind\n" + "".join(f"{name};full\n" for name in NEWCOMERS), {}, Caller(SYSTEM))
    people = {row.name: row.id for row in person_rows(club.pk)}
    _load_nights(club.pk, list(people.values()), now, chance)
    for ladder in LADDERS:
        _load_ladder(club.pk, ladder, now, chance)


def _load_nights(club: int, people: list[int], now: datetime, chance: Random) -> None:
    first = timezone.localdate(now) - timedelta(weeks=NIGHTS)
    sheet = NightSheet(
        SERIES, first, time(19, 30), ZONE, "Casino, Bilbao", weeks=1, until=first + timedelta(weeks=NIGHTS - 1)
    )  # fmt: skip
    last = plan_nights(club, sheet, Caller(SYSTEM))[-1].pk
    for person in _some(people, AT_THE_LAST, chance):
        check_in(last, person, True, Caller(SYSTEM))


def _load_ladder(club: int, ladder: tuple[str, str, int, int, int, int], now: datetime, chance: Random) -> None:
    """Open a ladder that began as many weeks ago as ``LADDERS`` says, and enter its challenges, one after the other."""
    name, preset, weeks, length, reach, challenges = ladder
    since = now - timedelta(weeks=weeks)
    opening = Opening(name, _some(list(NEWCOMERS), 12, chance), {"preset": preset}, ZONE, since)
    view = open_ladder(club, opening, Caller(SYSTEM))
    step = timedelta(weeks=weeks) / (challenges + 1)
    for number in range(1, challenges + 1):
        at = since + number * step
        place = 1 + int(chance.random() * (len(view.order) - 1))
        a, b = view.order[place], view.order[max(0, place - 1 - int(chance.random() * reach))]
        enter_on_ladder(view.ladder.pk, Entry("challenge", a=a, b=b, at=at), Caller(SYSTEM))
        winner, lost = (a, b)[chance.random() < 0.4], int(chance.random() * length)
        played = Entry("result", challenge=number, winner=winner, points=(length, lost), at=at + timedelta(days=1))
        view = enter_on_ladder(view.ladder.pk, played, Caller(SYSTEM))


def load_own_person(club_name: str) -> None:
    """Let the person who signs in to the demo have their person, and report casual matches, once."""
    club = Club.objects.filter(name=club_name).order_by("pk")[0].pk
    if CasualMatch.objects.filter(club=club).exists():
        return
    people = {row.name: row.id for row in person_rows(club)}
    user = User.objects.get(email=DEMO_ADDRESS)
    own = people["Itziar Agirre"]
    offer_person(own, "the-link-of-the-demo", Caller(SYSTEM))
    caller = Caller(Actor("user", user.pk, "browser"))
    claim_person("the-link-of-the-demo", caller)
    for opponent, winner, lost in (("Petra Horvat", 0, 4), ("Olga Zabala", 0, 6), ("Falk Brenner", own, 5)):
        score = CasualScore(winner or people[opponent], 7, lost)
        report_casual(club, people[opponent], 7, score, Caller(Actor("user", user.pk, "browser")))


def _some[Each](everybody: list[Each], count: int, chance: Random) -> list[Each]:
    """Return some of a list in an order by chance."""
    return list(_drawn(list(everybody), count, chance))


def _drawn[Each](left: list[Each], count: int, chance: Random) -> Iterator[Each]:
    for _ in range(min(count, len(left))):
        yield left.pop(int(chance.random() * len(left)))
