"""Pages without the space that nobody sees: templates are laid out for their readers, phones get none of the layout."""

import re
from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest
from django.template.backends.django import DjangoTemplates, Template
from django.utils.safestring import SafeString, mark_safe

_BLOCKS = (
    "html|head|body|title|meta|link|script|p|div|section|article|aside|header|footer|main|nav|ul|ol|li|dl|dt|dd|"
    "table|caption|colgroup|col|thead|tbody|tfoot|tr|td|th|form|fieldset|legend|details|summary|h1|h2|h3|h4|h5|h6|"
    "figure|figcaption|hr|br|option|optgroup|blockquote|datalist|path|rect|circle|line|g|!DOCTYPE"
)
# Each begins with a letter that can be searched for: one that begins with space is tried at every letter of a page.
_BLOCK = re.compile(rf"(</?(?:{_BLOCKS})(?:\s[^<>]*)?/?>)")
_BUTTON = re.compile(r"(<button(?:\s[^<>]*)?>)\s+")
_TAG_END = re.compile(r"(<[a-zA-Z][^<>\s]*+(?:\s++[^<>\s]++)*?)\s+(/?>)")
# The first half of each pair may hold anything, the second is shown letter by letter.
_AS_WRITTEN = re.compile(r"(<(?:pre|textarea)\b.*?</(?:pre|textarea)>)", re.S)

# Around a part that is compact already. Anybody who could write it into a page would only keep some space there.
_BEGINS, _ENDS = "<!--compact-->", "<!--/compact-->"

# Where a template leaves room for a large part: on its way through a template it would be copied a dozen times.
ROOM = "<!--room-->"


class CompactTemplates(DjangoTemplates):
    """Django's templates; an HTML page for a screen is compacted as it is rendered, before it is cached."""

    def get_template(self, template_name: str) -> Any:
        template = super().get_template(template_name)
        is_for_screens = template_name.endswith(".html") and not template_name.startswith("print/")
        return _Page(template.template, self) if is_for_screens else template


class _Page(Template):
    def render(self, context: dict[str, Any] | None = None, request: HttpRequest | None = None) -> SafeString:
        return mark_safe(compact(super().render(context, request)))  # noqa: S308 -- rendered and escaped already


def compacted(part: SafeString) -> SafeString:
    """Return a rendered part that is compact already, for a template: the page around it is compacted without it."""
    return mark_safe(f"{_BEGINS}{part}{_ENDS}")  # noqa: S308 -- rendered and escaped already


def joined(parts: Iterable[SafeString]) -> SafeString:
    """Return rendered parts behind each other, all compact already, as one of them."""
    return compacted(mark_safe("".join(parts)))  # noqa: S308 -- rendered and escaped already


def filled(page: str, parts: Iterable[bytes]) -> bytes:
    """Return a rendered page, encoded, with ``parts`` in the rooms that its template leaves, in their order.

    Raises ValueError if there are more rooms than parts, or fewer.
    """
    first, *frames = page.split(ROOM)
    pieces = [first.encode()]
    for part, frame in zip(parts, frames, strict=True):
        pieces += part, frame.encode()
    return b"".join(pieces)


def compact(page: str) -> str:
    """Return a page that looks the same: no space at the edges of blocks, one space for a line break.

    What stands in ``pre`` and ``textarea`` is kept as it is, and so is what is ``compacted``.
    """
    frame, *parts = page.split(_BEGINS)
    pieces = [_compact_frame(frame)]
    for part in parts:
        kept, _, frame = part.partition(_ENDS)
        pieces += kept, _compact_frame(frame)
    return "".join(pieces)


def _compact_frame(page: str) -> str:
    if not page:
        return page
    return "".join(part if at % 2 else _compact(part) for at, part in enumerate(_AS_WRITTEN.split(page)))


def _compact(part: str) -> str:
    texts = _BLOCK.split(_TAG_END.sub(r"\1\2", _in_a_line(part)))  # text, tag, text, tag … text
    if len(texts) > 1:
        texts[::2] = texts[0].rstrip(), *map(str.strip, texts[2:-1:2]), texts[-1].lstrip()
    *buttons, end = "".join(texts).split("</button>")
    return _BUTTON.sub(r"\1", "</button>".join([*map(str.rstrip, buttons), end]))


def _in_a_line(part: str) -> str:
    """Return a part with one space for each line break and the space around it."""
    first, *others = part.split("\n")
    if not others:
        return part
    last = others.pop()
    return " ".join([first.rstrip(), *filter(None, map(str.strip, others)), last.lstrip()])
