"""Positions at the demo's Sunday Cup: an illegal play that was ruled, and a last double that waits for its ruling."""

from clubs.models import Club
from journal.actors import SYSTEM, Actor
from journal.book import Caller
from rules.game.board import Position
from rules.notation.pasted import read_checkers
from tournaments.actions.positions.questions import QuestionSheet, enter_question, rule_on
from tournaments.management.demo import CUP
from tournaments.models import Match, PositionQuestion, Tournament

# One checker is on the bar; another moved.
BAR = ("bar:1 13:4 8:3 6:4 5:2 3:1", "24:1 21:1 13:4 8:3 6:4 4:2")
ENDING = ("5:1 2:1", "1:1")
RULED = (
    "A checker on the bar enters first. The four is blocked, so it enters with the three; then the four is played. The"
    " roll is played again."
)


def load_positions(club: str) -> None:
    """Load positions into the cup of the club with this name, unless they are there already."""
    cup = Tournament.objects.filter(name=CUP, club=Club.objects.filter(name=club).order_by("pk")[0]).first()
    if cup is None or PositionQuestion.objects.filter(tournament=cup).exists():
        return
    first, second = Match.objects.filter(draw__event__tournament=cup, code__in=("A7", "C2")).order_by("code")
    sheet = QuestionSheet(
        _position(BAR), (4, 3), ("13/9/6", "bar/22 13/9"), first.pk, "bottom", 4, first.length, (2, 3), 2, 1,
        note="They moved 13/6 and picked up the dice. I saw the checker on the bar then.",
    )  # fmt: skip
    ruled = enter_question(cup.pk, sheet, _phone(first.top_id)).question
    rule_on(ruled, "again", RULED, _caller())
    last = QuestionSheet(
        _position(ENDING), None, (), second.pk, "top", 9, 0,
        note="I doubled with two checkers left and my opponent says that nobody may do that.",
    )  # fmt: skip
    enter_question(cup.pk, last, _phone(second.top_id))


def _position(sides: tuple[str, str]) -> Position:
    own, other = map(read_checkers, sides)
    return Position.of(own, other)


def _phone(entrant: int | None) -> Caller:
    return Caller(actor=Actor("entrant", entrant or 0, "phone"))


def _caller() -> Caller:
    return Caller(actor=SYSTEM)
