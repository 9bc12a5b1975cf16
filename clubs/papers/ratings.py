"""A rating list on paper."""

from datetime import datetime

from clubs.papers.listing import Column, Kind, Listing
from clubs.read.ratings.listing import COLUMNS, RatingListing
from clubs.words.ratings.lists import as_of_words, column_word, count_words, provisional_word, shown_numbers

# The share of the width of each column, in percent.
WIDTHS = {"place": 9, "name": 43, "rating": 12, "points": 24, "experience": 13, "deviation": 13, "events": 24}
OTHERS = 11.5


def rating_paper(listing: RatingListing, at: datetime) -> Listing:
    """Return a list as it is printed, with the day."""
    names = COLUMNS[listing.kind]
    columns = tuple(
        Column(column_word(name), round(WIDTHS.get(name, OTHERS)), Kind.NAME if name == "name" else Kind.NUMBER)
        for name in names
    )
    rows = []
    for line in listing.lines:
        rating, second = shown_numbers(listing.kind, line.rating, line.second)
        name = line.name if line.place else f"{line.name} ({provisional_word()})"
        cells = (str(line.place or ""), name, rating, second, str(line.played), str(line.won))
        rows.append(cells[: len(names)])
    view = listing.view
    return Listing(
        title=view.name,
        what=f"{view.club.name} · {count_words(listing.listed, len(listing.lines) - listing.listed)}",
        foot=as_of_words(at.astimezone(view.rules.zone)),
        columns=columns,
        rows=rows,
    )
