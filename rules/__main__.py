"""``python -m rules COMMAND``: the rule book without a server."""

import argparse
import sys

from rules.commands import convert, draw, met, plays, rulesets, show, validate

COMMANDS = [validate, plays, convert, show, met, draw, rulesets]


def main(argv: list[str] | None = None) -> int:
    """Run one command and return its exit code: 0 fine, 1 findings, 2 not understood."""
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
    try:
        sys.exit(main())
    except BrokenPipeError:
        # Whoever read along has seen enough; there is nothing left to flush either.
        sys.stdout = None
        sys.exit(0)
