"""Taking a record back: restored exactly, or refused because something rests on it."""

from collections.abc import Callable
from functools import partial

import pytest
from django.core.exceptions import PermissionDenied

from journal.book import Previewed
from journal.models import Record, Undo
from journal.refusals import Refused, Unknown
from journal.verbs import declared, undoable
from journal.verify import verify
from rules.draws.corrections import Choice
from rules.match.terms import BOTTOM, TOP
from tests.contents import nothing_changes, refusal, standing
from tests.factories import a_caller, a_drawn_event, a_stranger, by, card_of, entrant_named, match_of, play_code, undo
from tests.phones import a_phone, says
from tournaments.actions.draws.lines import exchange_lines, take_out
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import EVERYTHING, Entry, enter, rename, replace_entrant, tick, withdraw
from tournaments.actions.matches.calls import call_match, penalise
from tournaments.actions.matches.claims import confirm_claim, contest
from tournaments.actions.matches.corrections import AffectedChoices, clear_result, correct_result
from tournaments.actions.matches.results import Report, confirm_result, report_result, start_match
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Six players; A1 and A3 are played, A1 is provisional, B1 has begun."""
    event = a_drawn_event(6)
    report_result(match_of(event, "A2").pk, Report(points=(7, 3), settled=False), a_caller())
    start_match(match_of(event, "B1").pk, a_caller())
    return event


def last(event: Event) -> int:
    return Record.objects.filter(stream=event.tournament.stream_id).order_by("-number")[0].number


def take_back(event: Event, number: int) -> object:
    return undo(event.tournament_id, number, a_caller())


STEPS: dict[str, Callable[[Event], object]] = {
    "entrant.late": lambda event: enter(event.pk, [Entry("Late Lucy")], a_caller()),
    "entrant.renamed": lambda event: rename(entrant_named(event, "Falk Brenner").pk, {"name": "F. B."}, a_caller()),
    "entrant.replaced": lambda event: replace_entrant(_unbegun(event), Entry("Stan"), a_caller()),
    "entrant.withdrawn": lambda event: withdraw(_unbegun(event), EVERYTHING, a_caller()),
    "entrant.ticked": lambda event: tick(_unbegun(event), "paid", True, a_caller()),
    "entrant.exchanged": lambda event: exchange_lines(*_pair(event), "wrong pots", a_caller()),
    "entrant.taken_out": lambda event: take_out(_unbegun(event), "drawn twice", a_caller()),
    "match.called": lambda event: call_match(match_of(event, "A4").pk, "4", a_caller()),
    "match.penalised": lambda event: penalise(match_of(event, "A4").pk, TOP, 2, "", a_caller()),
    "match.started": lambda event: start_match(match_of(event, "A4").pk, a_caller()),
    "match.finished": lambda event: play_code(event, "A4", BOTTOM, 2),
    "match.settled": lambda event: confirm_result(match_of(event, "A2").pk, a_caller()),
    "match.corrected": lambda event: correct_result(
        match_of(event, "A2").pk, Report(points=(3, 7)), "slip", a_caller(), AffectedChoices(all=Choice.VOID)
    ),
    "match.scored": lambda event: says(match_of(event, "A4"), TOP, (3, 1)),
    "match.claimed": lambda event: says(match_of(event, "A4"), TOP, (7, 1)),
    "match.confirmed": lambda event: confirm_claim(match_of(event, "A2").pk, a_phone(match_of(event, "A2"), BOTTOM)),
    "match.contested": lambda event: contest(match_of(event, "A2").pk, a_phone(match_of(event, "A2"), BOTTOM)),
    "match.cleared": lambda event: clear_result(match_of(event, "B1").pk, "slip", a_caller()),
    "draw.remade": lambda event: make_draw(event.pk, "again", a_caller(), discard=True, reason="slip"),
}


# The modules whose facts are about play.
OF_PLAY = tuple(f"tournaments.models.{each}" for each in ("claims", "draws", "entrants", "events", "matches"))


def _pair(event: Event) -> tuple[int, int]:
    """Return the players of a match that has not begun."""
    match = card_of(event, "A4")
    assert match.top is not None
    assert match.bottom is not None
    return match.top.entrant, match.bottom.entrant


def _unbegun(event: Event) -> int:
    return _pair(event)[1]


@pytest.mark.parametrize("verb", STEPS)
def test_undo_restores_exactly_and_the_same_can_be_done_again(event: Event, verb: str) -> None:
    before = standing(event.pk)
    STEPS[verb](event)
    done = standing(event.pk)
    assert Record.objects.get(stream=event.tournament.stream_id, number=last(event)).verb == verb

    undone = undo(event.tournament_id, last(event), a_caller())

    assert done != before
    assert standing(event.pk) == before
    assert (undone.verb, undone.record) == (verb, last(event))
    assert Undo.objects.get().undone.number == undone.undone
    assert Record.objects.order_by("-pk")[0].verb == "record.undone"
    assert verify() == []
    if verb != "draw.remade":  # its key is used
        STEPS[verb](event)
        assert verify() == []


def test_everything_that_says_so_can_be_undone() -> None:
    of_the_event = {"draw.made", "entrant.entered", "entrant.rated", "event.closed", "event.reopened", "event.set_up"}
    # Tested in tests/stories/test_swiss.py and test_pools.py, tests/tournaments/jackpots and test_re_entry.py.
    of_the_event |= {"round.paired", "knockout.drawn", "match.split", "entrant.re_entered"}
    # Tested in tests/clubs/test_undo_club.py, tests/tournaments/test_rated_entrants.py and tests/tournaments/money.
    elsewhere = {verb for verb in undoable() if not declared()[verb].fact.__module__.startswith(OF_PLAY)}

    assert set(STEPS) | of_the_event | elsewhere == undoable()


@pytest.mark.parametrize("verb", STEPS)
def test_nothing_is_undone_twice_and_an_undo_never(event: Event, verb: str) -> None:
    STEPS[verb](event)
    number = last(event)
    take_back(event, number)

    assert refusal(partial(take_back, event, number), Refused).code == "undo.done"
    assert refusal(partial(take_back, event, last(event)), Refused).code == "undo.never"


def test_versions_go_on_rising() -> None:
    event = a_drawn_event(4)
    play_code(event, "A1")
    take_back(event, last(event))
    match = match_of(event, "A1").pk

    assert card_of(event, "A1").version == 3
    assert refusal(lambda: report_result(match, Report(points=(7, 3)), a_caller(seen=1)), Refused).code == "stale"


def test_an_event_itself_is_not_undone() -> None:
    event = a_drawn_event(4)

    assert refusal(partial(take_back, event, 1), Refused).code == "undo.never"
    assert refusal(partial(take_back, event, 99), Unknown).code == "record.unknown"
    assert refusal(lambda: undo(999, 1, a_caller()), Unknown).code == "tournament.unknown"


def test_a_result_on_which_a_later_record_rests_is_undone_after_it() -> None:
    event = a_drawn_event(4)
    play_code(event, "A1", TOP)
    result = last(event)
    correct_result(match_of(event, "A1").pk, Report(points=(7, 5)), "slip", a_caller())
    correction = last(event)

    refused = refusal(partial(take_back, event, result), Refused)
    take_back(event, correction)
    take_back(event, result)

    assert (refused.code, refused.facts["by"], refused.facts["verb"]) == (
        "undo.superseded",
        correction,
        "match.corrected",
    )
    assert card_of(event, "A1").status == "open"


def test_a_result_behind_which_a_match_has_begun_is_not_undone() -> None:
    event = a_drawn_event(4)
    play_code(event, "A1")
    play_code(event, "A2")
    number = last(event)
    start_match(match_of(event, "B1").pk, a_caller())

    refused = refusal(partial(take_back, event, number), Refused)

    assert (refused.code, [each["code"] for each in refused.facts["affected"]]) == ("match.begun", ["B1"])


def test_entries_that_were_drawn_are_undone_after_the_draw() -> None:
    event = a_drawn_event(4)

    assert refusal(partial(take_back, event, 2), Refused).code == "undo.superseded"
    take_back(event, 3)
    take_back(event, 2)

    assert standing(event.pk)["entrants"] == []


def test_records_that_do_not_touch_are_undone_in_any_order() -> None:
    event = a_drawn_event(8)
    for code in ("A1", "A2", "A3"):
        play_code(event, code)

    take_back(event, 4)

    assert [card_of(event, code).status for code in ("A1", "A2", "A3")] == ["open", "finished", "finished"]
    assert verify() == []


def test_a_stranger_undoes_nothing_and_a_preview_changes_nothing() -> None:
    event, stranger = a_drawn_event(4), a_stranger()
    play_code(event, "A1")
    number = last(event)

    refusal(lambda: undo(event.tournament_id, number, by(stranger)), PermissionDenied)
    with nothing_changes(), pytest.raises(Previewed):
        undo(event.tournament_id, number, a_caller(preview=True))


def test_a_record_of_another_tournament_is_unknown() -> None:
    event, other = a_drawn_event(4), a_drawn_event(2)
    play_code(event, "A1")

    assert refusal(lambda: undo(other.tournament_id, last(event), a_caller()), Unknown).code == "record.unknown"
