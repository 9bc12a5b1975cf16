"""Room for all calls of a request, so that no call in it has to get some from the system.

CPython keeps the frames of Python's functions in chunks of 16 KB and gives each back as soon as its last frame ends. A
loop that happens to call at the end of a chunk gets and gives back one in every turn: up to 118 were counted while one
page was answered twice. A function that wants more than a chunk holds is given a larger one, and all that it calls
finds room in the rest.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

# Half of the next larger size, 128 KB: the other half held 464 small calls, one in the other; the desk was 107 deep,
# the draw page 96. What nobody writes to takes no memory.
SLOTS = 8000


def roomy_calls(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answer requests with room for all calls."""

    def answer(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    # It never uses these slots.
    answer.__code__ = answer.__code__.replace(co_stacksize=SLOTS)
    return answer
