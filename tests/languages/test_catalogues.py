"""No text is missing from a catalogue: German has all of them, the others what players see; placeholders agree."""

import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.utils import translation
from django.utils.translation import gettext, ngettext

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "bin" / "messages"
DE = "locale/de/LC_MESSAGES/django.po"


def messages(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "bin/messages", *arguments], cwd=root, capture_output=True, text=True, check=False
    )


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A small program with its own texts and catalogues."""
    for path in ("bin", "docs", "locale", "clubs/words", "templates"):
        (tmp_path / path).mkdir(parents=True)
    (tmp_path / "bin/messages").write_text(SCRIPT.read_text())
    (tmp_path / "docs/languages.md").write_text("# Languages\n\n<!-- to confirm -->\n<!-- end -->\n")
    (tmp_path / "locale/players.txt").write_text("# of players\ntemplates/*\n+\tJust for all\n-\tDesk only\n")
    (tmp_path / "clubs/words/some.py").write_text(
        "from django.utils.translation import gettext_noop as word, ngettext, pgettext\n"
        'A = word("Just for all")\nB = word("Staff" " here")\n'
        'def c(n): return ngettext("{n} game", "{n} games", n), pgettext("role", "Owner"), word(A)\n'
    )
    (tmp_path / "templates/a.html").write_text(
        "{% load i18n %}<p>\n  {% if a %}\n {% blocktranslate trimmed with x=y %}\n  To {{ x }}\n now"
        '{% endblocktranslate %}\n{% endif %}</p>{% translate "Desk only" %}{% translate "# first" context "sign" %}'
    )
    return tmp_path


def test_no_text_is_missing_and_no_placeholder_differs() -> None:
    checked = messages(ROOT, "--check")

    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_texts_are_found_by_what_a_module_calls_its_functions_and_in_indented_templates(copied: Path) -> None:
    lines = messages(copied, "--missing", "de").stdout.splitlines()

    assert lines == [
        "# clubs/words/some.py", "Owner‖role\t",
        "# clubs/words/some.py", "Just for all\t",
        "# clubs/words/some.py", "Staff here\t",
        "# clubs/words/some.py", "# plural: {n} games", "{n} game\t\t",
        "# templates/a.html", "\\# first‖sign\t",
        "# templates/a.html", "Desk only\t",
        "# templates/a.html", "To %(x)s now\t",
    ]  # fmt: skip


def test_players_languages_lack_only_what_players_see(copied: Path) -> None:
    lines = messages(copied, "--missing", "eu").stdout.splitlines()

    texts = [each for each in lines if not each.startswith("# ")]
    assert texts == ["Just for all\t", "\\# first‖sign\t", "To %(x)s now\t"]


def test_a_filled_file_is_taken_over_compiled_and_what_is_unsure_is_listed(copied: Path) -> None:
    (copied / "answers.tsv").write_text(
        "Just for all\tFür alle\nOwner‖role\tClubleitung\nStaff here\tStab\n{n} game\t{n} Spiel\t{n} Spiele\n"
        "Desk only\tTheke\n"
        "To %(x)s now\tJetzt %(x)s\n\\# first‖sign\t\\# zuerst\n#confirm\tStaff here\tor Leute\nNo such text\tNichts\n"
    )

    filled = messages(copied, "--fill", "de", "answers.tsv")
    again = messages(copied, "--check")

    catalogue = (copied / DE).read_bytes()
    assert "answers.tsv:9: no such text now: No such text" in filled.stdout
    assert "de: 7 of 7 texts, 0 missing, 1 to confirm" in again.stdout
    assert "| Staff here | Stab | or Leute |" in (copied / "docs/languages.md").read_text()
    assert messages(copied).stdout == again.stdout
    assert (copied / DE).read_bytes() == catalogue
    assert (copied / DE).with_suffix(".mo").read_bytes().count(b"Jetzt") == 1


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("To %(x)s now\tJetzt", "[] instead of ['%(x)s']"),
        ("To %(x)s now\tJetzt %(y)s", "['%(y)s'] instead of ['%(x)s']"),
        ("Staff here\t<b>Stab</b>", "['</b>', '<b>'] instead of []"),
        ("Staff here\tStab\\n", "a new line at an end"),
        ("{n} game\tein Spiel\tSpiele", "[] instead of ['{n}']"),
    ],
)
def test_a_translation_keeps_its_placeholders_and_tags(copied: Path, answer: str, reason: str) -> None:
    (copied / "answers.tsv").write_text(f"{answer}\n")

    filled = messages(copied, "--fill", "de", "answers.tsv")

    assert reason in filled.stdout
    assert filled.returncode == 1


def test_a_stale_compiled_catalogue_fails_the_check(copied: Path) -> None:
    messages(copied)
    compiled = (copied / DE).with_suffix(".mo")
    compiled.write_bytes(compiled.read_bytes()[:-1])

    assert "locale/de/LC_MESSAGES/django.mo is out of date" in messages(copied, "--check").stdout


@pytest.mark.parametrize("language", ["bg", "de", "eu", "sq"])
def test_every_language_has_the_two_plural_forms_that_its_texts_have(language: str) -> None:
    with (ROOT / "locale" / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        catalogue = read_po(file, locale=language)

    assert catalogue.num_plurals == 2
    assert [catalogue.plural_forms.count(each) for each in ("nplurals=2", "n != 1")] == [1, 1]


def test_german_is_spoken_with_its_plurals() -> None:
    with translation.override("de"):
        spoken = gettext("Draw"), ngettext("{n} entrant", "{n} entrants", 1), ngettext("{n} entrant", "{n} entrants", 2)

    assert spoken[0] != "Draw"
    assert spoken[1] != spoken[2]
    assert all("{n}" in each for each in spoken[1:])
