"""What the program needs at run time: few packages, each of which has earned its place."""

import re
import tomllib

from bench.reliability.copies import ROOT
from bench.reliability.supply import MOST_DIRECT


def test_at_most_25_packages_are_needed_directly_and_each_is_named_once() -> None:
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]

    names = [re.split(r"[\[<>=~! ]", each, maxsplit=1)[0] for each in wanted]

    assert len(names) <= MOST_DIRECT == 25
    assert sorted(names) == sorted(set(names))
