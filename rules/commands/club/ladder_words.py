"""The words of a ladder file: its settings, the ladder before, and the steps.

Source: docs/rules/ladders.md#the-file.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from fractions import Fraction
from typing import Any

from rules.commands.cases import Field
from rules.commands.club.rating_words import positive, rating_of, read_time
from rules.errors import RuleBroken
from rules.ladders.board import Start
from rules.ladders.facts import ABOUT_A_CHALLENGE, ABOUT_A_PLAYER, Do, Fact
from rules.ladders.settings import (
    LADDER_PRESETS,
    LONGEST_DAYS,
    Failed,
    LadderRules,
    Mode,
    Unmet,
    ladder_preset,
)
from rules.ratings.fibs import FibsRating

MOST_STEPS = 5000
MOST_PLAYERS = 2000
# The years that a step may name: within them every deadline can be worked out.
YEARS = (1900, 2200)
_NUMBERS = ("max_out", "max_in", "accept_days", "play_days", "decay_days", "length", "finalists")
_COUNTS = ("refusal_penalty", "cooldown_days", "decay_places")
_SETTINGS = (
    "preset", "mode", "reach", "reach_in", "no_answer", "not_played", "failed", "play_from", "entry", "top_rung",
    "holidays",
)  # fmt: skip
_PERCENT = re.compile(r"\d{1,3}(?:\.\d{1,3})?%", re.ASCII)


def read_settings(field: Field | None) -> LadderRules:
    """Return the rules of a file. Raises RuleBroken ``json.…`` or ``ladder.…`` with the place."""
    if field is None:
        return LadderRules()
    field.words(*_SETTINGS, *_NUMBERS, *_COUNTS)
    preset = field.get("preset")
    rules = LadderRules() if preset is None else ladder_preset(preset.one_of(*LADDER_PRESETS))
    changes: dict[str, Any] = {}
    for word in _NUMBERS:
        if (each := field.get(word)) is not None:
            least = 0 if word in ("max_out", "max_in", "finalists") else 1
            # A deadline of no days is none.
            changes[word] = None if word.endswith("_days") and each.value == 0 else each.whole(least, LONGEST_DAYS)
    for word in _COUNTS:
        if (each := field.get(word)) is not None:
            changes[word] = each.whole(0, LONGEST_DAYS)
    with field.placing():
        return replace(rules, **changes | _choices(field) | _reach(field))


def _choices(field: Field) -> dict[str, Any]:
    words = {"mode": Mode, "no_answer": Unmet, "not_played": Unmet, "failed": Failed}
    changes: dict[str, Any] = {
        word: kind(each.one_of(*kind)) for word, kind in words.items() if (each := field.get(word)) is not None
    }
    if (since := field.get("play_from")) is not None:
        changes["play_from_challenge"] = since.one_of("challenge", "acceptance") == "challenge"
    if (entry := field.get("entry")) is not None:
        whole = isinstance(entry.value, int)
        changes["entry"] = entry.whole(1, MOST_PLAYERS) if whole else entry.one_of("bottom", "middle")
    if (top := field.get("top_rung")) is not None:
        changes["top_rung"] = top.flag()
    if (holidays := field.get("holidays")) is not None:
        changes["holidays"] = tuple(_days(each) for each in holidays.each())
    return changes


def _reach(field: Field) -> dict[str, Any]:
    reach, unit = field.get("reach"), field.get("reach_in")
    changes: dict[str, Any] = {}
    if unit is not None:
        changes["rungs_apart"] = unit.one_of("places", "rungs") == "rungs"
    if reach is not None:
        if isinstance(reach.value, str):
            if not _PERCENT.fullmatch(reach.value):
                raise RuleBroken("json.kind", place=reach.place, expected="places or percent")
            changes |= {"reach": Fraction(reach.value[:-1]), "percent": True}
        else:
            changes |= {"reach": reach.whole(0, MOST_PLAYERS), "percent": False}
    return changes


def _days(field: Field) -> tuple[Any, Any]:
    first, *rest = field.each() or [field]
    if len(rest) != 1:
        raise RuleBroken("json.kind", place=field.place, expected="[first day, last day]")
    days = [_time(each, None).date() for each in (first, rest[0])]
    if days[1] < days[0] or (days[1] - days[0]).days > LONGEST_DAYS:
        raise RuleBroken("json.time", place=rest[0].place, got=str(rest[0].value)[:40])
    return days[0], days[1]


def _time(field: Field, zone: tzinfo | None) -> datetime:
    at = read_time(field, zone or UTC)
    if not YEARS[0] <= at.year <= YEARS[1]:
        raise RuleBroken("json.time", place=field.place, got=str(field.value)[:40])
    return at


# --- The ladder before


def read_before(file: Field, rules: LadderRules) -> tuple[LadderRules, Start]:
    """Return the ladder before, and the rules with the end at which rung 1 is, where the order shows it."""
    people = file["before"].each()
    if len(people) > MOST_PLAYERS:
        raise RuleBroken("json.range", place="before", got=len(people), least=0, most=MOST_PLAYERS)
    order = tuple(each.text() for each in people)
    rungs = _rungs(file.get("rungs"), order)
    settings = file.get("settings")
    if rungs and (settings is None or settings.get("top_rung") is None):
        shown = [rungs[who] for who in order if who in rungs]
        rules = replace(rules, top_rung=shown == sorted(shown) and len(set(shown)) > 1)
    frozen = file.get("frozen")
    ratings = {who: _rating(each) for who, each in _pairs(file.get("ratings"))}
    with file["before"].placing():
        return rules, Start(order, rungs, tuple(each.text() for each in frozen.each()) if frozen else (), ratings)


def _rungs(field: Field | None, order: Sequence[str]) -> dict[str, int]:
    """Return the rung of each player: by player, as a list beside the order, or a list of players for each rung."""
    if field is None:
        return {}
    if isinstance(field.value, dict):
        return {who: each.whole(1, LONGEST_DAYS) for who, each in field.pairs()}
    rows = field.each()
    if all(isinstance(each.value, list) for each in rows):
        return {who.text(): rung for rung, row in enumerate(rows, start=1) for who in row.each()}
    if len(rows) != len(order):
        raise RuleBroken("json.kind", place=field.place, expected="a rung for each player")
    return {who: each.whole(1, LONGEST_DAYS) for who, each in zip(order, rows, strict=True)}


def _pairs(field: Field | None) -> list[tuple[str, Field]]:
    return field.pairs() if field else []


def _rating(field: Field) -> FibsRating:
    numbers = field.each() if isinstance(field.value, list) else [field]
    if not 1 <= len(numbers) <= 2:
        raise RuleBroken("json.kind", place=field.place, expected="[rating, experience]")
    return FibsRating(rating_of(numbers[0]), positive(numbers[1], 0) if numbers[1:] else 0)


# --- Steps


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the file: the fact, and the reason with which the file expects it to be refused."""

    fact: Fact
    refused: str | None


