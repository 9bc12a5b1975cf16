"""The documentation is complete: every code, verb, setting, address and page."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from journal.verbs import declared
from tests.addresses import addresses
from tournaments.words.refusals import SENTENCES

ROOT = Path(__file__).resolve().parent.parent
DOCS = {path: path.read_text() for path in sorted((ROOT / "docs").rglob("*.md"))}
ALL_DOCS = "\n".join(DOCS.values())
RAISING = {
    "RuleBroken", "Refused", "Unreadable", "Unknown", "TooOften", "Superseded", "SeenNeeded", "KeyReused", "_Answer",
    "Note", "AuthenticationFailed", "Doubling",
}  # fmt: skip
PACKAGES = ["rules", "journal", "runtime", "paper", "clubs", "tournaments"]
CODE = re.compile(r"[a-z]+(?:[._][a-z]+)+|[a-z]+")


def trees() -> Iterator[ast.AST]:
    for folder in PACKAGES:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts and not is_rule_book_alone(path):
                yield ast.parse(path.read_text())


def is_rule_book_alone(path: Path) -> bool:
    """Whether no page or form asks it yet: its codes are in docs/rules, tests/rules/test_codes.py sees to that."""
    alone = (
        "files", "game", "referee", "notation", "equity", "odds", "diagrams", "commands",
        "ratings", "ladders", "seasons", "bearoff", "opinions",
        "points.py",
    )  # fmt: skip
    if "rules/formats/notation" in path.as_posix() or "rules/pairing" in path.as_posix():
        return True
    return path.parts[len(ROOT.parts)] == "rules" and path.parts[len(ROOT.parts) + 1] in alone


def codes() -> set[str]:
    rows: set[str] = set()
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RAISING:
                for argument in [*node.args[:2], *(each.value for each in node.keywords if each.arg == "code")]:
                    for each in ast.walk(argument):
                        text = each.value if isinstance(each, ast.Constant) else None
                        if isinstance(text, str) and "." in text and CODE.fullmatch(text):
                            rows.add(text)
    return rows


def verbs() -> set[str]:
    rows: set[str] = set()
    for tree in trees():
        for node in ast.walk(tree):
            named = isinstance(node, ast.Call) and ast.unparse(node.func).endswith((".record", "seat"))
            if named and isinstance(node, ast.Call):
                for argument in node.args[:4]:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str) and "." in argument.value:
                        rows.add(argument.value)
    return rows


def test_every_code_is_documented() -> None:
    rows = codes() | set(SENTENCES)

    assert len(rows) > 60
    assert sorted(code for code in rows if f"`{code}`" not in ALL_DOCS) == []


def test_every_refusal_that_can_reach_a_person_has_a_sentence() -> None:
    notes = {"length.even", "cube.dead", "cube.leader", "cube.beyond", "double.missed", "holland.unchecked",
             "crawford.implied", "crawford.annulled", "score.implausible"}  # fmt: skip
    flaws = {code for code in codes() if f"`{code}`" in (ROOT / "docs" / "memory.md").read_text()}

    assert sorted(codes() - set(SENTENCES) - notes - flaws) == []


def test_every_verb_of_the_memory_is_documented() -> None:
    memory = (ROOT / "docs" / "memory.md").read_text()

    assert len(verbs()) >= 15
    assert sorted(verb for verb in verbs() | set(declared()) if f"`{verb}`" not in memory) == []


def test_every_setting_is_documented() -> None:
    settings = (ROOT / "docs" / "settings.md").read_text()
    sources = (ROOT / "config" / "settings.py").read_text()
    names = set(re.findall(r"env_\w+\(\"([A-Z_]+)\"", sources))

    assert "DATABASE_URL" in names
    assert sorted(name for name in names if f"`{name}`" not in settings) == []


def test_every_address_is_documented() -> None:
    posted = (ROOT / "docs" / "api" / "README.md").read_text()

    assert sorted(path for path in addresses() if f"/{path}`" not in posted) == []


def test_every_link_in_the_docs_leads_somewhere() -> None:
    pages = [*DOCS, ROOT / "README.md", ROOT / "CHANGELOG.md"]

    broken = [
        f"{page.name}: {target}"
        for page in pages
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text())
        if not target.startswith("http") and not (page.parent / target).exists()
    ]

    assert broken == []


def test_every_rule_page_has_a_worked_example() -> None:
    pages = [page for page in DOCS if page.parent.name == "rules" and page.name != "README.md"]

    assert [page.name for page in pages if "xample" not in page.read_text()] == []


def headings(page: Path) -> set[str]:
    """The anchors of a page's headings, as they are linked."""
    lines = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines}


def texts_about_code(path: Path) -> Iterator[str]:
    """The docstrings and comments of a Python file."""
    source = path.read_text()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def test_every_page_that_code_cites_exists_with_its_heading() -> None:
    paths = [path for folder in [*PACKAGES, "tests", "bench", "bin"] for path in sorted((ROOT / folder).rglob("*"))]
    sources = [path for path in paths if path.suffix == ".py" or "python" in first_line(path)]

    cited = {
        (path.relative_to(ROOT), page, anchor)
        for path in sources
        for text in texts_about_code(path)
        for page, anchor in re.findall(r"([\w./-]*\w\.md)(?:#([\w-]+))?", text)
    }

    assert len(cited) > 60
    assert (
        sorted(
            f"{path}: {page}#{anchor}"
            for path, page, anchor in cited
            if not (ROOT / page).is_file() or (anchor and anchor not in headings(ROOT / page))
        )
        == []
    )


def first_line(path: Path) -> str:
    """The first line of a script without an ending, empty for any other file."""
    return path.read_text().partition("\n")[0] if path.is_file() and not path.suffix else ""


def test_every_anchor_that_a_page_links_to_is_a_heading() -> None:
    links = [
        (page, page.parent / target if target else page, anchor)
        for page in [*DOCS, ROOT / "README.md"]
        for target, anchor in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", page.read_text())
    ]

    assert links
    assert [f"{page.name}: {anchor}" for page, target, anchor in links if anchor not in headings(target)] == []
