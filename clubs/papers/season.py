"""The standings of a season on paper."""

from datetime import datetime

from clubs.papers.listing import Column, Kind, Listing
from clubs.read.figures import shown_points
from clubs.read.seasons.view import SeasonRace
from clubs.words.ratings.lists import as_of_words
from clubs.words.ratings.seasons import race_heads, race_words


def season_paper(race: SeasonRace, at: datetime) -> Listing:
    """Return the standings as they are printed, with the day."""
    view = race.view
    place, name, points, nights = race_heads()
    return Listing(
        title=view.name,
        what=f"{view.club.name} · {race_words(len(race.nights), view.nights, view.rules.race.best)}",
        foot=as_of_words(at.astimezone(view.rules.zone)),
        columns=(
            Column(place, 12, Kind.NUMBER),
            Column(name, 52, Kind.NAME),
            Column(points, 18, Kind.NUMBER),
            Column(nights, 18, Kind.NUMBER),
        ),
        rows=[
            (str(line.place), race.names[line.player], shown_points(line.points), str(len(line.scores)))
            for line in race.lines
        ],
    )
