"""The receipt by mail: to players who left an address, from desks that want it so, where mail is set up."""

import pytest
from django.core import mail
from django.test import Client
from pytest_django import Settings

from clubs.actions.undo import undo
from runtime.models import Job
from tests.factories import a_caller, a_director
from tests.tournaments.money.evenings import a_charged_open, payer_of
from tests.working import carry_out_all
from tournaments.actions.money.cash import Hand, take
from tournaments.models import Contact, Entrant, Tournament

pytestmark = pytest.mark.django_db
TO = "falk@barpoint.example"


@pytest.fixture
def with_mail(settings: Settings) -> None:
    settings.MAIL = True
    settings.MAILERS = {"default": {"BACKEND": "django.core.mail.backends.locmem.EmailBackend"}}
    mail.outbox = []


@pytest.fixture
def falk() -> tuple[Tournament, int]:
    """A tournament and the payer of its first player, who left an address."""
    tournament, main, _ = a_charged_open(1)
    entrant = Entrant.objects.get(event=main)
    Contact.objects.create(entrant=entrant, email=TO)
    return tournament, payer_of(entrant.pk)


def test_the_receipt_is_mailed_where_the_desk_wants_it(with_mail: None, falk: tuple[Tournament, int]) -> None:
    take(falk[1], None, 5000, Hand(mails=True), a_caller())
    carry_out_all()

    [letter] = mail.outbox
    assert (letter.to, letter.subject) == ([TO], "Receipt 0001, Bilbao Autumn Open")
    body = str(letter.body)
    assert body.startswith("Falk Brenner\n")
    assert "Main, entry: EUR 50.00\n" in body
    assert "Paid, cash: EUR 50.00\n" in body
    assert "Still owed: EUR 35.00" in body


def test_no_letter_unless_the_desk_mails(with_mail: None, falk: tuple[Tournament, int]) -> None:
    take(falk[1], None, None, Hand(), a_caller())

    assert not Job.objects.filter(key__startswith="receipt:").exists()


def test_without_mail_there_is_no_letter(falk: tuple[Tournament, int]) -> None:
    take(falk[1], None, None, Hand(mails=True), a_caller())

    assert not Job.objects.filter(key__startswith="receipt:").exists()


def test_an_undone_receipt_is_not_mailed(with_mail: None, falk: tuple[Tournament, int]) -> None:
    receipt = take(falk[1], None, None, Hand(mails=True), a_caller()).receipt
    undo("tournament", falk[0].pk, receipt.pk & 0xFFFFFFFF, a_caller())

    carry_out_all()

    assert mail.outbox == []


def test_a_desk_remembers_that_it_mails(with_mail: None, falk: tuple[Tournament, int]) -> None:
    tournament, payer = falk
    desk = Client()
    desk.force_login(a_director(tournament.club))
    address = f"/tournaments/{tournament.pk}/cash/"

    desk.post(address, {"do": "till", "drawer": "2", "prints": "1", "mails": "1"})
    desk.post(address, {"do": "take", "payer": payer, "means": "cash", "shown": 8500, "once": "key-of-a-form"})
    carry_out_all()

    assert desk.cookies["cash-desk"].value == "2-print-mail"
    assert [letter.to for letter in mail.outbox] == [[TO]]
