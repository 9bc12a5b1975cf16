from collections.abc import Iterable

from journal.verify import Flaw


def flaws() -> Iterable[Flaw]:
    return []
