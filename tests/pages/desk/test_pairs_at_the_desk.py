"""Pairs at the desk's line: a new one, a result by the name of either player, and what is no pair."""

import pytest

from tests.factories import a_caller, a_director, card_of, match_of
from tests.pages.at_the_desk import Director, plain
from tests.tournaments.members.pairs import an_event_of_pairs, entered
from tournaments.actions.draws.making import make_draw
from tournaments.actions.matches.results import start_match

pytestmark = pytest.mark.django_db


def test_a_pair_is_entered_and_plays_by_the_names_of_its_players() -> None:
    event = an_event_of_pairs()
    director = Director(a_director(event.tournament.club), event)

    director.write("new Ann Berg / Bo Dahl (Oslo)")
    alone = director.write("new Cy Moe")
    make_draw(event.pk, "63 55 21", a_caller())
    code = next(code for code in ("A1", "A2", "A3", "A4") if card_of(event, code).status == "open")
    start_match(match_of(event, code).pk, a_caller())
    first, second = (player.name.split(" / ") for player in card_of(event, code).players if player)
    page = director.type(f"{second[1].split()[0]} 2")

    assert entered(event)[-1] == "Ann Berg / Bo Dahl"
    assert alone.status == 409 or alone.status == 422
    assert "an entrant has 2 to 2 players" in plain(alone.html)
    assert " / ".join(first) in plain(page.html)
