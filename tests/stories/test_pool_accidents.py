"""What goes wrong in pools: players who leave or come late, ties, wrong results after the cut."""

from typing import Any

import pytest

from clubs.models import User
from journal.verify import verify
from rules.match.terms import BOTTOM, TOP
from tests.contents import refusal
from tests.factories import (
    Program,
    a_caller,
    card_of,
    cards,
    match_of,
    play,
    play_code,
    undo,
)
from tests.pages.on_the_phone import text_of
from tests.pages.reading import page_of
from tests.stories.pools import an_event_of_pools, cut_made, earlier_line_wins, shown, staff
from tournaments.actions.draws.cutting import draw_knockout
from tournaments.actions.draws.lines import exchange_lines
from tournaments.actions.entrants.entering import EVERYTHING, Entry, enter, replace_entrant, withdraw
from tournaments.actions.matches.corrections import clear_result, correct_result
from tournaments.actions.matches.results import Report, report_result
from tournaments.models import Event, Line
from tournaments.read.draws.places import standings
from tournaments.read.entrants.names import names_in

pytestmark = pytest.mark.django_db


def test_players_who_withdraw_forfeit_and_do_not_come_through() -> None:
    event = an_event_of_pools()
    first = card_of(event, "A1").entrants[0]
    play_code(event, "A1", TOP, 0)
    withdraw(first, EVERYTHING, a_caller())

    cut = cut_made(event).cut

    assert first not in cut.lines.values()
    assert len(cut.lines) == 8
    assert verify() == []


def test_a_late_player_joins_a_pool_with_a_free_line_until_the_knockout_is_drawn() -> None:
    event = an_event_of_pools()

    enter(event.pk, [Entry("Late One"), Entry("Late Two")], a_caller())
    full = refusal(lambda: enter(event.pk, [Entry("Too Many")], a_caller()))
    sizes = [len(each.table.lines) for each in shown(event).pools]

    assert sizes == [4, 4, 4, 4]
    assert full.code == "line.none"
    cut_made(event)
    after = refusal(lambda: enter(event.pk, [Entry("Too Late")], a_caller()))
    assert after.code == "line.none"
    assert verify() == []


def test_nobody_enters_late_once_the_knockout_is_drawn_although_lines_are_free() -> None:
    event = an_event_of_pools()
    cut_made(event)

    late = refusal(lambda: enter(event.pk, [Entry("Too Late")], a_caller()))
    named = refusal(lambda: enter(event.pk, [Entry("Too Late")], a_caller(), line=12))

    assert (late.code, named.code) == ("line.none", "entrants.line")


def test_a_double_no_show_costs_both_a_match() -> None:
    event = an_event_of_pools(4, through="2")
    match = card_of(event, "A1")
    report_result(match_of(event, "A1").pk, Report(forfeit=(TOP, BOTTOM), why="no_show"), a_caller())

    earlier_line_wins(event)
    lines = {line.entrant: line for line in shown(event).pools[0].table.lines}

    assert [lines[who].lost >= 1 for who in match.entrants] == [True, True]
    assert sum(line.won for line in lines.values()) == 5
    draw_knockout(event.pk, a_caller())
    earlier_line_wins(event)
    assert sorted(each.place or 0 for each in standings(event.pk)) == [1, 2, 3, 4]
    assert verify() == []


def test_a_correction_after_the_cut_leaves_the_knockout_and_says_what_would_differ() -> None:
    event = an_event_of_pools()
    cut = cut_made(event).cut
    pool = shown(event).pools[0].table.lines
    # Second and third of a pool of four: the third now beats the second and the winner.
    second, third = pool[1].entrant, pool[2].entrant
    for other in (pool[0].entrant, second):
        match = next(card for card in cards(event).values() if set(card.entrants) == {other, third})
        points = (5, 0) if match.entrants[0] == third else (0, 5)
        correct_result(match.id, Report(points=points), "wrong way round", a_caller(seen=match.version))

    page = text_of(page_of(staff(), f"/events/{event.pk}/knockout/"))
    program = Program(User.objects.get(email="petra@barpoint.example"))
    data = program.get(f"events/{event.pk}/knockout/").data

    names = names_in(event.pk)
    assert data["missed"] == [names[third]]
    assert data["lucky"] in ([names[second]], [names[pool[0].entrant]])
    assert f"these would have come through: {names[third]}." in page
    assert "The knockout stays as it was drawn." in page
    assert {who for card in cards(event).values() if card.code[0] == "D" for who in card.entrants} == {
        *cut.lines.values()
    }
    assert verify() == []


