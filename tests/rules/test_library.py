"""``import rules``: its exports, and that nothing is loaded before it is used."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import rules
from tests.depth import STUCK_SECONDS

ROOT = Path(__file__).parents[2]
SOURCE = ast.parse((ROOT / "rules" / "__init__.py").read_text())


def test_the_exports_are_the_names_that_type_checkers_see() -> None:
    (checking,) = [node for node in SOURCE.body if isinstance(node, ast.If) and not isinstance(node.test, ast.UnaryOp)]
    seen = {
        alias.name: node.module for node in checking.body if isinstance(node, ast.ImportFrom) for alias in node.names
    }

    assert seen == rules._HOMES
    assert sorted(rules.__all__) == sorted(seen)


@pytest.mark.parametrize("name", rules.__all__)
def test_every_export_is_the_object_of_its_module(name: str) -> None:
    home = rules._HOMES[name]
    __import__(home)

    assert getattr(rules, name) is getattr(sys.modules[home], name)
    assert name in dir(rules)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'rules' has no attribute 'chess'"):
        rules.chess  # type: ignore[attr-defined]  # noqa: B018 -- the access is the test


def test_the_rule_book_is_typed_for_others() -> None:
    assert (ROOT / "rules" / "py.typed").read_text() == ""


def fresh(script: str) -> str:
    """What a fresh interpreter prints."""
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, check=True, timeout=STUCK_SECONDS
    )
    return done.stdout.decode().strip()


def test_importing_the_rule_book_imports_none_of_its_parts() -> None:
    script = "import rules, sys; print(sorted(name for name in sys.modules if name.startswith('rules')))"

    assert fresh(script) == "['rules']"


def test_everything_can_be_imported_at_once() -> None:
    assert fresh("from rules import *; print(RuleBroken('a.b', c=1), len(legal_plays(Position.start(), (3, 1))))") == (
        "a.b c=1 16"
    )


def test_the_library_page_lists_every_export_and_no_other() -> None:
    page = (ROOT / "docs" / "rules" / "library.md").read_text()
    listed = re.findall(r"`(\w+)`", page.partition("## All exports")[2].partition("\n## ")[0])

    assert sorted(listed) == sorted(rules.__all__)
