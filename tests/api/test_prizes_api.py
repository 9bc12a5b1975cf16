"""Prizes and closing over the API: the same actions, rights and refusals as on the pages."""

import pytest

from tests.factories import Program, a_caller, a_club_owner, a_desk_helper, a_director, match_of, play_out
from tests.tournaments.money.test_closing import an_evening_to_close
from tests.tournaments.money.test_prizes import DIVISION, a_funded_event
from tournaments.actions.matches.corrections import correct_result
from tournaments.actions.matches.results import Report
from tournaments.actions.money.drawers import count_drawer
from tournaments.models import Event, Payer, PotSetup

pytestmark = pytest.mark.django_db


def director_of(event: Event) -> Program:
    return Program(a_director(event.tournament.club))


def test_a_division_is_set_with_the_version_that_was_seen() -> None:
    _, event = a_funded_event()
    program = director_of(event)
    shown = program.get(f"events/{event.pk}/prizes/")
    assert (shown.data["version"], shown.data["collected"], shown.data["entrants"]) == (1, 48000, 8)
    assert program.get(f"events/{event.pk}/prizes/", If_None_Match=shown.headers["ETag"]).status == 304

    body = {"division": {"table": "winner"}, "reason": "as announced"}
    kept = program.ask("PUT", f"events/{event.pk}/prizes/", body, If_Match="1")
    stale = program.ask("PUT", f"events/{event.pk}/prizes/", body, If_Match="1")

    assert (kept.status, kept.data["version"], kept.data["division"]["table"]) == (200, 2, "winner")
    assert (stale.status, stale.code) == (409, "stale")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"division": {"table": "nothing"}, "reason": "x"}, 422, "preset.unknown"),
        ({"division": [], "reason": "x"}, 422, "prizes.shape"),
        ({"division": {"table": "winner"}}, 422, "reason.empty"),
        ({"pot": "none", "division": {"table": "winner"}, "reason": "x"}, 422, "pot.unknown"),
        ({"reason": "x"}, 400, "unreadable"),
        ({"division": {"table": "winner"}, "colour": "red"}, 400, "unreadable"),
    ],
)
def test_what_cannot_be_is_refused_with_its_code(body: dict[str, object], status: int, code: str) -> None:
    _, event = a_funded_event()

    refused = director_of(event).ask("PUT", f"events/{event.pk}/prizes/", body)

    assert (refused.status, refused.code) == (status, code)
    assert PotSetup.objects.count() == 1


def test_a_preview_answers_with_every_field_size_and_keeps_nothing() -> None:
    _, event = a_funded_event()

    answer = director_of(event).post(f"events/{event.pk}/prizes/preview/", {"division": DIVISION})

    assert answer.status == 200
    assert [each["entrants"] for each in answer.data] == [4, 8, 16, 24, 32, 40]
    now = answer.data[1]
    assert (now["fund"], [each["amount"] for each in now["places"]]) == (43200, [17200, 8500, 4500, 4500, 8500])
    assert PotSetup.objects.count() == 1


def test_an_evening_goes_from_award_to_a_closed_book_over_the_api() -> None:
    tournament, event = an_evening_to_close()
    program = director_of(event)
    people = program.get(f"events/{event.pk}/payouts/").data["people"]
    assert [each["paid"] for each in people] == [17200, 8500, 8500, 4500, 4500]
    assert program.get(f"events/{event.pk}/payout-file/").data["added"] == 0

    refused = program.post(f"tournaments/{tournament.pk}/close-books/")
    assert (refused.status, refused.code) == (409, "books.open")
    count_drawer(tournament.pk, 1, 24800, "", a_caller())
    proof = program.get(f"tournaments/{tournament.pk}/proof/").data
    assert (proof["came_in"], proof["went_out"], proof["house"], proof["findings"]) == (48000, 43200, 4800, [])
    assert program.post(f"tournaments/{tournament.pk}/close-books/").data == {"tournament": tournament.pk, "sheet": 1}

    reason = {"reason": "a prize was wrong"}
    assert program.post(f"tournaments/{tournament.pk}/request-reopening/", reason).status == 200
    same = program.post(f"tournaments/{tournament.pk}/reopen-books/", reason)
    assert same.status == 403
    owner = Program(a_club_owner(tournament.club))
    assert owner.post(f"tournaments/{tournament.pk}/reopen-books/", reason).status == 200


def test_a_corrected_final_is_awarded_as_a_difference_over_the_api() -> None:
    _, event = a_funded_event()
    play_out(event)
    program = director_of(event)
    first = program.post(f"events/{event.pk}/award/").data
    assert sum(sum(lines.values()) for lines in first["differences"].values()) == 43200
    final = match_of(event, "C1")
    report = Report(points=(0, final.length))
    correct_result(final.pk, report, "the card was wrong", a_caller(seen=final.version))

    again = program.post(f"events/{event.pk}/award/").data

    assert sorted(sum(lines.values()) for lines in again["differences"].values()) == [-8700, 8700]
    assert program.post(f"events/{event.pk}/award/").data["record"] is None


def test_money_is_added_moved_and_kept_over_the_api() -> None:
    _, event = a_funded_event()
    program = director_of(event)
    added = program.post(f"events/{event.pk}/added-money/", {"giver": "Casino Bilbao", "amount": 50000})
    assert (added.status, added.data["amount"]) == (201, 50000)
    first, second = Payer.objects.order_by("pk")[:2]

    moved = program.post(f"payers/{first.pk}/transfer/", {"to": second.pk, "amount": 9000, "reason": "they split"})
    kept = program.post(f"payers/{second.pk}/unclaimed/", {"reason": "left early"})

    assert (moved.status, moved.data) == (201, {"payer": second.pk, "amount": 9000})
    assert (kept.status, kept.data) == (201, {"payer": second.pk, "amount": 3000})


def test_the_desk_reads_payouts_and_changes_nothing() -> None:
    _, event = a_funded_event()
    program = Program(a_desk_helper(event.tournament.club))

    assert program.get(f"events/{event.pk}/payouts/").status == 200
    assert program.post(f"events/{event.pk}/award/").status == 403
    assert program.get(f"tournaments/{event.tournament_id}/proof/").status == 403
