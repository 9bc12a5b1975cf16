"""The words of a rating file: the list with its rule, and what was entered about the matches.

Source: docs/rules/ratings.md#the-file.
"""

import re
from dataclasses import dataclass, replace
from datetime import MAXYEAR, UTC, date, datetime, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from rules.commands.cases import Field
from rules.errors import RuleBroken
from rules.ratings.eligibility import ENDED, Circumstances, Eligibility, Exclusion
from rules.ratings.fibs import Fibs, FibsRating, Ramp, constant
from rules.ratings.glicko2 import Glicko2, GlickoRating
from rules.ratings.periods import Every, Periods
from rules.ratings.presets import RATING_PRESETS, rating_preset

LONGEST_LENGTH = 1000
_FARTHEST_RATING = 10**6
_LIST = ("exclude", "least_length", "least_entrants")
_FIBS = ("k", "class_width", "multiplier", "term", "start")
_GLICKO = ("tau", "start", "period", "from", "to", "zone", "weight")
_MONTH = re.compile(r"(\d{4})-(\d{2})", re.ASCII)
_WEEK = re.compile(r"\d{4}-?W\d{2}", re.ASCII)


@dataclass(frozen=True, slots=True)
class RatingList:
    """A list of the file: its rule, which matches count, and the zone of times without one."""

    rule: Fibs | Glicko2
    eligibility: Eligibility
    zone: tzinfo


def read_list(field: Field) -> RatingList:
    """Return the list of a file. Raises RuleBroken ``json.…`` or ``rating.…`` with the place."""
    preset, kind = field.get("preset"), field.get("kind")
    rule = rating_preset(preset.one_of(*RATING_PRESETS)) if preset is not None else None
    name = field["kind"].one_of("fibs", "glicko2") if kind or rule is None else type(rule).__name__.lower()
    zone = read_zone(field.get("zone"))
    if name == "fibs":
        field.words("kind", "preset", "zone", *_FIBS, *_LIST)
        with field.placing():
            return RatingList(_fibs(field, rule if isinstance(rule, Fibs) else Fibs()), _eligibility(field), zone)
    field.words("kind", "preset", *_GLICKO, *_LIST)
    with field.placing():
        return RatingList(_glicko2(field, zone), _eligibility(field), zone)


def read_start(field: Field | None, rule: Fibs | Glicko2) -> dict[Any, Any]:
    """Return the imported values of a file: a rating, or the numbers that the answer has, by player."""
    values: dict[Any, Any] = {}
    for player, each in field.pairs() if field else []:
        numbers = each.each() if isinstance(each.value, list) else [each]
        if isinstance(rule, Fibs):
            if not 1 <= len(numbers) <= 2:
                raise RuleBroken("json.kind", place=each.place, expected="[rating, experience]")
            values[player] = FibsRating(rating_of(numbers[0]), positive(numbers[1], 0) if numbers[1:] else 0)
        else:
            values[player] = _deviated(each, numbers, rule.start)
    return values


def read_zone(field: Field | None) -> tzinfo:
    """Return the zone of a name such as ``Europe/Madrid``, UTC without one. Raises RuleBroken ``json.zone``."""
    if field is None:
        return UTC
    name = field.text()
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, KeyError):
        raise RuleBroken("json.zone", place=field.place, got=name[:40]) from None


def read_time(field: Field, zone: tzinfo) -> datetime:
    """Return the instant of an ISO date or date-time, of the wall clock in ``zone`` where it names no other.

    A whole number counts seconds since 1970 in UTC. Raises RuleBroken ``json.time``.
    """
    value = field.value
    try:
        if isinstance(value, int) and not isinstance(value, bool):
            return datetime.fromtimestamp(value, UTC)
        if isinstance(value, str):
            at = datetime.fromisoformat(value)
            at = (at if at.tzinfo else at.replace(tzinfo=zone)).astimezone(UTC)
            # A year is left at both ends, so that every zone has a day for the instant.
            if 1 < at.year < MAXYEAR:
                return at
    except (ValueError, OverflowError, OSError):
        pass
    raise RuleBroken("json.time", place=field.place, got=str(value)[:40])


