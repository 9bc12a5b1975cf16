"""The entrants in a chat's export.

Source: docs/rules/entering.md.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from rules.typed.lists.chat import (
    Message,
    is_noise,
    is_out,
    messages_of,
    named_in,
    says_only_that,
    signs_up,
)
from rules.typed.lists.entries import PassedLine, ReadEntry
from rules.typed.lists.free import read_free
from rules.typed.lists.headings import is_sentence
from rules.typed.lists.marks import stripped
from rules.typed.lists.pieces import PHONE, is_given, looks_like_a_name
from rules.typed.similar import are_alike, fold

type Lines = Iterable[tuple[int, str]]
type Reading = ReadEntry | PassedLine


def read_chat(lines: Lines, read_list: Callable[[Lines], Iterator[Reading]]) -> Iterator[Reading]:
    """Yield what every message says. A person is entered once; ``read_list`` reads a list inside a message."""
    messages, rest = messages_of(lines)
    seen: list[ReadEntry] = []
    yield from (PassedLine(number, text, "chat") for number, text in rest)
    for message in messages:
        for each in _read(message, read_list):
            if isinstance(each, PassedLine):
                yield each
            elif is_out(message.text):
                _withdraw(seen, message)
                yield PassedLine(message.line, f"{message.sender}: {message.text}", "chat")
            elif (at := _known(seen, each)) is None:
                seen.append(each)
            else:
                seen[at] = _merged(seen[at], each)
                yield PassedLine(each.line, each.name, "again")
    yield from seen


def _read(message: Message, read_list: Callable[[Lines], Iterator[Reading]]) -> Iterator[Reading]:
    text = message.text
    sender = read_free(message.line, message.sender)
    if PHONE.fullmatch(message.sender):
        sender = replace(sender, name="").asking("doubt.phone", text=message.sender)
    if is_out(text):
        yield sender
    elif is_noise(text):
        yield PassedLine(message.line, f"{message.sender}: {text}", "chat")
    elif _holds_a_list(message):
        yield from read_list(message.lines)
    elif signs_up(text):
        yield sender if says_only_that(text) else sender.asking("doubt.chat", text=text)
    else:
        yield _person(message, sender)


def _person(message: Message, sender: ReadEntry) -> Reading:
    """Return whom a message names: its writer or somebody else, or that it names nobody."""
    text = message.text
    named = named_in(text)
    inside = stripped(named or text)
    read = read_free(message.line, inside.text)
    first_alone = len(read.name.split()) == 1
    if first_alone and sender.name and fold(read.name).letters == fold(sender.name.split()[0]).letters:
        return sender
    if named and (looks_like_a_name(read.name) or is_given(read.name)):
        return read if len(read.name.split()) > 1 else read.asking("doubt.person", text=text)
    if first_alone and read.name[:1].isupper() and (is_given(read.name) or inside.number is not None):
        return read.asking("doubt.chat", sender, text=text)
    if looks_like_a_name(read.name) and not is_sentence(text):
        return read
    if _is_unspaced_name(read.name):
        return read.asking("doubt.chat", sender, text=text)
    return PassedLine(message.line, f"{message.sender}: {text}", "chat")


def _is_unspaced_name(name: str) -> bool:
    """Whether a name is written without capitals, as Han, Arabic and Thai names are."""
    most = 4
    return 0 < len(name.split()) <= most and name.lower() == name.upper() and any(each.isalpha() for each in name)


def _holds_a_list(message: Message) -> bool:
    """Whether a message has lines of a list: numbered or bulleted ones, or names below each other."""
    marked = [stripped(text) for _, text in message.lines]
    numbered = sum(each.number is not None or each.bullet for each in marked)
    named = sum(looks_like_a_name(read_free(0, each.text).name) for each in marked)
    return len(marked) > 1 and (numbered > 1 or named == len(marked))


def _known(seen: list[ReadEntry], entry: ReadEntry) -> int | None:
    one = fold(entry.name)
    return next((at for at, each in enumerate(seen) if one.letters and _is_same(fold(each.name), one)), None)


def _is_same(one: object, other: object) -> bool:
    return getattr(one, "ordered", 0) == getattr(other, "ordered", 1)


def _merged(known: ReadEntry, again: ReadEntry) -> ReadEntry:
    """Return an entrant with what a later line adds, and without the question that it answers."""
    club = known.club or again.club
    doubt = known.doubt if again.doubt is not None or (known.doubt and known.doubt.code == "doubt.out") else None
    return replace(known, club=club, email=known.email or again.email, doubt=doubt)


def _withdraw(seen: list[ReadEntry], message: Message) -> None:
    """Ask about whoever writes later that they don't come."""
    writer = fold(message.sender)
    for at, each in enumerate(seen):
        if are_alike(fold(each.name), writer):
            seen[at] = replace(each, doubt=None).asking("doubt.out", text=message.text)
