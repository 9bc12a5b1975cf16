"""Somebody who works at the desk without JavaScript: reads the page, fills its forms in and posts them."""

import re
from dataclasses import dataclass
from html import unescape
from typing import Any

from django.test import Client

from clubs.models import User
from tournaments.models import Event

_FORM = re.compile(r'<form[^>]*method="post"[^>]*>(.*?)</form>', re.S)
_INPUT = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')
_BUTTON = re.compile(r'<button[^>]*name="command" value="([^"]*)"')
_RADIO = re.compile(r'<input type="radio" name="command" value="([^"]*)"')
_TAGS = re.compile(r"<[^>]+>")


@dataclass(frozen=True, slots=True)
class PostedForm:
    """A form as it stands on the page: its hidden fields, and the commands of its buttons or radios."""

    hidden: dict[str, str]
    commands: tuple[str, ...]


@dataclass(slots=True)
class Seen:
    """A page, as text and as forms."""

    status: int
    html: str

    @property
    def sentence(self) -> str:
        """What the page says about the entry line."""
        hit = re.search(r'<div class="sentence".*?>(.*?)</div>\s*\n\s*</section>', self.html, re.S)
        words = re.search(r'<span class="words">(.*?)</span>(?:</p>| <a)', hit[1] if hit else self.html, re.S)
        shown = words[1] if words else (hit[1] if hit else "")
        return plain(shown)

    @property
    def kind(self) -> str:
        hit = re.search(r'<div class="sentence" data-kind="(\w+)"', self.html)
        return hit[1] if hit else ""

    @property
    def forms(self) -> list[PostedForm]:
        return [_form(text) for text in _FORM.findall(self.html)]

    def form(self, command: str) -> PostedForm:
        """Return the form that sends ``command``."""
        return next(form for form in self.forms if command in form.commands)

    def section(self, name: str) -> str:
        """Return the text of a section of the desk, empty when it is not there."""
        hit = re.search(rf'<section id="{name}">(.*?)</section>', self.html, re.S)
        return plain(hit[1]) if hit else ""

    def row(self, match: int) -> str:
        """Return the text of a match's row."""
        hit = re.search(rf'<li class="desk-row[^"]*" id="m{match}".*?</li>', self.html, re.S)
        return plain(hit[0]) if hit else ""


class Director:
    """A person at the desk of an event's tournament."""

    def __init__(self, user: User, event: Event) -> None:
        self.user, self.event, self.client = user, event, Client()
        self.client.force_login(user)
        self.address = f"/tournaments/{event.tournament_id}/desk/"

    def look(self, query: str = "") -> Seen:
        return _seen(self.client.get(self.address + query))

    def type(self, text: str) -> Seen:
        """Send the entry line: the next page says what it means."""
        return _seen(self.client.post(self.address, {"line": text}))

    def post(self, form: PostedForm, command: str) -> Any:
        return self.client.post(self.address, form.hidden | {"command": command})

    def write(self, text: str) -> Seen:
        """Send the entry line, then press the one button of its sentence; return the page that follows."""
        shown = self.type(text)
        form = next(form for form in shown.forms if form.hidden.get("line") == text)
        return self.follow(self.post(form, form.commands[0]))

    def press(self, command: str) -> Seen:
        """Press the button of the desk that sends ``command``."""
        return self.follow(self.post(self.look().form(command), command))

    def follow(self, answer: Any) -> Seen:
        return _seen(self.client.get(answer["Location"]) if answer.status_code == 303 else answer)


def plain(html: str) -> str:
    """Return the words of a piece of a page."""
    return " ".join(unescape(_TAGS.sub("", html)).split())


def _form(text: str) -> PostedForm:
    commands = [unescape(command) for command in (*_BUTTON.findall(text), *_RADIO.findall(text))]
    return PostedForm({name: unescape(value) for name, value in _INPUT.findall(text)}, tuple(commands))


def _seen(answer: Any) -> Seen:
    return Seen(answer.status_code, answer.content.decode())
