"""Who wins an event, with which chance."""

from collections.abc import Mapping
from dataclasses import dataclass

from clubs.read.figures import in_language
from tournaments.models import Event
from tournaments.read.entrants.names import names_in
from tournaments.read.latest.change import last_change
from tournaments.read.odds import EventOdds, odds_of, table_decides


@dataclass(frozen=True, slots=True)
class OddsLine:
    """The chances of one entrant: to win the event as ``a`` in ``b`` and in percent, and to win each lower bracket.

    ``a`` and ``b`` are 0 where the chance is certain or not worth a figure. ``rated``: their own rating counts.
    """

    entrant: int
    name: str
    a: int
    b: int
    percent: str
    below: tuple[str, ...]
    rated: bool
    out: bool


@dataclass(frozen=True, slots=True)
class OddsSheet:
    """The page of an event's odds; ``brackets`` are its lower brackets. ``error`` is the standard error in percent.

    Before the draw they are the mean of ``draws`` draws, which may be ``every_draw`` that there can be. There are none
    ``by_table``.
    """

    event: int
    name: str
    tournament: str
    drawn: bool
    by_table: bool
    draws: int
    every_draw: bool
    brackets: tuple[str, ...]
    lines: tuple[OddsLine, ...]
    error: str
    unrated: bool
    as_of: str
    zone: str


def odds_sheet(event: Event) -> OddsSheet:
    """Return the odds of an event read by ``event_of``: six statements."""
    odds = odds_of(event)
    lines = _lines(odds, names_in(event.pk)) if odds else ()
    errors = max((each.error for each in odds.lines), default=0.0) if odds else 0.0
    return OddsSheet(
        event=event.pk,
        name=event.name,
        tournament=event.tournament.name,
        drawn=event.current_draw_id is not None,
        by_table=table_decides(event),
        draws=odds.draws if odds else 0,
        every_draw=bool(odds and not odds.batches),
        brackets=tuple(code for code, _ in odds.lines[0].below) if odds and odds.lines else (),
        lines=lines,
        error=in_language(f"{100 * errors:.2f}") if errors else "",
        unrated=any(not line.rated for line in lines),
        as_of=last_change(event.tournament),
        zone=event.tournament.timezone,
    )


def _lines(odds: EventOdds, names: Mapping[int, str]) -> tuple[OddsLine, ...]:
    lines = []
    for each in odds.lines:
        a, b = each.one_in or (0, 0)
        below = tuple(_percent(chance) for _, chance in each.below)
        out = not each.wins and not any(chance for _, chance in each.below)
        rated = each.entrant in odds.rated
        lines.append(OddsLine(each.entrant, names[each.entrant], a, b, _percent(each.wins), below, rated, out))
    return tuple(lines)


def _percent(chance: float) -> str:
    """Return a chance in percent with one decimal; empty for none."""
    if not chance:
        return ""
    return "100" if chance >= 1 - 1e-12 else in_language(f"{min(max(100 * chance, 0.1), 99.9):.1f}")
