"""``python -m rules draw``: reproduce a draw from a text file of names and the key."""

import argparse

NAME = "draw"
HELP = "reproduce a draw from a text file of names, one a line in order of entry, and the key"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes."""
    parser.add_argument("names", help="text file, one name a line")
    parser.add_argument("--key", required=True, help="the draw key")


def run(args: argparse.Namespace) -> int:
    """Print the draw."""
    return 2
