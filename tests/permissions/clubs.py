"""What is posted about the nights, ladders, seasons, casual matches, news and webhooks of a club."""

from typing import Any

from clubs.actions.casual import CasualScore, report_casual
from clubs.actions.persons.claiming import claim_person, offer_person
from clubs.actions.webhooks.setting import WebhookSheet, add_webhook, try_webhook
from clubs.models import Club, WebhookDelivery
from tests.factories import a_caller, a_desk_helper, by

KNOCKOUT = {"length": "5", "consolation": "none", "key": "63 55", "once": "k"}
HOOK: dict[str, Any] = {"address": "https://hooks.example.org/barpoint", "topics": ["results"], "form": "text"}
BODIES: dict[tuple[str, str], dict[str, Any]] = {
    ("POST", "/clubs/<int:pk>/webhooks/"): HOOK,
    ("POST", "/webhooks/<int:pk>/"): {"do": "test"},
    ("POST", "/api/v1/clubs/<int:pk>/webhooks/"): HOOK,
    ("POST", "/api/v1/webhooks/<int:pk>/turns/"): {"to": "off"},
    ("POST", "/clubs/<int:pk>/embeds/"): {"hosts": "www.example.org"},
    ("PUT", "/api/v1/clubs/<int:pk>/embeds/"): {"hosts": ["www.example.org"]},
    ("POST", "/language/"): {"language": "en"},
    ("POST", "/clubs/<int:pk>/nights/"): {"do": "cancel", "night": "$nights"},
    ("POST", "/clubs/<int:pk>/news/"): {"title": "New boards", "text": "Four."},
    ("POST", "/api/v1/clubs/<int:pk>/news/"): {"title": "New boards", "text": "Four."},
    ("POST", "/clubs/<int:pk>/reports/"): {"name": "WBGF", "kind": "places", "columns": "place", "separator": "tab"},
    ("POST", "/api/v1/clubs/<int:pk>/report-templates/"): {"name": "WBGF", "kind": "places", "columns": "place"},
    ("POST", "/clubs/<int:pk>/matches/"): {"match": "$casual-matches", "do": "void"},
    ("POST", "/api/v1/clubs/<int:pk>/matches/"): {
        "opponent": "$twins",
        "length": 7,
        "winner": "$twins",
        "won": 7,
        "lost": 3,
    },
    ("POST", "/api/v1/casual-matches/<int:pk>/claims/"): {"winner": "$twins", "won": 7, "lost": 3},
    ("POST", "/api/v1/clubs/<int:pk>/sights/"): {"kind": "nights", "public": False},
    ("POST", "/nights/<int:pk>/"): {"person": "$people", "on": "0"},
    ("POST", "/nights/<int:pk>/draw/"): KNOCKOUT,
    ("POST", "/ladders/<int:pk>/knockout/"): KNOCKOUT | {"top": "2"},
    ("POST", "/api/v1/nights/<int:pk>/draw/"): {},
    ("POST", "/api/v1/ladders/<int:pk>/knockout/"): {"top": 2},
    ("POST", "/api/v1/clubs/<int:pk>/nights/"): {"name": "Tuesday", "first": "2099-01-06", "at": "19:30"},
    ("POST", "/api/v1/nights/<int:pk>/present/"): {"person": "$people", "on": False},
    ("POST", "/clubs/<int:pk>/ladders/"): {"name": "Spring ladder", "preset": "rac", "zone": "UTC"},
    ("POST", "/ladders/<int:pk>/"): {"do": "challenge", "a": "2", "b": "1"},
    ("POST", "/api/v1/clubs/<int:pk>/ladders/"): {"name": "Spring ladder"},
    ("POST", "/api/v1/ladders/<int:pk>/entries/"): {"do": "challenge", "a": 2, "b": 1},
    ("POST", "/clubs/<int:pk>/seasons/"): {"name": "Season", "starts_on": "2026-01-01", "ends_on": "2026-12-31"},
    ("POST", "/api/v1/clubs/<int:pk>/seasons/"): {"name": "Season", "starts_on": "2026-01-01", "ends_on": "2026-12-31"},
    ("POST", "/seasons/<int:pk>/"): {"amount": "0", "currency": "EUR", "shares": "50 50"},
    ("PUT", "/api/v1/seasons/<int:pk>/prizes/"): {"amount": "0", "currency": "EUR", "shares": ["1"]},
    ("POST", "/api/v1/seasons/<int:pk>/payments/"): {"person": "$people"},
    ("PATCH", "/api/v1/seasons/<int:pk>/"): {"name": "Season", "starts_on": "2026-01-01", "ends_on": "2026-12-31"},
}


def a_casual_match(club: Club, person: int, opponent: int) -> int:
    """Return a casual match that a person reported as won, and that waits for the opponent."""
    user = a_desk_helper(club, "quil@barpoint.example")
    offer_person(person, "a-person-of-the-world", a_caller())
    claim_person("a-person-of-the-world", by(user))
    return report_casual(club.pk, opponent, 7, CasualScore(person, 7, 3), by(user)).row.pk


def a_webhook(club: Club) -> dict[str, int | str]:
    """Return a webhook of a club, and a delivery that was given up."""
    sheet = WebhookSheet(HOOK["address"], HOOK["topics"], "text", "https://barpoint.example")
    webhook = add_webhook(club.pk, sheet, a_caller())
    delivery = try_webhook(webhook.pk, a_caller())
    WebhookDelivery.objects.filter(pk=delivery.pk).update(
        state=WebhookDelivery.State.GIVEN_UP, ended_at=delivery.due_at
    )
    return {"webhooks": webhook.pk, "deliveries": delivery.pk}
