"""Paper reaches neither the net nor a file, whatever a name says."""

import io
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from pypdf import PdfReader

from paper import layout as paper
from paper.pdf import pdf
from rules.draws.derive import derive
from rules.draws.facts import collect
from rules.errors import RuleBroken
from rules.formats.knockout import MAIN
from rules.formats.registry import compile_plan, read_format
from tournaments.papers.draw_sheet import DrawSheet, draw_sheet_pdf


class Listener(HTTPServer):
    requested: list[str]


class Answer(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        assert isinstance(self.server, Listener)
        self.server.requested.append(self.path)
        self.send_response(200)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def listener() -> Iterator[Listener]:
    server = Listener(("127.0.0.1", 0), Answer)
    server.requested = []
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def a_secret(tmp_path: Path) -> str:
    file = tmp_path / "secret.txt"
    file.write_text("the secret of the house")
    return file.as_uri()


def a_greedy_document(net: str, file: str) -> str:
    """Return a paper, well-formed as XML, that wants everything that a document can want."""
    return f"""<html>
        <link rel="stylesheet" href="{net}/style"/><link rel="attachment" href="{file}"/>
        <style>@import url({net}/import); @font-face {{ font-family: F; src: url({net}/font) }}
            p {{ background: url({net}/background); font-family: F; list-style: url({net}/list) }}</style>
        <img src="{net}/image"/><img src="{file}"/><object data="{net}/object"></object><embed src="{net}/embed"/>
        <a rel="attachment" href="{file}">a</a><img src="data:image/svg+xml,&lt;svg/>"/>
        <svg xmlns="http://www.w3.org/2000/svg"><image href="{net}/svg"/><use href="{net}/use#a"/></svg><p>plain</p>
        </html>"""


def test_no_url_in_a_document_is_fetched(listener: Listener, tmp_path: Path) -> None:
    net, file = f"http://127.0.0.1:{listener.server_port}", a_secret(tmp_path)

    document = pdf(a_greedy_document(net, file))

    assert listener.requested == []
    assert b"secret" not in document
    assert not PdfReader(io.BytesIO(document)).attachments


@pytest.mark.parametrize(
    ("doctype", "more"),
    [
        ("", "<p>not closed"),
        ("", "&nbsp;"),
        ("", "<p>a control character: \x01</p>"),
        ('<!DOCTYPE html [<!ENTITY it SYSTEM "{file}">]>', "<p>&it;</p>"),
        ('<!DOCTYPE html [<!ENTITY % it SYSTEM "{net}/entity"> %it;]>', "<p>&it;</p>"),
    ],
)
def test_a_paper_that_is_no_xml_is_printed_too_and_fetches_nothing(
    listener: Listener, tmp_path: Path, doctype: str, more: str
) -> None:
    net, file = f"http://127.0.0.1:{listener.server_port}", a_secret(tmp_path)
    html = doctype.format(net=net, file=file) + a_greedy_document(net, file).replace("</html>", more)

    with pytest.warns(paper.NotWellFormed):
        document = pdf(html)

    read = PdfReader(io.BytesIO(document))
    assert len(read.pages) == 1
    assert listener.requested == []
    assert "secret" not in "".join(page.extract_text() for page in read.pages)
    assert not read.attachments


def test_a_hostile_name_is_printed_as_it_stands(listener: Listener) -> None:
    net = f"http://127.0.0.1:{listener.server_port}/x"
    hostile = ["<img src=file:///etc/passwd>", f"<img src={net}>"]
    plan = compile_plan(2, read_format({"length": 7}))
    lines = {1: 1, 2: 2}
    names = dict(enumerate(hostile, start=1))
    sheet = DrawSheet(
        tournament="</style><script>alert(1)</script>",
        event=f'"><link rel=stylesheet href={net}>',
        bracket=MAIN,
        when="21 November 2026",
        plan=plan,
        derived=derive(plan, collect(lines)),
        lines=lines,
        names=names,
        marks={},
        key="<b>1 2 3</b>",
        draw_number=1,
        draws_made=1,
        number=1,
        head="00ff",
        printed_at="now",
    )

    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(draw_sheet_pdf(sheet, "A4"))).pages)

    assert [name for name in hostile if name not in text] == []
    assert "<b>1 2 3</b>" in text
    assert listener.requested == []


def test_a_machine_without_pango_gets_the_command_that_installs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "weasyprint.py").write_text("raise OSError('cannot load library libpango-1.0-0')")
    monkeypatch.syspath_prepend(tmp_path)
    for name in [each for each in sys.modules if each.partition(".")[0] == "weasyprint"]:
        monkeypatch.delitem(sys.modules, name)
    paper.weasyprint.cache_clear()

    with pytest.raises(RuleBroken) as refused:
        pdf("<p>text</p>")

    assert refused.value.code == "paper.missing"
    assert refused.value.facts["install"].startswith("apt-get install libpango-1.0-0")
    paper.weasyprint.cache_clear()
