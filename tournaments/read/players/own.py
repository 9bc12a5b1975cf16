"""A player's own page: the current or last match, what follows, and the form of the report."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db.models import Q

from rules.conditions import Conditions, read_conditions
from rules.draws.derive import Status
from tournaments.models import Entrant, Match, stored_json
from tournaments.read.entrants.names import names_in
from tournaments.read.jackpots.queues import has_queues
from tournaments.read.matches.one import view_of
from tournaments.read.matches.own import OwnMatch, own_matches
from tournaments.read.players.again import Again, again_of
from tournaments.read.players.phone_card import WITH, PhoneCard, Reader, phone_card
from tournaments.read.players.player import PlayerPage, player_page

__all__ = ["MySheet", "my_sheet", "own_match"]


@dataclass(frozen=True, slots=True)
class MySheet:
    """The page of a player. ``card`` is of the match shown, None without one.

    ``number`` and ``epoch`` are the memory's; ``grace`` the minutes after which a winner's report is settled;
    ``reporting`` whether players report results by phone in this event. ``topics`` is what the page is live for.
    ``has_queues``: the tournament has queues of jackpots. ``again``: the player may enter again, or has done so and
    this is an earlier entry; None otherwise.
    """

    page: PlayerPage
    card: PhoneCard | None
    number: int
    epoch: str
    grace: int
    reporting: bool
    topics: str
    has_queues: bool = False
    again: Again | None = None


def my_sheet(player: Entrant, now: datetime, wanted: int | None = None) -> MySheet:
    """Return the page of an entrant read by ``player_of_event``; ``wanted`` is one of the entrant's matches, by id."""
    stream = player.event.tournament.stream
    page = player_page(player, now)
    match = _focus(player, page, wanted)
    conditions = read_conditions(stored_json(player.event.conditions))
    reporting = conditions.reporting
    return MySheet(
        page=page,
        card=None if match is None else phone_card(match, _reader(player)),
        number=stream.number,
        epoch=stream.epoch,
        grace=reporting.grace,
        reporting=reporting.phones and not player.event.closed,
        has_queues=has_queues(player.event.tournament_id),
        again=_again(player, page, conditions, now),
        topics=f"entrant:{player.pk} event:{player.event_id}" + (f" match:{match.pk}" if match else ""),
    )


def _again(player: Entrant, page: PlayerPage, conditions: Conditions, now: datetime) -> Again | None:
    """Return how the player enters again, or that they did; no statement where nobody may or they still play."""
    if not conditions.re_entry.times or player.event.closed or page.state not in ("done", "reported"):
        return None
    again = again_of(player.event, player.pk, now)
    return again if again.may or again.last != player.pk else None


def own_match(player: Entrant, pk: int) -> OwnMatch | None:
    """Return a match of the current draw in which the entrant sits, its players without names; None for any other."""
    rows = [match for match in _own(player) if match.pk == pk]
    return next(own_matches([view_of(match, {}) for match in rows], player.pk), None)


def _own(player: Entrant) -> list[Match]:
    """Return the entrant's matches of the current draw, in the order of the plan."""
    own = Match.objects.filter(Q(top=player) | Q(bottom=player), draw=player.event.current_draw_id)
    rows = list(own.select_related(*WITH).defer("draw__plan").order_by("place"))
    for match in rows:
        match.draw.event = player.event
    return rows


def _focus(player: Entrant, page: PlayerPage, chosen: int | None) -> Match | None:
    """Choose the match of the page: the one in progress, else one that waits for an answer, else the next.

    Until the next one is called, the one that ended last is shown, with what comes next.
    """
    own = [each for each in _own(player) if each.top_id and each.bottom_id]
    on = [each for each in own if each.status == Status.OPEN]
    begun = [each for each in on if each.begun or each.call or each.card]
    waiting = [each for each in own if each.status == Status.DISPUTED]
    reported = [each for each in own if page.reported and each.pk == page.reported.match.id]
    wanted = [each for each in own if each.pk == chosen]
    ended = [each for each in own if on and page.played and each.pk == page.played[-1].match.id]
    return next(iter([*wanted, *begun, *waiting, *reported, *ended, *on]), None)


def _reader(player: Entrant) -> Reader:
    return Reader(player.pk, player.event, names_in(player.event_id), ZoneInfo(player.event.tournament.timezone))
