"""Making the draw by a published key, making it again, and what becomes of the old one."""

import json

import pytest
from django.core.exceptions import PermissionDenied

from journal.book import Previewed
from journal.models import Record, Words
from journal.refusals import Refused, Superseded, Unknown
from journal.verify import verify
from rules.draws.seeding import draw_lines
from rules.match.terms import TOP
from tests.contents import nothing_changes, refusal, standing
from tests.factories import (
    KEY,
    a_caller,
    a_drawn_event,
    a_stranger,
    an_entered_event,
    an_event,
    by,
    cards,
    entrant_named,
    match_of,
    named_players,
    play,
    play_code,
    play_out,
    undo,
)
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import EVERYTHING, Entry, enter, rename, withdraw
from tournaments.actions.matches.results import start_match
from tournaments.models import Draw, Event, Line, Match
from tournaments.read.draws.places import standings
from tournaments.read.draws.view import match_list, one_match
from tournaments.read.events import draws_made, event_board, memory

pytestmark = pytest.mark.django_db


def test_a_draw_puts_everybody_on_the_line_that_the_key_says() -> None:
    event = an_entered_event(13)

    card = make_draw(event.pk, f"  {KEY.replace(' ', '   ')} ", a_caller())

    assert (card.key, card.number, card.size) == (KEY, 1, 16)
    assert {line: number for line, (_, number, _) in card.lines.items()} == draw_lines(range(1, 14), {}, KEY, event.pk)
    assert {name for _, _, name in card.lines.values()} == set(named_players(13))
    event.refresh_from_db()
    assert event.current_draw_id == card.id
    assert Match.objects.filter(draw=card.id).count() == len(match_list(event.pk))
    record = Record.objects.get(stream=event.tournament.stream_id, number=card.record)
    assert record.verb == "draw.made"
    facts = [name for name, _ in json.loads(record.body)["facts"]]
    assert facts == ["tournaments.draw"] + ["tournaments.line"] * 13
    assert verify() == []


def test_seeds_stand_where_the_best_belong() -> None:
    event = an_entered_event(6)
    for seed, name in enumerate(["Petra Horvat", "Falk Brenner"], start=1):
        rename(entrant_named(event, name).pk, {"seed": seed}, a_caller())

    lines = make_draw(event.pk, KEY, a_caller()).lines

    assert lines[1][2] == "Petra Horvat"
    assert lines[5][2] == "Falk Brenner"


@pytest.mark.parametrize(
    ("key", "code"), [("", "key.empty"), ("  \n", "key.empty"), ("x" * 201, "key.long"), ("\x07", "key.unprintable")]
)
def test_a_key_must_be_one_that_can_be_printed(key: str, code: str) -> None:
    event = an_entered_event(4)

    assert refusal(lambda: make_draw(event.pk, key, a_caller())).code == code


@pytest.mark.parametrize("n", [0, 1])
def test_one_entrant_makes_no_draw(n: int) -> None:
    event = an_event()
    if n:
        enter(event.pk, [Entry("Ann")], a_caller())

    assert refusal(lambda: make_draw(event.pk, KEY, a_caller())).code == "draw.field"


def test_two_with_one_seed_are_refused() -> None:
    event = an_event()
    enter(event.pk, [Entry("Ann", seed=1), Entry("Bob", seed=1)], a_caller())

    assert refusal(lambda: make_draw(event.pk, KEY, a_caller())).code == "seed.shared"


def test_a_draw_made_again_leaves_the_old_one_readable() -> None:
    event = a_drawn_event(4)
    old = match_of(event, "A1")

    card = make_draw(event.pk, "again", a_caller())

    event.refresh_from_db()
    assert (card.number, event.current_draw_id) == (2, card.id)
    assert Record.objects.order_by("-pk")[0].verb == "draw.remade"
    assert [(made.number, made.key, made.current, made.undone) for made in draws_made(event)] == [
        (1, KEY, False, False),
        (2, "again", True, False),
    ]
    assert len(match_list(event.pk, draw=1)) == len(match_list(event.pk))
    with pytest.raises(Superseded) as superseded:
        one_match(old.pk)
    assert superseded.value.facts == {"draw": card.id, "match": match_of(event, "A1").pk}


def test_a_key_is_used_once_in_an_event() -> None:
    event = a_drawn_event(4)
    undone = make_draw(event.pk, "again", a_caller())
    undo(event.tournament_id, undone.record, a_caller())

    for key in (KEY, "again", f" {KEY}  "):
        refused = refusal(lambda key=key: make_draw(event.pk, key, a_caller()), Refused)  # type: ignore[misc] # mypy infers no type for a lambda's default
        assert (refused.code, refused.status) == ("draw.key_used", 409)
    assert make_draw(an_entered_event(4).pk, KEY, a_caller()).number == 1


def test_matches_that_have_begun_are_discarded_only_on_request_with_a_reason() -> None:
    event = a_drawn_event(4)
    start_match(match_of(event, "A2").pk, a_caller())

    refused = refusal(lambda: make_draw(event.pk, "again", a_caller()), Refused)
    silent = refusal(lambda: make_draw(event.pk, "again", a_caller(), discard=True))
    make_draw(event.pk, "again", a_caller(), discard=True, reason="two were missing")

    assert (refused.code, refused.facts["matches"], silent.code) == ("draw.begun", ["A2"], "reason.empty")
    assert Words.objects.get().text == "two were missing"
    assert not any(card.begun for card in cards(event).values())
    assert verify() == []


def test_who_came_and_went_since_is_drawn_anew() -> None:
    event = a_drawn_event(5)
    withdraw(entrant_named(event, "Falk Brenner").pk, EVERYTHING, a_caller())
    enter(event.pk, [Entry("Late Lucy")], a_caller())

    make_draw(event.pk, "again", a_caller())

    drawn = {each.name for each in standings(event.pk)}
    assert drawn == {*named_players(5), "Late Lucy"} - {"Falk Brenner"}


