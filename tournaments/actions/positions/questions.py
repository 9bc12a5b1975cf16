"""A question about a position is entered by a player of the match or the desk, and a director rules.

Nothing here changes a result. Source: docs/rules/position-questions.md; docs/decisions/0121-opinions.md.
"""

from base64 import b85encode
from collections.abc import Collection
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.db.models import Q

from journal import book
from journal.models import counts
from journal.refusals import Refused, Unknown
from rules.draws.derive import Status
from rules.errors import RuleBroken
from rules.game.board import Position
from rules.game.dice import Dice
from rules.notation.position_id import write_position_id
from rules.referee.question import answer_question
from rules.rulesets import Ruleset
from runtime.jobs.queue import enqueue_after
from runtime.photos import drawn_anew
from tournaments.actions.steps import stream_of_tournament
from tournaments.models import PositionPhoto, PositionQuestion, PositionRuling, Tournament
from tournaments.models.positions import BETWEEN_PLAYS, Outcome
from tournaments.permissions import may_direct, may_report, may_run_desk, must
from tournaments.read.events import tournament_of
from tournaments.read.matches.head import MatchHead, match_head
from tournaments.read.positions.rulesets import ruleset_of_question

OPINION = "tournaments.tasks.opinion"
# What is kept of one match and of one tournament: a phone must not fill the disk.
MOST_OF_MATCH, MOST_OF_TOURNAMENT = 12, 400
LARGEST_CUBE, LONGEST_WORDS, LARGEST_NUMBER = 4096, 2000, 999


@dataclass(frozen=True, slots=True)
class QuestionSheet:
    """What somebody asks. ``on_roll`` is ``top`` or ``bottom`` of the match; ``score`` that of the side on roll first.

    ``owner`` of the cube: 0 the side on roll, 1 the opponent, None centred. ``length`` 0 is money. ``photo`` is a file
    as it came, empty for none. ``ruleset`` empty: the game of the match.
    """

    position: Position
    dice: Dice | None = None
    plays: tuple[str, ...] = ()
    match: int | None = None
    on_roll: str = "top"
    game: int | None = None
    length: int = 0
    score: tuple[int, int] = (0, 0)
    cube: int = 1
    owner: int | None = None
    crawford: bool = False
    jacoby: bool = False
    ruleset: str = ""
    note: str = ""
    photo: bytes = b""


@dataclass(frozen=True, slots=True)
class QuestionChanged:
    """A question that was entered or ruled, and the record."""

    question: int
    record: int


def enter_question(tournament: int, sheet: QuestionSheet, caller: book.Caller) -> QuestionChanged:
    """Enter a question about a position, as a player of its match or the desk; an engine is asked if there is one.

    Raises PermissionDenied; Unknown ``tournament.unknown``, ``match.unknown``; Refused ``match.waiting`` … before both
    players are known, ``question.many``; RuleBroken as ``check_question``, ``drawn_anew``.
    """
    row = tournament_of(tournament)
    head = _head(row, sheet.match)
    must(_may_enter(caller, row, head))
    ruleset = ruleset_of_question(sheet.ruleset, head)
    check_question(sheet, ruleset)
    photo = drawn_anew(sheet.photo) if sheet.photo else b""
    with book.page(row.stream.name, caller) as page:
        _refuse_many(tournament, sheet.match)
        fact = _fact(row, sheet, ruleset, head, caller)
        fact.photo = _keep_photo(tournament, photo)
        made = [f"question:{page.next_record}"]
        about = {"match": sheet.match} if sheet.match else {}
        page.record("question.entered", [fact], sheet.note.strip(), **about, makes=made, needs=[])
        enqueue_after(page, OPINION, f"opinion:{fact.pk}", question=fact.pk)
        return page.done(QuestionChanged(fact.pk, page.stream.number))


def rule_on(question: int, outcome: str, words: str, caller: book.Caller) -> QuestionChanged:
    """Rule on a question, or rule anew. For directors. The result of the match stays as it is.

    Raises PermissionDenied, Unknown ``question.unknown``, RuleBroken ``question.words`` (none, or too many).
    """
    row = _question(question)
    stream = stream_of_tournament(row.tournament_id, caller, may_direct)
    if outcome not in Outcome.values:
        raise RuleBroken("question.outcome", known=Outcome.values)
    if not 0 < len(words.strip()) <= LONGEST_WORDS:
        raise RuleBroken("question.words", most=LONGEST_WORDS)
    with book.page(stream, caller) as page:
        row = _question(question)
        fact = PositionRuling(question=row, outcome=outcome)
        about = {"match": row.match_id} if row.match_id else {}
        made, needs = [f"ruling:{question}"], [f"ruling:{question}", f"question:{row.record_id}"]
        page.record("question.ruled", [fact], words.strip(), **about, makes=made, needs=needs)
        return page.done(QuestionChanged(question, page.stream.number))


