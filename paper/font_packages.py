"""Which Debian package brings a font for letters that no font here has."""

from collections.abc import Iterable

CORE, CJK, EMOJI, REST = "fonts-noto-core", "fonts-noto-cjk", "fonts-noto-color-emoji", "fonts-unifont"

# First and last code point of a block, and the package that has it; what stands first counts.
_BLOCKS = (
    (0x0000, 0x10FF, CORE),  # Latin to Georgian, with Arabic, Hebrew and the scripts of India
    (0x1100, 0x11FF, CJK),  # Korean, in parts
    (0x1200, 0x1FFF, CORE),
    (0x2000, 0x2BFF, CORE),
    (0x2C00, 0x2DFF, CORE),
    (0x2E80, 0x9FFF, CJK),  # Chinese and Japanese
    (0xA000, 0xA95F, CORE),
    (0xA960, 0xA97F, CJK),
    (0xA980, 0xABFF, CORE),
    (0xAC00, 0xD7FF, CJK),  # Korean
    (0xF900, 0xFAFF, CJK),
    (0xFB00, 0xFDFF, CORE),
    (0xFE30, 0xFE4F, CJK),
    (0xFE50, 0xFEFF, CORE),
    (0xFF00, 0xFFEF, CJK),
    (0x10000, 0x1B0FF, CORE),
    (0x1F000, 0x1FAFF, EMOJI),
    (0x20000, 0x3FFFF, CJK),
)


def package_for(letter: str) -> str:
    """Return the package that most likely brings a font for ``letter``."""
    code = ord(letter)
    return next((package for first, last, package in _BLOCKS if first <= code <= last), REST)


def packages_for(letters: Iterable[str]) -> tuple[str, ...]:
    """Return the packages for ``letters``, each once, in the order in which they are needed."""
    return tuple(dict.fromkeys(package_for(letter) for letter in letters))
