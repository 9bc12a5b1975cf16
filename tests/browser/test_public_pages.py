"""The public pages in a browser: at three widths, in light and dark rooms, with and without scripts."""

from tests.browser.conftest import OpenPage, axe, layout_faults


def test_the_draw_fits_a_phone(open_page: OpenPage) -> None:
    page = open_page("/events/1/")

    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert layout_faults(page) == []
    assert axe(page) == []
