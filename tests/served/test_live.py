"""``/live/`` of a real server: subscribers get all changes, whoever made them, and a stop ends connections cleanly."""

from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import pytest

from .clients import Client, Crowd, Request
from .lines import Line
from .playing import an_event, report
from .servers import SHEETS_AHEAD, Site, a_site, wait_until

LINES = 200


def at(news: dict[str, object]) -> str:
    return f"{news['epoch']}:{news['number']}"


def test_a_connection_gets_the_position_and_then_the_changes(site: Site, desk: Client) -> None:
    event = an_event(site, 8)
    match = event.match(desk, "main", 1, 1)
    with Line(site.ports[0], f"stream=tournament:{event.tournament}") as line:
        first = line.news()

        report(desk, event, match, "top")

        moved = line.news()
    assert line.headers["content-type"].startswith("text/event-stream")
    assert (first["topics"], first["number"]) == ([], 3)
    assert (moved["stream"], moved["epoch"], moved["number"]) == (first["stream"], first["epoch"], 4)
    posted = {
        f"match:{match['id']}",
        f"event:{event.id}/main",
        f"event:{event.id}/consolation",
        f"desk:{event.tournament}",
    }
    assert posted <= set(moved["topics"])


def test_a_returning_client_gets_the_missed_changes_at_once(site: Site, desk: Client) -> None:
    event = an_event(site, 8)
    address = f"stream=tournament:{event.tournament}"
    with Line(site.ports[0], address) as line:
        before = line.news()
    desk.made(f"matches/{event.match(desk, 'main', 1, 2)['id']}/start/", {}, 200)

    with Line(site.ports[0], f"{address}&since={at(before)}") as line:
        missed = line.news()

    assert f"event:{event.id}/main" in missed["topics"]
    assert "*" not in missed["topics"]


@pytest.mark.parametrize("since", ["00ff00ff00ff00ff:3", "long-ago", "%20"])
def test_a_client_of_another_epoch_refreshes_everything(site: Site, since: str) -> None:
    event = an_event(site, 2)

    with Line(site.ports[0], f"stream=tournament:{event.tournament}&since={since}") as line:
        missed = line.news()

    assert missed["topics"] == ["*"]


def test_changes_of_another_process_arrive_too(site: Site) -> None:
    with Line(site.ports[0], "stream=site") as line:
        before = line.news()

        site.token("somebody-else@example.org")

        assert line.news()["number"] > before["number"]


def test_one_connection_carries_several_streams(site: Site, desk: Client) -> None:
    first, second = an_event(site, 2), an_event(site, 2)
    with Line(site.ports[0], f"stream=tournament:{first.tournament}&stream=tournament:{second.tournament}") as line:
        places = {news["stream"]: at(news) for news in (line.news(), line.news())}

        desk.made(f"matches/{second.match(desk, 'main', 1, 1)['id']}/start/", {}, 200)

        assert line.news()["stream"] == f"tournament:{second.tournament}"
    assert len(places) == 2


@pytest.mark.parametrize(
    "query", ["", "stream=tournament:999999", "stream=nonsense%27", "stream=site&stream=tournament:999999"]
)
def test_a_stream_that_does_not_exist_is_not_found(site: Site, query: str) -> None:
    with Line(site.ports[0], query) as line:
        assert line.status == 404


@pytest.mark.parametrize("method", ["POST", "HEAD", "DELETE"])
def test_only_get_is_answered(site: Site, method: str) -> None:
    with Client(site.ports[0]) as client:
        answer = client.send(Request("/live/?stream=site", method=method))

    assert (answer.status, answer.headers["allow"]) == (405, "GET")


def test_one_browser_gets_four_connections_and_then_polls(site: Site) -> None:
    with ExitStack() as open_lines:
        lines = [open_lines.enter_context(Line(site.ports[0], "stream=site&browser=one")) for _ in range(5)]
        other = open_lines.enter_context(Line(site.ports[0], "stream=site&browser=other"))

        assert [line.status for line in lines] == [200, 200, 200, 200, 503]
        assert int(lines[4].headers["retry-after"]) > 0
        assert other.status == 200


