"""Books are closed when they balance, everybody has what is theirs, and every drawer was counted."""

import pytest
from django.core.exceptions import PermissionDenied

from clubs.read.books import balances
from journal.refusals import Refused
from journal.verify import verify
from runtime.models import Job
from tests.factories import a_caller, a_club_owner, a_director, by, match_of, play_out
from tests.tournaments.money.evenings import a_charged_open, books
from tests.tournaments.money.test_prizes import a_funded_event
from tournaments.actions.matches.corrections import correct_result
from tournaments.actions.matches.results import Report
from tournaments.actions.money.cash import Hand, hand_out, take
from tournaments.actions.money.closing import close_books, reopen_books, request_reopening
from tournaments.actions.money.club_books import book_in_club
from tournaments.actions.money.drawers import count_drawer, open_drawer
from tournaments.actions.money.lines import Decision, decide_line
from tournaments.actions.money.prizes import award_prizes
from tournaments.models import Event, Payer, Tournament
from tournaments.read.money.payers import line_sums
from tournaments.read.money.proof import Finding, MoneyRow, ProofRow, proof_of

pytestmark = pytest.mark.django_db


def an_evening_to_close() -> tuple[Tournament, Event]:
    """Return a tournament whose 8 entrants paid 480.00 in cash and whose prizes of 432.00 were handed out."""
    tournament, event = a_funded_event()
    open_drawer(tournament.pk, 1, 20000, a_caller())
    for payer in Payer.objects.all():
        take(payer.pk, None, None, Hand(), a_caller())
    play_out(event)
    award_prizes(event.pk, a_caller())
    for payer in Payer.objects.all():
        if sum(line_sums(tournament.stream_id, [payer.pk]).get(payer.pk, {}).values()) < 0:
            hand_out(payer.pk, None, Hand(), a_caller())
    tournament.refresh_from_db()
    return tournament, event


def club_books(tournament: Tournament) -> dict[str, int]:
    return {row.kind: row.balance for row in balances(tournament.club.stream_id) if row.balance}


def test_an_evening_that_balances_is_closed() -> None:
    tournament, event = an_evening_to_close()
    count_drawer(tournament.pk, 1, 24800, "", a_caller())

    proof = proof_of(tournament)

    assert proof.rows == (ProofRow("fund", event.pk, "", 48000, 43200),)
    assert proof.money == (MoneyRow("cash", 1, 48000, 43200, 4800, 4800, 20000),)
    assert (proof.came_in, proof.went_out, proof.house, proof.findings) == (48000, 43200, 4800, ())

    closing = close_books(tournament.pk, a_caller())

    assert (closing.sheet, books(tournament)) == (1, {})
    assert verify() == []


def test_a_difference_in_the_drawer_is_the_houses() -> None:
    tournament, event = an_evening_to_close()
    count_drawer(tournament.pk, 1, 24300, "5.00 missing", a_caller())

    proof = proof_of(tournament)

    assert proof.rows == (
        ProofRow("fund", event.pk, "", 48000, 43200),
        ProofRow("difference", 1, "", -500, 0),
    )
    assert (proof.came_in, proof.went_out, proof.house) == (47500, 43200, 4300)
    assert proof.money == (MoneyRow("cash", 1, 48000, 43200, 4800, 4300, 20000),)


def test_nothing_is_closed_while_something_is_open() -> None:
    tournament, event = a_funded_event()
    play_out(event)
    first = Payer.objects.order_by("pk")[0]
    for payer in Payer.objects.exclude(pk=first.pk):
        take(payer.pk, None, None, Hand(), a_caller())

    with pytest.raises(Refused) as refused:
        close_books(tournament.pk, a_caller())

    assert refused.value.code == "books.open"
    assert proof_of(tournament).findings == (
        Finding("owed", first.pk, 6000),
        Finding("unawarded", event.pk, 43200, ""),
        Finding("uncounted", 1, 42000),
    )


def test_a_prize_that_is_not_collected_keeps_the_books_open() -> None:
    tournament, event = a_funded_event()
    for payer in Payer.objects.all():
        take(payer.pk, None, None, Hand(), a_caller())
    play_out(event)
    award_prizes(event.pk, a_caller())

    codes = [finding.code for finding in proof_of(tournament).findings]

    assert codes == ["uncollected"] * 5 + ["uncounted"]


