"""Every code of the rule book's own parts is documented, and every finding has its grade."""

import ast
from collections.abc import Iterator
from pathlib import Path

from rules.game.findings import GRADES, Grade

ROOT = Path(__file__).parents[2]
PARTS = ["game", "files", "notation", "equity", "diagrams", "commands"]
SAYING = {"RuleBroken", "finding", "tell", "_bits"}
PAGES = "".join(page.read_text() for page in (ROOT / "docs" / "rules").glob("*.md"))


def said(*parts: str) -> Iterator[tuple[str, str]]:
    """Every (saying function, code) in the sources of those parts."""
    paths = [path for part in parts for path in (ROOT / "rules" / part).glob("*.py") if path.name != "draw.py"]
    for path in [*paths, ROOT / "rules" / "rulesets.py"]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in SAYING:
                for argument in node.args:
                    for each in ast.walk(argument):
                        if isinstance(each, ast.Constant) and isinstance(each.value, str) and "." in each.value:
                            yield ast.unparse(node.func).rpartition(".")[2], each.value


def test_every_code_is_documented() -> None:
    codes = {code for _, code in said(*PARTS) if code.replace(".", "").replace("_", "").isalpha()}

    assert len(codes) > 60
    assert sorted(code for code in codes if f"`{code}`" not in PAGES) == []


def test_every_finding_has_a_grade_and_a_line_in_the_list() -> None:
    page = (ROOT / "docs" / "rules" / "findings.md").read_text()
    told = {code for saying, code in said("game", "files") if saying in {"tell", "finding"}}

    assert sorted(told - set(GRADES)) == []
    assert sorted(code for code, grade in GRADES.items() if f"| `{code}` | {grade} |" not in page) == []


def test_no_finding_is_listed_that_nobody_can_tell() -> None:
    sources = "".join(
        path.read_text() for part in ("game", "files", "match") for path in (ROOT / "rules" / part).glob("*.py")
    )
    listed = (ROOT / "rules" / "game" / "findings.py").read_text()

    assert sorted(code for code in GRADES if sources.count(f'"{code}"') == listed.count(f'"{code}"')) == []
    assert set(GRADES.values()) == set(Grade)
