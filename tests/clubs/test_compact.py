"""What pages leave out of their templates' layout (clubs/http/compact.py)."""

import pytest
from django.template import Context, Template
from django.test import Client
from django.utils.safestring import SafeString

from clubs.http.compact import compact, compacted, filled


@pytest.mark.parametrize(
    ("page", "sent"),
    [
        ("<ul>\n  <li>\n    Ana\n  </li>\n</ul>\n", "<ul><li>Ana</li></ul>"),
        ("<p>\n  <b>7</b>\n  <i>5</i>\n</p>", "<p><b>7</b> <i>5</i></p>"),
        ("<p>Ana<b>7</b>, Bo</p>", "<p>Ana<b>7</b>, Bo</p>"),
        ('<input\n  name="a"\n  value="x  y"\n>', '<input name="a" value="x  y">'),
        ("<button>\n  Save\n</button> <a>No</a>", "<button>Save</button> <a>No</a>"),
        ("<p>a</p>\n<pre>\n  one\n\n  two </pre>\n<p>b</p>", "<p>a</p><pre>\n  one\n\n  two </pre><p>b</p>"),
        ("<textarea>\n Ana \n Bo</textarea>", "<textarea>\n Ana \n Bo</textarea>"),
    ],
)
def test_space_that_nobody_sees_is_left_out(page: str, sent: str) -> None:
    assert compact(page) == sent


def test_a_page_that_was_compacted_stays_as_it_is() -> None:
    page = compact("<div>\n <p> a <b> b </b>\n</p>\n <button> c </button> </div>")

    assert compact(page) == page


def test_a_part_that_is_compact_already_is_kept_as_it_is_and_the_page_around_it_is_compacted() -> None:
    part = compacted(SafeString("<p>\n kept\n</p>"))

    assert compact(f"<div>\n  {part}\n  {part}\n</div>\n") == "<div><p>\n kept\n</p> <p>\n kept\n</p></div>"


def test_a_text_that_looks_like_the_mark_of_a_compact_part_loses_nothing() -> None:
    assert compact("<p>a<!--compact-->b</p>\n<p>c</p>") == "<p>ab</p>\n<p>c</p>"
    assert compact("<p>a<!--/compact-->b</p>\n<p>c</p>") == "<p>a<!--/compact-->b</p><p>c</p>"


@pytest.mark.django_db
def test_pages_are_sent_without_indentation(client: Client) -> None:
    page = client.get("/").content.decode()

    assert page.startswith('<!DOCTYPE html><html lang="en" dir="ltr"><head>')
    assert "\n" not in page


def test_parts_are_put_in_the_rooms_of_a_page_in_their_order() -> None:
    page = "<h2>Wallen – Ősz</h2><!--room--><p>and</p><!--room-->"

    assert filled(page, [b"<b>1</b>", b"<b>2</b>"]) == "<h2>Wallen – Ősz</h2><b>1</b><p>and</p><b>2</b>".encode()
    assert filled("<p>nothing drawn</p>", []) == b"<p>nothing drawn</p>"


@pytest.mark.parametrize("parts", [[], [b"1"], [b"1", b"2", b"3"]])
def test_a_page_with_another_number_of_rooms_than_parts_is_an_error(parts: list[bytes]) -> None:
    with pytest.raises(ValueError, match="argument"):
        filled("<!--room--><!--room-->", parts)


def test_a_name_that_looks_like_a_room_is_a_text() -> None:
    page = Template("<bdi>{{ name }}</bdi><!--room-->").render(Context({"name": "<!--room-->"}))

    assert filled(page, [b"<b>1</b>"]) == b"<bdi>&lt;!--room--&gt;</bdi><b>1</b>"
