"""An event takes the ratings of a list of the club: for its seeds, its odds and its papers."""

import pytest
from django.test import Client

from clubs.actions.persons.details import add_person
from clubs.actions.persons.steps import PersonSheet
from clubs.actions.ratings.counting import count_list
from clubs.actions.ratings.lists import ListSheet, StartLine, import_starts, open_rating_list
from clubs.models import Club
from journal.models import Record
from journal.refusals import Refused, Unknown
from journal.verify import verify
from rules.errors import RuleBroken
from tests.factories import KEY, a_caller, a_club, a_desk_helper, an_entered_event, named_players, undo
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.people import link_entrants
from tournaments.actions.entrants.rated import take_ratings
from tournaments.models import Entrant, Event
from tournaments.read.entrants.listed import entrant_list

pytestmark = pytest.mark.django_db
RATINGS = ("1700", "1900.25", "1600")


def a_rated_event() -> tuple[Event, int]:
    """Return an event of four with a list in which the first three have a value, and the list."""
    event = an_entered_event(4)
    club: Club = event.tournament.club
    names = named_players(4)
    people = [add_person(club.pk, PersonSheet(name), "full", a_caller()).person for name in names]
    entrants = Entrant.objects.filter(event=event).order_by("number").values_list("pk", flat=True)
    link_entrants(event.pk, dict(zip(entrants, people, strict=True)), a_caller())
    view = open_rating_list(club.pk, ListSheet("Club list"), a_caller())
    starts = [StartLine(str(person), (rating,)) for person, rating in zip(people, RATINGS, strict=False)]
    import_starts(view.pk, starts, a_caller())
    count_list(view.pk)
    return event, view.pk


def cards(event: Event) -> list[tuple[str, int | None]]:
    return [(card.rating, card.seed) for card in entrant_list(event.pk)]


def test_linked_entrants_get_their_ratings_and_the_best_are_seeded() -> None:
    event, ratings = a_rated_event()

    assert take_ratings(event.pk, ratings, a_caller(), seeds=2) == 3

    assert cards(event) == [("1700.0", 2), ("1900.2", 1), ("1600.0", None), ("", None)]
    assert take_ratings(event.pk, ratings, a_caller(), seeds=2) == 0
    assert verify() == []
    undo(event.tournament_id, Record.objects.get(verb="entrant.rated").number, a_caller())
    assert cards(event) == [("", None)] * 4


def test_after_the_draw_ratings_are_taken_and_seeds_are_not() -> None:
    event, ratings = a_rated_event()
    make_draw(event.pk, KEY, a_caller())

    with pytest.raises(Refused, match=r"draw\.made"):
        take_ratings(event.pk, ratings, a_caller(), seeds=2)

    assert take_ratings(event.pk, ratings, a_caller()) == 3


def test_lists_of_points_and_of_other_clubs_are_refused() -> None:
    event, _ = a_rated_event()
    points = open_rating_list(
        event.tournament.club_id, ListSheet("Points", {"points": {"system": "table"}}), a_caller()
    )
    other = open_rating_list(a_club("Wien").pk, ListSheet("Wien"), a_caller())

    with pytest.raises(RuleBroken, match=r"ratings\.no_rating"):
        take_ratings(event.pk, points.pk, a_caller())
    with pytest.raises(Unknown):
        take_ratings(event.pk, other.pk, a_caller())


def test_the_desk_takes_ratings_on_the_page_of_links(client: Client) -> None:
    event, ratings = a_rated_event()
    client.force_login(a_desk_helper(event.tournament.club))
    address = f"/events/{event.pk}/people/"

    assert "Take the ratings" in client.get(address).content.decode()
    assert client.post(address, {"do": "ratings", "list": str(ratings), "seeds": "1"}).status_code == 303
    assert cards(event)[1] == ("1900.2", 1)
