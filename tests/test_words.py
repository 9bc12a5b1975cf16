"""Plain English: people are "they", and values have the noun of the field instead of told, found, said or asked.

The program has none of either; in the tests the number of such names may only fall.
"""

import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PARTICIPLES = re.compile(r"_?(told|found|said|asked)(_\w+)?")
# Words of older versions whose place another word has taken (affected, expected times, contested, deadline …).
REPLACED = re.compile(r"\w*(displac|outlook|objected|stands_at|(?<!s)telling\b)\w*", re.IGNORECASE)
PRONOUNS = re.compile(r"\b(he|him|his|himself|she|her|hers|herself)\b", re.IGNORECASE)
FOLDERS = (
    "rules", "journal", "runtime", "paper", "clubs", "tournaments", "config", "templates", "static", "tests", "docs",
    "bench", "bin",
)  # fmt: skip
TEXTS = (".css", ".csv", ".html", ".js", ".md", ".sh", ".toml", ".txt")

# Names that are still one of the four participles, by folder. May only fall; lower it with every cleaning.
PARTICIPLES_LEFT: dict[str, int] = {}


def files() -> Iterator[Path]:
    """Yield every file of the project except this one."""
    paths = [*ROOT.glob("*.md"), *(path for name in FOLDERS for path in (ROOT / name).rglob("*"))]
    yield from (path for path in paths if path.is_file() and path != Path(__file__).resolve())


def tokens(path: Path) -> list[tokenize.TokenInfo]:
    """Return the tokens of a Python file, none of any other file."""
    return list(tokenize.generate_tokens(io.StringIO(path.read_text()).readline)) if path.suffix == ".py" else []


def names_dialect(name: str) -> bool:
    return bool(PARTICIPLES.fullmatch(name) or REPLACED.fullmatch(name))


def participles(path: Path) -> int:
    """Return how many names in a file are told, found, said or asked."""
    return sum(token.type == tokenize.NAME and names_dialect(token.string) for token in tokens(path))


def pronouns(path: Path) -> int:
    """Return how many pronouns are in the prose of a file: comments and strings, or the whole text."""
    prose = [
        token.string
        for token in tokens(path)
        if token.type in (tokenize.COMMENT, tokenize.STRING, tokenize.FSTRING_MIDDLE)
    ]
    if path.suffix in TEXTS or is_script(path):
        prose.append(path.read_text())
    return sum(len(PRONOUNS.findall(text)) for text in prose)


def is_script(path: Path) -> bool:
    return not path.suffix and path.parent == ROOT / "bin"


def folder(path: Path) -> str:
    """Return the first folder of a file's path."""
    return path.relative_to(ROOT).parts[0]


def test_values_are_named_by_nouns() -> None:
    counts = Counter({path: participles(path) for path in files()})

    assert by_folder(counts) == PARTICIPLES_LEFT


def test_people_are_they() -> None:
    counts = Counter({path: pronouns(path) for path in files()})

    assert by_folder(counts) == {}


def by_folder(counts: Counter[Path]) -> dict[str, int]:
    """Return the counts that are not 0, by folder, in order."""
    sums: Counter[str] = Counter()
    for path, count in counts.items():
        sums[folder(path)] += count
    return {name: sums[name] for name in sorted(sums) if sums[name]}
