"""Both reports of a match side by side, and the games on which they differ."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from rules.errors import RuleBroken
from rules.match.games import GameResult
from rules.match.score import Score, replay
from rules.match.terms import BOTTOM, TOP, Side
from tournaments.read.matches.claims import Claim, reported_of
from tournaments.read.matches.games import GameLine, game_lines, games_reported
from tournaments.read.matches.head import MatchHead
from tournaments.read.matches.view import MatchView


@dataclass(frozen=True, slots=True)
class Account:
    """A player's report, or the desk's entry (without a ``name``) that a player contested.

    ``take`` is the record by which it is chosen, None without a result. ``score`` is (top–bottom) as text, ``won`` its
    winner and ``by`` the score from the winner's side.
    """

    name: str
    side: str
    score: str
    won: str
    by: str
    take: int | None
    time: str
    client: str


@dataclass(frozen=True, slots=True)
class TwoGames:
    """One game on both score cards; ``differs`` where they are not one."""

    number: int
    upper: GameLine | None
    lower: GameLine | None
    differs: bool


@dataclass(frozen=True, slots=True)
class RulingSheet:
    """Both accounts, the upper player's first, and their games; ``games`` is empty where neither kept them."""

    accounts: tuple[Account, ...]
    games: tuple[TwoGames, ...]
    fields: Mapping[int, Mapping[str, str]]

    def taking(self, record: str) -> Mapping[str, str]:
        """Return the result that was chosen as the fields of a form, nothing where none was."""
        return self.fields.get(int(record), {}) if record.isascii() and record.isdigit() and len(record) < 20 else {}


def ruling_sheet(head: MatchHead, card: MatchView) -> RulingSheet:
    """Return both reports of a match: three statements."""
    claims = reported_of(card)
    played = games_reported(head.match, claims)
    lines = {who: _lines(head, card, games) for who, games in played.items()}
    upper, lower = (lines.get(who or 0, ()) for who in (head.match.top_id, head.match.bottom_id))
    return RulingSheet(
        accounts=tuple(_account(head, card, claim) for claim in claims.claims),
        games=tuple(_side_by_side(upper, lower)),
        fields={
            claim.record: _fields(head, claim, played.get(claim.by or 0, ()))
            for claim in claims.claims
            if claim.record is not None
        },
    )


def _account(head: MatchHead, card: MatchView, claim: Claim) -> Account:
    side = TOP if claim.by == head.match.top_id else BOTTOM if claim.by else None
    winner = TOP if claim.winner == head.match.top_id else BOTTOM
    points = claim.points
    return Account(
        name=_name(card, side) if side else "",
        side=side.value if side else "desk",
        score=f"{points[0]}–{points[1]}" if points else "",
        won=_name(card, winner) if points else "",
        by=f"{points[winner.place]}–{points[winner.other.place]}" if points else "",
        take=claim.record,
        time=f"{claim.at.astimezone(head.zone):%H:%M}",
        client=claim.client,
    )


def _name(card: MatchView, side: Side) -> str:
    player = card.player(side)
    return player.name if player else ""


# --- The games of each player: those of the reported result, else those on the score card.


def _played(head: MatchHead, games: Sequence[GameResult]) -> Score | None:
    try:
        return replay(head.terms, games)
    except RuleBroken:
        return None


def _lines(head: MatchHead, card: MatchView, games: Sequence[GameResult]) -> tuple[GameLine, ...]:
    return tuple(game_lines(head.terms, card, games, _played(head, games)))


def _side_by_side(upper: Sequence[GameLine], lower: Sequence[GameLine]) -> list[TwoGames]:
    both = bool(upper and lower)
    return [
        TwoGames(number, one, other, both and _differs(one, other))
        for number, (one, other) in enumerate(zip_longest(upper, lower), start=1)
    ]


def _differs(one: GameLine | None, other: GameLine | None) -> bool:
    if one is None or other is None:
        return True
    upper, lower = ((each.side, each.cube, each.kind.removeprefix("resign_")) for each in (one, other))
    return upper != lower


def _fields(head: MatchHead, claim: Claim, games: Sequence[GameResult]) -> dict[str, str]:
    """Return a claim as a form would send it: game by game where its games make up its score."""
    raw = claim.raw or (0, 0)
    score = _played(head, games)
    if score is None or score.shown != claim.points:
        return {"way": "score", "top": str(raw[0]), "bottom": str(raw[1])}
    values = {"way": "games"}
    for number, game in enumerate(games, start=1):
        fields = {"winner": game.winner_word, "cube": str(game.cube), "kind": game.kind}
        values |= {f"{name}_{number}": value for name, value in fields.items()}
    return values
