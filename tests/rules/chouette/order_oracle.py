"""The order after a game of a chouette, written a second time: what happens to whoever speaks as captain."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rules.chouette.actions import (
    Action,
    Answered,
    BeaverAnswers,
    BoxAnswers,
    BoxDoubles,
    RaccoonAnswers,
    Resign,
    Settle,
    TeamAnswers,
    TeamDoubles,
    WinGame,
)
from rules.chouette.options import Options
from tests.rules.chouette.oracle import answer_of


@dataclass
class Line:
    """The crew in the course of a game: who is in, in which order, and what the captain's game has decided."""

    team: list[str]
    players: set[str] = field(default_factory=set)
    captain_moved: bool = False
    beaten_by: str | None = None
    box_stays: bool = False
    others_played_on: bool = False
    box_won_last: bool = False

    @property
    def captain(self) -> str:
        return next(who for who in self.team if who in self.players)

    def out(self, gone: dict[str, int], how: str) -> None:
        """Let members out of the game with what the box won of each; the captain among them may decide the game."""
        captain = self.captain
        self.players -= set(gone)
        if captain not in gone:
            return
        self.box_won_last = gone[captain] >= 0
        if self.beaten_by or self.box_stays:
            return
        if gone[captain] < 0:
            self.beaten_by, self.others_played_on = captain, bool(self.players)
        elif how == "drop":
            self.to_the_end(captain)
            self.captain_moved = True
        else:
            self.box_stays = True
            if not self.captain_moved:
                self.to_the_end(captain)

    def to_the_end(self, who: str) -> None:
        self.team.remove(who)
        self.team.append(who)


def next_order(
    box: str, team: Sequence[str], actions: Sequence[Action], options: Options, box_points: int
) -> tuple[str, ...]:
    """Return the box and the crew after a finished game without a partner."""
    line = Line(list(team), set(team))
    offered: list[str] = []
    doubler = ""
    for action in actions:
        match action:
            case TeamDoubles(by):
                offered, doubler = (list(by) if options.is_multi else sorted(line.players)), "team"
            case BoxDoubles(to):
                offered, doubler = (list(to) if options.is_multi else sorted(line.players)), "box"
            case BoxAnswers() | TeamAnswers() | BeaverAnswers() | RaccoonAnswers():
                offered = answered(line, action, offered, doubler, options)
            case Settle(first, second, pays, points) if box in (first, second):
                member = second if first == box else first
                offered = [who for who in offered if who != member]
                line.out({member: -points if pays == box else points}, "settled")
            case Resign(who, side, _):
                line.out({who: 1 if side == "team" else -1}, "drop")
            case WinGame(side, _) if line.players:
                line.out(dict.fromkeys(line.players, 1 if side == "box" else -1), "played")
    return after(box, line, options, box_points)


def answered(line: Line, action: Answered, offered: Sequence[str], doubler: str, options: Options) -> list[str]:
    """Let those out whose cube is passed; return whose beaver or raccoon is to be answered."""
    answers = {who: answer_of(action, who, options) for who in offered}
    passing = {"box": "team", "team": "box"}[doubler] if not isinstance(action, BeaverAnswers) else doubler
    box_wins = 1 if passing == "team" else -1
    if gone := {who: box_wins for who, word in answers.items() if word == "pass"}:
        line.out(gone, "drop")
    return [who for who, word in answers.items() if word in ("beaver", "raccoon")]


def after(box: str, line: Line, options: Options, box_points: int) -> tuple[str, ...]:
    winner, option = line.beaten_by, options.captain_drop_winner.value
    if winner and option == "box_stays" and line.captain_moved:
        winner = None
    plays_on = winner and option == "original_captain_becomes_box" and options.is_multi and not line.captain_moved
    if winner and plays_on and line.others_played_on and line.box_won_last:
        line.to_the_end(winner)
        winner = None
    if winner:
        return (winner, *(who for who in line.team if who != winner), box)
    if options.la_rules and box_points < 0:
        return (*line.team, box)
    return (box, *line.team)
