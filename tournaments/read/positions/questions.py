"""One reading of questions about positions: what is in question, who asks, what was ruled, what an engine says."""

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet

from clubs.read.records import people_named
from journal.models import Words, counts
from journal.refusals import Unknown
from rules.diagrams.diagram import Diagram
from rules.errors import RuleBroken
from rules.game.board import Position
from rules.game.dice import Dice
from rules.game.notation import read_dice
from rules.notation.position_id import MatchState, read_position_id, write_match_id, write_position_id
from rules.notation.xgid import XgPosition, write_xgid
from rules.opinions.gnubg import Opinion, opinion_of
from rules.points import Step
from rules.referee.question import QuestionAnswer, answer_question
from rules.rulesets import STANDARD, Ruleset, ruleset
from tournaments.models import EngineOpinion, Particulars, PositionPhoto, PositionQuestion, PositionRuling
from tournaments.read.entrants.names import distinct_names, entered_names

MOST_LISTED = 200
NUMBER = (1 << 32) - 1
_WITH = ("record", "tournament__club", "tournament__stream", "match__draw__event", "on_roll", "opponent")


@dataclass(frozen=True, slots=True)
class Ruled:
    """A director's ruling; ``record`` is its number in the memory."""

    outcome: str
    words: str
    by: str
    at: datetime
    record: int


@dataclass(frozen=True, slots=True)
class OpinionView:
    """What an engine says: an ``opinion``, or the ``code`` of why it says nothing."""

    opinion: Opinion | None
    code: str


@dataclass(frozen=True)
class QuestionView:
    """A question with everything about it. ``names`` are of the side on roll and the opponent, empty without a match.

    ``sender`` is the player who asks, empty for the desk. ``opinion`` None: an engine was not asked yet.
    """

    row: PositionQuestion
    names: tuple[str, str]
    sender: str
    note: str
    ruling: Ruled | None
    opinion: OpinionView | None

    @property
    def id(self) -> int:
        return self.row.pk

    @property
    def code(self) -> str:
        """The code of the match, empty without one."""
        return self.row.match.code if self.row.match else ""

    @property
    def local_time(self) -> datetime:
        """When it was entered, in the zone of the tournament."""
        return self.row.record.at.astimezone(ZoneInfo(self.row.tournament.timezone))

    @property
    def ruled_time(self) -> datetime | None:
        return self.ruling.at.astimezone(ZoneInfo(self.row.tournament.timezone)) if self.ruling else None

    @cached_property
    def ruleset(self) -> Ruleset:
        """The game, as the event of the match plays it."""
        played = self.row.match.draw.event.rules.played.games if self.row.match else ()
        game = next((each for each in played if each.id == self.row.ruleset), None)
        return game or ruleset(self.row.ruleset)

    @cached_property
    def position(self) -> Position:
        return read_position_id(self.row.position, checkers=self.ruleset.checkers)

    @property
    def dice(self) -> Dice | None:
        return read_dice(self.row.dice) if self.row.dice else None

    @property
    def owner(self) -> int | None:
        """The owner of the cube: 0 the side on roll, 1 the opponent, None centred."""
        return self.row.owner - 1 if self.row.owner else None

    @cached_property
    def answer(self) -> QuestionAnswer:
        """What the rules say of it."""
        return answer_question(self.position, self.dice, self.row.played, self.ruleset)

    @property
    def state(self) -> MatchState:
        """The state of the match as GNU Backgammon writes it, with player 1 on roll."""
        row = self.row
        return MatchState(
            cube=row.cube,
            owner=None if self.owner is None else 1 - self.owner,
            on_roll=1,
            turn=1,
            crawford=row.crawford,
            dice=(self.dice[0], self.dice[1]) if self.dice else (0, 0),
            length=row.length,
            score=(row.other_score, row.own_score),
            jacoby=row.jacoby,
        )

    @property
    def gnubg_id(self) -> str:
        """Position ID and Match ID, as other programs take them."""
        return f"{self.row.position}:{write_match_id(self.state)}"

    @property
    def xgid(self) -> str:
        """The XGID, the side on roll at the bottom; empty where it cannot say the board."""
        row = self.row
        try:
            return write_xgid(
                XgPosition(
                    self.position, row.cube, self.owner, 0, (self.dice[0], self.dice[1]) if self.dice else None, None,
                    (row.own_score, row.other_score), row.crawford, row.jacoby, length=row.length,
                )
            )  # fmt: skip
        except RuleBroken:
            return ""

    def diagram(self, names: tuple[str, str], steps: tuple[Step, ...] = ()) -> Diagram:
        """Return the board; ``names`` stand in for players whom no match names, ``steps`` are drawn over it."""
        row = self.row
        shown = (self.names[0] or names[0], self.names[1] or names[1])
        return Diagram(
            position=self.position,
            names=shown,
            dice=self.dice,
            cube=row.cube if self.ruleset.cube else None,
            owner=self.owner,
            score=(row.own_score, row.other_score) if row.length else None,
            length=row.length,
            steps=steps,
            geometry=self.ruleset.geometry,
            cube_side=self.ruleset.cube_start_side,
        )


@dataclass(frozen=True, slots=True)
class Search:
    """What the archive of a club is searched for; all of it must fit.

    ``position``: this one, for either side. ``player``: a part of a name. ``state`` is ``open``, ``ruled`` or empty.
    """

    position: Position | None = None
    player: str = ""
    tournament: int | None = None
    state: str = ""


