"""The worked examples in the documentation and in docstrings give the results they show."""

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "rules").glob("*.md"))
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in (ROOT / "rules").rglob("*.py")
    if ">>> " in path.read_text()
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_on_the_pages(page: Path) -> None:
    assert doctest.testfile(str(page), module_relative=False).failed == 0


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_the_docstrings(module: str) -> None:
    results = doctest.testmod(importlib.import_module(module))

    assert (results.failed, results.attempted > 0) == (0, True)


def test_modules_of_several_parts_have_examples() -> None:
    assert len({module.split(".")[1] for module in MODULES}) >= 4
