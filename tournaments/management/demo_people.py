"""The people of the demo's club: its players, a name in another script, a guest, a minor, one who is in it twice."""

from datetime import date, time, timedelta

from django.utils import timezone

from clubs.actions.embeds import list_hosts
from clubs.actions.news import post_news
from clubs.actions.nights import NightSheet, cancel_night, plan_nights
from clubs.actions.persons.details import add_person, set_person_contact
from clubs.actions.persons.memberships import begin_membership
from clubs.actions.persons.steps import PersonSheet
from clubs.actions.reports import save_template
from clubs.actions.webhooks.setting import WebhookSheet, add_webhook, turn_webhook
from clubs.models import User, WebhookTurn
from journal.actors import SYSTEM, Actor
from journal.book import Caller

FIRST_DAY = date(2025, 9, 1)
TUESDAY = 1
NEWS = (
    ("New boards", "Four tournament boards arrived. Clocks for all tables *follow in December*."),
    ("Sunday Cup with a last chance", "13:00 sharp. **Lose twice and you are still in.** Entry closes on Friday."),
    (
        "The ladder is open to everybody",
        "Challenge up to three places above you, to 11 points:\n\n- ask at the desk\n- or on your phone",
    ),
)  # fmt: skip
FEDERATION = "Position = place\nPlayer = name\nWBGF no. = fed_id:WBGF\nCountry = country\nEntrants = entrants"
HOOK = "https://chat.example.org/hooks/backgammon"
PEOPLE = [
    PersonSheet("Petra Horvat", home_club="Bilbao Backgammon Club", country="ES", federations="WBGF 4711"),
    PersonSheet("Falk Brenner", home_club="Bilbao Backgammon Club", country="DE"),
    PersonSheet("Димитър Петров", "Dimitar Petrov", "Bilbao Backgammon Club", "BG"),
    PersonSheet("Tereza Nováková", home_club="Bilbao Backgammon Club", country="CZ"),
    PersonSheet("Ömer Yıldırım", home_club="Bilbao Backgammon Club", country="TR"),
    PersonSheet("Mia Kessler", home_club="Bilbao Backgammon Club", country="DE", adult_on="2033-04-12"),
    PersonSheet("Hannah Lindqvist", home_club="Stockholm", country="SE"),
    PersonSheet("Hanna Lindquist", country="SE"),
]
KINDS = {"Mia Kessler": "youth", "Hannah Lindqvist": "guest", "Hanna Lindquist": ""}


def load_people(club: int) -> None:
    """Add the people of the demo's club."""
    for sheet in PEOPLE:
        person = add_person(club, sheet, "", Caller(SYSTEM)).person
        if kind := KINDS.get(sheet.name, "full"):
            begin_membership(person, kind, FIRST_DAY, None, Caller(SYSTEM))
        if sheet.name == "Petra Horvat":
            set_person_contact(person, {"email": "petra@barpoint.example", "phone": "+34 600 000 000"}, Caller(SYSTEM))


def load_nights(club: int) -> None:
    """Plan the nights of the demo's club, the first on the next Tuesday; one of them is off."""
    today = timezone.localdate()
    first = today + timedelta(days=(TUESDAY - today.weekday() - 1) % 7 + 1)
    sheet = NightSheet(
        "Tuesday night",
        first,
        time(19, 30),
        "Europe/Madrid",
        "Casino, Bilbao",
        weeks=1,
        until=first + timedelta(weeks=8),
    )
    cancel_night(plan_nights(club, sheet, Caller(SYSTEM))[2].pk, Caller(SYSTEM))


def load_news(club: int, owner: User) -> None:
    """Post the news of the demo's club, save the columns that a federation wants, and connect the club's website.

    The ``owner`` has turned the webhook off: the demo posts to nobody.
    """
    for title, text in NEWS:
        post_news(club, title, text, Caller(SYSTEM))
    save_template(club, "WBGF", "places", FEDERATION, Caller(SYSTEM))
    list_hosts(club, ["www.example.org"], Caller(SYSTEM))
    hook = add_webhook(club, WebhookSheet(HOOK, ("results", "calls"), "text", "http://localhost:8000"), Caller(SYSTEM))
    turn_webhook(hook.pk, WebhookTurn.To.OFF, Caller(Actor("user", owner.pk, "browser")))