def positive(field: Field, least: float = 1e-9, most: float = 1e9) -> float:
    """Return a number with a point or without, within limits. Raises RuleBroken ``json.kind`` or ``json.range``."""
    number = float(field.fraction())
    if not least <= number <= most:
        raise RuleBroken("json.range", place=field.place, got=str(number), least=least, most=most)
    return number


def rating_of(field: Field) -> float:
    """Return a rating, which may be negative. Raises RuleBroken ``json.kind`` or ``json.range``."""
    value, sign = field.value, 1
    if isinstance(value, str) and value.startswith("-"):
        value, sign = value[1:], -1
    elif not isinstance(value, bool | str | list | dict | None) and value < 0:
        value, sign = -value, -1
    return sign * positive(Field(value, field.place), 0, _FARTHEST_RATING)


# --- Rules


def _fibs(field: Field, rule: Fibs) -> Fibs:
    k, width, multiplier, start = (field.get(word) for word in ("k", "class_width", "multiplier", "start"))
    if k is not None:
        rule = replace(rule, ramp=_ramp(k))
    if width is not None:
        rule = replace(rule, class_width=positive(width))
    if multiplier is not None:
        rule = replace(rule, multiplier=positive(multiplier, 0))
    if start is not None:
        rule = replace(rule, start=rating_of(start))
    term = field.get("term")
    if term is None:
        return rule
    if isinstance(term.value, str):
        term.one_of("n")
        return replace(rule, skill=None)
    term.words("c")
    c = term.get("c")
    return replace(rule, skill=1.0 if c is None else positive(c, 0))


def _ramp(k: Field) -> Ramp:
    if not isinstance(k.value, dict):
        return constant(positive(k, 0))
    k.words("least", needed=("start", "per"))
    least = k.get("least")
    return Ramp(positive(k["start"], 0), positive(k["per"]), 1.0 if least is None else positive(least, 0))


def _glicko2(field: Field, zone: tzinfo) -> Glicko2:
    tau, start, period, weight = (field.get(word) for word in ("tau", "start", "period", "weight"))
    periods = Periods(Every(period.one_of(*Every)) if period else Every.MONTH, zone)
    rule = Glicko2(_bounded(field, periods))
    if tau is not None:
        rule = replace(rule, tau=positive(tau, 1e-6, 100))
    if start is not None:
        rule = replace(rule, start=_deviated(start, start.each(), rule.start))
    if weight is not None:
        named = "1" if weight.value == 1 and not isinstance(weight.value, bool) else weight.one_of("1", "sqrt")
        rule = replace(rule, by_length=named == "sqrt")
    return rule


def _deviated(field: Field, numbers: list[Field], usual: GlickoRating) -> GlickoRating:
    if not 1 <= len(numbers) <= 3:
        raise RuleBroken("json.kind", place=field.place, expected="[rating, deviation, volatility]")
    deviation = positive(numbers[1], 1e-3, _FARTHEST_RATING) if len(numbers) > 1 else usual.deviation
    volatility = positive(numbers[2], 1e-6, 10) if len(numbers) > 2 else usual.volatility
    return GlickoRating(rating_of(numbers[0]), deviation, volatility)


def _bounded(field: Field, periods: Periods) -> Periods:
    first, last = field.get("from"), field.get("to")
    if first is not None:
        periods = replace(periods, first=_period(first, periods))
    if last is not None:
        periods = replace(periods, last=_period(last, periods))
        if periods.first is not None and periods.first > (periods.last or 0):
            raise RuleBroken("rating.periods", place=last.place)
    return periods


