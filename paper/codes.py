"""QR codes on paper."""

from dataclasses import dataclass
from itertools import groupby

import segno

# Modules of 0.8 mm are read by an old phone at arm's length; four of them stay white around the code.
MODULE, QUIET = 0.8, 4


@dataclass(frozen=True, slots=True)
class PrintedCode:
    """A QR code: an SVG path in ``modules``, ``top`` mm below the edge of what it stands on and ``side`` mm wide."""

    path: str
    modules: int
    side: float
    top: float


def code_path(code: segno.QRCode) -> str:
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
