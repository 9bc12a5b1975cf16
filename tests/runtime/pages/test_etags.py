"""One thread renders a public page for all that request it at once, and the cache has a limited size."""

from collections.abc import Callable
from threading import Barrier, Event, Thread

import pytest

from runtime.pages.etags import ROOM_BYTES, PublicPage, public_page

CROWD = 8


@pytest.fixture(autouse=True)
def _an_empty_cache() -> None:
    public_page.cache_clear()


def a_page(text: str, size: int = 0) -> PublicPage:
    """Return a page that takes ``size`` bytes in the cache, or as many as its text has letters."""
    return PublicPage("text/html", text.encode(), b" " * max(0, size - len(text)))


def test_of_eight_threads_at_once_one_renders_and_all_get_the_page() -> None:
    ready, rendered, received = Barrier(CROWD), list[str](), list[PublicPage]()

    def render() -> PublicPage:
        rendered.append("draw")
        return a_page(f"page {len(rendered)}")

    def ask() -> None:
        ready.wait()
        received.append(public_page("draw", render))

    run(*[ask] * CROWD)

    assert rendered == ["draw"]
    assert received == [a_page("page 1")] * CROWD


def test_a_thread_that_waited_for_a_failed_one_renders_the_page_itself() -> None:
    begun, go, received = Event(), Event(), list[PublicPage]()

    def fail() -> PublicPage:
        begun.set()
        go.wait()
        raise ValueError("no page")

    def first() -> None:
        with pytest.raises(ValueError, match="no page"):
            public_page("draw", fail)

    def second() -> None:
        begun.wait()
        go.set()
        received.append(public_page("draw", lambda: a_page("second")))

    run(first, second)

    assert received == [a_page("second")]
    assert public_page("draw", lambda: a_page("third")) == a_page("second")


def test_the_least_recently_used_page_is_dropped() -> None:
    third = ROOM_BYTES // 3
    public_page("a", lambda: a_page("a", third))
    public_page("b", lambda: a_page("b", third))
    public_page("a", lambda: a_page("new"))

    public_page("c", lambda: a_page("c", 2 * third))

    assert public_page("a", lambda: a_page("new")).body == b"a"
    assert public_page("b", lambda: a_page("new")).body == b"new"


def test_a_page_larger_than_the_cache_is_returned_and_not_cached() -> None:
    assert public_page("a", lambda: a_page("a", ROOM_BYTES + 1)).body == b"a"
    assert public_page("a", lambda: a_page("new")).body == b"new"


def run(*works: Callable[[], None]) -> None:
    """Run all ``works`` at once, each in a thread of its own, to their end."""
    threads = [Thread(target=work) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
