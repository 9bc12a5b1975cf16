"""``python -m rules met``: the chance to win a match at a score, from a match equity table."""

import argparse
import json
import sys

from rules.equity.tables import FARTHEST, KAZAROSS_XG2, TABLES, EquityTable, equity_table, take_point
from rules.errors import RuleBroken
from rules.files.limits import MOST_BYTES

NAME = "met"
HELP = "the chance to win a match at a score, in points away, and the take points"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("away", nargs=2, type=int, metavar=("A", "B"), help="points each side is away")
    parser.add_argument("--crawford", action="store_true", help="the next game is the Crawford game")
    parser.add_argument("--cube", type=int, default=1, metavar="C", help="the cube before the double")
    parser.add_argument(
        "--table", metavar="NAME", default=KAZAROSS_XG2.name, help=f"a JSON file, or {', '.join(TABLES)}"
    )
    parser.add_argument("--json", action="store_true", help="print an object")


def run(args: argparse.Namespace) -> int:
    """Print the chances, and the take points of doubles that gain something; return 2 for a refusal."""
    first, second = args.away
    try:
        if min(first, second) < 0:
            raise RuleBroken("equity.away", away=(first, second), farthest=FARTHEST)
        table = _table(args.table)
        chance = table.chance(first, second, crawford=args.crawford)
        past = 1 in (first, second)
        doubling = not args.crawford and min(first, second) > 0
        takers = ((first, second), (second, first)) if doubling else ()
        takes = [take_point(a, b, cube=args.cube, crawford_played=past, table=table) for a, b in takers]
        points = [None if take.is_dead else take.needed for take in takes] or [None, None]
    except (RuleBroken, OSError, ValueError) as broken:
        code = broken.code if isinstance(broken, RuleBroken) else "file.open"
        print(json.dumps({"error": code}) if args.json else broken, file=sys.stdout if args.json else sys.stderr)
        return 2
    answer = {"table": table.name, "away": [first, second], "crawford": args.crawford, "chance": round(chance, 6),
            "take_points": [None if point is None else round(point, 6) for point in points]}  # fmt: skip
    if args.json:
        print(json.dumps(answer))
        return 0
    print(f"{first}-away {chance:.2%}   {second}-away {1 - chance:.2%}   ({table.name})")
    for away, point in zip(args.away, points, strict=True):
        if point is not None:
            print(f"  take point {away}-away: {point:.1%}")
    return 0


def _table(name: str) -> EquityTable:
    """Return a table of the rule book by its name, or one from a JSON file."""
    if not name.endswith(".json"):
        return equity_table(name)
    with open(name, encoding="utf-8") as file:
        return EquityTable.read(name, json.loads(file.read(MOST_BYTES)))
