"""The first sheet of a spreadsheet file as text: XLSX, XLS or ODS."""

from datetime import date, datetime
from io import BytesIO
from zipfile import BadZipFile, ZipFile

from rules.errors import RuleBroken

# A workbook may be so large, and unpack to so much: a small file of a bomb unpacks to gigabytes.
MOST_BYTES = 2 * 1024 * 1024
_MOST_UNPACKED = 24 * 1024 * 1024
_MOST_PARTS = 2000
_MOST_ROWS, _MOST_COLUMNS = 2000, 60
_ZIP, _OLD = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"


def is_workbook(content: bytes) -> bool:
    """Whether a file is a spreadsheet's own, not text."""
    return content.startswith((_ZIP, _OLD))


def text_of_workbook(content: bytes) -> str:
    """Return the first sheet that holds anything, its cells separated by tabs.

    Raises RuleBroken ``workbook.large``, ``workbook.unreadable``.
    """
    from python_calamine import CalamineError, CalamineWorkbook  # noqa: PLC0415 -- only whoever opens a file needs it

    _refuse_large(content)
    try:
        workbook = CalamineWorkbook.from_filelike(BytesIO(content))
        for name in workbook.sheet_names:
            sheet = workbook.get_sheet_by_name(name)
            if sheet.total_height > _MOST_ROWS * 50 or sheet.total_width > _MOST_COLUMNS * 50:
                raise RuleBroken("workbook.large", most=_MOST_ROWS)
            rows = sheet.to_python(skip_empty_area=True, nrows=_MOST_ROWS)
            lines = ["\t".join(_cell(cell) for cell in row[:_MOST_COLUMNS]).rstrip("\t") for row in rows]
            if any(lines):
                return "\n".join(lines)
    except (CalamineError, ValueError, OSError, OverflowError) as broken:
        raise RuleBroken("workbook.unreadable") from broken
    return ""


def _refuse_large(content: bytes) -> None:
    if len(content) > MOST_BYTES:
        raise RuleBroken("workbook.large", most=_MOST_ROWS)
    if not content.startswith(_ZIP):
        return
    try:
        parts = ZipFile(BytesIO(content)).infolist()
    except BadZipFile:
        raise RuleBroken("workbook.unreadable") from None
    if len(parts) > _MOST_PARTS or sum(part.file_size for part in parts) > _MOST_UNPACKED:
        raise RuleBroken("workbook.large", most=_MOST_ROWS)


def _cell(value: object) -> str:
    """Return a cell as it is read in a spreadsheet: 1712 is no 1712.0."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime | date):
        return value.isoformat(" ", "minutes") if isinstance(value, datetime) else value.isoformat()
    text = " ".join(str(value).split())
    return f'"{text.replace(chr(34), chr(34) * 2)}"' if text.startswith('"') else text
