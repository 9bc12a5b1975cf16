"""``--scorecard`` of ``python -m rules draw``: what a way to play costs and how fair it is, beside its alternatives.

Source: docs/rules/lower-brackets.md#the-scorecard.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from rules.errors import RuleBroken
from rules.formats.format import Format
from rules.timing.scorecard import Scorecard, scorecard_of_format

BY_PLAY = "depends on play"


def cards(format_: Format, entrants: int, minutes_per_point: int) -> dict[str, Any]:
    """Return the scorecard of a format, and those of its alternatives with what differs in them.

    An alternative that does not work out for the field is left out. Raises RuleBroken as ``scorecard_of_format``.
    """
    own = format_.as_data()
    alternatives: list[dict[str, Any]] = []
    for each in format_.alternatives():
        if each == format_:
            continue
        try:
            figures = card_figures(scorecard_of_format(each, entrants, minutes_per_point))
        except RuleBroken:
            continue
        instead = {word: value for word, value in each.as_data().items() if value != own[word]}
        alternatives.append({"instead": instead, **figures})
    card = card_figures(scorecard_of_format(format_, entrants, minutes_per_point))
    return {"scorecard": card, "alternatives": alternatives}


def card_figures(card: Scorecard) -> dict[str, Any]:
    """Return the figures of a scorecard as plain data; None where one depends on play."""
    figures = asdict(card)
    figures["demands"] = {each.name: {"kept": each.kept, "broken_at": each.broken_at} for each in card.demands}
    return figures


def cards_lines(figures: Mapping[str, Any]) -> list[str]:
    """Return what ``cards`` answers in lines, for people."""
    printed = ["", *card_lines(figures["scorecard"])]
    for each in figures["alternatives"]:
        instead = ", ".join(f"{word} {value}" for word, value in each["instead"].items())
        printed += ["", f"instead: {instead}", *card_lines(each)]
    return printed


def card_lines(card: Mapping[str, Any]) -> list[str]:
    """Return a scorecard in lines, for people."""
    gap = f" ({card['gap_at']})" if card["gap_at"] else ""
    rematches = BY_PLAY if card["rematches"] is None else f"{card['rematches']:.3f}"
    demands = [
        f"  demand {name}: {'kept' if each['kept'] else 'broken at ' + each['broken_at']}"
        for name, each in card["demands"].items()
    ]
    return [
        "  matches " + ", ".join(f"{name} {count}" for name, count in card["matches"].items()),
        "  rounds " + ", ".join(f"{name} {count}" for name, count in card["rounds"].items()),
        f"  expected rematches {rematches}, largest gap of records {_figure(card['gap'])}{gap}",
        f"  second byes {_figure(card['two_byes'])}, longest wait {card['longest_wait']} rounds,"
        f" {card['minutes']} minutes",
        *demands,
    ]


def _figure(number: int | None) -> str:
    return BY_PLAY if number is None else str(number)
