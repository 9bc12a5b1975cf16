"""What the page of a season shows: the race, a strip of nights for each player, and what somebody needs to win it."""

from dataclasses import dataclass
from fractions import Fraction

from clubs.read.figures import shown_points
from clubs.read.seasons.view import SeasonRace
from clubs.words.ratings.seasons import days_words, needed_words, race_words, tie_break_words
from rules.seasons.race import Standing

PITCH, WIDE, LOW, HIGH = 26, 20, 6, 34


@dataclass(frozen=True, slots=True)
class RaceLine:
    """A player in the race. ``counted`` and ``dropped`` are paths of points, one a night; ``scores`` the numbers."""

    place: int
    person: int
    name: str
    points: str
    behind: str
    nights: int
    decided: str
    counted: str
    dropped: str
    scores: str
    followed: bool


@dataclass(frozen=True, slots=True)
class NightHead:
    """A night that was played."""

    name: str
    at: object
    players: int


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """The page of a season; ``needed`` is what the followed player needs, empty where it can't be said."""

    pk: int
    club: int
    club_name: str
    name: str
    public: bool
    days: str
    words: str
    lines: tuple[RaceLine, ...]
    nights: tuple[NightHead, ...]
    width: int
    needed: str
    needed_by: str


def season_sheet(race: SeasonRace, player: int | None) -> SeasonPage:
    """Return the page of a season for a visitor who follows a player."""
    view = race.view
    most = max((score for line in race.lines for score in line.scores.values()), default=1) or 1
    leader = race.lines[0].points if race.lines else Fraction(0)
    known = player is not None and any(line.player == player for line in race.lines)
    need = race.needed(player) if known and player is not None else None
    return SeasonPage(
        pk=view.pk,
        club=view.club.pk,
        club_name=view.club.name,
        name=view.name,
        public=view.public,
        days=days_words(view.starts_on, view.ends_on),
        words=race_words(len(race.nights), view.nights, view.rules.race.best),
        lines=tuple(_line(race, each, leader, Fraction(most), player) for each in race.lines),
        nights=tuple(NightHead(night.name, night.finished, len(night.points)) for night in race.nights),
        width=PITCH * len(race.nights) + 2,
        needed="" if need is None else needed_words(need.certain, need.hopeful, race.left or 0),
        needed_by=race.names[player] if known and player is not None else "",
    )


def _line(race: SeasonRace, line: Standing, leader: Fraction, most: Fraction, player: int | None) -> RaceLine:
    return RaceLine(
        place=line.place,
        person=line.player,
        name=race.names[line.player],
        points=shown_points(line.points),
        behind=f"−{shown_points(leader - line.points)}" if leader > line.points else "",
        nights=len(line.scores),
        decided=tie_break_words(tuple(map(str, line.decided_by))),
        counted="".join(_point(night, Fraction(line.scores[night]) / most) for night in line.counted),
        dropped="".join(_point(night, Fraction(line.scores[night]) / most) for night in line.dropped),
        scores=", ".join(shown_points(score) for _, score in sorted(line.scores.items())),
        followed=line.player == player,
    )


def _point(night: int, share: Fraction) -> str:
    rise = round(LOW + (HIGH - LOW) * float(share), 1)
    return f"M{night * PITCH + 1} {HIGH + 4}l{WIDE // 2} -{rise:g}l{WIDE // 2} {rise:g}z"
