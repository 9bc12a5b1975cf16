"""``python -m rules rulesets``: the games of the rule book."""

import argparse
import json
from dataclasses import asdict

from rules.rulesets import RULESETS

NAME = "rulesets"
HELP = "list the games of the rule book with every option"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("--json", action="store_true", help="print an array with one object for each game")


def run(args: argparse.Namespace) -> int:
    """Print the games."""
    if args.json:
        print(json.dumps([asdict(game) for game in RULESETS.values()], indent=1))
        return 0
    for game in RULESETS.values():
        start = " ".join(f"{point}:{count}" for point, count in game.start)
        cube = "cube" if game.cube else "no cube"
        print(f"{game.id:<18} {game.contact}, {game.geometry}, start {start}, {cube}")
    return 0
