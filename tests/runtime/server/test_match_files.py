"""Match files may be long: their addresses take more, a few at once."""

import pytest

from runtime.server.bodies import MOST_BYTES, MOST_FILE_BYTES, MOST_HUGE
from runtime.server.connections import Phase
from tests.runtime.server.test_connections import Hall, in_a_hall, phases, until


@pytest.mark.parametrize(
    "address",
    [
        b"/matches/7/file/", b"/my/23/file/", b"/api/v1/matches/7/files/", b"/my/23/positions/",
        b"/tournaments/3/positions/", b"/api/v1/tournaments/3/positions/",
    ],
)  # fmt: skip
def test_a_match_file_may_be_longer_than_anything_else(address: bytes) -> None:
    head = b"POST %s HTTP/1.1\r\nHost: hall\r\nContent-Length: %d\r\n\r\n"

    async def evening(hall: Hall) -> None:
        body = b"x" * (MOST_BYTES + 1)
        assert (await (await hall.connect()).answer(head % (address, len(body)) + body))[0] == 200
        assert [len(each) for each in hall.reached] == [len(body)]
        assert (await (await hall.connect()).answer(head % (address, MOST_FILE_BYTES + 1)))[0] == 413
        assert (await (await hall.connect()).answer(head % (b"/files/7/", len(body))))[0] == 413

    in_a_hall(evening)


def test_few_long_match_files_come_in_at_once() -> None:
    head = b"POST /matches/7/file/ HTTP/1.1\r\nHost: hall\r\nContent-Length: %d\r\n\r\n"

    async def evening(hall: Hall) -> None:
        for _ in range(MOST_HUGE):
            (await hall.connect()).writer.write(head % (MOST_BYTES + 1))
        await until(lambda: phases(hall).count(Phase.BODY) == MOST_HUGE)

        huge, usual = await hall.connect(), await hall.connect()

        assert (await huge.answer(head % (MOST_BYTES + 1)))[0] == 503
        assert (await usual.answer(head % 4 + b"tiny"))[0] == 200

    in_a_hall(evening)
