"""The background work of a server begins and ends with the server."""

import pytest
from django.conf import LazySettings

from runtime.server.process import working


def test_background_work_that_never_began_is_stopped_at_once() -> None:
    with working() as background:
        pass

    assert not background.failed


def test_a_server_that_cannot_begin_its_background_work_must_not_go_on(
    settings: LazySettings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.CELERY_APPLICATION = "config.no_such_module.app"

    with working() as background:
        background.start()
        background.start()

    assert background.failed
    assert caplog.messages == ["the server stops: its background work could not begin"]
