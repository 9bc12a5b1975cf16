"""Pictures that people send: read with limits, drawn anew, so that nothing of the file they came in survives.

What is kept has the picture's colours and nothing else: no place, no time, no name of a phone, no bytes behind the end.
Nobody looks into a picture for what is on it.
"""

import warnings
from io import BytesIO

from rules.errors import RuleBroken

MOST_BYTES = 10 * 1024 * 1024
# A phone's camera has 12 to 50 million pixels; a large JPEG is read at a part of its size.
MOST_JPEG_PIXELS, MOST_PIXELS = 64_000_000, 25_000_000
LONGEST_SIDE, QUALITY = 1600, 82
_FORMS = ("JPEG", "PNG", "WEBP")
# What a broken or hostile file makes the reader raise; all of it means that this is no picture.
_UNREADABLE = (
    OSError, SyntaxError, ValueError, TypeError, KeyError, IndexError, OverflowError, EOFError, AttributeError,
    ArithmeticError,
)  # fmt: skip


def drawn_anew(content: bytes) -> bytes:
    """Return a picture as JPEG, at most ``LONGEST_SIDE`` wide and high, the right way up, with nothing but its colours.

    Raises RuleBroken ``photo.large``, ``photo.form`` (no JPEG, PNG or WebP that can be read).
    """
    if len(content) > MOST_BYTES:
        raise RuleBroken("photo.large", most=MOST_BYTES)
    from PIL import Image  # noqa: PLC0415 -- five megabytes, and few people send a photo

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _drawn(content)
    except (*_UNREADABLE, Image.DecompressionBombError, Image.DecompressionBombWarning) as broken:
        raise RuleBroken("photo.form") from broken


def _drawn(content: bytes) -> bytes:
    from PIL import Image, ImageOps  # noqa: PLC0415 -- see drawn_anew

    with Image.open(BytesIO(content), formats=_FORMS) as picture:
        most = MOST_JPEG_PIXELS if picture.format == "JPEG" else MOST_PIXELS
        if picture.width * picture.height > most:
            raise RuleBroken("photo.large", pixels=most)
        picture.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
        picture.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
        upright = ImageOps.exif_transpose(picture)
        plain = Image.new("RGB", upright.size, "white")
        clear = upright.convert("RGBA")
        plain.paste(clear, mask=clear.getchannel("A"))
        file = BytesIO()
        plain.save(file, "JPEG", quality=QUALITY, optimize=True)
        return file.getvalue()
