"""A player's own view of the queues: where they wait, and the jackpots in which they play."""

from dataclasses import dataclass

from django.db.models import Q

from journal.models import counts
from rules.draws.derive import Status
from tournaments.models import Entrant, JackpotStart, Match, SplitOffer
from tournaments.read.entrants.payers import latest_payers
from tournaments.read.jackpots.queues import Queue, Started, queues_of


@dataclass(frozen=True, slots=True)
class OwnQueue:
    """A queue as a player sees it: the ``number`` of their entry and their ``place`` while they wait, else 0."""

    queue: Queue
    number: int = 0
    place: int = 0


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """A jackpot in which the player plays, with their entrant there. ``is_here``: it is the one whose page this is."""

    started: Started
    entrant: int
    is_here: bool


@dataclass(frozen=True, slots=True)
class OwnFinal:
    """The final of a jackpot that the player may split: who offered it, this player or the opponent."""

    match: int
    offered: bool
    opponent_offered: bool


@dataclass(frozen=True, slots=True)
class OwnQueues:
    """All of it for one player; ``final`` is None while there is nothing to split."""

    queues: tuple[OwnQueue, ...]
    seats: tuple[OwnSeat, ...]
    final: OwnFinal | None


def own_queues(player: Entrant) -> OwnQueues:
    """Return the queues of an entrant's tournament as they see them, in a constant number of statements."""
    payer = _payer_of(player.pk)
    queues = queues_of(player.event.tournament)
    own = {row[1]: row[0] for row in latest_payers(Q(payer=payer))} if payer else {}
    seats = [
        OwnSeat(started, own[started.event], own[started.event] == player.pk)
        for queue in queues
        for started in queue.on
        if started.event in own
    ]
    return OwnQueues(tuple(_of(queue, payer) for queue in queues), tuple(seats), _final(player))


def is_own_seat(entrant: int, other: int) -> bool:
    """Whether one payer pays for both, and the other one plays in a jackpot."""
    payer = _payer_of(entrant)
    seat = Entrant.objects.filter(counts(), pk=other, event__closed=False).first()
    if payer is None or seat is None or _payer_of(other) != payer:
        return False
    return JackpotStart.objects.filter(counts(), event=seat.event_id).exists()


def _payer_of(entrant: int) -> int | None:
    return next((payer for _, _, payer, _ in latest_payers(Q(entrant=entrant))), None)


def _of(queue: Queue, payer: int | None) -> OwnQueue:
    for place, each in enumerate(queue.waiting, start=1):
        if payer is not None and each.payer == payer:
            return OwnQueue(queue, each.number, place)
    return OwnQueue(queue)


def _final(player: Entrant) -> OwnFinal | None:
    """Return the final of this entrant's jackpot while it is ready and has not begun."""
    finals = Match.objects.filter(
        Q(top=player) | Q(bottom=player), draw=player.event.current_draw_id, status=Status.OPEN, begun=False
    )
    final = finals.filter(draw__event__jackpot_start__isnull=False).order_by("-place").first()
    if final is None or Match.objects.filter(draw=final.draw_id, place__gt=final.place).exists():
        return None
    offers = set(SplitOffer.objects.filter(counts(), match=final).values_list("by", flat=True))
    return OwnFinal(final.pk, player.pk in offers, bool(offers - {player.pk}))
