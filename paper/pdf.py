"""HTML to PDF, in this process or in a child of it."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from threading import local

from paper.child import Child, Printer
from paper.layout import Layout

_child: Child | None = None
_here = local()


def print_in_a_child() -> None:
    """Have documents laid out in a process beside this one, from now on."""
    global _child
    _child = _child or Child()


def warm() -> None:
    """Get ready, because somebody is about to print."""
    if _child is not None:
        _child.warm()


def stop() -> None:
    """End the child, if there is one."""
    if _child is not None:
        _child.stop()


def pdf(html: str) -> bytes:
    """Return ``html`` as PDF: the same bytes for the same HTML and fonts.

    Raises RuleBroken ``paper.missing`` with the one line of apt that fixes it when Pango can't be loaded.
    """
    return _printer().pdf(html)


def pdf_on_one_page(html: Callable[[float], str], sizes: Sequence[float]) -> bytes:
    """Return ``html(size)`` as PDF in the largest of ``sizes`` that takes one page, else in the smallest.

    ``sizes`` go up. Raises RuleBroken ``paper.missing``.
    """
    printer = _printer()
    largest = sizes[max(0, bisect_left(sizes, True, key=lambda size: printer.pages(html(size)) > 1) - 1)]
    return printer.pdf(html(largest))


def _printer() -> Printer:
    if _child is not None:
        return _child
    if not hasattr(_here, "layout"):
        _here.layout = Layout()
    layout: Layout = _here.layout
    return layout
