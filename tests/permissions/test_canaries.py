"""Secrets and mail addresses appear only where they belong: pages, papers, files, API, memory, log."""

import io
import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import models
from django.test import Client
from pypdf import PdfReader

from clubs.actions.chouettes.links import make_links
from runtime.server.logs import WithoutSecrets
from tests.factories import a_caller
from tests.permissions.test_matrix import rows
from tests.permissions.world import World, a_world
from tournaments.actions.phones.contacts import set_contact
from tournaments.actions.phones.links import make_slips
from tournaments.models import Contact, Entrant

pytestmark = pytest.mark.django_db

WHO = ("anonymous", "desk", "director", "player", "opponent", "opponent's link")
STAFF = {"desk", "director"}
ADDRESS = "canary-{}@contacts.example"
# Of a minor in the club: what only directors may see, and what the desk sees too.
KEPT_APART = ("canary-mail@people.example", "+34 canary 1", "Canary Lane 4", "canary note")
NAME, ADULT_ON = "Canary Quill", "2999-01-02"
PERSON_PAGES = {
    ("/clubs/<int:pk>/people/", "desk"): (NAME,),
    ("/clubs/<int:pk>/people/", "director"): (NAME,),
    ("/people/<int:pk>/", "desk"): (NAME, ADULT_ON),
    ("/people/<int:pk>/", "director"): (NAME, ADULT_ON, *KEPT_APART),
    ("/people/<int:pk>/erase/", "director"): (NAME,),
    ("/nights/<int:pk>/", "desk"): (NAME,),
    ("/people/<int:pk>/check-in/", "desk"): (NAME,),
    ("/people/<int:pk>/check-in/", "director"): (NAME,),
    ("/api/v1/nights/<int:pk>/present/", "desk"): (NAME,),
    ("/api/v1/nights/<int:pk>/present/", "director"): (NAME,),
    ("/nights/<int:pk>/", "director"): (NAME,),
    ("/nights/<int:pk>/draw/", "director"): (NAME,),
    ("/people/<int:pk>/person.json", "director"): (NAME, ADULT_ON, *KEPT_APART),
    ("/clubs/<int:pk>/people.csv", "director"): (NAME, ADULT_ON, *KEPT_APART),
    ("/clubs/<int:pk>/memory/", "director"): (NAME,),
    ("/api/v1/clubs/<int:pk>/people/", "desk"): (NAME, ADULT_ON),
    ("/api/v1/clubs/<int:pk>/people/", "director"): (NAME, ADULT_ON),
    ("/api/v1/people/<int:pk>/", "desk"): (NAME, ADULT_ON),
    ("/api/v1/people/<int:pk>/", "director"): (NAME, ADULT_ON, *KEPT_APART),
    ("/api/v1/people/<int:pk>/data/", "director"): (NAME, ADULT_ON, *KEPT_APART),
}


@pytest.fixture
def world() -> World:
    """A world in which everyone has a printed slip, a phone and a mail address."""
    rows = a_world()
    for entrant in Entrant.objects.filter(event=int(rows.things["events"])):
        set_contact(entrant.pk, ADDRESS.format(entrant.pk), a_caller())
    return rows


@pytest.fixture
def canaries(world: World) -> dict[str, str]:
    """The secrets by their kind."""
    slips = make_slips(int(world.things["events"]), a_caller(), "http://192.168.178.23:8000")
    rows = {slip.secret: "link" for slip in slips} | dict.fromkeys(world.tokens.values(), "link")
    rows |= {slip.pin: "pin" for slip in slips} | {f"{slip.pin[:3]} {slip.pin[3:]}": "pin" for slip in slips}
    for cookies in world.players.values():
        rows |= {cookie.value: "phone" for cookie in cookies.values()}
    table = make_links(int(world.things["chouettes"]), a_caller())
    rows |= {table.write: "table", table.follow: "table"}
    rows |= dict.fromkeys((NAME, ADULT_ON, *KEPT_APART), "person")
    return rows | dict.fromkeys(Contact.objects.values_list("email", flat=True), "contact")


