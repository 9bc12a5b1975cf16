"""``python -m rules ladder``: a ladder after every step, with who moved and why.

Source: docs/rules/ladders.md#the-file.
"""

import argparse
from collections.abc import Iterator
from datetime import UTC, datetime, tzinfo
from typing import Any

from rules.commands.cases import Answer, Case, Field, add_case_arguments, read_file, run_case
from rules.commands.club.ladder_words import Step, read_before, read_settings, read_steps
from rules.commands.club.rating_words import read_zone
from rules.ladders.board import Change
from rules.ladders.facts import Challenge
from rules.ladders.ladder import Ladder

NAME = "ladder"
HELP = "replay a ladder: the order after every step, with who moved and why"
_WORDS = ("settings", "zone", "before", "rungs", "frozen", "ratings", "steps")
_KEYS = ("orders", "refused", "after", "rungs_after", "open", "changes")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_case_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Print the ladder; return 0, or 1 where the file expects another, or 2 for a refusal."""
    return run_case(args, Case(NAME, _WORDS, _KEYS, answer, records=("refused",), read=_read))


def answer(file: Field) -> Answer:
    """Return the answer to a file. Raises RuleBroken ``json.…`` or ``ladder.…``, each with the place in the file."""
    zone = read_zone(file.get("zone"))
    rules, start = read_before(file, read_settings(file.get("settings")))
    steps = read_steps(file.get("steps"), zone)
    since = min((step.fact.at for step in steps), default=datetime(2000, 1, 1, tzinfo=UTC))
    ladder = Ladder(rules, zone, start, since)
    orders, refused = [], dict[int, str]()
    for number, step in enumerate(steps):
        reason = ladder.enter(step.fact)
        if reason is not None:
            refused[number] = reason
        orders.append(ladder.order)
    values = {
        "orders": orders,
        "refused": _refused(file, refused, len(steps)),
        "after": ladder.order,
        "rungs_after": ladder.rungs,
        "open": _open(file, ladder.open, zone),
        "changes": [_change(each, zone) for each in ladder.changes],
    }
    return Answer(values, tuple(_lines(ladder, steps, refused, zone)))


def _read(path: str) -> Field:
    """Return the file; reasons that its steps carry are expected."""
    file = read_file(path)
    steps, expect = file.get("steps"), file.get("expect")
    reasons = {
        str(number): each.value["refused"]
        for number, each in enumerate(steps.each() if steps else [])
        if isinstance(each.value, dict) and isinstance(each.value.get("refused"), str)
    }
    if not reasons or (expect is not None and "refused" in dict(expect.pairs())):
        return file
    return Field(file.value | {"expect": (expect.value if expect else {}) | {"refused": reasons}})


def _refused(file: Field, refused: dict[int, str], steps: int) -> Any:
    """Return the reasons by step, counted from 0; as a list, or counted from 1, where the file expects them so."""
    expected = (file.get("expect") or Field({})).get("refused")
    if expected is not None and isinstance(expected.value, list):
        return [refused.get(step) for step in range(steps)]
    from_one = {str(step + 1): reason for step, reason in refused.items()}
    if expected is not None and expected.value == from_one:
        return from_one
    return {str(step): reason for step, reason in refused.items()}


def _open(file: Field, challenges: list[Challenge], zone: tzinfo) -> list[Any]:
    """Return the numbers of the open challenges, or records of the words that the file expects of them."""
    expected = (file.get("expect") or Field({})).get("open")
    first = expected.each()[0].value if expected and isinstance(expected.value, list) and expected.value else None
    records = [
        {
            "number": each.number,
            "a": each.a,
            "b": each.b,
            "at": _written(each.at, zone),
            "accepted": each.accepted,
            "deadline": _written(each.deadline, zone) if each.deadline else None,
        }
        for each in challenges
    ]
    if isinstance(first, dict):
        return [{word: value for word, value in record.items() if word in first} for record in records]
    if isinstance(first, list):
        return [[each.a, each.b] for each in challenges]
    return [each.number for each in challenges]


def _change(change: Change, zone: tzinfo) -> dict[str, Any]:
    return {
        "at": _written(change.at, zone),
        "player": change.player,
        "before": change.before,
        "after": change.after,
        "reason": change.reason,
        "number": change.number,
        "because": list(change.because),
    }


def _lines(ladder: Ladder, steps: list[Step], refused: dict[int, str], zone: tzinfo) -> Iterator[str]:
    rungs = ladder.rungs
    for place, who in enumerate(ladder.order, start=1):
        rung = f"  rung {rungs[who]}" if rungs else ""
        yield f"{place:>4} {who}{rung}{'  frozen' if who in ladder.frozen else ''}"
    for challenge in ladder.open:
        until = f" by {_written(challenge.deadline, zone)}" if challenge.deadline else ""
        state = "play" if challenge.accepted else "answer"
        yield f"open {challenge.number}: {challenge.a} challenges {challenge.b}, {state}{until}"
    for number, reason in refused.items():
        yield f"refused step {number} ({steps[number].fact.do}): {reason}"
    for change in ladder.changes:
        places = f"{change.before or 'new'} → {change.after or 'gone'}"
        because = f" ({', '.join(change.because)})" if change.because else ""
        yield f"{_written(change.at, zone)} {change.player} {places}: {change.reason}{because}"


def _written(at: datetime, zone: tzinfo) -> str:
    return at.astimezone(zone).isoformat(timespec="minutes")
