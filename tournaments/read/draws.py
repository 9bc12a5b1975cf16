"""Reading a draw: its matches, its places, its sheet. The memory's number is read first; no transaction."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from journal.refusals import Refused, Superseded, Unknown, Unreadable
from rules.draws.affected import displaced
from rules.draws.derive import Status
from rules.draws.facts import NOBODY
from rules.draws.format import Bracket
from rules.draws.places import places
from tournaments.models import Draw, Event, Match, Tournament
from tournaments.models.draws import plan_of
from tournaments.read.cards import WITH, MatchCard, card_of
from tournaments.read.claims import subjects_of
from tournaments.read.corrections import after_correction
from tournaments.read.entered import entered_draw
from tournaments.read.names import names_in

_WORDS = {each.word for each in Status}


@dataclass(frozen=True, slots=True)
class Standing:
    """One entrant's place as people see it; ``place`` is None while he is in the main bracket."""

    place: int | None
    order: int
    entrant: int
    name: str


@dataclass(frozen=True, slots=True)
class Preview:
    """What a change of a match would displace."""

    match: MatchCard
    displaced: tuple[dict[str, Any], ...]
    moved: tuple[str, ...]


def tournament_of(pk: int) -> Tournament:
    """Return a tournament with its club and memory. Raises Unknown ``tournament.unknown``."""
    found = Tournament.objects.select_related("stream", "club").filter(pk=pk).first()
    if found is None:
        raise Unknown("tournament.unknown")
    return found


def event_of(pk: int) -> Event:
    """Return an event with its tournament, club and memory. Raises Unknown ``event.unknown``."""
    found = Event.objects.select_related("tournament__stream", "tournament__club").filter(pk=pk).first()
    if found is None:
        raise Unknown("event.unknown")
    return found


def draw_of(event: Event, number: int | None = None) -> Draw:
    """Return the current draw or the one with this number, without its plan's text. Raises Refused ``draw.none``."""
    draws = Draw.objects.defer("plan").filter(event=event)
    draw = draws.filter(number=number).first() if number else draws.filter(pk=event.current_draw_id or 0).first()
    if draw is None:
        raise Unknown("draw.unknown", number=number) if number else Refused("draw.none", event=event.pk)
    draw.event = event
    return draw


def match_list(
    event: int, status: str | None = None, bracket: str | None = None, draw: int | None = None
) -> list[MatchCard]:
    """Return the cards of an event's matches in the order of the plan; none before the draw.

    Raises Unknown ``event.unknown``, Unreadable ``status.unknown``, ``bracket.unknown``.
    """
    found = event_of(event)
    if status is not None and status not in _WORDS:
        raise Unreadable("status.unknown", got=status, known=sorted(_WORDS))
    if bracket is not None and bracket not in list(Bracket):
        raise Unreadable("bracket.unknown", got=bracket, known=list(Bracket))
    if found.current_draw_id is None and draw is None:
        return []
    drawn = draw_of(found, draw)
    rows = list(Match.objects.filter(draw=drawn).select_related(*WITH).order_by("place"))
    names, subjects = names_in(event), subjects_of(plan_of(drawn), rows)
    return [
        replace(card_of(row, row.result, names), subject_to=subjects[row.place])
        for row in rows
        if status in (None, Status(row.status).word) and bracket in (None, row.bracket)
    ]


def match_card(match: int) -> MatchCard:
    """Return one match. Raises Unknown ``match.unknown``, Superseded ``draw.superseded`` with what replaced it."""
    return _card(_current(match))


def match_and_subject(match: int) -> MatchCard:
    """Return one match with what it is subject to. Raises as ``match_card`` does."""
    found = _current(match)
    rows = list(Match.objects.filter(draw=found.draw).only("place", "status", "settled").order_by("place"))
    return replace(_card(found), subject_to=subjects_of(plan_of(found.draw), rows)[found.place])


def _card(found: Match) -> MatchCard:
    return card_of(found, found.result, names_in(found.draw.event_id))


def _current(match: int) -> Match:
    found = Match.objects.select_related("draw__event", *WITH).defer("draw__plan").filter(pk=match).first()
    if found is None:
        raise Unknown("match.unknown")
    current = found.draw.event.current_draw_id
    if found.draw_id != current:
        now = Match.objects.filter(draw=current, code=found.code).values_list("pk", flat=True).first()
        raise Superseded("draw.superseded", draw=current, match=now)
    return found


def standings(event: int) -> list[Standing]:
    """Return everyone drawn in strict order, champion first; empty before the draw."""
    found = event_of(event)
    if found.current_draw_id is None:
        return []
    return ranked(found, draw_of(found), names_in(event))


def ranked(event: Event, draw: Draw, names: Mapping[int, str]) -> list[Standing]:
    """Return everyone in ``draw`` in strict order."""
    entered = entered_draw(draw, event.tournament.stream_id)
    return [
        Standing(each.place, each.order, each.entrant, names.get(each.entrant, ""))
        for each in places(entered.state.derived, entered.state.facts)
    ]


def correction_preview(match: int, winner: str | None) -> Preview:
    """Return what it would displace if ``winner`` (``top``, ``bottom``, ``none``) had won.

    Without a winner, if the other one had. Raises Refused ``match.unfinished`` when there is nothing to correct.
    """
    found = Match.objects.select_related("draw__event__tournament", "result").defer("draw__plan").get(pk=match)
    entered = entered_draw(found.draw, found.draw.event.tournament.stream_id)
    seat = entered.state.seat(found.place)
    card = match_card(match)
    if seat.status is not Status.FINISHED:
        raise Refused("match.unfinished", match=card)
    sides: dict[str | None, int] = {"top": seat.top, "bottom": seat.bottom, "none": NOBODY}
    who = sides.get(winner, seat.bottom if seat.on == seat.top else seat.top)
    after = after_correction(entered.state, found.place, who)
    moved = list(displaced(entered.state.derived, entered.state.facts, after.derived))
    ids = dict(
        Match.objects.filter(draw=found.draw, place__in=[each.match for each in moved]).values_list("place", "pk")
    )
    told = tuple(
        {
            "match": ids[each.match],
            "code": entered.state.plan.matches[each.match].code,
            "entrants": list(each.pair),
            "has_result": each.has_result,
        }
        for each in moved
    )
    codes = tuple(
        planned.code
        for place, planned in enumerate(entered.state.plan.matches)
        if entered.state.seat(place) != after.seat(place)
    )
    return Preview(card, told, codes)
