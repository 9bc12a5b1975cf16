"""Photos: drawn anew with limits; nothing of the file that was sent survives, and a hostile one harms nobody."""

import struct
import zlib
from contextlib import suppress
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from rules.errors import RuleBroken
from runtime.photos import LONGEST_SIDE, MOST_BYTES, drawn_anew
from tests.tournaments.positions.asking import a_picture


def shape(jpeg: bytes) -> tuple[str | None, tuple[int, int]]:
    with Image.open(BytesIO(jpeg)) as picture:
        return picture.format, picture.size


def code_of(content: bytes) -> str:
    with pytest.raises(RuleBroken) as refused:
        drawn_anew(content)
    return refused.value.code


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_a_picture_comes_out_as_a_plain_jpeg(form: str) -> None:
    assert shape(drawn_anew(a_picture((40, 30), form))) == ("JPEG", (40, 30))


def test_a_large_picture_is_made_smaller() -> None:
    assert shape(drawn_anew(a_picture((4000, 3000)))) == ("JPEG", (LONGEST_SIDE, 1200))


def test_a_picture_of_a_phone_held_upright_stands_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6

    assert shape(drawn_anew(a_picture((40, 30), exif=exif))) == ("JPEG", (30, 40))


def test_nothing_but_the_colours_survives() -> None:
    exif = Image.Exif()
    exif[0x010F], exif[0x8825] = "canary maker", {1: "N"}
    sent = a_picture(exif=exif, comment=b"canary comment", icc_profile=b"canary profile") + b"canary behind the end"

    kept = drawn_anew(sent)

    assert b"canary" in sent
    assert b"canary" not in kept
    with Image.open(BytesIO(kept)) as picture:
        assert dict(picture.getexif()) == {}


def test_a_clear_picture_gets_a_white_ground() -> None:
    file = BytesIO()
    Image.new("RGBA", (8, 8), (0, 0, 0, 0)).save(file, "PNG")

    with Image.open(BytesIO(drawn_anew(file.getvalue()))) as picture:
        assert picture.getpixel((4, 4)) == (255, 255, 255)


@pytest.mark.parametrize(
    "content",
    [
        b"", b"GIF89a" + bytes(40), b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"%PDF-1.7\n", b"\xff\xd8\xff\xe0",
        b"\x89PNG\r\n\x1a\n" + bytes(60), b"RIFF\x00\x00\x00\x00WEBPVP8 ", bytes(5000),
    ],
)  # fmt: skip
def test_what_is_no_picture_is_refused(content: bytes) -> None:
    assert code_of(content) == "photo.form"


def test_a_file_that_is_too_long_is_refused() -> None:
    assert code_of(bytes(MOST_BYTES + 1)) == "photo.large"


def test_a_small_file_that_would_fill_the_memory_is_refused() -> None:
    def chunk(name: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    bomb = (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")
    )

    assert code_of(bomb) in ("photo.large", "photo.form")


@given(st.data())
def test_a_damaged_picture_is_drawn_or_refused(data: st.DataObject) -> None:
    content = bytearray(a_picture((64, 48), data.draw(st.sampled_from(["JPEG", "PNG", "WEBP"]))))
    for _ in range(data.draw(st.integers(1, 6))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(1, len(content)))

    with suppress(RuleBroken):
        assert drawn_anew(bytes(content[:cut]))[:2] == b"\xff\xd8"
