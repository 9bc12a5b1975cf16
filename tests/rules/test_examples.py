"""The worked examples in the documentation and in docstrings give the results they show."""

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "rules").glob("*.md"))
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for part in ("game", "referee", "files", "notation", "equity", "diagrams")
    for path in (ROOT / "rules" / part).glob("[a-z]*.py")
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_on_the_pages(page: Path) -> None:
    assert doctest.testfile(str(page), module_relative=False).failed == 0


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_the_docstrings(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0
