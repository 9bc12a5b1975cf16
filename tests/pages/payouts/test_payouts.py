"""Payouts: who is due what and why, awarded with the difference in view, chopped, kept, corrected, and on paper."""

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from clubs.models import User
from journal.verify import verify
from rules.match.terms import BOTTOM
from tests.factories import a_caller, a_desk_helper, a_director, match_of, play, play_code, play_out
from tests.tournaments.money.evenings import lines_of, payer_of
from tests.tournaments.money.test_prizes import DIVISION, a_funded_event
from tournaments.actions.matches.corrections import correct_result
from tournaments.actions.matches.results import Report
from tournaments.actions.money.cash import Hand, hand_out, take
from tournaments.actions.money.lines import Decision, decide_line
from tournaments.actions.money.prizes import add_money_of, award_prizes, set_pot
from tournaments.models import Award, Entrant, Event, Payer, PrizeTransfer, Unclaimed
from tournaments.pages.payouts.sheet import payout_sheet
from tournaments.read.draws.view import match_list
from tournaments.read.money.payouts import payouts_of

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[3]


def of(event: Event) -> Client:
    client = Client()
    known = User.objects.filter(email="petra@barpoint.example").first()
    client.force_login(known or a_director(event.tournament.club))
    return client


def address(event: Event) -> str:
    return f"/events/{event.pk}/payouts/"


