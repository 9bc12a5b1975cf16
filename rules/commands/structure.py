"""``python -m rules draw --entrants N --lower NOTATION``: what a structure of brackets means for a field.

Source: docs/rules/lower-brackets.md#the-command.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.commands.cards import card_figures, card_lines
from rules.draws.plan import ENTRY, Plan
from rules.draws.seeding import size_for
from rules.errors import RuleBroken
from rules.formats.knockout import Consolation, Knockout
from rules.formats.lengths import Lengths
from rules.formats.notation.compass import compass
from rules.formats.notation.compiler import Compiled, Structure, compile_structure
from rules.formats.notation.parser import parse
from rules.formats.notation.presets import PRESETS, preset, shifts
from rules.formats.notation.shape import Round
from rules.timing.forecast import forecast
from rules.timing.scorecard import MINUTES_PER_POINT, scorecard, scorecard_of_plan

COMPASS, ALL_SHIFTS, FIRST_MATCH, TRIPLE = "compass", "shifts", "first_match_loser", "triple_elimination"
MOST_ALTERNATIVES = 4
LENGTHS = {ENTRY: Lengths(7)}
LARGEST_WITH_ALTERNATIVES = 128


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of structures."""
    parser.add_argument("--entrants", type=int, metavar="N", help="how many play, instead of a file of names")
    parser.add_argument("--lower", metavar="NOTATION", help="the lower bracket, such as A.B.|.C.|")
    parser.add_argument("--third", metavar="NOTATION", help="the bracket below the lower one, such as FG.H.I.|")
    named = [*PRESETS, FIRST_MATCH, TRIPLE, COMPASS, ALL_SHIFTS]
    parser.add_argument("--preset", choices=named, help="a structure by its name, instead of a notation")
    parser.add_argument("--byes", action="store_true", help="give a bye in a round with an odd number of players")
    parser.add_argument("--join", action="store_true", help="the last four of both brackets form the last eight")
    parser.add_argument("--dynamic", action="store_true", help="choose the lines of a round's losers when it is over")
    parser.add_argument("--scorecard", action="store_true", help="show how fair it is, beside the alternatives")
    parser.add_argument("--pace", type=int, default=MINUTES_PER_POINT, help="minutes a point (default: %(default)s)")
    parser.add_argument("--plan", action="store_true", help="list every match and where its players come from")


def answer(args: argparse.Namespace) -> dict[str, Any]:
    """Return what the command prints. Raises RuleBroken as ``compile_structure`` and ``preset``."""
    if args.preset == COMPASS:
        return _plan_alone(compass(args.entrants, LENGTHS), args)
    if args.preset == FIRST_MATCH:
        return _first_match(args)
    if args.preset == ALL_SHIFTS:
        every = [compile_structure(args.entrants, Structure(each)) for each in shifts(args.entrants)]
        return {"entrants": args.entrants, "structures": [_structure(each, args) for each in every]}
    compiled = compile_structure(args.entrants, _chosen(args))
    figures = _structure(compiled, args)
    if args.scorecard:
        figures["alternatives"] = [
            {"notation": each.structure.lower.text, **card_figures(scorecard(each, args.pace))}
            for each in _alternatives(compiled)
        ]
    return figures


def _chosen(args: argparse.Namespace) -> Structure:
    if args.preset:
        return replace(preset(args.preset, args.entrants), dynamic=args.dynamic)
    if not args.lower:
        raise RuleBroken("notation.empty")
    third = parse(args.third, has_finals=False) if args.third else None
    return Structure(parse(args.lower), third, byes=args.byes, joins=args.join, dynamic=args.dynamic)


def _structure(compiled: Compiled, args: argparse.Namespace) -> dict[str, Any]:
    chosen, plan = compiled.structure, compiled.plan
    card = scorecard(compiled, args.pace)
    first = plan.matches[plan.spans[1].start].letter
    figures: dict[str, Any] = {
        "entrants": compiled.entrants,
        "main": "knockout",
        "lines": plan.size,
        "byes": plan.size - compiled.entrants,
        "field": compiled.field,
        "lower": {
            "notation": chosen.lower.text,
            "matches": card.matches["consolation"],
            "rounds": _rounds(compiled.lower, first),
        },
        "third": None,
        "matches": {**card.matches, "all": sum(card.matches.values())},
        "dynamic": chosen.dynamic,
        "drops": {letter: list(lines) for letter, lines in compiled.drops.items()},
        "rematches": card.rematches,
    }
    if chosen.third:
        figures["third"] = {
            "notation": chosen.third.text,
            "first_letter": compiled.first_letter,
            "matches": card.matches["last_chance"],
            "rounds": _rounds(compiled.third, plan.matches[plan.spans[-1].start].letter),
        }
    if args.scorecard:
        figures["scorecard"] = card_figures(card)
    if args.plan:
        figures["plan"] = plan.text().split("\n")
    return figures


