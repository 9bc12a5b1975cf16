"""The words on sheets of paper: titles, what stands around a drawing, the heads of lists, how tiles lie."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.drawing.parts import Part
from rules.members import EntrantKind
from tournaments.words.members import entrant_count


def sheet_words(number: int) -> str:
    """Return the number of a sheet: that of the memory when it was printed."""
    return _("Sheet {number}").format(number=number)


def page_words(page: int, pages: int) -> str:
    """Return which page of how many this is."""
    return _("Page {page} of {pages}").format(page=page, pages=pages)


def director_words(name: str) -> str:
    """Return who directs."""
    return _("director {name}").format(name=name) if name else ""


def origin_words(code: str, *, winner: bool) -> str:
    """Return who will play, while a match is to come."""
    return (_("winner of {code}") if winner else _("loser of {code}")).format(code=code)


# --- Draw sheets


def title_words(title: str, rest: str) -> str:
    """Return the title of a sheet: the tournament, and what of it the sheet shows."""
    return _("{title}: {rest}").format(title=title, rest=rest) if rest else title


def numbered_title(title: str, number: int) -> str:
    """Return the title of a poster with the number of its sheet."""
    return _("{title} · Sheet {number}").format(title=title, number=number)


def field_words(entrants: int, kind: EntrantKind, byes: int = 0, again: int = 0) -> str:
    """Return how many play; ``again`` of their entries are re-entries."""
    field = entrant_count(entrants, kind)
    if again:
        field = ngettext("{field}, {n} re-entry", "{field}, {n} re-entries", again).format(field=field, n=again)
    if not byes:
        return field
    return ngettext("{field}, {n} bye", "{field}, {n} byes", byes).format(field=field, n=byes)


def lines_words(lines: int) -> str:
    """Return how many lines a bracket has."""
    return ngettext("{n} line", "{n} lines", lines).format(n=lines)


def rules_words(*, crawford: bool, holland: bool) -> tuple[str, str]:
    """Return the rules of the cube; the second is empty without the Holland rule."""
    return _("Crawford rule") if crawford else _("no Crawford rule"), _("Holland rule") if holland else ""


def part_words(part: Part, number: int, sections: int, codes: str) -> str:
    """Return which part of a drawing stands on the page; ``codes`` are its first and last match."""
    words = {
        Part.WHOLE: "",
        Part.FINALS: _("Finals"),
        Part.SECTION: _("Section {number} of {all}: {codes}"),
        Part.SECTION_AND_FINALS: _("Section {number} of {all} and the finals: {codes}"),
        Part.FINALS_SECTION: _("Finals, section {number} of {all}: {codes}"),
    }
    return words[part].format(number=number, all=sections, codes=codes)


def proof_words(key: str, draw_number: int, draws_made: int, head: str) -> tuple[str, str, str]:
    """Return what proves a draw: its key, which draw it is, the head of the memory."""
    return (
        _("draw key {key}").format(key=key) if key else "",
        _("draw {number} of {made}").format(number=draw_number, made=draws_made),
        _("memory {head}").format(head=head) if head else "",
    )


def key_words(key: str, event: int | None) -> str:
    """Return a draw key with the number of the event that its lot is bound to, if it is."""
    return key if event is None else _("{key} · event {event}").format(key=key, event=event)


def tile_words(row: int, column: int, *, columns: int, rows: int) -> tuple[str, str]:
    """Return which tile of a poster this is, and what to do with it."""
    place = _("Row {row}, column {column} of {columns} × {rows}")
    cut = _("cut along the marks, glue edge to edge") if rows * columns > 1 else ""
    hint = " · ".join(part for part in (cut, _("print at 100 %: the bar is 50 mm long")) if part)
    return place.format(row=row, column=column, columns=columns, rows=rows), hint


def overview_words(count: int) -> str:
    """Return the heading of the page that shows how the tiles lie."""
    return _("How the {count} tiles lie: row · column").format(count=count)


# --- Cards and slips


def score_cards_title(title: str) -> str:
    """Return the title of a stack of score cards."""
    return _("{title}: score cards").format(title=title)


def lines_to_write_on() -> str:
    """Return what the lines of a form are called to those who cannot see them."""
    return _("Lines to write on")


def score_card_heads(*, cube: bool) -> list[str]:
    """Return the heads of the columns of a score card; the fifth stays empty where nobody doubles."""
    return [_("game"), _("mine"), _("theirs"), _("running"), _("cube") if cube else "", _("code")]


def score_card_foot() -> list[str]:
    """Return what stands under the two lines at the foot of a score card."""
    return [_("signed by the opponent"), _("final score")]


def result_slips_title(title: str) -> str:
    """Return the title of a stack of result slips."""
    return _("{title}: result slips").format(title=title)


def result_slip_title(title: str, code: str) -> str:
    """Return the title of the slip of one match."""
    return _("{title}: result slip {code}").format(title=title, code=code)


def copy_words() -> tuple[str, str]:
    """Return whom the two copies of a slip are for."""
    return _("for the desk"), _("for the winner")


def next_match_words(code: str, opponent: str, table: str) -> str:
    """Return a player's next match in one line: its code, then the opponent and the table as far as they are known."""
    at = _("table {table}").format(table=table) if table else ""
    return ", ".join(part for part in (_("Next: {code}").format(code=code), opponent, at) if part)


