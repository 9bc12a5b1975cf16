"""Static files are collected when one of them changed, not at every start."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import override_settings

from runtime.pages.light_css import light_css
from runtime.server.static_files import are_collected

STORED = {"staticfiles": {"BACKEND": "runtime.pages.light_css.LightStaticFiles"}}
UNCHANGED = "Static files are as they were collected.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one static file in ``source``, to be collected in ``static``."""
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "board.css").write_text("body { margin: 0 }")
    return tmp_path


def collect(folder: Path) -> str:
    text = StringIO()
    with override_settings(
        STATIC_ROOT=folder / "static", STATICFILES_DIRS=[folder / "source"], STORAGES=STORED, STATIC_URL="/static/"
    ):
        call_command("collectstatic", interactive=False, stdout=text)
        assert are_collected()
    return text.getvalue()


def served(folder: Path) -> list[str]:
    """Return the files served under hashed names, without the compressed copies."""
    return sorted(path.read_text() for path in (folder / "static").glob("board.*.css"))


def test_collected_files_are_left_alone(folder: Path) -> None:
    first = collect(folder)

    assert "1 static file copied" in first
    assert collect(folder) == UNCHANGED
    assert served(folder) == ["body{margin:0}"]


def test_a_changed_file_is_collected_again(folder: Path) -> None:
    collect(folder)
    (folder / "source" / "board.css").write_text("body { margin: 1rem }")

    assert collect(folder) != UNCHANGED
    assert served(folder) == ["body{margin:0}", "body{margin:1rem}"]


def test_a_lost_file_is_collected_again(folder: Path) -> None:
    collect(folder)
    [lost] = (folder / "static").glob("board.*.css")
    lost.unlink()

    assert collect(folder) != UNCHANGED
    assert served(folder) == ["body{margin:0}"]


def test_a_style_sheet_is_served_without_what_only_people_read() -> None:
    written = """
    /* The player's own row */
    .row > .own, .row + p { margin: calc(-1 * var(--s2)) 0; }
    .row::before { content: "a:  b; /* c */"; font: 700 1rem/1.2 'Noto  Sans', serif; }
    @media (min-width: 480px) { a :hover { color: red; } }
    """

    assert light_css(written) == (
        ".row > .own,.row + p{margin:calc(-1 * var(--s2)) 0}"
        ".row::before{content:\"a:  b; /* c */\";font:700 1rem/1.2 'Noto  Sans',serif}"
        "@media (min-width:480px){a :hover{color:red}}"
    )
