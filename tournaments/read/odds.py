"""The odds of an event: who ends where with which chance, from the ratings of its entrants.

Source: docs/rules/odds.md#on-pages.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

from journal.refusals import Refused, Unknown
from rules.draws.derive import Status
from rules.draws.plan import ENTRY
from rules.draws.pots import pots_of
from rules.draws.seeding import FEWEST
from rules.errors import RuleBroken
from rules.formats.knockout import CONSOLATION, MAIN, Consolation, Knockout
from rules.formats.registry import compile_plan
from rules.odds import ACCURACY, LiveOdds, Odds, Rated, cached_field_odds, cached_odds, live_odds
from rules.typed.ratings import rating_of
from tournaments.models import Entrant, Event, Particulars, Withdrawal
from tournaments.read.entered import entered_draw
from tournaments.read.entrants.listed import latest_particulars
from tournaments.read.entrants.names import names_in
from tournaments.read.events import conditions_of, draw_of, event_of

# What an entrant without a rating counts as: where the FIBS list begins.
UNRATED = 1500.0
# A draw with more lines than this is sampled less closely, so that its page is made in a second.
LARGE, LARGE_ACCURACY = 128, 0.005
# Before the draw every draw counts: a larger field takes too long for a page.
LARGEST_UNDRAWN = 128
_ONE_AT_A_TIME = Lock()


@dataclass(frozen=True, slots=True)
class EventOdds:
    """The odds of an event, the most likely winner first; ``rated`` are the entrants whose rating counts.

    Before the draw they are the mean of ``draws`` draws; ``batches`` are those of parts of them, none if it is exact.
    """

    odds: Odds
    lines: tuple[LiveOdds, ...]
    rated: frozenset[int]
    draws: int = 0
    batches: tuple[Odds, ...] = ()


def refuse_if_hidden(event: Event) -> None:
    """Raise Unknown ``odds.hidden`` unless the event shows its odds."""
    if not conditions_of(event).odds:
        raise Unknown("odds.hidden", event=event.pk)


def table_decides(event: Event) -> bool:
    """Whether a table decides who wins or goes on: there are no odds then."""
    return event.rules.is_by_rounds or event.rules.is_cut


def odds_of(event: Event) -> EventOdds | None:
    """Return the odds of an event read by ``event_of``, before its draw those over random draws.

    None where nothing is drawn and fewer than two or more than ``LARGEST_UNDRAWN`` are entered, or those who are don't
    work out; nor for rounds in which all play on, where the table decides.
    """
    if event.current_draw_id is None:
        return _odds_of_field(event)
    draw = draw_of(event)
    state = entered_draw(draw, event.tournament.stream_id).state
    if state.plan.tabled:
        return None
    ratings = {each.entrant_id: rating_of(each.rating) for each in latest_particulars(event)}
    rated = frozenset(entrant for entrant, rating in ratings.items() if rating is not None)
    chances = Rated({entrant: UNRATED if rating is None else rating for entrant, rating in ratings.items()})
    accuracy = ACCURACY if state.plan.size <= LARGE else LARGE_ACCURACY
    odds = cached_odds(state, chances, accuracy=accuracy)
    return EventOdds(odds, live_odds(odds), rated)


def _odds_of_field(event: Event) -> EventOdds | None:
    """Return the odds over random draws of those who are entered now and have not withdrawn."""
    gone = Withdrawal.objects.filter(entrant__event=event, bracket=ENTRY, record__undo__isnull=True)
    out = set(gone.values_list("entrant", flat=True))
    field = [each for each in latest_particulars(event) if each.entrant_id not in out]
    if not FEWEST <= len(field) <= LARGEST_UNDRAWN:
        return None
    ratings = {each.entrant_id: rating_of(each.rating) for each in field}
    rated = frozenset(entrant for entrant, rating in ratings.items() if rating is not None)
    chances = Rated({entrant: UNRATED if rating is None else rating for entrant, rating in ratings.items()})
    seeds = {entrant: seed for seed, entrant in enumerate(_seeded(event, field), start=1)}
    try:
        plan = compile_plan(event.rules.size(len(field)), event.rules, len(field), len(seeds))
    except RuleBroken:
        return None
    if plan.tabled:
        return None
    with _ONE_AT_A_TIME:
        known = cached_field_odds(plan, tuple(ratings), seeds, chances)
    return EventOdds(known.odds, live_odds(known.odds), rated, known.draws, known.batches)


def _seeded(event: Event, field: Sequence[Particulars]) -> list[int]:
    """Return the entrants who are seeded, the best first; of one pot, or with one seed, the one who entered first."""
    seeds = {each.entrant_id: each.seed for each in field if each.seed is not None}
    pots = pots_of(event.rules.seeding, seeds, {each.entrant_id: rating_of(each.rating) for each in field})
    entered = [each.entrant_id for each in field]
    return sorted(pots, key=lambda entrant: (pots[entrant], entered.index(entrant)))


def odds_lines(event: int) -> list[dict[str, object]]:
    """Return the odds of an event as the API answers them.

    Raises as ``refuse_if_hidden``; Refused ``odds.table`` where a table decides, ``draw.none`` where there are none
    before the draw.
    """
    row = event_of(event)
    refuse_if_hidden(row)
    if table_decides(row):
        raise Refused("odds.table", event=event)
    known, names = odds_of(row), names_in(event)
    if known is None:
        raise Refused("draw.none", event=event)
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
            "draws": known.draws or None,
        }
        for each in known.lines
    ]


def odds_file(event: Event) -> dict[str, Any]:
    """Return what ``python -m rules odds`` reads of an event, with its odds as they are shown as the expectation.

    Raises as ``refuse_if_hidden``; Refused ``draw.none``, and ``odds.file`` for a draw that the file cannot hold.
    Source: docs/rules/odds.md#the-file.
    """
    refuse_if_hidden(event)
    known, rules = odds_of(event), event.rules
    if known is None:
        raise Refused("draw.none", event=event.pk)
    if not isinstance(rules, Knockout):
        raise Refused("odds.file", event=event.pk)
    numbers = dict(Entrant.objects.filter(event=event).values_list("pk", "number"))
    field = [each for each in latest_particulars(event) if each.entrant_id in known.odds.places]
    ratings = {numbers[each.entrant_id]: rating_of(each.rating) for each in field}
    brackets = (MAIN,) if rules.consolation is Consolation.NONE else (MAIN, CONSOLATION)
    file: dict[str, Any] = {
        "consolation": rules.consolation.value,
        "ratings": {str(number): str(UNRATED if rating is None else rating) for number, rating in ratings.items()},
        "lengths": {code: rules.lengths(code).as_data() for code in brackets},
    }
    if event.current_draw_id is None:
        file |= {"entrants": sorted(ratings), "seeds": [numbers[entrant] for entrant in _seeded(event, field)]}
    else:
        file |= _drawn(event, numbers)
    odds = {
        str(numbers[entrant]): {
            bracket: {key: _text(chance) for key, chance in keys.items()}
            for bracket, keys in places.items()
            if bracket in brackets
        }
        for entrant, places in known.odds.places.items()
    }
    return file | {"tolerance": "0.000001", "expect": {"odds": odds}}


def _drawn(event: Event, numbers: Mapping[int, int]) -> dict[str, Any]:
    """Return the lines of a draw, what was played in it, and who withdrew. Raises Refused ``odds.file``."""
    state = entered_draw(draw_of(event), event.tournament.stream_id).state
    if state.has_rulings:
        raise Refused("odds.file", event=event.pk)
    plan, results = state.plan, []
    for place, match in enumerate(plan.matches):
        seat = state.seat(place)
        if seat.pair is None or seat.ref is None or seat.status is not Status.FINISHED:
            continue
        if seat.on <= 0 or seat.off <= 0:
            raise Refused("odds.file", event=event.pk)
        if match.bracket in (MAIN, CONSOLATION):
            results.append(
                {"bracket": match.bracket, "round": match.round, "number": match.number, "winner": numbers[seat.on]}
            )
    return {
        "lines": [numbers.get(state.lines.get(line, 0)) for line in range(1, plan.size + 1)],
        "results": results,
        "withdrawn": [
            {"bracket": bracket, "entrant": numbers[entrant]}
            for bracket, entrant in state.withdrawn
            if bracket in (MAIN, CONSOLATION)
        ],
        "accuracy": str(ACCURACY if plan.size <= LARGE else LARGE_ACCURACY),
    }


def _text(chance: float) -> str:
    return f"{chance:.12f}"
