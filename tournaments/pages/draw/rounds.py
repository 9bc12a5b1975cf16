"""The parts of a draw's page where all play round after round: the cross table, and the matches by round."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import get_language, override

from clubs.http.compact import joined
from rules.draws.match_state import State
from rules.draws.plan import ENTRY, Bracket, From
from tournaments.pages.draw.lines import DrawSource
from tournaments.pages.draw.rows import Comer, Reader, row_html
from tournaments.pages.draw.sections import RoundPart, Section
from tournaments.pages.draw.standings import standing_groups
from tournaments.parts.round_tables import table_rows
from tournaments.read.draws.pools import pools_view
from tournaments.read.draws.rounds import swiss_view
from tournaments.read.draws.tables import CrossTable, cross_table, is_paired
from tournaments.words.best_of_pools import best_table
from tournaments.words.events.pools import cross_table_word, order_words, pool_name
from tournaments.words.papers import boxes

NOBODY = (Comer(From.LINE, ""), Comer(From.LINE, ""))


@dataclass(frozen=True, slots=True)
class NamedTable:
    """A table with its name and the anchor to it."""

    name: str
    anchor: str
    table: CrossTable


def table_section(source: DrawSource, bracket: Bracket, reader: Reader) -> Section:
    """Return the cross table with the rounds below it."""
    rounds = tuple(_rounds(source, reader))
    context: dict[str, Any] = {
        "rounds": rounds,
        "bracket": bracket.code,
        "followed": reader.followed,
    }
    template = "tournaments/draw/_cross_table.html"
    if is_paired(source.view.plan):
        out = {who for code, who in source.state.withdrawn if code == ENTRY}
        shown = swiss_view(source.view, out)
        context |= {"table": shown, "event": source.event, "rows": table_rows(shown)}
        template = "tournaments/draw/_standings.html"
        if shown.losses:
            template = "tournaments/draw/_by_losses.html"
            context["groups"] = standing_groups(shown, source.state)
    else:
        context["named"] = NamedTable(cross_table_word(), f"drawing-{bracket.code}", cross_table(source.view))
    with override(get_language()):
        html = render_to_string(template, context)
    opens = next(((each.anchor, each.name) for each in rounds if each.opens), ("", ""))
    return Section("", "", opens, html.encode())


def pools_section(source: DrawSource, reader: Reader) -> Section:
    """Return the tables of all pools with their rounds below."""
    shown, rounds = pools_view(source.view, source.state.facts.out.get(ENTRY, ())), tuple(_rounds(source, reader))
    tables = (NamedTable(pool_name(each.number), f"pool-{each.number}", each.table) for each in shown.pools)
    context = {
        "pools": tuple(tables),
        "order": order_words(shown.ranking, by_match=shown.by_match),
        "cut_after": shown.through,
        "best": best_table(shown),
        "drawn": shown.drawn,
        "event": source.event,
        "rounds": rounds,
        "followed": reader.followed,
    }
    with override(get_language()):
        html = render_to_string("tournaments/draw/_pools.html", context)
    opens = next(((each.anchor, each.name) for each in rounds if each.opens), ("", ""))
    return Section("", "", opens, html.encode())


def _rounds(source: DrawSource, reader: Reader) -> Iterator[RoundPart]:
    """Yield the rounds of tables that have a match; the first with one still to play opens."""
    tabled = [match for match in source.matches if match.place in source.view.plan.tabled]
    played = [match for match in tabled if match.state not in (State.BYE, State.VOID)]
    opened = False
    for letter, group in groupby(played, key=lambda match: match.letter):
        matches = list(group)
        opens = not opened and not all(match.state.has_ended for match in matches)
        opened = opened or opens
        rows = (source.row(match.place, source.state.seat(match.place), {match.place: NOBODY}) for match in matches)
        html = joined(row_html(row, reader) for row in rows)
        yield RoundPart(letter, letter, boxes.points(matches[0].length), opens, html)
