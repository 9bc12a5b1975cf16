"""Every ink on every ground that it is used on can be read, in light and in dark rooms: computed from tokens.css."""

import re
from functools import cache
from math import cos, radians, sin
from pathlib import Path

import pytest

STATIC = Path(__file__).resolve().parent.parent / "static" / "css"
TOKEN = re.compile(r"--([a-z-]+): oklch\(([0-9.]+) ([0-9.]+) ([0-9.]+)\);")
LIGHT, DARK = ":root {", ':root[data-ink="dark"] {'
DARK_BY_SYSTEM = ':root:not([data-ink="light"]) {'
TEXT, LINES = 4.5, 3.0

# Ink, ground, and the least contrast. `rule` separates and means nothing, `point` alternates with outlines.
PAIRS = [
    ("ink", "paper", TEXT),
    ("ink", "paper-sunk", TEXT),
    ("ink", "rubric-wash", TEXT),
    ("ink-soft", "paper", TEXT),
    ("ink-soft", "paper-sunk", TEXT),
    ("rubric", "paper", TEXT),
    ("rubric", "paper-sunk", TEXT),
    ("rubric", "rubric-wash", TEXT),
    ("paper", "ink", TEXT),
    ("paper", "ink-soft", TEXT),
    ("paper", "rubric", TEXT),
    ("line", "paper", LINES),
    ("line", "paper-sunk", LINES),
]


@cache
def tokens(block: str) -> dict[str, tuple[float, float, float]]:
    """Return the inks that a block of tokens.css sets, as linear sRGB."""
    text = (STATIC / "tokens.css").read_text()
    body = text.partition(block)[2].partition("}")[0]
    return {
        name: linear_srgb(float(lightness), float(chroma), float(hue))
        for name, lightness, chroma, hue in TOKEN.findall(body)
    }


def linear_srgb(lightness: float, chroma: float, hue: float) -> tuple[float, float, float]:
    """Return an OKLCH colour as linear sRGB. Source: Björn Ottosson, "A perceptual color space", 2020."""
    a, b = chroma * cos(radians(hue)), chroma * sin(radians(hue))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )


def luminance(colour: tuple[float, float, float]) -> float:
    """Return the relative luminance of what the screen shows: eight bits a channel. Source: WCAG 2.2."""
    red, green, blue = (from_screen(to_screen(each)) for each in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def to_screen(linear: float) -> int:
    clipped = min(1.0, max(0.0, linear))
    encoded = 12.92 * clipped if clipped <= 0.0031308 else 1.055 * clipped ** (1 / 2.4) - 0.055
    return round(255 * encoded)


def from_screen(byte: int) -> float:
    encoded = byte / 255
    return encoded / 12.92 if encoded <= 0.04045 else ((encoded + 0.055) / 1.055) ** 2.4


def contrast(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("block", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("ink", "ground", "least"), PAIRS)
def test_an_ink_can_be_read_on_its_ground(block: str, ink: str, ground: str, least: float) -> None:
    rows = contrast(tokens(block)[ink], tokens(block)[ground])

    assert rows >= least, f"{ink} on {ground}: {rows:.2f}"


@pytest.mark.parametrize(("ink", "hexadecimal"), [("paper", "#fbfaf6"), ("ink", "#181d27"), ("rubric", "#ba1f1c")])
def test_the_light_inks_are_those_of_the_drawing_board(ink: str, hexadecimal: str) -> None:
    assert "#" + "".join(f"{to_screen(each):02x}" for each in tokens(LIGHT)[ink]) == hexadecimal


def test_dark_by_choice_and_dark_by_system_are_the_same() -> None:
    assert tokens(DARK) == tokens(DARK_BY_SYSTEM)
    assert tokens(DARK).keys() == tokens(LIGHT).keys()


def test_every_ink_is_a_colour_that_every_screen_can_show() -> None:
    beyond = [
        name
        for block in (LIGHT, DARK)
        for name, colour in tokens(block).items()
        if not all(-0.002 <= each <= 1.002 for each in colour)
    ]

    assert beyond == []


def test_no_page_knows_a_colour_that_is_no_token() -> None:
    own = re.compile(r"#[0-9a-f]{3,8}\b|(?:rgb|hsl|oklch|oklab|color-mix)\(", re.IGNORECASE)
    sheets = [path for path in STATIC.rglob("*.css") if path.name not in ("tokens.css", "print.css")]

    assert [f"{path.name}: {hit}" for path in sheets for hit in own.findall(path.read_text())] == []


def test_every_pair_that_a_sheet_sets_together_is_one_of_the_pairs() -> None:
    known = {(ink, ground) for ink, ground, _ in PAIRS} | {("rule", "paper")}

    rows = {
        (ink, ground)
        for path in STATIC.rglob("*.css")
        for rule in re.findall(r"\{([^{}]*)\}", path.read_text())
        for ground in re.findall(r"background(?:-color)?: var\(--([a-z-]+)\)", rule)
        for ink in re.findall(r"(?:^|[ ;])color: var\(--([a-z-]+)\)", rule)
    }

    assert rows <= known
