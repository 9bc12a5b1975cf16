"""The standings of a Swiss on paper: every round of everybody, with the number of the opponent."""

from collections.abc import Mapping

from clubs.papers.listing import Column, Kind, Listing
from tournaments.models import Event
from tournaments.papers.draw_sheet_rows import day_of, printed_at
from tournaments.read.draws.places import ranked
from tournaments.read.draws.rounds import RoundCell, swiss_view
from tournaments.read.draws.view import draw_view
from tournaments.read.entrants.names import names_in
from tournaments.read.events import draw_of
from tournaments.words.papers.sheets import bye_words, sheet_words, standings_heads, standings_hint, standings_title

# The latest rounds that have room beside each other, how many stand on an upright page, and the share of each column in
# percent: a number, the least of a name; the matches won or lost, the wins of the opponents, and the place.
MOST_ROUNDS, FEW_ROUNDS = 12, 6
NUMBER, NAME, SUMS, SIDEWAYS_SUMS = 6, 19, (9, 13, 8), (7, 9, 7)


def standings_list(event: Event, *, blank: bool = False) -> Listing:
    """Return the standings in their order; ``blank``: to be filled in by hand. Raises Refused ``draw.none``."""
    names, draw = names_in(event.pk), draw_of(event)
    shown = swiss_view(draw_view(draw, names))
    places = {each.entrant: each.place for each in ranked(event, draw, names)}
    letters = shown.letters[-MOST_ROUNDS:]
    numbers = {line.name: at for at, line in enumerate(shown.lines, start=1)}
    number, name, won, lost, wins, place = standings_heads()
    landscape = len(letters) > FEW_ROUNDS
    share, wins_share, place_share = SIDEWAYS_SUMS if landscape else SUMS
    rest = 100 - NUMBER - 2 * share - wins_share - place_share
    wide = min(11, (rest - NAME) // max(len(letters), 1))
    rows = []
    for at, line in enumerate(shown.lines, start=1):
        cells = line.cells[len(line.cells) - len(letters) :]
        sums = (str(line.won), str(line.lost), str(line.buchholz), _place(places.get(line.entrant), places))
        known = [_cell(cell, numbers) for cell in cells]
        rows.append((str(at), line.name, *([""] * (len(letters) + 4) if blank else (*known, *sums))))
    title = event.tournament.name if event.name == event.tournament.name else f"{event.tournament.name}, {event.name}"
    return Listing(
        title=standings_title(title),
        what=" · ".join(part for part in (day_of(event.tournament), standings_hint()) if part),
        foot=f"{sheet_words(event.tournament.stream.number)} · {printed_at(event.tournament)}",
        columns=(
            Column(number, NUMBER, Kind.NUMBER),
            Column(name, rest - wide * len(letters), Kind.NAME),
            *(Column(letter, wide, Kind.CELL) for letter in letters),
            Column(won, share, Kind.NUMBER),
            Column(lost, share, Kind.NUMBER),
            Column(wins, wins_share, Kind.NUMBER),
            Column(place, place_share, Kind.NUMBER),
        ),
        rows=rows,
        row=9.0,
        landscape=landscape,
    )


def _place(place: int | None, places: Mapping[int, int | None]) -> str:
    """Return a place as the list of places has it, ``5–8`` where it is shared; empty for somebody still in."""
    if place is None:
        return ""
    sharing = list(places.values()).count(place)
    return str(place) if sharing == 1 else f"{place}–{place + sharing - 1}"


def _cell(cell: RoundCell | None, numbers: dict[str, int]) -> str:
    """Return a round of somebody: the result, and in brackets the number of the row of their opponent."""
    if cell is None:
        return ""
    if cell.outcome == "bye":
        return bye_words()
    against = f"({numbers[cell.opponent]})" if cell.opponent in numbers else ""
    return f"{cell.text} {against}".strip()