def link_slips_title(title: str) -> str:
    """Return the title of the slips with links."""
    return _("{title}: slips with links").format(title=title)


# --- Lists


def entry_list_title(title: str) -> str:
    """Return the title of the entry list."""
    return _("{title}: entry list").format(title=title)


def entry_list_heads(*, pools: bool = False) -> tuple[str, ...]:
    """Return the heads of the entry list's columns, with ``pools`` one more for the side pools."""
    heads = (_("no."), _("name"), _("club"), _("country"), _("rating"), _("paid"), _("here"))
    return (*heads, _("pool"), _("owed")) if pools else (*heads, _("owed"))


def sign_in_title(title: str) -> str:
    """Return the title of the list on which players sign in."""
    return title_words(title, _("sign in"))


def sign_in_heads() -> tuple[str, ...]:
    """Return the heads of the sign-in list's columns."""
    return _("no."), _("name"), _("club"), _("here"), _("signature")


def counted_words(entrants: int, kind: EntrantKind, paid: int, here: int) -> str:
    """Return how many are entered, have paid and are here."""
    field = entrant_count(entrants, kind)
    return _("{field}, {paid} paid, {here} here").format(field=field, paid=paid, here=here)


def unpaid_words() -> str:
    """Return what stands beside those who owe a fee that is written out above the list."""
    return _("unpaid")


def withdrawn_words() -> str:
    """Return what stands instead of a fee that is owed no longer."""
    return _("withdrawn")


def place_list_title(title: str) -> str:
    """Return the title of the list of places."""
    return _("{title}: places").format(title=title)


def pairing_title(title: str, letter: str) -> str:
    """Return the title of the pairing list of a round, or of several without a letter."""
    if not letter:
        return _("{title}: pairings").format(title=title)
    return _("{title}: round {letter}").format(title=title, letter=letter)


def bye_words() -> str:
    """Return who plays a player who has a bye."""
    return _("bye")


def pairing_heads() -> tuple[str, str, str, str]:
    """Return the heads of a pairing list: match, player, opponent, records."""
    return _("match"), _("player"), _("against"), _("records")


def cross_table_title(title: str) -> str:
    """Return the title of a cross table."""
    return _("{title}: cross table").format(title=title)


def cross_table_heads() -> tuple[str, str, str, str, str, str]:
    """Return the heads of a cross table: number, name, won, lost, points, place."""
    return _("no."), _("name"), _("won"), _("lost"), _("points ±"), _("place")


def standings_title(title: str) -> str:
    """Return the title of the standings of a Swiss."""
    return _("{title}: standings").format(title=title)


def standings_hint() -> str:
    """Return what stands in the cells of the standings."""
    return _("behind each result the number of the opponent")


def standings_heads() -> tuple[str, str, str, str, str, str]:
    """Return the heads of the standings: number, name, won, lost, the wins of the opponents, place."""
    return _("no."), _("name"), _("won"), _("lost"), _("opponents’ wins"), _("place")


def round_cell_words(letter: str) -> str:
    """Return in which round two meet who have not met yet."""
    return _("rd {letter}").format(letter=letter)


def place_list_heads() -> tuple[str, ...]:
    """Return the heads of the place list's four columns."""
    return _("place"), _("name"), _("prize"), _("received, signature")


def unconfirmed_words(codes: Sequence[str]) -> str:
    """Return on which results a place depends that are not confirmed."""
    return _("not confirmed: {codes}").format(codes=", ".join(codes)) if codes else ""


def bracket_winner_words(bracket: str, name: str) -> str:
    """Return who won a bracket other than the main one."""
    return _("{bracket}: {name}").format(bracket=bracket, name=name)


def no_places_words() -> str:
    """Return what stands on the list of places while it is empty."""
    return _("Nobody is out yet.")
