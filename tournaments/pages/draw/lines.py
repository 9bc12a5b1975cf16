"""The sources of a draw's page, and the way of one player through it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rules.draws.derive import Seat
from rules.draws.state import DrawState
from tournaments.pages.draw.rows import Comer, Reader, RowSource, address_of, comer_words, word_of
from tournaments.read.draws.view import DrawView
from tournaments.read.matches.own import OwnMatch, own_matches
from tournaments.read.matches.view import MatchView, PlayerView


@dataclass(frozen=True, slots=True)
class PathRow:
    """A match of the followed player; ``waits_for`` names who comes while there is no opponent."""

    own: OwnMatch
    address: str
    word: str
    waits_for: str

    @property
    def opponent(self) -> str:
        """The name of the opponent, or who comes."""
        return self.own.opponent.name if self.own.opponent else self.waits_for

    @property
    def score(self) -> str:
        """What stands in both score places, the player's first; empty while there is nothing."""
        texts, side = self.own.match.drawn, self.own.side
        return f"{texts[side.place]}–{texts[side.other.place]}" if any(texts) else ""


@dataclass(frozen=True, slots=True)
class PlayerPath:
    """The followed player with their matches in order; the last one may be still to come."""

    player: PlayerView
    rows: tuple[PathRow, ...]


@dataclass(frozen=True, slots=True)
class DrawSource:
    """The sources of the parts: the derived draw and its matches; ``deadlines`` are times of day by place."""

    state: DrawState
    view: DrawView
    deadlines: Mapping[int, str] = field(default_factory=dict)
    event: int = 0

    @property
    def matches(self) -> tuple[MatchView, ...]:
        return self.view.matches

    @property
    def names(self) -> Mapping[int, str]:
        return self.view.names

    @property
    def has_begun(self) -> bool:
        """Whether byes are folded: some match is played, in progress or forfeited."""
        return any(match.begun or match.status == "finished" for match in self.matches)

    def row(self, place: int, seat: Seat, comers: Mapping[int, tuple[Comer, Comer]]) -> RowSource:
        """Return what the row of a match is made from."""
        return RowSource(self.view.matches[place], seat, comers[place], self.deadlines.get(place, ""))


def player_path(
    source: DrawSource, places: Iterable[int], comers: Mapping[int, tuple[Comer, Comer]], reader: Reader
) -> PlayerPath | None:
    """Return the followed player with those of their matches that are shown, in order; None without one."""
    if reader.followed not in source.state.lines.values():
        return None
    matches = (source.matches[place] for place in places)
    rows = (
        _path_row(own, source.row(own.match.place, source.state.seat(own.match.place), comers), reader)
        for own in own_matches(matches, reader.followed)
    )
    return PlayerPath(PlayerView(reader.followed, source.names.get(reader.followed, "")), tuple(rows))


def _path_row(own: OwnMatch, row: RowSource, reader: Reader) -> PathRow:
    comer = row.comers[own.side.other.place]
    return PathRow(
        own=own,
        address=address_of(own.match, reader.address),
        word=word_of(row),
        waits_for="" if own.opponent else comer_words(comer),
    )
