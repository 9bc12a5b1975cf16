"""A pad on which a chouette is kept by hand: its columns and its reminder follow from the options."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.text import capfirst

from clubs.papers.pages import landscape
from clubs.words.chouette.options import cubes_word, money, option_lines
from clubs.words.chouette.paper import CHOUETTE, rotation_lines
from paper.html import paper_html
from paper.pdf import pdf
from rules.chouette.options import Extras, Options

GAMES = 12
BLANK_COLUMNS, FEWEST_COLUMNS, MOST_COLUMNS = 7, 5, 10
MARGIN = 12.0
# What stands above and below the games: title, rules, names, totals, rotation, foot.
AROUND, MONEY_ROW = 89.0, 9.0


@dataclass(frozen=True, slots=True)
class Pad:
    """What is printed on the pad; ``columns`` are names, empty where one is to be written."""

    columns: tuple[str, ...]
    games: range
    rules: tuple[str, ...]
    rotation: tuple[str, ...]
    stake: str
    is_for_money: bool
    is_multi: bool
    has_notes: bool


def chouette_pad_pdf(club: str, options: Options, people: Sequence[str], paper: str) -> bytes:
    """Return the pad as PDF, on A4 or Letter laid on its side.

    Raises RuleBroken ``paper.unknown``, ``paper.missing``.
    """
    width, height = landscape(paper)
    pad = pad_of(options, people)
    aside = 9 + (0 if pad.is_multi else 15) + (34 if pad.has_notes else 0)
    html = paper_html(
        "chouette_pad.html",
        str(CHOUETTE),
        pad=pad,
        club=club,
        width=width,
        height=height,
        margin=MARGIN,
        row=(height - AROUND - MONEY_ROW * pad.is_for_money) / GAMES,
        column=(width - 2 * MARGIN - aside) / len(pad.columns),
        name_room=(width - 2 * MARGIN - aside) / len(pad.columns) / 4.2 - 0.6,
    )
    return pdf(html)


def pad_of(options: Options, people: Sequence[str]) -> Pad:
    """Return the pad for these options: columns for everybody and at least one newcomer."""
    count = min(MOST_COLUMNS, max(FEWEST_COLUMNS, len(people) + 2)) if people else BLANK_COLUMNS
    columns = (*people[:MOST_COLUMNS], *[""] * max(0, count - len(people)))
    has_notes = options.settlements or options.extras is not Extras.OFF or bool(options.auto_limit)
    return Pad(
        columns=columns,
        games=range(1, GAMES + 1),
        rules=(capfirst(cubes_word(options)), *option_lines(options)[1:]),
        rotation=rotation_lines(options),
        stake=money(options.stake_minor, options) if options.stake_minor else "",
        is_for_money=bool(options.stake_minor),
        is_multi=options.is_multi,
        has_notes=has_notes,
    )
