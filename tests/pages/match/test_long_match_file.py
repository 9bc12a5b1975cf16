"""Long match files are judged by a job, and refused or given up there."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from journal.verify import verify
from tests.factories import a_caller, a_match, an_owner
from tournaments.actions.matches.files import LONG_BYTES, judge_kept, keep_file, refuse_kept
from tournaments.models import FileContent
from tournaments.read.matches.files import file_of

pytestmark = pytest.mark.django_db

GOOD = Path("tests/rules/data/selfplay/mat/m133_L07.mat")


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(an_owner())
    return client


def words(answer: Any) -> str:
    page = answer.content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", page[page.index("<main") :]).split())


def a_long_file() -> bytes:
    """Return a match file that is judged by a job: comments make it long."""
    return GOOD.read_bytes() + b"\n" + b"; a remark\n" * 8000


def test_a_long_file_is_judged_by_its_job(desk: Client) -> None:
    match = a_match()
    content = a_long_file()
    assert len(content) > LONG_BYTES

    kept = keep_file(match.pk, content, a_caller())
    waiting = words(desk.get(f"/files/{kept.id}/"))
    judge_kept(kept.id)
    judge_kept(kept.id)

    assert kept.waits
    assert "is being judged" in waiting
    judged = file_of(kept.id)
    assert (judged.waits, judged.judged is None) == (False, False)
    assert "Every roll, play, cube and score is right." in words(desk.get(f"/files/{kept.id}/"))
    assert verify() == []


def test_a_long_file_that_is_none_is_refused_and_forgotten(desk: Client) -> None:
    match = a_match()
    kept = keep_file(match.pk, b"no match at all " * 8000, a_caller())

    judge_kept(kept.id)

    assert (file_of(kept.id).code, FileContent.objects.get(match=match).content) == ("file.unknown", "")
    assert "no match file that we know" in words(desk.get(f"/files/{kept.id}/"))
    assert desk.get(f"/files/{kept.id}/download/").status_code == 404


def test_a_file_that_takes_too_long_says_so(desk: Client) -> None:
    kept = keep_file(a_match().pk, a_long_file(), a_caller())

    refuse_kept(kept.id, "file.slow")

    assert "took too long to judge" in words(desk.get(f"/files/{kept.id}/"))


def test_a_judged_file_is_not_forgotten_by_a_job_that_comes_late() -> None:
    kept = keep_file(a_match().pk, GOOD.read_bytes(), a_caller())

    refuse_kept(kept.id, "file.slow")

    assert file_of(kept.id) == kept
