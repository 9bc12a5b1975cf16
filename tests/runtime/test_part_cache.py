"""Parts that are used again while their value is equal (runtime/pages/part_cache.py)."""

from concurrent.futures import ThreadPoolExecutor

from runtime.pages.part_cache import PartCache, SeriesCache


def a_cache(room: int = 100) -> PartCache[str, tuple[int, ...], str]:
    return PartCache("test", lambda value: f"made of {value}", room=room, size=len)


def test_a_part_is_used_again_while_its_value_is_equal() -> None:
    cache = a_cache()

    first, second = cache.part("a", (1, 2)), cache.part("a", (1, 2))

    assert (first, second is first, cache.made) == ("made of (1, 2)", True, 1)


def test_a_slot_with_another_value_gives_the_part_of_that_value() -> None:
    cache = a_cache()
    cache.part("a", (1, 2))

    assert (cache.part("a", (1, 3)), cache.part("a", (1, 2))) == ("made of (1, 3)", "made of (1, 2)")
    assert cache.made == 3


def test_the_parts_used_least_recently_are_dropped_when_the_room_is_full() -> None:
    cache = a_cache(room=30)
    for slot in ("a", "b", "a", "c"):
        cache.part(slot, (1, 2))

    assert cache.made == 3
    cache.part("a", (1, 2))
    assert cache.made == 3
    cache.part("b", (1, 2))
    assert cache.made == 4


def test_a_part_larger_than_the_room_is_made_each_time() -> None:
    cache = a_cache(room=5)

    assert [cache.part("a", (1,)), cache.part("a", (1,))] == ["made of (1,)", "made of (1,)"]


def test_of_a_series_only_what_differs_is_made() -> None:
    made: list[int] = []

    def make(value: int) -> int:
        made.append(value)
        return -value

    cache = SeriesCache[str, int, int]("test", make, room=10)

    assert [cache.parts("a", values) for values in ([1, 2, 3], [1, 5, 3], [1, 5], [1, 5])] == [
        [-1, -2, -3], [-1, -5, -3], [-1, -5], [-1, -5]
    ]  # fmt: skip
    assert made == [1, 2, 3, 5, 1, 5]


def test_a_series_longer_than_the_room_is_made_each_time() -> None:
    cache = SeriesCache[str, int, int]("test", abs, room=1)

    assert [cache.parts("a", [-1, -2]), cache.parts("a", [-1, -2])] == [[1, 2], [1, 2]]
    assert cache.made == 4


def test_threads_that_share_slots_get_the_parts_of_their_own_values() -> None:
    cache = a_cache(room=60)

    def ask(number: int) -> bool:
        return all(cache.part(str(at % 5), (number, at % 3)) == f"made of {(number, at % 3)}" for at in range(2000))

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(ask, range(8)))