def test_a_closed_connection_makes_room(site: Site) -> None:
    def listens() -> bool:
        with Line(site.ports[0], "stream=site&browser=returning") as line:
            return line.status == 200

    wait_until(lambda: all(listens() for _ in range(6)), "six lines one after the other")


@pytest.mark.parametrize("page", ["", "matches/", "places/"])
def test_a_page_is_rendered_once_for_a_whole_hall(site: Site, desk: Client, page: str) -> None:
    event = an_event(site, 16)
    ask = [Request(f"/events/{event.id}/{page}", method="GET")] * 8

    with Crowd(len(ask), site.ports[:1]) as phones:
        before = phones.together(ask)
        report(desk, event, event.match(desk, "main", 1, 1), "top")
        after = phones.together(ask)

    for answers in (before, after):
        assert len({answer.body for answer in answers}) == 1
        # Who comes late finds the page in front of Django.
        posted = Counter(answer.headers["cache-status"].replace("-public", "") for answer in answers)
        assert posted == {"barpoint; fwd=miss; stored": 1, "barpoint; hit": len(ask) - 1}
    assert before[0].body != after[0].body


def test_with_subscribers_an_unchanged_page_needs_no_thread(site: Site, desk: Client) -> None:
    event = an_event(site, 8)
    ask = Request(f"/events/{event.id}/", method="GET")
    own = Request(f"/events/{event.id}/", method="GET", token="no-such-token")
    with Client(site.ports[0]) as phone, Line(site.ports[0], f"stream=tournament:{event.tournament}") as line:
        line.news()
        first = phone.send(ask)

        again = [phone.send(ask) for _ in range(3)]

        assert {answer.headers["cache-status"] for answer in again} == {"barpoint-public; hit"}
        assert {answer.body for answer in again} == {first.body}
        posted = set(first.headers) - {"date", "cache-status"}
        assert all(again[0].headers[name] == first.headers[name] for name in posted)
        assert phone.send(own).headers["cache-status"] == "barpoint; hit"


def test_a_request_after_an_answer_shows_the_acknowledged_change(site: Site, desk: Client) -> None:
    event = an_event(site, 32)
    ask = Request(f"/events/{event.id}/", method="GET")
    with Client(site.ports[0]) as phone, Line(site.ports[0], f"stream=tournament:{event.tournament}") as line:
        line.news()
        for number in range(1, 17):
            phone.send(ask)
            record = report(desk, event, event.match(desk, "main", 1, number), "top")["record"]

            shown = phone.send(ask).body.decode()

            assert f':{record}"' in shown.partition("data-since=")[2][:60]


def test_a_stop_ends_two_hundred_connections_and_loses_no_job(tmp_path: Path) -> None:
    with a_site(tmp_path / "site", environment=SHEETS_AHEAD) as site, ExitStack() as open_lines:
        event = an_event(site, 128)  # its sheet is being made
        address = f"stream=tournament:{event.tournament}"
        lines = [open_lines.enter_context(Line(site.ports[place % len(site.ports)], address)) for place in range(LINES)]

        site.stop()  # fails unless it is quick and exits with 0

        assert all(line.rest()[-1].startswith("retry: ") for line in lines)
        site.start()
        sheets = site.folder / "data" / "sheets"
        wait_until(lambda: any(sheets.glob("[0-9]*.pdf")), "the sheet whose job was cut off")


def test_a_page_is_answered_before_django_although_nobody_listens(site: Site, desk: Client) -> None:
    event = an_event(site, 4)
    with Client(site.ports[0]) as phone:
        wait_until(
            lambda: phone.get(f"/events/{event.id}/").headers.get("cache-status") == "barpoint-public; hit", "a hit"
        )

        record = report(desk, event, event.match(desk, "main", 1, 1), "top")["record"]

        page = phone.get(f"/events/{event.id}/")
    # From the cache or not: the desk may have made it anew already.
    assert f':{record}"' in page.body.decode().partition("data-since=")[2][:60]
