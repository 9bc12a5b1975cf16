"""What follows when two players of a round change places, before it counts."""

from dataclasses import dataclass

from journal.refusals import Unknown
from rules.formats.exchange import exchange, round_seats
from rules.formats.swiss import Swiss
from rules.pairing.changes import Flaw
from rules.pairing.pairing import BYE
from tournaments.models import Entrant, Event
from tournaments.read.entered import entered_draw
from tournaments.read.entrants.names import names_in
from tournaments.read.events import draw_of


@dataclass(frozen=True, slots=True)
class Effect:
    """Something that speaks against a round, and the entrants concerned by id and name; ``is_new`` with the change."""

    flaw: Flaw
    entrants: tuple[int, ...]
    names: tuple[str, ...]
    is_new: bool


@dataclass(frozen=True, slots=True)
class ExchangePreview:
    """Both tables after the change, by name, the second one empty in a bye; and everything against the round."""

    tables: tuple[tuple[str, str], ...]
    effects: tuple[Effect, ...]


def exchange_preview(event: Event, one: int, other: int) -> ExchangePreview:
    """Return what follows. Raises Refused ``draw.none``, Unknown ``pairing.none``, RuleBroken as ``exchange``."""
    if not event.rules.is_paired:
        raise Unknown("pairing.none", event=event.pk)
    entered = entered_draw(draw_of(event), event.tournament.stream_id)
    changed, names = exchange(entered.state, one, other, _apart(event)), names_in(event.pk)
    return ExchangePreview(
        tuple((names.get(upper, ""), "" if lower == BYE else names.get(lower, "")) for upper, lower in changed.tables),
        tuple(
            Effect(each.flaw, each.entrants, tuple(names.get(who, "") for who in each.entrants), each.is_new)
            for each in changed.consequences
        ),
    )


def _apart(event: Event) -> list[tuple[int, int]]:
    """Return the pairs who must not meet, by id."""
    rules = event.rules
    if not isinstance(rules, Swiss) or not rules.apart:
        return []
    live = Entrant.objects.filter(event=event, record__undo__isnull=True)
    ids = dict(live.values_list("number", "pk"))
    return [(ids[one], ids[other]) for one, other in rules.apart if one in ids and other in ids]


def seated_names(event: Event) -> list[tuple[int, str]]:
    """Return everybody in the last round that is paired, by name. Raises Refused ``draw.none``, Unknown."""
    if not event.rules.is_paired:
        raise Unknown("pairing.none", event=event.pk)
    entered, names = entered_draw(draw_of(event), event.tournament.stream_id), names_in(event.pk)
    return sorted(((who, names.get(who, "")) for who in round_seats(entered.state)), key=lambda each: each[1])