def question_of(pk: int) -> QuestionView:
    """Return a question that counts. Raises Unknown ``question.unknown``."""
    views = _views(_live().filter(pk=pk))
    if not views:
        raise Unknown("question.unknown")
    return views[0]


def questions_of(tournament: int, match: int | None = None) -> list[QuestionView]:
    """Return the questions of a tournament or of one of its matches, the newest first."""
    rows = _live().filter(tournament=tournament)
    return _views(rows if match is None else rows.filter(match=match))


def own_questions(entrant: int, match: int | None = None) -> list[QuestionView]:
    """Return the questions of a player's matches, or of one, the newest first."""
    rows = _live().filter(Q(on_roll=entrant) | Q(opponent=entrant))
    return _views(rows if match is None else rows.filter(match=match))


def archive(club: int, search: Search) -> list[QuestionView]:
    """Return the questions of a club that fit, the newest first, ``MOST_LISTED`` at most."""
    rows = _live().filter(tournament__club=club)
    if search.position is not None:
        rows = rows.filter(position__in=either_side(search.position))
    if search.player:
        named = Particulars.objects.filter(counts(), name__icontains=search.player).values("entrant")
        rows = rows.filter(Q(on_roll__in=named) | Q(opponent__in=named))
    if search.tournament is not None:
        rows = rows.filter(tournament=search.tournament)
    ruled = PositionRuling.objects.filter(counts()).values("question")
    if search.state in ("open", "ruled"):
        rows = rows.filter(pk__in=ruled) if search.state == "ruled" else rows.exclude(pk__in=ruled)
    return _views(rows)


def either_side(position: Position) -> list[str]:
    """Return the ids of a position for the side on roll and for the opponent."""
    return [write_position_id(position), write_position_id(position.swapped())]


def open_questions(tournament: int) -> int:
    """Return how many questions of a tournament wait for a ruling: one statement."""
    ruled = PositionRuling.objects.filter(counts()).values("question")
    return PositionQuestion.objects.filter(counts(), tournament=tournament).exclude(pk__in=ruled).count()


def has_questions() -> bool:
    """Whether anybody ever asked about a position: one statement."""
    return PositionQuestion.objects.exists()


def photo_of(view: QuestionView) -> bytes:
    """Return the photo of a question as JPEG. Raises Unknown ``photo.unknown`` for none, or an erased one."""
    kept = PositionPhoto.objects.filter(tournament=view.row.tournament_id, digest=view.row.photo).first()
    jpeg = kept.jpeg if kept is not None and view.row.photo else b""
    if not jpeg:
        raise Unknown("photo.unknown")
    return jpeg


def is_plain(game: Ruleset) -> bool:
    """Whether a game is backgammon from any start, with its usual wins: the games that engines play."""
    return _as_played(game) == _as_played(STANDARD)


def _as_played(game: Ruleset) -> tuple[object, ...]:
    return (
        game.is_classic, game.double_moves, game.forced_die, game.no_hit_and_run, game.gammon_value,
        game.backgammon_value, game.checkers,
    )  # fmt: skip


def _live() -> QuerySet[PositionQuestion]:
    return (
        PositionQuestion.objects.filter(counts()).select_related(*_WITH).defer("match__draw__plan").order_by("-record")
    )


def _views(rows: QuerySet[PositionQuestion]) -> list[QuestionView]:
    """Return questions with all that hangs on them, in six statements at most."""
    questions = list(rows[:MOST_LISTED])
    if not questions:
        return []
    rulings = _rulings(questions)
    words = _words([*(each.record_id for each in questions), *(each.record_id for each in rulings.values())])
    people = people_named(each.record.page.actor for each in rulings.values())
    names = _names(questions)
    opinions = {each.question_id: each for each in EngineOpinion.objects.filter(question__in=questions)}
    return [
        QuestionView(
            row=row,
            names=(names.get(row.on_roll_id or 0, ""), names.get(row.opponent_id or 0, "")),
            sender=names.get(row.sent_by_id or 0, ""),
            note=words.get(row.record_id, ""),
            ruling=_ruled(rulings[row.pk], words, people) if row.pk in rulings else None,
            opinion=_opinion(opinions.get(row.pk)),
        )
        for row in questions
    ]


def _rulings(questions: Sequence[PositionQuestion]) -> dict[int, PositionRuling]:
    rows = PositionRuling.objects.filter(counts(), question__in=questions).select_related("record__page")
    return {each.question_id: each for each in rows.order_by("record")}


def _words(records: Collection[int]) -> dict[int, str]:
    return dict(Words.objects.filter(record__in=records).values_list("record", "text"))


def _names(questions: Iterable[PositionQuestion]) -> dict[int, str]:
    events = {each.on_roll.event_id for each in questions if each.on_roll is not None}
    return distinct_names(entered_names(Q(entrant__event__in=events))) if events else {}


def _ruled(row: PositionRuling, words: dict[int, str], people: dict[str, str]) -> Ruled:
    by = people.get(row.record.page.actor, "…")
    return Ruled(row.outcome, words.get(row.record_id, ""), by, row.record.at, row.record_id & NUMBER)


def _opinion(row: EngineOpinion | None) -> OpinionView | None:
    if row is None:
        return None
    return OpinionView(opinion_of(json.loads(row.data)) if row.data else None, row.code)
