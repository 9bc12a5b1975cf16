"""A hostile name stays text: on every page, on every sheet, in every table."""

import csv
import io
import logging
import socket
from functools import cache
from html.parser import HTMLParser

import pytest
from django.http import HttpResponse
from django.test import Client
from pypdf import PdfReader

from rules.errors import RuleBroken
from rules.naming import read_name
from tests.addresses import addresses
from tests.papers.printed import needs_poppler, pictures_in, text_of

from .everywhere import Played, played
from .strings import FETCHED, hostile_strings

pytestmark = pytest.mark.django_db
FIELD = 64
WALL = "tournaments/<int:pk>/wall/"
ACTIVE = {"script", "iframe", "object", "embed", "img", "link", "style", "base", "meta", "form", "svg"}
USUAL = ("Nobody", "Ann", "A1", "t4", "new Bob", "a1 3-1", "Ann Lee 1")
# Pages that need a secret, or that show nothing of a tournament.
APART = ("l/", "owner/", "invitations/", "passwords/", "api/schema/", "style/", "sign-in/", "sign-out/")


class Shape(HTMLParser):
    """The elements of a page, with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.markup: set[tuple[str, str]] = set()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.markup |= {(tag, ""), *((tag, name) for name, _ in attrs)}

    def handle_comment(self, data: str) -> None:
        self.markup.add(("comment", ""))

    def handle_pi(self, data: str) -> None:
        self.markup.add(("instruction", ""))


def accepted() -> list[str]:
    """Return the strings that are accepted as names, as they are stored; each is either refused or stored."""
    names = []
    for text in hostile_strings():
        try:
            names.append(read_name(text))
        except RuleBroken as broken:
            if not broken.code.startswith("name."):
                raise
    return list(dict.fromkeys(names))


@cache
def pages() -> list[str]:
    """Return the address of every page."""
    return [path for path in addresses() if not path.startswith((*APART, "api/")) and "<str:" not in path]


def groups(names: list[str]) -> list[list[str]]:
    """Split the names into fields without a bye; the last field is filled up from the first."""
    filled = names + names[: -len(names) % FIELD]
    return [filled[at : at + FIELD] for at in range(0, len(filled), FIELD)]


def looked_at(who: Client, at: Played, path: str) -> HttpResponse:
    answer = who.get(f"/{at.arguments(path)}", follow=True)
    assert answer.status_code < 500, path
    return answer  # type: ignore[return-value] # the test client's answers have a class of their own


def body(answer: HttpResponse) -> bytes:
    return b"".join(answer.streaming_content) if answer.streaming else answer.content  # type: ignore[attr-defined] # only a streaming answer has it


def is_html(answer: HttpResponse) -> bool:
    return answer.headers.get("Content-Type", "").startswith("text/html")


def clients(at: Played) -> tuple[Client, Client]:
    staff = Client()
    staff.force_login(at.director)
    return Client(), staff


def test_there_are_more_than_three_hundred_and_most_are_names() -> None:
    assert len(hostile_strings()) >= 300
    assert len(accepted()) >= 250


def test_a_hostile_name_adds_no_element_or_attribute_to_any_page() -> None:
    # Beside plain names one from right to left and one that no font has, because both add elements of their own.
    names = [*(f"Ann Lee {n}" for n in range(FIELD - 2)), "محمد", "李小龙"]
    played(names)
    plain = played(names)
    allowed = {path: shapes(plain, path, *clients(plain)) for path in shown()}
    # The wall shows another part of the draw every few minutes, so every part needs a name from right to left.
    mirrored = played([f"محمد {n}" for n in range(FIELD)])
    allowed[WALL] |= shapes(mirrored, WALL, *clients(mirrored))

    strange = {}
    for group in groups(accepted()):
        at = played(group)
        who = clients(at)[1]  # staff see everything that others see, and more
        for path in shown():
            more = shapes(at, path, who) - allowed[path]
            if more:
                strange[path] = more

    assert strange == {}


def shown() -> list[str]:
    return [path for path in pages() if not path.endswith((".pdf", ".csv", ".txt"))]


def shapes(at: Played, path: str, *clients: Client) -> set[tuple[str, str]]:
    rows: set[tuple[str, str]] = set()
    for who in clients:
        answer = looked_at(who, at, path)
        if is_html(answer):
            rows |= Shape(body(answer).decode()).markup
    return rows


def test_hostile_queries_stay_text() -> None:
    at = played([f"Ann Lee {n}" for n in range(4)])
    _, staff = clients(at)
    strange = []

    of_tournament = ("", "memory/", "desk/line/", "cash/line/", "books/")
    for path in (*(f"tournaments/<int:pk>/{part}" for part in of_tournament), "auctions/<int:pk>/desk/line/"):
        usual = {
            part
            for text in (
                "Nobody",
                "Ann",
                "A1",
                "t4",
                "new Bob",
                "a1 3-1",
                "Ann Lee 1",
                "ann 10 part",
                "0001",
                "undo",
                "void a",
            )
            for part in shape_of(staff, at, path, text)
        }
        for text in hostile_strings()[::2]:
            more = shape_of(staff, at, path, text) - usual
            # A text may become a sentence at the desk or a player's name, which adds other elements, but none of these.
            strange += [(path, text, part) for part in more if part[0] in ACTIVE or part[1].startswith("on")]

    assert strange == []


def shape_of(who: Client, at: Played, path: str, text: str) -> set[tuple[str, str]]:
    answer = who.get(f"/{at.arguments(path)}", {"q": text.encode(errors="replace")}, follow=True)
    assert answer.status_code < 500, (path, text)
    return Shape(answer.content.decode()).markup


# Open books have no closing proof, a knockout no pairings, open matches no certificates; no tables are set up.
MISSING = ("closing-proof.pdf", "pairings.pdf", "certificates.pdf", "table-cards.pdf")


@needs_poppler
def test_no_sheet_fetches_or_contains_anything_active(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, logger="weasyprint")
    local, missing = socket.gethostname(), MISSING

    for group in groups(accepted()):
        at = played(group)
        _, staff = clients(at)
        for path in pages():
            # A player's own papers are for that player alone.
            if not path.endswith(".pdf") or path.startswith("my/") or path.endswith(missing):
                continue
            answer = looked_at(staff, at, path)
            assert answer.headers["Content-Type"] == "application/pdf", path
            must_be_plain(body(answer), local)

    assert [line for line in caplog.messages if "fetch" in line.lower()] == []


def must_be_plain(sheet: bytes, local: str) -> None:
    read = PdfReader(io.BytesIO(sheet))
    assert not {"/OpenAction", "/AA", "/AcroForm", "/Names"} & set(read.root_object)
    assert [page["/Annots"] for page in read.pages if page.get("/Annots")] == []
    assert b"/Subtype /Image" not in sheet
    assert pictures_in(sheet) == []
    assert local not in text_of(sheet)


def test_no_cell_of_a_table_is_a_formula() -> None:
    tables = [path for path in pages() if path.endswith(".csv")]
    assert tables

    formulas = []
    for group in groups(accepted()):
        at = played(group)
        _, staff = clients(at)
        for path in tables:
            text = body(looked_at(staff, at, path)).decode("utf-8-sig")
            sample = text.splitlines()[0]
            rows = csv.reader(io.StringIO(text), delimiter=";" if ";" in sample else ",")
            formulas += [
                cell for row in rows for cell in row if cell.lstrip(" ").startswith(("=", "+", "-", "@", "\t", "\r"))
            ]

    assert formulas == []


def test_a_name_adds_no_header() -> None:
    at = played([name for name in accepted() if any(sign in name for sign in "\"';=:")][:FIELD])
    _, staff = clients(at)

    for path in pages():
        answer = looked_at(staff, at, path)
        assert "evil" not in str(answer.headers.get("Location", ""))
        assert FETCHED not in str(dict(answer.headers))
