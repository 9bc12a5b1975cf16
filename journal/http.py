"""Changes over HTTP: ``Idempotency-Key``, ``If-Match``, and refusals as answers."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse

from journal.actors import Actor
from journal.book import Caller, Previewed, Replay
from journal.canon import canonical
from journal.refusals import Unreadable, status_of
from rules.errors import RuleBroken

LONGEST_KEY = 255
_KEY = re.compile(r"[\x21-\x7e]{1,255}")
_PREVIEW = {"0": False, "false": False, "1": True, "true": True}
_VERSION = re.compile(r'(?:W/)?"?(\d{1,18})"?')


def caller_of(
    request: HttpRequest, actor: Actor, status: int = 200, render: Callable[[Any], Any] = lambda value: None
) -> Caller:
    """Return the caller of this request.

    Raises Unreadable ``key.unreadable``, ``seen.unreadable`` or ``preview.unreadable``.
    """
    return Caller(
        actor=actor,
        key=read_key(request.headers.get("Idempotency-Key")),
        body=f"{request.method} {request.get_full_path()}\n".encode() + request.body,
        seen=read_version(request.headers.get("If-Match")),
        preview=read_preview(request.GET.get("preview", "0")),
        status=status,
        render=render,
    )


def caller_of_form(request: HttpRequest, actor: Actor, render: Callable[[Any], Any] = lambda value: None) -> Caller:
    """Return the caller of a posted form: its field ``once`` holds the key, ``seen`` the version that the page showed.

    Raises Unreadable ``key.unreadable`` or ``seen.unreadable``.
    """
    fields = [(name, values) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken"]
    return Caller(
        actor=actor,
        key=read_key(request.POST.get("once") or None),
        body=f"{request.method} {request.path}\n{canonical(sorted(fields))}".encode(),
        seen=read_version(request.POST.get("seen") or None),
        preview=request.POST.get("preview", "") == "1",
        render=render,
    )


def read_key(text: str | None) -> str | None:
    """Return the idempotency key, 1 to 255 printable characters."""
    if text is None:
        return None
    if not _KEY.fullmatch(text):
        raise Unreadable("key.unreadable", longest=LONGEST_KEY)
    return text


def read_version(text: str | None) -> int | None:
    """Return the version in an ``If-Match`` header, None for ``*``."""
    if text is None or text.strip() == "*":
        return None
    match = _VERSION.fullmatch(text.strip())
    if match is None:
        raise Unreadable("seen.unreadable", got=text[:40])
    return int(match[1])


def read_preview(text: str) -> bool:
    """Return whether a change is only to be tried. Raises Unreadable: what can't be read must not be carried out."""
    if text not in _PREVIEW:
        raise Unreadable("preview.unreadable", got=text[:40])
    return _PREVIEW[text]


def answer(caller: Caller, act: Callable[[Caller], Any]) -> HttpResponse:
    """Carry out ``act`` and answer; a repeated request gets its first answer again, byte for byte."""
    try:
        act(caller)
    except Replay as replay:
        return _json(replay.answer, replay.status, {"Idempotency-Replayed": "true"})
    except Previewed as previewed:
        return _json(previewed.answer, 200, {"Preview": "true"})
    return _json(caller.answer, caller.status)


def problem(broken: RuleBroken, speak: Callable[[str, Mapping[str, Any]], str], **headers: str) -> HttpResponse:
    """Return a refusal as ``{"code", "facts", "detail"}``; ``speak`` puts it into the reader's language.

    The fact ``seconds`` becomes ``Retry-After``.
    """
    facts = _tellable(broken.facts)
    sentence = canonical({"code": broken.code, "facts": facts, "detail": speak(broken.code, broken.facts)})
    # Quoted input may hold half a surrogate pair.
    if "seconds" in broken.facts:
        headers["Retry-After"] = str(broken.facts["seconds"])
    return _json(sentence.encode(errors="backslashreplace").decode(), status_of(broken), headers)


def _tellable(value: Any) -> Any:
    """Return facts as canonical JSON can hold them: a fraction from the request becomes text."""
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, dict):
        return {name: _tellable(each) for name, each in value.items()}
    return [_tellable(each) for each in value] if isinstance(value, list | tuple) else value


def _json(text: str, status: int, headers: Mapping[str, str] | None = None) -> HttpResponse:
    # A refusal may quote the input, half surrogate pairs too.
    content = text.encode(errors="replace")
    return HttpResponse(content, status=status, content_type="application/json", headers=dict(headers or {}))
