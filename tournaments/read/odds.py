"""The odds of an event: who ends where with which chance, from the ratings of its entrants.

Source: docs/rules/odds.md#on-pages.
"""

import re
from dataclasses import dataclass

from journal.refusals import Refused, Unknown
from rules.odds import ACCURACY, LiveOdds, Odds, Rated, cached_odds, live_odds
from tournaments.models import Event
from tournaments.read.entered import entered_draw
from tournaments.read.entrants import latest_particulars
from tournaments.read.events import conditions_of, draw_of, event_of
from tournaments.read.names import names_in

# What an entrant without a rating counts as: where the FIBS list begins.
UNRATED = 1500.0
# A draw with more lines than this is sampled less closely, so that its page is made in a second.
LARGE, LARGE_ACCURACY = 128, 0.005
_RATING = re.compile(r"[0-9]{1,5}(?:[.,][0-9]{1,4})?")


@dataclass(frozen=True, slots=True)
class EventOdds:
    """The odds of an event, the most likely winner first; ``rated`` are the entrants whose rating counts."""

    odds: Odds
    lines: tuple[LiveOdds, ...]
    rated: frozenset[int]


def refuse_if_hidden(event: Event) -> None:
    """Raise Unknown ``odds.hidden`` unless the event shows its odds."""
    if not conditions_of(event).odds:
        raise Unknown("odds.hidden", event=event.pk)


def odds_of(event: Event) -> EventOdds:
    """Return the odds of an event read by ``event_of``. Raises Refused ``draw.none`` before it is drawn."""
    if event.current_draw_id is None:
        raise Refused("draw.none", event=event.pk)
    draw = draw_of(event)
    state = entered_draw(draw, event.tournament.stream_id).state
    ratings = {each.entrant_id: rating_of(each.rating) for each in latest_particulars(event)}
    rated = frozenset(entrant for entrant, rating in ratings.items() if rating is not None)
    chances = Rated({entrant: UNRATED if rating is None else rating for entrant, rating in ratings.items()})
    accuracy = ACCURACY if state.plan.size <= LARGE else LARGE_ACCURACY
    odds = cached_odds(state, chances, accuracy=accuracy)
    return EventOdds(odds, live_odds(odds), rated)


def odds_lines(event: int) -> list[dict[str, object]]:
    """Return the odds of an event as the API answers them. Raises as ``refuse_if_hidden`` and ``odds_of``."""
    row = event_of(event)
    refuse_if_hidden(row)
    known, names = odds_of(row), names_in(event)
    return [
        {
            "entrant": each.entrant,
            "name": names[each.entrant],
            "rated": each.entrant in known.rated,
            "wins": _text(each.wins),
            "places": {
                bracket: {key: _text(chance) for key, chance in keys.items()}
                for bracket, keys in known.odds.places[each.entrant].items()
            },
            "error": _text(each.error),
        }
        for each in known.lines
    ]


def _text(chance: float) -> str:
    return f"{chance:.12f}"


def rating_of(text: str) -> float | None:
    """Return the rating that an entrant's text begins with: ``1842``, ``1842.5 FIBS``; None for none."""
    number = _RATING.match(text.strip())
    return float(number[0].replace(",", ".")) if number else None
