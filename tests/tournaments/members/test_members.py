"""Entrants of several people: entered, changed, replaced, checked in, linked, erased, undone; and what is refused."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.actions.persons.details import add_person
from clubs.actions.persons.steps import PersonSheet
from journal.refusals import Refused, Unknown
from journal.verify import verify
from rules.errors import RuleBroken
from rules.members import Member
from tests.contents import nothing_changes, refusal
from tests.factories import a_caller, a_director, a_tournament, an_event, card_of, play_code, undo
from tests.pages.on_the_phone import text_of
from tests.pages.reading import page_of
from tests.tournaments.members.pairs import PAIRS, an_event_of, an_event_of_pairs, entered, pair_of
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import (
    EVERYTHING,
    Entry,
    enter,
    rename,
    replace_entrant,
    tick,
    tick_all,
    withdraw,
)
from tournaments.actions.entrants.members import check_in
from tournaments.actions.entrants.people import erase_entrants, link_entrants
from tournaments.actions.events import EventSheet, set_up_event
from tournaments.models import Event, Particulars
from tournaments.read.draws.made import groups_of
from tournaments.read.entrants.listed import EntrantCard, entrant_list, latest_particulars, members_here
from tournaments.read.players.people import entrants_and_people, entries_of, linked_in, linked_seats

pytestmark = pytest.mark.django_db
KEY = "63 55 21"


def card(event: Event, name: str) -> EntrantCard:
    pk = pair_of(event, name)
    return next(each for each in entrant_list(event.pk) if each.id == pk)


def last(event: Event, back: int = 0) -> int:
    event.tournament.stream.refresh_from_db()
    return event.tournament.stream.number - back


def here(event: Event, name: str) -> tuple[bool, set[int]]:
    pair = card(event, name)
    return pair.here, {seat for _, seat in members_here([pair.id])}


# --- Entering


def test_a_pair_is_entered_by_a_line_and_is_called_by_its_members() -> None:
    event = an_event_of_pairs()

    first, second, third, _ = entrant_list(event.pk)

    assert (first.name, first.club) == ("Falk Brenner / Petra Horvat", "Graz")
    assert (second.name, second.club) == ("Ömer Yıldırım / Ainhoa Etxeberria", "Ankara / Bilbao")
    assert third.members == (Member("Sten Kjærgaard"), Member("Hannah Lindqvist"))
    assert verify() == []


def test_a_team_has_a_name_of_its_own_and_up_to_eight_members() -> None:
    event = an_event_of("team")
    bulls = tuple(Member(f"Player {n}") for n in range(1, 9))

    enter(event.pk, [Entry("The Bulls", members=bulls), Entry("The Bears: Ann Berg / Bo Dahl / Cy Moe")], a_caller())

    assert [(each.name, len(each.members)) for each in entrant_list(event.pk)] == [("The Bulls", 8), ("The Bears", 3)]


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (Entry("Ann Berg"), "members.count"),
        (Entry("Ann Berg / Bo Dahl / Cy Moe"), "members.count"),
        (Entry(""), "members.count"),
        (Entry("Ann Berg / Ann Berg"), "members.twice"),
        (Entry(members=(Member("Ann Berg"), Member(""))), "name.empty"),
    ],
)
def test_what_is_no_pair_is_refused(entry: Entry, code: str) -> None:
    event = an_event_of_pairs()

    assert refusal(lambda: enter(event.pk, [Entry("Di Fox / Ed Roe"), entry], a_caller()), RuleBroken).code == code


def test_an_entrant_of_an_event_for_single_players_has_no_members() -> None:
    event = an_event()
    enter(event.pk, [Entry("Ann Berg / Bo Dahl")], a_caller())

    refused = refusal(lambda: enter(event.pk, [Entry(members=(Member("Ann"), Member("Bo")))], a_caller()))

    assert refused.code == "members.single"
    assert [(each.name, each.members) for each in entrant_list(event.pk)] == [("Ann Berg / Bo Dahl", ())]


@pytest.mark.parametrize("second", ["Petra Horvat (Graz) / Bo Dahl", "Bo Dahl / petra HORVAT"])
def test_nobody_stands_twice_in_an_event(second: str) -> None:
    event = an_event_of_pairs()

    refused = refusal(lambda: enter(event.pk, [Entry(second)], a_caller()), Refused)

    assert refused.code == "member.entered"
    assert refused.facts["entrant"] == "Falk Brenner / Petra Horvat"


def test_two_pairs_entered_at_once_share_nobody() -> None:
    event = an_event_of()
    both = [Entry("Ann Berg / Bo Dahl"), Entry("Bo Dahl / Cy Moe")]

    assert refusal(lambda: enter(event.pk, both, a_caller()), Refused).facts["name"] == "Bo Dahl"


def test_namesakes_of_different_clubs_and_members_of_a_pair_that_withdrew_may_play() -> None:
    event = an_event_of_pairs()
    withdraw(pair_of(event, "Sten Kjærgaard"), EVERYTHING, a_caller())

    enter(event.pk, [Entry("Petra Horvat (Zagreb) / Sten Kjærgaard")], a_caller())

    assert entered(event)[-1] == "Petra Horvat / Sten Kjærgaard"


def test_what_an_entrant_is_stays_once_anybody_is_entered() -> None:
    event = an_event_of()
    set_up_event(event.pk, EventSheet(conditions={"entrants": "team"}), a_caller())
    enter(event.pk, [Entry("Ann / Bo / Cy")], a_caller())

    refused = refusal(lambda: set_up_event(event.pk, EventSheet(conditions={"entrants": "pair"}), a_caller()), Refused)

    assert (refused.code, refused.facts) == ("entrants.kind", {"entrants": "team"})
    set_up_event(event.pk, EventSheet(conditions={"entrants": "team", "notes": "Bring clocks"}), a_caller())


def test_entering_pairs_takes_one_statement_more_than_entering_players() -> None:
    tournament = a_tournament()
    counts = []
    for event, entry in ((an_event(tournament), "Ann"), (an_event_of(tournament=tournament), "Ann / Bo")):
        enter(event.pk, [Entry(entry.replace("Ann", "Cy").replace("Bo", "Di"))], a_caller())
        with CaptureQueriesContext(connection) as caught:
            enter(event.pk, [Entry(entry)], a_caller())
        counts.append(len(caught))

    assert counts[1] == counts[0] + 1


# --- Changing


def test_a_member_who_falls_out_is_replaced_before_and_after_the_start() -> None:
    event = an_event_of_pairs()
    make_draw(event.pk, KEY, a_caller())
    pair = pair_of(event, "Sten Kjærgaard")
    play_code(event, "A1")

    changed = rename(pair, {"members": (Member("Sten Kjærgaard"), Member("Uwe Altmann", "Linz"))}, a_caller())

    assert (changed.entrants[0].name, changed.entrants[0].club) == ("Sten Kjærgaard / Uwe Altmann", "Linz")
    sat = {player.name for code in ("A1", "A2") for player in card_of(event, code).players if player}
    assert "Sten Kjærgaard / Uwe Altmann" in sat
    undo(event.tournament_id, last(event), a_caller())
    assert "Sten Kjærgaard / Hannah Lindqvist" in entered(event)
    assert verify() == []


def test_a_name_of_their_own_stays_when_members_change_and_one_made_of_them_follows() -> None:
    event = an_event_of_pairs()
    pair = pair_of(event, "Falk Brenner")

    rename(pair, {"name": "The Bulls", "club": "Wien"}, a_caller())
    named = rename(pair, {"members": (Member("Falk Brenner"), Member("Uwe Altmann", "Linz"))}, a_caller())
    made = rename(pair, {"name": ""}, a_caller())

    assert (named.entrants[0].name, named.entrants[0].club) == ("The Bulls", "Wien")
    assert made.entrants[0].name == "Falk Brenner / Uwe Altmann"


def test_a_new_name_that_spells_out_members_replaces_them() -> None:
    event = an_event_of_pairs()

    changed = rename(pair_of(event, "Falk Brenner"), {"name": "Falk Brenner / Uwe Altmann"}, a_caller())

    assert changed.entrants[0].members == (Member("Falk Brenner"), Member("Uwe Altmann"))


def test_members_cannot_become_those_of_another_pair() -> None:
    event = an_event_of_pairs()
    members = (Member("Falk Brenner"), Member("Gorka Iturbe", "Bilbao"))

    refused = refusal(lambda: rename(pair_of(event, "Falk Brenner"), {"members": members}, a_caller()), Refused)

    assert refused.code == "member.entered"


def test_a_pair_is_replaced_by_another_that_may_keep_one_of_its_members() -> None:
    event = an_event_of_pairs()
    make_draw(event.pk, KEY, a_caller())

    new = replace_entrant(pair_of(event, "Sten Kjærgaard"), Entry("Sten Kjærgaard / Uwe Altmann"), a_caller())

    assert new.entrants[0].members == (Member("Sten Kjærgaard"), Member("Uwe Altmann"))
    assert new.entrants[0].line is not None


def test_clubs_of_all_members_are_kept_apart() -> None:
    event = an_event_of_pairs(PAIRS[0], PAIRS[1], "Ann Berg / Bo Dahl")

    groups = groups_of(latest_particulars(event), ("club", "country", "group"))

    assert groups == {1: ("club:graz",), 2: ("club:ankara", "club:bilbao"), 3: ()}


# --- Checking in


def test_members_are_checked_in_one_by_one_and_the_last_makes_the_pair_complete() -> None:
    event = an_event_of_pairs()
    pair = pair_of(event, "Falk Brenner")

    check_in(pair, 1, True, a_caller())
    assert here(event, "Falk Brenner") == (False, {1})
    check_in(pair, 2, True, a_caller())
    assert here(event, "Falk Brenner") == (True, {1, 2})
    check_in(pair, 1, False, a_caller())
    assert here(event, "Falk Brenner") == (False, {2})
    undo(event.tournament_id, last(event), a_caller())
    assert here(event, "Falk Brenner") == (True, {1, 2})
    assert verify() == []


def test_a_pair_is_checked_in_at_once_and_all_pairs_are() -> None:
    event = an_event_of_pairs()
    tick(pair_of(event, "Falk Brenner"), "here", True, a_caller())
    assert here(event, "Falk Brenner") == (True, {1, 2})

    tick_all(event.pk, "here", a_caller())
    check_in(pair_of(event, "Gorka Iturbe"), 2, False, a_caller())

    assert here(event, "Sten Kjærgaard") == (True, {1, 2})
    assert here(event, "Gorka Iturbe") == (False, {1})


def test_a_tick_that_is_set_makes_no_record_and_there_is_no_third_member_of_a_pair() -> None:
    event = an_event_of_pairs()
    pair = pair_of(event, "Falk Brenner")
    check_in(pair, 1, True, a_caller())

    with nothing_changes():
        assert check_in(pair, 1, True, a_caller()).record is None
    assert refusal(lambda: check_in(pair, 3, True, a_caller()), Unknown).code == "member.unknown"


def test_a_new_member_is_not_here_and_not_linked_and_the_others_keep_both() -> None:
    event = an_event_of_pairs()
    pair, club = pair_of(event, "Falk Brenner"), event.tournament.club_id
    petra = add_person(club, PersonSheet("Petra Horvat"), "", a_caller()).person
    falk = add_person(club, PersonSheet("Falk Brenner"), "", a_caller()).person
    link_entrants(event.pk, {(pair, 1): falk, (pair, 2): petra}, a_caller())
    tick(pair, "here", True, a_caller())

    rename(pair, {"members": (Member("Petra Horvat", "Graz"), Member("Uwe Altmann"))}, a_caller())

    assert linked_seats(event.pk) == {(pair, 1): petra}
    assert here(event, "Petra Horvat") == (False, {1})
    undo(event.tournament_id, last(event), a_caller())
    assert linked_seats(event.pk) == {(pair, 1): falk, (pair, 2): petra}
    assert here(event, "Petra Horvat") == (True, {1, 2})


def test_the_memory_says_who_came_in_the_words_of_pairs(client: Client) -> None:
    event = an_event_of_pairs()
    pair = pair_of(event, "Falk Brenner")
    check_in(pair, 1, True, a_caller())
    check_in(pair, 2, True, a_caller())
    tick(pair_of(event, "Gorka Iturbe"), "here", True, a_caller())
    tick_all(event.pk, "here", a_caller())
    rename(pair, {"name": "The Bulls"}, a_caller())
    rename(pair, {"members": (Member("Falk Brenner", "Graz"), Member("Uwe Altmann"))}, a_caller())
    client.force_login(a_director(event.tournament.club))

    memory = text_of(page_of(client, f"/tournaments/{event.tournament_id}/memory/"))

    for sentence in (
        "A player of The Bulls checked in",
        "Gorka Iturbe / Tereza Nováková checked in",
        "2 checked in",
        "Falk Brenner / Petra Horvat is now called The Bulls",
        "Details of The Bulls changed",
    ):
        assert sentence in memory
    assert memory.count("The Bulls checked in") == 2


# --- People of the club


def test_each_member_is_linked_to_a_person_of_the_club_and_the_pair_to_nobody() -> None:
    event = an_event_of_pairs()
    pair = pair_of(event, "Falk Brenner")
    falk = add_person(event.tournament.club_id, PersonSheet("Falk Brenner", home_club="Graz"), "", a_caller()).person

    lines = [(line.name, line.field, line.sure) for line in entrants_and_people(event)][:2]
    assert lines == [("Falk Brenner", f"e{pair}-1", True), ("Petra Horvat", f"e{pair}-2", False)]
    link_entrants(event.pk, {(pair, 1): falk}, a_caller())

    assert (linked_in(event.pk), entries_of([falk])) == ({}, [pair])
    assert refusal(lambda: link_entrants(event.pk, {pair: falk}, a_caller()), Unknown).code == "entrant.unknown"
    assert refusal(lambda: link_entrants(event.pk, {(pair, 3): falk}, a_caller()), Unknown).code == "entrant.unknown"
    other = pair_of(event, "Gorka Iturbe")
    twice = refusal(lambda: link_entrants(event.pk, {(other, 2): falk}, a_caller()), Refused)
    assert (twice.code, twice.facts) == ("person.entered", {"entrant": pair})


def test_the_name_of_one_member_is_erased_and_the_others_stay() -> None:
    event = an_event_of_pairs()
    pair = pair_of(event, "Falk Brenner")

    erase_entrants(event.tournament_id, [(pair, 2)], "Player 7F3A", a_caller())

    assert card(event, "Falk Brenner").name == "Falk Brenner / Player 7F3A"
    texts = Particulars.objects.filter(entrant=pair).values_list("name", "members")
    assert "Horvat" not in str(list(texts))
    assert verify() == []
