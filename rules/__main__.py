"""``python -m rules COMMAND``: the rule book on the command line.

Source: docs/rules/command-line.md.
"""

import argparse
import io
import sys

from rules.commands import bearoff, convert, draw, met, plays, rulesets, show, validate
from rules.commands.club import chouette, ladder, rate
from rules.commands.money import calcutta, odds, payout

COMMANDS = [
    validate,
    plays,
    convert,
    show,
    met,
    draw,
    payout,
    calcutta,
    chouette,
    odds,
    rate,
    ladder,
    bearoff,
    rulesets,
]


def main(argv: list[str] | None = None) -> int:
    """Run one command and return its exit code: 0 for success, 1 for findings, 2 for a refusal."""
    parser = argparse.ArgumentParser(prog="python -m rules", description="The rule book of backgammon.")
    subparsers = parser.add_subparsers(dest="command", required=True)
    for command in COMMANDS:
        subparser = subparsers.add_parser(command.NAME, help=command.HELP, description=command.HELP)
        command.add_arguments(subparser)
        subparser.set_defaults(run=command.run)
    args = parser.parse_args(argv)
    code: int = args.run(args)
    return code


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        # A terminal that does not know a letter gets its code; what was worked out is printed all the same.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        sys.exit(main())
    except BrokenPipeError:
        # The reader of a pipe, such as head, has ended; without this Python would flush into it again and complain.
        sys.stdout = None
        sys.exit(0)
