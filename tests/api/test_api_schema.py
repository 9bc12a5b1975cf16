"""The description of the API for programs: one for everybody, in the form that a program asks for."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", ["en", "de", "xx"])
def test_the_description_is_what_the_command_writes_whoever_asks(client: Client, language: str) -> None:
    written = StringIO()
    call_command("spectacular", "--format", "openapi-json", stdout=written)

    answers = [client.get("/api/schema/?format=json", headers={"Accept-Language": language}) for _ in range(2)]

    assert [json.loads(answer.content) for answer in answers] == [json.loads(written.getvalue())] * 2


@pytest.mark.parametrize(
    ("accept", "content", "name"),
    [
        ("application/yaml", "application/yaml; charset=utf-8", "Barpoint.yaml"),
        ("application/json", "application/json; charset=utf-8", "Barpoint.json"),
        ("*/*", "application/vnd.oai.openapi; charset=utf-8", "Barpoint.yaml"),
    ],
)
def test_a_program_chooses_the_form(client: Client, accept: str, content: str, name: str) -> None:
    answer = client.get("/api/schema/?version=1%0D%0AX-Own:%20yes", headers={"Accept": accept})

    assert (answer["Content-Type"], answer["Content-Disposition"]) == (content, f'inline; filename="{name}"')
