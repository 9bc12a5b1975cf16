"""Members of pairs play in other events too: who is busy, who rests, and what each page calls the pair."""

from dataclasses import replace

import pytest

from clubs.actions.persons.details import add_person
from clubs.actions.persons.steps import PersonSheet
from journal.refusals import Refused
from rules.members import Member
from tests.contents import refusal
from tests.factories import a_caller, a_drawn_event, card_of, match_of, play_code
from tests.tournaments.members.pairs import an_event_of_pairs, pair_of
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import rename
from tournaments.actions.entrants.people import link_entrants
from tournaments.actions.events import change_tournament
from tournaments.actions.matches.calls import call_match
from tournaments.actions.matches.results import start_match
from tournaments.models import Event, Particulars
from tournaments.read.floor import read_floor

pytestmark = pytest.mark.django_db


def main_and_doubles(*, rest: int = 0) -> tuple[Event, Event, str]:
    """Return a main event of four, doubles with one of its players in every pair, and who plays in the main's A1."""
    main = a_drawn_event(4)
    if rest:
        change_tournament(main.tournament_id, {"rest": rest}, a_caller())
    name = card_of(main, "A1").players[0].name  # type: ignore[union-attr] # both are known
    doubles = an_event_of_pairs(f"Ann Berg / {name}", "Bo Dahl / Cy Moe", tournament=main.tournament)
    make_draw(doubles.pk, "doubles", a_caller())
    return main, doubles, name


def call(event: Event, code: str, *, anyway: bool = False) -> None:
    call_match(match_of(event, code).pk, "4", a_caller(), anyway=anyway)


def test_a_pair_waits_while_a_member_plays_elsewhere() -> None:
    main, doubles, _ = main_and_doubles()
    start_match(match_of(main, "A1").pk, a_caller())

    refused = refusal(lambda: call(doubles, "A1"), Refused)

    assert (refused.code, refused.facts["match"]) == ("player.busy", match_of(main, "A1").pk)
    assert refused.facts["name"].startswith("Ann Berg / ")


def test_a_member_who_plays_in_a_pair_is_busy_for_their_own_match() -> None:
    main, doubles, name = main_and_doubles()
    start_match(match_of(doubles, "A1").pk, a_caller())

    refused = refusal(lambda: call(main, "A1"), Refused)

    assert (refused.code, refused.facts["name"], refused.facts["event"]) == ("player.busy", name, "Doubles")


def test_a_member_of_another_club_is_a_namesake_and_busy_nowhere() -> None:
    main, doubles, _ = main_and_doubles()
    entrant = match_of(main, "A1").top_id or 0
    rename(entrant, {"club": "Wien"}, a_caller())
    rename(pair_of(doubles, "Ann Berg"), {"members": members_from_graz(doubles)}, a_caller())
    start_match(match_of(main, "A1").pk, a_caller())

    call(doubles, "A1")

    assert card_of(doubles, "A1").table == "4"


def members_from_graz(doubles: Event) -> tuple[Member, ...]:
    row = Particulars.objects.filter(entrant=pair_of(doubles, "Ann Berg")).latest("turn")
    return tuple(replace(each, club="Graz") for each in row.people)


def test_members_rest_after_a_match_of_another_event() -> None:
    main, doubles, _ = main_and_doubles(rest=15)
    play_code(main, "A1")

    refused = refusal(lambda: call(doubles, "A1"), Refused)

    assert refused.code == "player.rests"


def test_a_new_partner_frees_the_pair() -> None:
    main, doubles, _ = main_and_doubles()
    start_match(match_of(main, "A1").pk, a_caller())

    rename(pair_of(doubles, "Ann Berg"), {"name": "Ann Berg / Di Fox"}, a_caller())
    call(doubles, "A1")

    assert card_of(doubles, "A1").table == "4"


def test_linked_members_are_the_same_people_whatever_they_are_called() -> None:
    main, doubles, _ = main_and_doubles()
    pair, player = pair_of(doubles, "Cy Moe"), match_of(main, "A2").top_id or 0
    person = add_person(main.tournament.club_id, PersonSheet("Cyril Moe"), "", a_caller()).person
    link_entrants(main.pk, {player: person}, a_caller())
    link_entrants(doubles.pk, {(pair, 2): person}, a_caller())

    people = read_floor(main.tournament).people

    assert people[player] & people[pair]
    assert len(people[pair]) == 2
    assert not people[player] & people[pair_of(doubles, "Ann Berg")]
    assert people[match_of(main, "A1").top_id or 0] & people[pair_of(doubles, "Ann Berg")]
