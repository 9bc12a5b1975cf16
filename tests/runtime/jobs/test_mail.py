"""Invitations by mail: the letter holds the link that was shown, and no job holds it."""

import re

import pytest
from django.core import mail
from django.test import Client
from pytest_django import Settings

from clubs.actions.invitations import Letter, end_invitation, invite
from clubs.models import Club, Invitation
from clubs.secrets import link_secret
from journal.models import Page
from journal.refusals import Refused, Unreadable
from runtime.models import Job
from tests.contents import refusal
from tests.factories import Program, a_caller, a_club, a_director, an_owner
from tests.working import carry_out_all

pytestmark = pytest.mark.django_db

TO = "sten@barpoint.example"


@pytest.fixture
def with_mail(settings: Settings) -> None:
    settings.MAIL = True
    settings.MAILERS = {"default": {"BACKEND": "django.core.mail.backends.locmem.EmailBackend"}}
    mail.outbox = []


def invited(club: Club, to: str = TO, site: str = "https://club.example") -> tuple[str, Invitation]:
    caller = a_caller(key="a form's key")
    secret = link_secret("invitation", caller)
    return secret, invite(club.pk, "desk", secret, caller, Letter(to, site))


def test_an_invitation_is_sent_with_the_link_that_was_shown(with_mail: None) -> None:
    browser, club = Client(), a_club("O'Neil & Söhne")
    browser.force_login(a_director(club))

    page = browser.post(f"/clubs/{club.pk}/members/", {"kind": "desk", "email": f" {TO} "}).content.decode()
    carry_out_all()

    shown = re.findall(r"http://testserver/invitations/[^<]+", page)[0]
    letter = mail.outbox[0]
    assert (letter.to, letter.subject) == ([TO], "Invitation to O'Neil & Söhne")
    assert f"\n{shown}\n" in str(letter.body)
    assert "invites you to O'Neil & Söhne on Barpoint, as: Desk helper." in str(letter.body)
    assert "It is being sent to" in page
    assert Client().get(shown.removeprefix("http://testserver")).status_code == 200
    assert TO in browser.get(f"/clubs/{club.pk}/members/").content.decode()


def test_over_the_api_without_a_key_too(with_mail: None) -> None:
    club = a_club()

    answer = Program(an_owner()).post(f"clubs/{club.pk}/invitations/", {"kind": "desk", "email": TO})
    carry_out_all()

    assert answer.status == 201
    assert answer.data["path"] in str(mail.outbox[0].body)


def test_neither_the_job_nor_the_memory_holds_the_link_or_the_address(with_mail: None) -> None:
    secret, made = invited(a_club())

    kept = str(list(Job.objects.values())) + str(list(Page.objects.values())) + str(list(Invitation.objects.values()))
    assert secret not in kept
    assert TO not in str(list(Job.objects.values())) + str(list(Page.objects.values()))
    assert made.sent_to == TO


def test_an_invitation_that_was_ended_is_not_sent(with_mail: None) -> None:
    _, made = invited(a_club())
    end_invitation(made.pk, a_caller())

    carry_out_all()

    assert mail.outbox == []


def test_with_another_secret_key_the_job_says_that_the_link_is_lost(with_mail: None, settings: Settings) -> None:
    invited(a_club())
    settings.SECRET_KEY = "another key of this installation, long enough"

    carry_out_all()

    assert mail.outbox == []
    assert "SECRET_KEY has changed" in Job.objects.get().error


def test_an_invalid_address_is_refused_and_stays_in_the_form(with_mail: None) -> None:
    browser, club = Client(), a_club()
    browser.force_login(a_director(club))

    answer = browser.post(f"/clubs/{club.pk}/members/", {"kind": "desk", "email": "sten@"})

    assert answer.status_code == 400
    assert 'value="sten@"' in answer.content.decode()
    assert refusal(lambda: invited(club, "a@b\nBcc: c@d.example"), Unreadable).code == "email.unreadable"
    assert not Invitation.objects.exists()


def test_without_mail_sending_is_neither_offered_nor_accepted() -> None:
    browser, club = Client(), a_club()
    browser.force_login(a_director(club))

    assert "invite-email" not in browser.get(f"/clubs/{club.pk}/members/").content.decode()
    assert refusal(lambda: invited(club), Refused).code == "mail.off"
    assert not Job.objects.exists()
