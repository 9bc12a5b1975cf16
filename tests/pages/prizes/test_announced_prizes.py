"""Prizes where everybody reads them: on pages, the wall, the draw sheet and the rules, in place of typed text."""

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import a_caller, an_event
from tests.pages.prizes.test_prize_fund import a_priced_event, of
from tests.pages.reading import page_of
from tests.tournaments.money.evenings import charge_fees
from tournaments.actions.draws.making import make_draw
from tournaments.actions.events import EventSheet, set_up_event
from tournaments.actions.money.prizes import set_pot
from tournaments.models import Event
from tournaments.pages.wall.sheet import query_of, wall_sheet
from tournaments.papers.draw_sheet import draw_sheet_html
from tournaments.papers.draw_sheet_rows import draw_sheet
from tournaments.papers.rules_page import event_rules
from tournaments.read.events import event_of

pytestmark = pytest.mark.django_db


def prizes_on_paper(event: Event) -> tuple[str, ...]:
    return next((part.sentences for part in event_rules(event_of(event.pk)).parts if part.label == "Prizes"), ())


def test_a_fund_is_announced_and_replaces_the_typed_text() -> None:
    event = a_priced_event(24)
    set_up_event(event.pk, EventSheet(None, None, {"prizes": "a ham"}), a_caller())
    assert prizes_on_paper(event) == ("a ham",)
    assert "Design the prize fund" in page_of(of(event), f"/events/{event.pk}/setup/")

    set_pot(event.pk, "", {"table": "4-2-2-1-1-1-1", "unit": 500}, "", a_caller())

    line = (
        "EUR 1,440: Winner 480 · Finalist 240 · Consolation winner 240 · Semi-finals, each of two 120 · "
        "Consolation finalist 120 · Last chance winner 120"
    )
    assert prizes_on_paper(event) == (line,)
    assert line in page_of(Client(), f"/tournaments/{event.tournament_id}/")
    assert line in page_of(Client(), f"/events/{event.pk}/")
    form = page_of(of(event), f"/events/{event.pk}/setup/")
    assert "The prize fund of this event" in form
    assert '<textarea name="prizes"' not in form
    assert 'type="hidden" name="prizes" value="a ham"' in form


def test_shares_are_announced_while_there_is_no_money() -> None:
    event = an_event(consolation="first_match")
    charge_fees(event.tournament, [{"code": "m", "kind": "entry", "name": "", "amount": 6000, "event": event.pk}])
    set_pot(event.pk, "", {"table": "50-25-25"}, "", a_caller())

    assert prizes_on_paper(event) == ("Winner 50 · Finalist 25 · Consolation winner 25",)


def test_the_wall_and_the_draw_sheet_show_the_prizes_of_every_pot() -> None:
    event = a_priced_event(24)
    set_pot(event.pk, "", {"table": "50-25-25", "unit": 500}, "", a_caller())
    set_pot(event.pk, "pool", {"table": "4-2-1"}, "", a_caller())

    sheet = wall_sheet(event.tournament, timezone.now(), query_of({"show": "prizes"}))

    wide = next(deck.pages for deck in sheet.decks if deck.shape == "wide")
    assert [(page.kind, page.event, page.fund, page.prizes) for page in wide] == [
        ("prizes", "", "EUR 1,440", ((("Winner", "720"), ("Finalist", "360"), ("Consolation winner", "360")),)),
        ("prizes", "Side pool", "", ((("Winner", "4"), ("Finalist", "2"), ("Place 3", "1")),)),
    ]
    assert "EUR 1,440" in page_of(Client(), f"/tournaments/{event.tournament_id}/wall/?show=prizes")

    make_draw(event.pk, "1 2 3 4", a_caller())
    event.refresh_from_db()
    html = draw_sheet_html(draw_sheet(event.pk, "main"), "A4")
    assert "EUR 1,440: Winner 720 · Finalist 360 · Consolation winner 360" in html
    assert "Side pool: Winner 4 · Finalist 2 · Place 3: 1" in html
