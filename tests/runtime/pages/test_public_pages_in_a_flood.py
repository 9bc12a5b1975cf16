"""While results pour in no page is made more often than one process can make it."""

import asyncio
from collections import Counter

import pytest

from tests.runtime.pages.test_public_pages import ACCEPTS_OLD, BEFORE, NEXT, Hall

TOGETHER = "barpoint-public; fwd=miss; collapsed"


@pytest.mark.parametrize(("takes", "rests"), [(0.03, 0.3), (0.2, 0.5)])
def test_while_results_pour_in_a_page_rests_for_clients_that_accept_it_stale(takes: float, rests: float) -> None:
    async def evening() -> None:
        hall = Hall(takes=takes)
        began = hall.now
        await hall.get()
        hall.at = NEXT

        hall.now = began + rests - 0.01
        hall.pages.refresh()
        assert await hall.get(ACCEPTS_OLD) == (200, b"page 4", BEFORE)
        assert hall.requested == ["/"]

        hall.now = began + rests + 0.01
        assert await hall.get(ACCEPTS_OLD) == (200, b"page 5", "")

    asyncio.run(evening())


def test_a_client_that_accepts_no_stale_page_gets_the_new_one_at_once() -> None:
    async def evening() -> None:
        hall = Hall(takes=0.03)
        await hall.get()
        hall.at = NEXT

        assert await hall.get() == (200, b"page 5", "")

    asyncio.run(evening())


def test_a_hall_without_a_page_waits_together_for_the_one_that_is_being_made() -> None:
    async def evening() -> None:
        hall = Hall()
        first = await hall.change_during_a_request()
        others = [asyncio.create_task(hall.get(ACCEPTS_OLD)) for _ in range(300)]
        await asyncio.sleep(0)
        hall.release()

        assert await first == (200, b"page 5", "")
        assert await asyncio.gather(*others) == [(200, b"page 5", TOGETHER)] * 300
        assert hall.requested == ["/"]

    asyncio.run(evening())


def test_those_for_whom_the_page_being_made_is_too_old_request_the_next_one_together() -> None:
    async def evening() -> None:
        hall = Hall()
        first = await hall.change_during_a_request()
        hall.now += 2
        others = [asyncio.create_task(hall.get(ACCEPTS_OLD)) for _ in range(300)]
        await asyncio.sleep(0)
        hall.release()

        assert await first == (200, b"page 5", "")
        assert Counter(await asyncio.gather(*others)) == {(200, b"page 5", ""): 1, (200, b"page 5", TOGETHER): 299}
        assert hall.requested == ["/"] * 2

    asyncio.run(evening())


def test_nobody_waits_twice_for_a_page_that_cannot_be_shared() -> None:
    async def evening() -> None:
        hall = Hall(is_shared=False)
        first = await hall.change_during_a_request()
        others = [asyncio.create_task(hall.get(ACCEPTS_OLD)) for _ in range(3)]
        await asyncio.sleep(0)
        hall.release()

        assert await asyncio.gather(first, *others) == [(200, b"page 5", "")] * 4
        assert hall.requested == ["/"] * 4

    asyncio.run(evening())
