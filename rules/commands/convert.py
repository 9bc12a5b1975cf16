"""``python -m rules convert``: write a match file in another format."""

import argparse
import json
import sys

from rules.errors import RuleBroken
from rules.files.formats import FORMS, read_match, write_match
from rules.files.limits import MOST_BYTES

NAME = "convert"
HELP = "write a match file in another format"
_ENDINGS = {"mat": "mat", "txt": "snowie", "sgf": "sgf", "json": "json", "xg": "xg"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("source", metavar="IN", help="match file")
    parser.add_argument("target", metavar="OUT", help="file to write; its ending gives the format")
    parser.add_argument("--form", choices=FORMS, help="the format, whatever the ending")
    parser.add_argument("--match", type=int, metavar="N", help="which match of a file with several, from 1")
    parser.add_argument("--json", action="store_true", help="print the outcome as an object")


def run(args: argparse.Namespace) -> int:
    """Write the file; return 2 if the match cannot be read or the format cannot express it."""
    form = args.form or _ENDINGS.get(args.target.rpartition(".")[2].lower(), "")
    try:
        with open(args.source, "rb") as file:
            match = read_match(file.read(MOST_BYTES + 1), args.match)
        text = write_match(match, form)
        with open(args.target, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except RuleBroken as broken:
        print(json.dumps({"error": broken.code, "facts": broken.facts}, default=str) if args.json else broken,
              file=sys.stdout if args.json else sys.stderr)  # fmt: skip
        return 2
    except OSError as broken:
        print(json.dumps({"error": "file.open", "facts": str(broken)}) if args.json else broken, file=sys.stderr)
        return 2
    done = {"from": match.form, "to": form, "games": len(match.games), "file": args.target}
    print(json.dumps(done) if args.json else f"{match.form} -> {form}, {len(match.games)} games")
    return 0