def circle(event: Event) -> None:
    """Play a pool of three in which each beats the next by the same score."""
    order = list(Line.objects.order_by("line").values_list("entrant", flat=True))
    while rows := [*cards(event, status="open").values()]:
        for card in rows:
            first, second = (order.index(who) for who in card.entrants)
            play(card, TOP if (second - first) % 3 == 1 else BOTTOM, 3)


def test_the_lot_decides_between_players_who_are_equal() -> None:
    event = an_event_of_pools(3)

    circle(event)
    cut = draw_knockout(event.pk, a_caller()).cut

    assert [(each.number, each.seats, len(each.entrants)) for each in cut.tied] == [(1, 2, 3)]
    assert len(cut.lines) == 2


def test_a_match_decides_between_players_who_are_equal_where_the_format_says_so() -> None:
    event = an_event_of_pools(3, ties="match")
    circle(event)
    client, address = staff(), f"/events/{event.pk}/knockout/"
    everybody = [line.entrant for line in shown(event).pools[0].table.lines]

    page = text_of(page_of(client, address))
    undecided: Any = client.post(address, {"once": "a"})
    preview = text_of(page_of(client, f"{address}?chosen={everybody[0]}&chosen={everybody[2]}"))
    client.post(address, {"once": "b", "chosen": [everybody[0], everybody[2]]})

    assert "Pool 1: equal at the cut, 2 come through" in page
    assert "First matches" not in page
    assert undecided.status_code == 422
    assert "First matches" in preview
    through = {line.entrant for line in shown(event).pools[0].table.lines if line.through}
    assert through == {everybody[0], everybody[2]}
    assert verify() == []


def test_a_choice_where_nobody_is_equal_is_refused() -> None:
    event = an_event_of_pools(ties="match")
    earlier_line_wins(event)
    somebody = shown(event).pools[0].table.lines[3].entrant

    refused = refusal(lambda: draw_knockout(event.pk, a_caller(), [somebody]))

    assert refused.code == "pools.choice"
    assert refused.facts["entrant"] == somebody


def test_somebody_who_is_replaced_in_the_knockout_leaves_it_as_it_was_drawn() -> None:
    event = an_event_of_pools()
    drawn = cut_made(event)
    gone = next(iter(drawn.cut.lines.values()))

    refused = refusal(lambda: replace_entrant(gone, Entry("Stand-in"), a_caller()))

    assert refused.code == "match.begun"


def test_points_rank_a_pool_where_wins_are_equal() -> None:
    event = an_event_of_pools(3)
    order = list(Line.objects.order_by("line").values_list("entrant", flat=True))
    while rows := [*cards(event, status="open").values()]:
        for card in rows:
            first, second = (order.index(who) for who in card.entrants)
            wins = TOP if (second - first) % 3 == 1 else BOTTOM
            winner = first if wins is TOP else second
            play(card, wins, winner)

    lines = shown(event).pools[0].table.lines

    assert [(line.place, line.entrant, line.difference) for line in lines] == [
        (1, order[0], 2), (2, order[2], -1), (3, order[1], -1),
    ]  # fmt: skip
    cut = draw_knockout(event.pk, a_caller()).cut
    assert (cut.coming, cut.tied) == (((order[0], order[2]),), ())


def test_two_players_of_the_knockout_change_places_before_they_begin() -> None:
    event = an_event_of_pools()
    drawn = cut_made(event)
    before = cards(event)
    one, other = before["D1"].entrants[0], before["D4"].entrants[1]

    exchange_lines(one, other, "they share a car", a_caller())

    after = cards(event)
    assert after["D1"].entrants[0] == other
    assert after["D4"].entrants[1] == one
    assert after["A1"].entrants == before["A1"].entrants
    assert refusal(lambda: undo(event.tournament_id, drawn.record, a_caller())).code == "undo.superseded"
    outside = next(line.entrant for line in shown(event).pools[0].table.lines if not line.through)
    assert refusal(lambda: exchange_lines(one, outside, "no", a_caller())).code == "match.begun"
    assert verify() == []


def test_a_result_of_a_pool_can_be_undone_after_the_cut_and_entered_again() -> None:
    event = an_event_of_pools(8)
    cut = cut_made(event).cut
    match = cards(event)["C4"]
    clear_result(match.id, "not played yet", a_caller(seen=match.version))

    assert {each.place for each in standings(event.pk)} == {None}
    play_code(event, "C4", TOP, 0)
    earlier_line_wins(event)

    assert {card.entrants[0] for code, card in cards(event).items() if code[0] == "D"} <= set(cut.lines.values())
    assert [each.place for each in standings(event.pk)] == [1, 2, 3, 3, 5, 5, 7, 7]
    assert verify() == []
