"""How a draw was made: the draws of an event, their lines, reasons and seeds as they were then."""

from collections import Counter
from collections.abc import Iterable, Sequence

from django.db.models import F

from journal.models import Words
from rules.draws.pots import Seeding, pots_of
from rules.draws.separation import group_name
from rules.typed.ratings import rating_of
from tournaments.models import Draw, Event, Line, Particulars


def draws_made(event: Event) -> list[Draw]:
    """Return every draw of an event with its record, the latest first, without the text of the plans."""
    return list(Draw.objects.filter(event=event).defer("plan").select_related("record__undo").order_by("-number"))


def how_many_draws(event: Event) -> int:
    """Return how many draws of an event were ever made."""
    return Draw.objects.filter(event=event).count()


def reasons_for(draws: Iterable[Draw]) -> dict[int, str]:
    """Return record → the reason typed for a draw."""
    records = [draw.record_id for draw in draws]
    return dict(Words.objects.filter(record__in=records).values_list("record", "text"))


def drawn_counts(draws: Iterable[Draw]) -> Counter[int]:
    """Return how many each draw drew, late entries left out."""
    lines = Line.objects.filter(draw__in=list(draws), record=F("draw__record"), entrant__isnull=False)
    return Counter(lines.values_list("draw", flat=True))


def lines_as_drawn(draw: Draw) -> dict[int, tuple[int | None, int | None]]:
    """Return line → entrant and number as drawn, late entries left out."""
    rows = Line.objects.filter(draw=draw, record=draw.record_id).values_list("line", "entrant", "entrant__number")
    return {line: (entrant, number) for line, entrant, number in rows}


def seeds_as_drawn(draw: Draw, entrants: Iterable[int]) -> dict[int, int | None]:
    """Return entrant → seed at the time of a draw."""
    particulars = Particulars.objects.filter(entrant__in=list(entrants), record__lt=draw.record_id).order_by("turn")
    return dict(particulars.filter(record__undo__isnull=True).values_list("entrant", "seed"))


def groups_of(particulars: Iterable[Particulars], kinds: Sequence[str]) -> dict[int, tuple[str, ...]]:
    """Return entrant number → the groups of that entrant, of all its members; ``kinds`` are of club, country, group."""
    return {
        each.entrant.number: tuple(
            filter(None, (group_name(kind, text) for kind in kinds for text in _group_texts(each, kind)))
        )
        for each in particulars
    }


def _group_texts(entrant: Particulars, kind: str) -> list[str]:
    """Return the clubs or countries of the members of an entrant, each once, else its own; or whom it travels with."""
    of_members = [getattr(each, kind) for each in entrant.people] if kind != "group" else []
    return list(dict.fromkeys(filter(None, of_members))) or [getattr(entrant, kind)]


def pots_as_drawn(draw: Draw, entrants: Iterable[int], seeding: Seeding) -> dict[int, int]:
    """Return entrant → seed or pot at the time of a draw; those who were drawn by lot are missing."""
    latest = _as_drawn(draw, entrants)
    seeds = {each.entrant_id: each.seed for each in latest if each.seed is not None}
    return pots_of(seeding, seeds, {each.entrant_id: rating_of(each.rating) for each in latest})


def groups_now(event: int, kinds: Sequence[str]) -> dict[int, tuple[str, ...]]:
    """Return entrant number → the groups of everybody who is entered; no statement where none counts."""
    if not kinds:
        return {}
    rows = Particulars.objects.filter(entrant__event=event, record__undo__isnull=True).order_by("turn")
    return groups_of({each.entrant_id: each for each in rows.select_related("entrant")}.values(), kinds)


def groups_as_drawn(draw: Draw, entrants: Iterable[int], kinds: Sequence[str]) -> dict[int, tuple[str, ...]]:
    """Return entrant number → groups at the time of a draw."""
    return groups_of(_as_drawn(draw, entrants), kinds)


def _as_drawn(draw: Draw, entrants: Iterable[int]) -> list[Particulars]:
    """Return the latest particulars of each entrant at the time of a draw."""
    particulars = Particulars.objects.filter(
        entrant__in=list(entrants), record__lt=draw.record_id, record__undo__isnull=True
    )
    return list({each.entrant_id: each for each in particulars.select_related("entrant").order_by("turn")}.values())


def has_begun(draw: int) -> bool:
    """Whether any match of a draw has begun."""
    return Draw.objects.filter(pk=draw, matches__begun=True).exists()
