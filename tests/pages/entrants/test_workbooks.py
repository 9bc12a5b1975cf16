"""An entry list in a spreadsheet's own file."""

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from rules.errors import RuleBroken
from rules.typed.pasted import read_paste
from tournaments.forms.workbook import is_workbook, text_of_workbook

SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def xlsx(rows: list[list[str | int]], more: dict[str, bytes] | None = None) -> bytes:
    """Return a workbook with one sheet, as spreadsheets write it."""

    def cell(value: str | int) -> str:
        return f"<c><v>{value}</v></c>" if isinstance(value, int) else f'<c t="inlineStr"><is><t>{value}</t></is></c>'

    body = "".join(f"<row>{''.join(map(cell, row))}</row>" for row in rows)
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"><Override PartName="/xl/workbook.xml" '
        f'ContentType="{kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" '
        f'ContentType="{kind}.worksheet+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r1" '
        f'Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{SHEET}" xmlns:r="{OFFICE}"><sheets>'
        '<sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r1" '
        f'Type="{OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{SHEET}"><sheetData>{body}</sheetData></worksheet>',
    }
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, text in (parts | (more or {})).items():
            archive.writestr(name, text)
    return file.getvalue()


def test_a_workbook_is_read_like_its_cells_pasted() -> None:
    content = xlsx(
        [["Bilbao Open"], ["Nr", "Name", "Vorname", "Elo"], [1, "Horvat", "Petra", 1712], [2, "Groß", "Uwe", 1650]]
    )

    read = read_paste(text_of_workbook(content))

    assert is_workbook(content)
    assert [(each.name, each.rating) for each in read.entries] == [("Petra Horvat", "1712"), ("Uwe Groß", "1650")]
    assert [each.code for each in read.passed] == ["title"]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"PK\x03\x04 and no more", "workbook.unreadable"),
        (b"\xd0\xcf\x11\xe0" + b"\x00" * 600, "workbook.unreadable"),
        (xlsx([["Ann"]], {"xl/media/bomb": b"0" * 30_000_000}), "workbook.large"),
        (b"PK\x03\x04" + b"0" * 2_100_000, "workbook.large"),
        (xlsx([["Ann"]], {"xl/workbook.xml": b"<workbook><"}), "workbook.unreadable"),
    ],
)
def test_a_file_that_is_broken_or_unpacks_to_too_much_is_refused(content: bytes, code: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        text_of_workbook(content)

    assert refused.value.code == code
