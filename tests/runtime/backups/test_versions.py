"""An older version refuses to run on the data of a newer one, before it changes anything."""

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from journal.refusals import Refused
from runtime.backups.postgres_restore import way_to
from runtime.backups.versions import known_migrations, must_not_be_newer_than_this, release_number

pytestmark = pytest.mark.django_db


def test_the_data_of_this_version_is_accepted() -> None:
    must_not_be_newer_than_this()


@pytest.mark.parametrize("app", ["tournaments", "auth", "swiss"])
def test_the_data_of_a_newer_version_is_refused(app: str) -> None:
    MigrationRecorder(connection).record_applied(app, "0099_next")

    with pytest.raises(Refused) as refused:
        must_not_be_newer_than_this()

    assert (refused.value.code, refused.value.facts) == ("data.newer", {"migration": f"{app}.0099_next"})


def test_releases_are_compared_as_numbers() -> None:
    assert [release_number(each) for each in ("0.1.0", "0.1.12", "0.2.0", "1.0.0")] == [1000, 1012, 2000, 1000000]


def test_the_tables_of_this_version_are_made_at_once_and_those_of_an_older_one_step_by_step() -> None:
    squashed = MigrationLoader(None).replacements
    everything = known_migrations()
    before_the_squash = everything - set(squashed)
    older = before_the_squash - {("tournaments", "0022_push_addresses")}

    (_, now), (_, same), (_, then) = (way_to(each, None) for each in (everything, before_the_squash, older))

    assert same == now
    assert ("tournaments", "0001_squashed_0022_push_addresses") in now
    assert ("clubs", "0001_squashed_0016_languages") not in now, "the tournaments need the clubs"
    assert ("tournaments", "0021_languages") in then
    assert not set(then) & set(squashed)
