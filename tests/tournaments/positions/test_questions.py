"""Questions about positions: who may ask, what is refused, the ruling, undo, what a page costs."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext

from journal.models import Record
from journal.refusals import Refused, Unknown
from journal.verify import verify
from rules.errors import RuleBroken
from rules.game.board import Position
from rules.notation.position_id import read_position_id
from runtime.models import Job
from tests.contents import refusal
from tests.factories import (
    a_caller,
    a_club,
    a_desk_helper,
    a_director,
    a_drawn_event,
    a_match,
    a_stranger,
    by,
    match_of,
    play,
    undo,
)
from tests.tournaments.positions.asking import RACE, START, a_phone_of, a_picture, a_question, a_sheet
from tournaments.actions.entrants.people import erase_entrants
from tournaments.actions.positions.questions import MOST_OF_MATCH, enter_question, rule_on
from tournaments.models import Match, PositionPhoto, Result
from tournaments.read.positions.questions import Search, archive, own_questions, photo_of, question_of, questions_of

pytestmark = pytest.mark.django_db


def test_a_question_says_which_plays_are_legal_and_why_not() -> None:
    match = a_match()

    view = question_of(a_question(match))

    assert [(each.text, each.is_legal, each.code) for each in view.answer.plays] == [
        ("8/5 6/5", True, ""),
        ("6/off", False, "play.wrong_dice"),
    ]
    assert (view.answer.pips, len(view.answer.legal or ())) == ((167, 167), 16)
    assert (view.row.on_roll_id, view.row.opponent_id) == (match.top_id, match.bottom_id)
    assert verify() == []


def test_a_player_asks_about_their_own_match_only() -> None:
    event = a_drawn_event(8)
    match, other = match_of(event, "A1"), match_of(event, "A2")

    view = question_of(a_question(match, a_phone_of(match.bottom_id), on_roll="bottom", note="cocked?"))

    assert (view.row.sent_by_id, view.row.on_roll_id, view.note) == (match.bottom_id, match.bottom_id, "cocked?")
    refusal(lambda: a_question(match, a_phone_of(other.top_id)), PermissionDenied)
    tournament = event.tournament_id
    refusal(lambda: enter_question(tournament, a_sheet(), a_phone_of(match.top_id)), PermissionDenied)
    stranger = by(a_stranger())
    refusal(lambda: enter_question(tournament, a_sheet(), stranger), PermissionDenied)


def test_a_question_of_the_desk_needs_no_match() -> None:
    event = a_drawn_event(4)
    helper = by(a_desk_helper(event.tournament.club))

    view = question_of(enter_question(event.tournament_id, a_sheet(RACE), helper).question)

    assert (view.row.match, view.names, view.dice, view.answer.legal) == (None, ("", ""), None, None)


def test_an_engine_is_asked_by_a_job_that_exists_with_the_record() -> None:
    question = a_question(a_match())

    job = Job.objects.get(task="tournaments.tasks.opinion")

    assert job.arguments == f'{{"question":{question}}}'


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"plays": ("8/5",) * 5}, "question.plays"),
        ({"dice": None}, "question.plays"),
        ({"plays": ("eight five",)}, "play.text"),
        ({"plays": ("8/5 " * 30,)}, "play.long"),
        ({"score": (7, 0)}, "question.score"),
        ({"score": (-1, 0)}, "question.score"),
        ({"crawford": True, "score": (3, 2)}, "question.crawford"),
        ({"cube": 3, "owner": 0}, "question.cube"),
        ({"cube": 2}, "question.cube"),
        ({"cube": 1, "owner": 1}, "question.cube"),
        ({"cube": 8192, "owner": 0}, "question.cube"),
        ({"cube": 2, "owner": 0, "crawford": True, "score": (6, 2)}, "question.no_cube"),
        ({"note": "x" * 2001}, "question.words"),
        ({"game": 0}, "question.number"),
        ({"ruleset": "fevga"}, "question.game"),
        ({"ruleset": "chess"}, "ruleset.unknown"),
        ({"photo": b"no picture"}, "photo.form"),
    ],
)
def test_what_no_board_and_no_score_can_be_is_refused(more: dict[str, Any], code: str) -> None:
    match = a_match()

    assert refusal(lambda: a_question(match, **more), RuleBroken).code == code


def test_a_board_with_too_few_checkers_is_refused() -> None:
    sheet = a_sheet()
    broken = type(sheet)(Position.of({6: 5}, {6: 5}, checkers=5))
    event = a_drawn_event(4)

    assert refusal(lambda: enter_question(event.tournament_id, broken, a_caller())).code == "position.count"


def test_a_match_of_another_tournament_or_without_players_is_refused() -> None:
    event, other = a_drawn_event(8), a_match()

    assert refusal(lambda: enter_question(event.tournament_id, a_sheet(match=other.pk), a_caller()), Unknown)
    waiting = match_of(event, "B1").pk
    assert refusal(lambda: enter_question(event.tournament_id, a_sheet(match=waiting), a_caller()), Refused)


def test_a_match_keeps_so_many_questions() -> None:
    match = a_match()
    for _ in range(MOST_OF_MATCH):
        a_question(match)

    refused = refusal(lambda: a_question(match), Refused)

    assert (refused.code, refused.facts) == ("question.many", {"most": 12})


def test_a_director_rules_and_rules_anew_and_no_result_changes() -> None:
    match = a_match()
    play(match)
    question, results = a_question(match), Result.objects.count()

    rule_on(question, "again", "The cube was not seen.", a_caller())
    rule_on(question, "kept", "Both had moved on.", a_caller())

    ruling = question_of(question).ruling
    assert ruling is not None
    assert (ruling.outcome, ruling.words, ruling.by) == ("kept", "Both had moved on.", "Barpoint")
    assert Result.objects.count() == results
    assert verify() == []


def test_only_directors_rule() -> None:
    match = a_match()
    question, club = a_question(match), match.draw.event.tournament.club

    others = [by(a_desk_helper(club)), a_phone_of(match.top_id), by(a_director(a_club("Graz"), "g@b.example"))]

    rule_on(question, "kept", "Seen by both.", by(a_director(club)))

    for other in others:
        refusal(lambda other=other: rule_on(question, "kept", "No.", other), PermissionDenied)  # type: ignore[misc] # bound now


@pytest.mark.parametrize(
    ("outcome", "words", "code"),
    [("kept", " ", "question.words"), ("kept", "x" * 2001, "question.words"), ("won", "Yes.", "question.outcome")],
)
def test_a_ruling_without_words_or_of_an_unknown_kind_is_refused(outcome: str, words: str, code: str) -> None:
    question = a_question(a_match())

    assert refusal(lambda: rule_on(question, outcome, words, a_caller())).code == code


def test_a_ruling_is_undone_and_then_the_question() -> None:
    match = a_match()
    tournament = match.draw.event.tournament_id
    question = a_question(match)
    entered = Record.objects.get(verb="question.entered").number
    first = rule_on(question, "again", "Roll again.", a_caller()).record
    second = rule_on(question, "kept", "Kept.", a_caller()).record

    assert refusal(lambda: undo(tournament, entered, a_caller()), Refused).code == "undo.superseded"
    assert refusal(lambda: undo(tournament, first, a_caller()), Refused).code == "undo.superseded"
    undo(tournament, second, a_caller())
    assert (question_of(question).ruling or question).outcome == "again"  # type: ignore[union-attr] # there is one
    undo(tournament, first, a_caller())
    undo(tournament, entered, a_caller())

    assert questions_of(tournament) == []
    refusal(lambda: question_of(question), Unknown)
    assert verify() == []


def test_a_photo_is_kept_drawn_anew_and_erased_with_a_players_data() -> None:
    match = a_match()
    sent = a_picture(comment=b"canary", exif=b"Exif\0\0canary")
    question = a_question(match, photo=sent)

    kept = photo_of(question_of(question))

    assert kept.startswith(b"\xff\xd8")
    assert b"canary" not in kept
    assert verify() == []
    erase_entrants(match.draw.event.tournament_id, [match.top_id or 0], "Player 1", a_caller())
    assert PositionPhoto.objects.get().content == ""
    refusal(lambda: photo_of(question_of(question)), Unknown)
    assert verify() == []


def test_a_photo_that_was_changed_in_the_database_is_a_flaw() -> None:
    a_question(a_match(), photo=a_picture())
    other = PositionPhoto.objects.get()
    PositionPhoto.objects.update(content=other.content[:-5])

    assert [flaw.code for flaw in verify()] == ["photo.content"]


def test_the_archive_finds_a_position_for_either_side() -> None:
    event = a_drawn_event(8)
    match = match_of(event, "A1")
    race = a_question(match, position=RACE)
    a_question(match)
    club, position = event.tournament.club_id, read_position_id(RACE)

    assert [each.id for each in archive(club, Search(position))] == [race]
    assert [each.id for each in archive(club, Search(position.swapped()))] == [race]
    assert archive(a_club("Graz").pk, Search()) == []


def test_the_archive_is_searched_by_player_tournament_and_state() -> None:
    event = a_drawn_event(8)
    first, second = (a_question(match_of(event, code)) for code in ("A1", "A2"))
    rule_on(second, "kept", "Kept.", a_caller())
    club = event.tournament.club_id
    name = question_of(first).names[0]

    def hits(**search: object) -> list[int]:
        return [each.id for each in archive(club, Search(**search))]  # type: ignore[arg-type] # each test names fields that exist

    assert hits(player=name[:5].lower()) == [first]
    assert hits(state="open") == [first]
    assert hits(state="ruled") == [second]
    assert hits(tournament=event.tournament_id) == [second, first]
    assert hits(tournament=event.tournament_id + 1) == []


def test_a_player_sees_the_questions_of_their_matches() -> None:
    event = a_drawn_event(8)
    match = match_of(event, "A1")
    question = a_question(match)

    assert [each.id for each in own_questions(match.top_id or 0)] == [question]
    assert own_questions(match_of(event, "A2").top_id or 0) == []


def test_the_list_costs_the_same_for_one_and_for_three() -> None:
    event = a_drawn_event(8)
    counts = []
    for code in ("A1", "A2", "A3"):
        rule_on(a_question(match_of(event, code), note="x"), "kept", "Kept.", a_caller())
        with CaptureQueriesContext(connection) as queries:
            questions_of(event.tournament_id)
        counts.append(len(queries))

    assert counts == [5, 5, 5]


def test_entering_and_ruling_take_few_statements() -> None:
    match = a_match()

    with CaptureQueriesContext(connection) as entering:
        question = a_question(match)
    with CaptureQueriesContext(connection) as ruling:
        rule_on(question, "kept", "Kept.", a_caller())

    assert [_inside(each) for each in (entering, ruling)] == [8, 7]


def _inside(queries: CaptureQueriesContext) -> int:
    """Return how many statements stand between BEGIN and COMMIT, or inside the savepoint of a test."""
    texts = [each["sql"] for each in queries.captured_queries]
    begins = [at for at, text in enumerate(texts) if text.startswith(("BEGIN", "SAVEPOINT"))]
    ends = [at for at, text in enumerate(texts) if text.startswith(("COMMIT", "RELEASE"))]
    return ends[-1] - begins[0] - 1 if begins else len(texts)


def test_a_game_whose_boards_no_id_can_say_is_refused() -> None:
    match: Match = a_match()

    assert refusal(lambda: a_question(match, ruleset="plakoto")).code == "question.game"
    assert START != RACE