def test_a_draw_is_undone_while_nothing_has_begun() -> None:
    event = an_entered_event(4)
    before = standing(event.pk)
    first = make_draw(event.pk, "one", a_caller())
    drawn = standing(event.pk)
    second = make_draw(event.pk, "two", a_caller())

    undo(event.tournament_id, second.record, a_caller())
    assert standing(event.pk) == drawn
    undo(event.tournament_id, first.record, a_caller())

    assert standing(event.pk) == before
    assert match_list(event.pk) == []
    assert standings(event.pk) == []
    assert verify() == []


def test_a_draw_that_has_begun_or_was_drawn_again_is_not_undone() -> None:
    event = a_drawn_event(4)
    second = make_draw(event.pk, "again", a_caller())
    start_match(match_of(event, "A1").pk, a_caller())
    first = Record.objects.get(verb="draw.made").number

    resting = refusal(lambda: undo(event.tournament_id, first, a_caller()), Refused)
    begun = refusal(lambda: undo(event.tournament_id, second.record, a_caller()), Refused)

    assert (resting.code, resting.facts["by"]) == ("undo.superseded", second.record)
    assert begun.code in ("undo.superseded", "draw.begun")


def test_going_back_to_an_older_draw_brings_its_play_back() -> None:
    event = a_drawn_event(4)
    play_code(event, "A1")
    played = standing(event.pk)
    again = make_draw(event.pk, "again", a_caller(), discard=True, reason="two were missing")

    undo(event.tournament_id, again.record, a_caller())

    assert standing(event.pk) == played
    assert verify() == []


def test_who_withdrew_meanwhile_is_out_of_the_older_draw_too() -> None:
    event = a_drawn_event(4)
    again = make_draw(event.pk, "again", a_caller())
    withdraw(entrant_named(event, "Falk Brenner").pk, EVERYTHING, a_caller())

    undo(event.tournament_id, again.record, a_caller())

    assert [card.how for card in cards(event).values() if card.status == "finished"] == ["withdrawn"]
    assert verify() == []


@pytest.mark.parametrize("n", [2, 3, 5, 8, 13, 23])
@pytest.mark.parametrize("consolation", ["none", "first_match", "progressive"])
def test_a_field_of_any_size_is_played_out(n: int, consolation: str) -> None:
    event = a_drawn_event(n, consolation)

    play_out(event)

    table = standings(event.pk)
    assert [each.order for each in table] == list(range(1, n + 1))
    assert [each.place for each in table[:2]] == [1, 2]
    assert {each.name for each in table} == set(named_players(n))
    finished = match_list(event.pk, "finished")
    main = [card for card in finished if card.bracket == "main"]
    assert len(main) == n - 1
    if consolation == "progressive":
        assert len(finished) - len(main) == max(0, n - 3)
    assert {card.status for card in match_list(event.pk)} <= {"finished", "bye", "void"}


def test_a_preview_of_a_draw_changes_nothing() -> None:
    event = an_entered_event(4)

    with nothing_changes(), pytest.raises(Previewed):
        make_draw(event.pk, KEY, a_caller(preview=True))


def test_a_preview_of_a_draw_does_not_show_what_the_key_brings() -> None:
    event = an_entered_event(4)

    with pytest.raises(Previewed) as previewed:
        make_draw(event.pk, KEY, a_caller(preview=True, render=lambda card: [card.size, *card.lines]))

    assert previewed.value.answer == "[4]"


def test_the_same_key_draws_another_order_in_another_event() -> None:
    orders = []
    for _ in range(2):
        card = make_draw(an_entered_event(32).pk, KEY, a_caller())
        orders.append([number for _, number, _ in card.lines.values()])

    assert orders[0] != orders[1]


def test_a_draw_that_is_not_bound_to_its_event_stays_as_it_was() -> None:
    draw = Draw(event_id=7, number=1, key=KEY, size=4, plan_seal="x", lot=1)
    bound = Draw(event_id=7, number=1, key=KEY, size=4, plan_seal="x", lot=2)

    assert (draw.bound_to, "lot" in draw.sealed()) == (None, False)
    assert (bound.bound_to, bound.sealed()["lot"]) == (7, 2)


def test_a_stranger_draws_nothing_and_an_unknown_event_is_unknown() -> None:
    event, stranger = an_entered_event(4), a_stranger()

    refusal(lambda: make_draw(event.pk, KEY, by(stranger)), PermissionDenied)
    assert refusal(lambda: make_draw(999, KEY, a_caller()), Unknown).code == "event.unknown"


def test_an_event_tells_its_draws_and_its_memory() -> None:
    event = a_drawn_event(3)
    enter(event.pk, [Entry("Late Lucy")], a_caller())

    board = event_board(event.pk)

    assert board.draw == event.current_draw_id
    # As it was drawn: the latecomer took line 2 later.
    assert board.draws[0].lines.count(None) == 1
    assert sorted(number for number in board.draws[0].lines if number) == [1, 2, 3]
    assert [line.verb for line in memory(event.tournament_id)] == [
        "entrant.late",
        "draw.made",
        "entrant.entered",
        "event.opened",
    ]
    assert (board.number, board.head) == (4, Record.objects.order_by("-pk")[0].hash)


def test_lines_are_facts_and_matches_only_follow() -> None:
    event = a_drawn_event(4)
    play(match_of(event, "A1"), TOP)

    assert Line.objects.count() == 4
    assert Draw.objects.get().plan.startswith("knockout 4 lines\nbracket main main\n")
    assert Event.objects.get(pk=event.pk).current_draw_id == Draw.objects.get().pk
