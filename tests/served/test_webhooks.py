"""A real server posts results to a receiver that fails at first, by its own jobs."""

from pathlib import Path

from tests.clubs.webhooks.receivers import a_receiver

from .playing import an_event
from .servers import a_site, wait_until


def test_a_result_reaches_the_receiver_a_moment_later_and_once(tmp_path: Path) -> None:
    with (
        a_receiver(fails=2) as receiver,
        a_site(tmp_path, environment={"BARPOINT_PRIVATE_WEBHOOKS": "1"}) as site,
        site.client() as client,
    ):
        event = an_event(site, 4)
        tournament = client.read(f"events/{event.id}/")["tournament"]
        club = client.read(f"tournaments/{tournament}/")["club"]
        made = client.made(f"clubs/{club}/webhooks/", {"address": receiver.address, "topics": ["results"]})
        match = client.read(f"events/{event.id}/matches/?status=open")[0]

        client.made(f"matches/{match['id']}/result/", {"score": [match["length"], 0]}, 200)

        wait_until(lambda: len(receiver.taken) == 1, "the result was taken")
        assert [each["type"] for each in receiver.events] == ["match.finished"]
        assert len({headers["webhook-id"] for headers, _ in receiver.requests}) == 1
        wait_until(
            lambda: [each["state"] for each in client.read(f"webhooks/{made['id']}/")["deliveries"]] == ["delivered"],
            "the log says so",
        )
