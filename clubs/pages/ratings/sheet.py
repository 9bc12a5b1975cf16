"""What the pages of rating lists show."""

from dataclasses import dataclass

from clubs.http.posting import whole
from clubs.models import Club
from clubs.read.ratings.listing import COLUMNS, RatingLine, RatingListing
from clubs.read.ratings.lists import ListView, lists_of
from clubs.words.ratings.lists import column_word, count_words, shown_numbers

A_PAGE = 200


@dataclass(frozen=True, slots=True)
class ListsSheet:
    """The rating lists of a club that a visitor may look at."""

    club: int
    club_name: str
    lists: tuple[ListView, ...]


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line as it is printed: a rating to one decimal, points to at most two."""

    place: int | None
    person: int
    name: str
    rating: str
    second: str
    played: int
    won: int


@dataclass(frozen=True, slots=True)
class ListSheet:
    """A page of a rating list. ``pages`` are their numbers, none if there is one only."""

    pk: int
    club: int
    club_name: str
    name: str
    public: bool
    ended: object
    is_points: bool
    heads: tuple[str, ...]
    lines: tuple[ShownLine, ...]
    count: str
    page: int
    pages: tuple[int, ...]


def lists_sheet(club: Club, *, is_member: bool) -> ListsSheet:
    """Return the lists of a club, those for members only for them."""
    return ListsSheet(club.pk, club.name, tuple(each for each in lists_of(club) if each.public or is_member))


def list_sheet(listing: RatingListing, wanted: str, a_page: int = A_PAGE) -> ListSheet:
    """Return a page of a list; ``wanted`` is its number, the first for anything else."""
    view = listing.view
    pages = max(1, -(-len(listing.lines) // a_page))
    page = whole(wanted) if 1 <= whole(wanted) <= pages else 1
    return ListSheet(
        pk=view.pk,
        club=view.club.pk,
        club_name=view.club.name,
        name=view.name,
        public=view.public,
        ended=view.ended,
        is_points=listing.kind == "points",
        heads=tuple(column_word(each) for each in COLUMNS[listing.kind]),
        lines=tuple(shown_line(listing.kind, line) for line in listing.lines[(page - 1) * a_page : page * a_page]),
        count=count_words(listing.listed, len(listing.lines) - listing.listed),
        page=page,
        pages=tuple(range(1, pages + 1)) if pages > 1 else (),
    )


def shown_line(kind: str, line: RatingLine) -> ShownLine:
    """Return a line as it is printed."""
    rating, second = shown_numbers(kind, line.rating, line.second)
    return ShownLine(line.place, line.person, line.name, rating, second, line.played, line.won)
