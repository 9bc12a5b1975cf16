"""The receipt by mail: to players who left an address, from desks that want it so, where mail is set up."""

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.test import Client
from pytest_django import Settings

from clubs.actions.undo import undo
from journal.actors import Actor
from journal.book import Caller
from runtime.models import Job
from tests.factories import Program, a_caller, a_desk_helper, a_director, a_stranger
from tests.pages.cash.test_books_pages import phone_of
from tests.tournaments.money.evenings import a_charged_open, payer_of
from tests.working import carry_out_all
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.money.cash import Hand, take
from tournaments.actions.money.letters import mail_receipt
from tournaments.models import Contact, Entrant, Receipt, Tournament

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


# --- Later


@pytest.fixture
def receipt(falk: tuple[Tournament, int]) -> Receipt:
    return take(falk[1], None, 5000, Hand(), a_caller()).receipt


def test_the_desk_mails_a_receipt_later_and_a_double_tap_mails_it_once(with_mail: None, receipt: Receipt) -> None:
    desk = Program(a_desk_helper(receipt.tournament.club))

    answers = [desk.post(f"receipts/{receipt.pk}/mail/") for _ in range(2)]
    carry_out_all()

    assert [(each.status, each.data) for each in answers] == [(200, {"receipt": receipt.pk, "number": 1})] * 2
    assert [(letter.to, letter.subject) for letter in mail.outbox] == [([TO], "Receipt 0001, Bilbao Autumn Open")]


def test_a_receipt_that_cannot_be_mailed_says_why(settings: Settings, with_mail: None, receipt: Receipt) -> None:
    desk = Program(a_desk_helper(receipt.tournament.club))
    address = f"receipts/{receipt.pk}/mail/"
    Contact.objects.update(email="")
    codes = [desk.post(address).code]
    undo("tournament", receipt.tournament_id, receipt.pk & 0xFFFFFFFF, a_caller())
    codes.append(desk.post(address).code)
    settings.MAIL = False
    codes.append(desk.post(address).code)

    assert codes == ["receipt.no_address", "receipt.undone", "receipt.no_mail"]
    assert desk.post("receipts/1/mail/").code == "receipt.unknown"
    assert Program(a_stranger()).post(address).status == 403
    assert not Job.objects.filter(key__startswith="receipt:").exists()


def test_the_button_at_the_cash_desk_mails_a_receipt(with_mail: None, receipt: Receipt) -> None:
    desk = Client()
    desk.force_login(a_desk_helper(receipt.tournament.club))
    address = f"/tournaments/{receipt.tournament_id}/cash/"
    assert 'value="mail"' in desk.get(f"{address}?payer={receipt.payer_id}").content.decode()

    form = {"do": "mail", "payer": receipt.payer_id, "receipt": receipt.pk, "once": "key-of-a-form"}
    answer = desk.post(address, form).content.decode()
    carry_out_all()

    assert "goes by mail to" in answer
    assert len(mail.outbox) == 1


def test_players_mail_their_own_receipt_and_no_other(with_mail: None, receipt: Receipt) -> None:
    entrant = Entrant.objects.get()
    enter(entrant.event_id, [Entry("Lucy Late")], a_caller())
    other = Entrant.objects.exclude(pk=entrant.pk).get().pk
    own = phone_of(entrant.event, 1)

    answer = own.post(f"/my/{entrant.pk}/account/", {"number": "1", "once": "key-of-a-form"}, follow=True)
    carry_out_all()

    assert "Receipt 0001 goes to you by mail." in answer.content.decode()
    assert len(mail.outbox) == 1
    with pytest.raises(PermissionDenied):
        mail_receipt(receipt.pk, Caller(actor=Actor("entrant", other, "phone")))
