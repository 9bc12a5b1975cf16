"""Every code of the rule book's own parts is documented, and every finding has its grade."""

import ast
from collections.abc import Iterator
from pathlib import Path

from rules.game.findings import GRADES, Grade

ROOT = Path(__file__).parents[2]
PARTS = [
    "game", "referee", "files", "notation", "equity", "odds", "diagrams", "commands", "rulesets", "chouette",
    "formats/notation", "ratings", "ladders", "pairing", "bearoff",
]  # fmt: skip
CALLS = {"RuleBroken", "finding", "report", "_bits"}
PAGES = "".join(page.read_text() for page in (ROOT / "docs" / "rules").glob("*.md"))


def codes_of_calls(*parts: str) -> Iterator[tuple[str, str]]:
    """Every (called function, code) in the sources of those parts."""
    paths = [path for part in parts for path in (ROOT / "rules" / part).rglob("*.py") if path.name != "draw.py"]
    for path in [*paths, ROOT / "rules" / "points.py"]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in CALLS:
                for argument in node.args:
                    for each in ast.walk(argument):
                        if isinstance(each, ast.Constant) and isinstance(each.value, str) and "." in each.value:
                            yield ast.unparse(node.func).rpartition(".")[2], each.value


def test_every_code_is_documented() -> None:
    codes = {code for _, code in codes_of_calls(*PARTS) if code.replace(".", "").replace("_", "").isalpha()}

    assert len(codes) > 60
    assert sorted(code for code in codes if f"`{code}`" not in PAGES) == []


def test_every_finding_has_a_grade_and_a_line_in_the_list() -> None:
    page = (ROOT / "docs" / "rules" / "findings.md").read_text()
    reported = {code for call, code in codes_of_calls("game", "referee", "files") if call in {"report", "finding"}}

    assert len(reported) >= 25
    assert sorted(reported - set(GRADES)) == []
    assert sorted(code for code, grade in GRADES.items() if f"| `{code}` | {grade} |" not in page) == []


def test_every_listed_finding_can_be_reported() -> None:
    sources = "".join(
        path.read_text()
        for part in ("game", "referee", "files", "match")
        for path in (ROOT / "rules" / part).rglob("*.py")
    )
    listed = (ROOT / "rules" / "game" / "findings.py").read_text()

    assert sorted(code for code in GRADES if sources.count(f'"{code}"') == listed.count(f'"{code}"')) == []
    assert set(GRADES.values()) == set(Grade)
