"""The jobs over the API."""

import pytest

from tests.factories import Program, an_owner

pytestmark = pytest.mark.django_db


def test_an_empty_choice_of_jobs_is_refused() -> None:
    refused = Program(an_owner()).get("jobs/?show=")

    assert (refused.status, refused.code) == (400, "unreadable")
