"""An event of pools, as its stories begin."""

from django.test import Client

from clubs.models import User
from rules.match.terms import BOTTOM, TOP
from tests.factories import (
    KEY,
    a_caller,
    a_director,
    a_tournament,
    cards,
    named_players,
    play,
)
from tests.pages.test_setup import EVENT
from tournaments.actions.draws.cutting import DrawnKnockout, draw_knockout
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.models import Event, Line
from tournaments.read.draws.pools import PoolsView, pools_view
from tournaments.read.draws.view import draw_view
from tournaments.read.entrants.names import names_in
from tournaments.read.events import draw_of, event_of


def staff() -> Client:
    client = Client()
    client.force_login(User.objects.get(email="petra@barpoint.example"))
    return client


def an_event_of_pools(entrants: int = 14, **typed: str) -> Event:
    """Return a drawn event: pools to 5, the knockout to 7; with 14 players two pools of four and two of three."""
    tournament = a_tournament()
    client = Client()
    client.force_login(a_director(tournament.club))
    form = EVENT | {"main": "pools", "main_lengths": "7", "pool_lengths": "5", "do": "keep"} | typed
    client.post(f"/tournaments/{tournament.pk}/events/new/", form)
    event = Event.objects.get(tournament=tournament)
    enter(event.pk, [Entry(name) for name in named_players(entrants)], a_caller())
    make_draw(event.pk, KEY, a_caller())
    event.refresh_from_db()
    return event


def earlier_line_wins(event: Event, status: str = "open") -> None:
    """Play all matches that can be played; whoever was drawn on the upper line of the pools wins."""
    line: dict[int, int] = {}
    for at, entrant in Line.objects.order_by("-line").values_list("line", "entrant"):
        line[entrant] = at
    while rows := [*cards(event, status=status).values()]:
        for card in rows:
            play(card, TOP if line[card.entrants[0]] < line[card.entrants[1]] else BOTTOM, 3)


def shown(event: Event) -> PoolsView:
    event = event_of(event.pk)
    return pools_view(draw_view(draw_of(event), names_in(event.pk)))


def cut_made(event: Event) -> DrawnKnockout:
    earlier_line_wins(event)
    return draw_knockout(event.pk, a_caller())