def _rounds(rounds: Sequence[Round], first: str) -> list[dict[str, Any]]:
    return [
        {
            "round": each.number,
            "letter": _letter(first, each.number - 1),
            "survivors": each.survivors,
            "drops": dict(each.drops),
            "matches": each.matches,
            "bye": each.bye,
            "leaves": each.leaves,
        }
        for each in rounds
    ]


def _letter(first: str, on: int) -> str:
    number = ord(first) - 65 + on
    return chr(65 + number) if number < 26 else "A" + chr(65 + number - 26)


def _alternatives(compiled: Compiled) -> list[Compiled]:
    """Return the same field with other shifts; fewer on many lines, where each takes its time."""
    entrants = compiled.entrants
    size = size_for(entrants)
    most = MOST_ALTERNATIVES if size <= LARGEST_WITH_ALTERNATIVES else 1
    others = [each for each in shifts(entrants) if each.rounds and each != compiled.structure.lower][:most]
    return [compile_structure(entrants, Structure(each)) for each in others]


def _plan_alone(plan: Plan, args: argparse.Namespace) -> dict[str, Any]:
    """Return the figures of a plan that no notation describes."""
    card = scorecard_of_plan(plan, args.entrants, minutes_per_point=args.pace)
    figures = {
        "entrants": args.entrants,
        "main": "knockout",
        "lines": plan.size,
        "byes": plan.size - args.entrants,
        "matches": {**card.matches, "all": sum(card.matches.values())},
        "rematches": card.rematches,
    }
    if args.scorecard:
        figures["scorecard"] = card_figures(card)
    if args.plan:
        figures["plan"] = plan.text().split("\n")
    return figures


def _first_match(args: argparse.Namespace) -> dict[str, Any]:
    """Return the figures of a consolation for first-match losers: with byes it depends on play how many drop."""
    format_ = Knockout(Consolation.FIRST_MATCH, LENGTHS)
    size = size_for(args.entrants)
    expected = forecast(args.entrants, format_, args.pace)
    figures: dict[str, Any] = {
        "entrants": args.entrants,
        "main": "knockout",
        "lines": size,
        "byes": expected.byes,
        "matches": {**{each.bracket: each.most for each in expected.brackets}, "all": expected.most},
        "fewest": {**{each.bracket: each.fewest for each in expected.brackets}, "all": expected.fewest},
        "rematches": expected.rematches,
        "longest_wait": expected.longest_wait,
        "minutes": expected.minutes,
    }
    if args.plan:
        figures["plan"] = format_.compile(size).text().split("\n")
    return figures


def lines(figures: Mapping[str, Any]) -> list[str]:
    """Return the answer in words and columns, for people."""
    if "structures" in figures:
        return [line for each in figures["structures"] for line in [*lines(each), ""]]
    made = f", made for {figures['field']}" if figures.get("field", figures["lines"]) != figures["lines"] else ""
    printed = [f"{figures['entrants']} entrants on {figures['lines']} lines, {figures['byes']} byes{made}"]
    for name in ("lower", "third"):
        if figures.get(name):
            printed += [f"{name}: {figures[name]['notation']}", *map(_round_line, figures[name]["rounds"])]
    if figures.get("dynamic"):
        printed.append("dynamic drop: each line is chosen as the loser drops, those below do not bind")
    printed += [f"{letter} drops to {' '.join(map(str, to))}" for letter, to in figures.get("drops", {}).items()]
    most = "matches at most: " if figures.get("fewest", figures["matches"]) != figures["matches"] else "matches: "
    printed.append(most + ", ".join(f"{name} {count}" for name, count in figures["matches"].items()))
    printed.append(f"expected rematches: {figures['rematches']:.3f}")
    if "scorecard" in figures:
        printed += ["", *card_lines(figures["scorecard"])]
    for each in figures.get("alternatives", ()):
        printed += ["", f"instead: {each['notation']}", *card_lines(each)]
    return [*printed, *figures.get("plan", ())]


def _round_line(each: Mapping[str, Any]) -> str:
    drops = " + ".join(f"{count} {letter}" for letter, count in each["drops"].items()) or "|"
    bye = ", one bye" if each["bye"] else ""
    return f"  {each['letter']:<2} {each['survivors']:>3} left, {drops}: {each['matches']} matches{bye}"
