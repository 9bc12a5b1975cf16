"""Pieces of a page's frame, used again while they would show the same.

Source: docs/decisions/0062-parts-by-what-they-show.md.
"""

from typing import NamedTuple

from django import template
from django.template.loader import render_to_string
from django.urls import get_script_prefix
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from clubs.http.compact import compacted
from runtime.pages.part_cache import PartCache

# The lines on top of pages and the rounds of some ten large draws, about 2 KB each.
PIECES_BYTES = 1024 * 1024

register = template.Library()


class _Piece(NamedTuple):
    """Everything that a piece is made from: ``kinds`` are the classes of the values, for one text may be markup."""

    template: str
    language: str | None
    prefix: str
    shown: tuple[tuple[str, object], ...]
    kinds: tuple[type, ...]


@register.simple_tag
def kept(template_name: str, **shown: object) -> SafeString:
    """Return what ``{% include template_name with … only %}`` would show, rendered once for equal values.

    The template gets nothing but these values: neither the request nor who looks. With a value that could be changed,
    which has no hash, it is rendered each time.
    """
    kinds = tuple(map(type, shown.values()))
    piece = _Piece(template_name, get_language(), get_script_prefix(), tuple(shown.items()), kinds)
    return _pieces.part(piece, piece) if _is_constant(piece) else _made(piece)


def _is_constant(piece: _Piece) -> bool:
    try:
        hash(piece)
    except TypeError:
        return False
    return True


def _made(piece: _Piece) -> SafeString:
    return compacted(render_to_string(piece.template, dict(piece.shown)))


_pieces = PartCache[_Piece, _Piece, SafeString]("pieces", _made, room=PIECES_BYTES, size=len)