def seen_in(text: str, canaries: dict[str, str]) -> set[str]:
    """Return the kinds of secrets in a text; digits within a longer word are not a PIN."""
    return {
        f"{what} {canary}" if what in ("contact", "person") else what
        for canary, what in canaries.items()
        if canary in text and (what != "pin" or re.search(rf"(?<![\w]){canary}(?![\w])", text))
    }


def words_of(answer: Any) -> str:
    """Return an answer with its headers as text; of a paper its text."""
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    posted = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
    if content.startswith(b"%PDF"):
        return posted + "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    return posted + content.decode("utf-8", "replace")


def test_no_page_file_or_answer_shows_secrets_to_others(world: World, canaries: dict[str, str]) -> None:
    entrant, mine = world.things["entrants"], world.things["my"]
    allowed = {("/entrants/<int:pk>/", who): {f"contact {ADDRESS.format(entrant)}"} for who in STAFF}
    allowed["/my/<int:pk>/mail/", "player"] = {f"contact {ADDRESS.format(mine)}"}
    allowed |= {page: {f"person {each}" for each in seen} for page, seen in PERSON_PAGES.items()}
    shown = ("/chouettes/<int:pk>/follow/", "/api/v1/chouettes/<int:pk>/links/")
    allowed |= {(page, who): {"table"} for page in shown for who in STAFF}
    hits = {}

    for row in rows():
        if row["method"] == "GET":
            for who in WHO:
                seen = seen_in(words_of(world.ask(who, "GET", row["address"])), canaries)
                if seen:
                    hits[row["address"], who] = seen

    assert hits == allowed


def test_only_slips_show_secrets_on_paper(world: World, canaries: dict[str, str]) -> None:
    papers = [row["address"] for row in rows() if row["address"].endswith(".pdf") and row["method"] == "GET"]
    # A player's own papers are for that player alone.
    papers = [address for address in papers if not address.startswith("/my/")]
    # There is none while the books are open, as they are here.
    papers.remove("/tournaments/<int:pk>/closing-proof.pdf")
    # A knockout has no pairings, and no tables are set up.
    papers.remove("/events/<int:pk>/pairings.pdf")
    papers.remove("/tournaments/<int:pk>/table-cards.pdf")
    browser = Client()
    browser.cookies = world.cookies["director"]

    answers = {address: browser.get(world.path(address)) for address in papers}

    assert {address for address, answer in answers.items() if answer["Content-Type"] == "application/pdf"} == set(
        papers
    )
    # The members to sign and their cards have names, and nothing that is kept apart.
    name = {f"person {NAME}"}
    allowed = {f"{root}/clubs/<int:pk>/{paper}.pdf": name for root in ("", "/api/v1") for paper in ("members", "cards")}
    hits = {address: seen for address, answer in answers.items() if (seen := seen_in(words_of(answer), canaries))}
    assert hits == allowed


def test_no_row_stores_secrets(world: World, canaries: dict[str, str]) -> None:
    rows = {place for place, text in stored() if seen_in(text, canaries)}

    kept_apart = {f"clubs.personcontact.{name}" for name in ("email", "phone", "address", "note")}
    details = {f"clubs.persondetails.{name}" for name in ("name", "adult_on")}
    assert rows == {"tournaments.contact.email"} | kept_apart | details


def stored() -> Iterator[tuple[str, str]]:
    """Yield every text in the database with its place."""
    for model in apps.get_models():
        texts = [each for each in model._meta.concrete_fields if isinstance(each, models.CharField | models.TextField)]
        for field in texts:
            for text in model._default_manager.values_list(field.attname, flat=True):
                yield f"{model._meta.label_lower}.{field.attname}", str(text)


def test_the_log_masks_the_secrets_of_addresses(world: World, caplog: pytest.LogCaptureFixture) -> None:
    browser: Any = Client(enforce_csrf_checks=True)
    caplog.handler.addFilter(WithoutSecrets())

    browser.post(world.path("/l/<str:secret>/"))
    logging.getLogger("any").warning("Forbidden: %s", "/invitations/abc-123_x/")

    # Django logs a form that it refused, with the address.
    assert len(caplog.records) == 2
    assert str(world.things["l"]) not in caplog.text
    assert "/l/…" in caplog.text
    assert "/invitations/…" in caplog.text
