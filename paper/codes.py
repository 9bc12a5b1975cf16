"""QR codes on paper."""

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from segno import QRCode

# Modules of 0.8 mm are read by an old phone at arm's length; four of them stay white around the code.
MODULE, QUIET = 0.8, 4


@dataclass(frozen=True, slots=True)
class PrintedCode:
    """A QR code: an SVG path in ``modules``, ``top`` mm below the edge of what it stands on and ``side`` mm wide."""

    path: str
    modules: int
    side: float
    top: float


def make_code(text: str, **options: Any) -> "QRCode":
    """Return the QR code of a text, read where a tenth of it is damaged; ``options`` are those of ``segno.make_qr``."""
    from segno import make_qr  # noqa: PLC0415 -- most requests need no code

    return make_qr(text, error="m", **options)


def code_path(code: "QRCode") -> str:
    """Return the dark modules as strokes of one module's height, a run of a row as one."""
    strokes = []
    for line, modules in enumerate(code.matrix, start=QUIET):
        begin = QUIET
        for dark, run in groupby(modules):
            length = len(list(run))
            if dark:
                strokes.append(f"M{begin} {line + 0.5}h{length}")
            begin += length
    return "".join(strokes)