def words(answer: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def everybody_pays() -> None:
    for payer in Payer.objects.all():
        take(payer.pk, None, None, Hand(), a_caller())


def correct_the_final(event: Event) -> None:
    final = match_of(event, "C1")
    report = Report(points=(0, final.length))
    correct_result(final.pk, report, "the card was wrong", a_caller(seen=final.version))


def checked(event: Event, tmp_path: Path, query: str = "") -> dict[str, Any]:
    """Return what the command makes of the file that the page exports."""
    answer = Client().get(f"/events/{event.pk}/payout.json{query}")
    assert answer.status_code == 200
    file = tmp_path / "payout.json"
    file.write_bytes(answer.content)
    finished = subprocess.run(
        [sys.executable, "-m", "rules", "payout", str(file), "--json"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert finished.returncode == 0, finished.stderr
    values: dict[str, Any] = json.loads(finished.stdout)
    return values


def by_name(event: Event, line: str) -> dict[str, int]:
    """Return name → what stands as awarded on this line of everybody's account."""
    sums = {}
    for entrant in Entrant.objects.filter(event=event):
        amount = -lines_of(event.tournament, payer_of(entrant.pk)).get(line, 0)
        if amount:
            sums[entrant.particulars.order_by("-turn")[0].name] = amount
    return sums


def test_what_an_award_would_post_is_shown_before_it_is_posted() -> None:
    _, event = a_funded_event()
    play_out(event)

    shown = words(of(event).get(address(event)))

    assert "432.00 can be awarded" in shown
    assert "What an award would post" in shown
    assert "Semi-finals, shared by 2" in shown
    assert not Award.objects.exists()

    answer = of(event).post(address(event), {"do": "award"})

    assert answer.status_code == 303
    assert Award.objects.count() == 1
    shown = words(of(event).get(address(event)))
    assert "What an award would" not in shown
    assert "432.00 of 432.00 awarded" in shown
    assert verify() == []


def test_open_places_are_said_in_words_and_the_others_can_be_awarded() -> None:
    _, event = a_funded_event()
    for code in ("A1", "A2", "A3", "A4", "B1"):
        play_code(event, code)

    shown = words(of(event).get(address(event)))

    assert "Still played for:" in shown
    assert "Winner 172.00" in shown
    assert "Only what is settled. The open places wait." in shown


def test_a_final_corrected_after_payouts_says_who_pays_back_and_who_gets_more() -> None:
    tournament, event = a_funded_event()
    everybody_pays()
    play_out(event)
    award_prizes(event.pk, a_caller())
    for payer in Payer.objects.all():
        if sum(lines_of(tournament, payer.pk).values()) < 0:
            hand_out(payer.pk, None, Hand(), a_caller())
    assert "All prizes are paid: 432.00" in words(of(event).get(address(event)))

    correct_the_final(event)

    shown = words(of(event).get(address(event)))
    assert "The places changed after the award" in shown
    assert "172.00 85.00 −87.00" in shown
    assert "85.00 172.00 87.00" in shown

    of(event).post(address(event), {"do": "award"})

    shown = words(of(event).get(address(event)))
    assert "87.00 to collect, 87.00 to pay" in shown
    assert "awarded 85.00, has 172.00 87.00 to collect" in shown
    assert "awarded 172.00, has 85.00 87.00 to pay" in shown
    assert "Collect at the cash desk" in shown
    assert "Pay at the cash desk" in shown
    assert verify() == []


def test_whoever_has_to_pay_all_of_a_prize_back_is_listed_though_nothing_is_awarded_to_them(tmp_path: Path) -> None:
    tournament, event = a_funded_event()
    winner_takes_all = {"table": [{"bracket": "main", "place": 1, "share": "1"}]}
    set_pot(event.pk, "", winner_takes_all, "announced otherwise", a_caller())
    everybody_pays()
    play_out(event)
    award_prizes(event.pk, a_caller())
    first = min(Payer.objects.all(), key=lambda each: sum(lines_of(tournament, each.pk).values()))
    hand_out(first.pk, None, Hand(), a_caller())

    correct_the_final(event)
    award_prizes(event.pk, a_caller())

    sheet = payout_sheet(payouts_of(event))
    people = {each.payer: (each.awarded, each.paid, each.to_collect, each.to_pay) for each, _ in sheet.people}
    other = next(payer for payer in people if payer != first.pk)
    assert people == {first.pk: (0, 48000, 48000, 0), other: (48000, 0, 0, 48000)}
    assert list(checked(event, tmp_path)["to_collect"].values()) == [48000]
    assert "480.00 to collect" in words(of(event).get(address(event)))


def test_a_chop_is_recorded_with_its_reason_and_leaves_awards() -> None:
    tournament, event = a_funded_event()
    everybody_pays()
    play_out(event)
    award_prizes(event.pk, a_caller())
    first, second = sorted(Payer.objects.all(), key=lambda each: sum(lines_of(tournament, each.pk).values()))[:2]
    body = {"do": "move", "giver": first.pk, "taker": second.pk, "amount": "43.50", "reason": "they split the final"}

    assert of(event).post(address(event), body | {"reason": ""}).status_code == 422
    assert of(event).post(address(event), body | {"amount": "some"}).status_code == 422
    assert of(event).post(address(event), body | {"taker": first.pk}).status_code == 422
    assert of(event).post(address(event), body).status_code == 303

    assert [each.amount for each in PrizeTransfer.objects.all()] == [4350]
    shown = words(of(event).get(address(event)))
    assert "−43.50 left to others" in shown
    assert "43.50 from others" in shown


def test_what_nobody_collects_the_club_keeps() -> None:
    tournament, event = a_funded_event()
    everybody_pays()
    play_out(event)
    award_prizes(event.pk, a_caller())
    winner = min(Payer.objects.all(), key=lambda each: sum(lines_of(tournament, each.pk).values()))
    director = of(event)

    assert director.post(address(event), {"do": "keep", "payer": winner.pk, "reason": ""}).status_code == 422
    assert director.post(address(event), {"do": "keep", "payer": "99", "reason": "left"}).status_code == 422
    answer = director.post(address(event), {"do": "keep", "payer": winner.pk, "reason": "left early"})

    assert answer.status_code == 303
    assert [each.amount for each in Unclaimed.objects.all()] == [17200]


def test_the_desk_sees_payouts_and_does_not_award() -> None:
    _, event = a_funded_event()
    play_out(event)
    client = Client()
    client.force_login(a_desk_helper(event.tournament.club))

    page = client.get(address(event))

    assert page.status_code == 200
    assert "<button" not in page.content.decode().partition("<main")[2].partition("</main>")[0]
    assert client.post(address(event), {"do": "award"}).status_code == 403


def test_the_payout_list_has_room_for_signatures_and_a_blank_one_has_no_names() -> None:
    _, event = a_funded_event()
    play_out(event)
    director = of(event)

    printed, blank = (
        "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)
        for answer in (
            director.get(f"/events/{event.pk}/payouts.pdf"),
            director.get(f"/events/{event.pk}/payouts.pdf?blank=1"),
        )
    )

    assert "172.00" in printed
    assert "Prize fund 432.00" in re.sub(r"\s+", " ", printed)
    assert "Received, signature" in printed
    assert "172.00" not in blank
    assert "Received, signature" in blank
    assert director.get(f"/events/{event.pk}/payouts.pdf?paper=A9").status_code == 422


def test_the_exported_file_pays_what_was_awarded(tmp_path: Path) -> None:
    _, event = a_funded_event()
    add_money_of(event.pk, "Casino Bilbao", 12345, a_caller())
    one = Entrant.objects.get(event=event, number=1).pk
    decide_line(payer_of(one), Decision("waived", f"main:{one}", reason="helper"), a_caller())
    play_out(event)
    award_prizes(event.pk, a_caller())

    values = checked(event, tmp_path)

    assert values["fund"] == {"collected": 42000, "house": 4200, "added": 12345, "fund": 50145}
    assert values["payouts"] == by_name(event, f"prize:{event.pk}")
    assert sum(values["payouts"].values()) == 50145


def test_the_exported_file_of_a_side_pool_pays_what_was_awarded(tmp_path: Path) -> None:
    _, event = a_funded_event()
    division = {"table": [{"bracket": "main", "place": 1, "share": 2}, {"bracket": "main", "place": 2, "share": 1}]}
    set_pot(event.pk, "pool", division, "as posted", a_caller())
    for entrant in Entrant.objects.filter(event=event, number__in=[2, 5, 7]):
        decide_line(payer_of(entrant.pk), Decision("chosen", f"pool:{entrant.pk}"), a_caller())
    play_out(event)
    award_prizes(event.pk, a_caller())

    values = checked(event, tmp_path, "?pot=pool")

    assert values["payouts"] == by_name(event, f"prize:{event.pk}:pool")
    assert values["fund"]["fund"] == 12000


def test_each_pot_has_a_file_of_its_own_name() -> None:
    _, event = a_funded_event()
    set_pot(event.pk, "pool", {"table": [{"bracket": "main", "place": 1, "share": 1}]}, "added", a_caller())
    entrant = Entrant.objects.filter(event=event)[0]
    decide_line(payer_of(entrant.pk), Decision("chosen", f"pool:{entrant.pk}"), a_caller())

    names = [
        Client().get(f"/events/{event.pk}/payout.json{query}").headers["Content-Disposition"]
        for query in ("", "?pot=pool")
    ]

    assert names == [
        f'attachment; filename="payout-{event.pk}.json"', f'attachment; filename="payout-{event.pk}-pool.json"',
    ]  # fmt: skip
    assert f"python -m rules payout payout-{event.pk}-pool.json" in words(of(event).get(address(event)))


def test_after_a_correction_the_exported_file_says_who_pays_back(tmp_path: Path) -> None:
    tournament, event = a_funded_event()
    everybody_pays()
    play_out(event)
    award_prizes(event.pk, a_caller())
    for payer in Payer.objects.all():
        if sum(lines_of(tournament, payer.pk).values()) < 0:
            hand_out(payer.pk, None, Hand(), a_caller())
    assert checked(event, tmp_path)["to_collect"] == {}

    correct_the_final(event)

    values = checked(event, tmp_path)
    assert list(values["to_pay"].values()) == [8700]
    assert list(values["to_collect"].values()) == [8700]
    assert values["to_pay"].keys() != values["to_collect"].keys()


def test_a_pot_without_a_division_has_no_file() -> None:
    _, event = a_funded_event()

    assert Client().get(f"/events/{event.pk}/payout.json?pot=pool").status_code == 404


def test_a_final_to_which_neither_may_come_keeps_a_part_of_the_other_prizes_open() -> None:
    _, event = a_funded_event()
    while rows := [card for card in match_list(event.pk, status="open") if card.code != "C1"]:
        for card in rows:
            play(card)

    lines = [each for pot in payouts_of(event).pots for each in pot.lines if each.first == 3]

    # Shared by the finalists the first two places are 64.80 each to the unit below, 129.50; what is over goes to them.
    assert [(each.amount, each.sure) for each in lines] == [(4500, 4000), (4500, 4000)]


def test_a_player_who_lost_late_is_not_paid_before_ties_are_known() -> None:
    _, event = a_funded_event(division=DIVISION | {"table": "4-2-1"})
    for code in ("A1", "A2", "A3", "A4", "B1"):
        play_code(event, code, BOTTOM)

    shown = words(of(event).get(address(event)))

    assert "shared by 2" in shown
    assert "before ties" in shown
