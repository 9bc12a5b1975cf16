"""A field just above a power of two: its few first matches are called a play-in round, wherever a round has a name."""

import pytest
from django.test import Client

from journal.verify import verify
from rules.draws.written import read_plan
from rules.formats.format import StageKind
from rules.formats.registry import compile_plan, read_format, stage
from tests.factories import a_caller, a_director, a_drawn_event, an_entered_event, card_of, match_of, play_out
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.models.draws import plan_sealed
from tournaments.read.draws.plans import plan_of_event
from tournaments.read.events import event_of
from tournaments.words.events.formats import stage_word

pytestmark = pytest.mark.django_db
FORMATS = [{}, {"consolation": "progressive"}, {"main": "structure", "preset": "double_elimination"}]


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize(
    ("entrants", "is_play_in"), [(17, True), (18, True), (19, False), (32, False), (33, True), (65, True)]
)
def test_the_first_round_is_a_play_in_just_above_a_power_of_two(
    format_: dict[str, object], entrants: int, is_play_in: bool
) -> None:
    rules = read_format(format_)

    plan = compile_plan(rules.size(entrants), rules, entrants)

    kinds = [stage(plan, at).kind is StageKind.PLAY_IN for at in plan.of("main") if plan.matches[at].round == 1]
    assert kinds == [is_play_in] * len(kinds)
    assert stage(plan, plan.of("main")[len(kinds)]).kind is not StageKind.PLAY_IN
    assert read_plan(plan.text()) == plan


def test_desk_sheet_and_draw_call_it_so() -> None:
    event = a_drawn_event(17)
    played = next(card for card in (card_of(event, f"A{n}") for n in range(1, 17)) if card.top and card.bottom)
    browser = Client()
    browser.force_login(a_director(event.tournament.club))

    match = browser.get(f"/matches/{match_of(event, played.code).pk}/").content.decode()
    draw = browser.get(f"/events/{event.pk}/").content.decode()

    assert stage_word(played.course.stage) == "play-in round"
    assert "play-in round" in match
    assert "play-in, 7 points" in draw
    assert verify() == []
    play_out(event)
    assert verify() == []


def test_the_page_of_the_key_announces_it_before_the_draw() -> None:
    browser = Client()
    event, other = an_entered_event(18), an_entered_event(19)

    pages = []
    for each in (event, other):
        browser.force_login(a_director(each.tournament.club, f"petra{each.pk}@barpoint.example"))
        pages.append(" ".join(browser.get(f"/events/{each.pk}/draw-key/").content.decode().split()))

    assert "play-in round of 2 matches" in pages[0]
    assert "play-in" not in pages[1]


def test_a_late_entrant_renames_no_printed_round() -> None:
    event = a_drawn_event(18)

    enter(event.pk, [Entry("Late")], a_caller())

    assert stage_word(card_of(event, "A1").course.stage) == "play-in round"
    assert plan_of_event(event_of(event.pk)).has_play_in


def test_the_plan_of_a_play_in_is_compiled_not_read() -> None:
    event = a_drawn_event(17)
    plan_sealed.cache_clear()

    assert plan_of_event(event_of(event.pk)).has_play_in
    assert plan_sealed.cache_info().misses == 0
