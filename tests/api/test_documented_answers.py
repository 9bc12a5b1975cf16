"""Every operation of the API says in its description how it refuses: a guest, an empty body, a row that isn't there.

``bin/bench reliability api`` tries each with thousands of requests; this is the quick part of it.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from tests.factories import a_drawn_event, an_event, an_owner, play_code

pytestmark = pytest.mark.django_db
METHODS = ("get", "post", "put", "patch", "delete")


def operations(client: Client) -> Iterator[tuple[str, str, set[str]]]:
    """Yield each operation: method, address, and the statuses that its description names."""
    schema: dict[str, Any] = client.get("/api/schema/?format=json").json()
    for path, item in schema["paths"].items():
        for method in METHODS:
            if method in item:
                yield method, path, set(item[method]["responses"])


@pytest.mark.parametrize("who", ["a guest", "the owner"])
@pytest.mark.parametrize("event", ["is drawn", "is not drawn", "is not there"])
def test_every_refusal_is_described(who: str, event: str) -> None:
    drawn = a_drawn_event(4)
    play_code(drawn, "A1")
    row = str({"is drawn": drawn.pk, "is not drawn": an_event().pk}.get(event, 4711))
    client = Client()
    if who == "the owner":
        client.force_login(an_owner())

    undescribed = []
    for method, path, statuses in operations(client):
        address = path.replace("{id}", row).replace("{number}", row).replace("{person}", row)
        answer = getattr(client, method)(address, **({} if method == "get" else {"content_type": "application/json"}))
        if str(answer.status_code) not in statuses:
            undescribed.append(f"{method} {path}: {answer.status_code}")

    assert undescribed == []


@pytest.mark.parametrize("value", ["", "no-such-word"])
def test_a_word_that_is_not_in_the_list_of_a_parameter_is_refused(value: str) -> None:
    row = str(a_drawn_event(4).pk)
    client = Client()
    client.force_login(an_owner())
    schema: dict[str, Any] = client.get("/api/schema/?format=json").json()

    answers = {}
    for path, item in schema["paths"].items():
        for parameter in item.get("get", {}).get("parameters", ()):
            if parameter["in"] == "query" and value not in parameter["schema"].get("enum", [value]):
                address = f"{path.replace('{id}', row)}?{parameter['name']}={value}"
                answers[f"{path} {parameter['name']}"] = client.get(address).status_code

    assert len(answers) > 5
    assert {where: status for where, status in answers.items() if status not in (400, 404, 422)} == {}
