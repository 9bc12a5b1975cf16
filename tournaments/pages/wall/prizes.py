"""The prizes as the wall announces them: a page for each pot that is divided."""

from collections.abc import Collection
from dataclasses import dataclass

from tournaments.models import Tournament
from tournaments.models.money.prizes import FUND
from tournaments.read.money.designs import announced_pots
from tournaments.read.money.pots import divided_pots
from tournaments.read.money.till import live_events
from tournaments.words.money.announced import announced


@dataclass(frozen=True, slots=True)
class WallPrizes:
    """A pot: the event where there are several and the name of a side pool, its sum, and what each place is paid."""

    title: str
    total: str
    places: tuple[tuple[str, str], ...]


def prizes_of(tournament: Tournament, chosen: Collection[int]) -> list[WallPrizes]:
    """Return the announced prizes of all events, or of those chosen; no statement without a currency."""
    funded = {event for event, pot in divided_pots(tournament) if pot == FUND}
    if not funded:
        return []
    live = live_events(tournament.pk)
    pots = []
    for event in live:
        if event.pk in funded and (not chosen or event.pk in chosen):
            event.tournament = tournament
            for pot in announced(announced_pots(event), event.rules, tournament.currency):
                names = (event.name if len(live) > 1 else "", pot.name)
                pots.append(WallPrizes(", ".join(name for name in names if name), pot.total, pot.places))
    return pots