def _period(field: Field, periods: Periods) -> int:
    """Return the period of a day, an instant, a month ``2026-03`` or a week ``2026-W12``; an instant is one of UTC."""
    text = field.value
    try:
        if isinstance(text, str) and (month := _MONTH.fullmatch(text)):
            return periods.number(date(int(month[1]), int(month[2]), 1))
        if isinstance(text, str) and _WEEK.fullmatch(text):
            return periods.number(date.fromisoformat(f"{text}-1" if "-" in text else f"{text}1"))
        if isinstance(text, str):
            return periods.number(date.fromisoformat(text))
    except ValueError:
        pass
    at = read_time(field, periods.zone)
    return periods.number(at)


def _eligibility(field: Field) -> Eligibility:
    exclude, length, entrants = (field.get(word) for word in _LIST)
    named = Eligibility().exclude
    if exclude is not None:
        given = exclude.each() if isinstance(exclude.value, list) else [exclude]
        known = [each for each in Exclusion if not each.startswith("too_")]
        named = frozenset(Exclusion(each.one_of(*known)) for each in given)
    return Eligibility(
        named,
        1 if length is None else length.whole(1, LONGEST_LENGTH),
        0 if entrants is None else entrants.whole(0, 10**6),
    )


# --- Matches

FACTS = ("entrants", "members", "friendly", "scheduled", "by_lot")
_RESULT = ("played", "winner", "loser", "length", "kind", *FACTS)


@dataclass(frozen=True, slots=True)
class Entry:
    """What is entered about a match; a void one stays void whatever is corrected, until its result is entered again."""

    match: int | str
    played: datetime
    winner: str
    loser: str
    circumstances: Circumstances
    void: bool = False


def read_operation(field: Field, entries: dict[int | str, Entry], zone: tzinfo) -> None:
    """Apply one operation of the file to the matches entered so far.

    Raises RuleBroken ``json.…``, ``rating.match``, ``rating.match_twice`` or ``rating.same`` with the place.
    """
    operation = field.get("op")
    kind = "result" if operation is None else operation.one_of("result", "correct", "void")
    needed: tuple[str, ...] = ("match",)
    if kind == "result":
        needed = ("match", "played", "winner", "loser", "length")
    field.words("op", *(() if kind == "void" else _RESULT), needed=needed)
    match = _match_id(field["match"])
    entry = entries.get(match)
    if kind == "result":
        if entry is not None and not entry.void:
            raise RuleBroken("rating.match_twice", place=field["match"].place, match=match)
        played = read_time(field["played"], zone)
        blank = Entry(match, played, "", "", Circumstances(1))
        entries[match] = _with_words(field, blank, zone)
        return
    if entry is None:
        raise RuleBroken("rating.match", place=field["match"].place, match=match)
    entries[match] = replace(entry, void=True) if kind == "void" else _with_words(field, entry, zone)


def _match_id(field: Field) -> int | str:
    if isinstance(field.value, str):
        return field.text()
    return field.whole(-(10**15))


def _with_words(field: Field, entry: Entry, zone: tzinfo) -> Entry:
    """Return a match with what the operation names; a new winner who is the loser changes places with them."""
    played, winner, loser = (field.get(word) for word in ("played", "winner", "loser"))
    won, lost = winner.text() if winner else entry.winner, loser.text() if loser else entry.loser
    if won == lost and winner is not None and loser is None:
        lost = entry.winner
    elif won == lost and loser is not None and winner is None:
        won = entry.loser
    if won == lost:
        raise RuleBroken("rating.same", place=field.place, match=entry.match, player=won)
    return replace(
        entry,
        played=read_time(played, zone) if played else entry.played,
        winner=won,
        loser=lost,
        circumstances=_circumstances(field, entry.circumstances),
    )


def _circumstances(field: Field, known: Circumstances) -> Circumstances:
    length, kind, entrants = (field.get(word) for word in ("length", "kind", "entrants"))
    flags = {word: each.flag() for word in FACTS[1:] if (each := field.get(word)) is not None}
    return replace(
        known,
        length=length.whole(1, LONGEST_LENGTH) if length else known.length,
        kind=str(kind.one_of(*map(str, ENDED))) if kind else known.kind,
        entrants=entrants.whole(0, 10**6) if entrants else known.entrants,
        **flags,
    )
