"""Requests have room for all their calls: runtime/server/call_stack.py."""

import os
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from runtime.server.call_stack import roomy_calls

DEPTH, TURNS = 200, 3


@pytest.fixture
def statm() -> Iterator[int]:
    file = os.open("/proc/self/statm", os.O_RDONLY)
    yield file
    os.close(file)


def sizes_in_deep_calls(statm: int, *, roomy: bool) -> list[int]:
    """Return how many sizes the memory of this process had in each of some requests that call 200 deep."""
    sizes = [0] * (DEPTH + 1)

    def call(deeper: int) -> HttpResponse:
        sizes[deeper] = int(os.pread(statm, 64, 0).split()[0])
        return call(deeper - 1) if deeper else HttpResponse()

    def answer(_request: HttpRequest) -> HttpResponse:
        return call(DEPTH)

    handler, counted = roomy_calls(answer) if roomy else answer, []
    for _ in range(TURNS):
        handler(RequestFactory().get("/"))
        counted.append(len(set(sizes)))
    return counted


def test_a_call_deep_in_a_request_gets_no_memory_from_the_system(statm: int) -> None:
    # The first turn may get some for other things.
    assert min(sizes_in_deep_calls(statm, roomy=True)) == 1


def test_python_still_gets_memory_for_deep_calls_without_it(statm: int) -> None:
    assert min(sizes_in_deep_calls(statm, roomy=False)) > 1


def test_every_request_has_it() -> None:
    assert settings.MIDDLEWARE[0] == "runtime.server.call_stack.roomy_calls"
