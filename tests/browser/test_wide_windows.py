"""Wide windows and dark rooms: a page of few buttons uses the width, and lines and keys have their colours."""

import pytest

from tests.browser.conftest import OpenPage, layout_faults, shoot

STAFF = "demo@barpoint.example"
# How much of the content's width stands left of the end of the last text or button.
USED = r"""() => {
  const main = document.querySelector("main"), style = getComputedStyle(main), box = main.getBoundingClientRect();
  const left = box.left + parseFloat(style.paddingLeft), right = box.right - parseFloat(style.paddingRight);
  const ends = [...main.querySelectorAll("p, button")].map((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return (each.nodeName === "BUTTON" ? each : range).getBoundingClientRect().right;
  });
  return (Math.max(...ends) - left) / (right - left);
}"""


@pytest.mark.parametrize("path", ["/language/", "/clubs/1/chouettes/money/", "/clubs/1/auctions/"])
@pytest.mark.parametrize("width", [1280, 1920])
def test_a_page_of_a_few_buttons_uses_the_window(open_page: OpenPage, path: str, width: int) -> None:
    page = open_page(path, width, signed_in_as=STAFF)

    shoot(page, f"wide{path.replace('/', '-')}{width}")

    assert page.evaluate(USED) > 0.8
    assert layout_faults(page) == []


def test_the_key_of_a_ladder_has_the_colour_of_its_words_in_a_dark_room(open_page: OpenPage) -> None:
    page = open_page("/ladders/1/", 1280, dark=True)

    point, words = page.locator(".key path").first, page.locator(".key li").first

    shoot(page, "wide-ladder-dark")
    assert point.evaluate("(path) => getComputedStyle(path).fill") == words.evaluate(
        "(li) => getComputedStyle(li).color"
    )


def test_the_news_of_a_club_have_a_line_between_them_and_none_above_the_first(open_page: OpenPage) -> None:
    page = open_page("/clubs/1/", 1280)

    first, second = page.locator(".news .article").all()[:2]

    assert first.evaluate("(each) => getComputedStyle(each).borderTopWidth") == "0px"
    assert second.evaluate("(each) => getComputedStyle(each).borderTopWidth") == "1px"
