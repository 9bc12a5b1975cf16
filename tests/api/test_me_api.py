"""``GET me/``: a player's own page, for the player's program, and for nobody else."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from rules.match.games import GameResult
from rules.match.terms import BOTTOM, TOP
from tests.factories import Program, a_caller, a_drawn_event, an_owner, match_of, play_code
from tests.phones import a_phone, a_program, claims, says
from tournaments.actions.matches.calls import call_match
from tournaments.actions.matches.claims import claim

pytestmark = pytest.mark.django_db


def test_the_answer_has_opponent_table_and_score() -> None:
    event = a_drawn_event(4, "none")
    match = match_of(event, "A1")
    call_match(match.pk, "4", a_caller())
    claim(match.pk, claims(GameResult(TOP, cube=2)), a_phone(match, TOP))

    me = a_program(match, BOTTOM).get("me/").data

    assert (me["entrant"], me["event"], me["timezone"]) == (match.bottom_id, event.pk, "Europe/Madrid")
    assert (me["state"], me["table"], me["score"], me["side"]) == ("playing", "4", [0, 2], "bottom")
    assert (me["opponent"]["entrant"], me["match"]["id"]) == (match.top_id, match.pk)
    assert (me["win"]["code"], me["loss"]["leads"]) == ("B1", "out")


def test_a_winner_gets_the_deadline_and_what_comes_next(at: Callable[[datetime], None]) -> None:
    match = match_of(a_drawn_event(4, "none"), "A1")
    at(datetime(2026, 11, 21, 15, 42, tzinfo=UTC))
    says(match, TOP, (7, 5))

    me = a_program(match, TOP).get("me/").data

    assert (me["state"], me["deadline"]) == ("reported", "2026-11-21T15:52:00.000000Z")
    assert [each["points"] for each in me["match"]["claims"]] == [[7, 5]]
    assert (me["next"]["code"], me["next"]["other"]["feed"], me["next"]["other"]["code"]) == ("B1", "winner", "A2")


def test_a_player_without_more_matches_gets_the_place() -> None:
    event = a_drawn_event(2, "none")
    play_code(event, "A1", BOTTOM)

    me = a_program(match_of(event, "A1"), TOP).get("me/").data

    assert (me["state"], me["place"], me["match"], me["next"]) == ("done", 2, None, None)


def test_a_director_is_no_player_and_a_passer_by_nobody() -> None:
    assert [Program(who).get("me/").status for who in (an_owner(), None)] == [403, 401]
