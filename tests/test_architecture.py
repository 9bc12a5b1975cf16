"""The shape of the code: sizes, one page per action, layers that import downwards."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ["rules", "journal", "runtime", "paper", "clubs", "tournaments", "config", "barpoint"]
LONGEST_FILE, LONGEST_FUNCTION, MOST_PARAMETERS = 400, 40, 5
OWN_SCRIPT = re.compile(r"""<script src="\{% static 'js/[a-z_/]+\.js' %\}" defer></script>$""")
# Read and write by design: sessions, counters, tokens' last use, and the memory's own upkeep.
WRITE_OUTSIDE_PAGES = {
    "runtime/backups/restoring.py",
    "runtime/jobs/queue.py",
    "runtime/jobs/relay.py",
    "clubs/actions/people.py",
    # Writes a picture into memory; no row.
    "runtime/photos.py",
}


def sources(*folders: str) -> list[Path]:
    rows = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return [path for path in rows if "migrations" not in path.parts]


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def test_no_file_is_longer_than_a_screenful_of_screens() -> None:
    pages = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "static").rglob("*.css")]
    paths = [*sources(*PACKAGES, "tests"), *sorted(pages)]

    long = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in paths}

    assert {name: lines for name, lines in long.items() if lines > LONGEST_FILE} == {}


def test_no_function_is_longer_than_forty_lines() -> None:
    long = {
        f"{path.relative_to(ROOT)}:{each.name}": (each.end_lineno or 0) - each.lineno + 1
        for path in sources(*PACKAGES)
        for each in functions(path)
    }

    assert {name: lines for name, lines in long.items() if lines > LONGEST_FUNCTION} == {}


def test_no_file_is_a_drawer_for_odds_and_ends() -> None:
    drawers = {"utils", "helpers", "common", "core", "base", "misc"}
    # Django looks for the back end of a database under this name.
    named_by_django = {ROOT / "runtime" / "postgresql" / "base.py"}
    named = {path for path in sources(*PACKAGES) if path.stem in drawers or path.parent.name in drawers}

    assert named - named_by_django == set()


def test_an_action_opens_exactly_one_page() -> None:
    opening = {}
    for path in sources("clubs/actions", "tournaments/actions"):
        for each in functions(path):
            pages = sum(
                isinstance(node, ast.With)
                and any("book.page" in ast.unparse(with_item.context_expr) for with_item in node.items)
                for node in ast.walk(each)
            )
            takes_a_caller = any(argument.arg == "caller" for argument in [*each.args.args, *each.args.kwonlyargs])
            if takes_a_caller and not each.name.startswith(("stream_of_", "_")):
                opening[f"{path.name}:{each.name}"] = pages

    assert opening
    assert {name: pages for name, pages in opening.items() if pages != 1} == {}


def test_rows_are_written_by_actions_and_the_memory_only() -> None:
    writing = {".save(", ".create(", ".update(", ".delete(", "bulk_create(", "bulk_update(", "get_or_create("}
    allowed = ("clubs/actions/", "tournaments/actions/", "journal/book.py", *WRITE_OUTSIDE_PAGES)

    rows = [
        str(path.relative_to(ROOT))
        for path in sources("journal", "runtime", "paper", "clubs", "tournaments")
        if not str(path.relative_to(ROOT)).startswith(allowed)
        and any(call in _code_without_dict_updates(path) for call in writing)
    ]

    assert rows == []


def _code_without_dict_updates(path: Path) -> str:
    return "\n".join(
        line
        for line in path.read_text().splitlines()
        if not any(
            harmless in line for harmless in ("attrs.update(", "lines.update(", "seen.update(", "digest.update(")
        )
    )


def test_templates_hold_no_inline_style_or_script_and_no_escape_from_escaping() -> None:
    for path in sorted((ROOT / "templates").rglob("*.html")):
        text = path.read_text()
        if "print" not in path.parts:
            assert all(OWN_SCRIPT.match(each) for each in re.findall(r"<script.*?</script>", text, re.DOTALL)), path
            assert text.count("<script") == text.count("</script>"), path
            assert " style=" not in text, path
        assert "|safe" not in text, path
        assert "autoescape off" not in text, path


def test_nothing_marks_text_as_safe_but_the_backend_that_compacts_pages_the_drawing_and_markdown() -> None:
    marks = re.compile(r"mark_safe|SafeString\(|SafeText")
    marking = [str(path.relative_to(ROOT)) for path in sources(*PACKAGES) if marks.search(path.read_text())]

    # Tests give the drawings and the Markdown of news hostile texts: tests/pages/draw/test_drawing_svg.py,
    # tests/pages/match/test_match_file.py, tests/pages/test_club_front.py.
    drawings = ["tournaments/parts/board_svg.py", "tournaments/parts/bracket_svg.py"]
    assert sorted(marking) == ["clubs/http/compact.py", "clubs/read/news.py", *drawings]


@pytest.mark.parametrize("module", ["rules.draws.derive", "rules.match.score", "rules.draws.chance"])
def test_the_rule_book_runs_without_django(module: str) -> None:
    script = f"import sys; import {module}; sys.exit(any(name.split('.')[0] == 'django' for name in sys.modules))"

    finished = subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=False)

    assert finished.returncode == 0


# Where rows may be asked for. Permissions ask for roles; commands and the demo stand outside of any request.
QUERYING = ("models", "actions", "read", "migrations", "management", "permissions.py")


def test_only_models_actions_and_read_query_rows() -> None:
    asking = {
        str(path.relative_to(ROOT))
        for path in sources("clubs", "tournaments")
        if path.relative_to(ROOT).parts[1] not in QUERYING and _asks_for_rows(ast.parse(path.read_text()))
    }

    assert asking == set()


def _asks_for_rows(tree: ast.AST) -> bool:
    """Whether a module uses a manager, or takes anything from ``django.db``."""
    return any(
        (isinstance(node, ast.Attribute) and node.attr == "objects")
        or (isinstance(node, ast.ImportFrom) and (node.module or "").startswith("django.db"))
        for node in ast.walk(tree)
    )


def test_only_words_and_templates_are_translated() -> None:
    speaking = [
        str(path.relative_to(ROOT))
        for path in sources(*PACKAGES)
        if "words" not in path.parts and "gettext" in path.read_text()
    ]

    # A name that was erased, a page that no person wrote: words of the memory's readers, below all other words.
    assert [each for each in speaking if not each.startswith("config/")] == [
        "clubs/read/records.py",
        "tournaments/read/records.py",
    ]


def test_whoever_silences_a_checker_says_why() -> None:
    silent = re.compile(r"# type: ignore(\[[\w, -]+\])?\s*$|# type: ignore(?!\[)|# noqa: [A-Z0-9, ]+\s*$|# noqa(?!:)")
    bare = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sources(*PACKAGES, "bench", "tests")
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if path.name != "test_architecture.py" and silent.search(line)
    ]

    assert bare == []


def test_templates_have_no_line_over_120_columns() -> None:
    wide = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted((ROOT / "templates").rglob("*.*"))
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > 120
    ]

    assert wide == []
