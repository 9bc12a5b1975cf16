"""Players with phones, who report with the real actions."""

from typing import Any

from journal.book import Caller
from rules.match.games import GameResult
from rules.match.terms import TOP, Side
from tests.factories import Program, a_caller, card_of
from tournaments.actions.events import EventSheet, set_up_event
from tournaments.actions.matches.claims import Claimed, claim
from tournaments.actions.phones.links import make_slips, player
from tournaments.actions.steps import Outcome
from tournaments.models import Event, Match
from tournaments.read.draws.view import one_match
from tournaments.read.matches.view import MatchView


def a_phone(match: Match | MatchView, side: Side, **more: Any) -> Caller:
    """Return the player on this side of a match as caller, on their phone."""
    card = one_match(match.pk if isinstance(match, Match) else match.id)
    who = card.top if side is TOP else card.bottom
    assert who is not None, "nobody sits there"
    return Caller(actor=player(who.entrant), **more)


def name(event: Event, code: str, side: Side) -> str:
    """Return the name of the player on this side of a match."""
    card = card_of(event, code)
    who = card.top if side is TOP else card.bottom
    assert who is not None, "nobody sits there"
    return who.name


def claims(*games: GameResult, points: tuple[int, int] | None = None, **more: Any) -> Claimed:
    """Return a claim: games in order, or points (top, bottom)."""
    return Claimed(games or None, points, **more)


def says(match: Match, side: Side, points: tuple[int, int], **more: Any) -> Outcome:
    """Report the score (top, bottom) of a match as the player on ``side``."""
    return claim(match.pk, Claimed(points=points), a_phone(match, side, **more))


def claims_of(match: Match) -> dict[Side, tuple[Side, tuple[int, int]]]:
    """Return each player's own claim: the winner, and the score (top, bottom)."""
    card = one_match(match.pk)
    sides = {card.top.entrant: TOP, card.bottom.entrant: TOP.other} if card.top and card.bottom else {}
    return {sides[each.entrant]: (each.winner, each.points) for each in card.claims}


def reporting(event: Event, *, phones: bool = True, grace: int = 10) -> None:
    """Set how an event is reported."""
    set_up_event(event.pk, EventSheet(conditions={"reporting": {"phones": phones, "grace": grace}}), a_caller())


def a_program(match: Match, side: Side) -> Program:
    """Return an API client with the secret link of the player on this side."""
    card = one_match(match.pk)
    who = card.top if side is TOP else card.bottom
    assert who is not None, "nobody sits there"
    slip = make_slips(match.draw.event_id, a_caller(), "http://192.168.1.7:8000", [who.entrant])[0]
    program = Program(None)
    program.headers["Authorization"] = f"Bearer {slip.secret}"
    return program
