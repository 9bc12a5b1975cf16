"""The Containerfile and the compose file, read as the tools for containers read them."""

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from .made import ROOT

DEPLOY = ROOT / "deploy"
INSTRUCTIONS = {
    "FROM", "RUN", "COPY", "WORKDIR", "ENV", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL", "ENTRYPOINT", "CMD",
}  # fmt: skip
_VARIABLE = re.compile(r"\$\{(\w+)(:\?|:-)?([^}]*)\}")


@dataclass(frozen=True, slots=True)
class Step:
    """One instruction of a Containerfile: its name, and what follows it."""

    name: str
    text: str

    @property
    def words(self) -> list[str]:
        """Return the words of an instruction that is written as a list, or divided by blanks."""
        words: list[str] = json.loads(self.text) if self.text.startswith("[") else shlex.split(self.text)
        return words


def steps(path: Path = DEPLOY / "Containerfile") -> Iterator[Step]:
    """Yield the instructions of a Containerfile in order."""
    text = re.sub(r"\\\n", " ", re.sub(r"(?m)^\s*#.*\n", "", path.read_text()))
    for line in text.splitlines():
        if line.strip():
            name, _, rest = line.strip().partition(" ")
            yield Step(name.upper(), rest.strip())


def compose(environment: Mapping[str, str], path: Path = DEPLOY / "compose.yaml") -> dict[str, Any]:
    """Return a compose file with the variables of an environment; one that it demands must be there."""

    def value(match: re.Match[str]) -> str:
        name, kind, rest = match[1], match[2], match[3]
        given = environment.get(name, "")
        assert given or kind == ":-", f"{name} is not set"
        return given or rest

    def filled(part: Any) -> Any:
        if isinstance(part, str):
            return _VARIABLE.sub(value, part)
        if isinstance(part, dict):
            return {name: filled(each) for name, each in part.items()}
        return [filled(each) for each in part] if isinstance(part, list) else part

    # Variables are put into the values, after the file was read: an empty one is an empty text.
    read: dict[str, Any] = filled(yaml.safe_load(path.read_text()))
    return read


def variables(path: Path = DEPLOY / "compose.yaml") -> dict[str, bool]:
    """Return the variables of a compose file, and whether it demands each."""
    return {match[1]: match[2] == ":?" for match in _VARIABLE.finditer(path.read_text())}


def starting_order(services: Mapping[str, Any]) -> list[str]:
    """Return the names of services so that each comes after those it depends on; fail where that goes in a circle."""
    order: list[str] = []
    while len(order) < len(services):
        ready = [name for name in services if name not in order and set(waits_for(services[name])) <= set(order)]
        assert ready, f"in a circle: {set(services) - set(order)}"
        order += ready
    return order


def waits_for(service: Mapping[str, Any]) -> dict[str, str]:
    """Return the services that one waits for, each with the condition."""
    return {name: each["condition"] for name, each in service.get("depends_on", {}).items()}
