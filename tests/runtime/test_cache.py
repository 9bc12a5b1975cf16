"""Of all who ask at once one makes it; what is kept has its room."""

from collections.abc import Callable
from threading import Barrier, Event, Thread

import pytest

from runtime.cache import Kept

CROWD = 8


def together(ask: Callable[[], object]) -> None:
    """Let a crowd ``ask`` at the same instant."""
    ready = Barrier(CROWD)

    def each() -> None:
        ready.wait()
        ask()

    hands = [Thread(target=each) for _ in range(CROWD)]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()


def test_of_eight_who_ask_at_once_one_makes_it_and_all_have_it() -> None:
    kept, made, had = Kept[str](8), list[str](), list[str | None]()

    def make() -> str:
        made.append("page")
        return f"page {len(made)}"

    together(lambda: had.append(kept.get("draw", make)))

    assert made == ["page"]
    assert had == ["page 1"] * CROWD


def test_who_waits_for_one_that_fails_is_told_so_and_the_next_makes_it() -> None:
    kept, begun, go = Kept[str](8), Event(), Event()
    failed, told = list[str](), list[str | None]()

    def fail() -> str:
        begun.set()
        go.wait()
        raise ValueError("no page")

    def first() -> None:
        with pytest.raises(ValueError, match="no page"):
            kept.get("draw", fail)
        failed.append("draw")

    hands = [Thread(target=first), Thread(target=lambda: told.append(kept.get("draw", lambda: "mine")))]
    hands[0].start()
    begun.wait()
    hands[1].start()
    go.set()
    for hand in hands:
        hand.join()

    # Who came while it was being made is told that there is none; who came after made it.
    assert failed == ["draw"]
    assert told in ([None], ["mine"])
    assert kept.get("draw", lambda: "made") in ("mine", "made")


def test_what_is_nothing_is_not_kept() -> None:
    kept = Kept[str](8)

    assert kept.get("draw", lambda: None) is None
    assert kept.get("draw", lambda: "page") == "page"


def test_the_one_used_longest_ago_gives_way() -> None:
    kept = Kept[str](6, len)
    kept.get("a", lambda: "aaa")
    kept.get("b", lambda: "bbb")
    kept.get("a", lambda: "new")

    kept.get("c", lambda: "ccc")

    assert kept.get("a", lambda: "new") == "aaa"
    assert kept.get("b", lambda: "new") == "new"


def test_what_has_no_room_at_all_is_given_but_not_kept() -> None:
    kept = Kept[str](2, len)

    assert kept.get("a", lambda: "aaa") == "aaa"
    assert kept.get("a", lambda: "new") == "new"
