"""The table of the last checkers in the data folder: read if it is whole, else put aside; made by a job."""

from pathlib import Path

import pytest
from django.conf import LazySettings
from django.utils import timezone

from rules.bearoff.solve import solve
from rules.bearoff.table import table_bytes
from runtime.bearoff_file import bearoff_path, bearoff_table
from runtime.models import Job
from tests.factories import a_match
from tests.tournaments.positions.asking import RACE, a_question
from tournaments.papers.position_lines import question_lines
from tournaments.read.positions.questions import question_of
from tournaments.read.positions.race import race_of
from tournaments.tasks import ask_for_bearoff

# A table of two checkers a side serves these tests; a whole one takes half a minute.
SMALL = table_bytes(solve(2), 2)


@pytest.fixture(autouse=True)
def _own_folder(settings: LazySettings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path


def test_there_is_no_table_at_first() -> None:
    assert bearoff_table() is None


def test_a_table_is_read_and_a_newer_one_after_it() -> None:
    bearoff_path().write_bytes(SMALL)
    first = bearoff_table()
    bearoff_path().write_bytes(table_bytes(solve(1), 1))
    second = bearoff_table()

    assert first is not None
    assert second is not None
    assert (first.checkers, second.checkers) == (2, 1)


@pytest.mark.parametrize("content", [b"", SMALL[:-1], SMALL[:-1] + b"x", b"another file"])
def test_a_damaged_table_is_put_aside(content: bytes) -> None:
    bearoff_path().write_bytes(content)

    assert bearoff_table() is None
    assert not bearoff_path().exists()
    assert bearoff_path().with_suffix(".damaged").exists()


@pytest.mark.django_db
def test_the_clock_asks_for_the_table_once_somebody_asks_about_a_position(settings: LazySettings) -> None:
    settings.BEAROFF_AHEAD = True
    now = timezone.now()

    assert ask_for_bearoff(now) == 0
    a_question(a_match())
    assert (ask_for_bearoff(now), ask_for_bearoff(now)) == (1, 0)
    assert Job.objects.filter(task="tournaments.tasks.bearoff").count() == 1
    bearoff_path().write_bytes(SMALL)
    assert ask_for_bearoff(now.replace(year=2030)) == 0
    settings.BEAROFF_AHEAD = False
    bearoff_path().unlink()
    assert ask_for_bearoff(now.replace(year=2031)) == 0


@pytest.mark.django_db
def test_a_question_within_the_table_has_exact_values() -> None:
    bearoff_path().write_bytes(SMALL)
    match = a_match()
    question = question_of(a_question(match, position=RACE))

    race = race_of(question)

    assert race.answer is not None
    assert (round(race.answer.wins * 36, 9), race.answer.is_match) == (19, True)
    lines = question_lines(question, spoken=True).race
    assert lines is not None
    assert (lines.wins, lines.right) == ("52.78\N{NO-BREAK SPACE}%", "Double, take")
    assert [each.text for each in lines.lines] == ["No double", "Double, take", "Double, pass"]


@pytest.mark.django_db
def test_a_question_says_why_it_has_no_exact_values() -> None:
    match = a_match()

    start, race = (question_of(a_question(match, position=each)) for each in ("4HPwATDgc/ABMA", RACE))

    assert [race_of(each).why for each in (start, race)] == ["home", "table"]


@pytest.mark.django_db
def test_values_and_opinion_are_kept_back_before_the_ruling() -> None:
    lines = question_lines(question_of(a_question(a_match())), spoken=False)

    assert (lines.race, lines.opinion, len(lines.plays)) == (None, None, 2)
