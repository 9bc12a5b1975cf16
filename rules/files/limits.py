"""From bytes to text, and the limits of what is read, so that no file can keep the reader busy for long.

The largest real match file we know has about 35 kB; every limit is far beyond what a match can need.
Source: docs/rules/files.md#limits.
"""

import re

from rules.errors import RuleBroken

MOST_BYTES = 10 << 20
LONGEST_LINE = 1_000
MOST_LINES = 40_000
LONGEST_MATCH = 99
MOST_ROWS = 1_000
MOST_MONEY_GAMES = 500
LONGEST_NAME = 200
_CONTROLS = bytes(byte for byte in (*range(1, 32), 127) if byte not in b"\t\n\r\x0c\x1a")
_HIGH = 0x80
# So much of a file tells its encoding.
_SAMPLE = 1 << 18
# ğ ı ş İ Ğ Ş in Turkish are ð ý þ Ý Ð Þ elsewhere; what one of the two languages has and the other has not decides.
_TURKISH_OR_ICELANDIC = frozenset("ğışİĞŞ".encode("cp1254"))
_TURKISH = frozenset("ıİüÜçÇ".encode("cp1254"))
_ICELANDIC = frozenset("áéíóúæÁÉÍÓÚÆ".encode("cp1252"))
_WORD = re.compile(rb"[A-Za-z\x80-\xff]+")
_CHARSET = re.compile(rb"^\s*\(\s*;[^)]*?CA\[([A-Za-z0-9_-]{2,20})\]")
_CHARSETS = (
    {f"{prefix}{page}": f"cp{page}" for prefix in ("windows-", "cp") for page in range(1250, 1259)}
    | {f"iso-8859-{part}": f"iso8859-{part}" for part in (1, 2, 3, 4, 5, 7, 9, 10, 13, 14, 15)}
    | {"koi8-r": "koi8-r"}
)
_UNREADABLE = "\ufffd"


def decode(content: bytes) -> str:
    """Return the text of a file: UTF-8 with or without a byte order mark, otherwise in the one-byte encoding it names.

    SGF names its encoding in ``CA``. A file that names none is Windows-1251 if its letters beyond ASCII make up whole
    words, as Cyrillic has them, Windows-1254 if they are Turkish, else Windows-1252. A Ctrl-Z at the end is left out.
    Every line ends with a newline, whatever the file has.

    Raises RuleBroken ``file.large``, ``file.empty``, ``file.encoding``, ``file.nul`` or ``file.binary``.
    """
    if len(content) > MOST_BYTES:
        raise RuleBroken("file.large", most=MOST_BYTES)
    if not content.strip():
        raise RuleBroken("file.empty")
    if content.startswith((b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")):
        raise RuleBroken("file.encoding", got="utf-16 or utf-32")
    if b"\x00" in content:
        raise RuleBroken("file.nul", at=content.index(b"\x00"))
    if len(content.translate(None, _CONTROLS)) < len(content):
        raise RuleBroken("file.binary")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode(_encoding(content), errors="replace")
    if _UNREADABLE in text:
        raise RuleBroken("file.binary")
    return text.rstrip("\x1a").replace("\r\n", "\n").replace("\r", "\n")


def _encoding(content: bytes) -> str:
    """Return the encoding of a file that is not UTF-8."""
    named = _CHARSET.search(content[:2000])
    if named and named[1].decode().lower() in _CHARSETS:
        return _CHARSETS[named[1].decode().lower()]
    content = content[:_SAMPLE]
    words = [word for word in _WORD.findall(content) if max(word) >= _HIGH]
    cyrillic = [word for word in words if len(word) > 1 and min(word) >= _HIGH]
    if words and len(cyrillic) == len(words):
        return "cp1251"
    used = set(content)
    is_turkish = used & _TURKISH_OR_ICELANDIC and used & _TURKISH and not used & _ICELANDIC
    return "cp1254" if is_turkish else "cp1252"


def lines_of(text: str) -> list[str]:
    """Return the lines of a file without their line ends.

    Raises RuleBroken ``file.line`` (too long) or ``file.lines`` (too many).
    """
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        raise RuleBroken("file.lines", most=MOST_LINES)
    longest = max(map(len, lines))
    if longest > LONGEST_LINE:
        raise RuleBroken("file.line", longest=LONGEST_LINE, got=longest)
    return lines


def match_length(digits: str) -> int:
    """Return a match length that is written in digits.

    Raises RuleBroken ``length.range``.
    """
    if len(digits) > 3 or int(digits) > LONGEST_MATCH:
        raise RuleBroken("length.range", longest=LONGEST_MATCH, got=digits[:24])
    return int(digits)


def number(digits: str, most: int = 1 << 20) -> int:
    """Return a number that is written in digits, at most ``most``.

    Raises RuleBroken ``number.range``.
    """
    if len(digits) > 8 or int(digits) > most:
        raise RuleBroken("number.range", most=most, got=digits[:24])
    return int(digits)


def check_games(count: int, length: int) -> None:
    """Refuse more games than a match of that length can have.

    Raises RuleBroken ``file.games``.
    """
    most = 2 * length + 20 if length else MOST_MONEY_GAMES
    if count > most:
        raise RuleBroken("file.games", most=most)