def check_question(sheet: QuestionSheet, ruleset: Ruleset) -> None:
    """Refuse what no board and no score can be.

    Raises RuleBroken ``question.score``, ``question.cube``, ``question.words``, ``question.number`` and as
    ``answer_question`` does.
    """
    answer_question(sheet.position, sheet.dice, sheet.plays, ruleset)
    least, most = min(sheet.score), max(sheet.score)
    if least < 0 or most > LARGEST_NUMBER or not 0 <= sheet.length <= LARGEST_NUMBER:
        raise RuleBroken("question.score", length=sheet.length)
    if sheet.length and most >= sheet.length:
        raise RuleBroken("question.score", length=sheet.length)
    if sheet.crawford and (not sheet.length or most != sheet.length - 1):
        raise RuleBroken("question.crawford", length=sheet.length)
    turned = sheet.cube > 1
    if not 1 <= sheet.cube <= LARGEST_CUBE or sheet.cube.bit_count() != 1 or turned != (sheet.owner is not None):
        raise RuleBroken("question.cube", most=LARGEST_CUBE)
    if turned and (sheet.crawford or not ruleset.cube):
        raise RuleBroken("question.no_cube")
    if len(sheet.note.strip()) > LONGEST_WORDS:
        raise RuleBroken("question.words", most=LONGEST_WORDS)
    if sheet.game is not None and not 1 <= sheet.game <= LARGEST_NUMBER:
        raise RuleBroken("question.number", most=LARGEST_NUMBER)


def erase_photos(entrants: Collection[int]) -> None:
    """Step: erase the photos of the matches that these entrants play: people may be on them."""
    played = Q(on_roll__in=entrants) | Q(opponent__in=entrants)
    digests = PositionQuestion.objects.filter(played).exclude(photo="").values("tournament", "photo")
    for row in digests:
        PositionPhoto.objects.filter(tournament=row["tournament"], digest=row["photo"]).update(content="")


def _head(tournament: Tournament, match: int | None) -> MatchHead | None:
    """Return the match of a question. Raises Unknown for one of another tournament, Refused before it has players."""
    if match is None:
        return None
    head = match_head(match)
    if head.match.draw.event.tournament_id != tournament.pk:
        raise Unknown("match.unknown")
    if None in (head.match.top_id, head.match.bottom_id):
        raise Refused(f"match.{Status(head.match.status).word}", match=match)
    return head


def _may_enter(caller: book.Caller, tournament: Tournament, head: MatchHead | None) -> bool:
    if head is not None and may_report(caller.actor, [head.match.top_id or 0, head.match.bottom_id or 0]):
        return True
    return may_run_desk(caller.actor, tournament.club_id)


def _fact(
    tournament: Tournament, sheet: QuestionSheet, ruleset: Ruleset, head: MatchHead | None, caller: book.Caller
) -> PositionQuestion:
    values: dict[str, Any] = {}
    if head is not None:
        values["match"] = head.match
        pair = head.match.top_id, head.match.bottom_id
        values["on_roll_id"], values["opponent_id"] = pair[::-1] if sheet.on_roll == "bottom" else pair
    return PositionQuestion(
        tournament=tournament,
        sent_by_id=caller.actor.number if caller.actor.kind == "entrant" else None,
        position=write_position_id(sheet.position),
        dice="".join(map(str, sheet.dice or ())),
        plays=BETWEEN_PLAYS.join(play.strip() for play in sheet.plays),
        ruleset=ruleset.id,
        game=sheet.game,
        length=sheet.length,
        own_score=sheet.score[0],
        other_score=sheet.score[1],
        cube=sheet.cube,
        owner=0 if sheet.owner is None else sheet.owner + 1,
        crawford=sheet.crawford,
        jacoby=sheet.jacoby and not sheet.length,
        **values,
    )


def _refuse_many(tournament: int, match: int | None) -> None:
    live = PositionQuestion.objects.filter(counts(), tournament=tournament)
    most, kept = MOST_OF_TOURNAMENT, live.count()
    if match is not None and kept < most:
        most, kept = MOST_OF_MATCH, live.filter(match=match).count()
    if kept >= most:
        raise Refused("question.many", most=most)


def _keep_photo(tournament: int, jpeg: bytes) -> str:
    """Keep a picture that was drawn anew; return its digest, empty for none."""
    if not jpeg:
        return ""
    digest = sha256(jpeg).hexdigest()
    PositionPhoto.objects.update_or_create(
        tournament_id=tournament, digest=digest, defaults={"content": b85encode(jpeg).decode()}
    )
    return digest


def _question(pk: int) -> PositionQuestion:
    row = PositionQuestion.objects.filter(counts(), pk=pk).first()
    if row is None:
        raise Unknown("question.unknown")
    return row