def read_steps(field: Field | None, zone: tzinfo) -> list[Step]:
    """Return the steps in order of entry; one without ``at`` is at the time of the step before it."""
    steps: list[Step] = []
    given = field.each() if field else []
    if len(given) > MOST_STEPS:
        raise RuleBroken("json.range", place="steps", got=len(given), least=0, most=MOST_STEPS)
    for each in given:
        steps.append(_step(each, zone, steps[-1].fact if steps else None))
    return steps


def _step(field: Field, zone: tzinfo, before: Fact | None) -> Step:
    do = Do(field["do"].one_of(*Do))
    words: tuple[str, ...] = ()
    if do is Do.CHALLENGE:
        words = ("a", "b")
    elif do in ABOUT_A_CHALLENGE:
        words = ("number", "winner") if do in (Do.RESULT, Do.CORRECT) else ("number",)
    elif do in ABOUT_A_PLAYER:
        words = ("who",)
    more = {Do.FREEZE: ("until",), Do.RESULT: ("played",)}.get(do, ())
    field.words("at", "do", "refused", *more, needed=words)
    values: dict[str, Any] = {
        word: field[word].whole(1, MOST_STEPS) if word == "number" else field[word].text() for word in words
    }
    time, played, until, refused = (field.get(word) for word in ("at", "played", "until", "refused"))
    if time is None and before is None:
        raise RuleBroken("json.missing", place=f"{field.place}.at", word="at")
    entered = _time(time, zone) if time else (before.entered or before.at if before else None)
    at = _time(played, zone) if played else entered
    if at is None or entered is None or at > entered:
        raise RuleBroken("json.time", place=f"{field.place}.played", got=str(played.value if played else None)[:40])
    ends = _time(until, zone) if until else None
    return Step(Fact(at, do, until=ends, entered=entered, **values), refused.text() if refused else None)
