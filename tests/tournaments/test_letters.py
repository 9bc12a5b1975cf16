"""Letters to players about a call to a table and about reports of a match, once each, where an address is known."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.core import mail
from django.core.mail.backends import locmem
from django.utils import timezone
from pytest_django import Settings

from rules.match.terms import BOTTOM, TOP
from runtime.models import Job
from tests.factories import a_caller, a_match, play
from tests.phones import says
from tests.working import carry_out_all
from tournaments.actions.entrants.entering import rename
from tournaments.actions.matches.calls import call_match
from tournaments.models import Contact, Entrant, Link, Match, Particulars

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _with_mail(settings: Settings) -> None:
    settings.MAIL = True
    settings.MAILERS = {"default": {"BACKEND": "django.core.mail.backends.locmem.EmailBackend"}}
    settings.DEFAULT_FROM_EMAIL = "desk@barpoint.example"
    mail.outbox = []


def names(match: Match) -> tuple[str, str]:
    rows = [Particulars.objects.filter(entrant=who).latest("turn").name for who in (match.top_id, match.bottom_id)]
    return rows[0], rows[1]


def the_top(match: Match) -> Entrant:
    assert match.top is not None
    return match.top


def with_addresses(match: Match) -> Match:
    for who, word in ((match.top, "top"), (match.bottom, "bottom")):
        assert who is not None
        Contact.objects.create(entrant=who, email=f"{word}@barpoint.example")
    return match


def sent() -> list[tuple[list[str], str, str]]:
    return [(letter.to, str(letter.subject), str(letter.body)) for letter in mail.outbox]


def test_both_are_called_to_their_table() -> None:
    match = with_addresses(a_match(length=7))
    top, bottom = names(match)

    call_match(match.pk, "4", a_caller())
    ended = carry_out_all()

    event = match.draw.event.name
    assert sent() == [
        (
            ["top@barpoint.example"],
            f"Please come to table 4: {match.code}",
            f"{top}, please come to table 4 to play {bottom}.\n{event}, {match.code}, 7 points\n",
        ),
        (
            ["bottom@barpoint.example"],
            f"Please come to table 4: {match.code}",
            f"{bottom}, please come to table 4 to play {top}.\n{event}, {match.code}, 7 points\n",
        ),
    ]
    assert [(job.state, job.parent_id) for job in ended] == [
        ("done", None),
        ("done", ended[0].pk),
        ("done", ended[0].pk),
    ]


def test_both_players_get_a_letter_about_a_result_with_the_link_to_their_page() -> None:
    match = with_addresses(a_match(length=7))
    top, bottom = names(match)
    Link.objects.create(entrant=the_top(match), hash="1", address="https://hall.example:8000", made_at=timezone.now())

    play(match, loser_points=3)
    carry_out_all()

    text = f"{match.code} {top} beat {bottom} 7–3"
    assert sent()[0] == (
        ["top@barpoint.example"],
        f"{match.draw.event.name}: {text}",
        f"{text}\n\nhttps://hall.example:8000/players/{match.top_id}/\n",
    )
    assert sent()[1][2] == f"{text}\n"


def test_a_letter_about_a_claim_gives_its_deadline_in_the_tournaments_time(at: Callable[[datetime], None]) -> None:
    match = with_addresses(a_match(length=7))
    at(datetime(2026, 11, 21, 15, 42, tzinfo=UTC))

    says(match, BOTTOM, (5, 7))
    carry_out_all()

    assert [letter.to for letter in mail.outbox] == [["top@barpoint.example"]]
    assert "\n\nIt will be settled at 16:52. If it is wrong, say so before then" in sent()[0][2]


def test_a_letter_about_two_results_sends_the_player_to_the_desk() -> None:
    match = with_addresses(a_match(length=7))
    says(match, BOTTOM, (5, 7))
    carry_out_all()
    mail.outbox.clear()

    says(match, TOP, (7, 5))
    carry_out_all()

    assert [letter.to for letter in mail.outbox] == [["bottom@barpoint.example"]]
    assert "The players reported different results. Please go to the desk, which will decide." in sent()[0][2]
    assert "settled at" not in sent()[0][2]


def test_a_letter_that_is_sent_twice_is_the_same_letter() -> None:
    match = with_addresses(a_match())
    call_match(match.pk, "4", a_caller())
    carry_out_all()

    Job.objects.update(state="waiting", relayed_at=None)
    carry_out_all()

    rows = [(letter.to, letter.extra_headers["Message-ID"]) for letter in mail.outbox]
    assert len(rows) == 4
    assert rows[:2] == rows[2:]
    assert rows[0][1].endswith("@barpoint.example>")
    assert rows[0][1] != rows[1][1]


def test_a_call_that_was_taken_back_sends_no_letter() -> None:
    match = with_addresses(a_match())
    call_match(match.pk, "4", a_caller())
    call_match(match.pk, "", a_caller())

    carry_out_all()

    assert mail.outbox == []


def test_a_player_moved_to_another_table_gets_one_letter_about_that_table() -> None:
    match = with_addresses(a_match())
    call_match(match.pk, "4", a_caller())
    call_match(match.pk, "5", a_caller())

    carry_out_all()

    assert {letter.subject for letter in mail.outbox} == {f"Please come to table 5: {match.code}"}


def test_where_no_address_is_known_nobody_is_written_to() -> None:
    match = a_match()
    Contact.objects.create(entrant=the_top(match), email="")

    call_match(match.pk, "4", a_caller())
    ended = carry_out_all()

    assert [job.state for job in ended] == ["done"]
    assert mail.outbox == []


def test_without_mail_no_job_is_enqueued(settings: Settings) -> None:
    settings.MAIL = False
    match = with_addresses(a_match())

    call_match(match.pk, "4", a_caller())

    assert not Job.objects.exists()


def test_jobs_name_rows_and_no_addresses() -> None:
    match = with_addresses(a_match())

    call_match(match.pk, "4", a_caller())
    carry_out_all()

    assert [job.arguments for job in Job.objects.order_by("pk")] == [
        f'{{"record":{Job.objects.get(parent=None).record_id}}}',
        f'{{"entrant":{match.top_id},"record":{Job.objects.get(parent=None).record_id}}}',
        f'{{"entrant":{match.bottom_id},"record":{Job.objects.get(parent=None).record_id}}}',
    ]


def test_a_name_is_written_as_it_is_and_stays_in_its_line() -> None:
    match = with_addresses(a_match())
    hostile = "Bcc: <all@x.example> O'Neil & Söhne"
    rename(match.top_id or 0, {"name": hostile}, a_caller())

    call_match(match.pk, "4", a_caller())
    carry_out_all()
    play(match, BOTTOM)
    carry_out_all()

    assert str(mail.outbox[0].body).startswith(f"{hostile}, please come to table 4")
    assert hostile in mail.outbox[2].subject
    assert all("\n" not in letter.subject and letter.to[0].endswith("@barpoint.example") for letter in mail.outbox)
    assert all("Bcc" not in letter.message() and letter.recipients() == letter.to for letter in mail.outbox)


class Refusing(locmem.EmailBackend):
    """A mail server that takes nothing, and says so with the address in its answer."""

    def send_messages(self, messages: object) -> int:
        from smtplib import SMTPRecipientsRefused  # noqa: PLC0415 -- only here

        raise SMTPRecipientsRefused({"top@barpoint.example": (550, b"no such mailbox top@barpoint.example")})


def test_an_undeliverable_letter_is_tried_for_an_hour_and_its_address_shown_nowhere(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    match = a_match()
    Contact.objects.create(entrant=the_top(match), email="top@barpoint.example")
    settings.MAILERS = {"default": {"BACKEND": f"{__name__}.Refusing"}}
    call_match(match.pk, "4", a_caller())

    for _ in range(20):
        carry_out_all()
        Job.objects.filter(state="waiting").update(due_at=timezone.now())

    parent, letter = Job.objects.order_by("pk")
    assert (parent.state, letter.state, letter.attempts) == ("parted", "dead", 14)
    assert letter.error == "LetterLost: SMTPRecipientsRefused"
    assert "barpoint.example" not in caplog.text
