"""``python -m rules rulesets``: the games of the rule book."""

import argparse
import json
from typing import Any

from rules.rulesets import GAMES, Entry
from rules.rulesets.words import names_of, wins_in_words

NAME = "rulesets"
HELP = "list the games of the rule book with every option"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("--json", action="store_true", help="print an array with one object for each game")


def run(args: argparse.Namespace) -> int:
    """Print the games."""
    if args.json:
        print(json.dumps([_as_object(entry) for entry in GAMES.values()], indent=1))
        return 0
    for entry in GAMES.values():
        game = entry.ruleset
        start = " ".join(f"{point}:{count}" for point, count in game.start)
        cube = "cube" if game.cube else "no cube"
        words = (
            f"{game.contact}, {game.geometry}, start {start}, {cube}" if game.judged else "only the score is entered"
        )
        print(f"{game.id:<18} {words}" + ", a reconstruction" * entry.reconstruction)
    return 0


def _as_object(entry: Entry) -> dict[str, Any]:
    """Return a game with every option, its page in docs/rules, its sources, and its words by language."""
    return entry.ruleset.options | {
        "checkers": entry.ruleset.checkers,
        "page": entry.page,
        "sources": entry.sources,
        "reconstruction": entry.reconstruction,
        "names": names_of(entry.ruleset.id),
        "wins": wins_in_words(entry.ruleset),
    }