def test_money_cannot_move_once_the_books_are_closed() -> None:
    tournament, event = an_evening_to_close()
    count_drawer(tournament.pk, 1, 24800, "", a_caller())
    close_books(tournament.pk, a_caller())

    with pytest.raises(Refused, match=r"books\.closed"):
        award_prizes(event.pk, a_caller())
    with pytest.raises(Refused, match=r"books\.closed"):
        open_drawer(tournament.pk, 1, 100, a_caller())
    with pytest.raises(Refused, match=r"books\.closed"):
        close_books(tournament.pk, a_caller())


def test_what_is_left_goes_to_the_books_of_the_club_once() -> None:
    tournament, _ = an_evening_to_close()
    count_drawer(tournament.pk, 1, 24800, "", a_caller())
    closing = close_books(tournament.pk, a_caller())

    assert Job.objects.filter(key=f"club-books:{closing.record_id}").count() == 1
    book_in_club(closing.record_id)
    book_in_club(closing.record_id)

    assert club_books(tournament) == {"cash": 4800, "income": -4800}
    assert verify() == []


def test_closed_books_are_opened_again_by_two_people() -> None:
    tournament, _ = an_evening_to_close()
    count_drawer(tournament.pk, 1, 24800, "", a_caller())
    before = books(tournament)
    closing = close_books(tournament.pk, a_caller())
    book_in_club(closing.record_id)
    owner, director = a_club_owner(tournament.club), a_director(tournament.club)
    with pytest.raises(Refused, match=r"reopening\.none"):
        reopen_books(tournament.pk, "a prize was wrong", by(owner))
    request_reopening(tournament.pk, "a prize was wrong", by(owner))
    with pytest.raises(Refused, match=r"reopening\.same"):
        reopen_books(tournament.pk, "a prize was wrong", by(owner))
    request_reopening(tournament.pk, "a prize was wrong", by(director))

    again = reopen_books(tournament.pk, "a prize was wrong", by(owner))
    book_in_club(again.record_id)

    assert books(tournament) == before
    assert club_books(tournament) == {}
    assert verify() == []

    count_drawer(tournament.pk, 1, 24800, "", a_caller())

    assert close_books(tournament.pk, a_caller()).sheet == 2


def test_a_director_does_not_open_closed_books() -> None:

    tournament, _ = an_evening_to_close()
    count_drawer(tournament.pk, 1, 24800, "", a_caller())
    close_books(tournament.pk, a_caller())
    request_reopening(tournament.pk, "a prize was wrong", by(a_club_owner(tournament.club)))

    with pytest.raises(PermissionDenied):
        reopen_books(tournament.pk, "a prize was wrong", by(a_director(tournament.club)))


def test_a_corrected_final_keeps_the_books_open_until_it_is_awarded_anew() -> None:
    tournament, event = an_evening_to_close()
    count_drawer(tournament.pk, 1, 24800, "", a_caller())
    final = match_of(event, "C1")
    report = Report(points=(0, final.length))
    correct_result(final.pk, report, "the card was wrong", a_caller(seen=final.version))

    assert proof_of(tournament).findings == (Finding("unawarded", event.pk, 8700, ""),)
    with pytest.raises(Refused, match=r"books\.open"):
        close_books(tournament.pk, a_caller())

    award_prizes(event.pk, a_caller())

    assert sorted((each.code, each.amount) for each in proof_of(tournament).findings) == [
        ("owed", 8700),
        ("uncollected", 8700),
    ]


def test_a_deposit_that_nobody_decided_about_keeps_the_books_open() -> None:
    tournament, _, _ = a_charged_open(1)
    [payer] = Payer.objects.all()
    decide_line(payer.pk, Decision("chosen", "clock"), a_caller())

    assert Finding("deposit", payer.pk, 2000, "clock") in proof_of(tournament).findings

    decide_line(payer.pk, Decision("kept", "clock", reason="the clock is broken"), a_caller())

    assert "deposit" not in {each.code for each in proof_of(tournament).findings}

    decide_line(payer.pk, Decision("kept", "clock", on=False, reason="it works"), a_caller())
    decide_line(payer.pk, Decision("returned", "clock"), a_caller())

    assert "deposit" not in {each.code for each in proof_of(tournament).findings}
